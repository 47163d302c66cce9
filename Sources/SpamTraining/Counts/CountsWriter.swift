// Counts: cells to the bytes of a counts file. The same cells always give the same bytes.

import SpamFilter

/// The messages of one source with one label: what a file of counts is divided into.
struct CellName: Hashable, Comparable, Sendable {
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
        typealias Header = CountsLayout.Header
        bytes.reserveCapacity(capacity)
        bytes += CountsLayout.magic
        bytes += [UInt8](repeating: 0, count: Header.size - bytes.count)
        put(CountsLayout.formatVersion, at: Header.formatVersion)
        put(TokenizerSettings.version, at: Header.tokenizerVersion)
        bytes[Header.wordNgrams] = settings.wordNgrams
        bytes[Header.shortestNgram] = settings.shortestNgram
        bytes[Header.longestNgram] = settings.longestNgram
        bytes[Header.cjkNgrams] = settings.cjkNgrams
        bytes[Header.weighting] = weighting.rawValue
        bytes[Header.simplifiesHan] = settings.simplifiesHan ? 1 : 0
    }

    mutating func beginCell(_ name: CellName, messages: UInt64) {
        typealias Cell = CountsLayout.Cell
        cellStart = bytes.count
        bytes += [UInt8](repeating: 0, count: Cell.size)
        put(UInt32(name.source.count), at: cellStart + Cell.sourceLength)
        bytes[cellStart + Cell.label] = UInt8(Label.all.firstIndex(of: name.label) ?? 0)
        put(messages, at: cellStart + Cell.messages)
        bytes += name.source
        featuresStart = bytes.count
        (featureCount, previous) = (0, 0)
        cellCount += 1
    }

    mutating func add(_ feature: UInt64, _ tally: FeatureTally) {
        addVarint(feature &- previous)
        addVarint(tally.messages)
        addVarint(UInt64(tally.sum))
        add(tally.groups)
        if tally.messages > 1 { add(tally.groupSquares) }
        previous = feature
        featureCount += 1
    }

    mutating func endCell() {
        put(UInt64(featureCount), at: cellStart + CountsLayout.Cell.featureCount)
        put(UInt64(bytes.count - featuresStart), at: cellStart + CountsLayout.Cell.featureBytes)
    }

    consuming func finish() -> [UInt8] {
        put(UInt64(bytes.count), at: CountsLayout.Header.fileLength)
        put(UInt64(cellCount), at: CountsLayout.Header.cellCount)
        let checksum = bytes.withUnsafeBytes { Checksum.of($0, besides: CountsLayout.Header.checksum) }
        put(checksum, at: CountsLayout.Header.checksum)
        return bytes
    }

    private mutating func addVarint(_ number: UInt64) {
        var rest = number
        while rest > 0x7F {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }

    private mutating func add(_ number: UInt64) {
        withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
    }

    private mutating func put(_ number: some FixedWidthInteger, at offset: Int) {
        withUnsafeBytes(of: number.littleEndian) { source in
            for i in source.indices { bytes[offset + i] = source[i] }
        }
    }
}
