// Training: the features that are frequent enough, and the rows with these features alone.

import Foundation

/// The features that a model may hold, and the messages with these features alone.
struct ChosenFeatures: Sendable {
    /// The features that are left, with the number of messages that have each.
    let vocabulary: Vocabulary
    /// A row for each message.
    let matrix: FeatureMatrix
    /// What each message counts; empty for 1.
    let weights: [Float]
    /// Beside a background, the scale of every column among own messages; else empty.
    let ownScales: [Float]
}

/// The features that a model may hold, and what is learned of sums of messages. Their rows are
/// dropped: nothing is scored out of fold.
struct SummedFeatures {
    /// The features that are left, with the number of messages that have each.
    let vocabulary: Vocabulary
    /// Learns all levels.
    let learn: () -> [LearnedClass]

    /// The weights of a model of all messages.
    ///
    /// - Parameter mostBuckets: how many the feature table may have.
    func weights(mostBuckets: Int) -> CompactWeights {
        CompactWeights(vocabulary, mostBuckets: mostBuckets, learnsAgain: false) { _ in learn() }
    }
}

/// The frequent features of a corpus. Its rows still have the others, too.
///
/// Where the trainer needs sums alone and there are no folds, the rows are added up: then the
/// matrix need not be written anew without the features that are forgotten.
///
/// It is not copyable: columns are dropped in place.
struct FrequentFeatures: ~Copyable {
    /// The features that are left, with the number of messages that have each.
    let vocabulary: Vocabulary
    private let matrix: FeatureMatrix
    /// The new column of each of the matrix; `UInt32.max` where it is dropped.
    private let newIndex: [UInt32]
    private let levels: LabelLevels
    private let weights: [Float]
    private let scales: [Float]?
    private let ownScales: [Float]

    /// Forgets rare features of a corpus.
    ///
    /// - Throws: `TrainingError.noFeatures`.
    /// - Complexity: O(entries).
    init(_ corpus: consuming CollectedCorpus, _ settings: TrainingSettings) throws(TrainingError) {
        let (levels, groups, isCharNgram) = (corpus.levels, corpus.groups, corpus.isCharNgram)
        var vocabulary = corpus.vocabulary
        weights = corpus.weights
        matrix = corpus.matrix
        self.levels = levels
        // What is dropped from now on is dropped in place: nothing else holds it.
        _ = consume corpus
        newIndex = try FrequentFeatures.prune(&vocabulary, matrix, groups, levels, settings)
        let all = RowList(levels.labels.indices)
        let rarity = FrequentFeatures.rarity(vocabulary, matrix, levels, all, newIndex, settings)
        scales = FrequentFeatures.scales(rarity, isCharNgram, newIndex, settings)
        if levels.isBackground.isEmpty {
            ownScales = []
        } else {
            let rarity = FrequentFeatures.rarity(vocabulary, matrix, levels, levels.own(all), newIndex, settings)
            ownScales =
                FrequentFeatures.scales(rarity, isCharNgram, newIndex, settings)
                ?? Array(repeating: 1, count: vocabulary.count)
        }
        self.vocabulary = vocabulary
    }

    /// The rows with these features alone.
    ///
    /// - Complexity: O(entries).
    consuming func rows() -> ChosenFeatures {
        let (vocabulary, newIndex, weights, scales, ownScales) = (vocabulary, newIndex, weights, scales, ownScales)
        var matrix = matrix
        _ = consume self
        matrix.renumber(newIndex, columnCount: vocabulary.count)
        return ChosenFeatures(
            vocabulary: vocabulary, matrix: scales.map { matrix.scaled(by: $0) } ?? matrix, weights: weights, ownScales: ownScales
        )
    }

    /// What is learned of the sums of all rows; `nil` where the trainer needs more, or sums would
    /// take more memory than the rows.
    ///
    /// - Parameter threads: how many rows are read at a time.
    func summed(for trainer: any Trainer, threads: Int) -> SummedFeatures? {
        guard levels.isBackground.isEmpty, scales == nil, let trainer = trainer.additive,
            let sums = RowSums(
                matrix, cells: levels.cells(weights), newIndex: newIndex, columnCount: vocabulary.count, threads: threads)
        else { return nil }
        return SummedFeatures(vocabulary: vocabulary) { sums.fit(by: trainer) }
    }

    /// Forgets rare features. Returns the new column of each old one, which the matrix still has.
    private static func prune(
        _ vocabulary: inout Vocabulary, _ matrix: FeatureMatrix, _ groups: [UInt64], _ levels: LabelLevels,
        _ settings: TrainingSettings
    ) throws(TrainingError) -> [UInt32] {
        let found = matrix.columnOccurrences(groups: settings.forgetsSingleGroups ? groups : [], threads: settings.threads)
        var isOwn: [Bool] = []
        if !levels.isBackground.isEmpty {
            isOwn = Array(repeating: false, count: matrix.columnCount)
            for row in levels.own(RowList(levels.labels.indices)) { matrix.forEachEntry(ofRow: row) { isOwn[$0.column] = true } }
        }
        return try vocabulary.prune(
            settings, messages: found.rows, isInSeveralGroups: settings.forgetsSingleGroups ? found.inSeveralGroups : nil,
            isOwn: isOwn)
    }

    /// The inverse document frequency of each column that is left; `nil` where it does not matter.
    ///
    /// Several wanted actions count as on a phone: in a sea of chat every word of
    /// business would be rare. Benchmarks/decisions/traffic.md.
    private static func rarity(
        _ vocabulary: Vocabulary, _ matrix: FeatureMatrix, _ levels: LabelLevels, _ rows: RowList, _ newIndex: [UInt32],
        _ settings: TrainingSettings
    ) -> [Float]? {
        guard settings.trainer.scalesByInverseDocumentFrequency else { return nil }
        let messages = rows.count, isSome = messages < levels.labels.count
        var asTraffic = levels.wantedActions?.asTraffic(rows) ?? []
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
        _ rarity: [Float]?, _ isCharNgram: [Bool], _ newIndex: [UInt32], _ settings: TrainingSettings
    ) -> [Float]? {
        guard var scales = rarity, settings.scalesCharNgrams else { return rarity }
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
        _ settings: TrainingSettings, messages: [UInt32], isInSeveralGroups: [Bool]?, isOwn: [Bool] = []
    ) throws(TrainingError) -> [UInt32] {
        let newIndex = prune(
            minimumDocumentFrequency: settings.minDocumentFrequency, messages: messages, isInSeveralGroups: isInSeveralGroups,
            isOwn: isOwn)
        guard count > 0 else { throw .noFeatures(minDocumentFrequency: settings.minDocumentFrequency) }
        return newIndex
    }
}

extension FeatureMatrix {
    /// The share of the rows, each counting what its weight says, in which each column occurs.
    ///
    /// - Complexity: O(entries).
    func columnShares(of weights: [Float]) -> [Double] {
        var shares = [Double](repeating: 0, count: columnCount), total = 0.0
        shares.withUnsafeMutableBufferPointer { shares in
            forEachBlock(of: RowList(weights.indices)) { block in
                for row in block {
                    let weight = Double(weights[row])
                    total += weight
                    forEachEntry(ofRow: row) { shares[$0.column] += weight }
                }
            }
        }
        return shares.map { $0 / total }
    }
}
