// Corpus: texts whose letters were lost, for U+FFFD or question marks. A text in, a judgement out.

import Foundation

extension CodedText {
    /// Whether letters are likely lost: U+FFFD, or most words are question marks.
    static func hasLostLetters(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        if holdsReplacement(bytes) { return true }
        guard holds(question, bytes) else { return false }
        // A picture at the beginning: nobody begins with two question marks.
        if bytes[0] == question, bytes.count > 3, bytes[1] == question,
            let next = bytes.first(where: { $0 != question }), next == UInt8(ascii: " ")
        {
            return true
        }
        guard bytes.indices.dropLast().contains(where: { bytes[$0] == question && bytes[$0 + 1] == question }) else {
            return false
        }
        let words = bytes.split(separator: UInt8(ascii: " "))
        let marks = words.filter { $0.count > 1 && $0.allSatisfy { $0 == question } }
        return marks.count > 1 && 2 * marks.joined().count > words.joined().count
    }

    /// Whether U+FFFD is among them.
    private static func holdsReplacement(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        var place = 0
        while place + 2 < bytes.count, let lead = memchr(bytes.baseAddress! + place, 0xEF, bytes.count - place - 2) {
            place = UnsafeRawPointer(bytes.baseAddress!).distance(to: UnsafeRawPointer(lead)) + 1
            if bytes[place] == 0xBF, bytes[place + 1] == 0xBD { return true }
        }
        return false
    }

    /// Whether a question mark stands at the beginning or behind a space, where no question ends.
    static func hasLooseQuestionMark(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard holds(question, bytes) else { return false }
        return bytes.indices.contains { bytes[$0] == question && ($0 == 0 || bytes[$0 - 1] == UInt8(ascii: " ")) }
    }

    /// Where the question marks of a text stand: within words, as in `f?r`, or behind them.
    static func questionMarks(in bytes: UnsafeBufferPointer<UInt8>) -> (within: Int, behind: Int) {
        var found = (within: 0, behind: 0)
        for place in bytes.indices.dropFirst() where bytes[place] == question && isLetter(bytes[place - 1]) {
            let isWithin = place + 1 < bytes.count && (0x61...0x7A).contains(bytes[place + 1])
            if isWithin { found.within += 1 } else { found.behind += 1 }
        }
        return found
    }
}
