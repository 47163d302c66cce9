// Cluster: the regressions that levels of labels and a trainer pose, and what is learned of their
// solutions.

import SpamFilter

/// A fit of one level, before anything is learned. Parameters as of `Trainer.fit`.
struct PosedFit {
    let classes: [UInt8]
    let classCount: Int
    let rows: RowList
    let rowWeights: [Float]
}

extension LabelLevels {
    /// The fits of all levels, in the order in which `fit` asks for them.
    func posedFits(_ rows: RowList) -> [PosedFit] {
        var fits: [PosedFit] = []
        _ = fit(rows, []) { classes, classCount, rows, rowWeights in
            fits.append(PosedFit(classes: classes, classCount: classCount, rows: rows, rowWeights: rowWeights))
            return LinearWeights(featureCount: 0, classCount: classCount)
        }
        return fits
    }
}

/// One problem of a training, with what the driver knows of it besides the plan.
struct PosedProblem {
    let model: Int
    /// Among those of the model.
    let fit: Int
    let part: RegressionPart
    let posed: PosedFit

    /// Its place in a plan.
    func problem(_ kinds: [RowKind]) -> RegressionProblem {
        var classes = [UInt8](repeating: GradientLayout.noClass, count: kinds.count)
        var weights = [Float](repeating: 0, count: kinds.count)
        for row in posed.rows {
            classes[row] = posed.classes[row]
            weights[row] = posed.rowWeights.isEmpty ? 1 : posed.rowWeights[row]
        }
        return RegressionProblem(
            model: model, classCount: posed.classCount, bits: RegressionProblem.bits(classes, weights, kinds),
            classes: classes, weights: weights)
    }

    /// What the values of each column are multiplied with for this problem; 0 for those that are
    /// left out.
    ///
    /// - Parameters:
    ///   - scales: of the columns.
    ///   - kept: the columns that are learned from; `nil` for all.
    ///   - rows: sums of the columns.
    func scales(_ scales: [Float], keeping kept: [Int]?, _ rows: CountedRows) -> [Float] {
        guard let kept else { return part.bayes.map { weighed($0, scales, rows) } ?? scales }
        // Naive Bayes' ratios depend on how many columns there are.
        var newIndex = [UInt32](repeating: .max, count: scales.count)
        for (i, column) in kept.enumerated() { newIndex[column] = UInt32(i) }
        var fewer = rows
        fewer.renumber(newIndex, columnCount: kept.count)
        let own = kept.map { scales[$0] }, found = part.bayes.map { weighed($0, own, fewer) } ?? own
        var all = [Float](repeating: 0, count: scales.count)
        for (column, scale) in zip(kept, found) { all[column] = scale }
        return all
    }

    private func weighed(_ bayes: NaiveBayes, _ scales: [Float], _ rows: CountedRows) -> [Float] {
        let sums = FeatureSums(
            ScaledRows(rows: rows, scales: scales), classes: posed.classes, classCount: 2, rows: posed.rows,
            rowWeights: posed.rowWeights)
        return NBLogisticRegression.columnScales(bayes.fit(sums), scales)
    }
}

/// All problems of a training, in the order of the plan.
struct PosedProblems {
    let problems: [PosedProblem]

    /// - Throws: `GradientError.trainer` for one that learns neither from sums nor by a gradient.
    init(_ corpus: FoldedCorpus, _ trainer: any Trainer) throws(GradientError) {
        guard trainer.additive == nil else {
            problems = []
            return
        }
        guard let trainer = trainer as? any RegressionTrainer else { throw .trainer(trainer.name) }
        var problems: [PosedProblem] = []
        for model in corpus.models {
            guard let rows = corpus.rows(ofModel: model) else { continue }
            for (number, fit) in corpus.levels.posedFits(rows).enumerated() {
                problems += trainer.parts(classCount: fit.classCount).map {
                    PosedProblem(model: model, fit: number, part: $0, posed: fit)
                }
            }
        }
        self.problems = problems
    }

    /// What a model learned.
    ///
    /// - Parameter solution: the weights of a problem of the plan.
    func learned(
        _ model: Int, _ corpus: FoldedCorpus, _ trainer: any Trainer, solution: (Int) throws -> LinearWeights
    ) throws -> [LearnedClass]? {
        guard let rows = corpus.rows(ofModel: model) else { return nil }
        if let additive = trainer.additive { return corpus.levels.fit(corpus.rows, rows: rows, rowWeights: [], by: additive) }
        var means: [LinearWeights] = []
        for (number, problem) in problems.enumerated() where problem.model == model {
            let found = try solution(number)
            if problem.fit < means.count { means[problem.fit].average(with: found) } else { means.append(found) }
        }
        var next = means.makeIterator()
        return corpus.levels.fit(rows, []) { _, classCount, _, _ in
            next.next() ?? LinearWeights(featureCount: corpus.vocabulary.count, classCount: classCount)
        }
    }
}
