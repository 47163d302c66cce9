// Corpus: the keys of one JSON object, which a decoder would not tell twice. Bytes in, keys out.
// What is no JSON is left to the decoder.

struct ObjectKeys {
    /// In the order of the file, without their escapes where these can be read.
    private(set) var keys: [String] = []
    /// The first key whose value is a list of objects.
    private(set) var ofList: String?
    /// Whether the object ends within the bytes.
    private(set) var isWhole = false

    /// The first key that stands twice.
    var repeated: String? {
        var seen: Set<String> = []
        return keys.first { !seen.insert($0).inserted }
    }

    /// - Complexity: O(bytes).
    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        var depth = 0, isKeyNext = false, isInList = false, i = 0
        while i < bytes.count {
            let byte = bytes[i]
            i += 1
            switch byte {
            case .quote:
                let start = i
                var hasEscapes = false
                while i < bytes.count, bytes[i] != .quote {
                    if bytes[i] == .backslash { (hasEscapes, i) = (true, i + 1) }
                    i += 1
                }
                guard i < bytes.count else { return }
                if depth == 1, isKeyNext {
                    let key = FlatObject.Text(bytes: UnsafeBufferPointer(rebasing: bytes[start..<i]), hasEscapes: hasEscapes)
                    keys.append(key.string ?? String(decoding: key.bytes, as: UTF8.self))
                    isKeyNext = false
                }
                i += 1
            case .openBrace, .openBracket:
                if depth == 2, isInList, byte == .openBrace { ofList = ofList ?? keys.last }
                depth += 1
                if depth == 1 { isKeyNext = byte == .openBrace }
                if depth == 2 { isInList = byte == .openBracket }
            case .closeBrace, .closeBracket:
                depth -= 1
                if depth == 0 {
                    isWhole = true
                    return
                }
            case .comma: if depth == 1 { isKeyNext = true }
            default: break
            }
        }
    }
}
