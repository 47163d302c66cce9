// Text: U+FFFC, the place of a picture. Features: how many in the message (1, 2, 3 and more), whether they stand alone or with text, and
// each that stands between two letters, where it hides a word.

extension MessageReader {
    mutating func readPictures(at i: Int) -> Int {
        var end = i + 1
        while end < window.count, window.scalars[end].kind == .image { end += 1 }
        if pictures == 0 { firstPicture = window.starts[i] }
        pictures += end - i
        lastPictureEnd = window.starts[end]
        picturesUntil = indexBeforeSpaces(i) == picturesUntil ? end : -1
        if i > 0, end < window.count, isLetter(i - 1), isLetter(end) {
            features.add(FeatureHash.close(FeatureHash.m4, .image), start: window.starts[i], end: window.starts[end])
        }
        return end
    }

    /// At the message's end.
    mutating func addPictures() {
        let count = UInt64(min(pictures, 3)) &* FeatureHash.m1
        features.add(FeatureHash.close(count, .image), start: firstPicture, end: lastPictureEnd)
        let alone = picturesUntil >= 0 && indexBehindSpaces(picturesUntil) == window.count
        features.add(FeatureHash.close(FeatureHash.m5 &* (alone ? 1 : 2), .image), start: firstPicture, end: lastPictureEnd)
    }

    /// What the next window must know of this one: whether only tags, or only pictures, stood so far, and what stood last.
    mutating func leaveWindow() {
        if window.count > 0 { sideBeforeWindow = window.scalars[window.count - 1].side }
        tagsUntil = tagsUntil >= 0 && indexBehindSpaces(tagsUntil) == window.count ? 0 : -1
        picturesUntil = picturesUntil >= 0 && indexBehindSpaces(picturesUntil) == window.count ? 0 : -1
    }

    @inline(__always)
    private func isLetter(_ i: Int) -> Bool { window.scalars[i].isSyllabic || window.scalars[i].kind == .letter }

    mutating func indexBeforeSpaces(_ i: Int) -> Int {
        var j = i
        while j > 0, window.scalars[j - 1].kind == .space { j -= 1 }
        return j
    }

    mutating func indexBehindSpaces(_ i: Int) -> Int {
        var j = i
        while j < window.count, window.scalars[j].kind == .space { j += 1 }
        return j
    }
}
