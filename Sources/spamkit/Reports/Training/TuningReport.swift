// spamkit tune: its report. A line for each candidate, the best against the defaults, the answer.

import Experiments
import SpamEvaluation
import SpamTraining
import Statistics

struct TuningReport: Encodable {
    struct Candidate: Encodable {
        let options: String
        /// One in so many of the groups was looked at.
        let divisor: Int
        let figures: TrialFigures
    }

    /// Messages of the search, and held out from it.
    let messages: Int
    let heldOut: Int
    let objective: String
    let isFinished: Bool
    /// Where time ran out, if it did.
    private let unfinished: SettingsSearch.Unfinished?
    /// The last trial of each, the best first.
    let candidates: [Candidate]
    /// The best against the defaults; `nil` where these are the best.
    let lead: SettingsSearch.Lead?
    /// For `spamkit train`: the options of the answer, and those that were given.
    let train: String
    /// The number of the candidate whose options these are.
    let answer: Int

    /// The command that trains with the answer.
    private let command: String
    private let asked: Int
    private let bound: FalseJunkBound
    /// The figure that decided.
    private let deciding: Figure?
    /// The options of the best candidate.
    private let best: String
    private let isDefault: [Bool]

    private enum CodingKeys: CodingKey {
        case messages, heldOut, objective, isFinished, candidates, lead, train
    }

    init(
        _ search: SettingsSearch, _ ranking: SettingsSearch.Ranking, _ lead: SettingsSearch.Lead?, options: [[String]],
        objective: TuningObjective, given: [String], corpora: [String], out: String?
    ) {
        messages = search.messageCount
        heldOut = search.heldOutCount
        self.objective = objective.rawValue
        isFinished = ranking.isFinished
        unfinished = ranking.unfinished
        asked = options.count
        bound = search.bound
        deciding = ranking.best.map {
            objective.figure(wantedGroups: $0.figures.wantedGroups, divisor: $0.divisor, bound: search.bound)
        }
        candidates = ranking.trials.map {
            Candidate(options: options[$0.candidate].joined(separator: " "), divisor: $0.divisor, figures: $0.figures)
        }
        best = ranking.best.map { options[$0.candidate].joined(separator: " ") } ?? ""
        isDefault = ranking.trials.map { $0.candidate == 0 }
        self.lead = lead
        answer = lead?.isWon == true ? ranking.best?.candidate ?? 0 : 0
        train = (options[answer] + given).joined(separator: " ")
        command = (["spamkit train"] + corpora.map(\.quoted) + ["--out", (out ?? "tuned.spam").quoted, train])
            .joined(separator: " ")
    }

    /// The best that the table shows; the defaults always.
    private static let mostShown = 5

    /// Words break into lines of 80 columns, but for the command to copy.
    var text: String {
        let indent = String(repeating: " ", count: TuningReport.header(seconds: false).count - "options".count)
        var lines = [
            "\(candidates.count) of \(asked) settings tried on \(grouped(messages)) messages, \(grouped(heldOut)) held out; the best first.",
            "Columns: groups, all of the corpus or a part; recall, of junk at \(bound.rawValue) false junk, each chosen on the messages it is measured on; ap, average precision; f1, of junk at each model's own cutoff.",
            "", TuningReport.header(seconds: false),
        ]
        for (place, (candidate, isDefault)) in zip(candidates, isDefault).enumerated()
        where place < TuningReport.mostShown || isDefault {
            lines.append(
                TuningReport.share(candidate.divisor).padded(to: 6) + "  " + candidate.figures.words + "  "
                    + wrapped(
                        candidate.options + (isDefault ? " (the defaults)" : ""), to: 80, indent: indent, after: indent.count))
        }
        let unshown =
            candidates.count - TuningReport.mostShown - (isDefault.prefix(TuningReport.mostShown).contains(true) ? 0 : 1)
        if unshown > 0 { lines.append("\(unshown) more: --json FILE") }
        lines += ["", "By objective \(objective): \(sentence)"]
        if let lead {
            lines.append(TuningReport.line("in the search", lead.inSearch))
            lines.append(lead.heldOut.map { TuningReport.line("held out", $0) } ?? "  held out       not measured")
            lines.append(
                "The best of \(candidates.count) settings looks better in the search than it is"
                    + (lead.heldOut == nil
                        ? "; to know, hold messages out (--held-out)." : "; believe the line of messages held out."))
        }
        if let substitution { lines.append(substitution) }
        if let unfinished {
            let part = unfinished.divisor == 1 ? "all groups" : "\(TuningReport.share(unfinished.divisor)) of the groups"
            lines.append(
                "Time ran out with \(unfinished.measured) of \(unfinished.of) settings measured on \(part); to continue: more --budget, or the same command again with --journal FILE."
            )
        }
        let shown = lines.map { $0.hasPrefix(" ") ? $0 : wrapped($0, to: 80) }
        return (shown + ["", command]).joined(separator: "\n")
    }

    /// The names of the columns, of the answer or of lines on the way.
    static func header(seconds: Bool) -> String { "groups  " + (seconds ? "seconds  " : "") + "recall      ap      f1  options" }

    /// `   1/9      0.5  0.8121  0.9312  0.8860  --max-bytes 1M`
    static func line(_ trial: SettingsSearch.Trial, seconds: Double, options: String) -> String {
        [
            share(trial.divisor).padded(to: 6), decimal(seconds, places: 1).padded(to: 7), trial.figures.words, options,
        ].joined(separator: "  ")
    }

    private static func share(_ divisor: Int) -> String { divisor == 1 ? "all" : "1/\(divisor)" }

    /// Where average precision replaced the recall that was asked for, and why.
    private var substitution: String? {
        guard objective == TuningObjective.recall.rawValue else { return nil }
        let recall = Figure.recallAt(bound).description
        let figures = [("in the search", deciding?.description), ("on messages held out", lead?.heldOut?.figure)]
        let places = figures.filter { $0.1 != nil && $0.1 != recall }
        guard !places.isEmpty else { return nil }
        return
            "Average precision (ap) decides \(places.map(\.0).joined(separator: " and ")); recall at \(bound.rawValue) false junk needs the whole corpus and wanted messages of \(grouped(TuningObjective.groupsNeeded(for: bound))) templates in it."
    }

    private var sentence: String {
        switch lead?.isWon {
        case nil: "the defaults are the best that was tried."
        case true?: "the settings of the last line beat the defaults by more than chance."
        case false?:
            "nothing beats the defaults beyond noise; keep them."
                + (candidates.first?.options == best ? "" : " The best other setting: \(best)")
        }
    }

    /// `  held out       recall@0.2%  0.8120 -> 0.8340, difference [-0.0010, +0.0400] with …`
    private static func line(_ name: String, _ found: FigureDifference) -> String {
        func spelled(_ value: Double?) -> String { value.map { decimal($0, places: 4) } ?? "undefined" }
        func signed(_ value: Double) -> String { (value < 0 ? "" : "+") + decimal(value, places: 4) }
        let interval =
            found.difference.map { "difference [\(signed($0.lower)), \(signed($0.upper))] with 95 % confidence" }
            ?? "too few different groups to say how far chance goes"
        let start = "  " + rightPadded(name, to: 15)
        let words = "\(found.figure) \(spelled(found.first)) -> \(spelled(found.second)), \(interval)"
        return start + wrapped(words, to: 80, indent: String(repeating: " ", count: start.count), after: start.count)
    }
}

extension TrialFigures {
    /// Recall, average precision and F1, or what is wrong.
    var words: String {
        if let problem { return problem }
        return [recall, averagePrecision, f1].map { ($0.map { decimal($0, places: 4) } ?? "-").padded(to: 6) }.joined(
            separator: "  ")
    }
}

extension String {
    fileprivate func padded(to width: Int) -> String { String(repeating: " ", count: max(0, width - count)) + self }
}
