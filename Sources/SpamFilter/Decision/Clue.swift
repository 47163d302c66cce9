// Decision: why. What each feature of a message adds to its score, read from the model file alone.

/// What one feature of a message adds to the log-odds of the favored action.
public struct Clue: Sendable, Hashable {
    /// What a feature was read from.
    public enum Place: Sendable, Hashable {
        /// Bytes of the body, one or more.
        case bytes(Range<Int>)
        /// The body as a whole: how long it is.
        case message
        /// The sender or the country.
        case sender
    }

    /// Where the feature was read.
    public let place: Place
    /// What kind of feature it is.
    public let kind: FeatureKind
    /// Natural log-odds, calibrated: above 0 speaks for the favored action, below 0 against it.
    public let contribution: Double

    /// The bytes of the body that the feature was read from; `nil` for features of the whole
    /// message, the sender and the country.
    public var bytes: Range<Int>? {
        if case .bytes(let bytes) = place { bytes } else { nil }
    }
}

/// A verdict with its reasons. `bias`, `ownExamples` and the contributions of all clues sum to
/// `score`.
public struct Explanation: Sendable {
    /// What was decided.
    public let verdict: Verdict
    /// The action that the score speaks for, as a label: the most probable one, or junk where
    /// `explainJunk` was asked.
    public let favored: Label
    /// The action that it is compared with: the most probable one of the others.
    public let against: Label
    /// ln P(favored) - ln P(against), calibrated. Where one of them is junk, its odds are those
    /// against all other actions together. Below 0 where junk is favored, but is not likelier than
    /// all others together.
    public let score: Double
    /// The part of the score that no feature accounts for.
    public let bias: Double
    /// The part of the score that a person's own examples account for; 0 without any.
    public let ownExamples: Double
    /// What each feature adds to the score, in the order of reading. A feature that occurs twice is
    /// two clues. One that adds nothing, or that the model does not know, is none.
    public internal(set) var clues: [Clue]
}

/// What decides the score of a class for one message: its weight vectors. Of vectors under a soft
/// minimum it is the lowest alone, and what the others add is a part of the bias.
struct DecidingVectors {
    /// Vectors, and what a step of a weight is worth in each, calibrated.
    private(set) var steps: [(vector: Int, worth: Double)] = []
    private(set) var bias: Double

    /// No vector: the other side of a score that is log-odds already.
    static let none = DecidingVectors()

    private init() { bias = 0 }

    init(_ model: ModelView, class c: Int, _ sum: borrowing WeightSum) {
        let first = (0..<c).reduce(0) { $0 + model.classes.vectors(ofClass: $1).count }
        let (count, combination) = model.classes.vectors(ofClass: c)
        var deciding = Array(first..<first + count)
        /// What the other vectors add to the lowest score.
        var others = 0.0
        if combination == .softMinimum {
            let norm = sum.norm
            let scores = deciding.map { model.classes.score(vector: $0, sum: sum.sum(vector: $0), norm: norm) }
            let lowest = scores.indices.min { scores[$0] < scores[$1] }!
            others = -scores.dropFirst().reduce(-scores[0]) { logSumExp($0, -$1) } - scores[lowest]
            deciding = [deciding[lowest]]
        }
        let (slope, offset) = model.classes.calibration(c)
        bias = Double(offset) + Double(slope) * others
        for vector in deciding {
            let entry = model.classes.biasAndScale(vector)
            bias += Double(slope) * Double(entry.bias)
            steps.append((vector, Double(slope) * Double(entry.scale) * sum.norm))
        }
    }

    /// What a feature adds to the score of the class.
    func contribution(_ table: FeatureTable, _ feature: UInt64) -> Double {
        steps.reduce(0) { $0 + $1.worth * Double(table.weight(of: feature, vector: $1.vector)) }
    }
}

/// Hands on the clues of a message, whose body must outlive the sink.
struct ClueSink: FeatureSink, ~Copyable {
    private let table: FeatureTable
    private let body: UnsafeBufferPointer<UInt8>
    private let favored: DecidingVectors
    private let against: DecidingVectors
    private let take: (Clue) -> Void

    init(
        _ table: FeatureTable, body: UnsafeBufferPointer<UInt8>, favored: DecidingVectors, against: DecidingVectors,
        _ take: @escaping (Clue) -> Void
    ) {
        self.table = table
        self.body = body
        self.favored = favored
        self.against = against
        self.take = take
    }

    mutating func add(_ features: UnsafeBufferPointer<Feature>) {
        for feature in features {
            let contribution = favored.contribution(table, feature.hash) - against.contribution(table, feature.hash)
            guard contribution != 0 else { continue }
            take(
                Clue(
                    place: place(feature.start, feature.end), kind: FeatureKind(feature, in: body),
                    contribution: contribution))
        }
    }

    /// A feature that begins and ends within one character, as the ( of ㈜ does, has the whole
    /// character for its place.
    private func place(_ start: UInt32, _ end: UInt32) -> Clue.Place {
        if start == outsideBody { return .sender }
        if start == wholeMessage { return .message }
        let start = Int(start)
        var end = Int(end)
        if start == end { _ = decodeScalar(body, &end) }
        return .bytes(start..<end)
    }
}
