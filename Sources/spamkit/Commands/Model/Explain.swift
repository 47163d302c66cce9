// spamkit explain: why a model decides as it does on one message.

import ArgumentParser
import Foundation
import SpamEvaluation
import SpamFilter
import SpamFilterIO
import Statistics

struct Explain: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "explain", abstract: "Show what each part of a message adds to its score.",
        discussion: """
            The first line says how likely junk is, where Junk begins and what the model does; log-odds are in parentheses. \
            Below it is what each part of the message adds to a sum of log-odds, whose sides the last line names. They are junk and all \
            that is wanted, also where the message is allowed. In a folder they are its action and the likeliest other, or junk and all \
            that is wanted if junk is the likeliest other. x3 stands for three clues on one text, whose kinds follow. The \
            bias is the rest of the sum, so it differs from message to message, and may take back what clues add. Leave a part out to see \
            what it does. With --overlay, own examples add their part. The model \
            holds no words, so clues are shown as the text of your message.

            With --rules, the six tiers come first, in the order in which they decide: allow, deny, lists that allow, lists that deny, \
            rules, the model. The first tier that the message meets decides.

            Example: spamkit explain mine.spam --text 'Free prize' --sender +4470001234
            """)

    @Argument(help: "The model file.", completion: .file())
    var model: String

    @Option(parsing: .unconditional, help: "The message.")
    var text: String

    @Option(parsing: .unconditional, help: "The sender.")
    var sender: String?

    @Option(help: "The receiver's country in two letters, such as KR.")
    var country: Country?

    // With the other lines these are ten.
    @Option(help: "How many clues to show, 0 for all. The others are added up.")
    var top = 5

    @Flag(help: "Explain why it is junk or not, also where it goes to a folder.")
    var junk = false

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
        let explanation = explanation(of: message, by: &classifier)
        let clues = MergedClue.merge(explanation.clues, in: text)
        let rules = try OpenedRules(ruling), view = rules.view
        var filter = MessageFilter(classifier, rules: rules.matcher)
        let tiers = view.map { RuleTiers($0, &filter, deciding: message) }
        let page = page(explanation, clues, file.view)
        try output.report(
            ExplanationRecord(explanation, clues, tiers, hasOverlay: own.overlay != nil),
            tiers.map { ($0.lines + ["", page]).joined(separator: "\n") } ?? page)
    }

    /// Why a folder was chosen; of other messages, why they are junk or not.
    private func explanation(of message: Message, by classifier: inout Classifier) -> Explanation {
        let best = classifier.explain(message), action = best.verdict.action
        let isOfFolder = action == .promotion || action == .transaction
        guard junk || !isOfFolder || best.against == .junk else { return best }
        return classifier.explainJunk(message) ?? best
    }

    private func page(_ e: Explanation, _ clues: [MergedClue], _ model: ModelView) -> String {
        var lines = [
            wrapped("action \(e.verdict.action.name): \(reason(e.verdict, model))", to: Self.width, indent: "  "),
            "\(signed(e.bias))  (bias)",
        ]
        if own.overlay != nil { lines.append("\(signed(e.ownExamples))  (own examples)") }
        let most = top == 0 ? clues.count : top
        let shown = clues.prefix(most).map { clue in
            (clue, text: clipped(clue.shown, to: Self.widestText) + (clue.count > 1 ? "  x\(clue.count)" : ""))
        }
        let width = shown.map { terminalColumns($0.text) }.max() ?? 0
        for (clue, text) in shown {
            let kind = clipped(clue.kind, to: max(20, Self.width - 12 - width))
            lines.append("\(signed(clue.contribution))  \(rightPadded(text, to: width))  \(kind)")
        }
        let rest = clues.dropFirst(most)
        if !rest.isEmpty {
            lines.append(
                "\(signed(rest.reduce(0) { $0 + $1.contribution }))  (\(counted(rest.count, "smaller clue")); --top 0 shows all)")
        }
        lines.append("\(signed(e.score))  sum: log-odds of \(e.favored) against \(e.rival)")
        return lines.joined(separator: "\n")
    }

    /// How likely junk is, and the cutoffs that made an action of it.
    private func reason(_ verdict: Verdict, _ model: ModelView) -> String {
        let junk = verdict.junkLogOdds, policy = model.policy, isProtected = model.protects(verdict)
        guard junk > -.infinity else { return "the model knows no junk" }
        let cutoff = Double(isProtected ? policy.protectedJunkCutoff : policy.junkCutoff)
        let begins = cutoff == .infinity ? "Junk never begins" : "Junk begins at \(likelihood(cutoff))"
        let words = "\(likelihood(junk, of: " junk")); \(begins)" + (isProtected ? " where it looks like a protected label" : "")
        return verdict.action == .none ? "\(words), unsure at \(likelihood(Double(policy.unsureCutoff)))" : words
    }

    /// `94 % (+2.751)`: a probability, with its log-odds.
    private func likelihood(_ logOdds: Double, of what: String = "") -> String {
        "\(probability(logOdds)) %\(what) (\(signed(logOdds).drop { $0 == " " }))"
    }

    /// The widths of the page, and of the words of a clue.
    private static let width = 80, widestText = 40

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

/// `94`, `99.2`, `over 99.99`: a probability in per cent by its log-odds, with two digits of what
/// is missing to 0 or to 100.
private func probability(_ logOdds: Double) -> String {
    let p = 1 / (1 + exp(-logOdds)), rest = 1 / (1 + exp(abs(logOdds)))
    guard rest >= 0.0001 else { return logOdds > 0 ? "over 99.99" : "below 0.01" }
    let scale = rest >= 0.095 ? 1.0 : rest >= 0.0095 ? 10 : rest >= 0.00095 ? 100 : 1000
    return ((100 * p * scale).rounded() / scale).plain
}

extension ModelView {
    /// Whether the protected labels' cutoff decides: the most probable label except junk is one.
    fileprivate func protects(_ verdict: Verdict) -> Bool {
        func best(_ places: [Int]) -> Int? { places.max { verdict.probabilities[$0] < verdict.probabilities[$1] } }
        let wanted = labels.indices.filter { labels[$0].subAction == .none && labels[$0] != .junk }
        guard let action = best(wanted) else { return false }
        let parts = labels.indices.filter { labels[$0].action == labels[action].action && labels[$0].subAction != .none }
        // A sub-action needs a third of the action's probability to be the label.
        let part = best(parts).flatMap { 3 * verdict.probabilities[$0] >= verdict.probabilities[action] ? $0 : nil }
        return [action, part].compactMap { $0 }.contains { policy.protected.contains(labels[$0]) }
    }
}

extension Explanation {
    /// What the score compares the favored action with, in words: junk stands against all others.
    fileprivate var rival: String { favored == .junk ? "all that is wanted" : against.description }
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
    /// `nil` for a model without junk.
    let junkLogOdds: Double?
    let junkProbability: Double?
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
        label = Label(e.verdict.label.action)?.description ?? e.favored.description
        favored = e.favored.description
        against = e.rival
        action = ruled?.action ?? e.verdict.action.name
        let junk = e.verdict.junkLogOdds > -.infinity ? e.verdict.junkLogOdds : nil
        junkLogOdds = junk
        junkProbability = junk.map { 1 / (1 + exp(-$0)) }
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
