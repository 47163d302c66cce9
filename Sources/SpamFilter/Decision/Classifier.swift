// Decision: the whole way of a message: read, add up, calibrate, decide.

/// Classifies messages with one model, one at a time. Allocates `heapBytes` when made, some 62 KiB,
/// and nothing for a message.
///
/// ```swift
/// let model = try ModelFile("mine.spam")
/// var classifier = Classifier(model.view)
/// let verdict = classifier.classify(Message(body: "Your parcel waits", sender: "+15550100"))
/// ```
public struct Classifier: ~Copyable {
    /// What a classifier allocates when it is made. Classifying allocates nothing.
    public static var heapBytes: Int {
        MessageReader.heapBytes + ModelLayout.maxVectors * MemoryLayout<Int32>.stride + MemoryLayout<ModelView>.stride
            + MemoryLayout<PairVerdict>.stride
    }

    public var model: ModelView { opened.pointee }
    /// Behind a pointer: every call of a method would copy a member of some 600 bytes.
    private let opened: UnsafeMutablePointer<ModelView>
    /// Decides between two classes; `nil` for a model of more. Behind a pointer, so that no copy is
    /// written to the stack for each message: `Benchmarks/decisions/two-class-verdict.md`.
    private let pair: UnsafeMutablePointer<PairVerdict>?
    private var reader: MessageReader
    private let scratch: UnsafeMutablePointer<Int32>

    /// - Parameter model: must stay valid as long as the classifier is used.
    public init(_ model: ModelView) {
        opened = .allocate(capacity: 1)
        opened.initialize(to: model)
        pair = PairVerdict(model).map {
            let pair = UnsafeMutablePointer<PairVerdict>.allocate(capacity: 1)
            pair.initialize(to: $0)
            return pair
        }
        reader = MessageReader(model.settings)
        scratch = .allocate(capacity: ModelLayout.maxVectors)
    }

    deinit {
        opened.deallocate()
        pair?.deallocate()
        scratch.deallocate()
    }

    /// The verdict for a message. Every message has one: empty, damaged, of any length.
    ///
    /// - Complexity: O(bytes of the message).
    public mutating func classify(_ message: Message) -> Verdict {
        var sum = WeightSum(opened.pointee.features, opened.pointee.weighting, scratch: scratch)
        reader.read(message, into: &sum)
        return verdict(sum)
    }

    /// The verdict for a body in UTF-8 bytes, whole or damaged, without sender and country.
    public mutating func classify(utf8 body: UnsafeBufferPointer<UInt8>) -> Verdict {
        var sum = WeightSum(opened.pointee.features, opened.pointee.weighting, scratch: scratch)
        reader.readBody(body, into: &sum)
        return verdict(sum)
    }

    /// What reading noticed of the message that was classified last, at no cost to those who do not
    /// ask.
    public var traits: MessageTraits { reader.traits }

    /// What rules ask of that message.
    mutating func facts() -> BodyFacts { reader.facts() }

    /// Keeps the hosts of links for rules. Allocates.
    mutating func keepHosts() { reader.keepHosts() }

    @inline(__always)
    private func verdict(_ sum: borrowing WeightSum) -> Verdict {
        guard let pair else { return opened.pointee.verdict(ClassScores(opened.pointee.classes, sum)) }
        if pair.pointee.hasOneVector { return pair.pointee.verdict(sum: sum.sum(vector: 0), norm: sum.norm) }
        return pair.pointee.verdict(ClassScores(opened.pointee.classes, sum))
    }

    /// Why the model decides as it does: its most probable action against the next one, feature by
    /// feature.
    ///
    /// - Complexity: O(features), allocates the list of clues.
    public mutating func explain(_ message: Message) -> Explanation {
        explain(message) { model, scores in model.bestAction(scores) }
    }

    /// Why a message is junk or not: junk against all other actions, even where another action is
    /// more probable. `nil` where the model has no junk.
    ///
    /// - Complexity: that of `explain(_:)`.
    public mutating func explainJunk(_ message: Message) -> Explanation? {
        guard model.labels.contains(.junk) else { return nil }
        return explain(message) { _, scores in scores.junk }
    }

    private mutating func explain(_ message: Message, favoring choice: (ModelView, ClassScores) -> Int) -> Explanation {
        var sum = WeightSum(opened.pointee.features, opened.pointee.weighting, scratch: scratch)
        reader.read(message, into: &sum)
        let model = opened.pointee
        let scores = ClassScores(model.classes, sum)
        let favored = choice(model, scores)
        let against = model.bestAction(scores, except: favored)
        // The score of junk is log-odds against all other actions already.
        let forIt = against == scores.junk ? .none : DecidingVectors(model, class: favored, sum)
        let againstIt = favored == scores.junk ? .none : DecidingVectors(model, class: against, sum)
        let score =
            favored == scores.junk
            ? scores.junkLogOdds : against == scores.junk ? -scores.junkLogOdds : scores[favored] - scores[against]
        var body = message.body
        let clues = body.withUTF8 { utf8 in
            var clues = ClueSink(model.features, body: utf8, favored: forIt, against: againstIt)
            reader.read(message, into: &clues)
            return clues.found
        }
        return Explanation(
            verdict: verdict(sum), favored: model.classes.label(favored), against: model.classes.label(against),
            score: score, bias: forIt.bias - againstIt.bias, clues: clues)
    }
}
