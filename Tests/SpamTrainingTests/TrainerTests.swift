// The contract of every trainer, tested on all of them.

import Foundation
import SpamEvaluation
import Statistics
import Testing

@testable import SpamTraining

/// A trainer with its settings, named for the test's report.
struct TrainerUnderTest: CustomTestStringConvertible, Sendable {
    let trainer: any Trainer
    let testDescription: String

    init(_ testDescription: String, _ trainer: any Trainer) {
        self.trainer = trainer
        self.testDescription = testDescription
    }

    /// Whether it counts features, so that a feature without rows changes the denominators.
    var isBayes: Bool {
        trainer is NaiveBayes || trainer is NBLogisticRegression || trainer is BlendedRegression
    }
    var hasBias: Bool { (trainer as? LogisticRegression)?.settings.biasValue != 0 }
    /// Whether it ends at the optimum, not near it as the default does.
    var goesToTheEnd: Bool { (trainer as? LogisticRegression).map { $0.settings.tolerance < 1e-5 } ?? true }

    static let all = [
        TrainerUnderTest("naive Bayes", NaiveBayes()),
        TrainerUnderTest("naive Bayes, Laplace", NaiveBayes(.init(smoothing: 1))),
        TrainerUnderTest("logistic regression", LogisticRegression()),
        TrainerUnderTest("logistic regression, to the end", LogisticRegression(.init(cost: 1, tolerance: 1e-6, maxPasses: 3000))),
        TrainerUnderTest(
            "naive Bayes and logistic regression", NBLogisticRegression(.init(cost: 1, tolerance: 1e-6, maxPasses: 3000))),
        TrainerUnderTest("the mean of both", BlendedRegression(.init(cost: 1, tolerance: 1e-6, maxPasses: 3000))),
        TrainerUnderTest("logistic regression, no bias", LogisticRegression(.init(cost: 1, biasValue: 0))),
    ]

    /// At the ends of what may be set.
    static let extreme =
        [NaiveBayes.Settings.smoothings.lowerBound, NaiveBayes.Settings.smoothings.upperBound].map {
            TrainerUnderTest("smoothing \($0)", NaiveBayes(.init(smoothing: $0)))
        }
        + [LogisticRegression.Settings.costs.lowerBound, LogisticRegression.Settings.costs.upperBound].flatMap {
            [
                TrainerUnderTest("cost \($0)", LogisticRegression(.init(cost: $0))),
                TrainerUnderTest("cost \($0), the mean of both", BlendedRegression(.init(cost: $0))),
            ]
        }
}

@Suite struct TrainerTests {
    /// 48 rows of 20 columns; each class has a column of its own, which no other class has.
    private static func separable(_ classCount: Int) -> (matrix: FeatureMatrix, classes: [UInt8]) {
        var random = SplitMix(seed: 5)
        let classes = (0..<48).map { UInt8($0 % classCount) }
        let table = classes.map { c in (0..<20).map { $0 < classCount ? ($0 == c ? 2 : 0) : Int(random.next() % 5) / 3 } }
        return (FeatureMatrix(table), classes)
    }

    /// 60 rows whose columns lean to a class, with mistakes.
    private static func noisy(_ classCount: Int) -> (matrix: FeatureMatrix, classes: [UInt8]) {
        var random = SplitMix(seed: 9)
        let classes = (0..<60).map { UInt8($0 % classCount) }
        let table = classes.map { c in (0..<15).map { Int(random.next() % ($0 % classCount == c ? 4 : 8)) / 3 } }
        return (FeatureMatrix(table, norms: table.map { 1 / Float(max($0.reduce(0, +), 1)).squareRoot() }), classes)
    }

    @Test(arguments: TrainerUnderTest.all, [2, 3])
    func fittingTwiceGivesTheSameBits(_ test: TrainerUnderTest, classCount: Int) {
        let (matrix, classes) = TrainerTests.noisy(classCount)
        let first = test.trainer.fit(matrix, classes: classes, classCount: classCount)
        #expect(first.bits == test.trainer.fit(matrix, classes: classes, classCount: classCount).bits)
        #expect(first.isFinite && first.featureCount == matrix.columnCount && first.bias.count == classCount)
    }

    @Test(arguments: TrainerUnderTest.all, [2, 3, 16])
    func separableDataIsSeparated(_ test: TrainerUnderTest, classCount: Int) {
        let (matrix, classes) = TrainerTests.separable(classCount)
        let learned = test.trainer.fit(matrix, classes: classes, classCount: classCount)
        #expect((0..<matrix.rowCount).allSatisfy { learned.best(matrix, row: $0) == Int(classes[$0]) })
    }

    /// Naive Bayes adds up integers; logistic regression visits rows in its own order and reaches
    /// the same optimum.
    @Test(arguments: TrainerUnderTest.all.filter(\.goesToTheEnd), [2, 3])
    func theOrderOfRowsDoesNotMatter(_ test: TrainerUnderTest, classCount: Int) {
        let (matrix, classes) = TrainerTests.noisy(classCount)
        let rows = RowList(0..<matrix.rowCount)
        let straight = test.trainer.fit(matrix, classes: classes, classCount: classCount, rows: rows)
        let reversed = test.trainer.fit(matrix, classes: classes, classCount: classCount, rows: RowList(rows.reversed()))
        let tolerance: Float = test.trainer is NaiveBayes ? 0 : 1e-4
        #expect(zip(straight.weights, reversed.weights).allSatisfy { abs($0 - $1) <= tolerance * max(1, abs($0)) })
    }

    /// Rows that are not asked for have no influence.
    @Test(arguments: TrainerUnderTest.all, [2, 3])
    func otherRowsAreNotLookedAt(_ test: TrainerUnderTest, classCount: Int) {
        let (matrix, classes) = TrainerTests.noisy(classCount)
        let half = RowList(0..<30)
        let alone = FeatureMatrix(
            (0..<30).map { row in
                var counts = [Int](repeating: 0, count: matrix.columnCount)
                for entry in matrix.entries(ofRow: row) { counts[entry[0]] = entry[1] }
                return counts
            }, norms: Array(matrix.norms[..<30]))
        let ofAll = test.trainer.fit(matrix, classes: classes, classCount: classCount, rows: half)
        let ofHalf = test.trainer.fit(alone, classes: Array(classes[..<30]), classCount: classCount)
        #expect(ofAll.bits == ofHalf.bits)
    }

    /// A column without rows has no relative weights, and does not change the others.
    @Test(arguments: TrainerUnderTest.all, [2, 3])
    func aFeatureOfNoRowIsNoEvidence(_ test: TrainerUnderTest, classCount: Int) {
        let (matrix, classes) = TrainerTests.separable(classCount)
        var wider = matrix
        wider.renumber((0..<20).map { UInt32($0) }, columnCount: 21)
        let learned = test.trainer.fit(wider, classes: classes, classCount: classCount)
        let without = test.trainer.fit(matrix, classes: classes, classCount: classCount)
        if test.isBayes {
            // Smoothing gives it a part of each class, larger in smaller classes; see
            // NaiveBayesTests.
            let first = learned.weight(feature: 20, class: 0)
            #expect((1..<classCount).allSatisfy { abs(learned.weight(feature: 20, class: $0) - first) < 0.5 })
        } else {
            #expect((0..<classCount).allSatisfy { learned.weight(feature: 20, class: $0) == 0 })
            #expect(learned.bias == without.bias)
            #expect(Array(learned.weights.dropLast(classCount)) == without.weights)
        }
    }

    /// Counting every row twice doubles C.
    @Test(arguments: [2, 3])
    func aRowTwiceIsTwiceTheCost(classCount: Int) {
        let (matrix, classes) = TrainerTests.noisy(classCount)
        var doubled = matrix
        for row in 0..<matrix.rowCount {
            doubled.add(norm: matrix.norms[row], matrix.entries(ofRow: row).map { MatrixEntry(column: $0[0], count: $0[1]) })
        }
        func fit(_ cost: Double, _ matrix: FeatureMatrix, _ classes: [UInt8]) -> LinearWeights {
            LogisticRegression(.init(cost: cost, tolerance: 1e-7, maxPasses: 2000)).fit(
                matrix, classes: classes, classCount: classCount)
        }
        let once = fit(2, matrix, classes), twice = fit(1, doubled, classes + classes)
        #expect(zip(once.weights, twice.weights).allSatisfy { abs($0 - $1) < 1e-4 })
        #expect(zip(once.bias, twice.bias).allSatisfy { abs($0 - $1) < 1e-4 })
    }

    /// Softmax over two classes has w[1] = -w[0], so its penalty is half the square of their
    /// difference.
    @Test(arguments: [0.2, 1, 5])
    func twoClassesAreASoftmaxOfTwo(cost: Double) {
        let (matrix, classes) = TrainerTests.noisy(2)
        let rows = RowList(0..<matrix.rowCount)
        let settings = { (cost: Double) in LogisticRegression.Settings(cost: cost, tolerance: 1e-7, maxPasses: 2000) }
        let two = BinaryDual(settings(cost)).fit(matrix, classes: classes, rows: rows)
        let softmax = SoftmaxDual(settings(cost)).fit(matrix, classes: classes, classCount: 2, rows: rows)
        for row in rows {
            let a = two.scores(matrix, row: row), b = softmax.scores(matrix, row: row)
            #expect(abs((a[1] - a[0]) - (b[1] - b[0])) < 1e-4)
        }
    }

    @Test(arguments: TrainerUnderTest.extreme, [2, 4])
    func extremeSettingsStayFinite(_ test: TrainerUnderTest, classCount: Int) {
        for (matrix, classes) in [TrainerTests.noisy(classCount), TrainerTests.separable(classCount)] {
            let learned = test.trainer.fit(matrix, classes: classes, classCount: classCount)
            #expect(learned.isFinite)
        }
    }

    /// Rows without features still say how frequent a class is.
    @Test(arguments: TrainerUnderTest.all.filter(\.hasBias), [2, 4])
    func rowsWithoutFeaturesTeachTheBias(_ test: TrainerUnderTest, classCount: Int) {
        var matrix = FeatureMatrix(columnCount: 3)
        for _ in 0..<40 { matrix.add(norm: 1, []) }
        let classes = (0..<40).map { UInt8(max(0, $0 - 40 + classCount)) }  // one row of each class, but all others of the first
        let learned = test.trainer.fit(matrix, classes: classes, classCount: classCount)
        #expect(learned.isFinite && learned.best(matrix, row: 0) == 0)
        if test.trainer is NaiveBayes { #expect(abs(exp(learned.bias[1]) - 1.0 / 40) < 1e-12) }
    }

    /// Rows that differ only in their class: all that can be learned is how frequent each class is.
    /// With the default tolerance a softmax ends early and leans to the rows it visited last.
    @Test(arguments: TrainerUnderTest.all.filter(\.goesToTheEnd), [2, 4])
    func contradictionsAreEvenOdds(_ test: TrainerUnderTest, classCount: Int) {
        let classes = (0..<40).map { UInt8($0 % classCount) }
        let matrix = FeatureMatrix(Array(repeating: [1, 2, 0, 3], count: 40))
        let probabilities = softmax(test.trainer.fit(matrix, classes: classes, classCount: classCount).scores(matrix, row: 0))
        #expect(probabilities.allSatisfy { abs($0 - 1 / Double(classCount)) < 1e-5 }, "\(probabilities)")
    }
}
