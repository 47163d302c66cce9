// Store: the tokens of an XML element. In: its text. Out: start tags, end tags and texts with their
// references resolved. Comments and processing instructions are skipped.

/// Reads once, from the beginning to the end or to the first byte that XML does not allow.
struct XMLReader {
    enum Token {
        case start(name: String, attributes: [String: String], isEmpty: Bool)
        case end(name: String)
        case text(String)
    }

    private let bytes: [UInt8]
    private var at = 0
    /// Whether everything was read.
    var isWhole: Bool { at == bytes.count }

    init(_ text: String) { bytes = Array(text.utf8) }

    /// `nil` at the end, and where it is not well-formed.
    mutating func next() -> Token? {
        while at < bytes.count {
            guard bytes[at] == UInt8(ascii: "<") else {
                let end = bytes[at...].firstIndex(of: UInt8(ascii: "<")) ?? bytes.count
                guard let text = resolved(at..<end, isAttribute: false) else { return nil }
                at = end
                return .text(text)
            }
            if let end = end(of: "<!--", "-->") ?? end(of: "<?", "?>") {
                at = end
            } else if let end = end(of: "<![CDATA[", "]]>") {
                let text = String(decoding: bytes[at + 9..<end - 3], as: UTF8.self)
                at = end
                return .text(text)
            } else {
                return tag()
            }
        }
        return nil
    }

    /// The end of what begins here with `opening` and ends with `closing`.
    private func end(of opening: StaticString, _ closing: StaticString) -> Int? {
        guard starts(with: opening, at: at) else { return nil }
        var i = at + opening.utf8CodeUnitCount
        while i < bytes.count {
            if starts(with: closing, at: i) { return i + closing.utf8CodeUnitCount }
            i += 1
        }
        return nil
    }

    private func starts(with sign: StaticString, at start: Int) -> Bool {
        guard bytes.count - start >= sign.utf8CodeUnitCount else { return false }
        return (0..<sign.utf8CodeUnitCount).allSatisfy { bytes[start + $0] == sign.utf8Start[$0] }
    }

    private mutating func tag() -> Token? {
        var place = at + 1
        if place < bytes.count, bytes[place] == UInt8(ascii: "/") {
            place += 1
            guard let name = name(&place) else { return nil }
            skipSpace(&place)
            guard place < bytes.count, bytes[place] == UInt8(ascii: ">") else { return nil }
            at = place + 1
            return .end(name: name)
        }
        guard let name = name(&place) else { return nil }
        var attributes: [String: String] = [:]
        while place < bytes.count {
            let before = place
            skipSpace(&place)
            guard place < bytes.count else { return nil }
            if bytes[place] == UInt8(ascii: ">") {
                at = place + 1
                return .start(name: name, attributes: attributes, isEmpty: false)
            }
            if starts(with: "/>", at: place) {
                at = place + 2
                return .start(name: name, attributes: attributes, isEmpty: true)
            }
            guard place > before, let (key, value) = attribute(&place), attributes.updateValue(value, forKey: key) == nil else {
                return nil
            }
        }
        return nil
    }

    private func attribute(_ place: inout Int) -> (String, String)? {
        guard let key = name(&place) else { return nil }
        skipSpace(&place)
        guard place < bytes.count, bytes[place] == UInt8(ascii: "=") else { return nil }
        place += 1
        skipSpace(&place)
        guard place < bytes.count, [0x22, 0x27].contains(bytes[place]) else { return nil }
        let start = place + 1
        guard let end = bytes[start...].firstIndex(of: bytes[place]), !bytes[start..<end].contains(UInt8(ascii: "<")),
            let value = resolved(start..<end, isAttribute: true)
        else { return nil }
        place = end + 1
        return (key, value)
    }

    /// In bytes. Names are compared and hashed again and again, so a long one would cost its length
    /// each time.
    private static let longestName = 256

    /// A letter, or a byte beyond ASCII, and what is no sign of a tag; at most `longestName` bytes.
    private func name(_ place: inout Int) -> String? {
        let start = place
        while place < bytes.count, XMLReader.isOfName(bytes[place]) { place += 1 }
        guard place > start, place - start <= XMLReader.longestName,
            !(UInt8(ascii: "-")...UInt8(ascii: "9")).contains(bytes[start])
        else { return nil }
        return String(decoding: bytes[start..<place], as: UTF8.self)
    }

    private static func isOfName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
            UInt8(ascii: "_"), UInt8(ascii: ":"), UInt8(ascii: "-"), UInt8(ascii: "."), 0x80...:
            true
        default: false
        }
    }

    private func skipSpace(_ place: inout Int) {
        while place < bytes.count, XMLReader.isSpace(bytes[place]) { place += 1 }
    }

    private static func isSpace(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0A, 0x0D].contains(byte) }

    // MARK: Text

    /// Line ends as LF (section 2.11), in attributes white space as spaces (3.3.3), references
    /// resolved; `nil` for a character or a reference that XML does not allow.
    private func resolved(_ range: Range<Int>, isAttribute: Bool) -> String? {
        var result: [UInt8] = []
        result.reserveCapacity(range.count)
        var i = range.lowerBound
        while i < range.upperBound {
            let byte = bytes[i]
            switch byte {
            case UInt8(ascii: "&"):
                guard let (scalar, end) = reference(at: i, before: range.upperBound) else { return nil }
                result += String(Character(scalar)).utf8
                i = end
                continue
            case 0x0D where i + 1 < range.upperBound && bytes[i + 1] == 0x0A: break
            case 0x09, 0x0A, 0x0D: result.append(isAttribute ? 0x20 : byte == 0x0D ? 0x0A : byte)
            case 0..<0x20: return nil
            default: result.append(byte)
            }
            i += 1
        }
        return String(decoding: result, as: UTF8.self)
    }

    private func reference(at start: Int, before limit: Int) -> (Unicode.Scalar, end: Int)? {
        guard let end = bytes[start..<min(limit, start + 12)].firstIndex(of: UInt8(ascii: ";")) else { return nil }
        let word = String(decoding: bytes[start + 1..<end], as: UTF8.self)
        if let scalar = XMLReader.entities[word] { return (scalar, end + 1) }
        guard let code = XMLReader.code(word) else { return nil }
        if let scalar = Unicode.Scalar(code) { return XMLReader.isAllowed(scalar) ? (scalar, end + 1) : nil }
        // Half of an emoji: the Android app writes it as two references, &#55357;&#56832;, which
        // XML forbids.
        guard (0xD800..<0xDC00).contains(code), starts(with: "&#", at: end + 1),
            let last = bytes[end + 1..<min(limit, end + 13)].firstIndex(of: UInt8(ascii: ";")),
            let low = XMLReader.code(String(decoding: bytes[end + 2..<last], as: UTF8.self)), (0xDC00..<0xE000).contains(low)
        else { return nil }
        return Unicode.Scalar(0x10000 + (code - 0xD800) << 10 + (low - 0xDC00)).map { ($0, last + 1) }
    }

    /// `#128512` or `#x1F600`.
    private static func code(_ word: String) -> UInt32? {
        let digits = word.dropFirst()
        guard word.first == "#", let first = digits.first, first != "+", first != "-" else { return nil }
        return first == "x" ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
    }

    private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        [0x09, 0x0A, 0x0D].contains(scalar.value) || scalar.value >= 0x20 && scalar.value != 0xFFFE && scalar.value != 0xFFFF
    }

    private static let entities: [String: Unicode.Scalar] = ["lt": "<", "gt": ">", "amp": "&", "apos": "'", "quot": "\""]
}
