// Text: where tokenizers write. It turns tokens into features, and remembers what that needs of the
// message: the token before, known tokens, tricks that were found.

/// The features of the window and the state that tokenizers share.
struct TokenEmitter: ~Copyable {
    /// The most features of a window. The densest text known has 8.05 a scalar; the fuzzer asserts
    /// that no batch is ever full.
    static let mostFeatures = 33 * FoldedWindow.capacity / 4
    /// What an emitter allocates.
    static let heapBytes =
        mostFeatures * MemoryLayout<Feature>.stride + RepeatCounts.heapBytes + KnownTokens.heapBytes

    let settings: TokenizerSettings
    var features = FeatureBatch(capacity: TokenEmitter.mostFeatures)
    /// The last word, number, link or CJK character, for pairs; 0 at the beginning.
    var last: UInt64 = 0
    var lastStart: UInt32 = 0
    /// The last two scalars, if both, or the last one, are CJK characters with only spaces and
    /// punctuation between them; else 0.
    var lastCJK: UInt32 = 0
    var secondLastCJK: UInt32 = 0
    var secondLastStart: UInt32 = 0
    var tricks = HidingTricks()
    var repeats = RepeatCounts()
    var known = KnownTokens()
    /// Whether the message has a link, or a placeholder for one.
    var hasLink = false

    init(_ settings: TokenizerSettings) { self.settings = settings }

    /// For the next message.
    mutating func forget() {
        last = 0
        forgetCJK()
        if tricks.areFound { tricks = HidingTricks() }
        repeats.forget()
        known.forget()
        hasLink = false
    }

    @inline(__always)
    mutating func add(_ feature: UInt64, start: UInt32, end: UInt32) { features.add(feature, start: start, end: end) }

    /// Adds a word-like token and its pair with the one before, and remembers it.
    @inline(__always)
    mutating func addUnit(_ unit: UInt64, start: UInt32, end: UInt32) {
        features.add(unit, start: start, end: end)
        addPair(unit, start: start, end: end)
        forgetCJK()
    }

    /// Adds a token of punctuation or a number, if this occurrence of it counts (RepeatCounts).
    @inline(__always)
    mutating func addCounted(_ token: UInt64, start: UInt32, end: UInt32) {
        features.add(token, times: repeats.count(token), start: start, end: end)
    }

    /// Writes a token like `addCounted` to a place that `features.place(forMost:)` gave, and moves
    /// it.
    @inline(__always)
    mutating func writeCounted(
        _ token: UInt64, start: UInt32, end: UInt32, to place: inout UnsafeMutablePointer<Feature>
    ) {
        place.initialize(to: Feature(hash: token, start: start, end: end))
        place += repeats.count(token)
    }

    /// Adds the pair of the last token with this one, and remembers this one.
    @inline(__always)
    mutating func addPair(_ unit: UInt64, start: UInt32, end: UInt32) {
        if last != 0, settings.wordNgrams > 1 { features.add(FeatureHash.pair(last, unit), start: lastStart, end: end) }
        last = unit
        lastStart = start
    }

    /// Adds the feature that there is a link.
    mutating func addLink(start: UInt32, end: UInt32) {
        hasLink = true
        features.add(FeatureHash.link, start: start, end: end)
    }

    @inline(__always)
    mutating func forgetCJK() {
        lastCJK = 0
        secondLastCJK = 0
    }
}
