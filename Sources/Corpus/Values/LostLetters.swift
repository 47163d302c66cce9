// Corpus: texts whose letters were lost, for U+FFFD or question marks. A text in, a judgement out.

extension CodedText {
    /// Whether letters are likely lost: U+FFFD, or most words are question marks.
    static func hasLostLetters(_ text: String) -> Bool {
        var text = text
        return text.withUTF8 { bytes in
            if holds(0xEF, bytes), let place = bytes.firstIndex(of: 0xEF), bytes[place...].containsReplacement { return true }
            guard holds(question, bytes) else { return false }
            // A picture at the beginning: nobody begins with two question marks.
            if bytes[0] == question, bytes.count > 3, bytes[1] == question,
                let next = bytes.first(where: { $0 != question }), next == UInt8(ascii: " ")
            {
                return true
            }
            let words = bytes.split(separator: UInt8(ascii: " "))
            let marks = words.filter { $0.count > 1 && $0.allSatisfy { $0 == question } }
            return marks.count > 1 && 2 * marks.joined().count > words.joined().count
        }
    }

    /// Whether a question mark stands at the beginning or behind a space, where no question ends.
    static func hasLooseQuestionMark(_ text: String) -> Bool {
        var text = text
        return text.withUTF8 { bytes in
            guard holds(question, bytes) else { return false }
            return bytes.indices.contains { bytes[$0] == question && ($0 == 0 || bytes[$0 - 1] == UInt8(ascii: " ")) }
        }
    }

    /// Where the question marks of a text stand: within words, as in `f?r`, or behind them. Those
    /// of links do not count.
    static func questionMarks(in text: String) -> (within: Int, behind: Int) {
        var text = text
        guard text.withUTF8({ holds(question, $0) }), !text.utf8.contains(where: { "/=".utf8.contains($0) }) else {
            return (0, 0)
        }
        let bytes = Array(text.utf8) + [.space]
        let marks = bytes.indices.dropFirst().filter { bytes[$0] == question && isLetter(bytes[$0 - 1]) }
        let within = marks.count { (0x61...0x7A).contains(bytes[$0 + 1]) }
        return (within, marks.count - within)
    }
}

extension Slice<UnsafeBufferPointer<UInt8>> {
    /// Whether U+FFFD is among them.
    fileprivate var containsReplacement: Bool {
        indices.contains { $0 + 2 < endIndex && self[$0] == 0xEF && self[$0 + 1] == 0xBF && self[$0 + 2] == 0xBD }
    }
}
