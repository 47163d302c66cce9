// Decision: why. What each feature of a message added to its score, from the mapped file alone.

/// What one known feature of a message adds to the log-odds of the favored action.
public struct Clue: Sendable, Hashable {
    /// The bytes of the body that the feature was read from, never empty; `nil` for features of the sender and the country.
    public let bytes: Range<Int>?
    /// Natural log-odds, calibrated: above 0 speaks for the favored action, below 0 against it.
    public let contribution: Double
}

/// A verdict with its reasons. `bias` and the contributions of all clues sum to `score`.
public struct Explanation: Sendable {
    public let verdict: Verdict
    /// The most probable action, as a label.
    public let favored: Label
    /// The next one.
    public let against: Label
    /// ln P(favored) - ln P(against), calibrated.
    public let score: Double
    /// The part of the score that no feature accounts for.
    public let bias: Double
    /// In the order of reading. A feature that occurs twice is two clues; features that the model does not know are none.
    public let clues: [Clue]
}

/// Collects the clues of a message, whose body must outlive the sink.
struct ClueSink: FeatureSink, ~Copyable {
    private let model: ModelView
    private let body: UnsafeBufferPointer<UInt8>
    private let favored: Int
    private let against: Int
    /// What a step of the weight of each of the two classes is worth; 0 for the first class of the model.
    private let favoredStep: Double
    private let againstStep: Double
    let bias: Double
    private(set) var found: [Clue] = []

    init(_ model: ModelView, body: UnsafeBufferPointer<UInt8>, favored: Int, against: Int, norm: Double) {
        self.model = model
        self.body = body
        self.favored = favored
        self.against = against
        let slope = Double(model.calibrationSlope)
        let f = model.classEntry(favored), a = model.classEntry(against)
        favoredStep = favored == 0 ? 0 : slope * norm * Double(f.scale)
        againstStep = against == 0 ? 0 : slope * norm * Double(a.scale)
        bias = slope * (Double(f.bias) - Double(a.bias))
    }

    mutating func add(_ features: UnsafeBufferPointer<Feature>) {
        for feature in features {
            guard let weights = model.weights(of: feature.hash) else { continue }
            let forIt = favored == 0 ? 0 : favoredStep * Double(weights[favored - 1])
            let againstIt = against == 0 ? 0 : againstStep * Double(weights[against - 1])
            found.append(Clue(bytes: place(feature.start, feature.end), contribution: forIt - againstIt))
        }
    }

    /// A feature that begins and ends within one sign, as the ( of ㈜ does, has that whole sign for its place.
    private func place(_ start: UInt32, _ end: UInt32) -> Range<Int>? {
        if start == outsideBody { return nil }
        let start = Int(start)
        var end = Int(end)
        if start == end { _ = decodeScalar(body, &end) }
        return start..<end
    }
}
