// Corpus: the names that columns and keys go by. One table for TSV, CSV and JSON Lines.

/// Which names of columns (TSV, CSV) and of keys (JSON Lines) are understood, in any case and with or without outer spaces.
public enum CorpusColumns {
    enum Role: Int, CaseIterable {
        case text, label, sender, country, language, source, group, time, weight
    }

    /// Lower case, the better first: with both `text` and `content`, the text is `text`.
    static func names(of role: Role) -> [String] {
        switch role {
        case .text: ["text", "message", "body", "content", "sms", "v2", "q"]
        case .label: ["label", "class", "category", "type", "v1", "grouptext"]
        case .sender: ["sender", "senderaddress", "address", "from"]
        case .country: ["country"]
        case .language: ["lang", "language"]
        case .source: ["source"]
        case .group: ["template", "group"]
        case .time: ["time", "date", "timestamp", "datetime", "updateat"]
        case .weight: ["weight"]
        }
    }

    /// One line for each thing that a row may say: its name, then the other names it may have.
    public static var documentation: String {
        Role.allCases.map { role in
            let all = names(of: role)
            let others = all.dropFirst().joined(separator: ", ")
            return others.isEmpty ? all[0] : "\(all[0]) (or \(others))"
        }.joined(separator: "\n")
    }

    /// For an error: the names that people choose.
    static let textAndLabel = "text (or message, body, content, sms) and label (or class, category, type)"

    /// The role of a name and its place among the names of the role.
    private static let places: [String: (role: Role, rank: Int)] = Dictionary(
        uniqueKeysWithValues: Role.allCases.flatMap { role in
            names(of: role).enumerated().map { ($0.element, (role, $0.offset)) }
        })

    /// The name of each role that is among `names`, as they are written there. Where two spellings of a name differ in case only,
    /// the lower case one.
    static func find(in names: some Sequence<String>) -> [Role: String] {
        var found: [Role: String] = [:]
        var ranks = [Int](repeating: .max, count: Role.allCases.count)
        var hasGroupText = false
        for name in names {
            let folded = name.trimmingSpaces().lowercased()
            guard let (role, rank) = places[folded] else { continue }
            if folded == "grouptext" { hasGroupText = true }
            let best = ranks[role.rawValue]
            guard rank < best || rank == best && name > found[role]! else { continue }
            ranks[role.rawValue] = rank
            found[role] = name
        }
        // A `group` beside a `groupText` is the number of the class (Turkish SMS collection), not a group of like messages.
        if hasGroupText, found[.group]?.trimmingSpaces().lowercased() == "group" { found[.group] = nil }
        return found
    }
}
