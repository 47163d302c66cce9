// spamkit explain: why a model decides as it does on one message.

import ArgumentParser
import SpamEvaluation
import SpamFilter
import SpamFilterIO

struct Explain: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "explain", abstract: "Show what each part of a message adds to its score.",
        discussion: """
            The score is the natural log-odds of the most probable action against the next one. If one of the two is junk, the \
            other is everything wanted: the model separates junk from all of it. The score is the sum of the contributions and the \
            bias; with --overlay, of what own examples add too. x3 stands for three clues on one text, whose kinds follow. The \
            bias is the rest, such as how common junk is. The model holds no words, so clues are \
            shown as the text of your message.

            With --rules, the six tiers come first, in the order in which they decide: allow, deny, lists that allow, lists that deny, \
            rules, the model. The first tier that the message meets decides.

            Example: spamkit explain mine.spam --text 'Call now, free prize' --top 5
            """)

    @Argument(help: "The model file.", completion: .file())
    var model: String

    @Option(parsing: .unconditional, help: "The message.")
    var text: String

    @Option(parsing: .unconditional, help: "The sender.")
    var sender: String?

    @Option(help: "The receiver's country in two letters, such as KR.")
    var country: Country?

    @Option(help: "How many clues to show. The others are added up.")
    var top = 15

    @OptionGroup var own: OverlayArguments

    @OptionGroup var ruling: RuleArguments

    @OptionGroup var output: ReportArguments

    func validate() throws { try expectCount(top, of: "--top") }

    /// A message without its option, as somebody types it first.
    static func problem(in arguments: ArraySlice<String>) -> ValidationError? {
        let isAsked = arguments.contains { $0 == "--text" || $0.hasPrefix("--text=") }
        guard !isAsked, arguments.prefix(2).count(where: { !$0.hasPrefix("-") }) == 2 else { return nil }
        return ValidationError("expected the message by --text, found it without; write --text 'MESSAGE'")
    }

    func run() throws {
        let file = try ModelFile.whole(model)
        var classifier = try own.classifier(file.view)
        let message = Message(body: text, sender: sender, receiverCountry: country?.letters)
        let explanation = classifier.explain(message)
        let clues = MergedClue.merge(explanation.clues, in: text)
        let rules = try OpenedRules(ruling), view = rules.view
        var filter = MessageFilter(classifier, rules: rules.matcher)
        let tiers = view.map { RuleTiers($0, &filter, deciding: message) }
        let page = page(explanation, clues, file.view.policy)
        try output.report(
            ExplanationRecord(explanation, clues, tiers, hasOverlay: own.overlay != nil),
            tiers.map { ($0.lines + ["", page]).joined(separator: "\n") } ?? page)
    }

    private func page(_ e: Explanation, _ clues: [MergedClue], _ policy: DecisionPolicy) -> String {
        let sides = ScoredSides(e)
        let most = sides.favored == e.favored.description ? "" : " (\(e.favored) foremost)"
        var lines = [
            "\(sides.favored)\(most), log-odds \(number(e.score)) against \(sides.against)",
            "action \(e.verdict.action.name): \(reason(e.verdict, policy))", "",
            "\(signed(e.bias))  (bias)",
        ]
        if own.overlay != nil { lines.append("\(signed(e.ownExamples))  (own examples)") }
        let shown = clues.prefix(top).map { clue in
            (clue, text: clipped(clue.shown, to: Self.widestText) + (clue.count > 1 ? "  x\(clue.count)" : ""))
        }
        let width = shown.map { terminalColumns($0.text) }.max() ?? 0
        for (clue, text) in shown {
            let kind = clipped(clue.kind, to: max(20, Self.width - 12 - width))
            lines.append("\(signed(clue.contribution))  \(rightPadded(text, to: width))  \(kind)")
        }
        let rest = clues.dropFirst(top)
        if !rest.isEmpty {
            lines.append("\(signed(rest.reduce(0) { $0 + $1.contribution }))  (\(rest.count) smaller clues)")
        }
        lines.append("\(signed(e.score))  sum")
        return lines.joined(separator: "\n")
    }

    /// The cutoffs that made the log-odds of junk an action.
    private func reason(_ verdict: Verdict, _ policy: DecisionPolicy) -> String {
        let junk = verdict.junkLogOdds, cutoff = Double(policy.junkCutoff)
        let here = "junk has \(number(junk))"
        if junk >= cutoff, verdict.action != .junk {
            return
                "\(here); junk from \(number(cutoff)), but \(number(Double(policy.protectedJunkCutoff))) where it looks like a protected label"
        }
        return "\(here); junk from \(number(cutoff)), unsure from \(number(Double(policy.unsureCutoff)))"
    }

    /// The widths of the page, and of the words of a clue.
    private static let width = 80, widestText = 40

    private func number(_ x: Double) -> String { x == .infinity ? "never" : String(signed(x).drop { $0 == " " }) }

    /// With sign and three decimals, eight wide.
    private func signed(_ x: Double) -> String {
        // Only a malicious model has such scores.
        guard abs(x) < 1e12 else { return "\(x)" }
        let thousandths = Int((abs(x) * 1000).rounded())
        let fraction = String(thousandths % 1000)
        let digits = "\(thousandths / 1000)." + String(repeating: "0", count: 3 - fraction.count) + fraction
        let text = (x < 0 && thousandths > 0 ? "-" : "+") + digits
        return String(repeating: " ", count: max(0, 8 - text.count)) + text
    }
}

/// The names of the two sides of a score. Against junk, the other side is everything wanted.
struct ScoredSides {
    let favored: String
    let against: String

    init(_ e: Explanation) {
        let wanted = "all that is wanted"
        favored = e.against == .junk ? wanted : e.favored.description
        against = e.favored == .junk ? wanted : e.against.description
    }
}

/// An explanation as JSON.
private struct ExplanationRecord: Encodable {
    struct Clue: Encodable {
        let text: String
        let kind: String
        let start: Int?
        let end: Int?
        let contribution: Double
        let count: Int
    }

    /// The most probable action.
    let label: String
    /// What the score is for and against.
    let favored: String
    let against: String
    let action: String
    let score: Double
    let bias: Double
    /// `nil` without an overlay.
    let ownExamples: Double?
    let clues: [Clue]
    let tiers: [RuleTiers.Tier]?
    let decidedBy: String?

    init(_ e: Explanation, _ merged: [MergedClue], _ ruled: RuleTiers?, hasOverlay: Bool) {
        tiers = ruled?.tiers
        decidedBy = ruled?.decidedBy
        label = e.favored.description
        let sides = ScoredSides(e)
        (favored, against) = (sides.favored, sides.against)
        action = ruled?.action ?? e.verdict.action.name
        score = e.score
        bias = e.bias
        ownExamples = hasOverlay ? e.ownExamples : nil
        clues = merged.map {
            Clue(
                text: $0.shown, kind: $0.kind, start: $0.bytes?.lowerBound, end: $0.bytes?.upperBound,
                contribution: $0.contribution,
                count: $0.count)
        }
    }
}
