// Text: punctuation and symbols: ! … $ ★. Features: a run of one mark, and that run with its
// neighbours. So ! behind a word and ! behind a space share one feature and differ in the other.
// Rules:
// - Runs are counted to 3, as `!!!` and `!!!!!!` say the same. A neighbour is told by its class
//   alone.
// - Between two letters or CJK characters only the run is a token, without neighbours: people hide
//   words this way. Runs already used as joints (CJKJoints, spaced letters) give no token.
// - Inside links, numbers and joined words a run gives only the token with its neighbours. In a
//   number these are digits, as masks replace digits. E-mail addresses give none: they are names.
// Why: Benchmarks/decisions/punctuation.md

struct PunctuationTokenizer {
    let window: Window

    /// Reads the run of one mark at `i`. Returns the index behind it.
    @inline(__always)
    func read(at i: Int, _ emitter: inout TokenEmitter) -> Int {
        let end = window.endOfRun(at: i)
        let scalar = window[i].scalar, start = window.starts[i], stop = window.starts[end]
        let times = min(end &- i, 3)
        guard var place = emitter.features.place(forMost: 2) else { return end }
        emitter.writeCounted(FeatureHash.run(scalar, times: times), start: start, end: stop, to: &place)
        let left = window.side(before: i), right = window.side(at: end)
        if left != right || left != FoldedScalar.letterSide {
            let neighbours = FeatureHash.run(scalar, times: times, left: left, right: right)
            emitter.writeCounted(neighbours, start: start, end: stop, to: &place)
        }
        emitter.features.take(upTo: place)
        return end
    }
}

extension TokenEmitter {
    /// Adds the punctuation from index `begin` to `end`, inside of something that is read whole,
    /// with its neighbours.
    mutating func addPunctuation(of window: Window, insideFrom begin: Int, to end: Int) {
        var i = begin
        while i < end {
            if window[i].kind == .symbol {
                let runEnd = min(window.endOfRun(at: i), end)
                addPunctuation(of: window, inside: i, runEnd)
                i = runEnd
            } else {
                i = i &+ 1
            }
        }
    }

    /// Adds the run from `i` to `end` with its neighbours, unless both are letters.
    @inline(__always)
    private mutating func addPunctuation(of window: Window, inside i: Int, _ end: Int) {
        let left = window.side(before: i), right = window.side(at: end)
        guard left != right || left != FoldedScalar.letterSide else { return }
        let run = FeatureHash.run(window[i].scalar, times: min(end &- i, 3), left: left, right: right)
        addCounted(run, start: window.starts[i], end: window.starts[end])
    }
}
