// Rules: what can be wrong with a rule, and with a file of rules. Each case has what was expected
// and what was found.

/// Why some bytes are no usable file of rules.
public enum RuleFileError: Error, Equatable, CustomStringConvertible {
    /// The head, the section table or a checksum, which all files of the family have.
    case file(ModelError)
    /// A rule that cannot be read, by its number from 1.
    case rule(Int, reason: String)
    /// A list that cannot be read, by its number in the file from 1, or 0 where it is in none.
    case list(Int, reason: String)
    /// Rules that no file holds, and why.
    case content(reason: String)
    /// Rules that take more memory than they may once they are opened, in bytes.
    case tooLarge(most: Int, found: Int)

    public var description: String {
        switch self {
        case .file(let error): error.words(for: .rules)
        case .rule(let number, let reason): "rule \(number) of the file of rules is not usable: \(reason); compile it again"
        case .list(0, let reason): "the list is not usable: \(reason); compile it again"
        case .list(let number, let reason): "list \(number) of the file of rules is not usable: \(reason); compile it again"
        case .content(let reason): "the rules are not usable: \(reason)"
        case .tooLarge(let most, let found):
            "expected rules of at most \(most) bytes in memory, found \(found); leave some out, or put senders and hosts into a list"
        }
    }
}

/// Why conditions make no rule.
public enum RuleProblem: Error, Hashable, Sendable, CustomStringConvertible {
    /// A rule without a condition would meet every message.
    case noCondition
    /// Nothing is left to compare: an empty text, a sender of punctuation alone.
    case empty(RuleConditionName)
    /// A text of more bytes of UTF-8 than a rule may have.
    case tooLong(RuleConditionName, most: Int, found: Int)
    /// A phrase that folds to more than `Rule.longestPhrase` scalars.
    case longPhrase(RuleConditionName)
    /// More than `Rule.mostPhrases` in one condition.
    case manyPhrases(RuleConditionName, found: Int)
    /// Not two letters of ISO 3166, or a country that is not known.
    case country
    /// Not a host.
    case host(RuleConditionName)
    /// What is let through or filed must be plain ASCII: other hosts can pass for one that they are
    /// not.
    case disguisedHost(RuleConditionName)
    /// What is let through or filed must be one owner's.
    case sharedHost(RuleConditionName)
    /// A length below the least that can be asked, or above `Rule.longestBody`.
    case length(RuleConditionName, least: Int)

    /// The condition at fault; `nil` for `noCondition`.
    public var condition: RuleConditionName? {
        switch self {
        case .noCondition: nil
        case .empty(let name), .tooLong(let name, _, _), .longPhrase(let name), .manyPhrases(let name, _), .length(let name, _),
            .host(let name), .disguisedHost(let name), .sharedHost(let name):
            name
        case .country: .senderCountry
        }
    }

    public var description: String {
        switch self {
        case .noCondition: "expected a condition, found none"
        case .empty: "expected a text with something to compare, found nothing or marks alone"
        case .tooLong(_, let most, let found): "expected at most \(most) bytes, found \(found)"
        case .longPhrase: "expected 1 to \(Rule.longestPhrase) characters, found more"
        case .manyPhrases(_, let found): "expected at most \(Rule.mostPhrases) phrases, found \(found)"
        case .country: "expected the two letters of a country, such as KR, found none that is known"
        case .host: "expected a host such as bank.example, found none"
        case .disguisedHost:
            "expected a host in plain ASCII for what is let through or filed, found another, which may pass for one that it is not"
        case .sharedHost:
            "expected a host of one owner for what is let through or filed, found an ending that many have hosts under; add a label"
        case .length(_, let least): "expected a whole number from \(least) to \(Rule.longestBody), found another"
        }
    }
}
