// Overlay: reads a person's own examples in place. In: bytes, never trusted. Out: how many examples
// of each kind have a feature in each slot. No byte can lead a later read out of them.

/// Own examples, read in place. The bytes must outlive the view.
///
/// `Classifier.init(_:overlay:)` copies what it needs, so they need not outlive a classifier.
public struct OverlayView {
    /// How the examples were read.
    public let settings: TokenizerSettings
    /// How many examples of junk there are: 0 to `PersonalOverlay.mostExamples`.
    public let junkExamples: Int
    /// How many examples of messages that are not junk: 0 to `PersonalOverlay.mostExamples`.
    public let wantedExamples: Int
    let bytes: UnsafeRawBufferPointer

    /// Opens an overlay and checks all of it.
    ///
    /// - Throws: `notAnOverlay`, `formatVersion`, `tokenizerVersion`, `length`, `checksum` or
    ///   `invalid`.
    /// - Complexity: O(bytes), which are 16 KiB: some 40 microseconds.
    public init(_ bytes: UnsafeRawBufferPointer) throws(OverlayError) {
        typealias Layout = OverlayLayout
        guard bytes.count >= 8, bytes.uint64(at: Layout.magicOffset) == Layout.magic else { throw .notAnOverlay }
        // Before the length: another version may have another.
        if bytes.count >= Layout.headSize {
            let format = bytes.uint16(at: Layout.formatVersionOffset)
            guard format == Layout.formatVersion else {
                throw .formatVersion(expected: Layout.formatVersion, found: format)
            }
            let tokenizer = bytes.uint16(at: Layout.tokenizerVersion)
            guard tokenizer == TokenizerSettings.version else {
                throw .tokenizerVersion(expected: TokenizerSettings.version, found: tokenizer)
            }
        }
        guard bytes.count == Layout.byteCount else { throw .length(expected: Layout.byteCount, found: bytes.count) }
        let checksum = bytes.uint32(at: Layout.checksum), found = Checksum.of(bytes, besides: Layout.checksum)
        guard checksum == found else { throw .checksum(expected: checksum, found: found) }
        settings = try OverlayView.settings(bytes)
        junkExamples = try OverlayView.examples(bytes, at: Layout.junkExamples, counters: Layout.junkCounters)
        wantedExamples = try OverlayView.examples(bytes, at: Layout.wantedExamples, counters: Layout.wantedCounters)
        self.bytes = bytes
    }

    private static func settings(_ bytes: UnsafeRawBufferPointer) throws(OverlayError) -> TokenizerSettings {
        typealias Layout = OverlayLayout
        let settings = TokenizerSettings(
            wordNgrams: bytes[Layout.wordNgrams], shortestNgram: bytes[Layout.shortestNgram],
            longestNgram: bytes[Layout.longestNgram], cjkNgrams: bytes[Layout.cjkNgrams],
            simplifiesHan: bytes[Layout.simplifiesHan] != 0)
        guard settings.isValid, bytes[Layout.simplifiesHan] <= 1 else {
            throw .invalid(atByte: Layout.wordNgrams, expected: "settings of the tokenizer in their ranges")
        }
        for range in [Layout.reserved..<Layout.junkExamples, Layout.lastReserved..<Layout.headSize] {
            for i in range where bytes[i] != 0 { throw .invalid(atByte: i, expected: "zero in a reserved byte") }
        }
        return settings
    }

    /// The number of examples of a kind, which no counter of that kind exceeds.
    private static func examples(_ bytes: UnsafeRawBufferPointer, at offset: Int, counters: Int) throws(OverlayError) -> Int {
        let examples = Int(bytes.uint16(at: offset))
        guard examples <= OverlayLayout.mostExamples else {
            throw .invalid(atByte: offset, expected: "at most \(OverlayLayout.mostExamples) examples")
        }
        for i in counters..<counters + OverlayLayout.slots where Int(bytes[i]) > examples {
            throw .invalid(atByte: i, expected: "a count of at most \(examples) examples")
        }
        return examples
    }

    /// How many junk and how many wanted examples have a feature in a slot, below
    /// `OverlayLayout.slots`. No more than there are, even in bytes that changed since they were
    /// checked, such as those of a file that another process writes.
    @inline(__always)
    func counts(slot: Int) -> (junk: Int, wanted: Int) {
        (
            min(Int(bytes[OverlayLayout.junkCounters + slot]), junkExamples),
            min(Int(bytes[OverlayLayout.wantedCounters + slot]), wantedExamples)
        )
    }
}
