// Store: which messages say most about all others that have no label.

import Foundation
import SpamFilter

/// Messages, each of which covers most of what those before it leave open.
///
/// A message covers another as far as they are alike: the cosine of their features, weighted by
/// TF-IDF. The next one is always that which raises Σ worth × coverage most, over all messages: the
/// greedy solution of a facility location problem (Wei, Iyer & Bilmes 2015), with bounds of the
/// gains that are looked at again only where they lead (Minoux 1978).
struct CoverageOrder {
    let count: Int
    private let worth: [Float]
    /// Cosines of n × n messages, row by row.
    private var cosines: [Float]
    /// How far each message is covered, 0...1.
    private var covered: [Float]

    /// - Parameters:
    ///   - messages: to be ordered.
    ///   - worth: of knowing each of them, at least 0.
    ///   - known: messages that have a label.
    /// - Complexity: O(n × (n + m) × f) for n messages, m known ones and the features f that two
    ///   messages share; 4 n² bytes.
    init(_ messages: [Message], worth: [Double], known: [Message]) {
        count = messages.count
        self.worth = worth.map(Float.init)
        let vectors = FeatureVectors(messages + known)
        cosines = []
        cosines.reserveCapacity(count * count)
        covered = [Float](repeating: 0, count: count)
        let postings = vectors.postings(of: 0..<count)
        for row in 0..<count {
            cosines += postings.products(vectors.rows[row])
            // A message without any feature covers itself, too.
            cosines[row * count + row] = 1
        }
        for row in count..<count + known.count {
            for (i, cosine) in postings.products(vectors.rows[row]).enumerated() { covered[i] = max(covered[i], cosine) }
        }
    }

    /// All messages, as their numbers, each with how far those before it and the known ones cover
    /// it.
    consuming func order() -> [(row: Int, covered: Float)] {
        var order: [(row: Int, covered: Float)] = [], left = Array(0..<count)
        // Gains only fall: what one was earlier bounds what it is.
        var bounds = left.map { gain($0) }
        var isExact = [Int](repeating: 0, count: count)
        while !left.isEmpty {
            let best = left.indices.max { (bounds[left[$0]], left[$1]) < (bounds[left[$1]], left[$0]) }!
            let row = left[best]
            if isExact[row] < order.count {
                bounds[row] = gain(row)
                isExact[row] = order.count
                continue
            }
            order.append((row, covered[row]))
            left.remove(at: best)
            cover(by: row)
        }
        return order
    }

    mutating func cover(by row: Int) {
        for i in 0..<count { covered[i] = max(covered[i], cosines[row * count + i]) }
    }

    /// What a message would add to the sum.
    func gain(_ row: Int) -> Float {
        var gain: Float = 0
        for i in 0..<count { gain += worth[i] * max(0, cosines[row * count + i] - covered[i]) }
        return gain
    }
}

/// Messages as vectors of length 1: (1 + ln count) × inverse document frequency of their features.
private struct FeatureVectors {
    typealias Row = [(feature: Int, value: Float)]

    private(set) var rows: [Row] = []
    private var featureCount = 0

    init(_ messages: [Message]) {
        var features = FeatureReader()
        var number: [UInt64: Int] = [:], frequency: [Int] = []
        for message in messages {
            features.read(Message(body: message.body))
            var counts: [Int: Int] = [:]
            for hash in features.hashes {
                let feature = number[hash] ?? frequency.count
                if feature == frequency.count {
                    number[hash] = feature
                    frequency.append(0)
                }
                counts[feature, default: 0] += 1
            }
            for feature in counts.keys { frequency[feature] += 1 }
            rows.append(counts.map { ($0, 1 + log(Float($1))) }.sorted { $0.0 < $1.0 })
        }
        featureCount = frequency.count
        let inverse = frequency.map { 1 + log(Float(1 + messages.count) / Float(1 + $0)) }
        rows = rows.map { row in
            let weighted = row.map { ($0.feature, $0.value * inverse[$0.feature]) }
            let length = weighted.reduce(0) { $0 + $1.1 * $1.1 }.squareRoot()
            return weighted.map { ($0.0, $0.1 / length) }
        }
    }

    func postings(of range: Range<Int>) -> Postings {
        var lists = [[(row: Int32, value: Float)]](repeating: [], count: featureCount)
        for row in range {
            for (feature, value) in rows[row] { lists[feature].append((Int32(row), value)) }
        }
        return Postings(count: range.count, lists: lists)
    }
}

/// The messages of each feature.
private struct Postings {
    let count: Int
    let lists: [[(row: Int32, value: Float)]]

    /// The products of a vector with that of every message.
    func products(_ row: FeatureVectors.Row) -> [Float] {
        var products = [Float](repeating: 0, count: count)
        for (feature, value) in row {
            for (other, otherValue) in lists[feature] { products[Int(other)] += value * otherValue }
        }
        return products
    }
}
