// Training: scores of features by chi-squared. Matrix in, a score for each column out.
//
// Tied or lost compared with the default, the heaviest weights of logistic regression, so it is
// optional: Benchmarks/decisions/chi-squared.md.

/// Pearson's chi-squared of feature and label (Yang & Pedersen, A Comparative Study on Feature
/// Selection in Text Categorization, ICML 1997; Manning, Raghavan & Schütze, Introduction to
/// Information Retrieval, 2008, section 13.5.2).
///
///     X2(f, c) = n (a d - b c)^2 / ((a + b) (c + d) (a + c) (b + d))
///
/// Of the rows of the class, a have the feature and c do not; of the other rows, b have it and d do
/// not; n = a + b + c + d. The score of a feature is its highest over the classes.
enum ChiSquared {
    /// The score of every column.
    ///
    /// - Parameters:
    ///   - classes: for every row of the matrix its class, 0..<classCount.
    ///   - rows: the rows to count.
    /// - Complexity: O(entries + columns x classes).
    static func scores(_ matrix: FeatureMatrix, classes: [UInt8], classCount: Int, rows: RowList) -> [Double] {
        var having = [Int](repeating: 0, count: matrix.columnCount * classCount)
        var sizes = [Int](repeating: 0, count: classCount)
        for row in rows {
            sizes[Int(classes[row])] += 1
            matrix.forEachEntry(ofRow: row) { having[$0.column * classCount + Int(classes[row])] += 1 }
        }
        return (0..<matrix.columnCount).map { f in
            let counts = having[f * classCount..<(f + 1) * classCount]
            let all = Double(counts.reduce(0, +)), n = Double(rows.count)
            return zip(counts, sizes).reduce(0) { best, entry in
                let (count, size) = (Double(entry.0), Double(entry.1))
                let below = all * (n - all) * size * (n - size)
                // A feature or class of all rows, or of none, has no information.
                guard below > 0 else { return best }
                let difference = count * (n - size - (all - count)) - (all - count) * (size - count)
                return max(best, n * difference * difference / below)
            }
        }
    }
}
