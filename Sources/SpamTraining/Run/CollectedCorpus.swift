// Training: what was collected. Each message is a row; no feature is chosen yet.

import SpamFilter

/// A corpus as training reads it. Made by `TrainingRun.collected()`.
///
/// It is not copyable: the choice of features takes the matrix over and drops columns in place.
struct CollectedCorpus: ~Copyable {
    let matrix: FeatureMatrix
    /// The features of the columns; none can be added.
    let vocabulary: Vocabulary
    /// The rows by label and source, own messages and background.
    let levels: LabelLevels
    /// What every row counts, above 0; empty where all count 1.
    let weights: [Float]
    /// The group of every row.
    let groups: [UInt64]
    /// The sources that are left out in turn; `nil` where the settings do not ask for it.
    let sourcesLeftOut: SourcesLeftOut?
    /// Whether each column is an n-gram inside a word; empty where that does not matter.
    let isCharNgram: [Bool]
    /// The text of every feature, if the settings ask for it.
    let names: FeatureNames?
}
