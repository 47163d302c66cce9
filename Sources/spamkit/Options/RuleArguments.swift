// The option of commands that decide by rules as a phone does.

import ArgumentParser
import SpamFilter
import SpamFilterIO

struct RuleArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp("A file of rules that go before the model; see spamkit rules.", valueName: "file"), completion: .file()
    )
    var rules: String?
}

/// The rules of a file, if one was given, with those of settings.
struct OpenedRules: ~Copyable {
    /// The file, which a filter of the rules reads in place: it must live as long.
    let file: RuleFile?
    let matcher: RuleMatcher

    var view: RuleView? {
        switch file {
        case .some(let file): file.view
        case .none: nil
        }
    }

    /// No rules.
    init() {
        matcher = RuleMatcher([])
        file = nil
    }

    init(_ arguments: RuleArguments, beside settings: RuleContent = RuleContent()) throws {
        guard let path = arguments.rules else {
            matcher = try RuleMatcher(settings: settings)
            file = nil
            return
        }
        let file = try openRules(path)
        matcher = try OpenedRules.matcher(settings, file.view, of: path)
        self.file = consume file
    }

    private static func matcher(
        _ settings: RuleContent, _ file: RuleView, of path: String
    ) throws(RuleFileOpenError) -> RuleMatcher {
        do throws(RuleFileError) {
            return try RuleMatcher(settings: settings, file: file)
        } catch {
            throw .content(path: path, error)
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
