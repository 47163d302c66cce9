// Benchmarks: scores to figures. Verdicts are made up, so that only the measuring is measured. The
// answer is a digest of the figures.

import SpamEvaluation
import SpamFilter
import SpamTraining
import Statistics

/// Outcomes whose scores all differ. Three in ten are junk, some are wrong and some unsure. Three
/// in a row are of one group.
private func madeUpOutcomes(_ count: Int) -> [Outcome] {
    var random = SplitMix(seed: 7)
    func uniform() -> Double { Double(random.next() >> 11) / Double(1 << 53) }
    return (0..<count).map { _ in
        let isJunk = uniform() < 0.3, score = (isJunk ? 3 : -3) + 8 * (uniform() + uniform() + uniform() - 1.5)
        let truth = isJunk ? Label.junk : Label.all[[0, 2, 6, 7][Int(4 * uniform())]]
        let action: Action = score > 1 ? .junk : score > 0 ? .none : isJunk ? .allow : truth.action
        return Outcome(truth: truth, predicted: truth, action: action, junkLogOdds: score)
    }
}

private func evaluation(_ outcomes: [Outcome]) -> Evaluation {
    var evaluation = Evaluation()
    for outcome in outcomes { evaluation.add(outcome) }
    return evaluation
}

private func digest(_ figures: [Double?]) -> UInt64 {
    var digest = Digest()
    for figure in figures { digest.add(figure?.bitPattern ?? 1) }
    return digest.value
}

/// `evaluate/report`: every figure except intervals by draws. `-slices`: 72 slices of ten
/// dimensions. `-bootstrap`: their draws.
func evaluationBenchmarks(_ effort: Effort) -> [Measurement] {
    guard effort.includes("evaluate") else { return [] }
    let scored = effort.isQuick ? 10_000 : 1_000_000, drawn = effort.isQuick ? 1_000 : 100_000
    let outcomes = madeUpOutcomes(scored)
    let report = timings("evaluate/report", runs: effort.trainings, units: 1e6) {
        let report = EvaluationReport(evaluation(outcomes))
        return digest([.auc, .averagePrecision, Figure("mcc")!, .calibrationError, Figure("lam")!].map { report[$0] })
    }
    let slices = timings("evaluate/slices", runs: effort.trainings, units: 1e6) {
        var columns = SliceColumns(Array(SliceDimension.allCases.prefix(10)))
        for i in outcomes.indices { columns.add { $0 == .source ? "\(i % 9)" : i % 7 == 0 ? "yes" : "no" } }
        return digest(Slice.all(of: evaluation(outcomes), by: columns).map(\.auc))
    }
    let few = evaluation(Array(outcomes.prefix(drawn))), groups = (0..<drawn).map { UInt64($0 / 3) }
    let bootstrap = timings("evaluate/bootstrap", runs: 1, units: 1e6) {
        var random = SplitMix(seed: 1)
        let found = BootstrapIntervals(few, groups: groups, rounds: 1000, using: &random)
        return digest(["auc", "ap", "f1", "ece"].map { found.intervals[$0]?.lower })
    }
    return Measurement.both("evaluate/report-\(scored)", unit: "ms", report, naive: nil)
        + Measurement.both("evaluate/slices-\(scored)", unit: "ms", slices, naive: nil)
        + Measurement.both("evaluate/bootstrap-1000x\(drawn)", unit: "ms", bootstrap, naive: nil)
}
