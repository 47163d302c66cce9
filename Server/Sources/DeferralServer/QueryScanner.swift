// Server: the usual form of a query's JSON, without a tree of values. Bytes in, text and sender
// out. Whatever is unusual is left to `NetworkQuery`, which reads everything.

/// Reads queries as the system writes them. It keeps its memory from one to the next.
///
/// What it accepts, `NetworkQuery` reads as the same text and sender. It accepts no unknown and no
/// repeated keys, no other types, no other version and no damaged bytes.
struct QueryScanner {
    /// In UTF-8; empty where it was missing.
    private(set) var text: [UInt8] = []
    private(set) var sender: [UInt8] = []
    private var json = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
    private var place = 0

    /// - Returns: whether the query has the usual form. Else text and sender mean nothing.
    /// - Complexity: O(bytes).
    mutating func read(_ json: UnsafeBufferPointer<UInt8>) -> Bool {
        text.removeAll(keepingCapacity: true)
        sender.removeAll(keepingCapacity: true)
        self.json = json
        place = 0
        defer { self.json = UnsafeBufferPointer(start: nil, count: 0) }
        let isQuery = readObject { scanner, key in
            switch key {
            case .version: scanner.take("1")
            case .query: scanner.readQuery()
            case .app: scanner.readObject { scanner, key in key == .appVersion && scanner.skipString() }
            default: false
            }
        }
        skipSpace()
        return isQuery && place == json.count && String(validating: json, as: UTF8.self) != nil
    }

    private mutating func readQuery() -> Bool {
        readObject { scanner, key in
            switch key {
            case .sender: scanner.readString(into: \.sender)
            case .message: scanner.readObject { scanner, key in key == .text && scanner.readString(into: \.text) }
            default: false
            }
        }
    }

    private enum Key: UInt8, CaseIterable {
        case version, query, app, appVersion, sender, message, text

        private static let names: [StaticString] = ["_version", "query", "app", "version", "sender", "message", "text"]

        init?(_ name: some Collection<UInt8>) {
            guard
                let place = Key.names.firstIndex(where: {
                    name.elementsEqual(UnsafeBufferPointer(start: $0.utf8Start, count: $0.utf8CodeUnitCount))
                })
            else { return nil }
            self.init(rawValue: UInt8(place))
        }
    }

    // MARK: JSON

    /// - Parameter member: reads the value of a key.
    private mutating func readObject(_ member: (inout QueryScanner, Key) -> Bool) -> Bool {
        guard take("{") else { return false }
        if take("}") { return true }
        var seen: UInt8 = 0
        repeat {
            guard take("\"") else { return false }
            let start = place
            guard let end = json[start...].firstIndex(of: UInt8(ascii: "\"")), let key = Key(json[start..<end]) else {
                return false
            }
            place = end + 1
            guard seen & (1 << key.rawValue) == 0, take(":"), member(&self, key) else { return false }
            seen |= 1 << key.rawValue
        } while take(",")
        return take("}")
    }

    /// Takes one character where it is next, behind white space.
    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        skipSpace()
        guard place < json.count, json[place] == UInt8(ascii: character) else { return false }
        place += 1
        return true
    }

    private mutating func skipSpace() {
        while place < json.count, [0x20, 0x0A, 0x0D, 0x09].contains(json[place]) { place += 1 }
    }

    private mutating func skipString() -> Bool {
        guard take("\"") else { return false }
        while let byte = next(), byte != UInt8(ascii: "\\"), byte >= 0x20 {
            if byte == UInt8(ascii: "\"") { return true }
        }
        return false
    }

    /// Reads a string, and its escapes as what they mean.
    private mutating func readString(into text: WritableKeyPath<QueryScanner, [UInt8]>) -> Bool {
        guard take("\"") else { return false }
        var start = place
        while let byte = next() {
            guard byte >= 0x20 else { return false }
            guard byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") else { continue }
            self[keyPath: text].append(contentsOf: json[start..<place - 1])
            if byte == UInt8(ascii: "\"") { return true }
            guard let scalar = readEscape() else { return false }
            self[keyPath: text].append(contentsOf: UTF8.encode(scalar).unsafelyUnwrapped)
            start = place
        }
        return false
    }

    private mutating func next() -> UInt8? {
        guard place < json.count else { return nil }
        defer { place += 1 }
        return json[place]
    }

    /// What follows a backslash; `nil` where it is no escape, or half of a pair of surrogates.
    private mutating func readEscape() -> Unicode.Scalar? {
        switch next() {
        case UInt8(ascii: "\""): return "\""
        case UInt8(ascii: "\\"): return "\\"
        case UInt8(ascii: "/"): return "/"
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"):
            guard let unit = readHex() else { return nil }
            guard (0xD800..<0xDC00).contains(unit) else { return Unicode.Scalar(unit) }
            guard next() == UInt8(ascii: "\\"), next() == UInt8(ascii: "u"), let low = readHex(), (0xDC00..<0xE000).contains(low)
            else { return nil }
            return Unicode.Scalar(0x10000 + (unit & 0x3FF) << 10 + low & 0x3FF)
        default: return nil
        }
    }

    private mutating func readHex() -> UInt32? {
        var value: UInt32 = 0
        for _ in 0..<4 {
            guard let digit = next().flatMap({ Character(Unicode.Scalar($0)).hexDigitValue }) else { return nil }
            value = value << 4 | UInt32(digit)
        }
        return value
    }
}
