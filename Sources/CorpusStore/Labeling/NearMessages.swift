// Store: which labelled messages are most like one. A message in, one of each template out.

import SpamFilter

/// A message that has features in common with another.
public struct NearMessage: Sendable, Equatable {
    /// The number of the message.
    public let id: Int64
    /// The share of the features of both that both have, 0...1 (Jaccard).
    public let likeness: Double
}

extension CorpusStore {
    /// The messages with a label that are most like one, the most alike first, of each template
    /// group the first. The message itself and its own group are left out.
    ///
    /// - Parameter asked: the message that the others are like.
    /// - Parameter most: how many there are at most, each with a likeness of 0.1 or more.
    /// - Complexity: reads all messages: some 10 us each.
    public func nearest(to asked: StoredMessage, most: Int) throws -> [NearMessage] {
        var features = DistinctFeatures()
        let own = features.of(asked.message)
        guard !own.isEmpty, most > 0 else { return [] }
        var best: [Int64: NearMessage] = [:]
        try forEachMessage { stored in
            guard stored.label != nil, stored.number != asked.number,
                stored.groupNumber == nil || stored.groupNumber != asked.groupNumber
            else { return }
            let likeness = DistinctFeatures.likeness(own, features.of(stored.message))
            // Messages without a group are each one of their own.
            let group = stored.groupNumber ?? -stored.number
            guard likeness >= 0.1, likeness > best[group]?.likeness ?? 0 else { return }
            best[group] = NearMessage(id: stored.number, likeness: likeness)
        }
        return Array(best.values.sorted { ($1.likeness, $0.id) < ($0.likeness, $1.id) }.prefix(most))
    }
}

/// The features of a message, each once, in ascending order.
private struct DistinctFeatures: ~Copyable {
    private var reader = MessageReader(TokenizerSettings())
    private var list = FeatureList()

    mutating func of(_ message: Message) -> [UInt64] {
        list.hashes.removeAll(keepingCapacity: true)
        reader.read(Message(body: message.body), into: &list)
        list.hashes.sort()
        var distinct: [UInt64] = []
        distinct.reserveCapacity(list.hashes.count)
        for hash in list.hashes where hash != distinct.last { distinct.append(hash) }
        return distinct
    }

    static func likeness(_ a: [UInt64], _ b: [UInt64]) -> Double {
        var i = 0, j = 0, shared = 0
        while i < a.count, j < b.count {
            if a[i] == b[j] { (i, j, shared) = (i + 1, j + 1, shared + 1) } else if a[i] < b[j] { i += 1 } else { j += 1 }
        }
        let all = a.count + b.count - shared
        return all == 0 ? 0 : Double(shared) / Double(all)
    }
}
