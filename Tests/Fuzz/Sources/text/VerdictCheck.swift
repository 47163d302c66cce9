// Fuzzing: a verdict and its clues on any bytes. Reads into the classifier's own sinks, for which
// the compiler specialises the reader.

import SpamFilter

/// A classifier whose model knows every other feature of a few messages.
struct KnowingClassifier: ~Copyable {
    private let file: UnsafeMutableRawBufferPointer
    private var classifier: Classifier

    init(wordsOf messages: [String]) {
        var known = KnownFeatures()
        var reader = MessageReader(TokenizerSettings())
        for message in messages {
            reader.read(Message(body: message, sender: "+82 10 0000 0000", receiverCountry: "KR"), into: &known)
        }
        let weights = known.features.map { Int8(($0 >> 17) % 63) - 31 }
        let bytes = ModelContent(
            settings: TokenizerSettings(), weighting: .lengthNormalized,
            classes: [.init(label: .allow), .init(label: .junk, bias: -0.5, scale: 1.0 / 8)],
            features: known.features, weights: weights
        ).encoded()
        file = .allocate(byteCount: bytes.count, alignment: 8)
        file.copyBytes(from: bytes)
        guard let model = try? ModelView(UnsafeRawBufferPointer(file)) else { preconditionFailure("the model does not open") }
        classifier = Classifier(model)
    }

    mutating func check(_ body: UnsafeBufferPointer<UInt8>) {
        let verdict = classifier.classify(utf8: body)
        let sum = verdict.probabilities[0] + verdict.probabilities[1]
        precondition(abs(sum - 1) < 1e-5 && verdict.junkLogOdds.isFinite, "a verdict that is none")
        precondition(verdict.label.action == .junk || verdict.label.action == .allow, "a label that the model does not have")
    }

    mutating func check(_ message: Message) {
        let verdict = classifier.classify(message), explanation = classifier.explain(message)
        precondition(explanation.verdict.junkLogOdds == verdict.junkLogOdds, "explained otherwise than decided")
        var sum = explanation.bias, size = abs(explanation.bias)
        for clue in explanation.clues {
            sum += clue.contribution
            size += abs(clue.contribution)
            if let bytes = clue.bytes {
                precondition(!bytes.isEmpty && bytes.upperBound <= message.body.utf8.count, "a clue outside of the body")
            }
        }
        precondition(abs(sum - explanation.score) <= 1e-9 * (1 + size), "clues that do not sum to the score")
    }
}

/// Every other feature, once.
private struct KnownFeatures: FeatureSink {
    private var seen: Set<UInt64> = []
    private(set) var features: [UInt64] = []

    mutating func add(_ batch: UnsafeBufferPointer<Feature>) {
        for feature in batch where feature.hash & 1 == 1 && seen.insert(feature.hash).inserted { features.append(feature.hash) }
    }
}
