// spamkit crossval: what it says. The figures of all parts, and of all their messages together.

import Experiments
import SpamEvaluation
import SpamTraining
import Statistics

struct CrossValidationReport: Encodable {
    struct Part: Encodable {
        let name: String
        let trained: Int
        /// Messages of one template with messages trained on.
        let overlap: Int
        /// Why no model could be trained without it.
        let problem: String?
        let figures: EvaluationReport?
    }

    /// What the corpus was divided by.
    let by: String
    let parts: [Part]
    let pooled: EvaluationReport
    private let figures: [SourceFigures]

    private enum CodingKeys: CodingKey {
        case by, parts, pooled
    }

    init(_ division: CorpusDivision, _ found: [CrossValidationPart], costs: MistakeCosts?) {
        by = division.rawValue
        var all = Evaluation()
        for part in found { if let evaluation = part.evaluation { all.add(evaluation) } }
        pooled = EvaluationReport(all, costs: costs)
        parts = found.map {
            Part(
                name: $0.name, trained: $0.trained, overlap: $0.overlap, problem: $0.problem.map(advice),
                figures: $0.evaluation.map { EvaluationReport($0, costs: costs) })
        }
        figures = found.map(SourceFigures.init)
    }

    /// A line for each part, then all messages together. The part with the worst ranking is first;
    /// by time parts keep their order.
    ///
    /// - Parameter isFull: with all figures of the whole, in place of one screen.
    func text(isFull: Bool) -> String {
        let whole = (isFull ? pooled.text : pooled.overview).dropLast()
        return [figures.text(as: by == "template" ? "part" : by), "All of them together", "", String(whole)].joined(
            separator: "\n")
    }
}

extension SourceFigures {
    init(_ part: CrossValidationPart) {
        self.init(
            name: part.name, trained: part.trained, overlap: part.overlap, problem: part.problem.map(advice),
            evaluation: part.evaluation ?? Evaluation())
    }
}
