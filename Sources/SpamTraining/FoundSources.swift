// Training: sources where the corpus names none. Rows of a matrix in, the number of a source for each out.

import SpamEvaluation

/// The sources of a corpus, those of a file without names found by likeness.
///
/// Asked for, not the default: across sources it tied with one source for each file or lost a little, and at home, where one source is divided, it
/// lost. The project's corpus of the language in training, ROC-AUC, recall at 1 % false junk, recall / false junk in percent at the own cutoff; at
/// home average precision and recall at 1 %, five parts by template (2026-11-22, `blend`):
///
///                     one source a file        two                      three                    six
///     English         .9964 .930 .696/0        .9964 .933 .679/0        .9963 .933 .679/0        .9963 .939 .673/0
///     Chinese         .8704 .188 .658/7.9      .8690 .164 .644/7.7      .8691 .176 .645/7.6      .8669 .156 .642/7.7
///     message80W      .9651 .591 .381/.4       .9646 .593 .374/.3       .9647 .593 .363/.3       .9639 .589 .353/.3
///     Indonesian      .9803 .481 .576/1.1      .9804 .457 .558/1.1      .9808 .466 .561/1.1      .9799 .442 .531/1.1
///     Turkish         .9966 .940 .306/0        .9967 .949 .300/0        .9967 .940 .307/0        .9968 .940 .299/0
///     home: UCI       .9906 .969               .9908 .967               .9905 .963
///     message80W      .9988 .996               .9988 .996               .9988 .996
///     Indonesian      .9952 .893               .9944 .841               .9942 .834
struct FoundSources {
    /// A file with fewer wanted messages for each source that is to be found stays one: of a handful nothing can be learned.
    static let leastWanted = 60

    /// Of every row.
    private(set) var ofRow: [UInt32]
    /// How many messages each of the sources has that were found.
    private(set) var sizes: [Int] = []

    /// - Parameters:
    ///   - isWanted: of every row of the matrix.
    ///   - sources: of every row, as the corpus has them.
    ///   - nameless: the sources that are to be divided.
    ///   - count: into how many, 2 or more.
    init(_ matrix: FeatureMatrix, isWanted: [Bool], sources: [UInt32], nameless: Set<UInt32>, count: Int, seed: UInt64) {
        precondition(count > 1, "expected two sources or more, found \(count)")
        ofRow = sources
        var next = (sources.max() ?? 0) + 1
        for source in nameless.sorted() {
            let rows = RowList(sources.indices).filter { sources[$0] == source }
            let wanted = rows.filter { isWanted[$0] && matrix.entryCount(ofRow: $0) > 0 }
            guard wanted.count >= count * FoundSources.leastWanted else { continue }
            let likeness = Likeness(matrix, learning: wanted, parts: count, seed: seed)
            let parts = likeness.nearest(rows, of: matrix)
            var sizes = [Int](repeating: 0, count: count)
            for part in parts { sizes[part] += 1 }
            let found = sizes.indices.filter { sizes[$0] > 0 }
            guard found.count > 1 else { continue }
            // The first of them is what is left of the source: a number that no row has would count as a source.
            var numbers = [UInt32](repeating: source, count: count)
            for part in found.dropFirst() {
                numbers[part] = next
                next += 1
            }
            for (row, part) in zip(rows, parts) { ofRow[row] = numbers[part] }
            self.sizes += found.map { sizes[$0] }
        }
    }
}

/// Messages divided by likeness, as spherical k-means does (Dhillon & Modha, Concept decompositions for large sparse text data using clustering,
/// Machine Learning 42, 2001) that begins with messages which k-means++ draws, the greedy form (Arthur & Vassilvitskii, SODA 2007).
///
/// A message is its features' values as trainers see them; the likeness of two is the cosine between them.
private struct Likeness {
    /// Centres are learned from so many messages at most.
    private static let sampleSize = 20_000
    /// Drawn for each centre to begin with; with one, three clear kinds of messages were missed with three seeds of eight.
    private static let candidates = 4
    /// Centres hardly move after.
    private static let mostRounds = 10

    private let scales: [Float]
    private let parts: Int
    /// For each column its value in each centre.
    private var centres: [Float]

    /// - Parameter rows: each with features.
    /// - Complexity: O(entries x parts) some ten times for a sample of the rows; 4 bytes for each column and part.
    init(_ matrix: FeatureMatrix, learning rows: RowList, parts: Int, seed: UInt64) {
        scales = matrix.scales
        self.parts = parts
        centres = Array(repeating: 0, count: matrix.columnCount * parts)
        // Together, as they are visited again and again.
        let step = (rows.count + Likeness.sampleSize - 1) / Likeness.sampleSize
        var sample = FeatureMatrix(columnCount: matrix.columnCount)
        for i in stride(from: 0, to: rows.count, by: max(1, step)) {
            var entries: [MatrixEntry] = []
            matrix.forEachEntry(ofRow: rows[i]) { entries.append($0) }
            sample.add(norm: matrix.norms[rows[i]], entries)
        }
        begin(sample, seed: seed)
        let all = RowList(0..<sample.rowCount)
        var before: [Int] = []
        for _ in 0..<Likeness.mostRounds {
            let assigned = nearest(all, of: sample)
            guard assigned != before else { break }
            before = assigned
            centre(all, assigned, of: sample)
        }
    }

    /// The parts whose centres rows are most like; of equal ones the first.
    func nearest(_ rows: RowList, of matrix: FeatureMatrix) -> [Int] {
        var nearest: [Int] = []
        nearest.reserveCapacity(rows.count)
        var products = [Float](repeating: 0, count: parts)
        matrix.forEachBlock(of: rows) { block in
            for row in rows[block] {
                for part in 0..<parts { products[part] = 0 }
                matrix.forEachValue(ofRow: row) { column, value in
                    let value = value * scales[column], first = column * parts
                    for part in 0..<parts { products[part] += value * centres[first + part] }
                }
                nearest.append(products.indices.reduce(0) { products[$1] > products[$0] ? $1 : $0 })
            }
        }
        return nearest
    }

    /// Makes messages centres: of some, each drawn the more probably the less it is like the centres before, the one that brings all closest
    /// to a centre.
    private mutating func begin(_ sample: FeatureMatrix, seed: UInt64) {
        var random = SplitMix(seed: seed)
        var distances = [Double](repeating: 1, count: sample.rowCount)
        for part in 0..<parts {
            var best = (row: 0, distances: distances, sum: Double.infinity)
            let sum = distances.reduce(0, +)
            for _ in 0..<Likeness.candidates {
                var left = Double(random.next() >> 11) * 0x1p-53 * sum
                let drawn = distances.firstIndex { distance in
                    left -= distance
                    return left < 0
                }
                // All are like one that is a centre.
                guard let drawn else { return }
                let after = zip(distances, self.distances(of: sample, to: drawn)).map { min($0, $1) }
                let sum = after.reduce(0, +)
                if sum < best.sum { best = (drawn, after, sum) }
            }
            distances = best.distances
            centre([best.row], [part], of: sample)
        }
    }

    /// How unlike all rows are to one of them, 0...1.
    private func distances(of sample: FeatureMatrix, to row: Int) -> [Double] {
        var values = [Float](repeating: 0, count: sample.columnCount)
        let length = length(row, of: sample)
        sample.forEachValue(ofRow: row) { values[$0] += $1 * scales[$0] / length }
        return (0..<sample.rowCount).map { other in
            var product: Float = 0
            sample.forEachValue(ofRow: other) { product += $1 * scales[$0] * values[$0] }
            return max(0, 1 - Double(product / self.length(other, of: sample)))
        }
    }

    /// Moves the centres that rows are assigned to into the middle of these, at length 1.
    private mutating func centre(_ rows: RowList, _ assigned: [Int], of sample: FeatureMatrix) {
        // Taken out of `self`, which is read meanwhile, without a copy.
        var centres: [Float] = []
        swap(&centres, &self.centres)
        var squares = [Double](repeating: 0, count: parts)
        let isMoved = (0..<parts).map(Set(assigned).contains)
        for i in centres.indices where isMoved[i % parts] { centres[i] = 0 }
        for (row, part) in zip(rows, assigned) {
            let length = length(row, of: sample)
            sample.forEachValue(ofRow: row) { centres[$0 * parts + part] += $1 * scales[$0] / length }
        }
        for i in centres.indices { squares[i % parts] += Double(centres[i]) * Double(centres[i]) }
        let lengths = squares.map { $0 > 0 ? Float($0.squareRoot()) : 1 }
        for i in centres.indices { centres[i] /= lengths[i % parts] }
        self.centres = centres
    }

    /// Of a row's values; 1 for a row of zeros.
    private func length(_ row: Int, of sample: FeatureMatrix) -> Float {
        var squares: Float = 0
        sample.forEachValue(ofRow: row) { squares += ($1 * scales[$0]) * ($1 * scales[$0]) }
        return squares > 0 ? squares.squareRoot() : 1
    }
}
