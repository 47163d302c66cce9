// The option of commands that decide by rules as a phone does.

import ArgumentParser
import SpamFilter
import SpamFilterIO

struct RuleArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp("A file of rules that go before the model; see spamkit rules.", valueName: "file"), completion: .file())
    var rules: String?

    /// The file, open; `nil` where none was given.
    func open() throws(RuleFileOpenError) -> RuleFile? {
        guard let rules else { return nil }
        return try openRules(rules)
    }

    /// Its rules; none where no file was given.
    ///
    /// - Parameters:
    ///   - settings: rules that go before those of the file in each tier.
    func matcher(_ view: RuleView?, settings: RuleContent = RuleContent()) throws(RuleFileOpenError) -> RuleMatcher {
        guard let view else { return RuleMatcher(settings: settings) }
        do throws(RuleFileError) {
            return try RuleMatcher(settings: settings, file: view)
        } catch {
            throw .rules(path: rules ?? "", error)
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
