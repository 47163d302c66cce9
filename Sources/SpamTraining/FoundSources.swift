// Training: sources where the corpus names none. Rows of a matrix in, the number of a source for each out.

import SpamEvaluation

/// The sources of a corpus, those of a file without names found by likeness.
///
/// Asked for, not the default. Beside one source for each file it tied or lost a little across sources, the project's corpus of the language in training,
/// and lost at home, where one source is divided. ROC-AUC, recall at 1 %, recall / false junk in percent at the own cutoff; average precision, recall
/// at 1 % inside the training parts (2026-11-22):
///
///     English     one .9964 .930 .696/0     two .9963 .930 .689/0     three .9963 .926 .680/0     six .9964 .936 .673/0
///     Chinese         .8704 .188 .658/7.9       .8692 .166 .650/7.7         .8668 .161 .631/7.5       .8670 .141 .630/7.4
///     message80W      .9651 .591 .381/.4        .9652 .593 .373/.3          .9651 .597 .371/.3        .9635 .586 .344/.3
///     Indonesian      .9803 .481 .576/1.1       .9806 .460 .555/1.1         .9806 .454 .552/1.1       .9802 .430 .534/1.1
///     Turkish         .9966 .940 .306/0         .9967 .946 .304/0           .9968 .948 .306/0         .9969 .945 .294/0
///     at home: UCI .9906 .969, .9908 .967, .9905 .963; message80W .9988 .996 all; Indonesian .9952 .893, .9944 .841, .9942 .834
struct FoundSources {
    /// Of every row.
    private(set) var ofRow: [UInt32]
    /// How many messages each of the sources has that were found.
    private(set) var sizes: [Int] = []

    /// - Parameters:
    ///   - isWanted: of every row of the matrix.
    ///   - sources: of every row, as the corpus has them.
    ///   - nameless: the sources that are to be divided; one with few wanted messages stays whole.
    ///   - count: into how many, 2 or more.
    init(_ matrix: FeatureMatrix, isWanted: [Bool], sources: [UInt32], nameless: Set<UInt32>, count: Int, seed: UInt64) {
        precondition(count > 1, "expected two sources or more, found \(count)")
        ofRow = sources
        var next = (sources.max() ?? 0) + 1
        for source in nameless.sorted() {
            let rows = sources.indices.filter { sources[$0] == source }
            let wanted = rows.filter { isWanted[$0] }
            guard wanted.count >= count * WantedKinds.leastJunk else { continue }
            let parts = Likeness(matrix, learning: wanted, parts: count, seed: seed)
            var sizes = [Int](repeating: 0, count: count)
            for row in rows {
                let part = parts.nearest(row)
                sizes[part] += 1
                ofRow[row] = next + UInt32(part)
            }
            next += UInt32(count)
            self.sizes += sizes.filter { $0 > 0 }
        }
    }
}

/// Messages divided by likeness, as spherical k-means does (Dhillon & Modha, Concept decompositions for large sparse text data using clustering,
/// Machine Learning 42, 2001) that begins with messages which k-means++ draws, the greedy form (Arthur & Vassilvitskii, SODA 2007).
///
/// A message is its features' values as trainers see them; the likeness of two is the cosine between them.
private struct Likeness {
    /// Centres are learned from about so many messages.
    private static let sampleSize = 20_000
    /// Drawn for each centre to begin with.
    private static let candidates = 4
    /// Centres hardly move after.
    private static let mostRounds = 10

    private let matrix: FeatureMatrix
    private let scales: [Float]
    private let parts: Int
    /// For each column its value in each centre.
    private var centres: [Float]

    /// - Complexity: O(entries x parts) some ten times.
    init(_ matrix: FeatureMatrix, learning rows: [Int], parts: Int, seed: UInt64) {
        self.matrix = matrix
        scales = matrix.scales
        self.parts = parts
        centres = Array(repeating: 0, count: matrix.columnCount * parts)
        let sample = stride(from: 0, to: rows.count, by: max(1, rows.count / Likeness.sampleSize)).map { rows[$0] }
        begin(sample, seed: seed)
        var before: [Int] = []
        for _ in 0..<Likeness.mostRounds {
            let assigned = sample.map { nearest($0) }
            guard assigned != before else { break }
            before = assigned
            centre(sample, assigned)
        }
    }

    /// The part whose centre a row is most like; of equal ones the first.
    func nearest(_ row: Int) -> Int {
        let sums = products(row)
        return sums.indices.reduce(0) { sums[$1] > sums[$0] ? $1 : $0 }
    }

    /// Makes messages centres: of some, each drawn the more probably the less it is like the centres before, the one that brings all closest
    /// to a centre.
    private mutating func begin(_ sample: [Int], seed: UInt64) {
        var random = SplitMix(seed: seed)
        var distances = [Double](repeating: 1, count: sample.count)
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
                let after = zip(distances, self.distances(of: sample, to: sample[drawn])).map { min($0, $1) }
                let sum = after.reduce(0, +)
                if sum < best.sum { best = (sample[drawn], after, sum) }
            }
            distances = best.distances
            centre([best.row], [part])
        }
    }

    /// How unlike rows are to one of them, 0...1.
    private func distances(of rows: [Int], to row: Int) -> [Double] {
        var values = [Float](repeating: 0, count: matrix.columnCount)
        let length = length(row)
        matrix.forEachValue(ofRow: row) { values[$0] += $1 * scales[$0] / length }
        return rows.map { other in
            var product: Float = 0
            matrix.forEachValue(ofRow: other) { product += $1 * scales[$0] * values[$0] }
            return max(0, 1 - Double(product / self.length(other)))
        }
    }

    /// Moves the centres that rows are assigned to into the middle of these, at length 1.
    private mutating func centre(_ rows: [Int], _ assigned: [Int]) {
        var centres = centres, squares = [Double](repeating: 0, count: parts)
        let isMoved = (0..<parts).map(Set(assigned).contains)
        for i in centres.indices where isMoved[i % parts] { centres[i] = 0 }
        for (row, part) in zip(rows, assigned) {
            let length = length(row)
            matrix.forEachValue(ofRow: row) { centres[$0 * parts + part] += $1 * scales[$0] / length }
        }
        for i in centres.indices { squares[i % parts] += Double(centres[i]) * Double(centres[i]) }
        let lengths = squares.map { $0 > 0 ? Float($0.squareRoot()) : 1 }
        for i in centres.indices { centres[i] /= lengths[i % parts] }
        self.centres = centres
    }

    /// Of a row's values; 1 for a row without any.
    private func length(_ row: Int) -> Float {
        var squares: Float = 0
        matrix.forEachValue(ofRow: row) { squares += ($1 * scales[$0]) * ($1 * scales[$0]) }
        return squares > 0 ? squares.squareRoot() : 1
    }

    /// Of a row and each centre: how alike they are, times the row's length.
    private func products(_ row: Int) -> [Float] {
        var sums = [Float](repeating: 0, count: parts)
        matrix.forEachValue(ofRow: row) { column, value in
            let value = value * scales[column], first = column * parts
            for part in 0..<parts { sums[part] += value * centres[first + part] }
        }
        return sums
    }
}
