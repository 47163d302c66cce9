// Weights in the steps of a file: which features stay, and what their scores are.

import Foundation
import Statistics
import Testing

@testable import SpamFilter
@testable import SpamTraining

@Suite struct CompactWeightsTests {
    private static let labels = ["allow", "junk", "promotion"].map { Label($0)! }

    /// 200 features, all in as many messages as their number.
    private let vocabulary: Vocabulary = {
        var vocabulary = Vocabulary()
        vocabulary.addMessage((1...200).map { $0 &* 0x9E37_79B9_7F4A_7C15 })
        _ = vocabulary.prune(minimumDocumentFrequency: 1, messages: Array(1...200))
        return vocabulary
    }()

    /// A row a feature.
    private let matrix: FeatureMatrix = {
        var matrix = FeatureMatrix()
        for column in 0..<200 { matrix.add(norm: 0.5, [MatrixEntry(column: column, count: 2)]) }
        return matrix
    }()

    /// Random weights for some classes.
    private func learned(classes: Int = 3) -> [LearnedClass] {
        var random = SplitMix(seed: 81)
        return CompactWeightsTests.labels.prefix(classes).enumerated().map { c, label in
            LearnedClass(
                label: label,
                vectors: c == 0 ? [] : [vector(Double(c)) { _ in Float(Int(random.next() % 20_001) - 10_000) / 3000 }])
        }
    }

    private func vector(_ bias: Double, count: Int = 200, _ weight: (Int) -> Float) -> LearnedVector {
        LearnedVector(bias: bias, weights: (0..<count).map(weight))
    }

    /// As many steps up to the largest weight of a class as bits allow, each weight to the nearest
    /// step.
    @Test(arguments: [(2, 31), (3, 127)])
    func quantisingLosesHalfAStepAtMost(classes: Int, top: Int) throws {
        let learned = learned(classes: classes)
        let compact = CompactWeights(matrix, vocabulary, mostBuckets: 100, learnsAgain: true) { _, _ in learned }
        #expect(compact.columns.count > 190 && compact.vectors.count == classes - 1)
        #expect(compact.classes.map(\.vectors.count) == (0..<classes).map { $0 == 0 ? 0 : 1 })
        for (row, column) in compact.columns.enumerated() {
            for (v, vector) in compact.vectors.enumerated() {
                let kept = vector.scale * Float(compact.steps[row * compact.vectors.count + v])
                #expect(abs(learned[v + 1].vectors[0].weights[column] - kept) <= vector.scale / 2 * 1.0001)
            }
        }
        #expect(compact.steps.map { abs(Int($0)) }.max() == top)
    }

    @Test func featuresThatRoundToNothingAreLeftOut() throws {
        var vocabulary = Vocabulary()
        vocabulary.addMessage([1, 2, 3, 4])
        _ = vocabulary.prune(minimumDocumentFrequency: 1, messages: [1, 1, 1, 1])
        var matrix = FeatureMatrix()
        matrix.add(norm: 1, (0..<4).map { MatrixEntry(column: $0, count: 1) })
        let compact = CompactWeights(matrix, vocabulary, mostBuckets: 1, learnsAgain: true) { _, _ in
            [
                LearnedClass(label: .allow, vectors: []),
                LearnedClass(label: .junk, vectors: [LearnedVector(bias: 0, weights: [31, 0.4, -0.6, 0])]),
            ]
        }
        #expect(compact.columns == [0, 2] && compact.steps == [31, -1])
    }

    /// Of each bucket the heaviest eight: the largest weight of any class x the root of the number
    /// of messages. They are learned again.
    @Test func theHeaviestStayAndAreLearnedAgain() throws {
        let learned = learned()
        var fits: [Int] = []
        let compact = CompactWeights(matrix, vocabulary, mostBuckets: 5, learnsAgain: true) { matrix, _ in
            fits.append(matrix.columnCount)
            if matrix.columnCount == 200 { return learned }
            #expect(matrix.rowCount == 200 && matrix.entryCount == matrix.columnCount)
            return learned.map { entry in
                let again = vector(0, count: matrix.columnCount) { $0 % 2 == 0 ? 5 : -5 }
                return LearnedClass(label: entry.label, vectors: entry.vectors.map { _ in again })
            }
        }
        #expect(fits == [200, compact.columns.count] && compact.columns.count == 40)
        #expect(Set(compact.steps) == [127, -127])
        let heaviest = (0..<200).sorted {
            func weight(_ f: Int) -> Float {
                max(abs(learned[1].vectors[0].weights[f]), abs(learned[2].vectors[0].weights[f])) * Float(f + 1).squareRoot()
            }
            return weight($0) > weight($1)
        }
        let byBucket = Dictionary(grouping: heaviest) { vocabulary.features[$0].multipliedFullWidth(by: UInt64(5)).high }
        #expect(Set(compact.columns) == Set(byBucket.values.flatMap { $0.prefix(8) }))
    }

    /// Scores are those of the steps, so of the file; features that did not stay add nothing.
    @Test func scoresAreThoseOfTheFile() throws {
        let learned = learned()
        let compact = CompactWeights(matrix, vocabulary, mostBuckets: 5, learnsAgain: true) { matrix, _ in
            matrix.columnCount == 200
                ? learned
                : learned.map { entry in
                    LearnedClass(
                        label: entry.label,
                        vectors: entry.vectors.map {
                            LearnedVector(bias: $0.bias, weights: Array($0.weights.prefix(matrix.columnCount)))
                        })
                }
        }
        for column in 0..<200 {
            let scores = compact.reading(vocabulary.features).scores(matrix, row: column)
            #expect(scores[0] == 0)
            let row = compact.columns.firstIndex(of: column)
            for (v, vector) in compact.vectors.enumerated() {
                let step = row.map { Double(compact.steps[$0 * 2 + v]) } ?? 0
                #expect(scores[v + 1] == Double(vector.bias) + Double(vector.scale) * step * 2 * 0.5)
            }
        }
    }

    /// Several vectors of a class are one score, as the phone has it: what calibration is told of
    /// must be what it is for.
    @Test(arguments: VectorCombination.allCases)
    func vectorsAreCombinedAsOnThePhone(combination: VectorCombination) throws {
        func compact(_ vectors: [LearnedVector]) -> CompactWeights {
            CompactWeights(matrix, vocabulary, mostBuckets: 100, learnsAgain: false) { _, _ in
                [
                    LearnedClass(label: .allow, vectors: []),
                    LearnedClass(label: .junk, vectors: vectors, combination: combination),
                    // All have the same features.
                    LearnedClass(label: Label(.promotion)!, vectors: vectors),
                ]
            }
        }
        let vectors = [0.3, -0.2, 0.9].map { bias in vector(bias) { Float($0 % 7) + 1 + Float(bias) } }
        let together = compact(vectors).reading(vocabulary.features)
        for column in 0..<200 {
            let own = (0..<3).map { v in
                let row = together.columns.firstIndex(of: column)
                let step = row.map { Double(together.steps[$0 * 6 + v]) } ?? 0
                return Double(together.vectors[v].bias) + Double(together.vectors[v].scale) * step
            }
            let expected =
                switch combination {
                case .sum: own.reduce(0, +)
                case .softMinimum: -log(own.reduce(0) { $0 + exp(-$1) })
                }
            #expect(abs(together.scores(matrix, row: column)[1] - expected) < 1e-6)
        }
    }
}
