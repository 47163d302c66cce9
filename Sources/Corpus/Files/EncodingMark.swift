// Corpus: what the first bytes of a file say about its encoding. A byte order mark is certain;
// the zeros of UTF-16 and UTF-32 are very likely.

extension TextEncoding {
    /// What a byte order mark says, and its length in bytes. Four bytes are enough.
    static func marked(by head: ArraySlice<UInt8>) -> (encoding: TextEncoding, length: Int)? {
        if head.starts(with: [0xEF, 0xBB, 0xBF]) { return (.utf8, 3) }
        // Before UTF-16, whose mark it begins with.
        if head.starts(with: [0xFF, 0xFE, 0, 0]) { return (.utf32LittleEndian, 4) }
        if head.starts(with: [0, 0, 0xFE, 0xFF]) { return (.utf32BigEndian, 4) }
        if head.starts(with: [0xFF, 0xFE]) { return (.utf16LittleEndian, 2) }
        if head.starts(with: [0xFE, 0xFF]) { return (.utf16BigEndian, 2) }
        return nil
    }

    /// UTF-16 and UTF-32 without a mark. In UTF-16 every second byte of commas, digits and line
    /// ends is zero; in UTF-32 two of the four bytes of nearly every character.
    static func told(byZerosOf head: ArraySlice<UInt8>) -> TextEncoding? {
        let head = head.prefix(4096)
        var zeros = [0, 0, 0, 0]
        for (i, byte) in head.enumerated() where byte == 0 { zeros[i & 3] += 1 }
        let all = zeros.reduce(0, +)
        guard all >= 4, all * 20 >= head.count else { return nil }
        let most = head.count * 9 / 40
        if zeros[2] >= most, zeros[3] >= most, zeros[0] * 10 < most { return .utf32LittleEndian }
        if zeros[0] >= most, zeros[1] >= most, zeros[3] * 10 < most { return .utf32BigEndian }
        let (first, second) = (zeros[0] + zeros[2], zeros[1] + zeros[3])
        if second > 20 * first { return .utf16LittleEndian }
        if first > 20 * second { return .utf16BigEndian }
        return nil
    }
}
