// Rows of features: adding, and dropping columns.

import SpamEvaluation
import Statistics
import Testing

@testable import SpamTraining

@Suite struct FeatureMatrixTests {
    @Test func rowsAreReadAsTheyWereAdded() {
        var matrix = FeatureMatrix()
        matrix.add(norm: 1, [MatrixEntry(column: 4, count: 2), MatrixEntry(column: 1, count: 1)])
        matrix.add(norm: 0.5, [])
        matrix.add(norm: 0.25, [MatrixEntry(column: 2, count: 300)])
        #expect(matrix.rowCount == 3 && matrix.columnCount == 5)
        #expect(matrix.entries(ofRow: 0) == [[4, 2], [1, 1]])
        #expect(matrix.entries(ofRow: 1).isEmpty)
        // Counts end at 255; a value is count x norm.
        matrix.forEachValue(ofRow: 2) { column, value in #expect(column == 2 && value == 255 * 0.25) }
        #expect(matrix.scales == [1, 1, 1, 1, 1])
    }

    /// Random matrices, some rows empty, with some, no or all columns dropped, against filtered
    /// lists.
    @Test func renumberingDropsAndRenamesColumns() {
        var random = SplitMix(seed: 31)
        for round in 0..<200 {
            let columnCount = 1 + Int(random.next() % 12)
            let table = (0..<Int(random.next() % 9)).map { _ in
                let density = random.next() % 4  // 0: an empty row
                return (0..<columnCount).map { _ in random.next() % 4 < density ? 1 + Int(random.next() % 3) : 0 }
            }
            var keptCount: UInt32 = 0
            let newIndex = (0..<columnCount).map { _ -> UInt32 in
                guard round % 3 == 0 || round % 3 == 1 && random.next() % 2 == 0 else { return .max }
                keptCount += 1
                return keptCount - 1
            }
            var matrix = FeatureMatrix(columnCount: columnCount)
            for counts in table {
                matrix.add(
                    norm: 2,
                    counts.enumerated().filter { $0.element > 0 }.map { MatrixEntry(column: $0.offset, count: $0.element) })
            }
            let naive = (0..<table.count).map { row in
                matrix.entries(ofRow: row).filter { newIndex[$0[0]] != .max }.map { [Int(newIndex[$0[0]]), $0[1]] }
            }
            matrix.renumber(newIndex, columnCount: Int(keptCount))
            #expect(matrix.rowCount == table.count && matrix.columnCount == Int(keptCount))
            #expect((0..<table.count).map { matrix.entries(ofRow: $0) } == naive)
            #expect(matrix.rowStarts.last == matrix.entryCount)
        }
    }
}
