// The option of commands that decide by rules as a phone does.

import ArgumentParser
import SpamFilter
import SpamFilterIO

struct RuleArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp("A file of rules that go before the model; see spamkit rules.", valueName: "file"), completion: .file()
    )
    var rules: String?

    /// The file, to be kept as long as a filter of its rules; `nil` where none was given.
    func file() throws(RuleFileOpenError) -> RuleFile? {
        guard let rules else { return nil }
        return try openRules(rules)
    }

    /// The rules of the file, beside those of settings.
    func matcher(of file: borrowing RuleFile?, beside settings: RuleContent = RuleContent()) throws -> RuleMatcher {
        do throws(RuleFileError) {
            return try RuleMatcher(settings: settings, file: file)
        } catch {
            guard let rules else { throw error }
            throw RuleFileOpenError.content(path: rules, error)
        }
    }
}

extension DecidingRule {
    /// The tier and the place in it: `deny[3]`.
    var name: String {
        switch place.tier {
        case .allowLists, .denyLists: "lists[\(place.number)]"
        case .allow, .deny, .groups, .model: "\(place.tier.name)[\(place.number)]"
        }
    }
}
