// Corpus: texts of an 8-bit encoding that were read as Latin-1 or Windows-1252, so that `Привет`
// has become `Ïðèâåò`. Texts in; the encodings that their letters are likely of out.

/// The texts of a file whose letters beyond ASCII are all of Windows-1252.
struct WrongPage {
    /// As bytes of Windows-1252, a line each, up to `most`.
    private var lines: [UInt8] = []
    private var letters = 0, kinds: Set<UInt8> = []
    private(set) var texts = 0
    private static let most = 8 << 10
    /// Fewer letters may be of names, or of another language for once.
    private static let leastLetters = 8, leastOfNone = 40
    /// Two may be of writers' own, `ü` for you, or of names.
    private static let leastKinds = 3

    /// - Parameter text: one with letters beyond ASCII.
    mutating func add(_ text: String) {
        // Beyond so many texts they are counted alone.
        let isFull = lines.count >= Self.most
        var bytes: [UInt8] = [], found = 0, signs = 0
        for scalar in text.unicodeScalars {
            guard scalar.value >= 0x80 else {
                if !isFull { bytes.append(scalar == "\n" ? .space : UInt8(scalar.value)) }
                continue
            }
            let byte = TwiceEncoded.byte(of: scalar), isLetter = Self.isLetter(scalar)
            // Other alphabets were read as such.
            if isLetter, byte == nil { return }
            found += isLetter ? 1 : 0
            if isFull { continue }
            // Most encodings have capitals 0x20 before small letters, or behind them.
            if isLetter { kinds.insert(byte! | 0x20) }
            signs += (0xA1...0xBF).contains(scalar.value) ? 1 : 0
            bytes.append(byte ?? .space)
        }
        guard found > 0 else { return }
        texts += 1
        guard !isFull else { return }
        letters += found + signs
        lines += bytes + [.lineFeed]
    }

    /// Kana, Han, Hangul and Latin letters by their places: the property takes longer.
    private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0xD7, 0xF7: false
        case 0xC0...0x24F, 0x3041...0xD7A3: true
        default: scalar.properties.isAlphabetic
        }
    }

    /// The encodings that the texts are likely of, the likeliest first; empty where they read as no
    /// language. `nil` where they are as they should be, or nothing tells.
    var likely: [String]? {
        guard letters >= Self.leastLetters else { return nil }
        if MisreadPage.areUTF8(lines) { return [TextEncoding.utf8.name] }
        guard kinds.count >= Self.leastKinds else { return nil }
        let candidates: [TextEncoding]
        do throws(CorpusError) { candidates = [try EncodingGuess.of(lines)] } catch {
            guard case .unknownEncoding(_, let several) = error else { return nil }
            candidates = several
        }
        let own = text(.windows1252)
        guard candidates.allSatisfy({ $0 != .utf8 && text($0) != own }) else { return nil }
        return candidates.isEmpty && letters < Self.leastOfNone ? nil : candidates.map(\.name)
    }

    private func text(_ encoding: TextEncoding) -> [UInt8] {
        var text: [UInt8] = []
        encoding.charsetTranscoder?.transcode(lines[...], into: &text)
        return text
    }
}
