// Corpus: the known names of columns and keys. One table for TSV, CSV and JSON Lines.

/// The known names of columns (TSV, CSV) and keys (JSON), in any case and with or without outer
/// spaces.
public enum CorpusColumns {
    /// What a column of a corpus is read as, by its name.
    public enum Role: String, CaseIterable, Sendable {
        /// The message.
        case text
        /// What the message is, in the user's words.
        case label
        /// Who sent it.
        case sender
        /// The receiver's country, of two letters.
        case country
        /// Its language.
        case language = "lang"
        /// Where the message was collected.
        case source
        /// Messages of one group are like each other.
        case group
        /// When it was sent.
        case time
        /// How much it counts in training; see `CorpusRow.weights`.
        case weight
        /// What the user knows it by; nothing is learned from it.
        case id
    }

    /// In lower case, the best first: in a file with `text` and `content`, the text is `text`.
    static func names(of role: Role) -> [String] { englishNames(of: role) + otherNames(of: role) }

    private static func englishNames(of role: Role) -> [String] {
        switch role {
        case .text: ["text", "message", "body", "content", "sms", "msg", "v2", "q"]
        case .label: ["label", "class", "category", "type", "v1", "grouptext"]
        case .sender: ["sender", "senderaddress", "address", "from"]
        case .country: ["country"]
        case .language: ["lang", "language"]
        case .source: ["source"]
        case .group: ["template", "group"]
        case .time: ["time", "date", "timestamp", "datetime", "updateat"]
        case .weight: ["weight"]
        case .id: ["id", "message_id", "messageid", "msg_id", "guid", "uuid"]
        }
    }

    /// Names in exports in Korean, Chinese, Japanese, German, Spanish, French, Portuguese,
    /// Indonesian and Turkish, where a name means one role alone.
    private static func otherNames(of role: Role) -> [String] {
        switch role {
        case .text:
            [
                "내용", "본문", "메시지", "문자", "内容", "短信", "正文", "本文", "メッセージ", "nachricht", "mensaje", "mensagem", "texto",
                "texte", "pesan", "mesaj",
            ]
        case .label:
            [
                "분류", "라벨", "레이블", "标签", "类别", "分类", "ラベル", "分類", "kategorie", "klasse", "etiqueta", "categoría",
                "categoria", "catégorie", "kategori",
            ]
        case .sender:
            [
                "발신자", "발신번호", "보낸사람", "发件人", "发送者", "送信者", "差出人", "absender", "remitente", "remetente",
                "expéditeur", "pengirim", "gönderen",
            ]
        case .time: ["날짜", "일시", "수신일시", "时间", "日期", "日時", "日付", "datum", "fecha", "tanggal", "tarih"]
        case .country, .language, .source, .group, .weight, .id: []
        }
    }

    /// One line for each role: its name, then its other names.
    public static var documentation: String {
        Role.allCases.map { role in
            let others = englishNames(of: role).filter { $0 != role.rawValue }.joined(separator: ", ")
            return others.isEmpty ? role.rawValue : "\(role.rawValue) (or \(others))"
        }.joined(separator: "\n")
    }

    /// One line for each role with names in other languages: its name, then those.
    public static var otherLanguages: String {
        Role.allCases.filter { !otherNames(of: $0).isEmpty }.map { role in
            "\(role.rawValue): \(otherNames(of: role).joined(separator: ", "))"
        }.joined(separator: "\n")
    }

    /// For an error: the usual names.
    static let textAndLabel = "text (or message, body, content, sms) and label (or class, category, type)"

    /// The role of a name and its place among the names of the role.
    private static let places: [String: (role: Role, rank: Int)] = Dictionary(
        uniqueKeysWithValues: Role.allCases.flatMap { role in
            names(of: role).enumerated().map { ($0.element, (role, $0.offset)) }
        })

    static func isKnown(_ name: String) -> Bool { places[name.trimmingSpaces().lowercased()] != nil }

    /// Whether a column of this name holds labels if its values are words for labels, or 0 and 1:
    /// `verdict`, `is_spam`, `Target`. Below `not_spam` a 1 would be the opposite of junk.
    static func mayNameLabel(_ name: String) -> Bool {
        let folded = name.trimmingSpaces().lowercased()
        return !meansWanted(name)
            && (folded == "flag"
                || ["spam", "junk", "smish", "phish", "fraud", "scam", "label", "verdict", "target", "class", "categor"].contains
                {
                    folded.contains($0)
                })
    }

    /// Whether a 1 in a column of this name would mean wanted: `is_ham`, `not_spam`, `legit`.
    static func meansWanted(_ name: String) -> Bool {
        let folded = name.trimmingSpaces().lowercased()
        let parts = folded.split { !$0.isLetter }.map { $0.hasPrefix("is") ? $0.dropFirst(2) : $0 }
        return parts.contains {
            ["ham", "legit", "legitimate", "wanted", "normal", "clean", "good", "safe", "allow", "allowed"].contains($0)
        }
            || ["no", "not", "non"].contains { start in
                ["spam", "junk"].contains { folded.filter(\.isLetter).contains(start + $0) }
            }
    }

    /// The name of each role that occurs in `names`, spelt as there. Of two spellings that differ
    /// only in case, the one in lower case.
    static func find(in names: some Sequence<String>) -> [Role: String] {
        var found: [Role: String] = [:]
        var ranks: [Role: Int] = [:]
        var hasGroupText = false
        // Questions are texts beside answers alone: another Q may be a score.
        let hasAnswers = names.contains { $0.trimmingSpaces().lowercased() == "a" }
        for name in names {
            let folded = name.trimmingSpaces().lowercased()
            guard let (role, rank) = places[folded], folded != "q" || hasAnswers else { continue }
            if folded == "grouptext" { hasGroupText = true }
            let best = ranks[role] ?? .max
            guard rank < best || rank == best && name > found[role]! else { continue }
            ranks[role] = rank
            found[role] = name
        }
        // With a `groupText`, the `group` is the number of the class (Turkish SMS collection), not
        // a group of similar messages.
        if hasGroupText, found[.group]?.trimmingSpaces().lowercased() == "group" { found[.group] = nil }
        return found
    }
}
