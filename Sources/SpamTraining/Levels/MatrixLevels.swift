// Training: all levels learned from a matrix, or from sums of messages.

extension LabelLevels {
    /// Learns all levels from some rows of a matrix.
    ///
    /// - Parameters:
    ///   - rowWeights: as of `Trainer.fit`.
    ///   - isDone: told of every fit.
    func fit(
        _ matrix: FeatureMatrix, trainer: any Trainer, rows: RowList, rowWeights: [Float] = [],
        isDone: (_ rows: Int, _ classes: Int) -> Void = { _, _ in }
    ) -> [LearnedClass] {
        // Two labels are one fit, which reads each message once anyway.
        if messagesOfLabel.count > 2, let trainer = trainer.additive,
            let sums = RowSums(
                matrix, rows: rows, cells: cells(rowWeights), newIndex: (0..<UInt32(matrix.columnCount)).map { $0 },
                columnCount: matrix.columnCount)
        {
            return sums.fit(by: trainer)
        }
        return fit(rows, rowWeights) { classes, classCount, rows, rowWeights in
            defer { isDone(rows.count, classCount) }
            return trainer.fit(matrix, classes: classes, classCount: classCount, rows: rows, rowWeights: rowWeights)
        }
    }
}
