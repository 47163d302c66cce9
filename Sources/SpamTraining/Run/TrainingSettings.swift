// Training: what a person may choose before training. Everything has a default that is meant to be right.

import Corpus
import Foundation
import SpamFilter
import Statistics

/// How to make a model out of a corpus.
public struct TrainingSettings: Sendable {
    public var trainer: any Trainer = BlendedRegression()
    public var tokenizer = TokenizerSettings()
    public var weighting = FeatureWeighting.lengthNormalized
    /// Whether the values of rare features are larger, by their inverse document frequency, which is folded into the weights; `nil`: as
    /// `Trainer.scalesByInverseDocumentFrequency` says. UCI by template, average precision without and with it: `blend` .9884 .9904, `nb` .9830 .9831
    /// (2026-11-22).
    public var inverseDocumentFrequency: Bool?
    /// A feature that occurs in fewer messages than this is forgotten: it would tell of one message, not of a kind. Above 1, so is one
    /// that occurs in messages of a single group: it would tell of one template. On the starter corpus that dropped 34,585 features to
    /// 12,560, and of junk of unseen templates the cutoff for 1 % false junk found 503 instead of 419 of 1,726 (2026-11, out of fold);
    /// tied on UCI, message80W and the Indonesian corpus, where few messages share a group.
    public var minDocumentFrequency = 2
    /// A feature that occurs in messages of fewer groups than this is forgotten, so that a model tells of nothing that fewer templates than that have;
    /// `nil`: of fewer than 2, where `minDocumentFrequency` is above 1.
    public var minGroupFrequency: Int?
    var leastGroups: Int { minGroupFrequency ?? (minDocumentFrequency > 1 ? 2 : 1) }
    /// What the values of n-grams inside words are multiplied with, for trainers that by themselves scale by inverse document frequency: an English message
    /// has some 90 n-grams and 20 words, which these would drown. 0.7 won on UCI (average precision .9877 to .9890 in five folds by group,
    /// recall at .2 % false junk .9494 to .9533), and from other languages to Turkish (ROC-AUC by .007), and tied on message80W, the
    /// multilingual corpus and the Indonesian one.
    public var gramScale: Float = 0.7
    /// The features that are looked at, found anew in each fold; `nil`: all.
    public var selection: FeatureSelection?
    /// What messages count in learning.
    public var weights = RowWeights()
    /// The model file has at most this many bytes; the heaviest features stay.
    public var maxBytes = 1 << 20
    /// Into how many parts the corpus is split, by group, for scores of messages that a model has not seen; below 2: none, then the model is
    /// not calibrated and its cutoffs are even odds.
    public var folds = 4
    /// The share of wanted messages that may be called junk, kept with 95 % confidence on the unseen scores. In 0...1.
    public var maxFalseJunk = 0.002
    /// What mistakes cost, if cutoffs are to follow from that as well as from the bound. They must decide: see `MistakeCosts.decide`.
    public var costs: MistakeCosts?
    /// Labels whose messages have a junk cutoff of their own, one for all of them.
    public var protected: [ProtectedLabel] = []
    /// The sub-actions that verdicts have, `DecisionPolicy.mostDeclared` at most; `nil`: those with the most messages.
    public var declared: [Label]?
    /// Whether it matters of which source messages are: how much they count, and which junk they are told from. See `WantedKinds`.
    public var tellsSourcesApart = true
    /// Whether to remember the text of every feature for `TrainedModel.readableFeatures`; takes some 100 bytes a feature.
    public var namesFeatures = false
    /// How many folds are trained at a time; the bytes of the model are the same. Each takes memory of its own.
    public var threads = ProcessInfo.processInfo.activeProcessorCount
    /// The bytes of messages that are held in memory; what is beyond stands in a temporary file. The model does not depend on it.
    public var memoryLimit = SpillingBuffer.defaultMemoryLimit
    /// The folder of that file; by itself that of the environment (`TMPDIR`).
    public var temporaryFolder = UnnamedFile.usualFolder
    /// Of the split into folds. A trainer that needs randomness has a seed of its own.
    public var seed: UInt64 = 1

    public init() {}

    /// Every setting by name, as a card has them, those that are seldom set only where they are: the same settings, the same words.
    public var byName: [String: String] {
        let usual = TrainingSettings()
        var names = trainer.settingsByName
        names["trainer"] = trainer.name
        names["folds"] = String(folds)
        names["maxBytes"] = String(maxBytes)
        names["maxFalseJunk"] = String(maxFalseJunk)
        names["minDocumentFrequency"] = String(minDocumentFrequency)
        names["seed"] = String(seed)
        if let costs { names["mistakeCosts"] = costs.description }
        if !protected.isEmpty { names["protect"] = protected.map(\.description).joined(separator: " ") }
        if let declared { names["declare"] = declared.map(\.description).joined(separator: " ") }
        if let minGroupFrequency { names["minGroupFrequency"] = String(minGroupFrequency) }
        if !tellsSourcesApart { names["tellSourcesApart"] = "false" }
        if weighting != usual.weighting { names["weighting"] = "\(weighting)" }
        if let inverseDocumentFrequency { names["inverseDocumentFrequency"] = String(inverseDocumentFrequency) }
        if tokenizer.wordNgrams != usual.tokenizer.wordNgrams { names["wordOrder"] = String(tokenizer.wordNgrams) }
        if tokenizer.cjkNgrams != usual.tokenizer.cjkNgrams { names["syllabicOrder"] = String(tokenizer.cjkNgrams) }
        if (tokenizer.shortestNgram, tokenizer.longestNgram) != (usual.tokenizer.shortestNgram, usual.tokenizer.longestNgram) {
            names["grams"] = "\(tokenizer.shortestNgram)-\(tokenizer.longestNgram)"
        }
        if tokenizer.simplifiesHan != usual.tokenizer.simplifiesHan { names["simplifiesHan"] = String(tokenizer.simplifiesHan) }
        if gramScale != usual.gramScale { names["gramScale"] = String(gramScale) }
        if let selection { names["select"] = selection.description }
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

/// Why no model could be trained.
public enum TrainingError: Error, Equatable, CustomStringConvertible {
    case emptyCorpus
    case oneClass(Label, rows: Int)
    /// To search for settings: `of` is the action with the second most groups.
    case tooFewGroups(of: Label, found: Int, needed: Int)
    case noFeatures(minDocumentFrequency: Int, minGroupFrequency: Int)
    case tooSmall(maxBytes: Int, minimum: Int)
    case noMessages(of: Label)
    case tooManyDeclared(Int)
    case declaresNoSubAction(Label)
    /// No more messages could be held, in memory or in the folder for temporary files; `code` is `errno`.
    case noRoom(folder: String, code: Int32)
    /// To learn from counts.
    case needsMessages(trainer: String)
    /// Counts tell features of one group from those of several, and no more.
    case groupsNotCounted(minGroupFrequency: Int)
    /// To divide a corpus by time: messages without one, or all at one.
    case noTimes(missing: Int, of: Int)

    public var description: String {
        switch self {
        case .emptyCorpus:
            "the corpus is empty: expected labelled messages of two classes or more, found none; give a file with rows"
        case .oneClass(let label, let rows):
            "the corpus has one class only: expected two or more, found \(rows == 1 ? "1 message that is" : "\(rows) messages that are all") \(label); add messages of another class"
        case .tooFewGroups(let of, let found, let needed):
            "the corpus is too small to search in: expected two labels with \(needed) groups of like messages or more each, besides those held out, found \(found) of \(of); add messages, or train without a search"
        case .noFeatures(let messages, let groups):
            "no feature is left: expected features that occur in \(messages) messages or more\(groups > 1 ? ", of \(groups) groups or more" : ""), found none; add messages that are unlike each other (copies, and messages of one template, are one group), or lower --min-df: with 1 groups do not count"
        case .tooSmall(let maxBytes, let minimum):
            "no model fits \(maxBytes) bytes: expected at least \(minimum) for these classes and this card; raise --max-bytes"
        case .noMessages(let label):
            "the corpus has no message of \(label), which --protect, --declare or --class-weight names: expected a label of the corpus; add such messages or name another"
        case .tooManyDeclared(let found):
            "too many sub-actions: expected at most \(DecisionPolicy.mostDeclared), as the system shows no sub-folder with more, found \(found); name fewer with --declare"
        case .declaresNoSubAction(let label):
            "expected labels with a sub-action to declare, such as transaction/finance, found \(label); name its sub-actions"
        case .noRoom(let folder, let code):
            "\(folder): expected room for a temporary file with the features of all messages, 4 bytes each, found none (\(String(cString: strerror(code)))); free some, or set TMPDIR to a folder that has it"
        case .needsMessages(let trainer):
            "counts hold no messages: expected a trainer that learns from sums, found \(trainer); give --trainer nb or cnb, or train on the messages"
        case .groupsNotCounted(let found):
            "counts tell whether the messages of a feature are of one group or of several, not of how many: expected --min-groups 1 or 2, found \(found); lower it, or train on the messages"
        case .noTimes(0, let rows):
            "expected messages of different times, found all \(rows) at one; divide the corpus by template or source"
        case .noTimes(let missing, let rows):
            "expected a time for every message, found none, or none that can be read, for \(missing) of \(rows); add the column, with times as \(MessageTime.forms), or divide the corpus by template or source"
        }
    }
}
