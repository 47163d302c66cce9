// Lists of rows.

import Testing

@testable import SpamTraining

@Suite struct RowListTests {
    @Test func aListIsTheRowsItWasMadeOf() {
        let numbers = [7, 0, 3, Int(UInt32.max)]
        let rows = RowList(numbers)
        #expect(Array(rows) == numbers && rows.count == 4 && rows == [7, 0, 3, Int(UInt32.max)])
        #expect(rows.filter { $0 > 0 } == [7, 3, Int(UInt32.max)] && rows.filter { _ in false }.isEmpty)
        #expect(rows.ascending() == [0, 3, 7, Int(UInt32.max)] && rows.ascending().ascending() == rows.ascending())
        #expect(RowList([]).ascending().isEmpty && Array(rows[1..<3]) == [0, 3])
        var more = rows
        more.append(2)
        #expect(Array(more) == numbers + [2] && rows.count == 4)
    }

    /// The rows of each block are visited once, in order: 125 entries in blocks of 16, and in one
    /// block.
    @Test func blocksOfSomeRowsAreThoseOfTheRowsThemselves() {
        let matrix = FeatureMatrix((0..<50).map { row in (0..<4).map { $0 <= row % 4 ? 1 : 0 } })
        let rows = RowList((0..<50).filter { $0 % 3 != 0 }), places: RowList = [0, 4, 5, 20, 32]
        var visited: [Int] = [], alone: [Int] = [], blocks = 0
        matrix.forEachBlock(of: rows, at: places, blockEntries: 16) {
            visited += places[$0].map { rows[$0] }
            blocks += 1
        }
        let chosen = RowList(places.map { rows[$0] })
        matrix.forEachBlock(of: chosen) { alone += chosen[$0] }
        // Rows 1, 7, 8, 31 and 49 begin at entries 1, 16, 20, 76 and 121.
        #expect(visited == Array(chosen) && alone == visited && blocks == 4)
    }
}
