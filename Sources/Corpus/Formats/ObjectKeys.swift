// Corpus: the keys of one JSON object, which a decoder would not tell twice. Bytes in, keys out.
// What is no JSON is left to the decoder.

struct ObjectKeys {
    /// In the order of the file, without their escapes where these can be read.
    private(set) var keys: [String] = []
    /// The key of a list of objects: that of messages, else the first.
    private(set) var ofList: String?
    /// The first key of the first object inside.
    private(set) var innerKey: String?
    /// How many values are lists or objects.
    private var nested = 0
    /// Whether the object ends within the bytes.
    private(set) var isWhole = false

    /// Whether it has columns, lists or objects by number, or rows by number, as pandas writes
    /// unasked.
    var areOfPandas: Bool {
        guard !keys.isEmpty, nested == keys.count, ofList == nil else { return false }
        let areColumns = innerKey.map { Int($0) != nil } ?? (keys.count > 1)
        return areColumns || Int(keys[0]) != nil || keys.contains("columns")
    }

    /// The first key that stands twice.
    var repeated: String? {
        var seen: Set<String> = []
        return keys.first { !seen.insert($0).inserted }
    }

    /// - Complexity: O(bytes).
    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        var depth = 0, isKeyNext = false, isInnerKeyNext = false, isInList = false, i = 0
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
                let isInner = innerKey == nil && isInnerKeyNext
                if depth == 1 && isKeyNext || isInner {
                    let text = FlatObject.Text(bytes: UnsafeBufferPointer(rebasing: bytes[start..<i]), hasEscapes: hasEscapes)
                    let key = text.string ?? String(decoding: text.bytes, as: UTF8.self)
                    if isInner { innerKey = key } else { keys.append(key) }
                    isKeyNext = false
                }
                i += 1
            case .openBrace, .openBracket:
                if depth == 2, isInList, byte == .openBrace, ofList == nil || keys.last == "messages" { ofList = keys.last }
                depth += 1
                isInnerKeyNext = depth > 1 && byte == .openBrace
                if depth == 2 { nested += 1 }
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
