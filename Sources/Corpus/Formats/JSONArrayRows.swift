// Corpus: the JSON format: one array of objects, cut out one by one, so that memory holds one.

/// `[{…}, {…}]` on any number of lines. Each object is read as a line of JSON Lines is.
final class JSONArrayRows: RowFormat {
    static let format = CorpusFormat.json
    static let remark: String? = "an array of objects"
    static let hasLabels = true

    static func isNamed(by start: FileStart) -> Bool {
        start.ending == "json" && start.firstSign == .openBracket
    }

    /// `[` and then `{`, on the same line or a later one: a text may begin with `[Ad]`.
    static func match(_ start: FileStart, in buffer: inout RowBuffer) -> FormatMatch? {
        func isBlank(_ byte: UInt8) -> Bool { byte == .space || byte == .tab || byte == .carriageReturn }
        guard start.ending != "tsv", let line = start.firstLine else { return nil }
        let signs = line.lazy.filter { !isBlank($0) }.prefix(2)
        guard signs.first == .openBracket else { return nil }
        if signs.count == 2 { return signs.last == .openBrace ? .likely : nil }
        let lines = buffer.sample { buffer throws(CorpusError) in try buffer.nextLine { row, _ in row.first { !isBlank($0) } } }
        return lines.count > 1 && lines[1] == .openBrace ? .likely : nil
    }

    private(set) var buffer: RowBuffer
    private var objects: JSONObjects
    private let file: String
    var layout: FileLayout { objects.layout }

    init(_ buffer: consuming RowBuffer, options: CorpusOptions) {
        file = buffer.fileName
        objects = JSONObjects(file: buffer.fileName, options: options)
        self.buffer = buffer
    }

    func next() throws(CorpusError) -> RawRow? {
        while true {
            var scanner = ObjectScanner()
            let row: RawRow?? = try buffer.nextRow(
                scan: { bytes, isAll in scanner.scan(bytes, isAll: isAll) },
                { bytes, line throws(CorpusError) in
                    guard let object = scanner.object else { return nil }
                    let line = line + scanner.linesBefore
                    guard !scanner.isUnclosed else { throw .notJSON(file: file, line: line) }
                    return try objects.read(UnsafeBufferPointer(rebasing: bytes[object]), line: line)
                })
            guard let row else {
                try objects.checkColumns()
                return nil
            }
            if let row { return row }
        }
    }
}

/// Finds the next value between the commas of an array. Knows only strings and brackets of JSON.
private struct ObjectScanner {
    private var offset = 0
    private var start: Int?
    private var depth = 0
    private var isInString = false
    private var isEscaped = false
    private var lines = 0
    private(set) var linesBefore = 0
    /// Where the row's bytes are; `nil` where there are only brackets and spaces.
    private(set) var object: Range<Int>?
    private(set) var isUnclosed = false

    mutating func scan(_ bytes: UnsafeBufferPointer<UInt8>, isAll: Bool) -> (bytes: Int, lines: Int)? {
        while offset < bytes.count {
            let byte = bytes[offset]
            offset += 1
            if byte == .lineFeed { lines += 1 }
            if isInString {
                if isEscaped {
                    isEscaped = false
                } else if byte == .backslash {
                    isEscaped = true
                } else if byte == .quote {
                    isInString = false
                }
                continue
            }
            switch byte {
            case .openBrace, .openBracket:
                // The array's own bracket is no value.
                if byte == .openBracket, start == nil, depth == 0 { continue }
                begin()
                depth += 1
            case .closeBrace, .closeBracket:
                guard depth > 0 else { continue }
                depth -= 1
                if depth == 0 { return end(at: offset) }
            case .comma:
                if depth == 0, start != nil { return end(at: offset - 1) }
            case .space, .tab, .lineFeed, .carriageReturn: break
            default:
                begin()
                if byte == .quote { isInString = true }
            }
        }
        guard isAll else { return nil }
        isUnclosed = start != nil
        return end(at: offset)
    }

    private mutating func begin() {
        guard start == nil else { return }
        start = offset - 1
        linesBefore = lines
    }

    private mutating func end(at end: Int) -> (bytes: Int, lines: Int) {
        object = start.map { $0..<end }
        return (offset, lines)
    }
}

extension CorpusFormat {
    /// One JSON array of objects, whose keys are those of `jsonl`.
    public static let json = CorpusFormat("json")
}
