// The options that every subcommand which trains shares.

import ArgumentParser
import SpamEvaluation
import SpamFilter
import SpamTraining

enum TrainerChoice: String, CaseIterable, ExpressibleByArgument {
    case lr, nb, cnb, nblr
}

struct TrainingArguments: ParsableArguments {
    @Option(
        help:
            "lr, logistic regression; nb, multinomial naive Bayes; cnb, its complement, for many folders of unlike sizes; nblr, logistic regression on features that naive Bayes weighed."
    )
    var trainer = TrainerChoice.lr

    @Option(help: "The largest the file may be, such as 64K or 1M: the heaviest features stay.")
    var maxBytes = ByteSize(bytes: 1 << 20)

    @Option(
        help: ArgumentHelp(
            "The share of wanted messages that may become junk, kept with 95 % confidence where the corpus is large enough. Default: 0.002, with --cost as many as that allows.",
            valueName: "share"))
    var maxFalseJunk: Double?

    @Option(
        help: ArgumentHelp(
            "What mistakes cost, such as falseJunk=10,missedJunk=1,unsure=0.2: a message is what costs least, unsure too if that has a cost.",
            valueName: "name=cost,…"), transform: { try MistakeCosts(parsing: $0) })
    var cost: MistakeCosts?

    @Option(
        help:
            "Parts into which the corpus is split for calibration and the junk cutoff; 0: neither, junk is what is more likely junk than not."
    )
    var folds = 4

    @Option(help: "Forget features of fewer messages than this; from 2 on, also those of a single group of like messages.")
    var minDf = 2

    @Option(
        help: ArgumentHelp(
            "A label, such as transaction/finance: a message that the model would take for one if it were not junk is junk only above every such message of unseen groups; may be repeated.",
            valueName: "label"))
    var protect: [Label] = []

    @Option(
        help: ArgumentHelp(
            "A sub-action that verdicts have, such as transaction/orders; five at most, may be repeated. Default: those with the most messages.",
            valueName: "label"))
    var declare: [Label] = []

    @Flag(
        inversion: .prefixedNo,
        help:
            "Take wanted messages of each source for a kind of their own, told from junk by weights of their own: junk must look unlike all kinds."
    )
    var tellSourcesApart = true

    @Option(help: "lr, nblr: how much a message's loss counts against large weights (C).")
    var fitCost: Double?

    @Option(
        help:
            "lr: the share of the penalty that is on the sizes of the weights instead of their squares, so that most are nothing; 1: all (L1)."
    )
    var l1 = 0.0

    @Option(help: "nb, cnb, nblr: added to every count (Lidstone).")
    var smoothing: Double?

    @Option(help: "nblr: from naive Bayes, 0, to logistic regression, 1.")
    var beta: Double?

    @Option(help: "The seed of everything random. The same seed and corpus give the same file.")
    var seed: UInt64 = 1

    func validate() throws {
        func check(_ isRight: Bool, _ message: String) throws {
            if !isRight { throw ValidationError(message) }
        }
        try check(
            maxFalseJunk.map { $0 > 0 && $0 <= 1 } ?? true,
            "--max-false-junk: expected a share above 0 and up to 1, found \(maxFalseJunk ?? 0)")
        try check(cost?.decide ?? true, "--cost: expected falseJunk and missedJunk above 0, found \(cost?.description ?? "")")
        try check(
            cost == nil || folds > 0, "--cost needs --folds: what costs least follows from messages that a model has not seen")
        try check(
            Set(declare).count <= DecisionPolicy.mostDeclared,
            "--declare: expected at most \(DecisionPolicy.mostDeclared) sub-actions, as the system shows no sub-folder with more, found \(declare.count)"
        )
        for label in declare {
            try check(
                label.subAction != .none,
                "--declare: expected a label with a sub-action, such as transaction/orders, found \(label)")
        }
        try check(!protect.contains(.junk), "--protect: expected a label of wanted messages, found junk")
        try check(
            protect.isEmpty || folds > 0, "--protect needs --folds: its cutoff comes from messages that a model has not seen")
        try check(folds == 0 || (2...100).contains(folds), "--folds: expected 0 or 2 to 100, found \(folds)")
        try check(minDf >= 1, "--min-df: expected 1 or more, found \(minDf)")
        let costs = LogisticRegression.Settings.costs, smoothings = NaiveBayes.Settings.smoothings
        try check(fitCost.map(costs.contains) ?? true, "--fit-cost: expected a number in \(costs), found \(fitCost ?? 0)")
        try check(
            smoothing.map(smoothings.contains) ?? true,
            "--smoothing: expected a number in \(smoothings), found \(smoothing ?? 0)")
        try check(beta.map((0...1).contains) ?? true, "--beta: expected a number in 0...1, found \(beta ?? 0)")
        try check((0...1).contains(l1), "--l1: expected a share in 0...1, found \(l1)")
        try check(fitCost == nil || trainer == .lr || trainer == .nblr, "--fit-cost is for --trainer lr and nblr")
        try check(smoothing == nil || trainer != .lr, "--smoothing is for --trainer nb, cnb and nblr")
        try check(l1 == 0 || trainer == .lr, "--l1 is for --trainer lr")
        try check(beta == nil || trainer == .nblr, "--beta is for --trainer nblr")
    }

    private var bayes: NaiveBayes.Settings { smoothing.map { .init(smoothing: $0) } ?? .init() }

    /// What was asked for.
    var settings: TrainingSettings {
        var settings = TrainingSettings()
        switch trainer {
        case .lr:
            var lr = LogisticRegression.Settings(seed: seed)
            if let fitCost { lr.cost = fitCost }
            settings.trainer = l1 > 0 ? ElasticNet(.init(cost: lr.cost, share: l1)) : LogisticRegression(lr)
        case .nb: settings.trainer = NaiveBayes(bayes)
        case .cnb: settings.trainer = ComplementNaiveBayes(bayes)
        case .nblr:
            settings.trainer = NBLogisticRegression(
                LogisticRegression.Settings(cost: fitCost ?? 1, seed: seed), smoothing: smoothing ?? 0.1, beta: beta ?? 0.5)
        }
        settings.maxBytes = maxBytes.bytes
        settings.maxFalseJunk = maxFalseJunk ?? (cost == nil ? settings.maxFalseJunk : 1)
        settings.costs = cost
        settings.folds = folds
        settings.minDocumentFrequency = minDf
        settings.seed = seed
        settings.tellsSourcesApart = tellSourcesApart
        settings.protected = protect
        settings.declared = declare.isEmpty ? nil : Array(Set(declare)).sorted()
        return settings
    }
}
