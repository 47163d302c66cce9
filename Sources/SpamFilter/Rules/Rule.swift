// Rules: what a user said about some messages. A rule goes before the score and needs no model.

/// A message that meets every condition given has this label, at any score.
///
/// ```swift
/// Rule(.allow, sender: "MYBANK")                              // let it through
/// Rule(.junk, senderPrefix: "+82", contains: "[Web발신]")     // both must hold
/// Rule(.junk, hasImage: true)
/// ```
public struct Rule: Sendable, Hashable {
    /// `allow` lets a message through, `junk` denies it; every other label files it.
    public let label: Label
    /// What a message must meet, all of it.
    public let conditions: RuleConditions

    /// The most scalars that `contains` and `word` may fold to.
    public static let longestPhrase = 256
    /// The most bytes in UTF-8 of any text of a rule.
    public static let longestText = 4096
    /// The most characters that `shorterThan` and `longerThan` may ask for.
    public static let longestBody = 1 << 20

    /// - Throws: the first condition that cannot be asked, and why.
    public init(_ label: Label, _ conditions: RuleConditions) throws(RuleProblem) {
        if let problem = conditions.problem { throw problem }
        if label == .allow, let host = conditions.host, RuleConditions.key(ofHost: host)?.isPlain == false {
            throw .disguisedHost
        }
        self.label = label
        self.conditions = conditions
    }

    /// `nil` where no condition is given, or one that cannot be asked; see `RuleProblem`.
    public init?(
        _ label: Label, sender: String? = nil, senderPrefix: String? = nil, senderKind: SenderKind? = nil,
        senderCountry: String? = nil, contains: String? = nil, word: String? = nil, host: String? = nil,
        hasLink: Bool? = nil, hasImage: Bool? = nil, shorterThan: Int? = nil, longerThan: Int? = nil
    ) {
        var conditions = RuleConditions()
        conditions.sender = sender
        conditions.senderPrefix = senderPrefix
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
    /// The whole sender. Numbers are compared by their digits, words and e-mail addresses without
    /// regard to case in ASCII; see `SenderKey`.
    public var sender: String?
    /// What the sender begins with, compared in the same way. The system sometimes leaves out the
    /// `+` of a number, so a missing `+` is forgiven where the number is surely international:
    /// `+82` meets `821012345678`, and `82` meets `+82 10-1234-5678`, but `+1` does not meet
    /// `1588-0000`. See `SenderText.begins(with:of:country:)`.
    public var senderPrefix: String?
    public var senderKind: SenderKind?
    /// ISO 3166 code of two letters. A number meets it by its calling code, so `US` and `CA` are
    /// one; a number without a calling code has that of the receiver's country.
    public var senderCountry: String?
    /// A phrase of the body. Case, width, diacritics, look-alikes, invisible characters and the
    /// amount of white space do not matter.
    public var contains: String?
    /// The same, with no letter or digit of any script beside it.
    public var word: String?
    /// The host of a link, equal to this one or under it: `bank.example` meets `www.bank.example`.
    /// Where the label is `allow`, every link of the message must meet it, in plain ASCII.
    public var host: String?
    public var hasLink: Bool?
    /// Whether the body has a picture (U+FFFC).
    public var hasImage: Bool?
    /// The body has fewer characters: folded scalars, without the invisible ones.
    public var shorterThan: Int?
    /// The body has more characters.
    public var longerThan: Int?

    public init() {}

    /// Why these conditions make no rule; `nil` where they do.
    public var problem: RuleProblem? { problems.first }

    /// All that keeps these conditions from making a rule.
    public var problems: [RuleProblem] {
        guard self != RuleConditions() else { return [.noCondition] }
        let long = texts.compactMap { name, text in
            text.flatMap { text -> RuleProblem? in
                let found = text.utf8.count
                return found > Rule.longestText ? .tooLong(name, most: Rule.longestText, found: found) : nil
            }
        }
        return long.isEmpty ? senderProblems + bodyProblems : long
    }

    private var senderProblems: [RuleProblem] {
        var problems: [RuleProblem] = []
        if let sender, !SenderKey(sender).isUsable { problems.append(.empty(.sender)) }
        if let senderPrefix, !SenderKey(senderPrefix).isUsable { problems.append(.empty(.senderPrefix)) }
        if var senderCountry, CallingCode(country: senderCountry.withUTF8(countryCode)) == nil { problems.append(.country) }
        return problems
    }

    private var bodyProblems: [RuleProblem] {
        var problems: [RuleProblem] = []
        for (name, phrase) in [(RuleConditionName.contains, contains), (.word, word)] {
            guard var phrase else { continue }
            var window = FoldedWindow(simplifiesHan: true)
            let length = phrase.withUTF8 { window.folded($0).count }
            if length == 0 { problems.append(.empty(name)) }
            if length > Rule.longestPhrase { problems.append(.longPhrase(name)) }
        }
        if let host, RuleConditions.key(ofHost: host) == nil { problems.append(.host) }
        for (name, length) in [(RuleConditionName.shorterThan, shorterThan), (.longerThan, longerThan)] {
            guard let length else { continue }
            let least = name == .shorterThan ? 1 : 0
            if length < least || length > Rule.longestBody { problems.append(.length(name, least: least)) }
        }
        return problems
    }

    static func key(ofHost host: String) -> HostKey? {
        var host = host, reader = HostReader()
        return host.withUTF8 { reader.key(of: $0) }
    }

    private var texts: [(RuleConditionName, String?)] {
        [(.sender, sender), (.senderPrefix, senderPrefix), (.contains, contains), (.word, word), (.host, host)]
    }
}

/// The conditions by their names in JSON.
public enum RuleConditionName: UInt8, Sendable, CaseIterable {
    case sender, senderPrefix, senderKind, senderCountry, contains, word, host, hasLink, hasImage, shorterThan, longerThan

    public var name: String {
        switch self {
        case .sender: "sender"
        case .senderPrefix: "senderPrefix"
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

/// Why conditions make no rule.
public enum RuleProblem: Error, Hashable, Sendable, CustomStringConvertible {
    case noCondition
    /// Nothing is left to compare: an empty text, a sender of punctuation alone.
    case empty(RuleConditionName)
    /// In bytes.
    case tooLong(RuleConditionName, most: Int, found: Int)
    case longPhrase(RuleConditionName)
    case country
    case host
    /// What is let through must be plain ASCII: other hosts can pass for one that they are not.
    case disguisedHost
    case length(RuleConditionName, least: Int)

    /// The condition at fault, `nil` where there is none.
    public var condition: RuleConditionName? {
        switch self {
        case .noCondition: nil
        case .empty(let name), .tooLong(let name, _, _), .longPhrase(let name), .length(let name, _): name
        case .country: .senderCountry
        case .host, .disguisedHost: .host
        }
    }

    public var description: String {
        switch self {
        case .noCondition: "expected a condition, found none"
        case .empty: "expected a text with something to compare, found nothing or marks alone"
        case .tooLong(_, let most, let found): "expected at most \(most) bytes, found \(found)"
        case .longPhrase: "expected 1 to \(Rule.longestPhrase) characters, found more"
        case .country: "expected the two letters of a country, such as KR, found none that is known"
        case .host: "expected a host such as bank.example, found none"
        case .disguisedHost:
            "expected a host in plain ASCII for what is let through, found another, which may pass for one that it is not"
        case .length(_, let least): "expected a whole number from \(least) to \(Rule.longestBody), found another"
        }
    }
}
