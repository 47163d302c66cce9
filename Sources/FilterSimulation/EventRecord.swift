// Simulation: the keys of an event, and plain lines read without JSONDecoder.

import SpamFilter

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The keys and values of an event.
struct EventRecord: Decodable, Equatable {
    var text: String?
    var sender: String?
    var thread: String?
    var country: String?
    var label: String?
    var service: String?
    var contact: Bool?
    var reply: Bool?
    var delete: Bool?
    var filter: String?
    var network: String?

    /// Reads a plain line: an object with each of these keys at most once, whose values are `true`,
    /// `false` or strings without escapes by number. Other keys may have such strings. `nil` for
    /// every other line, which JSONDecoder then reads or refuses. In a third of its time:
    /// `Benchmarks/decisions/file-formats.md`.
    init?(plain line: UnsafeBufferPointer<UInt8>) {
        var scanner = PlainScanner(line)
        guard scanner.take("{") else { return nil }
        repeat {
            guard let key = scanner.bytes(), scanner.take(":") else { return nil }
            let isRead: Bool
            switch key.count {
            case 4 where key.equals("text"): isRead = scanner.read(&text)
            case 5 where key.equals("label"): isRead = scanner.read(&label)
            case 5 where key.equals("reply"): isRead = scanner.read(&reply)
            case 6 where key.equals("delete"): isRead = scanner.read(&delete)
            case 6 where key.equals("sender"): isRead = scanner.read(&sender)
            case 6 where key.equals("thread"): isRead = scanner.read(&thread)
            case 6 where key.equals("filter"): isRead = scanner.read(&filter)
            case 7 where key.equals("country"): isRead = scanner.read(&country)
            case 7 where key.equals("service"): isRead = scanner.read(&service)
            case 7 where key.equals("contact"): isRead = scanner.read(&contact)
            case 7 where key.equals("network"): isRead = scanner.read(&network)
            default:
                // A column of a corpus, which JSONDecoder skips as well.
                var other: String?
                isRead = key.text != nil && scanner.read(&other)
            }
            guard isRead else { return nil }
        } while scanner.take(",")
        guard scanner.take("}"), scanner.isAtEnd else { return nil }
    }
}

/// A place in a line of JSON.
private struct PlainScanner {
    private let line: UnsafeBufferPointer<UInt8>
    private var next = 0

    init(_ line: UnsafeBufferPointer<UInt8>) { self.line = line }

    var isAtEnd: Bool {
        mutating get {
            skipSpaces()
            return next == line.count
        }
    }

    private mutating func skipSpaces() {
        while next < line.count, line[next] == 0x20 || line[next] == 0x09 || line[next] == 0x0A || line[next] == 0x0D {
            next += 1
        }
    }

    /// Steps over one character, if it is next.
    mutating func take(_ sign: Unicode.Scalar) -> Bool {
        skipSpaces()
        guard next < line.count, line[next] == UInt8(ascii: sign) else { return false }
        next += 1
        return true
    }

    /// The bytes of a string; `nil` where no string is next, or one with an escape or a control
    /// character.
    mutating func bytes() -> UnsafeBufferPointer<UInt8>? {
        guard take("\"") else { return nil }
        let start = next
        skipPlain()
        guard next < line.count, line[next] == UInt8(ascii: "\"") else { return nil }
        next += 1
        return UnsafeBufferPointer(rebasing: line[start..<next - 1])
    }

    /// Steps to the next quotation mark, backslash or control character, or to the end: eight bytes
    /// at once, then one by one.
    private mutating func skipPlain() {
        let ones: UInt64 = 0x0101_0101_0101_0101, tops = ones << 7
        while next + 8 <= line.count {
            let word = UnsafeRawPointer(line.baseAddress! + next).loadUnaligned(as: UInt64.self)
            let quote = word ^ (ones &* 0x22), backslash = word ^ (ones &* 0x5C)
            // The top bit of a byte is set where the byte is 0, or below 0x20. A byte above such a
            // one may be flagged wrongly, so the last loop looks again.
            let ends = ((quote &- ones) & ~quote | (backslash &- ones) & ~backslash | (word &- ones &* 0x20) & ~word) & tops
            guard ends == 0 else { break }
            next += 8
        }
        while next < line.count, line[next] >= 0x20, line[next] != UInt8(ascii: "\""), line[next] != UInt8(ascii: "\\") {
            next += 1
        }
    }

    /// Reads a string into a field that has no value yet.
    mutating func read(_ field: inout String?) -> Bool {
        let start = next
        guard field == nil else { return false }
        if let bytes = bytes() {
            field = bytes.text
        } else {
            next = start
            field = escaped()?.withUnsafeBufferPointer { $0.text }
        }
        return field != nil
    }

    /// The bytes of a string with escapes such as `\n` replaced; `nil` where one is by number.
    private mutating func escaped() -> [UInt8]? {
        guard take("\"") else { return nil }
        var bytes: [UInt8] = []
        while next < line.count {
            let byte = line[next]
            next += 1
            if byte == UInt8(ascii: "\"") { return bytes }
            guard byte >= 0x20 else { return nil }
            guard byte == UInt8(ascii: "\\") else {
                bytes.append(byte)
                continue
            }
            guard next < line.count, let meant = PlainScanner.meant(by: line[next]) else { return nil }
            bytes.append(meant)
            next += 1
        }
        return nil
    }

    private static func meant(by sign: UInt8) -> UInt8? {
        switch Unicode.Scalar(sign) {
        case "\"", "\\", "/": sign
        case "b": 0x08
        case "f": 0x0C
        case "n": 0x0A
        case "r": 0x0D
        case "t": 0x09
        default: nil
        }
    }

    mutating func read(_ field: inout Bool?) -> Bool {
        guard field == nil else { return false }
        skipSpaces()
        let rest = UnsafeBufferPointer(rebasing: line[next...])
        if rest.prefix(4).equals("true") {
            (field, next) = (true, next + 4)
        } else if rest.prefix(5).equals("false") {
            (field, next) = (false, next + 5)
        }
        return field != nil
    }
}

extension Collection<UInt8> {
    fileprivate func equals(_ word: StaticString) -> Bool {
        elementsEqual(UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount))
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// The bytes as text; `nil` where they are not UTF-8. `String(validating:as:)` takes twice the
    /// time.
    fileprivate var text: String? {
        var text = String(decoding: self, as: UTF8.self)
        // Decoding repaired damaged bytes, so the text then differs from them.
        let isSame = text.withUTF8 { utf8 in
            utf8.count == count && (count == 0 || memcmp(utf8.baseAddress!, baseAddress!, count) == 0)
        }
        return isSame ? text : nil
    }
}
