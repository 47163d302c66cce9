// spamkit rules: rules and big lists of senders and hosts as one file that a filter maps.

import ArgumentParser
import Foundation
import SpamFilter
import SpamFilterIO
import Statistics

struct RulesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rules", abstract: "Compile rules and lists into a file, or show such a file.",
        subcommands: [RulesCompile.self, RulesShow.self])

    /// What a document is, for the help of those who read it.
    static let document = """
        The document is JSON: {"allow":[…],"deny":[…],"lists":[…],"rules":[…]}. An element of allow and deny is an object of \
        conditions, all of which must hold; an element of rules has a label too. Conditions: \
        \(RuleConditionName.allCases.map(\.name).joined(separator: ", ")). A list is \
        {"label":"junk","senders":"bad.txt","country":"KR"} or {"label":"allow","hosts":"ours.txt"}; its file has a sender or host a \
        line, and # begins a comment. Order: allow, deny, lists that allow, lists that deny, rules, the model.
        """
}

struct RulesCompile: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "compile", abstract: "Check a document of rules, with its lists, and write it as a file for filters.",
        discussion: """
            \(RulesCommand.document) Mistakes are named by their place, such as rules[3].senderKind, all of them.

            Example: spamkit rules compile rules.json --out mine.spamrules
            """)

    @Argument(help: ArgumentHelp("The document; - is standard input.", valueName: "document"), completion: .file())
    var document: String

    @Option(
        name: .shortAndLong, help: "Where to write the file of rules. Without it the document is only checked.",
        completion: .file())
    var out: String?

    @Flag(help: "Rules that never decide, and other warnings, are errors.")
    var strict = false

    @OptionGroup var remarks: RemarkArguments

    func run() throws {
        try checkApart([("--out", out)], from: [document])
        try checkOutput(out, as: .rules)
        let rules = try CompiledRules(document)
        try rules.report(document, strict: strict)
        let held = "\(counted(rules.content.count, "rule")), \(counted(rules.content.lists.count, "list"))"
        guard let out else {
            return try result("\(document): \(held), no mistake, \(counted(rules.warnings.count, "warning"))")
        }
        try writeAtomically(rules.bytes, to: out)
        note("\(out): \(held), \(grouped(rules.bytes.count)) bytes")
    }
}

extension RuleContent {
    /// How many rules there are, without lists.
    var count: Int { allow.count + deny.count + rules.count }
}
