// Text: U+FFFC, the place of a picture. Features: how many the message has (1, 2, 3 and more),
// whether they come alone or with text, and each between two letters, where it hides a word.

struct PictureTokenizer {
    let window: Window
    private(set) var count = 0
    /// Only pictures and spaces up to this index; -1 behind anything else.
    private var until = 0
    private var firstStart: UInt32 = 0
    private var lastEnd: UInt32 = 0

    init(_ window: Window) { self.window = window }

    /// For the next message.
    mutating func forget() {
        count = 0
        until = 0
    }

    /// Reads the run of pictures at `i`. Returns the index behind it.
    mutating func read(at i: Int, _ emitter: inout TokenEmitter) -> Int {
        var end = i + 1
        while end < window.count, window[end].kind == .image { end += 1 }
        if count == 0 { firstStart = window.starts[i] }
        count += end - i
        lastEnd = window.starts[end]
        until = window.indexBeforeSpaces(i) == until ? end : -1
        if i > 0, end < window.count, isLetter(i - 1), isLetter(end) {
            emitter.add(FeatureHash.close(FeatureHash.m4, .image), start: window.starts[i], end: window.starts[end])
        }
        return end
    }

    /// At the message's end.
    mutating func finish(_ emitter: inout TokenEmitter) {
        guard count > 0 else { return }
        let number = UInt64(min(count, 3)) &* FeatureHash.m1
        emitter.add(FeatureHash.close(number, .image), start: firstStart, end: lastEnd)
        let alone = until >= 0 && window.indexBehindSpaces(until) == window.count
        emitter.add(FeatureHash.close(FeatureHash.m5 &* (alone ? 1 : 2), .image), start: firstStart, end: lastEnd)
    }

    /// At the end of a window that another follows.
    mutating func leaveWindow() {
        until = until >= 0 && window.indexBehindSpaces(until) == window.count ? 0 : -1
    }

    @inline(__always)
    private func isLetter(_ i: Int) -> Bool { window[i].isCJK || window[i].kind == .letter }
}
