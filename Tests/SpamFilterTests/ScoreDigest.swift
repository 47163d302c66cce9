// One number for every bit of the verdicts of 100,000 messages. Compiled into the tests, and by
// Tests/Linkage/digest.sh into programs: debug, release, and Embedded Swift, where it is one module
// with the decision core.

#if canImport(SpamFilter)
import SpamFilter
#endif

/// Folds the verdicts of two models on the same messages into 64 bits.
struct ScoreDigest: ~Copyable {
    /// The messages that a debug build looks at, and the digest after them.
    static let some = (messages: 20_000, digest: UInt64(0xB296_13C7_9853_52D5))
    /// The same for all messages.
    static let all = (messages: 100_000, digest: UInt64(0x4ECA_2059_BB4F_006A))

    private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325
    private(set) var messages = 0
    /// How often each action and each label came, of the model with all labels.
    private(set) var actions = [0, 0, 0, 0, 0]
    private(set) var labels: [Int] = Label.all.map { _ in 0 }

    private var source = ScrambledMessages(seed: ScoreDigest.seed)
    private let files: [UnsafeMutableRawBufferPointer]
    private var binary: Classifier
    private var folders: Classifier

    private static let seed: UInt64 = 2026
    /// As many messages as the models know the features of.
    private static let knownMessages = 3_000

    /// Makes both models: junk or not, and all labels.
    init() throws(ModelError) {
        let features = ScoreDigest.knownFeatures()
        let files = [[.allow, .junk], Label.all].map { labels in
            let bytes = ScoreDigest.encodedModel(labels, features: features)
            let file = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 8)
            file.copyBytes(from: bytes)
            return file
        }
        // Views first, then members: an initialiser of a noncopyable value cannot throw once a
        // member is set.
        let two = try ModelView(UnsafeRawBufferPointer(files[0])), sixteen = try ModelView(UnsafeRawBufferPointer(files[1]))
        self.files = files
        binary = Classifier(two)
        folders = Classifier(sixteen)
    }

    deinit { for file in files { file.deallocate() } }

    /// Classifies messages until there are as many as `count`.
    mutating func run(until count: Int) {
        while messages < count {
            let message = source.next()
            add(ScoreDigest.verdict(message, &binary))
            let verdict = ScoreDigest.verdict(message, &folders)
            add(verdict)
            actions[verdict.action.rawValue] += 1
            for (i, label) in Label.all.enumerated() where label == verdict.label { labels[i] += 1 }
            messages += 1
        }
    }

    private static func verdict(_ message: ScrambledMessage, _ classifier: inout Classifier) -> Verdict {
        guard message.isWhole else { return message.bytes.withUnsafeBufferPointer { classifier.classify(utf8: $0) } }
        let body = String(decoding: message.bytes, as: UTF8.self)
        return classifier.classify(Message(body: body, sender: message.sender, receiverCountry: message.country))
    }

    private mutating func add(_ verdict: Verdict) {
        add(UInt64(verdict.action.rawValue))
        add(UInt64(verdict.subAction.rawValue))
        add(UInt64(verdict.label.action.rawValue))
        add(UInt64(verdict.label.subAction.rawValue))
        add(verdict.junkLogOdds.bitPattern)
        for i in 0..<16 { add(UInt64(verdict.probabilities[i].bitPattern)) }
    }

    /// FNV-1a over numbers, with the high half of the state folded in so that every bit moves all.
    private mutating func add(_ number: UInt64) {
        value = (value ^ value >> 32 ^ number) &* 0x100_0000_01B3
    }

    /// The features of the first messages.
    private static func knownFeatures() -> [UInt64] {
        var found = FoundFeatures()
        var reader = MessageReader(TokenizerSettings())
        var source = ScrambledMessages(seed: seed)
        for _ in 0..<knownMessages {
            let message = source.next()
            let body = String(decoding: message.bytes, as: UTF8.self)
            reader.read(Message(body: body, sender: message.sender, receiverCountry: message.country), into: &found)
        }
        return found.distinct
    }

    /// A model with weights drawn from the features' hashes; of many labels, junk and promotion
    /// have three vectors each. The only place that knows what a model is made of.
    private static func encodedModel(_ labels: [Label], features: [UInt64]) -> [UInt8] {
        var classes: [ModelContent.Class] = []
        for (i, label) in labels.enumerated() {
            var entry = ModelContent.Class(label: label)
            let vectors = i == 0 ? 0 : i < 3 && labels.count > 2 ? 3 : 1
            for v in 0..<vectors {
                let bias = Float(i % 5) / 3 - 0.7 + (vectors > 1 ? 1.5 : 0) + Float(v) / 9, scale = 0.06 + Float(i + v) / 700
                // Five times fewer steps in six bits than in eight.
                entry.vectors.append(ModelContent.Vector(bias: bias, scale: labels.count == 2 ? 4 * scale : scale))
            }
            if vectors > 1 { entry.combination = .softMinimum }
            entry.slope = 0.83
            entry.offset = Float(i) / 50
            classes.append(entry)
        }
        let vectors = classes.reduce(0) { $0 + $1.vectors.count }
        let most = Int(ModelContent.weightLimits(vectors: vectors).upperBound)
        var weights: [Int8] = []
        weights.reserveCapacity(features.count * vectors)
        for feature in features {
            for v in 1...vectors {
                weights.append(Int8(Int(SplitMixNumbers.mixed(feature &+ UInt64(v)) >> 40) % (2 * most + 1) - most))
            }
        }
        var policy = DecisionPolicy(junkCutoff: 1.7, unsureCutoff: 0.6, promotionCutoff: -0.2, transactionCutoff: 0.1)
        if labels.count > 2 {
            policy.protected = LabelSet(labels[7...8])
            policy.protectedJunkCutoff = 2.5
            policy.declared = LabelSet(labels[9...12])
        }
        return ModelContent(
            settings: TokenizerSettings(), weighting: .lengthNormalized, classes: classes, features: features, weights: weights,
            policy: policy
        ).encoded()
    }
}

/// The hashes of all features, without their places.
private struct FoundFeatures: FeatureSink {
    private var hashes: [UInt64] = []

    mutating func add(_ features: UnsafeBufferPointer<Feature>) {
        for feature in features { hashes.append(feature.hash) }
    }

    /// Every hash once, ascending. By sorting: a set would draw a seed from the system.
    var distinct: [UInt64] {
        var distinct: [UInt64] = []
        for hash in hashes.sorted() where distinct.last != hash { distinct.append(hash) }
        return distinct
    }
}
