// Cluster: counts of each fold in, the rows that a driver learns from out: messages of one source,
// label and fold as one row.

import Corpus
import SpamFilter
import Statistics

/// A corpus of which the driver has sums alone.
struct FoldedCorpus {
    let kinds: [RowKind]
    let levels: LabelLevels
    let foldCount: Int
    let vocabulary: Vocabulary
    let rows: CountedRows
    let tokenizer: TokenizerSettings
    let weighting: FeatureWeighting
    private let folds: [CountsView]

    /// The rows of all models.
    var all: RowList { RowList(kinds.indices) }

    /// - Parameter folds: counts of each fold, or one of all messages. Sums of format version 1 are
    ///   exact. Any that are not must be refused here, before a plan is made of them.
    /// - Throws: `GradientError`, `TrainingError` and `CountsError`.
    /// - Complexity: O(features) in time; in memory as `CountedCorpus`.
    init(_ folds: [CountsView], _ settings: TrainingSettings) throws {
        guard let first = folds.first, folds.count <= GradientLayout.mostFolds else { throw GradientError.needsCounts }
        self.folds = folds
        foldCount = folds.count
        (tokenizer, weighting) = (first.settings, .lengthNormalized)
        var counted = try CountedCorpus(folds)
        kinds = folds.enumerated().flatMap { fold, view in
            view.cells.map { RowKind(cell: $0.name, fold: fold, messages: $0.messages) }
        }
        guard kinds.count <= GradientLayout.mostKinds else {
            throw GradientError.tooManyKinds(found: kinds.count, most: GradientLayout.mostKinds)
        }
        levels = LabelLevels(
            counted.labels, sources: settings.tellsSourcesApart ? counted.sources : [], messages: counted.rows.messages,
            traffic: settings.traffic)
        try levels.requireSeveralActions()
        try counted.forgetRare(settings, levels)
        (vocabulary, rows) = (counted.vocabulary, counted.rows)
        guard vocabulary.count < MatrixEntry.mostColumns else {
            throw GradientError.tooManyFeatures(found: vocabulary.count, most: MatrixEntry.mostColumns - 1)
        }
    }

    /// The rows that a model learns from: all of model 0, those outside of fold f - 1 of model f;
    /// `nil` where an action would have none.
    func rows(ofModel model: Int) -> RowList? {
        let rows = model == 0 ? all : all.filter { kinds[$0].fold != model - 1 }
        return Set(rows.lazy.map { levels.labels[$0].action }).count == levels.actions.count ? rows : nil
    }

    /// The models: that of all rows, and one for each fold.
    var models: Range<Int> { 0..<(foldCount > 1 ? foldCount + 1 : 1) }

    var messagesOfSource: [String: Int] {
        folds.reduce(into: [:]) { $0.merge($1.messagesOfSource, uniquingKeysWith: +) }
    }

    /// The share of the messages, each counting what the weight of its kind says, in which each
    /// feature occurs.
    ///
    /// - Complexity: O(features of all folds).
    private func shares(_ weights: [Float]) throws(CountsError) -> [Double] {
        let order = vocabulary.features.indices.sorted { vocabulary.features[$0] < vocabulary.features[$1] }
        var shares = [Double](repeating: 0, count: vocabulary.count), total = 0.0, row = 0
        for cell in folds.lazy.flatMap(\.cells) {
            let weight = Double(weights[row])
            total += weight * Double(cell.messages)
            row += 1
            var features = cell.features, next = 0
            // Both are ascending.
            while let (feature, tally) = try features.next() {
                while next < order.count, vocabulary.features[order[next]] < feature { next += 1 }
                guard next < order.count else { break }
                if vocabulary.features[order[next]] == feature { shares[order[next]] += weight * Double(tally.messages) }
            }
        }
        return shares.map { $0 / total }
    }

    /// What the values of each column are multiplied with, as `ChosenFeatures` does with messages.
    func scales(_ settings: TrainingSettings, isCharNgram: [Bool]) throws(CountsError) -> [Float] {
        var rarity: [Float]?
        let messages = rows.messages.reduce(0, +)
        if settings.scalesByRarity {
            let asTraffic = settings.trainer.scalesByInverseDocumentFrequency ? levels.kinds?.asTraffic(all) ?? [] : []
            rarity =
                asTraffic.isEmpty
                ? vocabulary.inverseDocumentFrequencies(messages: messages)
                : Vocabulary.inverseDocumentFrequencies(
                    try shares(asTraffic).map { $0 * Double(messages) }, messages: messages)
        }
        return ChosenFeatures.scales(
            rarity, isCharNgram, (0..<UInt32(vocabulary.count)).map { $0 }, settings, columns: vocabulary.count)
            ?? Array(repeating: 1, count: vocabulary.count)
    }
}

/// Counted rows whose values are scaled by column.
struct ScaledRows: SummableRows {
    let rows: CountedRows
    let scales: [Float]
    var columnCount: Int { rows.columnCount }

    func messages(ofRow row: Int) -> Int { rows.messages(ofRow: row) }

    func forEachBlock(of rows: RowList, _ body: (Range<Int>) -> Void) { body(rows.indices) }

    func forEachSum(ofRow row: Int, _ body: (Int, Int64) -> Void) {
        rows.forEachSum(ofRow: row) { column, sum in
            if scales[column] > 0 { body(column, Int64((Double(sum) * Double(scales[column])).rounded())) }
        }
    }
}
