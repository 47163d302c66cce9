// Corpus: texts whose letters are in a program's code instead of letters, or lost. A text in, a
// judgement out. Texts stay as they are.

import Foundation

enum CodedText {
    /// What the letters of a text are in place of letters.
    enum Code {
        /// `b'…'`, `['see', 'you']`, `="…"`, `\n`, `it\'s`, `it''s`, `\u00fc`, `\xc3\xbc`,
        /// `=C3=BC`, `_x000D_`, `<U+00FC>`, `%20` or `+` for each space, base64, `+AGE-`, a control
        /// character, as the alphabet of SMS has them for @ and $, or the head of a part of a long
        /// message.
        case program
        /// UTF-8 that was read as Windows-1251, `РґРѕ`.
        case windows1251
        /// UTF-8 that was read as an encoding of East Asia, `浣犲ソ锛`, `縺ゅ＞縺`, or bytes of one
        /// that were read as UTF-8 and lost, `锟斤拷`, `占쏙옙`.
        case eastAsian
        /// Digits of hexadecimal alone; whether they are words with spaces.
        case hexadecimal(areWords: Bool)
        /// `&amp;`, `&#39;`, `&#x27;`, `<br>`, `</p>`.
        case html
    }

    /// The code that a text with these signs is likely in; `nil` for letters.
    ///
    /// - Complexity: O(length).
    static func code(of bytes: UnsafeBufferPointer<UInt8>, _ signs: TextSigns) -> Code? {
        guard bytes.count > 2 else { return nil }
        if signs.contains(.control) || isPrinted(bytes) || isObject(bytes) { return .program }
        if signs.contains(.escape), hasEscape(bytes) { return .program }
        if signs.contains(.markup), let code = hasEntity(bytes) ? .html : tag(in: bytes) { return code }
        if let code = hexadecimal(bytes) { return code }
        if isCodedWord(bytes) { return .program }
        if signs.contains(.beyondASCII), isReadAs1251(bytes) { return .windows1251 }
        return signs.contains(.wide) && isReadAsEastAsian(bytes) ? .eastAsian : nil
    }

    /// Whether a whole text is what a spreadsheet makes of others: `#NAME?`, `########`, `1E+05`.
    static func isCellError(_ text: String) -> Bool {
        guard let first = text.utf8.first, text.utf8.count <= 12 else { return false }
        if first == UInt8(ascii: "#") {
            if text.utf8.count > 3, text.utf8.allSatisfy({ $0 == first }) { return true }
            guard text != "#N/A", text != "#NV" else { return true }
            guard text.hasSuffix("!") || text.hasSuffix("?"), text.utf8.count > 4 else { return false }
            return text.dropFirst().dropLast().allSatisfy { $0.isUppercase || $0 == "/" || $0 == "0" || $0 == "_" }
        }
        guard (0x30...0x39).contains(first), text.utf8.contains(UInt8(ascii: "+")) else { return false }
        return text.wholeMatch(of: /[0-9]([.,][0-9]+)?[Ee]\+[0-9]{1,3}/) != nil
    }

    /// As `contains`, at the speed of the C library: most texts of an import hold none.
    static func holds(_ byte: UInt8, _ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        bytes.baseAddress.map { memchr($0, Int32(byte), bytes.count) != nil } ?? false
    }

    static let question = UInt8(ascii: "?")

    /// A record of JSON.
    private static func isObject(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        bytes[0] == UInt8(ascii: "{") && bytes[1] == UInt8(ascii: "\"") && bytes[bytes.count - 1] == UInt8(ascii: "}")
    }

    /// As Python prints bytes and lists, a spreadsheet a formula, or mail a heading,
    /// `=?UTF-8?B?…?=`.
    private static func isPrinted(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        if bytes[0] == .backslash, bytes[1] == UInt8(ascii: "x"), bytes.count > 7, bytes.count.isMultiple(of: 2) {
            return bytes.dropFirst(2).allSatisfy { digit($0) != nil }
        }
        if bytes[0] == UInt8(ascii: "="), bytes[1] == question, bytes.count(where: { $0 == question }) > 3 { return true }
        guard bytes[1] == apostrophe || bytes[1] == .quote, bytes.count > 3 else { return false }
        let last = bytes[bytes.count - 1]
        return switch bytes[0] {
        case UInt8(ascii: "b"): last == bytes[1]
        case UInt8(ascii: "="): last == .quote && bytes[1] == .quote
        case UInt8(ascii: "["): last == UInt8(ascii: "]") && bytes[bytes.count - 2] == bytes[1]
        default: false
        }
    }

    private static let apostrophe = UInt8(ascii: "'")

    /// Whether a backslash stands for a sign that a database or a program cannot write as it is:
    /// `\n`, `it\'s`, or one that breaks a line. Not that of a path or of a face: `:\`.
    private static func isEscape(_ bytes: UnsafeBufferPointer<UInt8>, _ place: Int) -> Bool {
        let before = place > 0 ? bytes[place - 1] : .space
        guard place + 1 < bytes.count, bytes[place + 1] != .lineFeed else {
            return isLetter(before) || ".,!?".utf8.contains(before)
        }
        guard !":;=-\\".utf8.contains(before) else { return false }
        switch bytes[place + 1] {
        case .quote, apostrophe: return true
        case UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
            return !bytes.indices.contains { bytes[$0] == .backslash && $0 > 0 && ":\\".utf8.contains(bytes[$0 - 1]) }
        default: return false
        }
    }

    static func isLetter(_ byte: UInt8) -> Bool {
        byte >= 0x80 || (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
    }

    private static func hasEscape(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        // Most bytes are small letters, spaces, and those of other scripts.
        for place in bytes.indices where (UInt8(ascii: "'")...UInt8(ascii: "_")).contains(bytes[place]) {
            switch bytes[place] {
            case .backslash where isEscape(bytes, place): return true
            case apostrophe where place > 0 && place + 2 < bytes.count && bytes[place + 1] == apostrophe:
                // `it''s`: others write words in two quotes.
                let isLast = place + 3 == bytes.count || !isLetter(bytes[place + 3])
                if isLast, isLetter(bytes[place - 1]), "stmd".utf8.contains(bytes[place + 2]) { return true }
            case UInt8(ascii: "\\") where place + 5 < bytes.count && bytes[place + 1] == UInt8(ascii: "u"):
                if bytes[(place + 2)..<(place + 6)].allSatisfy({ digit($0) != nil }) { return true }
            case UInt8(ascii: "\\") where place + 7 < bytes.count && bytes[place + 1] == UInt8(ascii: "x"):
                if isPair(bytes, place + 2, place + 6), bytes[place + 4] == UInt8(ascii: "\\") { return true }
            case UInt8(ascii: "+") where isUTF7(bytes, place): return true
            case UInt8(ascii: "=") where place + 5 < bytes.count && bytes[place + 3] == UInt8(ascii: "="):
                if isPair(bytes, place + 1, place + 4) { return true }
            // As spreadsheets keep signs that XML cannot hold.
            case UInt8(ascii: "_") where place + 6 < bytes.count && bytes[place + 1] == UInt8(ascii: "x"):
                if bytes[place + 6] == UInt8(ascii: "_"), bytes[(place + 2)..<(place + 6)].allSatisfy({ digit($0) != nil }) {
                    return true
                }
            default: break
            }
        }
        return false
    }

    /// `<br>`, `</p>`, `<a href`; or `<U+00FC>`, as R writes letters on Windows.
    private static func tag(in bytes: UnsafeBufferPointer<UInt8>) -> Code? {
        guard let base = bytes.baseAddress else { return nil }
        var place = 0
        while place + 2 < bytes.count, let sign = memchr(base + place, 0x3C, bytes.count - place - 2) {
            place = UnsafeRawPointer(base).distance(to: UnsafeRawPointer(sign)) + 1
            let name = bytes[place...].drop { $0 == UInt8(ascii: "/") }.prefix { ![0x20, 0x2F, 0x3E].contains($0) }
            guard name.count < 11, name.endIndex < bytes.count, name.count > 1 || bytes[name.endIndex] == 0x3E else { continue }
            if name.starts(with: "U+".utf8), name.count > 5, name.dropFirst(2).allSatisfy({ digit($0) != nil }) {
                return .program
            }
            if tags.contains(String(decoding: name, as: UTF8.self).lowercased()) { return .html }
        }
        return nil
    }

    private static let tags: Set<String> = """
        a b br p i u div span td tr table li ul html body font strong em img
        """.setOfWords

    private static func hasEntity(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let base = bytes.baseAddress else { return false }
        var place = 0
        while place + 3 < bytes.count, let sign = memchr(base + place, 0x26, bytes.count - place - 3) {
            place = UnsafeRawPointer(base).distance(to: UnsafeRawPointer(sign)) + 1
            if isEntity(bytes, from: place) { return true }
        }
        return false
    }

    /// `amp;`, `#39;` or `#x27;`.
    private static func isEntity(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Bool {
        guard let end = bytes[start..<min(bytes.count, start + 9)].firstIndex(of: UInt8(ascii: ";")), end > start else {
            return false
        }
        guard bytes[start] == UInt8(ascii: "#") else {
            return entities.contains(String(decoding: bytes[start..<end], as: UTF8.self))
        }
        let isHex = bytes[start + 1] | 0x20 == UInt8(ascii: "x"), number = bytes[(start + (isHex ? 2 : 1))..<end]
        return !number.isEmpty && number.allSatisfy { isHex ? digit($0) != nil : (0x30...0x39).contains($0) }
    }

    private static let entities: Set<String> = """
        amp lt gt quot apos nbsp copy reg euro pound yen hellip mdash ndash lsquo rsquo ldquo rdquo laquo raquo bull middot \
        trade deg iexcl iquest szlig auml ouml uuml Auml Ouml Uuml aacute eacute iacute oacute uacute ntilde agrave egrave \
        ccedil acirc ecirc atilde otilde
        """.setOfWords

    /// Whether two bytes in hexadecimal begin a character of UTF-8 beyond ASCII.
    private static func isPair(_ bytes: UnsafeBufferPointer<UInt8>, _ lead: Int, _ next: Int) -> Bool {
        guard let first = byte(bytes[lead], bytes[lead + 1]), let second = byte(bytes[next], bytes[next + 1]) else {
            return false
        }
        return (0xC2..<0xF5).contains(first) && (0x80..<0xC0).contains(second)
    }

    private static func hexadecimal(_ bytes: UnsafeBufferPointer<UInt8>) -> Code? {
        guard bytes.count > 7, bytes.count.isMultiple(of: 2), digit(bytes[1]) != nil, bytes.allSatisfy({ digit($0) != nil })
        else {
            return nil
        }
        let found = stride(from: 0, to: bytes.count, by: 2).map { byte(bytes[$0], bytes[$0 + 1])! }
        let isText = bytes.count > 15 && (areWords(String(validating: found, as: UTF8.self)) || areWords(utf16(found)))
        return .hexadecimal(areWords: isText)
    }

    /// The text of two bytes a unit, the higher one first.
    private static func utf16(_ bytes: [UInt8]) -> String? {
        guard bytes.count.isMultiple(of: 2) else { return nil }
        let units = stride(from: 0, to: bytes.count, by: 2).map { UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1]) }
        return String(validating: units, as: UTF16.self)
    }

    /// Whether a plus begins letters of UTF-7: `+AGE-`.
    private static func isUTF7(_ bytes: UnsafeBufferPointer<UInt8>, _ place: Int) -> Bool {
        let word = bytes[(place + 1)...].prefix { $0 < 0x80 && isLetter($0) || $0 == UInt8(ascii: "/") }
        guard word.count > 2, word.endIndex < bytes.count, bytes[word.endIndex] == UInt8(ascii: "-"),
            let found = Data(base64Encoded: Data(word) + Data("===".utf8.prefix((4 - word.count % 4) % 4))),
            // No bit is left over.
            found.base64EncodedString().utf8.prefix(word.count).elementsEqual(word), let text = utf16(Array(found))
        else { return false }
        return text.allSatisfy { $0.isLetter || $0.isPunctuation || $0.isSymbol } && text.contains { $0.isLetter }
    }

    /// A text of one long word, which holds words with spaces.
    private static func isCodedWord(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard bytes.count >= 6, !bytes.contains(where: { $0 <= 0x20 || $0 >= 0x80 }) else { return false }
        if bytes.contains(UInt8(ascii: "%")), !bytes.contains(UInt8(ascii: "/")) {
            let word = String(decoding: bytes, as: UTF8.self)
            return word.contains("%20") || word.contains("+") && word.removingPercentEncoding != nil
        }
        guard bytes.count >= 16 else { return false }
        let words = bytes.split(separator: UInt8(ascii: "+"), omittingEmptySubsequences: false)
        if words.count > 3, words.allSatisfy({ !$0.isEmpty && $0.dropLast().allSatisfy(isLetter) }) { return true }
        guard bytes.count.isMultiple(of: 4), let found = Data(base64Encoded: Data(bytes)) else { return false }
        return areWords(String(validating: found, as: UTF8.self))
    }

    private static func areWords(_ text: String?) -> Bool {
        guard let text else { return false }
        return text.contains(" ") && text.contains(where: \.isLetter)
            && text.unicodeScalars.allSatisfy { $0.value >= 0x20 || $0 == "\n" || $0 == "\r" || $0 == "\t" }
    }

    /// Each letter of Cyrillic has become Р or С and a sign. No language has only such pairs.
    private static func isReadAs1251(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard holds(0xD0, bytes) else { return false }
        let scalars = Array(String(decoding: bytes, as: UTF8.self).unicodeScalars)
        var pairs = 0, index = 0
        while index < scalars.count {
            defer { index += 1 }
            guard scalars[index].value >= 0x80 else { continue }
            guard scalars[index] == "Р" || scalars[index] == "С", index + 1 < scalars.count, signs.contains(scalars[index + 1])
            else { return false }
            (pairs, index) = (pairs + 1, index + 1)
        }
        return pairs > 2
    }

    /// What Windows-1251 has for 0x80 to 0xBF.
    private static let signs = Set(
        "ЂЃ‚ѓ„…†‡€‰Љ‹ЊЌЋЏђ‘’“”•–—\u{98}™љ›њќћџ\u{A0}ЎўЈ¤Ґ¦§Ё©Є«¬\u{AD}®Ї°±Ііґµ¶·ё№є»јЅѕї".unicodeScalars)

    private static func byte(_ high: UInt8, _ low: UInt8) -> UInt8? {
        guard let high = digit(high), let low = digit(low) else { return nil }
        return high << 4 | low
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 0x30...0x39: byte - 0x30
        case 0x41...0x46, 0x61...0x66: (byte | 0x20) - 0x57
        default: nil
        }
    }
}
