import EvaluationPage
import SpamEvaluation
@testable import SpamFilter
import Testing

extension Outcome {
    init(_ truth: String, _ action: Action, _ junkLogOdds: Double) {
        self.init(truth: Label(truth)!, predicted: Label(truth)!, action: action, junkLogOdds: junkLogOdds)
    }
}

/// A page of some outcomes by a model that calls junk from 1 and is unsure from 0.
func page(_ outcomes: [Outcome], _ change: (inout EvaluationReport) -> Void = { _ in }) -> HTMLReport {
    var evaluation = Evaluation()
    for outcome in outcomes { evaluation.add(outcome) }
    var report = EvaluationReport(evaluation)
    change(&report)
    return HTMLReport(
        model: "invented.spam", testSet: ["invented.tsv"], report: report, curve: evaluation.operatingCurve(protecting: true),
        cutoffs: PageCutoffs(DecisionPolicy(junkCutoff: 1, unsureCutoff: 0, promotionCutoff: 0, transactionCutoff: 0)))
}

/// Outcomes by the cutoffs of `page`, scores in steps.
func outcomes(_ count: Int) -> [Outcome] {
    (0..<count).map { i in
        let isJunk = i % 4 == 0
        let score = Double(i * 7919 % 10_007) / 1000 - (isJunk ? 3 : 8)
        let truth = isJunk ? "junk" : i % 4 == 1 ? "allow" : i % 4 == 2 ? "transaction/finance" : "promotion"
        return Outcome(truth, score >= 1 ? .junk : score >= 0 ? .none : .allow, score)
    }
}

/// A mistake on a text whose clues are at the given bytes.
func mistake(
    _ text: String, language: String? = nil, place: String = "invented.tsv, row 1", group: Int = 0,
    clues: [(Range<Int>?, Double)] = []
) -> Mistake {
    let verdict = Verdict(action: .junk, subAction: .none, label: .junk, junkLogOdds: 2.5, probabilities: .zero)
    return Mistake(
        place: place, truth: .allow, text: text, language: language, group: group,
        explanation: Explanation(
            verdict: verdict, favored: .junk, against: .allow, score: 2.5, bias: 0, ownExamples: 0,
            clues: clues.map {
                Clue(
                    place: $0.0.map(Clue.Place.bytes) ?? .sender, kind: $0.0 == nil ? .sender(.kind(.foreign)) : .word,
                    contribution: $0.1)
            }))
}

/// Tags that close in order, ids that are one each, and references that lead somewhere.
func expectSoundMarkup(_ html: String, sourceLocation: SourceLocation = #_sourceLocation) {
    let bare = html.replacing(#/<(style|script)[^>]*>.*?</(style|script)>/#.dotMatchesNewlines(), with: "")
    let empty: Set = ["meta", "input", "br", "wbr", "link"]
    var open: [Substring] = []
    for match in bare.matches(of: #/<(/?)([a-zA-Z][a-zA-Z0-9]*)((?:[^"<>]|"[^"<]*")*)>/#) {
        let (_, slash, name, rest) = match.output
        if slash.isEmpty {
            if !empty.contains(String(name)), !rest.hasSuffix("/") { open.append(name) }
        } else {
            #expect(open.popLast() == name, "\(match.output.0)", sourceLocation: sourceLocation)
        }
    }
    #expect(open.isEmpty, "\(open)", sourceLocation: sourceLocation)
    let ids = bare.matches(of: #/ id="([^"]*)"/#).map { String($0.output.1) }
    #expect(Set(ids).count == ids.count, "\(ids.sorted())", sourceLocation: sourceLocation)
    let references = bare.matches(of: #/ (?:aria-labelledby|for|href)="#?([^"]*)"/#).flatMap {
        $0.output.1.split(separator: " ")
    }
    for reference in references { #expect(ids.contains(String(reference)), "\(reference)", sourceLocation: sourceLocation) }
}

/// What the page's script reads.
struct PagePoints: Decodable {
    let own, wanted, unsureWanted: Int
    let lost, caught: [Int]
}
