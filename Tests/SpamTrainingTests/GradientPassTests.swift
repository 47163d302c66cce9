// The sums of a worker against a slow computation in the textbook's words.

import Corpus
import Foundation
import SpamFilter
import Testing
import TrainingFixtures

@testable import SpamTraining

@Suite struct GradientPassTests {
    private let cluster: ClusterInMemory
    private let plan: GradientPlan

    init() throws {
        var settings = TrainingSettings()
        settings.trainer = LogisticRegression()
        cluster = try ClusterInMemory(InventedMessages.dealt(1), settings)
        try cluster.advance(to: .sum)
        plan = try cluster.plan
    }

    private func sums(_ biases: [Double], _ weights: [Float], _ messages: [LabeledMessage]) throws -> PassSums {
        let point = PassWeights(
            pass: 1, wantsCurvature: true, problems: Array(plan.problems.indices), biases: biases, weights: weights)
        return try cluster.prepared(messages).rows.withUnsafeBytes { bytes in
            try GradientPass(plan, point).sums(of: PreparedRows(bytes, plan))
        }
    }

    /// Losses, gradient and curvature by feature and vector, with `exp` and `log` of the C library.
    private func slow(_ biases: [Double], _ weights: [Float]) throws -> (
        losses: [Double], gradient: [Double], curvature: [Double]
    ) {
        let vectors = biases.count
        var losses = plan.problems.map { _ in 0.0 }
        var gradient = [Double](repeating: 0, count: weights.count), curvature = gradient
        try cluster.prepared(InventedMessages.named).rows.withUnsafeBytes { bytes in
            _ = try PreparedRows(bytes, plan).forEach { row in
                var first = 0
                for (number, problem) in plan.problems.enumerated() {
                    defer { first += problem.vectorCount }
                    guard problem.classes[row.kind] != GradientLayout.noClass else { continue }
                    var scores = (0..<problem.vectorCount).map { biases[first + $0] }
                    for i in 0..<row.entryCount {
                        let value = Double(row.entry(i).count) * Double(row.norm)
                        for v in scores.indices {
                            scores[v] += Double(weights[row.entry(i).column * vectors + first + v]) * value
                        }
                    }
                    if problem.classCount == 2 { scores.insert(0, at: 0) }
                    let total = scores.reduce(0) { $0 + exp($1) }, own = Int(problem.classes[row.kind])
                    let weight = Double(problem.weights[row.kind])
                    losses[number] += weight * (log(total) - scores[own])
                    for v in 0..<problem.vectorCount {
                        let c = problem.classCount == 2 ? 1 : v, p = exp(scores[c]) / total
                        for i in 0..<row.entryCount {
                            let value = Double(row.entry(i).count) * Double(row.norm)
                            let place = row.entry(i).column * vectors + first + v
                            gradient[place] += weight * (p - (c == own ? 1 : 0)) * value
                            curvature[place] += weight * p * (1 - p) * value * value
                        }
                    }
                }
            }
        }
        return (losses, gradient, curvature)
    }

    @Test func sumsAreThoseOfTheTextbook() throws {
        let vectors = plan.problems.reduce(0) { $0 + $1.vectorCount }
        let biases: [Double] = (0..<vectors).map { 0.1 * Double($0 % 5) - 0.2 }
        let weights: [Float] = (0..<vectors * plan.featureCount).map { Float($0 % 17) / 8 - 1 }
        let found = try sums(biases, weights, InventedMessages.named), slow = try slow(biases, weights)
        for (number, problem) in plan.problems.enumerated() {
            #expect(abs(Double(found.numbers[found.placeOfLoss(number)]) / problem.unit - slow.losses[number]) < 1e-6)
        }
        var ofVector: [RegressionProblem] = []
        for problem in plan.problems { ofVector += Array(repeating: problem, count: problem.vectorCount) }
        for place in slow.gradient.indices {
            let problem = ofVector[place % vectors]
            #expect(abs(Double(found.numbers[found.placeOfGradient + place]) / problem.unit - slow.gradient[place]) < 1e-6)
            let bend = Double(found.numbers[found.placeOfCurvature + place]) / problem.curvatureUnit
            #expect(abs(bend - slow.curvature[place]) < 1e-5)
        }
    }

    @Test func theOrderAndPartsOfRowsDoNotChangeABit() throws {
        let vectors = plan.problems.reduce(0) { $0 + $1.vectorCount }
        let biases = (0..<vectors).map { Double($0) / 7 }
        let weights = (0..<vectors * plan.featureCount).map { Float($0 % 13) / 3 - 2 }
        let messages = InventedMessages.named
        let whole = try sums(biases, weights, messages)
        #expect(try sums(biases, weights, messages.reversed()) == whole)
        for cut in [1, 7, messages.count - 1] {
            var parts = try sums(biases, weights, Array(messages[cut...]))
            try parts.add(try sums(biases, weights, Array(messages[..<cut])))
            #expect(parts == whole)
        }
    }

    /// With few bits a row's part is mostly less than half a unit. The sums are right all the same.
    @Test func roundingHasNoBias() throws {
        let few = GradientPlan(
            tokenizer: plan.tokenizer, weighting: plan.weighting, foldCount: plan.foldCount, seed: plan.seed, settingsDigest: 0,
            scoredShare: 1, kinds: plan.kinds, features: plan.features,
            problems: plan.problems.map {
                RegressionProblem(model: $0.model, classCount: $0.classCount, bits: 0, classes: $0.classes, weights: $0.weights)
            })
        let vectors = plan.problems.reduce(0) { $0 + $1.vectorCount }
        let point = PassWeights(
            pass: 1, wantsCurvature: false, problems: Array(plan.problems.indices), biases: Array(repeating: -1, count: vectors),
            weights: Array(repeating: 0, count: vectors * plan.featureCount))
        let exact = try sums(point.biases, point.weights, InventedMessages.named)
        let bytes = RowsInMemory()
        var preparing = try RowPreparing(few) { bytes.all += $0 }
        for message in InventedMessages.named { try preparing.add(message) }
        _ = try preparing.finish()
        let rough = try bytes.all.withUnsafeBytes { try GradientPass(few, point).sums(of: PreparedRows($0, few)) }
        var vector = 0
        for problem in plan.problems {
            let rows = plan.kinds.indices.filter { problem.classes[$0] != GradientLayout.noClass }
                .reduce(0.0) { $0 + Double(plan.kinds[$1].messages) }
            for v in vector..<vector + problem.vectorCount {
                let difference =
                    Double(rough.numbers[rough.placeOfBiases + v]) - Double(exact.numbers[exact.placeOfBiases + v]) / problem.unit
                // A draw's variance is at most 1/4.
                #expect(abs(difference) < 4 * (rows / 4).squareRoot(), "vector \(v)")
            }
            vector += problem.vectorCount
        }
    }

    /// A search may try points far away. No sum overflows there, and the loss says that it is far.
    @Test func farPointsHaveFiniteSums() throws {
        let vectors = plan.problems.reduce(0) { $0 + $1.vectorCount }
        let found = try sums(
            Array(repeating: 1e9, count: vectors), Array(repeating: 1e9, count: vectors * plan.featureCount),
            InventedMessages.named)
        let binary = try #require(plan.problems.firstIndex { $0.classCount == 2 })
        #expect(found.numbers[found.placeOfLoss(binary)] > 0)
    }

    @Test func foldsAreThoseOfATrainingOnMessages() throws {
        let groups = InventedMessages.named.map { $0.namedGroup! }
        let folds = folds(ofGroups: groups, count: 3, seed: 1)
        for (fold, message) in zip(folds, InventedMessages.named) {
            let kind = try #require(
                plan.kinds.first {
                    $0.cell == CellName(source: Array(message.source.utf8), label: message.label) && $0.fold == fold
                })
            #expect(kind.messages > 0)
        }
        for number in 0..<3 {
            #expect(plan.kinds.filter { $0.fold == number }.reduce(0) { $0 + Int($1.messages) } == folds.count { $0 == number })
        }
    }

    @Test func countsOfFoldsAddUpToThoseOfAllMessages() throws {
        var run = CountingRun(folds: 5, seed: 9)
        for message in InventedMessages.many { try run.add(message) }
        let folds = run.finishFolds()
        #expect(folds.count == 5)
        #expect(try merged(folds) == counts(InventedMessages.many))
        #expect(Set(folds).count == 5)
    }
}
