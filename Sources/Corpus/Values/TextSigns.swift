// Corpus: which signs a text has, in one pass, so that a judgement runs only where its sign is. A
// text in, a set out.

/// Signs that tell of a code, or of lost letters. Most texts have few of them.
struct TextSigns: OptionSet {
    let rawValue: UInt8

    /// Characters below a space, but tabs and ends of lines.
    static let control = TextSigns(rawValue: 1)
    /// What begins an escape: `\`, `'`, `+`, `=`, `_`.
    static let escape = TextSigns(rawValue: 2)
    /// `&`, `<`.
    static let markup = TextSigns(rawValue: 4)
    static let question = TextSigns(rawValue: 8)
    /// `/`, `=`.
    static let ofLink = TextSigns(rawValue: 16)
    static let beyondASCII = TextSigns(rawValue: 32)
    /// Characters from U+2000 on: of East Asia, pictures, some signs.
    static let wide = TextSigns(rawValue: 64)

    init(rawValue: UInt8) { self.rawValue = rawValue }

    /// - Complexity: O(length).
    init(of bytes: UnsafeBufferPointer<UInt8>) {
        rawValue = Self.ofByte.withUnsafeBufferPointer { table in bytes.reduce(0) { $0 | table[Int($1)].rawValue } }
    }

    private static let ofByte: [TextSigns] = (UInt8.min...UInt8.max).map { byte in
        var signs: TextSigns = []
        if byte < 0x20, !(0x09...0x0D).contains(byte) { signs.insert(.control) }
        if "\\'+=_".utf8.contains(byte) { signs.insert(.escape) }
        if "&<".utf8.contains(byte) { signs.insert(.markup) }
        if byte == UInt8(ascii: "?") { signs.insert(.question) }
        if "/=".utf8.contains(byte) { signs.insert(.ofLink) }
        if byte >= 0x80 { signs.insert(.beyondASCII) }
        if byte >= 0xE2 { signs.insert(.wide) }
        return signs
    }
}
