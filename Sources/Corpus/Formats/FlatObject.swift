// Corpus: a JSON object of strings, as nearly every line of JSON Lines is, read seven times as fast
// as JSONDecoder does (Benchmarks/decisions/file-formats.md). All other lines go to the decoder, so
// that it alone says what is wrong.

struct FlatObject {
    /// A string of the object, between its quotes.
    struct Text {
        let bytes: UnsafeBufferPointer<UInt8>
        let hasEscapes: Bool

        /// `nil` where it is not UTF-8, or has an escape that only the decoder reads.
        var string: String? { hasEscapes ? FlatObject.unescaped(bytes) : String(utf8: bytes) }
    }

    /// In the order of the file; `null` is left out. Keys are without escapes.
    private(set) var fields: [(key: Text, value: Text)] = []
    /// The keys of `null`.
    private var nulls: [Text] = []

    /// Whether a key of `null` stands twice.
    var repeatsNull: Bool {
        nulls.indices.contains { n in
            let key = nulls[n].bytes
            return nulls[..<n].contains { $0.bytes.isSame(as: key) } || fields.contains { $0.key.bytes.isSame(as: key) }
        }
    }

    private let bytes: UnsafeBufferPointer<UInt8>
    private var i = 0

    /// `nil` for anything that is not certainly such an object.
    ///
    /// - Parameter bytes: must outlive the object.
    init?(_ bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
        fields.reserveCapacity(8)
        guard take(.openBrace) else { return nil }
        if !take(.closeBrace) {
            repeat {
                guard let key = text(), !key.hasEscapes, take(UInt8(ascii: ":")), readValue(of: key) else { return nil }
            } while take(.comma)
            guard take(.closeBrace) else { return nil }
        }
        skipSpaces()
        guard i == bytes.count else { return nil }
    }

    private mutating func readValue(of key: Text) -> Bool {
        skipSpaces()
        guard i < bytes.count else { return false }
        if bytes[i] == UInt8(ascii: "n") {
            guard bytes[i...].starts(with: "null".utf8) else { return false }
            i += 4
            nulls.append(key)
            return true
        }
        guard let value = text() else { return false }
        fields.append((key, value))
        return true
    }

    private mutating func skipSpaces() {
        while i < bytes.count, bytes[i] == .space || bytes[i] == .tab || bytes[i] == .carriageReturn || bytes[i] == .lineFeed {
            i += 1
        }
    }

    private mutating func take(_ byte: UInt8) -> Bool {
        skipSpaces()
        guard i < bytes.count, bytes[i] == byte else { return false }
        i += 1
        return true
    }

    private mutating func text() -> Text? {
        guard take(.quote) else { return nil }
        let start = i
        var hasEscapes = false
        skipPlain()
        while i < bytes.count, bytes[i] != .quote {
            // Controls must be escaped.
            guard bytes[i] >= 0x20 else { return nil }
            if bytes[i] == .backslash {
                hasEscapes = true
                i += 1
            }
            i += 1
            skipPlain()
        }
        guard i < bytes.count else { return nil }
        let content = UnsafeBufferPointer(rebasing: bytes[start..<i])
        i += 1
        return Text(bytes: content, hasEscapes: hasEscapes)
    }

    /// Steps over bytes that are neither quote, backslash nor control, eight at a time.
    ///
    /// A byte less than n borrows in `word - nnn…`, which sets its highest bit; a byte equal to n
    /// is less than 1 in `word ^ nnn…`. Only the lowest byte found is certain: borrows may mark
    /// later ones.
    private mutating func skipPlain() {
        let ones: UInt64 = 0x0101_0101_0101_0101, highest = ones << 7
        while i + 8 <= bytes.count {
            let word = UInt64(littleEndian: UnsafeRawPointer(bytes.baseAddress! + i).loadUnaligned(as: UInt64.self))
            let quotes = word ^ ones &* UInt64(UInt8.quote), backslashes = word ^ ones &* UInt64(UInt8.backslash)
            let found = (quotes &- ones) & ~quotes | (backslashes &- ones) & ~backslashes | (word &- ones &* 0x20) & ~word
            guard found & highest == 0 else {
                i += (found & highest).trailingZeroBitCount / 8
                return
            }
            i += 8
        }
    }

    private static func unescaped(_ content: UnsafeBufferPointer<UInt8>) -> String? {
        var result: [UInt8] = []
        result.reserveCapacity(content.count)
        var i = 0
        while i < content.count {
            let plain = content[i...].prefix { $0 != .backslash }
            result.append(contentsOf: plain)
            i = plain.endIndex
            if i == content.count { break }
            guard i + 1 < content.count else { return nil }
            switch content[i + 1] {
            case UInt8(ascii: "n"): result.append(.lineFeed)
            case UInt8(ascii: "t"): result.append(.tab)
            case UInt8(ascii: "r"): result.append(.carriageReturn)
            case .quote, .backslash, UInt8(ascii: "/"): result.append(content[i + 1])
            case UInt8(ascii: "u"):
                guard let scalar = scalar(content, i + 2) else { return nil }
                result.append(contentsOf: UTF8.encode(scalar)!)
                i += scalar.value > 0xFFFF ? 10 : 4
            // \b and \f are rare.
            default: return nil
            }
            i += 2
        }
        return result.withUnsafeBufferPointer { String(utf8: $0) }
    }

    /// Four hexadecimal digits at `i`, or two such units of UTF-16.
    private static func scalar(_ content: UnsafeBufferPointer<UInt8>, _ i: Int) -> Unicode.Scalar? {
        func unit(_ i: Int) -> UInt32? {
            guard i + 4 <= content.count, content[i..<i + 4].allSatisfy({ $0 != UInt8(ascii: "+") && $0 != UInt8(ascii: "-") })
            else {
                return nil
            }
            return UInt32(String(decoding: content[i..<i + 4], as: UTF8.self), radix: 16)
        }
        guard let high = unit(i) else { return nil }
        guard (0xD800...0xDBFF).contains(high) else { return Unicode.Scalar(high) }
        guard i + 10 <= content.count, content[i + 4] == .backslash, content[i + 5] == UInt8(ascii: "u"),
            let low = unit(i + 6),
            (0xDC00...0xDFFF).contains(low)
        else { return nil }
        return Unicode.Scalar(0x10000 + (high - 0xD800) << 10 + (low - 0xDC00))
    }
}
