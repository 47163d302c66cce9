// The options that say how a model learns: those that `spamkit tune` chooses.

import ArgumentParser
import SpamFilter
import SpamTraining

enum TrainerChoice: String, CaseIterable, ExpressibleByArgument {
    case blend, lr, nblr, nb, cnb
}

enum WeightingChoice: String, CaseIterable, ExpressibleByArgument {
    case length, count

    var weighting: FeatureWeighting { self == .length ? .lengthNormalized : .count }
}

/// The lengths of n-grams inside words: `3`, `2-4`, or `none`.
struct GramLengths: ExpressibleByArgument, CustomStringConvertible {
    let shortest: UInt8
    let longest: UInt8

    /// `nil` for lengths that no reader makes.
    init?(argument: String) {
        let ends =
            argument == "none" ? [0] : argument.split(separator: "-", omittingEmptySubsequences: false).map { UInt8($0) ?? 1 }
        guard let first = ends.first, let last = ends.last, ends.count <= 2,
            TokenizerSettings(shortestGram: first, longestGram: last).isValid
        else { return nil }
        (shortest, longest) = (first, last)
    }

    var description: String { longest == 0 ? "none" : shortest == longest ? "\(longest)" : "\(shortest)-\(longest)" }
    var defaultValueDescription: String { description }
}

extension FeatureSelection: ExpressibleByArgument {
    /// `chi2=4000`.
    public init?(argument: String) {
        let sides = argument.split(separator: "=", omittingEmptySubsequences: false)
        guard sides.count == 2, sides[0] == "chi2", let count = Int(sides[1]), count > 0 else { return nil }
        self.init(count: count)
    }
}

struct LearningArguments: ParsableArguments {
    @Option(
        help:
            "lr, logistic regression; nblr, logistic regression on features that naive Bayes weighed; blend, the mean of both; nb, multinomial naive Bayes; cnb, its complement, for many folders of unlike sizes."
    )
    var trainer = TrainerChoice.blend

    @Option(help: "The largest the file may be, such as 64K or 1M: the heaviest features stay.")
    var maxBytes = ByteSize(bytes: 1 << 20)

    @Option(
        help:
            "What a feature counts: as often as it occurs over the root of the message's length, so that long messages do not shout, or as often as it occurs. Words and characters occur once a message, however often they come, so that there is no binary or logarithmic weighting beside these: it is nearly the same."
    )
    var weighting = WeightingChoice.length

    @Flag(
        inversion: .prefixedNo,
        help:
            "Weigh features by how rare they are (inverse document frequency), folded into the model's weights. Default: with blend, lr and nblr."
    )
    var idf: Bool?

    @Option(help: "The longest run of words that is a feature: 1 or 2.")
    var wordOrder: UInt8 = TokenizerSettings().wordOrder

    @Option(help: "The lengths of the n-grams inside words, such as 3 or 2-4, from 2 to 5; or none.")
    var grams = GramLengths(argument: "3")!

    @Option(help: "The longest run of Han, kana or Hangul characters that is a feature: 1 to 3.")
    var syllabicOrder: UInt8 = TokenizerSettings().syllabicOrder

    @Option(help: "blend, lr, nblr: what n-grams inside words count beside words. Default: 0.7.")
    var gramScale: Float?

    @Option(help: "Forget features of fewer messages than this.")
    var minDf = 2

    @Option(
        help:
            "Forget features of fewer groups of like messages than this, so that the model tells of nothing that few templates have. Default: 2, with --min-df 1 groups do not count."
    )
    var minGroups: Int?

    @Option(
        help: ArgumentHelp(
            "Learn only from the features with the highest chi-squared, found anew for each fold, such as chi2=4000. Default: all, the heaviest of which stay.",
            valueName: "chi2=count"))
    var select: FeatureSelection?

    @Option(help: "blend, lr, nblr: how much a message's loss counts against large weights (C). Default: 16, of nblr 1.")
    var fitCost: Double?

    @Option(
        help:
            "lr: the share of the penalty that is on the sizes of the weights instead of their squares, so that most are nothing; 1: all (L1)."
    )
    var l1 = 0.0

    @Option(help: "blend, nb, cnb, nblr: added to every count (Lidstone). Default: 0.1, of blend 0.3.")
    var smoothing: Double?

    @Option(help: "nblr: from naive Bayes, 0, to logistic regression, 1. Default: 0.5.")
    var beta: Double?

    func validate() throws {
        func check(_ isRight: Bool, _ message: String) throws {
            if !isRight { throw ValidationError(message) }
        }
        try check((1...2).contains(wordOrder), "--word-order: expected 1 or 2, found \(wordOrder)")
        try check((1...3).contains(syllabicOrder), "--syllabic-order: expected 1 to 3, found \(syllabicOrder)")
        try check(
            gramScale.map { (0...10).contains($0) } ?? true, "--gram-scale: expected a number in 0...10, found \(gramScale ?? 0)")
        try check(minDf >= 1, "--min-df: expected 1 or more, found \(minDf)")
        try check(minGroups.map { $0 >= 1 } ?? true, "--min-groups: expected 1 or more, found \(minGroups ?? 0)")
        let costs = LogisticRegression.Settings.costs, smoothings = NaiveBayes.Settings.smoothings
        try check(fitCost.map(costs.contains) ?? true, "--fit-cost: expected a number in \(costs), found \(fitCost ?? 0)")
        try check(
            smoothing.map(smoothings.contains) ?? true,
            "--smoothing: expected a number in \(smoothings), found \(smoothing ?? 0)")
        try check(beta.map((0...1).contains) ?? true, "--beta: expected a number in 0...1, found \(beta ?? 0)")
        try check((0...1).contains(l1), "--l1: expected a share in 0...1, found \(l1)")
        let isRegression = trainer != .nb && trainer != .cnb
        try check(fitCost == nil || isRegression, "--fit-cost is for --trainer blend, lr and nblr")
        try check(gramScale == nil || isRegression, "--gram-scale is for --trainer blend, lr and nblr")
        try check(
            gramScale == nil || grams.longest > 0,
            "--gram-scale: expected n-grams inside words, found --grams none; give one of both")
        try check(smoothing == nil || trainer != .lr, "--smoothing is for --trainer blend, nblr, nb and cnb")
        try check(l1 == 0 || trainer == .lr, "--l1 is for --trainer lr")
        try check(beta == nil || trainer == .nblr, "--beta is for --trainer nblr")
    }

    private var bayes: NaiveBayes.Settings {
        var bayes = NaiveBayes.Settings()
        if let smoothing { bayes.smoothing = smoothing }
        return bayes
    }

    private func trainer(seed: UInt64) -> any Trainer {
        switch trainer {
        case .blend:
            var lr = LogisticRegression.Settings(seed: seed)
            if let fitCost { lr.cost = fitCost }
            return smoothing.map { BlendedRegression(lr, smoothing: $0) } ?? BlendedRegression(lr)
        case .lr:
            var lr = LogisticRegression.Settings(seed: seed)
            if let fitCost { lr.cost = fitCost }
            return l1 > 0 ? ElasticNet(.init(cost: lr.cost, share: l1)) : LogisticRegression(lr)
        case .nb: return NaiveBayes(bayes)
        case .cnb: return ComplementNaiveBayes(bayes)
        case .nblr:
            return NBLogisticRegression(
                LogisticRegression.Settings(cost: fitCost ?? 1, seed: seed), smoothing: smoothing ?? 0.1, beta: beta ?? 0.5)
        }
    }

    /// Sets what is chosen here, and the seed.
    func apply(to settings: inout TrainingSettings, seed: UInt64) {
        settings.seed = seed
        settings.trainer = trainer(seed: seed)
        settings.maxBytes = maxBytes.bytes
        settings.weighting = weighting.weighting
        settings.inverseDocumentFrequency = idf
        settings.tokenizer.wordOrder = wordOrder
        settings.tokenizer.syllabicOrder = syllabicOrder
        (settings.tokenizer.shortestGram, settings.tokenizer.longestGram) = (grams.shortest, grams.longest)
        if let gramScale { settings.gramScale = gramScale }
        settings.minDocumentFrequency = minDf
        settings.minGroupFrequency = minGroups
        settings.selection = select
    }
}
