// Corpus: the format of fastText: words with a prefix are labels, the rest is the text.

/// `__label__spam win a prize` or `win a prize __label__spam` a line. The first label of the file
/// tells the prefix: `__` around any name. Labels end at a space or tab, and stand before the text
/// or behind it. A row may have its label several times, but two labels only where none is needed.
final class FastTextRows: RowFormat {
    static let format = CorpusFormat.fasttext
    static let remark: String? = "__label__spam and a text"
    static let hasLabels = true

    static func isNamed(by start: FileStart) -> Bool { false }

    static func match(_ start: FileStart, in buffer: inout RowBuffer) -> FormatMatch? {
        start.firstLine.flatMap { prefix(ofLine: $0) } != nil ? .likely : nil
    }

    private(set) var buffer: RowBuffer
    private let file: String
    private let needsLabels: Bool
    private let prefix: [UInt8]

    init(_ buffer: consuming RowBuffer, options: CorpusOptions) throws(CorpusError) {
        file = buffer.fileName
        needsLabels = options.needsLabels
        try options.columns.check(header: nil, firstRow: [], file: file, line: 1, options: options)
        prefix = try buffer.firstLine().flatMap { Self.prefix(ofLine: $0) } ?? Array("__label__".utf8)
        self.buffer = buffer
    }

    /// What comes before the label, where the first or the last word of a line has one.
    private static func prefix(ofLine line: [UInt8]) -> [UInt8]? {
        line.starts(with: "__".utf8)
            ? prefix(of: line[...]) : prefix(of: line[(line.lastIndex(where: isSpace) ?? 0)...].dropFirst())
    }

    /// `__label__` of `__label__spam`.
    private static func prefix(of word: ArraySlice<UInt8>) -> [UInt8]? {
        let mark = UInt8(ascii: "_"), start = word.startIndex
        guard word.starts(with: "__".utf8), let end = word.dropFirst(2).firstIndex(of: mark), end > start + 2,
            end + 2 < word.endIndex, word[end + 1] == mark,
            word[start + 2..<end].allSatisfy({ $0 | 0x20 >= UInt8(ascii: "a") && $0 | 0x20 <= UInt8(ascii: "z") })
        else { return nil }
        return isSpace(word[end + 2]) ? nil : Array(word[...(end + 1)])
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == .space || byte == .tab }

    func next() throws(CorpusError) -> RawRow? {
        try buffer.nextLine { row, line throws(CorpusError) in
            var labels: [Range<Int>] = [], text = 0..<row.count
            while row[text].starts(with: prefix) {
                let end = row[text].firstIndex(where: Self.isSpace) ?? row.count
                labels.append(text.lowerBound..<end)
                text = min(end + 1, row.count)..<row.count
            }
            // As texts are written whose signs are words of their own.
            if !labels.isEmpty, row[text].starts(with: ", ".utf8) { text = (text.lowerBound + 2)..<text.upperBound }
            while let space = row[text].lastIndex(where: Self.isSpace), row[(space + 1)..<text.upperBound].starts(with: prefix) {
                labels.append(space + 1..<text.upperBound)
                text = text.lowerBound..<space
            }
            guard let first = labels.first, first.upperBound - first.lowerBound < row.count else {
                throw .badRecord(
                    file: file, line: line,
                    expected: "\(String(decoding: prefix, as: UTF8.self)), a label, a space and a text, or the text first",
                    found: "something else")
            }
            let label = row[first].dropFirst(prefix.count)
            guard !needsLabels || labels.allSatisfy({ row[$0].dropFirst(prefix.count).elementsEqual(label) }) else {
                throw .badRecord(file: file, line: line, expected: "one label", found: "a second one")
            }
            func string(_ range: Range<Int>) throws(CorpusError) -> String {
                try String(UnsafeBufferPointer(rebasing: row[range]), file: file, line: line)
            }
            return RawRow(
                line: line, text: try string(text), label: try string(label.startIndex..<label.endIndex), isLabelNamed: true)
        }
    }
}

extension CorpusFormat {
    /// `__label__spam` and a text a line, as fastText reads them.
    public static let fasttext = CorpusFormat("fasttext")
}
