// The trainers against scikit-learn, whose values Reference/reference.py wrote.

import Foundation
import SpamEvaluation
import Statistics
import Testing

@testable import SpamTraining

/// Reference/reference.json.
private struct Reference: Decodable {
    struct Bayes: Decodable {
        let classCount: Int, usesNorms: Bool, usesScales: Bool, smoothing: Double
        let bias: [Double], logProbabilities: [[Double]]
    }

    struct Regression: Decodable {
        let classCount: Int, usesNorms: Bool, usesScales: Bool, cost: Double, biasValue: Double
        let bias: [Double], coefficients: [[Double]], decisions: [[Double]]
    }

    let counts: [[Int]], norms: [Float], scales: [Float], two: [UInt8], four: [UInt8]
    let bayes: [Bayes], regression: [Regression]

    static func read() throws -> Reference {
        let url = try #require(Bundle.module.url(forResource: "reference", withExtension: "json", subdirectory: "Reference"))
        return try JSONDecoder().decode(Reference.self, from: Data(contentsOf: url))
    }

    func matrix(usesNorms: Bool, usesScales: Bool) -> FeatureMatrix {
        var matrix = FeatureMatrix(counts, norms: usesNorms ? norms : nil)
        if usesScales { matrix = matrix.scaled(by: scales) }
        return matrix
    }

    func labels(_ classCount: Int) -> [UInt8] { classCount == 2 ? two : four }

    func scale(_ column: Int, _ usesScales: Bool) -> Double { usesScales ? Double(scales[column]) : 1 }
}

@Suite struct ReferenceTests {
    private let reference: Reference
    /// So many that further ones change only rounding errors.
    private let passes = 2000

    init() throws { reference = try .read() }

    @Test func naiveBayesIsThatOfScikitLearn() {
        #expect(reference.bayes.count == 18)
        for expected in reference.bayes {
            let matrix = reference.matrix(usesNorms: expected.usesNorms, usesScales: expected.usesScales)
            let learned = NaiveBayes(.init(smoothing: expected.smoothing))
                .fit(matrix, classes: reference.labels(expected.classCount), classCount: expected.classCount)
            for c in 0..<expected.classCount {
                #expect(abs(learned.bias[c] - expected.bias[c]) < 1e-9)
                for f in 0..<matrix.columnCount {
                    // Weights are Float, and the scale of the column is in them.
                    let logProbability = Double(learned.weight(feature: f, class: c)) / reference.scale(f, expected.usesScales)
                    let wanted = expected.logProbabilities[c][f]
                    #expect(
                        abs(logProbability - wanted) <= 1e-6 * abs(wanted),
                        "smoothing \(expected.smoothing), class \(c), column \(f)")
                }
            }
        }
    }

    /// Reached, at worst: bias 2e-6, weights 2.2e-5, decisions 1.6e-4 where they go up to 20 (cost
    /// 10, two classes, counts as they are; with norms 1e-5). Weights are Float and steps add up in
    /// them.
    @Test func logisticRegressionIsThatOfScikitLearn() {
        #expect(reference.regression.count == 24)
        for expected in reference.regression {
            let matrix = reference.matrix(usesNorms: expected.usesNorms, usesScales: expected.usesScales)
            let settings = LogisticRegression.Settings(
                // scikit-learn penalises a softmax half as much as we do: half of C is the same
                // problem.
                cost: expected.cost * (expected.classCount == 2 ? 1 : 2), biasValue: expected.biasValue, tolerance: 1e-8,
                maxPasses: passes)
            let learned = LogisticRegression(settings)
                .fit(matrix, classes: reference.labels(expected.classCount), classCount: expected.classCount)
            let name =
                "C \(expected.cost), \(expected.classCount) classes, norms \(expected.usesNorms), scales \(expected.usesScales)"
            // Two classes: the second against the first, whose weights are 0.
            let classes = expected.classCount == 2 ? [1] : Array(0..<expected.classCount)
            for (i, c) in classes.enumerated() {
                let biasError = abs(learned.bias[c] - expected.bias[i])
                var weightError = 0.0, decisionError = 0.0
                for f in 0..<matrix.columnCount {
                    let wanted = expected.coefficients[i][f] * reference.scale(f, expected.usesScales)
                    weightError = max(weightError, abs(Double(learned.weight(feature: f, class: c)) - wanted))
                }
                for row in 0..<matrix.rowCount {
                    let wanted = expected.decisions[row][i]
                    decisionError = max(decisionError, abs(learned.scores(matrix, row: row)[c] - wanted) / max(1, abs(wanted)))
                }
                #expect(
                    max(biasError, weightError) < 5e-5 && decisionError < 5e-5,
                    "\(name): bias \(biasError), weights \(weightError), decisions \(decisionError)")
            }
        }
    }

    /// By calculus alone: at the minimum the gradient of the objective is 0.
    @Test(arguments: [2, 4], [0.01, 1, 100])
    func theObjectiveIsFlatWhereLogisticRegressionStops(classCount: Int, cost: Double) {
        let matrix = reference.matrix(usesNorms: true, usesScales: true)
        let labels = reference.labels(classCount)
        let settings = LogisticRegression.Settings(cost: cost, biasValue: 1, tolerance: 1e-8, maxPasses: passes)
        let learned = LogisticRegression(settings).fit(matrix, classes: labels, classCount: classCount)

        // Two classes: w[1] alone, P(1 | row) is the sigmoid, half the penalty; else half of C,
        // whole penalty.
        let pullCost = classCount == 2 ? cost : cost / 2
        // d/dw[c] = w[c] - C sum over rows of ([c = y] - P(c | row)) x; C halved for more than two.
        for c in classCount == 2 ? [1] : Array(0..<classCount) {
            var slope = (0..<matrix.columnCount).map {
                Double(learned.weight(feature: $0, class: c)) / Double(matrix.columnScales[$0])
            }
            var biasSlope = learned.bias[c]
            for row in 0..<matrix.rowCount {
                let pull = pullCost * ((labels[row] == c ? 1 : 0) - softmax(learned.scores(matrix, row: row))[c])
                biasSlope -= pull
                matrix.forEachValue(ofRow: row) { column, value in
                    slope[column] -= pull * Double(value * matrix.columnScales[column])
                }
            }
            let worst = max(slope.map(abs).max()!, abs(biasSlope))
            #expect(worst < 1e-5 * max(1, cost), "class \(c): \(worst)")
        }
    }
}
