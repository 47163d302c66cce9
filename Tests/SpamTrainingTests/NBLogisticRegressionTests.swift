import Foundation
import Testing

@testable import SpamTraining

@Suite struct NBLogisticRegressionTests {
    private let classes: [UInt8] = [0, 0, 0, 1, 1, 1]
    private let matrix =
        FeatureMatrix([[2, 0, 1, 1], [1, 1, 0, 2], [3, 0, 2, 1], [0, 2, 1, 1], [1, 3, 0, 2], [0, 1, 2, 1]])
        .scaled(by: [1, 0.5, 2, 1])
    private let exact = LogisticRegression.Settings(cost: 1, tolerance: 1e-8, maxPasses: 10_000)

    private func weights(_ trainer: some Trainer, _ matrix: FeatureMatrix) -> [Double] {
        let learned = trainer.fit(matrix, classes: classes, classCount: 2)
        return (0..<4).map { Double(learned.weight(feature: $0, class: 1) - learned.weight(feature: $0, class: 0)) }
    }

    /// ln((N[f, 1] + 1) / (T[1] + 4)) - ln((N[f, 0] + 1) / (T[0] + 4)), N of scaled values, by
    /// hand.
    private let ratios: [Double] = {
        let junk = [1.0, 3, 6, 4], wanted = [6, 0.5, 6, 4]
        return zip(junk, wanted).map { log(($0 + 1) / (14 + 4)) - log(($1 + 1) / (16.5 + 4)) }
    }()

    /// With beta 0 every feature has the mean weight, and only the log-count ratio tells them
    /// apart.
    @Test func betaZeroIsNaiveBayesUpToAFactor() {
        let found = weights(NBLogisticRegression(exact, smoothing: 1, beta: 0), matrix)
        let factors = zip(zip(found, matrix.columnScales), ratios).map { $0.0.0 / (Double($0.0.1) * $0.1) }
        for factor in factors { #expect(abs(factor - factors[0]) < 1e-4 * abs(factors[0]) && factor > 0) }
    }

    /// With beta 1 it is logistic regression on values times ratios.
    @Test func betaOneIsLogisticRegressionOnScaledValues() {
        let scaled = matrix.scaled(by: zip(matrix.columnScales, ratios).map { $0 * Float($1) })
        let expected = weights(LogisticRegression(exact), scaled)
        for (a, b) in zip(weights(NBLogisticRegression(exact, smoothing: 1, beta: 1), matrix), expected) {
            #expect(abs(a - b) < 1e-4)
        }
    }

    @Test func inBetweenIsInBetween() {
        let ends = [0, 1].map { weights(NBLogisticRegression(exact, smoothing: 1, beta: $0), matrix) }
        let middle = weights(NBLogisticRegression(exact, smoothing: 1, beta: 0.25), matrix)
        for f in 0..<4 { #expect(abs(middle[f] - (0.75 * ends[0][f] + 0.25 * ends[1][f])) < 1e-4) }
    }

    /// A row of weight 3 is that row three times, for every trainer.
    @Test(arguments: 0..<4)
    func aRowOfWeightThreeIsThreeRows(_ which: Int) {
        let trainer: any Trainer = [
            NaiveBayes(.init(smoothing: 1)), LogisticRegression(exact), NBLogisticRegression(exact, smoothing: 1),
            BlendedRegression(exact),
        ][which]
        for classCount in [2, 3] {
            let classes = classCount == 2 ? classes : [0, 1, 2, 0, 1, 2]
            let thrice = FeatureMatrix(
                [[2, 0, 1, 1], [1, 1, 0, 2], [3, 0, 2, 1], [0, 2, 1, 1], [1, 3, 0, 2], [0, 1, 2, 1]] + [
                    [1, 1, 0, 2], [1, 1, 0, 2],
                ]
            ).scaled(by: matrix.columnScales)
            let expected = trainer.fit(thrice, classes: classes + [classes[1], classes[1]], classCount: classCount)
            let found = trainer.fit(
                matrix, classes: classes, classCount: classCount, rows: RowList(0..<6), rowWeights: [1, 3, 1, 1, 1, 1])
            for f in 0..<4 {
                for c in 1..<classCount {
                    let a = found.weight(feature: f, class: c) - found.weight(feature: f, class: 0)
                    let b = expected.weight(feature: f, class: c) - expected.weight(feature: f, class: 0)
                    #expect(abs(a - b) < 2e-3, "\(trainer.name) \(f) \(c)")
                }
            }
        }
    }
}
