// Text: emoji. A sequence is one token: a flag of two regional indicators (others are letters: RegionalLetters.swift), and emoji that joiners hold together. Runs of one and the same
// sequence are counted to 3. Skin tones, variation selectors and the tags of 🏴's regions are dropped by Folding; a keycap is its digit.

extension MessageReader {
    /// The index behind the sequence at `i`, and its hash: a lone emoji's own scalar.
    @inline(__always)
    private func emojiSequence(at i: Int) -> (end: Int, hash: UInt64) {
        var end = i + 1
        var hash = UInt64(window.scalars[i].scalar)
        if isRegional(i), end < window.count, isRegional(end) {
            return (end + 1, FeatureHash.roll(hash, window.scalars[end].scalar))
        }
        while end < window.count, window.scalars[end - 1].isJoined, window.scalars[end].kind == .emoji {
            hash = FeatureHash.roll(hash, window.scalars[end].scalar)
            end += 1
        }
        return (end, hash)
    }

    @inline(__always)
    private func isRegional(_ i: Int) -> Bool {
        window.scalars[i].scalar >= 0x1F1E6 && window.scalars[i].scalar <= 0x1F1FF
    }

    mutating func readEmoji(at i: Int) -> Int {
        let first = emojiSequence(at: i)
        var end = first.end
        var count: UInt64 = 1
        while end < window.count, window.scalars[end].scalar == window.scalars[i].scalar {
            let next = emojiSequence(at: end)
            if next.hash != first.hash { break }
            end = next.end
            count += 1
        }
        let token = min(count, 3) &* FeatureHash.m1 &+ first.hash &* FeatureHash.m3
        features.add(FeatureHash.close(token, .emoji), start: window.starts[i], end: window.starts[end])
        return end
    }
}
