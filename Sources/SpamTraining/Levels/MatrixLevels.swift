// Training: all levels learned from a matrix, or from sums of messages.

extension LabelLevels {
    /// The sums of all rows; `nil` where the trainer needs more, or they would take much memory.
    /// Two labels are one fit, which reads each message once anyway.
    func sums(_ matrix: FeatureMatrix, trainer: any Trainer, rowWeights: [Float]) -> RowSums? {
        guard messagesOfLabel.count > 2, trainer.additive != nil else { return nil }
        return RowSums(matrix, cells: cells(rowWeights))
    }

    /// Learns all levels from some rows of a matrix.
    ///
    /// - Parameters:
    ///   - sums: of all rows of the matrix.
    ///   - rowWeights: as of `Trainer.fit`.
    ///   - background: what is known beside own rows; `nil` without.
    ///   - isDone: told of every fit.
    func fit(
        _ matrix: FeatureMatrix, trainer: any Trainer, rows: RowList, rowWeights: [Float] = [], sums: RowSums? = nil,
        background: Background? = nil, isDone: (_ rows: Int, _ classes: Int) -> Void = { _, _ in }
    ) -> [LearnedClass] {
        if let sums, let trainer = trainer.additive { return sums.keeping(rows, of: matrix).fit(by: trainer) }
        func learn(
            _ matrix: FeatureMatrix, _ classes: [UInt8], _ classCount: Int, _ rows: RowList, _ rowWeights: [Float]
        ) -> LinearWeights {
            defer { isDone(rows.count, classCount) }
            return trainer.fit(matrix, classes: classes, classCount: classCount, rows: rows, rowWeights: rowWeights)
        }
        guard let background, let wantedActions else { return fit(rows, rowWeights) { learn(matrix, $0, $1, $2, $3) } }
        let ownMatrix = matrix.scaled(by: background.ownScales)
        let own = own(rows)
        let junk = wantedActions.fit(
            own, rowWeights, over: background, spread: { ownMatrix.spread(of: $0, rows: own) }
        ) { learn(ownMatrix, $0, $1, $2, $3) }
        return fit(rows, rowWeights, junk: junk) { learn(matrix, $0, $1, $2, $3) }
    }
}
