// Text: a message to features, in one pass. Folds a window at a time and hands each stretch of it
// to the tokenizer of its script. Trainer and phone both read here; no other code makes features.

/// Reads messages into features. Holds a window of fixed size and its features (5 and 50 KiB, of
/// which an ordinary message touches some 4) and allocates nothing after `init`.
///
/// One reader serves one thread at a time. Most of its methods are `mutating` though some change
/// nothing: a borrowed value of this size would be copied for every call
/// (Benchmarks/decisions/decision-speed.md).
public struct MessageReader: ~Copyable {
    /// What a reader allocates when it is made, and ever.
    static let heapBytes =
        FoldedWindow.heapBytes + TokenEmitter.heapBytes + LinkTokenizer.heapBytes + HiddenWordTokenizer.heapBytes

    /// A feature says in 32 bits where it begins, and some of these numbers are no places.
    static let mostBytes = Int(clamping: UInt32.max - 0xFF)

    private var folded: FoldedWindow
    /// What of `folded` the tokenizers see.
    private let window: Window
    var emitter: TokenEmitter
    private let plainWords: WordTokenizer
    private var hiddenWords: HiddenWordTokenizer
    private var links: LinkTokenizer
    private var numbers: NumberTokenizer
    private var cjk: CJKTokenizer
    private var tags: TagTokenizer
    var pictures: PictureTokenizer
    package private(set) var senderKind: SenderKind?
    let simplifiesHan: Bool
    /// The folded scalars of the message so far.
    package private(set) var length = 0
    /// The script whose lengths this message's is one of.
    private var script = MessageScript.spaced

    /// A reader with these settings, which allocates all that it ever needs.
    ///
    /// - Precondition: `settings.isValid`.
    public init(_ settings: TokenizerSettings) {
        precondition(settings.isValid, "tokenizer settings out of range")
        let folded = FoldedWindow(simplifiesHan: settings.simplifiesHan)
        let window = folded.window, table = folded.table
        simplifiesHan = settings.simplifiesHan
        self.folded = folded
        self.window = window
        emitter = TokenEmitter(settings)
        plainWords = WordTokenizer(window: window)
        hiddenWords = HiddenWordTokenizer(window, table)
        links = LinkTokenizer(window, table)
        numbers = NumberTokenizer(window)
        cjk = CJKTokenizer(window)
        tags = TagTokenizer(window)
        pictures = PictureTokenizer(window)
    }

    /// Adds every feature of `message` to `sink`: those of the body, then those of the sender.
    ///
    /// - Complexity: O(bytes).
    public mutating func read<S: FeatureSink & ~Copyable>(_ message: Message, into sink: inout S) {
        // In place: a copy of the string would be retained and released for every message.
        let isRead: Void? = message.body.utf8.withContiguousStorageIfAvailable { readBody($0, into: &sink) }
        if isRead == nil {
            var body = message.body
            body.withUTF8 { readBody($0, into: &sink) }
        }
        guard var sender = message.sender else { return }
        var country = message.receiverCountry ?? ""
        sender.withUTF8 { s in country.withUTF8 { c in readSender(s, receiverCountry: c, into: &sink) } }
    }

    /// Adds every feature of a message in bytes to `sink`: the same as of its text.
    public mutating func read<S: FeatureSink & ~Copyable>(_ message: MessageBytes, into sink: inout S) {
        readBody(message.body, into: &sink)
        if !message.sender.isEmpty { readSender(message.sender, receiverCountry: message.receiverCountry, into: &sink) }
    }

    /// Begins a message, and adds the features of its body in UTF-8. Each byte that belongs to no
    /// well-formed sequence is read as U+FFFD. Of a body of 4 GiB or more, the last part is not
    /// read.
    ///
    /// - Complexity: O(bytes), no allocation.
    public mutating func readBody<S: FeatureSink & ~Copyable>(_ text: UnsafeBufferPointer<UInt8>, into sink: inout S) {
        let text = UnsafeBufferPointer(start: text.baseAddress, count: min(text.count, MessageReader.mostBytes))
        forget()
        var offset = 0
        while offset < text.count {
            let isFirst = offset == 0
            offset = folded.fill(text, from: offset)
            if isFirst, offset == text.count { folded.readLonePicture(text) }
            emitter.tricks.count(in: &folded)
            readWindow()
            length &+= window.count
            if window.isLast { finish() } else { leaveWindow() }
            emitter.features.empty(into: &sink)
        }
    }

    /// Adds the features of the sender and of the receiver's country, both in UTF-8, empty when
    /// unknown. To be called behind `readBody`, which forgets the last sender. Without a sender it
    /// adds nothing.
    public mutating func readSender<S: FeatureSink & ~Copyable>(
        _ sender: UnsafeBufferPointer<UInt8>, receiverCountry: UnsafeBufferPointer<UInt8>, into sink: inout S
    ) {
        senderKind = SenderTokenizer.read(sender, receiverCountry: receiverCountry, &emitter)
        emitter.features.empty(into: &sink)
    }

    /// Keeps the hosts of links from the next message on. Allocates `LinkHosts.heapBytes`.
    mutating func keepHosts() { links.keepHosts() }

    /// The hosts of the message that was read last; `nil` where they are not kept.
    var linkHosts: LinkHosts? { links.kept }

    /// The folded text of the message that was read last, if it was read whole in one window.
    /// Folding has made of it what its settings say.
    var wholeBody: Window? { length == window.count && (length == 0 || window.isLast) ? window : nil }

    /// For the next message.
    @inline(__always)
    private mutating func forget() {
        emitter.forget()
        cjk.joints.forget()
        tags.forget()
        pictures.forget()
        links.kept?.forget()
        senderKind = nil
        length = 0
        script = .spaced
    }

    /// At the end of a window that another follows.
    private mutating func leaveWindow() {
        tags.leaveWindow()
        pictures.leaveWindow()
        links.leaveWindow()
    }

    /// At the message's end.
    @inline(__always)
    private mutating func finish() {
        pictures.finish(&emitter)
        if emitter.tricks.areFound { emitter.tricks.add(to: &emitter.features) }
        addLength()
    }

    /// Adds floor(log2(n + 1)) of the n folded scalars, and their script. An empty or invisible
    /// body has no length feature: only the sender is known. Why the length:
    /// Benchmarks/decisions/letters.md
    @inline(__always)
    private mutating func addLength() {
        if length == 0 { return }
        let log2 = UInt64(truncatingIfNeeded: Int.bitWidth &- 1 &- (length &+ 1).leadingZeroBitCount)
        emitter.add(FeatureHash.length(log2, script), start: wholeMessage, end: wholeMessage)
    }

    /// Hands each stretch of the window to its tokenizer, which returns the index behind what it
    /// took.
    private mutating func readWindow() {
        links.beginWindow()
        numbers.beginWindow()
        cjk.joints.beginWindow()
        let window = window, count = window.count
        var i = 0
        while i < count {
            switch window[i].kind {
            case .space:
                cjk.joints.countSpaced(i, &emitter)
                i += 1
            case .letter:
                i = plainWords.readPlainWords(at: i, &emitter)
                if window[i].kind == .letter { i = readAlphanumeric(at: i) }
            case .digit: i = readAlphanumeric(at: i)
            case .han, .kana:
                if script == .spaced { script = .hanOrKana }
                i = cjk.readHanOrKana(at: i, &emitter)
            case .syllable:
                script = .hangul
                i = cjk.readHangul(at: i, &emitter)
            case .jamo: i = readJamo(at: i)
            case .emoji: i = cjk.joints.endOfJoint(at: i) ?? EmojiTokenizer(window: window).read(at: i, &emitter)
            case .image: i = pictures.read(at: i, &emitter)
            default: i = readSign(at: i)
            }
        }
    }

    /// Reads what begins with a letter or digit: a link, a number or a word.
    @inline(never)
    private mutating func readAlphanumeric(at i: Int) -> Int {
        let link = links.find(at: i)
        if link.end > i { return links.read(at: i, link, &emitter) }
        if let end = numbers.end(at: i) { return numbers.read(at: i, end: end, &emitter) }
        if Currency.isPrefix(at: i, window), let end = numbers.end(at: i + 2) {
            return numbers.read(at: i + 2, end: end, &emitter)
        }
        return hiddenWords.read(at: i, &links, &numbers, &pictures, &emitter)
    }

    /// Reads what begins with a symbol: a tag, a number, a joint of CJK characters or punctuation.
    @inline(__always)
    private mutating func readSign(at i: Int) -> Int {
        let punctuation = PunctuationTokenizer(window: window)
        // Most punctuation of prose.
        if window[i].isPlainPunctuation, i > 0, !window[i - 1].isCJK { return punctuation.read(at: i, &emitter) }
        tags.add(at: i, &emitter)
        if let end = numbers.end(at: i) { return numbers.read(at: i, end: end, &emitter) }
        return cjk.joints.endOfJoint(at: i) ?? punctuation.read(at: i, &emitter)
    }

    /// A run of one and the same stand-alone jamo is one token: which, and whether once, twice or
    /// more often, as with punctuation.
    @inline(__always)
    private mutating func readJamo(at i: Int) -> Int {
        let end = window.endOfRun(at: i)
        let token = FeatureHash.run(window[i].scalar, times: min(end - i, 3), .jamo)
        emitter.add(token, start: window.starts[i], end: window.starts[end])
        return end
    }
}
