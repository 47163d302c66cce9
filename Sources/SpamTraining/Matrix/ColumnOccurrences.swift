// Training: in how many rows of a matrix each column occurs.

extension FeatureMatrix {
    /// In how many rows each column occurs, and whether in rows of two groups or more.
    ///
    /// - Parameters:
    ///   - groups: the group of every row; empty to leave the second result empty.
    ///   - threads: how many look at a part of the rows each, where that takes longer than putting
    ///     the parts together.
    /// - Complexity: O(entries), and 8 bytes for each column and thread.
    func columnOccurrences(groups: [UInt64] = [], threads: Int = 1) -> (rows: [UInt32], inSeveralGroups: [Bool]) {
        columnOccurrences(groups: groups, parts: max(1, min(threads, entryCount / (4 * columnCount + (1 << 20)))))
    }

    /// The same, of parts of as many entries each.
    func columnOccurrences(groups: [UInt64], parts: Int) -> (rows: [UInt32], inSeveralGroups: [Bool]) {
        let starts = (0...parts).map { part in
            part == parts ? rowCount : rowStarts.firstIndex { $0 >= entryCount / parts * part } ?? rowCount
        }
        let found = inParallel(parts, threads: parts) { part in occurrences(of: starts[part]..<starts[part + 1], groups) }
        var all = found[0]
        for others in found.dropFirst() {
            for column in all.indices { all[column].add(others[column], groups) }
        }
        return (all.map { $0.rows }, groups.isEmpty ? [] : all.map { $0.firstRow == Occurrences.several })
    }

    private func occurrences(of rows: Range<Int>, _ groups: [UInt64]) -> [Occurrences] {
        var found = [Occurrences](repeating: Occurrences(), inLargePages: columnCount)
        found.withUnsafeMutableBufferPointer { found in
            let entries = words
            forEachBlock(count: rows.count, row: { rows.lowerBound + $0 }) { block in
                for row in rows[block.lowerBound + rows.lowerBound..<block.upperBound + rows.lowerBound] {
                    for i in rowStarts[row]..<rowStarts[row + 1] { found[Int(entries[i] >> 8)].add(row: row, groups) }
                }
            }
        }
        return found
    }
}

/// Of one column. The rows and the groups together, because every entry reads both.
private struct Occurrences {
    static let several = UInt32.max

    private(set) var rows: UInt32 = 0
    /// `several` if there are two groups.
    private(set) var firstRow: UInt32 = 0

    @inline(__always)
    mutating func add(row: Int, _ groups: [UInt64]) {
        add(Occurrences(rows: 1, firstRow: UInt32(row)), groups)
    }

    @inline(__always)
    mutating func add(_ others: Occurrences, _ groups: [UInt64]) {
        if rows == 0 {
            firstRow = others.firstRow
        } else if firstRow != Occurrences.several, others.rows > 0, !groups.isEmpty {
            let isSame = others.firstRow != Occurrences.several && groups[Int(firstRow)] == groups[Int(others.firstRow)]
            if !isSame { firstRow = Occurrences.several }
        }
        rows &+= others.rows
    }
}
