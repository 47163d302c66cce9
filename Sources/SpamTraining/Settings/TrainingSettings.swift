// Training: what a person may choose before training. Every setting has a default that suits most
// corpora.

import Foundation
import SpamFilter
import SpamFilterIO
import Statistics

/// How to make a model out of a corpus.
public struct TrainingSettings: Sendable {
    /// What learns the weights.
    public var trainer: any Trainer = BlendedRegression()
    /// How messages are read.
    public var tokenizer = TokenizerSettings()
    /// A feature that occurs in fewer messages than this is forgotten: it would tell of one
    /// message, not of a kind. Above 1, so is one that occurs in messages of a single group: it
    /// would tell of one template. 2 won: Benchmarks/decisions/feature-weights.md.
    public var minDocumentFrequency = 2
    /// Whether a feature of a single group is forgotten.
    var forgetsSingleGroups: Bool { minDocumentFrequency > 1 }
    /// What the values of n-grams inside words are multiplied with, for trainers that by themselves
    /// scale by inverse document frequency: the many n-grams of a message would drown its words.
    /// Benchmarks/decisions/feature-weights.md.
    public var charNgramScale: Float = 0.7
    var scalesCharNgrams: Bool { trainer.scalesByInverseDocumentFrequency && charNgramScale != 1 }
    /// What messages count in learning.
    public var weights = RowWeights()
    /// The model file has at most this many bytes, card included; the heaviest features stay.
    public var maxBytes = 1 << 20
    /// Into how many parts the corpus is split, by group, for scores of messages that a model has
    /// not seen; `nil`: 10 up to 2,000 own messages, fewer with more, 4 from 5,000 on. Below 2
    /// there are none: the model is not calibrated and its cutoffs are even odds.
    public var folds: Int?
    var hasFolds: Bool { folds.map { $0 > 1 } ?? true }
    /// The share of wanted messages that may be called junk, in 0...1, kept with 95 % confidence on
    /// the unseen scores.
    public var maxFalseJunk = 0.002
    /// What mistakes cost, if cutoffs are to follow from that as well as from the bound; `nil`:
    /// from the bound alone. The costs must decide: see `MistakeCosts.decide`.
    public var costs: MistakeCosts?
    /// Labels whose messages have a junk cutoff of their own, one for all of them.
    public var protected: [ProtectedLabel] = []
    /// The sub-actions that verdicts have, at most `DecisionPolicy.mostDeclared`; `nil`: those with
    /// the most messages.
    public var declared: [Label]?
    /// The shares of actions on the phones that the model is for; `nil`: those of the sources that
    /// have several wanted actions. Benchmarks/decisions/traffic.md.
    public var traffic: Traffic?
    /// Whether to measure false junk also where own messages tell nothing of it: on each source by
    /// a model of the others, and on the background's messages of actions that own messages lack.
    /// Takes a training more for each of the six largest sources, and one for each fold.
    public var measuresElsewhere = false
    /// Whether to remember the text of every feature for `TrainedModel.readableFeatures`; takes
    /// some 100 bytes a feature.
    public var namesFeatures = false
    /// How many folds are trained at a time, by default as many as there are processors; the bytes
    /// of the model are the same. Each takes memory of its own.
    public var threads = ProcessInfo.processInfo.activeProcessorCount
    /// The bytes of messages that are held in memory; the rest goes to a temporary file. The model
    /// does not depend on it.
    public var memoryLimit = SpillingBuffer.defaultMemoryLimit
    /// The folder of that file; by default that of the environment (`TMPDIR`).
    public var temporaryFolder = UnnamedFile.usualFolder
    /// The seed of the split into folds. A trainer that needs randomness has a seed of its own.
    public var seed: UInt64 = 1

    /// The defaults, which train a model for a phone.
    public init() {}

    /// How many folds score so many own messages. A model of three quarters of few messages is
    /// worse than one of all, and its cutoff too low: Benchmarks/decisions/cutoffs.md.
    public func folds(of messages: Int) -> Int { folds ?? min(max(20_000 / max(1, messages), 4), 10) }

    /// Every setting by name, as a card has them: the same settings, the same words. Settings that
    /// are seldom changed are there only if they were.
    public var byName: [String: String] {
        let usual = TrainingSettings()
        var names = trainer.settingsByName
        names["trainer"] = trainer.name
        if let folds { names["folds"] = String(folds) }
        names["maxBytes"] = String(maxBytes)
        names["maxFalseJunk"] = String(maxFalseJunk)
        names["minDocumentFrequency"] = String(minDocumentFrequency)
        names["seed"] = String(seed)
        if let costs { names["mistakeCosts"] = costs.description }
        if !protected.isEmpty { names["protect"] = protected.map(\.description).joined(separator: " ") }
        if let declared { names["declare"] = declared.map(\.description).joined(separator: " ") }
        if let traffic { names["traffic"] = traffic.description }
        if tokenizer.wordNgrams != usual.tokenizer.wordNgrams { names["wordNgrams"] = String(tokenizer.wordNgrams) }
        if tokenizer.cjkNgrams != usual.tokenizer.cjkNgrams { names["cjkNgrams"] = String(tokenizer.cjkNgrams) }
        if (tokenizer.shortestNgram, tokenizer.longestNgram) != (usual.tokenizer.shortestNgram, usual.tokenizer.longestNgram) {
            names["charNgrams"] = "\(tokenizer.shortestNgram)-\(tokenizer.longestNgram)"
        }
        if tokenizer.simplifiesHan != usual.tokenizer.simplifiesHan { names["simplifiesHan"] = String(tokenizer.simplifiesHan) }
        if charNgramScale != usual.charNgramScale { names["charNgramScale"] = String(charNgramScale) }
        func spelled(_ weights: some Sequence<(name: String, weight: Double)>) -> String {
            weights.map { "\($0.name)=\($0.weight)" }.joined(separator: " ")
        }
        if !weights.labels.isEmpty {
            names["classWeight"] = spelled(weights.labels.sorted { $0.key < $1.key }.map { ($0.key.description, $0.value) })
        }
        if !weights.sources.isEmpty {
            names["sourceWeight"] = spelled(weights.sources.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })
        }
        return names
    }
}
