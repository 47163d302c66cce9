// Corpus: the encodings that files of messages come in, their names, and what the first bytes of a
// file say about its encoding. A byte order mark is certain; the zeros of UTF-16 and UTF-32 are
// very likely.

/// An encoding of text, by the name that iconv(3) has for it.
public struct TextEncoding: Sendable, Hashable, CustomStringConvertible {
    /// The name in capitals, as in `UTF-8`.
    public let name: String

    /// An encoding by the name that a file declares, which is not checked.
    public init(declared name: String) { self.name = name }

    /// The encoding of a name in any case: one that iconv(3) knows, or one that people use, such as
    /// `UTF8` or `Latin-1`. Latin-1 is read as Windows-1252, EUC-KR as CP949, and UTF-16 as
    /// UTF-16LE.
    ///
    /// - Returns: `nil` when iconv(3) does not know the name.
    public init?(_ name: String) {
        let name = name.uppercased()
        if let alias = Self.aliases[name] {
            self = alias
            return
        }
        guard CharsetTranscoder.knows(name) else { return nil }
        self.name = name
    }

    /// UTF-8.
    public static let utf8 = TextEncoding(declared: "UTF-8")
    /// UTF-8 in which Java or a database wrote some characters in halves. Read as UTF-8, which
    /// joins them.
    static let cesu8 = TextEncoding(declared: "CESU-8")
    /// UTF-16, low bytes first.
    static let utf16LittleEndian = TextEncoding(declared: "UTF-16LE")
    /// UTF-16, high bytes first.
    static let utf16BigEndian = TextEncoding(declared: "UTF-16BE")
    /// UTF-32, low bytes first.
    static let utf32LittleEndian = TextEncoding(declared: "UTF-32LE")
    /// UTF-32, high bytes first.
    static let utf32BigEndian = TextEncoding(declared: "UTF-32BE")
    /// Latin-1 and the quotes, dashes and euro sign that Windows added.
    static let windows1252 = TextEncoding(declared: "WINDOWS-1252")
    /// EUC-KR and the syllables that Windows added.
    static let cp949 = TextEncoding(declared: "CP949")
    /// Simplified Chinese, all of Unicode.
    static let gb18030 = TextEncoding(declared: "GB18030")
    /// Shift-JIS and what Windows added.
    static let cp932 = TextEncoding(declared: "CP932")
    /// Japanese mail: seven bits, with escapes before and after kana and kanji.
    static let iso2022JP = TextEncoding(declared: "ISO-2022-JP")
    /// Traditional Chinese, with the characters of Hong Kong.
    static let big5 = TextEncoding(declared: "BIG5-HKSCS")

    /// What people call them.
    private static let aliases: [String: TextEncoding] = [
        "UTF-8": .utf8, "UTF8": .utf8, "CESU-8": .cesu8, "UTF-16LE": .utf16LittleEndian, "UTF-16BE": .utf16BigEndian,
        "UTF-16": .utf16LittleEndian,
        "LATIN-1": .windows1252, "LATIN1": .windows1252, "ISO-8859-1": .windows1252, "WINDOWS-1252": .windows1252,
        "CP1252": .windows1252, "EUC-KR": .cp949, "EUCKR": .cp949, "CP949": .cp949, "UHC": .cp949, "GB18030": .gb18030,
        "GBK": .gb18030, "GB2312": .gb18030, "SHIFT-JIS": .cp932, "SHIFT_JIS": .cp932, "SJIS": .cp932, "CP932": .cp932,
        "BIG5": .big5, "BIG5-HKSCS": .big5, "CP950": .big5,
    ]

    public var description: String { name }
}

extension TextEncoding {
    /// `nil` for UTF-8, which needs none.
    package var transcoder: (any Transcoder)? {
        switch self {
        case .utf8, .cesu8: nil
        case .utf16LittleEndian: UTF16Transcoder(isBigEndian: false)
        case .utf16BigEndian: UTF16Transcoder(isBigEndian: true)
        default: charsetTranscoder
        }
    }

    var charsetTranscoder: CharsetTranscoder? { CharsetTranscoder(name, hasControls: self == .windows1252) }
}

extension TextEncoding {
    /// What a byte order mark says, and its length in bytes. Four bytes are enough.
    package static func marked(by head: ArraySlice<UInt8>) -> (encoding: TextEncoding, length: Int)? {
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
    package static func told(byZerosOf head: ArraySlice<UInt8>) -> TextEncoding? {
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

extension TextEncoding {
    /// UTF-16 of a script without ASCII, whose zeros are those of line ends, spaces and signs; for
    /// bytes that are not UTF-8.
    static func utf16(bySignsOf head: ArraySlice<UInt8>) -> TextEncoding? {
        let head = Array(head.prefix(4096)), sign = 1..<UInt8(ascii: "0")
        var little = 0, big = 0
        for place in stride(from: 0, to: head.count - 1, by: 2) {
            if head[place + 1] == 0, sign.contains(head[place]) { little += 1 }
            if head[place] == 0, sign.contains(head[place + 1]) { big += 1 }
        }
        return little >= 2 && little > 20 * big ? .utf16LittleEndian : big >= 2 && big > 20 * little ? .utf16BigEndian : nil
    }
}

/// Bytes of one encoding in, UTF-8 out, in pieces cut anywhere. Bytes that are invalid in the
/// encoding become a byte that is not UTF-8, so that their row is refused with its line.
package protocol Transcoder: Sendable {
    mutating func transcode(_ bytes: ArraySlice<UInt8>, into target: inout [UInt8])
    mutating func finish(into target: inout [UInt8])
}
