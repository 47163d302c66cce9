import SpamEvaluation
import SpamFilter
import Statistics
import Testing

@testable import SpamTraining

/// What is learned from sums of rows is what is learned from the rows, bit for bit.
@Suite struct RowSumsTests {
    private static let names = ["allow", "transaction/finance", "transaction/orders", "promotion/offers", "junk"]
    private static let rowCount = 900, columnCount = 12

    private let matrix: FeatureMatrix
    private let labels: [Label]

    init() {
        var random = SplitMix(seed: 17)
        let labels = (0..<RowSumsTests.rowCount).map { _ in Label(RowSumsTests.names[random.below(5)])! }
        matrix = FeatureMatrix(
            labels.map { label in
                (0..<RowSumsTests.columnCount).map { max(0, random.below(4) - ($0 % 5 == label.action.rawValue ? 0 : 1)) }
            },
            norms: labels.map { _ in Float(1) / Float(1 + random.below(90)).squareRoot() })
        self.labels = labels
    }

    private func bits(_ learned: [LearnedClass]) -> [[UInt64]] {
        learned.flatMap(\.vectors).map { [$0.bias.bitPattern] + $0.weights.map { UInt64($0.bitPattern) } }
    }

    private func cells(_ sources: [UInt32] = [], _ weights: [Float] = []) -> RowCells? {
        RowCells(labels: labels, sources: sources, weights: weights)
    }

    @Test(
        arguments: [(sources: 0, weights: 0), (1, 0), (3, 0), (0, 2), (2, 3)],
        [NaiveBayes(), NaiveBayes(.init(smoothing: 1))] as [any AdditiveTrainer])
    func weightsAreThoseOfTheRows(_ kinds: (sources: Int, weights: Int), _ trainer: any AdditiveTrainer) throws {
        let sources = kinds.sources == 0 ? [] : labels.indices.map { UInt32($0 * 7 % 11 % kinds.sources) }
        let weights = kinds.weights == 0 ? [] : labels.indices.map { Float([1, 0.3, 2.5][$0 % kinds.weights]) }
        let levels = LabelLevels(labels, sources: sources)
        let sums = try #require(RowSums(matrix, cells: cells(sources, weights)))
        // The second without the promotions, as a fold may be.
        for rows in [RowList(labels.indices), RowList(labels.indices).filter { $0 % 3 > 0 && labels[$0].action != .promotion }] {
            let oneByOne = levels.fit(rows, weights) {
                trainer.fit(matrix, classes: $0, classCount: $1, rows: $2, rowWeights: $3)
            }
            #expect(oneByOne.flatMap(\.vectors).count >= 5)
            #expect(bits(sums.keeping(rows, of: matrix).fit(by: trainer)) == bits(oneByOne))
            #expect(bits(levels.fit(matrix, trainer: trainer, rows: rows, rowWeights: weights)) == bits(oneByOne))
            #expect(bits(levels.fit(matrix, trainer: trainer, rows: rows, rowWeights: weights, sums: sums)) == bits(oneByOne))
        }
    }

    @Test(arguments: [1, 2, 5])
    func columnsThatAreDroppedAreAsIfTheyHadNeverBeen(threads: Int) throws {
        let newIndex: [UInt32] = [0, .max, 1, 2, .max, 3, 4, 5, 6, 7, .max, 8]
        var kept = matrix
        kept.renumber(newIndex, columnCount: 9)
        let sums = try #require(RowSums(matrix, cells: cells(), newIndex: newIndex, columnCount: 9, threads: threads))
        let ofKept = try #require(RowSums(kept, cells: cells()))
        #expect(bits(sums.fit(by: NaiveBayes())) == bits(ofKept.fit(by: NaiveBayes())))
    }

    /// Sums know no scales: what is learned is what the rows teach.
    @Test func scaledColumnsAreReadOneByOne() {
        let scaled = matrix.scaled(by: (0..<RowSumsTests.columnCount).map { Float($0 + 1) / 4 })
        let rows = RowList(labels.indices), levels = LabelLevels(labels)
        #expect(RowSums(scaled, cells: cells()) == nil)
        #expect(levels.sums(scaled, trainer: NaiveBayes(), rowWeights: []) == nil)
        let oneByOne = levels.fit(rows, []) {
            NaiveBayes().fit(scaled, classes: $0, classCount: $1, rows: $2, rowWeights: $3)
        }
        #expect(bits(levels.fit(scaled, trainer: NaiveBayes(), rows: rows)) == bits(oneByOne))
        #expect(bits(levels.fit(matrix, trainer: NaiveBayes(), rows: rows)) != bits(oneByOne))
    }

    /// Eight sources or weights at most, and no more sums than half as many as there are entries.
    @Test func manyKindsOfRowsAreReadOneByOne() {
        #expect(cells(labels.indices.map { UInt32($0 % 8) }) != nil)
        #expect(cells(labels.indices.map { UInt32($0 % 9) }) == nil)
        #expect(cells([], labels.indices.map { Float(1 + $0 % 9) }) == nil)
        let few = RowSums(matrix, cells: cells(), newIndex: (0..<12).map { $0 }, columnCount: matrix.entryCount / 10)
        let many = RowSums(matrix, cells: cells(), newIndex: (0..<12).map { $0 }, columnCount: matrix.entryCount / 10 + 1)
        #expect(few != nil && many == nil)
    }
}
