// Rules: every offset, size and bound of a file of rules. Models/RULES.md says the same in prose.

/// The file of rules. Head and section table are those of a model; see `ModelLayout`.
enum RuleLayout {
    /// `\x93SPAMRUL`
    static let magic: UInt64 = 0x4C55_524D_4150_5393

    static let maxRules = 8192
    static let maxLists = 64
    /// All texts together, in bytes.
    static let maxTextBytes = 1 << 18

    /// One rule. Rules have the order of their tiers.
    enum Record {
        static let tier = 0  // 1: RuleTier.rawValue: allow, deny or groups
        static let label = 1  // 1: the ordinal of the label, 0..<16
        static let asked = 2  // 2: AskedConditions
        static let senderKind = 4  // 1: SenderKind.rawValue
        static let reserved = 5  // 1: zero
        static let country = 6  // 2: two ASCII letters
        static let offsets = 8  // 5 x 4: into the texts, by RuleText.rawValue
        static let lengths = 28  // 5 x 2
        static let reservedToo = 38  // 2: zero
        static let shorterThan = 40  // 4
        static let longerThan = 44  // 4
        static let size = 48
    }

    /// The head of the lists section. Behind it an entry a list, then the lists, each at a multiple
    /// of 16 bytes from the section's beginning.
    enum Lists {
        static let count = 0  // 4
        static let reserved = 4  // 12: zero
        static let size = 16
    }

    enum ListEntry {
        static let label = 0  // 1: 0 allow, 1 junk
        static let reserved = 1  // 1: zero
        static let country = 2  // 2: two ASCII letters, zero for none
        static let nameOffset = 4  // 4: into the texts
        static let nameLength = 8  // 2
        static let reservedToo = 10  // 6: zero
        static let offset = 16  // 4: from the beginning of the section
        static let length = 20  // 4
        static let reservedAtEnd = 24  // 8: zero
        static let size = 32
    }
}

/// The texts of a rule.
enum RuleText: Int, CaseIterable {
    case sender, senderPrefix, contains, word, host
}

/// What a rule asks, a bit each.
struct AskedConditions: OptionSet, Hashable {
    let rawValue: UInt16

    static var sender: AskedConditions { AskedConditions(rawValue: 1) }
    static var senderPrefix: AskedConditions { AskedConditions(rawValue: 1 << 1) }
    static var contains: AskedConditions { AskedConditions(rawValue: 1 << 2) }
    static var word: AskedConditions { AskedConditions(rawValue: 1 << 3) }
    static var host: AskedConditions { AskedConditions(rawValue: 1 << 4) }
    static var senderKind: AskedConditions { AskedConditions(rawValue: 1 << 5) }
    static var senderCountry: AskedConditions { AskedConditions(rawValue: 1 << 6) }
    static var link: AskedConditions { AskedConditions(rawValue: 1 << 7) }
    static var noLink: AskedConditions { AskedConditions(rawValue: 1 << 8) }
    static var image: AskedConditions { AskedConditions(rawValue: 1 << 9) }
    static var noImage: AskedConditions { AskedConditions(rawValue: 1 << 10) }
    static var shorterThan: AskedConditions { AskedConditions(rawValue: 1 << 11) }
    static var longerThan: AskedConditions { AskedConditions(rawValue: 1 << 12) }

    /// What is known before the body is read.
    static var ofSender: AskedConditions { [.sender, .senderPrefix, .senderCountry] }
    /// What takes more than folding the body.
    static var ofReader: AskedConditions {
        [.senderKind, .host, .link, .noLink, .image, .noImage, .shorterThan, .longerThan]
    }
    static var all: AskedConditions { AskedConditions(rawValue: 1 << 13 - 1) }

    static func text(_ text: RuleText) -> AskedConditions { AskedConditions(rawValue: 1 << UInt16(text.rawValue)) }
}

extension FileFamily {
    static var rules: FileFamily {
        FileFamily(
            magic: RuleLayout.magic, tokenizerVersion: 0,
            kinds: bits([.texts, .conditions, .lists, .signature, .release]))
    }
}
