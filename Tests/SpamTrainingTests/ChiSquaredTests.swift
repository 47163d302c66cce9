// Features by chi-squared: by hand, and in a run.

import Corpus
import SpamFilter
import Testing
import TrainingFixtures

@testable import SpamTraining

@Suite struct ChiSquaredTests {
    /// Manning, Raghavan & Schütze, Introduction to Information Retrieval (2008), example 13.4:
    /// `export` and the class poultry in RCV1, 801,948 documents in cells of 49, 27,652, 141 and
    /// 774,106, have a chi-squared of about 284. Here all cells but the smallest are a hundredth.
    @Test func cellsGiveTheBooksFormula() {
        let cells = (a: 49, b: 277, c: 141, d: 7741)
        let having = cells.a + cells.b, n = having + cells.c + cells.d
        let matrix = FeatureMatrix((0..<n).map { [$0 < having ? 1 : 0] })
        let classes: [UInt8] = (0..<n).map { $0 < cells.a || ($0 >= having && $0 < having + cells.c) ? 1 : 0 }
        // The sum over cells of (observed - expected)^2 / expected, which the formula sums up.
        let sides = [
            (cells.a, having, 190), (cells.b, having, n - 190), (cells.c, n - having, 190), (cells.d, n - having, n - 190),
        ]
        let expected = sides.reduce(0.0) { sum, cell in
            let mean = Double(cell.1) * Double(cell.2) / Double(n)
            return sum + (Double(cell.0) - mean) * (Double(cell.0) - mean) / mean
        }
        let found = ChiSquared.scores(matrix, classes: classes, classCount: 2, rows: RowList(0..<n))
        #expect(abs(found[0] - expected) < 1e-6 * expected, "\(found[0]), expected \(expected)")
    }

    @Test func whatTellsNothingComesLast() {
        // In all rows; in one class alone; in half of each; in none.
        let matrix = FeatureMatrix([[1, 3, 1, 0], [1, 1, 0, 0], [1, 0, 1, 0], [1, 0, 0, 0]])
        let classes: [UInt8] = [1, 1, 0, 0]
        #expect(ChiSquared.scores(matrix, classes: classes, classCount: 2, rows: RowList(0..<4)) == [0, 4, 0, 0])
        func best(_ count: Int, rows: RowList) -> [Int] {
            FeatureSelection(count: count)
                .best(ChiSquared.scores(matrix, classes: classes, classCount: 2, rows: rows))
        }
        #expect(
            best(1, rows: [0, 1, 2, 3]) == [1] && best(2, rows: [0, 1, 2, 3]) == [0, 1] && best(9, rows: [3]) == [0, 1, 2, 3])
        // Other rows are not looked at.
        #expect(best(1, rows: [0, 3]) == [1] && best(1, rows: [1, 2]) == [1] && best(1, rows: [0, 2]) == [1])
    }

    @Test func aModelHasNoMoreFeaturesThanAreLookedAt() throws {
        let messages = InventedMessages.all
        func features(_ count: Int?) throws -> Set<UInt64> {
            let selection = count.map { FeatureSelection(count: $0) }
            return Set(try train(messages) { ($0.minDocumentFrequency, $0.selection) = (1, selection) }.content.features)
        }
        let few = try features(40), all = try features(nil)
        #expect(few.count <= 40 && few.count > 20 && few.isSubset(of: all) && all.count > 100)
        #expect(try features(1_000_000) == all)
        let model = try train(messages) { $0.selection = FeatureSelection(count: 40) }
        #expect(try withModel(model.bytes) { try #require(ModelCard($0)) }.settings["select"] == "chi2=40")
    }
}
