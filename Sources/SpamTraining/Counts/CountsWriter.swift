// Counts: cells to the bytes of a counts file. The same cells always give the same bytes.

import SpamFilter

/// The messages of one source with one label: what a file of counts is divided into.
struct CellName: Hashable, Comparable {
    /// In UTF-8: names are equal if their bytes are.
    let source: [UInt8]
    let label: Label

    static func < (a: CellName, b: CellName) -> Bool {
        a.source == b.source ? a.label < b.label : a.source.lexicographicallyPrecedes(b.source)
    }

    var sourceName: String { String(decoding: source, as: UTF8.self) }
}

/// A file under construction. Cells come in order, the features of a cell in ascending order.
struct CountsWriter {
    private var bytes: [UInt8] = []
    private var cellStart = 0
    private var featuresStart = 0
    private var cellCount = 0
    private var featureCount = 0
    private var previous: UInt64 = 0

    /// - Parameter capacity: how many bytes to expect.
    init(_ settings: TokenizerSettings, _ weighting: FeatureWeighting, capacity: Int = 0) {
        bytes.reserveCapacity(capacity)
        bytes += CountsHead.bytes(settings, weighting, version: CountsLayout.formatVersion)
    }

    mutating func beginCell(_ name: CellName, messages: UInt64) {
        typealias Cell = CountsLayout.Cell
        cellStart = bytes.count
        bytes += [UInt8](repeating: 0, count: Cell.size)
        bytes.put(UInt32(name.source.count), at: cellStart + Cell.sourceLength)
        bytes[cellStart + Cell.label] = UInt8(Label.all.firstIndex(of: name.label) ?? 0)
        bytes.put(messages, at: cellStart + Cell.messages)
        bytes += name.source
        featuresStart = bytes.count
        (featureCount, previous) = (0, 0)
        cellCount += 1
    }

    mutating func add(_ feature: UInt64, _ tally: FeatureTally) {
        bytes.appendVarint(feature &- previous)
        bytes.appendVarint(tally.messages)
        bytes.appendVarint(UInt64(tally.sum))
        bytes.appendWord(tally.groups)
        if tally.messages > 1 { bytes.appendWord(tally.groupSquares) }
        previous = feature
        featureCount += 1
    }

    mutating func endCell() {
        bytes.put(UInt64(featureCount), at: cellStart + CountsLayout.Cell.featureCount)
        bytes.put(UInt64(bytes.count - featuresStart), at: cellStart + CountsLayout.Cell.featureBytes)
    }

    consuming func finish() -> [UInt8] {
        CountsHead.seal(&bytes, number: UInt64(cellCount))
        return bytes
    }
}
