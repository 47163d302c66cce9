// Text: a message to features, in one pass. Folds a window at a time and hands each stretch of it to the tokenizer of its script.
// Trainer and phone both read here; no other code makes features.

/// Whether signs pull the characters of a window apart.
enum PulledApart { case unknown, no, yes }

/// Reads messages into features. Holds a window of fixed size and its features (5 and 50 KiB, of which an ordinary message touches some 4)
/// and allocates nothing after `init`.
///
/// One reader serves one thread at a time. Most of its methods are `mutating` though some change nothing: a borrowed value of this size is
/// copied for every call, 433 bytes, which took a tenth of the time of reading.
public struct MessageReader: ~Copyable {
    /// What a reader allocates when it is made, and ever.
    static let heapBytes =
        FoldedWindow.heapBytes + mostFeatures * MemoryLayout<Feature>.stride + HostName.heapBytes + HiddenLetters.heapBytes
        + WordTable.heapBytes + RepeatCounts.heapBytes + KnownTokens.heapBytes
    static let mostFeatures = 33 * FoldedWindow.capacity / 4

    let settings: TokenizerSettings
    var window: FoldedWindow
    /// The features of the window. The densest text known has 8.05 for each of its scalars; the fuzzer asserts that no batch
    /// is ever full.
    var features = FeatureBatch(capacity: MessageReader.mostFeatures)
    /// The last word, number, link or syllabic character, for pairs; 0 at the beginning.
    var last: UInt64 = 0
    var lastStart: UInt32 = 0
    /// The last two scalars when both, or the last one, are syllabic characters with nothing but spaces and signs between; else 0.
    var lastSyllabic: UInt32 = 0
    var secondLastSyllabic: UInt32 = 0
    var secondLastStart: UInt32 = 0
    /// No link, no e-mail address and no number begins in front of these indices of the window: a run that was looked through in vain is
    /// not looked through again from each of its words. Without them a megabyte of `a.a.a.` took 0.9 s and one of `a-a-a-` 0.46 s, one
    /// of words 0.02 s.
    var linklessUntil = 0
    var addresslessUntil = 0
    var numberlessUntil = 0
    var tricks = HidingTricks()
    var repeats = RepeatCounts()
    var known = KnownTokens()
    var letters = HiddenLetters()
    var host: HostName
    let wordTable = WordTable.shared
    /// Whether signs pull the characters of this window apart: looked at when the first such sign comes.
    var pulledApart = PulledApart.unknown
    /// What stood last in the window before, as a sign sees it (SignTokenizer.swift); 0 in the first.
    var sideBeforeWindow: UInt64 = 0
    /// The folded scalars of the message so far.
    var length = 0
    /// Single characters of the message behind a space and another single one.
    var singles = 0
    /// Up to this index of the window stand only tags and spaces, counted from the message's beginning; -1 behind anything else.
    var tagsUntil = 0
    /// Up to this index stand only pictures and spaces; -1 behind anything else.
    var picturesUntil = 0
    var pictures = 0
    var firstPicture: UInt32 = 0
    var lastPictureEnd: UInt32 = 0
    /// Whether the message ends with this window.
    var isLastWindow = true

    /// - Precondition: `settings.isValid`.
    public init(_ settings: TokenizerSettings) {
        precondition(settings.isValid, "tokenizer settings out of range")
        self.settings = settings
        window = FoldedWindow(simplifiesHan: settings.simplifiesHan)
        host = HostName(window.table)
    }

    /// Adds every feature of `message` to `sink`.
    public mutating func read<S: FeatureSink & ~Copyable>(_ message: Message, into sink: inout S) {
        // In place: a copy would be counted, and forgotten again, 10 to 30 ns a message (2026-11).
        let isRead: Void? = message.body.utf8.withContiguousStorageIfAvailable { readBody($0, into: &sink) }
        if isRead == nil {
            var body = message.body
            body.withUTF8 { readBody($0, into: &sink) }
        }
        guard var sender = message.sender else { return }
        var country = message.receiverCountry ?? ""
        sender.withUTF8 { s in country.withUTF8 { c in readSender(s, receiverCountry: c, into: &sink) } }
    }

    /// Adds the features of a body in UTF-8. Bytes that are not UTF-8 are read as signs of their own.
    ///
    /// - Complexity: O(bytes), no allocation.
    public mutating func readBody<S: FeatureSink & ~Copyable>(_ text: UnsafeBufferPointer<UInt8>, into sink: inout S) {
        last = 0
        forgetSyllabic()
        if tricks.areFound { tricks = HidingTricks() }
        sideBeforeWindow = 0
        length = 0
        repeats.forget()
        known.forget()
        singles = 0
        tagsUntil = 0
        picturesUntil = 0
        pictures = 0
        var offset = 0
        while offset < text.count {
            offset = window.fill(text, from: offset)
            isLastWindow = offset == text.count
            countHidden()
            readWindow()
            length &+= window.count
            if isLastWindow {
                if pictures > 0 { addPictures() }
                if tricks.areFound { tricks.add(to: &features) }
                addLength()
            } else {
                leaveWindow()
            }
            features.empty(into: &sink)
        }
    }

    /// Adds the features of the sender and of the receiver's country, both in UTF-8, empty when unknown.
    public mutating func readSender<S: FeatureSink & ~Copyable>(
        _ sender: UnsafeBufferPointer<UInt8>, receiverCountry: UnsafeBufferPointer<UInt8>, into sink: inout S
    ) {
        readSender(sender, receiverCountry: receiverCountry)
        features.empty(into: &sink)
    }

    /// Hands each stretch of the window to its tokenizer, which returns the index behind what it took.
    private mutating func readWindow() {
        linklessUntil = 0
        addresslessUntil = 0
        numberlessUntil = 0
        pulledApart = .unknown
        var i = 0
        while i < window.count {
            switch window.scalars[i].kind {
            case .space:
                countSpaced(i)
                i += 1
            case .letter:
                i = readPlainWords(at: i)
                if window.scalars[i].kind == .letter { i = readAlphanumeric(at: i) }
            case .digit: i = readAlphanumeric(at: i)
            case .han, .kana: i = readSyllabic(at: i)
            case .syllable: i = readHangul(at: i)
            case .jamo: i = readJamo(at: i)
            case .emoji: i = endOfJoint(at: i) ?? readEmoji(at: i)
            case .image: i = readPictures(at: i)
            default:
                // Most signs of prose.
                if window.scalars[i].isPlainSign, i > 0, !window.scalars[i - 1].isSyllabic {
                    i = readSigns(at: i)
                    continue
                }
                addBracketed(at: i)
                if let end = endOfNumber(at: i) {
                    i = readNumber(at: i, end: end)
                } else if let next = endOfJoint(at: i) {
                    i = next
                } else {
                    i = readSigns(at: i)
                }
            }
        }
    }

    /// Reads what begins with a letter or digit: a link, a number or a word.
    @inline(never)
    private mutating func readAlphanumeric(at i: Int) -> Int {
        let link = endOfLink(at: i)
        if link.end > i { return readLink(at: i, link) }
        if let end = endOfNumber(at: i) { return readNumber(at: i, end: end) }
        if isCurrencyPrefix(at: i), let end = endOfNumber(at: i + 2) { return readNumber(at: i + 2, end: end) }
        return readWords(at: i)
    }

    /// Adds a word-like token and its pair with the one before, and remembers it.
    @inline(__always)
    mutating func addUnit(_ unit: UInt64, start: UInt32, end: UInt32) {
        features.add(unit, start: start, end: end)
        addPair(unit, start: start, end: end)
        forgetSyllabic()
    }

    /// Adds a token of a sign or a number, if it is to be given at this occurrence.
    @inline(__always)
    mutating func addCounted(_ token: UInt64, start: UInt32, end: UInt32) {
        features.add(token, times: repeats.count(token), start: start, end: end)
    }

    /// Adds the pair of the last token with this one, and remembers this one.
    @inline(__always)
    mutating func addPair(_ unit: UInt64, start: UInt32, end: UInt32) {
        if last != 0, settings.wordOrder > 1 { features.add(FeatureHash.pair(last, unit), start: lastStart, end: end) }
        last = unit
        lastStart = start
    }

    @inline(__always)
    mutating func forgetSyllabic() {
        lastSyllabic = 0
        secondLastSyllabic = 0
    }

    /// A run of one and the same stand-alone jamo is one token: which, and whether once, twice or more often, as with signs.
    @inline(__always)
    private mutating func readJamo(at i: Int) -> Int {
        let end = endOfRun(at: i)
        let token = FeatureHash.sign(window.scalars[i].scalar, times: min(end - i, 3), .jamo)
        features.add(token, start: window.starts[i], end: window.starts[end])
        return end
    }
}
