// Decision: the whole way of a message, for whoever holds a model: read, add up, calibrate, decide.

/// Classifies messages with one model, one at a time. Allocates 60 KiB when made and nothing for a message.
///
/// ```swift
/// let model = try ModelFile("mine.spam")
/// var classifier = Classifier(model.view)
/// let verdict = classifier.classify(Message(body: "Your parcel waits", sender: "+15550100"))
/// ```
public struct Classifier: ~Copyable {
    public let model: ModelView
    /// What a classifier allocates when it is made, and ever.
    public static var heapBytes: Int {
        MessageReader.heapBytes + ModelLayout.maxVectors * MemoryLayout<Int32>.stride
    }

    private var reader: MessageReader
    private let scratch: UnsafeMutablePointer<Int32>

    /// - Parameter model: must stay valid as long as the classifier is used.
    public init(_ model: ModelView) {
        self.model = model
        reader = MessageReader(model.settings)
        scratch = .allocate(capacity: ModelLayout.maxVectors)
    }

    deinit { scratch.deallocate() }

    /// The verdict for a message. Every message has one: empty, damaged, of any length.
    ///
    /// - Complexity: O(bytes of the message).
    public mutating func classify(_ message: Message) -> Verdict {
        var sum = WeightSum(model, scratch: scratch)
        reader.read(message, into: &sum)
        return model.verdict(ClassScores(model, sum))
    }

    /// The verdict for a body in UTF-8 bytes, whole or damaged, without sender and country.
    public mutating func classify(utf8 body: UnsafeBufferPointer<UInt8>) -> Verdict {
        var sum = WeightSum(model, scratch: scratch)
        reader.readBody(body, into: &sum)
        return model.verdict(ClassScores(model, sum))
    }

    /// Why the model decides as it does: its most probable action against the next one, feature by feature.
    ///
    /// - Complexity: O(features), allocates the list of clues.
    public mutating func explain(_ message: Message) -> Explanation {
        var sum = WeightSum(model, scratch: scratch)
        reader.read(message, into: &sum)
        let scores = ClassScores(model, sum)
        let favored = model.bestAction(scores)
        let against = model.bestAction(scores, except: favored)
        let forIt = DecidingVectors(model, class: favored, sum), againstIt = DecidingVectors(model, class: against, sum)
        var body = message.body
        let clues = body.withUTF8 { utf8 in
            var clues = ClueSink(model.features, body: utf8, favored: forIt, against: againstIt)
            reader.read(message, into: &clues)
            return clues.found
        }
        return Explanation(
            verdict: model.verdict(scores), favored: model.classes.label(favored), against: model.classes.label(against),
            score: scores[favored] - scores[against], bias: forIt.bias - againstIt.bias, clues: clues)
    }
}
