// The option of commands that decide by rules as a phone does.

import ArgumentParser
import MessageFilterExtension
import SpamFilter
import SpamFilterIO

struct RuleArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp("A file of rules that go before the model; see spamkit rules.", valueName: "file"), completion: .file()
    )
    var rules: String?

    /// Decides by the file alone; by nothing where none was given.
    func filter() throws(RuleFileOpenError) -> OfflineFilter {
        var filter = OfflineFilter()
        try install(in: &filter)
        return filter
    }

    /// Gives a filter the file.
    func install(in filter: inout OfflineFilter) throws(RuleFileOpenError) {
        guard let rules else { return }
        let file = try openRules(rules)
        do throws(RuleFileError) { try filter.replaceFile(file) } catch { throw .rules(path: rules, error) }
    }

    /// The tiers, and which of them decides a message; `nil` where no file was given.
    func tiers(deciding message: Message) throws(RuleFileOpenError) -> RuleTiers? {
        guard let rules else { return nil }
        let file = try openRules(rules)
        do throws(RuleFileError) { return try RuleTiers(file.view, deciding: message) } catch { throw .rules(path: rules, error) }
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
