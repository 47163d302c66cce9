// Counts: reads a counts file in place. In: its bytes, mapped or loaded, which are not trusted.
// Out: cells, and the features of each.

import SpamFilter

/// A counts file, read without a copy except for the names of its cells. The bytes must outlive the
/// view.
///
/// Opening checks every byte, and reading checks again: a file that changes meanwhile gives an
/// error, not a trap. A file that is *shortened* while it is mapped loses its pages, which no
/// reader survives; replace files by renaming.
public struct CountsView {
    /// How messages were read.
    public let settings: TokenizerSettings
    /// In order, each name once.
    let cells: [CountsCell]
    /// The size of the file in bytes.
    public let byteCount: Int

    /// Opens a counts file, and reads all of it.
    ///
    /// - Throws: `CountsError` unless the bytes are a counts file of this version, whole and
    ///   unaltered.
    /// - Complexity: O(bytes), some 5 ns each.
    public init(_ bytes: UnsafeRawBufferPointer) throws(CountsError) {
        let head = try CountsHead(bytes)
        settings = head.settings
        cells = try CountsView.cells(bytes, count: head.cellCount)
        byteCount = bytes.count
        for cell in cells {
            var features = cell.features
            while try features.next() != nil {}
        }
    }

    private static func cells(_ bytes: UnsafeRawBufferPointer, count: UInt64) throws(CountsError) -> [CountsCell] {
        var cells: [CountsCell] = []
        var at = CountsLayout.Header.size
        while at < bytes.count {
            let cell = try CountsCell(bytes, at: at)
            if let last = cells.last, last.name >= cell.name { throw .invalid(atByte: at, expected: "cells in order") }
            cells.append(cell)
            at = cell.end
        }
        guard UInt64(cells.count) == count else {
            throw .invalid(atByte: CountsLayout.Header.cellCount, expected: "as many cells as there are")
        }
        guard Set(cells.lazy.map(\.name.source)).count <= CountsLayout.mostSources else {
            throw .tooManySources(most: CountsLayout.mostSources)
        }
        return cells
    }
}

extension CountsView {
    /// How many messages of all labels and sources were counted.
    public var messageCount: Int { cells.reduce(0) { $0 + Int($1.messages) } }

    /// How many features there are, those of each source and label counted apart.
    public var entryCount: Int { cells.reduce(0) { $0 + $1.featureCount } }

    /// How many messages each source has, by its name.
    public var messagesOfSource: [String: Int] {
        Dictionary(cells.map { ($0.name.sourceName, Int($0.messages)) }, uniquingKeysWith: +)
    }

    /// How many messages each label has that occurs.
    public var messagesOfLabel: [Label: Int] {
        Dictionary(cells.map { ($0.name.label, Int($0.messages)) }, uniquingKeysWith: +)
    }
}

/// The messages of one source and label, added up.
struct CountsCell {
    let name: CellName
    let messages: UInt64
    let featureCount: Int
    /// Where the next cell begins.
    let end: Int
    private let file: UnsafeRawBufferPointer
    private let featureBytes: Range<Int>

    /// Checks all but the features.
    fileprivate init(_ file: UnsafeRawBufferPointer, at start: Int) throws(CountsError) {
        typealias Cell = CountsLayout.Cell
        guard file.count - start >= Cell.size else { throw .invalid(atByte: start, expected: "the head of a cell") }
        let sourceLength = Int(file.number(at: start + Cell.sourceLength, UInt32.self))
        let featuresLength = file.number(at: start + Cell.featureBytes, UInt64.self)
        let sourceStart = start + Cell.size, featuresStart = sourceStart + sourceLength
        guard sourceLength <= CountsLayout.longestSource, featuresStart <= file.count,
            featuresLength <= UInt64(file.count - featuresStart)
        else { throw .invalid(atByte: start, expected: "a cell that lies in the file") }
        let source = Array(file[sourceStart..<featuresStart])
        guard String(validating: source, as: UTF8.self) != nil else {
            throw .invalid(atByte: sourceStart, expected: "a source in UTF-8")
        }
        let label = Int(file[start + Cell.label])
        guard label < Label.all.count else { throw .invalid(atByte: start + Cell.label, expected: "a label") }
        for i in Cell.reserved..<Cell.messages where file[start + i] != 0 {
            throw .invalid(atByte: start + i, expected: "a zero byte")
        }
        name = CellName(source: source, label: Label.all[label])
        messages = file.number(at: start + Cell.messages, UInt64.self)
        guard 1...CountsLayout.mostMessages ~= messages else {
            throw .invalid(atByte: start + Cell.messages, expected: "a number of messages")
        }
        end = featuresStart + Int(featuresLength)
        let count = file.number(at: start + Cell.featureCount, UInt64.self)
        guard count <= featuresLength else { throw .invalid(atByte: start + Cell.featureCount, expected: "a number of features") }
        featureCount = Int(count)
        self.file = file
        featureBytes = featuresStart..<end
    }

    /// The features from the first on.
    var features: CellFeatures { CellFeatures(file, featureBytes, count: featureCount, messages: messages) }
}

/// The features of a cell, one after the other, in ascending order.
struct CellFeatures {
    private var cursor: CountsCursor
    private let messages: UInt64
    private var left: Int
    private var previous: UInt64?

    fileprivate init(_ file: UnsafeRawBufferPointer, _ range: Range<Int>, count: Int, messages: UInt64) {
        cursor = CountsCursor(file, range)
        self.messages = messages
        left = count
    }

    /// The next feature; `nil` behind the last. Any bytes give an error or values within their
    /// bounds.
    mutating func next() throws(CountsError) -> (feature: UInt64, tally: FeatureTally)? {
        guard left > 0 else {
            try cursor.finish("a cell")
            return nil
        }
        left -= 1
        let start = cursor.at
        let (feature, wraps) = (previous ?? 0).addingReportingOverflow(try cursor.varint())
        guard !wraps, previous.map({ feature > $0 }) ?? true else {
            throw .invalid(atByte: start, expected: "features in ascending order")
        }
        previous = feature
        let count = try cursor.varint(), sum = try cursor.varint()
        guard 1...messages ~= count, 1...UInt64(Int64.max) ~= sum else {
            throw .invalid(atByte: start, expected: "messages and a sum of values")
        }
        let groups = try element()
        let squares = count > 1 ? try element() : GroupField.product(groups, groups)
        return (feature, FeatureTally(messages: count, sum: Int64(sum), groups: groups, groupSquares: squares))
    }

    @inline(__always)
    private mutating func element() throws(CountsError) -> UInt64 {
        let start = cursor.at, number = try cursor.word()
        guard number < GroupField.prime else { throw .invalid(atByte: start, expected: "a number below 2^61 - 1") }
        return number
    }
}

/// A place in the bytes of a file.
struct CountsCursor {
    private let file: UnsafeRawBufferPointer
    private(set) var at: Int
    let end: Int

    init(_ file: UnsafeRawBufferPointer, _ range: Range<Int>) {
        self.file = file
        (at, end) = (range.lowerBound, range.upperBound)
    }

    /// Throws unless all was read.
    ///
    /// - Parameter what: what ends here.
    func finish(_ what: String) throws(CountsError) {
        guard at == end else { throw .invalid(atByte: at, expected: "the end of \(what)") }
    }

    /// LEB128, in as few bytes as it takes.
    @inline(__always)
    mutating func varint() throws(CountsError) -> UInt64 {
        let start = at
        var number: UInt64 = 0, shift: UInt64 = 0
        while at < end {
            let byte = UInt64(file[at])
            at += 1
            // The tenth byte holds one bit.
            if shift == 63, byte > 1 { break }
            number |= (byte & 0x7F) << shift
            if byte < 0x80 {
                if byte == 0, shift > 0 { break }
                return number
            }
            shift += 7
        }
        throw .invalid(atByte: start, expected: "a number in as few bytes as it takes")
    }

    /// The next eight bytes as a number.
    @inline(__always)
    mutating func word() throws(CountsError) -> UInt64 {
        guard end - at >= 8 else { throw .invalid(atByte: at, expected: "eight bytes") }
        defer { at += 8 }
        return file.number(at: at, UInt64.self)
    }
}

extension UnsafeRawBufferPointer {
    @inline(__always)
    func number<Number: FixedWidthInteger & BitwiseCopyable>(at offset: Int, _: Number.Type) -> Number {
        Number(littleEndian: loadUnaligned(fromByteOffset: offset, as: Number.self))
    }
}
