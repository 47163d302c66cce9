// Decision: the whole way of a message: read, add up, calibrate, decide.

/// Classifies messages with one model, one at a time: one classifier serves one thread. Allocates
/// `heapBytes` when made, some 63 KiB, with own examples 8 KiB more, and nothing for a message.
///
/// ```swift
/// let model = try ModelFile("mine.spam")
/// var classifier = Classifier(model.view)
/// let verdict = classifier.classify(Message(body: "Your parcel waits", sender: "+15550100"))
/// ```
public struct Classifier: ~Copyable {
    /// How many bytes a classifier allocates when it is made. Classifying allocates nothing.
    public static var heapBytes: Int {
        MessageReader.heapBytes + ModelLayout.maxVectors * MemoryLayout<Int32>.stride + MemoryLayout<ModelView>.stride
            + MemoryLayout<PairVerdict>.stride
    }

    /// The model that decides.
    public var model: ModelView { opened.pointee }
    /// Behind a pointer: every call of a method would copy a member of some 600 bytes.
    private let opened: UnsafeMutablePointer<ModelView>
    /// Decides between two classes; `nil` for a model of more. Behind a pointer, so that no copy is
    /// written to the stack for each message: `Benchmarks/decisions/decision-speed.md`.
    private let pair: UnsafeMutablePointer<PairVerdict>?
    private var reader: MessageReader
    private let scratch: UnsafeMutablePointer<Int32>
    private let own: OwnEvidence?

    /// A classifier of a model alone.
    ///
    /// - Parameter model: its bytes must stay valid as long as the classifier is used.
    public init(_ model: ModelView) { self.init(model, own: nil) }

    /// A model beside a person's own examples. They move the log-odds of junk towards what they
    /// are: n of a kind by at most 10 n / (n + 2) in natural logarithms, and a message whose most
    /// probable label is protected by at most 2 towards junk. A model without junk stays as it is.
    ///
    /// - Parameters:
    ///   - model: its bytes must stay valid as long as the classifier is used.
    ///   - overlay: its bytes are no longer needed afterwards.
    /// - Throws: `otherSettings` where the examples were read with other settings than the model's.
    public init(_ model: ModelView, overlay: OverlayView) throws(OverlayError) {
        guard overlay.settings == model.settings else { throw .otherSettings }
        self.init(model, own: OwnEvidence(overlay))
    }

    /// A model beside examples as an app learns them; see `init(_:overlay:)` of a view.
    ///
    /// - Throws: `otherSettings` where the examples were read with other settings than the model's.
    public init(_ model: ModelView, overlay: PersonalOverlay) throws(OverlayError) {
        guard overlay.settings == model.settings else { throw .otherSettings }
        self.init(model, own: OwnEvidence(overlay))
    }

    private init(_ model: ModelView, own: OwnEvidence?) {
        opened = .allocate(capacity: 1)
        opened.initialize(to: model)
        pair = PairVerdict(model).map {
            let pair = UnsafeMutablePointer<PairVerdict>.allocate(capacity: 1)
            pair.initialize(to: $0)
            return pair
        }
        reader = MessageReader(model.settings)
        scratch = .allocate(capacity: ModelLayout.maxVectors)
        self.own = own
    }

    deinit {
        opened.deallocate()
        pair?.deallocate()
        scratch.deallocate()
        own?.weights.deallocate()
    }

    /// The verdict for a message. Every message has one: empty, damaged, of any length. What lies
    /// 4 GiB behind its beginning is not read.
    ///
    /// - Complexity: O(bytes of the message).
    public mutating func classify(_ message: Message) -> Verdict {
        var sum = emptySum
        reader.read(message, into: &sum)
        return verdict(sum)
    }

    /// The verdict for a body in UTF-8 bytes, whole or damaged, without sender and country.
    public mutating func classify(utf8 body: UnsafeBufferPointer<UInt8>) -> Verdict {
        var sum = emptySum
        reader.readBody(body, into: &sum)
        return verdict(sum)
    }

    /// The verdict for a message in bytes, whole or damaged: the same as for its text.
    public mutating func classify(_ message: MessageBytes) -> Verdict {
        var sum = emptySum
        reader.read(message, into: &sum)
        return verdict(sum)
    }

    /// What reading noticed of the message that was read last, for a verdict or an explanation.
    /// Nothing noticed before the first. Costs nothing while it is not asked.
    public var traits: MessageTraits { reader.traits }

    /// What rules ask of that message.
    mutating func facts() -> BodyFacts { reader.facts() }

    /// Keeps the hosts of links for rules. Allocates.
    mutating func keepHosts() { reader.keepHosts() }

    @inline(__always)
    private var emptySum: WeightSum {
        WeightSum(
            opened.pointee.features, opened.pointee.weighting, scratch: scratch, ownWeights: own.map { UnsafePointer($0.weights) }
        )
    }

    /// Mutating, though it changes nothing: a borrowed classifier of 864 bytes would be copied.
    @inline(__always)
    private mutating func verdict(_ sum: borrowing WeightSum) -> Verdict {
        let move = own?.move(sum)
        if let pair, pair.pointee.hasOneVector {
            return pair.pointee.verdict(sum: sum.sum(vector: 0), norm: sum.norm, moved: move)
        }
        var scores = ClassScores(opened.pointee.classes, sum)
        if let pair { return pair.pointee.verdict(scores, moved: move) }
        if let move { scores.moveJunk(by: opened.pointee.bounded(move, scores), opened.pointee.classes) }
        return opened.pointee.verdict(scores)
    }

    /// For each class in the model's order ln P - ln (1 - P), calibrated: of an action against all
    /// other actions, as cutoffs are compared with it; of a sub-action within its action. That of
    /// junk has the bits of `Verdict.junkLogOdds`. 0 behind the last class; infinite for a class
    /// without others.
    ///
    /// - Complexity: O(bytes of the message + classes squared).
    package mutating func logOdds(_ message: MessageBytes) -> SIMD16<Double> {
        var sum = emptySum
        reader.read(message, into: &sum)
        let model = opened.pointee
        var scores = ClassScores(model.classes, sum)
        if let move = own?.move(sum) { scores.moveJunk(by: model.bounded(move, scores), model.classes) }
        return scores.logOdds(model.classes)
    }

    /// Adds every feature of a message to `sink`, as it is read for a verdict.
    package mutating func read<S: FeatureSink & ~Copyable>(_ message: MessageBytes, into sink: inout S) {
        reader.read(message, into: &sink)
    }

    /// Why the model decides as it does: its most probable action against the next one, feature by
    /// feature. Reads the message twice.
    ///
    /// - Complexity: O(bytes of the message), allocates the list of clues.
    public mutating func explain(_ message: Message) -> Explanation { message.withBytes { explain($0) } }

    /// Why a message is junk or not: junk against all other actions, even where another action is
    /// more probable. `nil` where the model has no junk.
    ///
    /// - Complexity: that of `explain(_:)`.
    public mutating func explainJunk(_ message: Message) -> Explanation? { message.withBytes { explainJunk($0) } }

    /// Why the model decides as it does, for a message in bytes: clues are places in these bytes,
    /// even in damaged ones. See `explain(_:)` of a message.
    public mutating func explain(_ message: MessageBytes) -> Explanation {
        collected { classifier, take in classifier.explain(message, take) }
    }

    /// Why a message in bytes is junk or not; `nil` where the model has no junk. See
    /// `explainJunk(_:)` of a message.
    public mutating func explainJunk(_ message: MessageBytes) -> Explanation? {
        guard model.labels.contains(.junk) else { return nil }
        return collected { classifier, take in classifier.explainOfJunk(message, take) }
    }

    /// The same, clue by clue: `clues` is empty, and no memory grows with the message.
    package mutating func explain(_ message: MessageBytes, _ take: @escaping (Clue) -> Void) -> Explanation {
        explain(message, favoring: { model, scores in model.bestAction(scores) }, take)
    }

    /// The same, clue by clue.
    package mutating func explainJunk(_ message: MessageBytes, _ take: @escaping (Clue) -> Void) -> Explanation? {
        model.labels.contains(.junk) ? explainOfJunk(message, take) : nil
    }

    private mutating func explainOfJunk(_ message: MessageBytes, _ take: @escaping (Clue) -> Void) -> Explanation {
        explain(message, favoring: { _, scores in scores.junk }, take)
    }

    private mutating func collected(_ explain: (inout Classifier, @escaping (Clue) -> Void) -> Explanation) -> Explanation {
        var clues: [Clue] = []
        var explanation = explain(&self) { clues.append($0) }
        explanation.clues = clues
        return explanation
    }

    private mutating func explain(
        _ message: MessageBytes, favoring choice: (ModelView, ClassScores) -> Int, _ take: @escaping (Clue) -> Void
    ) -> Explanation {
        var sum = emptySum
        reader.read(message, into: &sum)
        let model = opened.pointee
        var scores = ClassScores(model.classes, sum)
        var moved = 0.0
        if let move = own?.move(sum), scores.junk >= 0 {
            moved = model.bounded(move, scores)
            scores.moveJunk(by: moved, model.classes)
        }
        let favored = choice(model, scores)
        let against = model.bestAction(scores, except: favored)
        // The score of junk is log-odds against all other actions already.
        let forIt = against == scores.junk ? .none : DecidingVectors(model, class: favored, sum)
        let againstIt = favored == scores.junk ? .none : DecidingVectors(model, class: against, sum)
        let score =
            favored == scores.junk
            ? scores.junkLogOdds : against == scores.junk ? -scores.junkLogOdds : scores[favored] - scores[against]
        var clues = ClueSink(model.features, body: message.body, favored: forIt, against: againstIt, take)
        reader.read(message, into: &clues)
        return Explanation(
            verdict: verdict(sum), favored: model.classes.label(favored), against: model.classes.label(against),
            score: score, bias: forIt.bias - againstIt.bias,
            ownExamples: favored == scores.junk ? moved : against == scores.junk ? -moved : 0, clues: [])
    }
}
