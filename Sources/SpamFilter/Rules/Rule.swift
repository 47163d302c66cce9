// Rules: what a user said about some messages. A rule goes before the score and needs no model.

/// A message that meets every condition given has this label, at any score.
///
/// ```swift
/// Rule(.allow, sender: "MYBANK")                              // let it through
/// Rule(.junk, senderPrefix: "+82", contains: "[Web발신]")     // both must hold
/// Rule(.junk, contains: "prize", "call now")                  // both phrases
/// Rule(.junk, hasImage: true)
/// ```
public struct Rule: Sendable, Hashable {
    /// `allow` lets a message through, `junk` denies it; every other label files it.
    public let label: Label
    /// What a message must meet, all of it.
    public let conditions: RuleConditions

    /// The most scalars that a phrase of `contains` and `word` may fold to.
    static let longestPhrase = 256
    /// The most phrases of `contains`, and of `word`.
    static let mostPhrases = 16
    /// The most bytes in UTF-8 of any text of a rule.
    static let longestText = 4096
    /// The most characters that `shorterThan` and `longerThan` may ask for.
    static let longestBody = 1 << 20

    /// A rule of these conditions.
    ///
    /// - Throws: the first condition that cannot be asked, and why.
    public init(_ label: Label, _ conditions: RuleConditions) throws(RuleProblem) {
        var reader = RuleTextReader()
        try self.init(label, conditions, &reader)
    }

    init(_ label: Label, _ conditions: RuleConditions, _ reader: inout RuleTextReader) throws(RuleProblem) {
        if let problem = conditions.problems(&reader).first { throw problem }
        if label.trustsHosts, let problem = conditions.problemOfTrust(&reader) { throw problem }
        self.label = label
        self.conditions = conditions
    }

    /// `nil` where no condition is given, or one that cannot be asked; see `RuleProblem`.
    public init?(
        _ label: Label, sender: String? = nil, senderPrefix: String? = nil, senderSuffix: String? = nil,
        senderDomain: String? = nil, senderKind: SenderKind? = nil, senderCountry: String? = nil, contains: String...,
        word: String..., host: String? = nil, hasLink: Bool? = nil, hasImage: Bool? = nil, shorterThan: Int? = nil,
        longerThan: Int? = nil
    ) {
        var conditions = RuleConditions()
        conditions.sender = sender
        conditions.senderPrefix = senderPrefix
        conditions.senderSuffix = senderSuffix
        conditions.senderDomain = senderDomain
        conditions.senderKind = senderKind
        conditions.senderCountry = senderCountry
        conditions.contains = contains
        conditions.word = word
        conditions.host = host
        conditions.hasLink = hasLink
        conditions.hasImage = hasImage
        conditions.shorterThan = shorterThan
        conditions.longerThan = longerThan
        do throws(RuleProblem) { try self.init(label, conditions) } catch { return nil }
    }
}

/// What a rule asks. `nil` asks nothing.
public struct RuleConditions: Sendable, Hashable {
    /// The whole sender. Words and e-mail addresses are compared without regard to case in ASCII,
    /// numbers as the receiver's country dials them, as lists do (`SenderNumber`): to a receiver in
    /// Korea `010-1234-5678` and `+82 10-1234-5678` are one. Equal digits are so to all receivers.
    public var sender: String?
    /// What the sender begins with. A number meets it if it does so in one of the ways to write it:
    /// as it came, from abroad, or at home. `+82` meets `821012345678` and, to a receiver in
    /// Korea, `010-1234-5678`, but never `1588-0000`. See `SenderText.begins(with:of:)`.
    public var senderPrefix: String?
    /// What the sender ends with, compared in the same way: `-MYBANK` meets `VK-MYBANK`.
    public var senderSuffix: String?
    /// The domain of an e-mail address, equal to this one or under it. It is compared as `host`,
    /// and where the label is not junk it must be plain and of one owner too.
    public var senderDomain: String?
    /// The kind of the sender, as a reader tells it.
    public var senderKind: SenderKind?
    /// ISO 3166 code of two letters. A number meets it by its calling code, so `US` and `CA` are
    /// one; a number without a calling code has that of the receiver's country.
    public var senderCountry: String?
    /// Phrases of the body, all of which must be there, at most 16. Case, width, diacritics,
    /// look-alikes, invisible characters and the amount of white space do not matter.
    public var contains: [String] = []
    /// Words or phrases of the body, compared as in `contains`, with no letter or digit of any
    /// script beside each.
    public var word: [String] = []
    /// The host of a link, equal to this one or under it: `bank.example` meets `www.bank.example`.
    /// Unless the label is junk, every link of the message must meet it, in plain ASCII, and it
    /// must be a host of one owner: neither `com` nor `github.io`.
    public var host: String?
    /// Whether the body has a link.
    public var hasLink: Bool?
    /// Whether the body has a picture; see `Message.body`.
    public var hasImage: Bool?
    /// The body has fewer characters than this, 1 to `Rule.longestBody`: folded scalars, without
    /// the invisible ones.
    public var shorterThan: Int?
    /// The body has more characters than this, 0 to `Rule.longestBody`, counted in the same way.
    public var longerThan: Int?

    /// No condition yet: `problem` says so.
    public init() {}

    /// Why these conditions make no rule, the first reason; `nil` where they do. Hosts that are no
    /// reason for trust are found when a rule is made.
    public var problem: RuleProblem? { problems.first }

    /// All that keeps these conditions from making a rule; empty where nothing does.
    public var problems: [RuleProblem] {
        var reader = RuleTextReader()
        return problems(&reader)
    }

    func problems(_ reader: inout RuleTextReader) -> [RuleProblem] {
        guard self != RuleConditions() else { return [.noCondition] }
        let long = texts.compactMap { name, text in
            let found = text.utf8.count
            return found > Rule.longestText ? RuleProblem.tooLong(name, most: Rule.longestText, found: found) : nil
        }
        return long.isEmpty ? senderProblems(&reader) + bodyProblems(&reader) : long
    }

    private func senderProblems(_ reader: inout RuleTextReader) -> [RuleProblem] {
        var problems: [RuleProblem] = []
        for (name, text) in [(RuleConditionName.sender, sender), (.senderPrefix, senderPrefix), (.senderSuffix, senderSuffix)] {
            if let text, !SenderKey(text).isUsable { problems.append(.empty(name)) }
        }
        if let senderDomain, reader.key(ofHost: senderDomain) == nil { problems.append(.host(.senderDomain)) }
        if var senderCountry, CallingCode(country: senderCountry.withUTF8(countryCode)) == nil { problems.append(.country) }
        return problems
    }

    private func bodyProblems(_ reader: inout RuleTextReader) -> [RuleProblem] {
        var problems: [RuleProblem] = []
        for (name, phrases) in [(RuleConditionName.contains, contains), (.word, word)] {
            if phrases.count > Rule.mostPhrases { problems.append(.manyPhrases(name, found: phrases.count)) }
            for phrase in phrases.prefix(Rule.mostPhrases) {
                let scalars = reader.phrase(phrase)
                // Nearly every body has a space.
                if !scalars.contains(where: { $0 != 0x20 }) { problems.append(.empty(name)) }
                if scalars.count > Rule.longestPhrase { problems.append(.longPhrase(name)) }
            }
        }
        if let host, reader.key(ofHost: host) == nil { problems.append(.host(.host)) }
        for (name, length) in [(RuleConditionName.shorterThan, shorterThan), (.longerThan, longerThan)] {
            guard let length else { continue }
            let least = name == .shorterThan ? 1 : 0
            if length < least || length > Rule.longestBody { problems.append(.length(name, least: least)) }
        }
        return problems
    }

    /// Why no rule that trusts may have these conditions; `nil` where it may.
    func problemOfTrust(_ reader: inout RuleTextReader) -> RuleProblem? {
        for (name, host) in [(RuleConditionName.senderDomain, senderDomain), (.host, host)] {
            guard var host, let key = reader.key(ofHost: host) else { continue }
            if let problem = host.withUTF8({ key.problemOfTrust($0, name) }) { return problem }
        }
        return nil
    }

    var texts: [(RuleConditionName, String)] {
        var texts: [(RuleConditionName, String)] = []
        for (name, text) in [
            (RuleConditionName.sender, sender), (.senderPrefix, senderPrefix), (.senderSuffix, senderSuffix),
            (.senderDomain, senderDomain), (.host, host),
        ] {
            if let text { texts.append((name, text)) }
        }
        for phrase in contains { texts.append((.contains, phrase)) }
        for word in word { texts.append((.word, word)) }
        return texts
    }
}

/// The conditions by their names in JSON.
public enum RuleConditionName: UInt8, Sendable, CaseIterable {
    /// The whole sender.
    case sender
    /// What the sender begins with.
    case senderPrefix
    /// What the sender ends with.
    case senderSuffix
    /// The domain of an e-mail address.
    case senderDomain
    /// The kind of the sender.
    case senderKind
    /// The country of the sender.
    case senderCountry
    /// Phrases.
    case contains
    /// Whole words.
    case word
    /// The host of a link.
    case host
    /// A link or none.
    case hasLink
    /// A picture or none.
    case hasImage
    /// Fewer characters.
    case shorterThan
    /// More characters.
    case longerThan

    /// The key in JSON.
    public var name: String {
        switch self {
        case .sender: "sender"
        case .senderPrefix: "senderPrefix"
        case .senderSuffix: "senderSuffix"
        case .senderDomain: "senderDomain"
        case .senderKind: "senderKind"
        case .senderCountry: "senderCountry"
        case .contains: "contains"
        case .word: "word"
        case .host: "host"
        case .hasLink: "hasLink"
        case .hasImage: "hasImage"
        case .shorterThan: "shorterThan"
        case .longerThan: "longerThan"
        }
    }
}

extension Label {
    /// Whether a rule takes a host as a reason for trust: all labels do, but junk. What is filed
    /// passes by the cutoffs of the model, as what is let through does.
    var trustsHosts: Bool { action != .junk }
}

extension HostKey {
    /// Why this host is no reason for trust; `nil` where it is.
    ///
    /// - Parameter host: what the key was read from.
    /// - Parameter name: the condition that asks it.
    package func problemOfTrust(_ host: UnsafeBufferPointer<UInt8>, _ name: RuleConditionName = .host) -> RuleProblem? {
        isPlain ? isShared(host) ? .sharedHost(name) : nil : .disguisedHost(name)
    }

    /// Whether anyone may have a host under this one: a single label or a public suffix.
    ///
    /// - Parameter host: what the key was read from.
    package func isShared(_ host: UnsafeBufferPointer<UInt8>) -> Bool {
        // Public suffixes of three labels are not known.
        guard labels == 2 else { return labels < 2 }
        var window = FoldedWindow(simplifiesHan: false)
        _ = window.fill(host, from: 0)
        // `HostReader` forgives white space around, and dots and a star at the ends.
        func isBeside(_ i: Int) -> Bool {
            let folded = window.scalars[i]
            return folded.kind == .space || folded.scalar == scalarValue(".") || folded.scalar == scalarValue("*")
        }
        var first = 0, end = window.count
        while first < end, isBeside(first) { first += 1 }
        while end > first, isBeside(end - 1) { end -= 1 }
        return PublicSuffix.start(of: window.scalars + first, end - first, WordTable.shared) == 0
    }
}
