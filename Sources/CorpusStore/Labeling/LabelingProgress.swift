// Store: how far labelling is, and who has done it.

import GRDB

/// The labels that count, by label and by who gave them.
public struct LabelingProgress: Sendable, Equatable, Codable {
    /// What one person labelled.
    struct Person: Sendable, Equatable, Codable {
        /// The name that the person goes by.
        let name: String
        /// How many labels of this person count.
        let labels: Int
        /// How many labels of this person are beside those that count.
        let secondLabels: Int
        /// When the last one was given, in seconds since 1970.
        let lastAt: Int
    }

    /// How many messages the store has.
    public let messages: Int
    /// How many messages have a label, by the name of the one that counts.
    let labels: [String: Int]
    /// How many labels that count came with files.
    let ofFiles: Int
    /// Who has labelled; who did last comes first.
    let people: [Person]
}

extension LabelingProgress {
    init(_ db: Database) throws {
        // SQLite takes the other columns of an aggregate from the row of the maximum.
        let rows = try Row.fetchAll(
            db,
            sql: """
                SELECT label, giver, count(*), max(givenAt), 0 FROM (
                    SELECT label, CASE WHEN \(LabelGiver.isFile("givenBy")) THEN '' ELSE givenBy END AS giver, givenAt,
                        max(revision)
                    FROM label GROUP BY messageID)
                WHERE label NOT NULL GROUP BY 1, 2
                UNION ALL SELECT '', givenBy, count(*), max(givenAt), 1 FROM secondLabel GROUP BY 2
                """)
        var labels: [String: Int] = [:], ofFiles = 0
        var people: [String: (labels: Int, second: Int, last: Int)] = [:]
        for row in rows {
            let label: String = try row.value(0), giver: String = try row.value(1), isSecond: Bool = try row.value(4)
            let count: Int = try row.value(2), last: Int = try row.value(3)
            if !isSecond { labels[label, default: 0] += count }
            if giver.isEmpty {
                ofFiles += count
            } else {
                var known = people[giver] ?? (0, 0, 0)
                if isSecond { known.second += count } else { known.labels += count }
                known.last = max(known.last, last)
                people[giver] = known
            }
        }
        try self.init(
            messages: Int.fetchOne(db, sql: "SELECT count(*) FROM message") ?? 0, labels: labels, ofFiles: ofFiles,
            people: people.map { .init(name: $0, labels: $1.labels, secondLabels: $1.second, lastAt: $1.last) }
                .sorted { ($1.lastAt, $0.name) < ($0.lastAt, $1.name) })
    }
}
