// Corpus: the bytes that have a meaning in a file, and bytes as text.

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

extension UInt8 {
    static let tab = UInt8(ascii: "\t")
    static let lineFeed = UInt8(ascii: "\n")
    static let carriageReturn = UInt8(ascii: "\r")
    static let escape: UInt8 = 0x1B
    static let space = UInt8(ascii: " ")
    static let quote = UInt8(ascii: "\"")
    static let backslash = UInt8(ascii: "\\")
    static let openBrace = UInt8(ascii: "{")
    static let closeBrace = UInt8(ascii: "}")
    static let openBracket = UInt8(ascii: "[")
    static let closeBracket = UInt8(ascii: "]")
    static let comma = UInt8(ascii: ",")
    static let semicolon = UInt8(ascii: ";")
    static let bar = UInt8(ascii: "|")
}

extension UnsafeBufferPointer<UInt8> {
    /// Whether both hold the same bytes. `elementsEqual` compares them one by one.
    func isSame(as other: UnsafeBufferPointer<UInt8>) -> Bool {
        guard count == other.count, let start = baseAddress, let otherStart = other.baseAddress else {
            return count == other.count
        }
        return memcmp(start, otherStart, count) == 0
    }

    /// The place of the first escape; `nil` in most texts.
    var firstEscape: Int? {
        baseAddress.flatMap { start in
            memchr(start, CInt(UInt8.escape), count).map { UnsafeRawPointer($0) - UnsafeRawPointer(start) }
        }
    }
}

extension String {
    /// `nil` for bytes that are not UTF-8. O(n). Not `String(validating:as:)`, which looks its
    /// types up at each call: 80 ns a row.
    init?(utf8 bytes: UnsafeBufferPointer<UInt8>) {
        self.init(decoding: bytes, as: UTF8.self)
        // Invalid bytes have been replaced.
        let isSame = utf8.withContiguousStorageIfAvailable { $0.isSame(as: bytes) } ?? utf8.elementsEqual(bytes)
        guard isSame else {
            guard let whole = Surrogates.joined(bytes) else { return nil }
            self = whole
            return
        }
    }

    func trimmingSpaces() -> String {
        guard first == " " || last == " " else { return self }
        var rest = self[...]
        while rest.first == " " { rest.removeFirst() }
        while rest.last == " " { rest.removeLast() }
        return String(rest)
    }

    /// Whether one character was added, left out or replaced.
    package func isOneEdit(from other: String) -> Bool {
        let (a, b) = (Array(self), Array(other))
        let start = zip(a, b).prefix { $0 == $1 }.count
        let end = zip(a.dropFirst(start).reversed(), b.dropFirst(start).reversed()).prefix { $0 == $1 }.count
        let (left, right) = (a[start..<(a.count - end)], b[start..<(b.count - end)])
        return a != b && (max(left.count, right.count) == 1 || left.count == 2 && left.elementsEqual(right.reversed()))
    }
}
