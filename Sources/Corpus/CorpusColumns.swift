// Corpus: the names that columns and keys go by. One table for TSV, CSV and JSON Lines.

/// Which names of columns (TSV, CSV) and of keys (JSON Lines) are understood, in any case and with or without outer spaces.
public enum CorpusColumns {
    enum Role: CaseIterable {
        case text, label, sender, country, language, source, group
    }

    /// Lower case, the better first: with both `text` and `content`, the text is `text`.
    static func names(of role: Role) -> [String] {
        switch role {
        case .text: ["text", "message", "body", "content", "sms", "v2"]
        case .label: ["label", "class", "category", "type", "v1", "grouptext"]
        case .sender: ["sender", "senderaddress", "address", "from"]
        case .country: ["country"]
        case .language: ["lang", "language"]
        case .source: ["source"]
        case .group: ["template", "group"]
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

    /// The name of each role that is among `names`, as they are written there. Where two spellings of a name differ in case only,
    /// the lower case one.
    static func find(in names: some Sequence<String>) -> [Role: String] {
        let spellings = Dictionary(names.map { ($0.trimmingSpaces().lowercased(), $0) }, uniquingKeysWith: max)
        var found: [Role: String] = [:]
        for role in Role.allCases {
            // A `group` beside a `groupText` is the number of the class (Turkish SMS collection), not a group of like messages.
            let candidates = Self.names(of: role).filter { $0 != "group" || spellings["grouptext"] == nil }
            found[role] = candidates.lazy.compactMap { spellings[$0] }.first
        }
        return found
    }
}
