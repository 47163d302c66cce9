// Corpus: a JSON object of strings, as nearly every line of JSON Lines is, read without a decoder: a million rows of 300 bytes with seven keys in
// some 5 s of CPU, where Foundation's took 14 (import of the whole: 23 to 13 s, 2026-11). Whatever else a line holds is left to that one, so
// it alone says what is wrong.

struct FlatObject {
    /// In the order of the file; `null` is left out.
    private(set) var keys: [String] = []
    private(set) var values: [String] = []

    private let bytes: UnsafeBufferPointer<UInt8>
    private var i = 0

    /// `nil` for anything that is not surely such an object.
    init?(_ bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
        keys.reserveCapacity(8)
        values.reserveCapacity(8)
        guard take(.openBrace) else { return nil }
        if !take(UInt8(ascii: "}")) {
            repeat {
                guard let key = string(), take(UInt8(ascii: ":")) else { return nil }
                guard readValue(of: key) else { return nil }
            } while take(UInt8(ascii: ","))
            guard take(UInt8(ascii: "}")) else { return nil }
        }
        skipSpaces()
        guard i == bytes.count else { return nil }
        // Which of two equal keys counts is not for a short cut to say.
        for (n, key) in keys.enumerated() where keys[..<n].contains(key) { return nil }
    }

    private mutating func readValue(of key: String) -> Bool {
        skipSpaces()
        guard i < bytes.count else { return false }
        if bytes[i] == UInt8(ascii: "n") {
            guard bytes[i...].starts(with: "null".utf8) else { return false }
            i += 4
            return true
        }
        guard let value = string() else { return false }
        keys.append(key)
        values.append(value)
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

    private mutating func string() -> String? {
        guard take(.quote) else { return nil }
        let start = i
        var hasEscapes = false
        while i < bytes.count, bytes[i] != .quote {
            // Controls must be escaped.
            guard bytes[i] >= 0x20 else { return nil }
            if bytes[i] == UInt8(ascii: "\\") {
                hasEscapes = true
                i += 1
            }
            i += 1
        }
        guard i < bytes.count else { return nil }
        let content = UnsafeBufferPointer(rebasing: bytes[start..<i])
        i += 1
        guard hasEscapes else { return String(validating: content, as: UTF8.self) }
        return FlatObject.unescaped(content)
    }

    private static func unescaped(_ content: UnsafeBufferPointer<UInt8>) -> String? {
        var result: [UInt8] = []
        result.reserveCapacity(content.count)
        var i = 0
        while i < content.count {
            guard content[i] == UInt8(ascii: "\\") else {
                result.append(content[i])
                i += 1
                continue
            }
            guard i + 1 < content.count else { return nil }
            switch content[i + 1] {
            case UInt8(ascii: "n"): result.append(.lineFeed)
            case UInt8(ascii: "t"): result.append(.tab)
            case UInt8(ascii: "r"): result.append(.carriageReturn)
            case .quote, UInt8(ascii: "\\"), UInt8(ascii: "/"): result.append(content[i + 1])
            case UInt8(ascii: "u"):
                guard let scalar = scalar(content, i + 2) else { return nil }
                result.append(contentsOf: UTF8.encode(scalar)!)
                i += scalar.value > 0xFFFF ? 10 : 4
            // \b and \f are rare.
            default: return nil
            }
            i += 2
        }
        return String(validating: result, as: UTF8.self)
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
        guard i + 10 <= content.count, content[i + 4] == UInt8(ascii: "\\"), content[i + 5] == UInt8(ascii: "u"),
            let low = unit(i + 6),
            (0xDC00...0xDFFF).contains(low)
        else { return nil }
        return Unicode.Scalar(0x10000 + (high - 0xD800) << 10 + (low - 0xDC00))
    }
}
