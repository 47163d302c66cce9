// Counts: labelled messages in, the bytes of a counts file out. Nothing is learned and nothing is
// forgotten: that is for training.

import LabeledMessages
import SpamFilter

/// Counts the messages of one shard of a corpus.
///
/// ```swift
/// var run = CountingRun()
/// for message in shard { try run.add(message) }
/// let bytes = run.finish()
/// ```
///
/// The counts of two shards added up (`CountsSum`) are those of both together, byte for byte. A
/// model trained on them (`CountedCorpus`) is the one trained on the messages at once.
public struct CountingRun: ~Copyable {
    /// The messages of one source and label.
    private struct Cell {
        let name: CellName
        var messages: UInt64 = 0
        var tallies = TallyTable()
    }

    private let settings: TokenizerSettings
    private var reader: MessageReader
    private var counter = FeatureCounter()
    private var cells: [Cell] = []
    private var cellOf: [CellName: Int] = [:]
    private var sources: Set<[UInt8]> = []

    /// A count without messages.
    ///
    /// - Parameters:
    ///   - tokenizer: as of `TrainingSettings`: models are trained with the same.
    /// - Precondition: `tokenizer.isValid`.
    public init(tokenizer: TokenizerSettings = .init()) {
        settings = tokenizer
        reader = MessageReader(tokenizer)
    }

    /// Counts one message.
    ///
    /// Its group is the one that the corpus names, else the message itself: near duplicates cannot
    /// be looked for across shards.
    ///
    /// - Throws: `CountsError.tooManySources`, `longSource` and `tooLarge`. The counts are then of
    ///   no use.
    /// - Complexity: O(bytes of the message).
    public mutating func add(_ row: LabeledMessage) throws(CountsError) {
        counter.startMessage()
        reader.read(row.message, into: &counter)
        let number = CountingRun.group(of: row, counter.features)
        let cell = try cell(of: row)
        let norm = Float(featureNorm(.lengthNormalized, counter.total))
        let group = GroupField.element(number)
        let square = GroupField.product(group, group)
        cells[cell].messages += 1
        for i in counter.features.indices {
            let sum = FeatureSums.units(Float(UInt8(clamping: counter.counts[i])) * norm)
            let tally = FeatureTally(messages: 1, sum: sum, groups: group, groupSquares: square)
            guard cells[cell].tallies.add(tally, to: counter.features[i]) else { throw .tooLarge }
        }
    }

    /// The group of a message: the one that the corpus names, else the message's own.
    static func group(of row: LabeledMessage, _ features: UnsafeBufferPointer<UInt64>) -> UInt64 {
        row.namedGroup ?? features.reduce(0, &+)
    }

    private mutating func cell(of row: LabeledMessage) throws(CountsError) -> Int {
        let name = CellName(source: Array(row.source.utf8), label: row.label)
        if let known = cellOf[name] { return known }
        guard name.source.count <= CountsLayout.longestSource else {
            throw .longSource(bytes: name.source.count, most: CountsLayout.longestSource)
        }
        sources.insert(name.source)
        guard sources.count <= CountsLayout.mostSources else { throw .tooManySources(most: CountsLayout.mostSources) }
        cellOf[name] = cells.count
        cells.append(Cell(name: name))
        return cells.count - 1
    }

    /// The bytes of the file.
    ///
    /// - Complexity: O(n log n) in the features of each source and label.
    public consuming func finish() -> [UInt8] {
        var writer = CountsWriter(settings)
        for i in cells.indices.sorted(by: { cells[$0].name < cells[$1].name }) {
            writer.beginCell(cells[i].name, messages: cells[i].messages)
            for (feature, tally) in cells[i].tallies.takeSorted() { writer.add(feature, tally) }
            writer.endCell()
        }
        return writer.finish()
    }
}

/// Tallies by feature, in places found by the feature's hash: open addressing, linear probing.
///
/// Tallies are in the table itself, so that a feature costs one cache miss:
/// Benchmarks/decisions/training-speed.md.
struct TallyTable {
    /// A place without messages is free. At most two thirds are full.
    private var places = [(feature: UInt64, tally: FeatureTally)](repeating: (0, .none), count: 64)
    private var count = 0

    /// Adds to the tally of a feature, new or known. Returns whether its sum had room.
    @inline(__always)
    mutating func add(_ tally: FeatureTally, to feature: UInt64) -> Bool {
        let place = TallyTable.place(of: feature, in: places)
        if places[place].tally.messages > 0 { return places[place].tally.add(tally) }
        places[place] = (feature, tally)
        count += 1
        if count * 3 > places.count * 2 { grow() }
        return true
    }

    /// Empties the table. Returns its tallies in ascending order of features.
    ///
    /// - Complexity: O(n log n).
    mutating func takeSorted() -> [(feature: UInt64, tally: FeatureTally)] {
        var entries: [(feature: UInt64, tally: FeatureTally)] = []
        // Without a copy: this may be most of the memory.
        swap(&entries, &places)
        entries.removeAll { $0.tally.messages == 0 }
        entries.sort { $0.feature < $1.feature }
        self = TallyTable()
        return entries
    }

    @inline(__always)
    private static func place(of feature: UInt64, in places: [(feature: UInt64, tally: FeatureTally)]) -> Int {
        let mask = places.count - 1
        var place = Int(truncatingIfNeeded: feature >> 20) & mask
        while places[place].tally.messages > 0, places[place].feature != feature { place = (place + 1) & mask }
        return place
    }

    private mutating func grow() {
        var larger = [(feature: UInt64, tally: FeatureTally)](repeating: (0, .none), count: places.count * 2)
        for entry in places where entry.tally.messages > 0 { larger[TallyTable.place(of: entry.feature, in: larger)] = entry }
        places = larger
    }
}
