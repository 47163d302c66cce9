// Corpus: characters beyond the first 65,536 that a database or Java wrote as two halves of three
// bytes each (CESU-8), in a text of UTF-8. Bytes in, a text out.

enum Surrogates {
    /// The text with each pair of halves as the character that it means, and a lone half as U+FFFD;
    /// `nil` for bytes without halves, and for others that are not UTF-8.
    static func joined(_ bytes: some RandomAccessCollection<UInt8>) -> String? {
        guard bytes.contains(0xED) else { return nil }
        let bytes = Array(bytes)
        var whole: [UInt8] = [], place = 0, halves = 0
        whole.reserveCapacity(bytes.count)
        while place < bytes.count {
            guard let first = half(bytes, place) else {
                whole.append(bytes[place])
                place += 1
                continue
            }
            (place, halves) = (place + 3, halves + 1)
            var scalar: Unicode.Scalar = "\u{FFFD}"
            if UTF16.isLeadSurrogate(first), let second = half(bytes, place), UTF16.isTrailSurrogate(second) {
                scalar = Unicode.Scalar(0x10000 + (UInt32(first - 0xD800) << 10 | UInt32(second - 0xDC00)))!
                place += 3
            }
            whole += UTF8.encode(scalar)!
        }
        return halves > 0 ? String(validating: whole, as: UTF8.self) : nil
    }

    /// The half at a place: ED, A0 to BF, and one byte more.
    private static func half(_ bytes: [UInt8], _ place: Int) -> UInt16? {
        guard place + 2 < bytes.count, bytes[place] == 0xED, (0xA0..<0xC0).contains(bytes[place + 1]),
            (0x80..<0xC0).contains(bytes[place + 2])
        else { return nil }
        return 0xD000 | UInt16(bytes[place + 1] & 0x3F) << 6 | UInt16(bytes[place + 2] & 0x3F)
    }
}
