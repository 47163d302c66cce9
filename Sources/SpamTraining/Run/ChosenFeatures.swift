// Training: the features that are frequent enough, and the rows with these features alone.

import Foundation

/// The form in which rows are learned from.
enum LearnableRows: Sendable {
    /// Messages and what each counts (empty for 1): trainers see any part of them.
    /// With general knowledge among them, the scale of every column among own messages; else empty.
    case messages(FeatureMatrix, weights: [Float], ownScales: [Float])
    /// Sums of messages, which have dropped the rows: all levels are learned from all of them.
    case sums(learn: @Sendable () -> [LearnedClass])
}

/// The features that a model may hold, and the rows to learn from.
struct ChosenFeatures: Sendable {
    /// The features that are left, with the number of messages that have each.
    let vocabulary: Vocabulary
    let rows: LearnableRows

    init(_ vocabulary: Vocabulary, _ rows: LearnableRows) {
        (self.vocabulary, self.rows) = (vocabulary, rows)
    }

    /// Forgets rare features of a corpus.
    ///
    /// Where the trainer needs sums alone and there are no folds, the rows are added up: the matrix
    /// need not be written anew without the features that are forgotten.
    ///
    /// - Parameter mayAddUp: whether no rows are needed but by the trainer.
    /// - Throws: `TrainingError.noFeatures`.
    /// - Complexity: O(entries).
    init(_ corpus: consuming CollectedCorpus, _ settings: TrainingSettings, mayAddUp: Bool) throws(TrainingError) {
        let (levels, weights, groups, isCharNgram) = (corpus.levels, corpus.weights, corpus.groups, corpus.isCharNgram)
        var matrix = corpus.matrix, vocabulary = corpus.vocabulary
        // What is dropped from now on is dropped in place: nothing else holds it.
        _ = consume corpus
        let newIndex = try ChosenFeatures.prune(&vocabulary, matrix, groups, levels, settings)
        let all = RowList(levels.labels.indices)
        let rarity = ChosenFeatures.rarity(vocabulary, matrix, levels, all, newIndex, settings)
        let scales = ChosenFeatures.scales(rarity, isCharNgram, newIndex, settings, columns: vocabulary.count)
        var ownScales: [Float] = []
        if !levels.isBackground.isEmpty {
            let rarity = ChosenFeatures.rarity(vocabulary, matrix, levels, levels.own(all), newIndex, settings)
            ownScales =
                ChosenFeatures.scales(rarity, isCharNgram, newIndex, settings, columns: vocabulary.count)
                ?? Array(repeating: 1, count: vocabulary.count)
        }
        if mayAddUp, levels.isBackground.isEmpty, scales == nil, settings.selection == nil,
            let trainer = settings.trainer.additive,
            let sums = RowSums(matrix, cells: levels.cells(weights), newIndex: newIndex, columnCount: vocabulary.count)
        {
            self.init(vocabulary, .sums { sums.fit(by: trainer) })
            return
        }
        matrix.renumber(newIndex, columnCount: vocabulary.count)
        self.init(vocabulary, .messages(scales.map { matrix.scaled(by: $0) } ?? matrix, weights: weights, ownScales: ownScales))
    }

    /// Forgets rare features. Returns the new column of each old one, which the matrix still has.
    private static func prune(
        _ vocabulary: inout Vocabulary, _ matrix: FeatureMatrix, _ groups: [UInt64], _ levels: LabelLevels,
        _ settings: TrainingSettings
    ) throws(TrainingError) -> [UInt32] {
        let least = settings.leastGroups
        let found = matrix.columnOccurrences(groups: least == 2 ? groups : [])
        let isInEnough = least > 2 ? matrix.columns(in: least, of: groups) : least == 2 ? found.inSeveralGroups : nil
        var isOwn: [Bool] = []
        if !levels.isBackground.isEmpty {
            isOwn = Array(repeating: false, count: matrix.columnCount)
            for row in levels.own(RowList(levels.labels.indices)) { matrix.forEachEntry(ofRow: row) { isOwn[$0.column] = true } }
        }
        return try vocabulary.prune(settings, messages: found.rows, isInEnoughGroups: isInEnough, isOwn: isOwn)
    }

    /// The inverse document frequency of each column that is left; `nil` where it does not matter.
    ///
    /// Several kinds of wanted messages count as on a phone: in a sea of chat every word of
    /// business would be rare. Benchmarks/decisions/traffic.md.
    private static func rarity(
        _ vocabulary: Vocabulary, _ matrix: FeatureMatrix, _ levels: LabelLevels, _ rows: RowList, _ newIndex: [UInt32],
        _ settings: TrainingSettings
    ) -> [Float]? {
        guard settings.scalesByRarity else { return nil }
        let messages = rows.count, isSome = messages < levels.labels.count
        var asTraffic = settings.trainer.scalesByInverseDocumentFrequency ? levels.kinds?.asTraffic(rows) ?? [] : []
        if asTraffic.isEmpty, isSome {
            asTraffic = Array(repeating: 0, count: levels.labels.count)
            for row in rows { asTraffic[row] = 1 }
        }
        guard !asTraffic.isEmpty else { return vocabulary.inverseDocumentFrequencies(messages: messages) }
        let shares = matrix.columnShares(of: asTraffic)
        var frequencies = [Double](repeating: 0, count: vocabulary.count)
        for (old, new) in newIndex.enumerated() where new != .max { frequencies[Int(new)] = shares[old] * Double(messages) }
        let scales = Vocabulary.inverseDocumentFrequencies(frequencies, messages: messages)
        // Columns that none of the rows has.
        return isSome ? zip(frequencies, scales).map { $0 == 0 ? 0 : $1 } : scales
    }

    /// What the values of each column that is left are multiplied with; `nil` for 1 everywhere.
    private static func scales(
        _ rarity: [Float]?, _ isCharNgram: [Bool], _ newIndex: [UInt32], _ settings: TrainingSettings, columns: Int
    ) -> [Float]? {
        guard settings.scalesCharNgrams else { return rarity }
        var scales = rarity ?? Array(repeating: 1, count: columns)
        for (old, new) in newIndex.enumerated() where new != .max && isCharNgram[old] {
            scales[Int(new)] *= settings.charNgramScale
        }
        return scales
    }
}

extension Vocabulary {
    /// Drops what the settings call rare. Returns the new column of each old one, `UInt32.max`
    /// where it is dropped.
    ///
    /// - Parameter messages: in how many messages each feature occurs.
    /// - Throws: `TrainingError.noFeatures` where none is left.
    mutating func prune(
        _ settings: TrainingSettings, messages: [UInt32], isInEnoughGroups: [Bool]?, isOwn: [Bool] = []
    ) throws(TrainingError) -> [UInt32] {
        let newIndex = prune(
            minimumDocumentFrequency: settings.minDocumentFrequency, messages: messages, isInEnoughGroups: isInEnoughGroups,
            isOwn: isOwn)
        guard count > 0 else {
            throw .noFeatures(minDocumentFrequency: settings.minDocumentFrequency, minGroupFrequency: settings.leastGroups)
        }
        return newIndex
    }
}
