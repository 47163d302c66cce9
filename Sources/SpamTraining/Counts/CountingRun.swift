// Counts: labelled messages in, the bytes of a counts file out. Nothing is learned and nothing is
// forgotten: that is for training.

import Corpus
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
    private let weighting: FeatureWeighting
    private var reader: MessageReader
    private var counter = FeatureCounter()
    private var cells: [Cell] = []
    private var cellOf: [CellName: Int] = [:]
    private var sources: Set<[UInt8]> = []

    /// A count without messages.
    ///
    /// - Parameters:
    ///   - tokenizer: as of `TrainingSettings`: models are trained with the same.
    ///   - weighting: as of `TrainingSettings`, too.
    /// - Precondition: `tokenizer.isValid`.
    public init(tokenizer: TokenizerSettings = .init(), weighting: FeatureWeighting = .lengthNormalized) {
        settings = tokenizer
        self.weighting = weighting
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
        let norm = Float(featureNorm(weighting, counter.total))
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
        var writer = CountsWriter(settings, weighting)
        for i in cells.indices.sorted(by: { cells[$0].name < cells[$1].name }) {
            writer.beginCell(cells[i].name, messages: cells[i].messages)
            for (feature, tally) in cells[i].tallies.takeSorted() { writer.add(feature, tally) }
            writer.endCell()
        }
        return writer.finish()
    }
}
