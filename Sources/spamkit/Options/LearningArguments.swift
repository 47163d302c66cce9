// The options that say how a model learns. `spamkit tune` chooses among these.

import ArgumentParser
import SpamFilter
import SpamTraining

struct LearningArguments: ParsableArguments {
    @Option(help: ArgumentHelp("How weights are learned. \(TrainerChoice.listForHelp)."))
    var trainer = TrainerChoice.usual

    @Option(help: "The largest size of the model file, such as 64K or 1M. The heaviest features are kept.")
    var maxBytes = ByteSize(bytes: 1 << 20)

    @Option(
        help: """
            The value of a feature in a message. length: its count divided by the root of the message's length, so that \
            long messages do not dominate. count: its count. A word or n-gram counts once a message, so binary and \
            logarithmic weighting would hardly differ.
            """)
    var weighting = WeightingChoice.length

    @Flag(
        inversion: .prefixedNo,
        help: ArgumentHelp(
            """
            Weight features by their rarity (inverse document frequency). Default: with \
            \(TrainerChoice.namesWeightingByRarity).
            """))
    var idf: Bool?

    @Option(help: "The longest word n-grams: 1 for words, 2 for pairs too.")
    var wordNgrams: UInt8 = TokenizerSettings().wordNgrams

    @Option(help: "The lengths of character n-grams inside words, such as 3 or 2-4, from 2 to 5; or none.")
    var charNgrams = NgramLengths(argument: "3")!

    @Option(help: "The longest n-grams of Chinese, Japanese and Korean characters: 1 to 3.")
    var cjkNgrams: UInt8 = TokenizerSettings().cjkNgrams

    @Option(
        help: ArgumentHelp(
            """
            \(TrainerChoice.names(with: .charNgramScale)): the scale of character n-grams relative to words. \
            Default: \(TrainerChoice.defaults(of: .charNgramScale)).
            """))
    var charNgramScale: Float?

    @Option(help: "Drop features of fewer messages than this.")
    var minDf = 2

    @Option(
        help: """
            Drop features of fewer groups of similar messages than this, so that the model does not memorize templates. \
            Default: 2. With --min-df 1 groups do not count.
            """)
    var minGroups: Int?

    @Option(
        help: ArgumentHelp(
            """
            Learn only from the features with the highest chi-squared, such as chi2=4000. Each fold selects its own. \
            Default: all features. The heaviest are kept.
            """,
            valueName: "chi2=count", visibility: .hidden), transform: { try FeatureSelection(parsing: $0) })
    var select: FeatureSelection?

    @Option(
        help: ArgumentHelp(
            """
            \(TrainerChoice.names(with: .regularizationC)): the inverse strength of regularization (C). More fits the \
            corpus more closely. Default: \(TrainerChoice.defaults(of: .regularizationC)).
            """))
    var regularizationC: Double?

    @Option(
        help: ArgumentHelp(
            """
            \(TrainerChoice.names(with: .l1)): the share of the L1 penalty (elastic net). 0 is L2 alone, 1 is L1 alone. \
            L1 makes most weights 0.
            """,
            visibility: .hidden))
    var l1 = 0.0

    @Option(
        help: ArgumentHelp(
            """
            \(TrainerChoice.names(with: .smoothing)): added to every count (Lidstone's alpha). Default: \
            \(TrainerChoice.defaults(of: .smoothing)).
            """))
    var smoothing: Double?

    @Option(
        help: ArgumentHelp(
            """
            \(TrainerChoice.names(with: .beta)): 0 is naive Bayes, 1 is logistic regression. Default: \
            \(TrainerChoice.defaults(of: .beta)).
            """))
    var beta: Double?

    /// The values given for options that not every trainer has.
    private var given: [TrainerOption: Double] {
        var given: [TrainerOption: Double] = [:]
        given[.regularizationC] = regularizationC
        given[.charNgramScale] = charNgramScale.map(Double.init)
        given[.smoothing] = smoothing
        given[.l1] = l1 == 0 ? nil : l1
        given[.beta] = beta
        return given
    }

    func validate() throws {
        func check<Value: Comparable>(_ option: String, _ value: Value?, in range: ClosedRange<Value>, _ words: String) throws {
            if let value, !range.contains(value) { throw ValidationError("\(option): expected \(words), found \(value)") }
        }
        try check("--word-ngrams", wordNgrams, in: 1...2, "1 or 2")
        try check("--cjk-ngrams", cjkNgrams, in: 1...3, "1 to 3")
        try check("--char-ngram-scale", charNgramScale, in: 0...10, "a number in 0...10")
        try check("--min-df", minDf, in: 1...Int.max, "1 or more")
        try check("--min-groups", minGroups, in: 1...Int.max, "1 or more")
        let costs = LogisticRegression.Settings.costs, smoothings = NaiveBayes.Settings.smoothings
        try check("--regularization-c", regularizationC, in: costs, "a number in \(costs)")
        try check("--smoothing", smoothing, in: smoothings, "a number in \(smoothings)")
        try check("--beta", beta, in: 0...1, "a number in 0...1")
        try check("--l1", l1, in: 0...1, "a share in 0...1")
        for option in given.keys.sorted(by: { $0.rawValue < $1.rawValue }) where trainer.options[option] == nil {
            throw ValidationError(
                "\(option.rawValue) is for --trainer \(TrainerChoice.names(with: option)), found \(trainer.name)")
        }
        if charNgramScale != nil, charNgrams.longest == 0 {
            throw ValidationError("--char-ngram-scale: expected character n-grams, found --char-ngrams none; give one of both")
        }
    }

    /// Sets what is chosen here, and the seed.
    func apply(to settings: inout TrainingSettings, seed: UInt64) {
        settings.seed = seed
        settings.trainer = trainer.make(TrainerValues(choice: trainer, given: given, seed: seed))
        settings.maxBytes = maxBytes.bytes
        settings.weighting = weighting.weighting
        settings.inverseDocumentFrequency = idf
        settings.tokenizer.wordNgrams = wordNgrams
        settings.tokenizer.cjkNgrams = cjkNgrams
        (settings.tokenizer.shortestNgram, settings.tokenizer.longestNgram) = (charNgrams.shortest, charNgrams.longest)
        if let charNgramScale { settings.charNgramScale = charNgramScale }
        settings.minDocumentFrequency = minDf
        settings.minGroupFrequency = minGroups
        settings.selection = select
    }
}
