// Rules: the bounds of a file of rules, and the bits of its conditions. Models/RULES.md says the
// same in prose.

/// The file of rules. Head and section table are those of a model; see `ModelLayout`.
enum RuleLayout {
    static var magic: UInt64 { FileMagic.rules.rawValue }
    static let formatVersion: UInt16 = 3

    static let maxRules = 8192
    static let maxLists = 64
    /// All phrases of rules together.
    static let maxPhrases = 16_384
    /// All texts of rules together, in bytes.
    static let maxTextBytes = 1 << 18
}

extension FileFamily {
    static var rules: FileFamily {
        FileFamily(
            magic: RuleLayout.magic, formatVersion: RuleLayout.formatVersion, tokenizerVersion: 0,
            kinds: bits([.conditions, .lists, .signature, .release]))
    }
}

/// What a rule asks, a bit each. What a file has of them stands in this order.
struct AskedConditions: OptionSet, Hashable {
    let rawValue: UInt16

    static var sender: AskedConditions { AskedConditions(rawValue: 1) }
    static var senderPrefix: AskedConditions { AskedConditions(rawValue: 1 << 1) }
    static var senderSuffix: AskedConditions { AskedConditions(rawValue: 1 << 2) }
    static var senderDomain: AskedConditions { AskedConditions(rawValue: 1 << 3) }
    static var contains: AskedConditions { AskedConditions(rawValue: 1 << 4) }
    static var word: AskedConditions { AskedConditions(rawValue: 1 << 5) }
    static var host: AskedConditions { AskedConditions(rawValue: 1 << 6) }
    static var senderKind: AskedConditions { AskedConditions(rawValue: 1 << 7) }
    static var senderCountry: AskedConditions { AskedConditions(rawValue: 1 << 8) }
    static var link: AskedConditions { AskedConditions(rawValue: 1 << 9) }
    static var noLink: AskedConditions { AskedConditions(rawValue: 1 << 10) }
    static var image: AskedConditions { AskedConditions(rawValue: 1 << 11) }
    static var noImage: AskedConditions { AskedConditions(rawValue: 1 << 12) }
    static var shorterThan: AskedConditions { AskedConditions(rawValue: 1 << 13) }
    static var longerThan: AskedConditions { AskedConditions(rawValue: 1 << 14) }

    /// What is known before the body is read.
    static var ofSender: AskedConditions { ofSenderText.union(.senderCountry) }
    /// What compares the sender itself.
    static var ofSenderText: AskedConditions { [.sender, .senderPrefix, .senderSuffix, .senderDomain] }
    /// What takes more than folding the body.
    static var ofReader: AskedConditions {
        [.senderKind, .host, .link, .noLink, .image, .noImage, .shorterThan, .longerThan]
    }
    static var all: AskedConditions { AskedConditions(rawValue: 1 << 15 - 1) }
}

extension RuleConditions {
    var phraseCount: Int { contains.count + word.count }

    var asked: AskedConditions {
        var asked: AskedConditions = []
        if sender != nil { asked.insert(.sender) }
        if senderPrefix != nil { asked.insert(.senderPrefix) }
        if senderSuffix != nil { asked.insert(.senderSuffix) }
        if senderDomain != nil { asked.insert(.senderDomain) }
        if !contains.isEmpty { asked.insert(.contains) }
        if !word.isEmpty { asked.insert(.word) }
        if host != nil { asked.insert(.host) }
        if senderKind != nil { asked.insert(.senderKind) }
        if senderCountry != nil { asked.insert(.senderCountry) }
        if let hasLink { asked.insert(hasLink ? .link : .noLink) }
        if let hasImage { asked.insert(hasImage ? .image : .noImage) }
        if shorterThan != nil { asked.insert(.shorterThan) }
        if longerThan != nil { asked.insert(.longerThan) }
        return asked
    }
}
