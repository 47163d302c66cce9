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
    /// The messages of one source and label in a fold.
    private struct Cell {
        let place: CellPlace
        var messages: UInt64 = 0
        var tallies = TallyTable()
    }

    private struct CellPlace: Hashable {
        let fold: Int
        let name: CellName
    }

    private let settings: TokenizerSettings
    private var reader: MessageReader
    private var counter = FeatureCounter()
    private var cells: [Cell] = []
    private var cellOf: [CellPlace: Int] = [:]
    private let foldCount: Int
    private let fold: FoldOfGroup
    private var sources: Set<[UInt8]> = []

    /// A count without messages.
    ///
    /// - Parameters:
    ///   - tokenizer: as of `TrainingSettings`: models are trained with the same.
    ///   - folds: how many files to make. A group is in one of them, by its hash alone: in the same
    ///     as in a training on the messages with as many folds and the same seed.
    ///   - seed: of the folds.
    /// - Precondition: there is one fold or more, and `tokenizer.isValid`.
    public init(tokenizer: TokenizerSettings = .init(), folds: Int = 1, seed: UInt64 = 1) {
        precondition(folds > 0, "expected one fold or more, found \(folds)")
        foldCount = folds
        fold = FoldOfGroup(count: folds, seed: seed)
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
        let cell = try cell(of: row, fold: fold(number))
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

    private mutating func cell(of row: LabeledMessage, fold: Int) throws(CountsError) -> Int {
        let name = CellName(source: Array(row.source.utf8), label: row.label)
        let place = CellPlace(fold: fold, name: name)
        if let known = cellOf[place] { return known }
        guard name.source.count <= CountsLayout.longestSource else {
            throw .longSource(bytes: name.source.count, most: CountsLayout.longestSource)
        }
        sources.insert(name.source)
        guard sources.count <= CountsLayout.mostSources else { throw .tooManySources(most: CountsLayout.mostSources) }
        cellOf[place] = cells.count
        cells.append(Cell(place: place))
        return cells.count - 1
    }

    /// The bytes of the file.
    ///
    /// - Precondition: there is one fold.
    /// - Complexity: O(n log n) in the features of each source and label.
    public consuming func finish() -> [UInt8] {
        precondition(foldCount == 1, "expected one fold, found \(foldCount)")
        return file(fold: 0)
    }

    /// The bytes of the file of each fold. Added up (`CountsSum`) they are those of all messages.
    ///
    /// - Complexity: as of `finish`.
    public consuming func finishFolds() -> [[UInt8]] {
        var files: [[UInt8]] = []
        for fold in 0..<foldCount { files.append(file(fold: fold)) }
        return files
    }

    private mutating func file(fold: Int) -> [UInt8] {
        var writer = CountsWriter(settings)
        let own = cells.indices.filter { cells[$0].place.fold == fold }
        for i in own.sorted(by: { cells[$0].place.name < cells[$1].place.name }) {
            writer.beginCell(cells[i].place.name, messages: cells[i].messages)
            for (feature, tally) in cells[i].tallies.takeSorted() { writer.add(feature, tally) }
            writer.endCell()
        }
        return writer.finish()
    }
}
