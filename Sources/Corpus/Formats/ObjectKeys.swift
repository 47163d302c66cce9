// Corpus: the keys of one JSON object, which a decoder would not tell twice. Bytes in, keys out.
// What is no JSON is left to the decoder.

struct ObjectKeys {
    /// In the order of the file, without their escapes where these can be read.
    private(set) var keys: [String] = []
    /// The key of a list of objects: that of messages, else the first.
    private(set) var ofList: String?
    /// Where the objects with texts are, as jq says it, `rows[].row`, else the list of objects;
    /// `nil` where it may not be shown.
    var ofObjects: String? {
        let keys = ofTexts ?? ofList.map { [$0] } ?? []
        return keys.isEmpty || !ColumnNames.areNames(keys) ? nil : keys.joined(separator: "[].") + (keys.count > 1 ? "" : "[]")
    }
    private var ofTexts: [String]?
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
        var around: [(isObject: Bool, key: String)] = [], isKeyNext = false, i = 0
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
                if isKeyNext, around.count < 5 {
                    let text = FlatObject.Text(bytes: UnsafeBufferPointer(rebasing: bytes[start..<i]), hasEscapes: hasEscapes)
                    around[around.count - 1].key = text.string ?? String(decoding: text.bytes, as: UTF8.self)
                    meetKey(around)
                    isKeyNext = false
                }
                i += 1
            case .openBrace, .openBracket:
                if around.count == 2, !around[1].isObject, byte == .openBrace, ofList == nil || around[0].key == "messages" {
                    ofList = around[0].key
                }
                if around.count == 1 { nested += 1 }
                isKeyNext = byte == .openBrace
                around.append((isKeyNext, ""))
            case .closeBrace, .closeBracket:
                isKeyNext = false
                _ = around.popLast()
                if around.isEmpty {
                    isWhole = true
                    return
                }
            case .comma: isKeyNext = around.last?.isObject ?? false
            default: break
            }
        }
    }

    private mutating func meetKey(_ around: [(isObject: Bool, key: String)]) {
        guard around.count > 1, let key = around.last?.key else {
            keys += around.map(\.key)
            return
        }
        if innerKey == nil { innerKey = key }
        // The first object of a list in the object, or the object in that.
        guard ofTexts == nil, around.count > 2, !around[1].isObject, around[2].isObject, CorpusColumns.role(of: key) == .text
        else { return }
        if around.count == 3 { ofTexts = [around[0].key] }
        if around.count == 4, around[3].isObject { ofTexts = [around[0].key, around[2].key] }
    }
}
