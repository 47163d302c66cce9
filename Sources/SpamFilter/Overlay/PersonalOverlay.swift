// Overlay: where a person's own examples are learned and forgotten. What is kept are counts, so
// that forgetting an example leaves the bytes as they were before.

/// A person's own examples beside a model: how many junk and how many wanted ones have a feature.
///
/// ```swift
/// var own = PersonalOverlay(for: model)
/// try own.learn(Message(body: "Your parcel waits"), as: .junk)
/// var classifier = try Classifier(model, overlay: own)
/// ```
///
/// A feature counts once an example, and of a long text only a sample of its features does.
///
/// It holds no text and no sender. Features are hashed into 8,160 slots of two counters, and many
/// features share a slot. Who has the file can still test a guess: whether the words of a message
/// were ever learned. So keep it as private as an app's settings.
///
/// The order of examples is of no account. The same examples give the same bytes on every platform.
public struct PersonalOverlay: Sendable, Hashable {
    /// The most examples of each kind, junk and wanted: 255. Whoever has more trains a model.
    public static let mostExamples = OverlayLayout.mostExamples
    /// The size of the file in bytes, whatever it holds.
    public static let byteCount = OverlayLayout.byteCount

    /// How the examples are read, as a model reads messages.
    public let settings: TokenizerSettings
    /// How many examples of junk were learned: 0 to 255.
    public private(set) var junkExamples = 0
    /// How many examples of wanted messages were learned: 0 to 255.
    public private(set) var wantedExamples = 0
    /// The counters of junk, then those of wanted examples.
    private var counters: [UInt8]

    /// No examples yet, to be read as the model reads.
    public init(for model: ModelView) { self.init(model.settings) }

    /// No examples yet, to be read with these settings.
    ///
    /// - Precondition: `settings.isValid`.
    public init(_ settings: TokenizerSettings) {
        precondition(settings.isValid, "tokenizer settings out of range")
        self.settings = settings
        counters = Array(repeating: 0, count: 2 * OverlayLayout.slots)
    }

    /// The examples that `bytes` were made of.
    ///
    /// - Throws: what `OverlayView.init(_:)` throws.
    /// - Complexity: O(bytes), some 40 microseconds.
    public init(bytes: [UInt8]) throws(OverlayError) {
        self = try bytes.withUnsafeBytes { bytes in
            Result { () throws(OverlayError) in PersonalOverlay(try OverlayView(bytes)) }
        }.get()
    }

    /// A copy of the examples of a view.
    public init(_ view: OverlayView) {
        settings = view.settings
        junkExamples = view.junkExamples
        wantedExamples = view.wantedExamples
        let slots = 0..<OverlayLayout.slots
        counters = slots.map { UInt8(view.counts(slot: $0).junk) } + slots.map { UInt8(view.counts(slot: $0).wanted) }
    }

    /// Adds an example: junk, or wanted for every other label.
    ///
    /// - Throws: `full` where there are `mostExamples` of the kind; nothing changes then.
    /// - Complexity: O(bytes of the message); some 20 microseconds for a reader's memory.
    public mutating func learn(_ message: Message, as label: Label) throws(OverlayError) {
        let isJunk = label.action == .junk
        guard examples(isJunk) < Self.mostExamples else { throw .full(isJunk: isJunk, most: Self.mostExamples) }
        let first = isJunk ? 0 : OverlayLayout.slots
        for slot in SlotSink.read(message, settings) { counters[first + slot] += 1 }
        count(isJunk, by: 1)
    }

    /// Takes away an example that was added with the same label. The bytes are then as they would
    /// be without it. Not every message that was not added is noticed: keep what was learned, or
    /// its label.
    ///
    /// - Throws: `notLearned` where the message cannot have been added; nothing changes then.
    /// - Complexity: that of `learn(_:as:)`.
    public mutating func unlearn(_ message: Message, as label: Label) throws(OverlayError) {
        let isJunk = label.action == .junk
        let first = isJunk ? 0 : OverlayLayout.slots, examples = examples(isJunk)
        let slots = SlotSink.read(message, settings)
        var rest = slots[...]
        for slot in 0..<OverlayLayout.slots {
            let count = Int(counters[first + slot]), isOfMessage = rest.first == slot
            if isOfMessage { rest.removeFirst() }
            // A slot of every example is also one of this.
            guard isOfMessage ? count > 0 : count < examples else { throw .notLearned(isJunk: isJunk) }
        }
        for slot in slots { counters[first + slot] -= 1 }
        count(isJunk, by: -1)
    }

    /// How many junk and how many wanted examples have a feature in a slot.
    @inline(__always)
    func counts(slot: Int) -> (junk: Int, wanted: Int) {
        (Int(counters[slot]), Int(counters[OverlayLayout.slots + slot]))
    }

    private func examples(_ isJunk: Bool) -> Int { isJunk ? junkExamples : wantedExamples }

    private mutating func count(_ isJunk: Bool, by n: Int) {
        if isJunk { junkExamples += n } else { wantedExamples += n }
    }

    /// The file: `byteCount` bytes.
    ///
    /// - Complexity: O(bytes), some 40 microseconds for the checksum.
    public var bytes: [UInt8] {
        typealias Layout = OverlayLayout
        var bytes = [UInt8](repeating: 0, count: Layout.headSize)
        func put(_ value: some FixedWidthInteger, at offset: Int) {
            for i in 0..<value.bitWidth / 8 { bytes[offset + i] = UInt8(truncatingIfNeeded: value >> (8 * i)) }
        }
        put(Layout.magic, at: Layout.magicOffset)
        put(Layout.formatVersion, at: Layout.formatVersionOffset)
        put(TokenizerSettings.version, at: Layout.tokenizerVersion)
        bytes[Layout.wordNgrams] = settings.wordNgrams
        bytes[Layout.shortestNgram] = settings.shortestNgram
        bytes[Layout.longestNgram] = settings.longestNgram
        bytes[Layout.cjkNgrams] = settings.cjkNgrams
        bytes[Layout.simplifiesHan] = settings.simplifiesHan ? 1 : 0
        put(UInt16(junkExamples), at: Layout.junkExamples)
        put(UInt16(wantedExamples), at: Layout.wantedExamples)
        bytes += counters
        put(bytes.withUnsafeBytes { Checksum.of($0, besides: Layout.checksum) }, at: Layout.checksum)
        return bytes
    }
}

/// The slots that an example counts in: those of its features, each once. Of more than
/// `OverlayLayout.mostSlots`, those with the lowest ranks. So a text always has the same slots, in
/// whatever order its features come, and like texts share theirs.
private struct SlotSink: FeatureSink, ~Copyable {
    private var isSet = [UInt64](repeating: 0, count: (OverlayLayout.slots + 63) / 64)

    /// In ascending order.
    static func read(_ message: Message, _ settings: TokenizerSettings) -> [Int] {
        var reader = MessageReader(settings), sink = SlotSink()
        reader.read(message, into: &sink)
        var found: [Int] = []
        for word in sink.isSet.indices {
            var bits = sink.isSet[word]
            while bits != 0 {
                found.append(64 * word + bits.trailingZeroBitCount)
                bits &= bits - 1
            }
        }
        guard found.count > OverlayLayout.mostSlots else { return found }
        // Few texts are that long, so their ranks are read a second time.
        var rankSink = RankSink()
        reader.read(message, into: &rankSink)
        let ranks = rankSink.ranks
        // Equal ranks by their slots: the result is the same with every way of sorting.
        found.sort { (ranks[$0], $0) < (ranks[$1], $1) }
        return found.prefix(OverlayLayout.mostSlots).sorted()
    }

    mutating func add(_ features: UnsafeBufferPointer<Feature>) {
        for feature in features {
            let slot = OverlayLayout.slot(of: feature.hash)
            isSet[slot / 64] |= 1 << UInt64(slot % 64)
        }
    }
}

/// The lowest rank of a feature of each slot.
private struct RankSink: FeatureSink, ~Copyable {
    var ranks = [UInt32](repeating: .max, count: OverlayLayout.slots)

    mutating func add(_ features: UnsafeBufferPointer<Feature>) {
        for feature in features {
            let slot = OverlayLayout.slot(of: feature.hash)
            ranks[slot] = min(ranks[slot], OverlayLayout.rank(of: feature.hash))
        }
    }
}
