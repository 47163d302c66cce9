// Text: signs: ! … $ ★. In: a window index at a sign. Features: a run of one and the same sign, and that run between its neighbours: the
// full stop of a sentence and the dot of a price, ! behind a word and ! behind a space are one sign each, and two features.
// Rules:
// - runs are counted to 3, because `!!!` and `!!!!!!` say the same; a neighbour is told by its class alone;
// - between two letters or characters a run gives its own token alone: so people hide words. A run that gives none of its own
//   (HiddenSyllables.swift, single letters) gives none at all;
// - inside of links, numbers and joined words, whose signs are no tokens of their own, it gives that between neighbours alone; in a number
//   as between digits, which masks stand for. Inside of e-mail addresses none: they are names.
// Lost: none inside of links (recall at .1 %: Turkish .9970 to .9921, Korean .9987 to .9967, five languages .9640 to .9605; UCI won).
// Figures, cross-validated by group in the training parts, average precision and recall at .1 % false junk, without and with: UCI
// .9852/.9006 .9867/.8869, at .5 % .9435 .9552; message80W .9969/.9738 .9971/.9781; Turkish .9999/.9891 1.0/.9970; five languages
// .9936/.9344 .9946/.9578; Indonesian tied.
// Between two letters, given and not, the same way (2026-11-21): average precision tied (UCI .9891 .9891, message80W .9984 .9984, five
// languages .9953 .9954, Indonesian .9957 .9960); wanted messages with signs in their words that the model's cutoff calls junk:
// message80W .89 .36 %, Korean .56 .15 %, Turkish .17 .06 %; recall of junk with such signs where .5 % of such wanted ones are lost:
// message80W .9822 .9843, Turkish .9975 .9985, Korean tied, UCI .9435 .9259 (lost).
// Tried on 2026-11-22, the same way: a sign and the very character or letter beside it, tied (message80W .9989/.9861 .9989/.9859, UCI .9884/.9026
// .9888/.9145, Indonesian .9963/.5822 .9963/.5644) for 3 % more features. Whether a sign is of full width, message80W .9989/.9873, others tied:
// not kept, as it tells where a corpus was collected. No neighbours at all: UCI .9886/.9066 .9873/.8966, message80W .9988/.9843 .9987/.9822.

extension FoldedScalar {
    /// What a sign sees of its neighbour: 1 letter, Han, kana, Hangul or jamo, 2 digit, 3 space, 4 sign, emoji or picture. 0, which no
    /// scalar has, is the edge of the message, or of a window that was cut within a word.
    @inline(__always)
    var side: UInt64 { FoldedScalar.sides &>> UInt64(bits &<< 2 & 60) & 15 }
    /// A nibble for each class.
    private static let sides: UInt64 = 0x4444_4444_1111_2134
    static let letterSide: UInt64 = 1
    static let digitSide: UInt64 = 2
    static let spaceSide: UInt64 = 3
}

extension FeatureHash {
    /// A sign some times in a row, between neighbours; 8 tells the edges of a message from no neighbours.
    @inline(__always)
    static func sign(_ scalar: UInt32, times: Int, left: UInt64, right: UInt64) -> UInt64 {
        let run = UInt64(truncatingIfNeeded: times) &* m1 &+ UInt64(scalar) &* m3
        return close(run &+ (left &* 8 &+ right &+ 8) &* m5, .symbol)
    }
}

extension MessageReader {
    /// Reads the run of one and the same sign at `i`. Returns the index behind it.
    @inline(__always)
    mutating func readSigns(at i: Int) -> Int {
        let end = endOfRun(at: i)
        let scalar = window.scalars[i].scalar, start = window.starts[i], stop = window.starts[end]
        let times = min(end &- i, 3)
        addCounted(FeatureHash.sign(scalar, times: times), start: start, end: stop)
        let left = side(before: i), right = side(at: end)
        if left != right || left != FoldedScalar.letterSide {
            let neighbours = FeatureHash.sign(scalar, times: times, left: left, right: right)
            addCounted(neighbours, start: start, end: stop)
        }
        return end
    }

    /// Adds the signs from index `begin` to `end`, inside of something that is read whole, with their neighbours.
    mutating func addSigns(insideFrom begin: Int, to end: Int) {
        var i = begin
        while i < end {
            if window.scalars[i].kind == .symbol {
                let runEnd = min(endOfRun(at: i), end)
                addSign(inside: i, runEnd)
                i = runEnd
            } else {
                i = i &+ 1
            }
        }
    }

    /// Adds the run from `i` to `end` with its neighbours, unless both are letters.
    @inline(__always)
    mutating func addSign(inside i: Int, _ end: Int) {
        let left = side(before: i), right = side(at: end)
        guard left != right || left != FoldedScalar.letterSide else { return }
        let sign = FeatureHash.sign(window.scalars[i].scalar, times: min(end &- i, 3), left: left, right: right)
        addCounted(sign, start: window.starts[i], end: window.starts[end])
    }

    /// The index behind the run of one scalar, no space, at `i`: a space stands behind the window's last one.
    @inline(__always)
    mutating func endOfRun(at i: Int) -> Int {
        let scalar = window.scalars[i].scalar
        var end = i &+ 1
        while window.scalars[end].scalar == scalar { end = end &+ 1 }
        return end
    }

    @inline(__always)
    private mutating func side(before i: Int) -> UInt64 { i > 0 ? window.scalars[i &- 1].side : sideBeforeWindow }

    @inline(__always)
    private mutating func side(at i: Int) -> UInt64 { i < window.count ? window.scalars[i].side : 0 }
}
