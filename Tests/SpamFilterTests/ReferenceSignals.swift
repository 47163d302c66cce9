// What was hidden stays known, again, from the comments of HidingTricks and CJKJoints.

@testable import SpamFilter

struct ReferenceSignals {
    var counts: [HidingTrick: Int] = [:]

    /// Of a folded text: what folding undid.
    init(_ text: [ReferenceCharacter]) {
        let holdsCJK = text.contains { isCJK($0.character) }
        for (i, c) in text.enumerated() {
            if c.look.contains(.stacked) { count(.stacked) }
            if c.look.contains(.assembled) { count(.jamo) }
            if isAlphabetic(c.character) {
                if c.look.contains(.wide) {
                    if !holdsCJK { count(.wide) }
                } else if c.look.contains(.styled) {
                    count(.styled)
                }
                if c.look.contains(.replaced) { count(.lookAlike) }
            }
            // Scripts from Hebrew on need joiners inside words; Han, kana and Hangul do not.
            let isPlain = isCJK(c.character) || isWordCharacter(c.character) && scalar(c.character) < 0x590
            if c.look.contains(.interrupted), isPlain, i + 1 < text.count {
                let next = text[i + 1].character
                if isCJK(next) || isWordCharacter(next) { count(.invisible) }
            }
        }
        // Single characters behind a space and another single one: each third.
        let isSingle = { (i: Int) in
            text.indices.contains(i) && isCJK(text[i].character)
                && !(i > 0 && isCJK(text[i - 1].character)) && !(i + 1 < text.count && isCJK(text[i + 1].character))
        }
        let singles = text.indices.filter { text[$0].character.isWhitespace && isSingle($0 - 1) && isSingle($0 + 1) }.count
        count(.spaced, singles / 3)
    }

    mutating func count(_ trick: HidingTrick, _ n: Int = 1) { counts[trick, default: 0] += n }

    /// A feature for each: once, up to 3 times, up to 7, more often.
    func features() -> [(String, UInt64)] {
        counts.filter { $0.value > 0 }.map { trick, n in
            let bucket: UInt64 = n == 1 ? 1 : n <= 3 ? 2 : n <= 7 ? 3 : 4
            return ("signal \(trick) \(bucket)", FeatureHash.close(UInt64(trick.rawValue) * 8 + bucket, .hidden))
        }
    }
}

/// Whether signs pull the characters of a text apart: then those between two characters are not
/// read.
struct ReferenceJoints {
    private let text: [Character]
    private let pullApart: Bool

    init(_ text: [Character]) {
        self.text = text
        let joints = text.indices.filter { isJointSign(text[$0]) && ReferenceJoints.end(text, $0) != nil }.count
        pullApart = joints >= 2 && 4 * joints >= text.filter(isCJK).count
    }

    /// The index behind one or two signs directly between two characters.
    private static func end(_ text: [Character], _ i: Int) -> Int? {
        guard i > 0, isCJK(text[i - 1]), i + 1 < text.count else { return nil }
        // Pictures are counted.
        let end = isJointSign(text[i + 1]) && !isPicture(text[i + 1]) ? i + 2 : i + 1
        return end < text.count && isCJK(text[end]) ? end : nil
    }

    /// The index behind the signs at `i`, if they are not to be read.
    func endOfUnread(_ i: Int) -> Int? { pullApart ? ReferenceJoints.end(text, i) : nil }
}
