// What scores lack in one script.

import SpamFilter
import Statistics
import Testing

@testable import SpamTraining

@Suite struct ScriptOffsetsTests {
    private struct Known: RowScorer {
        let labels: [Label] = [.allow, .junk]
        let junk: [Double]
        func scores(_ matrix: FeatureMatrix, row: Int) -> [Double] { [0, junk[row]] }
    }

    private struct Bench {
        var matrix = FeatureMatrix()
        var vocabulary = Vocabulary()
        var labels: [Label] = [], junk: [Double] = []

        /// Messages of a script with a score of 1 in the mean if they are junk, and -1 if not, less
        /// what they lack. A row with half the norm is half as long, and has another length.
        mutating func add(_ count: Int, _ script: MessageScript, lacking: Double) {
            let columns = [5, 6].map { vocabulary.add(script.lengthFeatures[$0]) }
            var random = SplitMix(seed: script.rawValue)
            for i in 0..<count {
                let isJunk = i % 2 == 0, norm: Float = i % 4 < 2 ? 0.5 : 1
                matrix.add(norm: norm, [MatrixEntry(column: Int(columns[norm == 1 ? 0 : 1]), count: 1)])
                labels.append(isJunk ? .junk : .allow)
                let noise = (0..<8).reduce(0.0) { sum, _ in sum + Double(random.next() >> 11) / 9_007_199_254_740_992 } - 4
                junk.append((isJunk ? 1 : -1) + noise - lacking)
            }
        }

        var offsets: ScriptOffsets {
            let groups = labels.indices.map { UInt64($0) }
            let scores = OutOfFoldScores(matrix, labels: labels, groups: groups, by: Known(junk: junk))
            return ScriptOffsets(scores, matrix, vocabulary, LabelLevels(labels))
        }
    }

    @Test func whatAScriptLacksIsFound() {
        var bench = Bench()
        bench.add(600, .spaced, lacking: 0)
        bench.add(600, .hangul, lacking: 2)
        bench.add(600, .hanOrKana, lacking: 0)
        let offsets = bench.offsets, last = 600
        #expect((1.6...2.1).contains(offsets.score(last + 2, of: bench.matrix)), "\(offsets.score(last + 2, of: bench.matrix))")
        #expect(offsets.score(last, of: bench.matrix) == offsets.score(last + 2, of: bench.matrix))
        #expect(offsets.score(0, of: bench.matrix) == 0 && offsets.score(1200, of: bench.matrix) == 0)
    }

    /// Nothing is said of few messages, nor where there is nothing to compare with.
    @Test(arguments: [(600, 56, 3.0), (0, 600, 3.0), (56, 600, 3.0), (600, 600, 0.1)])
    func aScriptThatDoesNotDifferStays(spaced: Int, hangul: Int, lacking: Double) {
        var bench = Bench()
        bench.add(spaced, .spaced, lacking: 0)
        bench.add(hangul, .hangul, lacking: lacking)
        #expect(bench.offsets.isEmpty)
    }

    @Test func junkAloneHasTheWeights() {
        var bench = Bench()
        bench.add(600, .spaced, lacking: 0)
        bench.add(600, .hangul, lacking: 2)
        let zero = LearnedVector(bias: 0, weights: [0, 0, 0, 0])
        let classes = [LearnedClass(label: .allow, vectors: [zero]), LearnedClass(label: .junk, vectors: [zero, zero])]
        let offsets = bench.offsets, added = offsets.added(to: classes)
        #expect(added[0].vectors.map(\.weights) == [[0, 0, 0, 0]])
        let weight = added[1].vectors[0].weights[2]
        #expect(added[1].vectors.map(\.weights) == [[0, 0, weight, 2 * weight], [0, 0, weight, 2 * weight]])
        #expect(Double(weight) == Double(Float(offsets.score(602, of: bench.matrix))))
        // Of some columns.
        #expect(offsets.added(to: classes, columns: [2, 7])[1].vectors[0].weights == [weight, 0, 0, 0])
    }
}
