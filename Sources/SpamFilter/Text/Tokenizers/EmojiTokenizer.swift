// Text: emoji. A sequence is one token: a flag of two regional indicators (RegionalLetters makes
// letters of others), or emoji that joiners hold together. Runs of one and the same sequence are
// counted to 3. Folding drops skin tones, variation selectors and the tags of regional flags; a
// keycap is its digit.

struct EmojiTokenizer {
    let window: Window

    /// Reads the run of one and the same sequence at `i`. Returns the index behind it.
    func read(at i: Int, _ emitter: inout TokenEmitter) -> Int {
        let first = sequence(at: i)
        var end = first.end
        var count: UInt64 = 1
        while end < window.count, window[end].scalar == window[i].scalar {
            let next = sequence(at: end)
            if next.hash != first.hash { break }
            end = next.end
            count += 1
        }
        let token = min(count, 3) &* FeatureHash.m1 &+ first.hash &* FeatureHash.m3
        emitter.add(FeatureHash.close(token, .emoji), start: window.starts[i], end: window.starts[end])
        return end
    }

    /// The index behind the sequence at `i`, and its hash: a lone emoji's own scalar.
    @inline(__always)
    private func sequence(at i: Int) -> (end: Int, hash: UInt64) {
        var end = i + 1
        var hash = UInt64(window[i].scalar)
        if window[i].isRegional, end < window.count, window[end].isRegional {
            return (end + 1, FeatureHash.roll(hash, window[end].scalar))
        }
        while end < window.count, window[end - 1].isJoined, window[end].kind == .emoji {
            hash = FeatureHash.roll(hash, window[end].scalar)
            end += 1
        }
        return (end, hash)
    }
}
