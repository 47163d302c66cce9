// spamkit train: labelled messages in, one model file out.

import ArgumentParser
import Corpus
import SpamFilter
import SpamFilterIO
import SpamTraining

enum TrainerChoice: String, CaseIterable, ExpressibleByArgument {
    case lr, nb
}

struct Train: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Train a model on labelled messages.",
        discussion: """
            Reads TSV (label<TAB>text), CSV and JSON Lines. Labels are allow, junk, promotion[/offers|coupons|others] and \
            transaction[/finance|orders|…]; the usual words of public corpora (ham, spam, 0, 1…) map by themselves, and every guess is \
            printed. Cutoffs and calibration come from messages whose group the scoring model has not seen.

            Columns and keys that are read, others are passed over:
            \(CorpusColumns.documentation)

            Words for labels: \(LabelMap.knownWords)
            """)

    @Argument(help: ArgumentHelp("Files of labelled messages; - is standard input.", valueName: "corpus"))
    var corpora: [String]

    @Option(name: .shortAndLong, help: "Where the model goes. Written whole or not at all.")
    var out: String

    @Option(help: "lr, logistic regression, or nb, multinomial naive Bayes.")
    var trainer = TrainerChoice.lr

    @Option(help: "The largest the file may be, such as 64K or 1M: the heaviest features stay.")
    var maxBytes = ByteSize(bytes: 1 << 20)

    @Option(
        help: "The share of wanted messages that may become junk, kept with 95 % confidence where the corpus is large enough.")
    var maxFalseJunk = 0.002

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
        help:
            "Learn junk against each source of wanted messages, the lowest score deciding: junk must look unlike every kind of them. For corpora of allow and junk from several sources."
    )
    var vectorPerSource = false

    @Option(
        help: ArgumentHelp(
            "Also write the model's features as they can be read, with their weights, heaviest first (TSV). Keep it to yourself: it holds words, numbers and links of messages in clear, which the model does not.",
            valueName: "file"))
    var features: String?

    @Option(help: "lr: how much a message's loss counts against large weights.")
    var cost: Double?

    @Option(help: "nb: added to every count (Lidstone).")
    var smoothing: Double?

    @Option(help: "The seed of everything random. The same seed and corpus give the same file.")
    var seed: UInt64 = 1

    @Option(help: "For the card: the model's name.")
    var name: String?

    @Option(help: "For the card: who trains it.")
    var author: String?

    @Option(help: "For the card: what it is for.")
    var intendedUse = "sorting SMS from unknown senders in a message filter"

    @Option(help: "For the card: when not to use it.")
    var notFor =
        "languages and countries that the corpus does not hold; deleting messages or blocking senders without a person's look"

    @OptionGroup(title: "Corpus options")
    var reading: CorpusArguments

    func validate() throws {
        func check(_ isRight: Bool, _ message: String) throws {
            if !isRight { throw ValidationError(message) }
        }
        try check(
            maxFalseJunk > 0 && maxFalseJunk <= 1, "--max-false-junk: expected a share above 0 and up to 1, found \(maxFalseJunk)"
        )
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
        try check(out != "-" && features != "-", "--out, --features: expected the path of a file, found - (standard input)")
        try check(
            features.map { !isSameFile($0, out) } ?? true, "--features: expected another file than --out, found \(features ?? "")"
        )
        try check(folds == 0 || (2...100).contains(folds), "--folds: expected 0 or 2 to 100, found \(folds)")
        try check(minDf >= 1, "--min-df: expected 1 or more, found \(minDf)")
        let costs = LogisticRegression.Settings.costs, smoothings = NaiveBayes.Settings.smoothings
        try check(cost.map(costs.contains) ?? true, "--cost: expected a number in \(costs), found \(cost ?? 0)")
        try check(
            smoothing.map(smoothings.contains) ?? true,
            "--smoothing: expected a number in \(smoothings), found \(smoothing ?? 0)")
        try check(cost == nil || trainer == .lr, "--cost is for --trainer lr")
        try check(smoothing == nil || trainer == .nb, "--smoothing is for --trainer nb")
    }

    private var settings: TrainingSettings {
        var settings = TrainingSettings()
        switch trainer {
        case .lr:
            var lr = LogisticRegression.Settings(seed: seed)
            if let cost { lr.cost = cost }
            settings.trainer = LogisticRegression(lr)
        case .nb:
            settings.trainer = NaiveBayes(smoothing.map { NaiveBayes.Settings(smoothing: $0) } ?? NaiveBayes.Settings())
        }
        settings.maxBytes = maxBytes.bytes
        settings.maxFalseJunk = maxFalseJunk
        settings.folds = folds
        settings.minDocumentFrequency = minDf
        settings.seed = seed
        settings.vectorPerSource = vectorPerSource
        settings.namesFeatures = features != nil
        settings.protected = protect
        settings.declared = declare.isEmpty ? nil : Array(Set(declare)).sorted()
        return settings
    }

    func run() throws {
        // Now, not after an hour of training.
        for corpus in corpora where isSameFile(corpus, out) { throw OutputIsCorpus(path: out) }
        try checkWritable(out)
        if let features {
            for corpus in corpora where isSameFile(corpus, features) { throw OutputIsCorpus(path: features) }
            try checkWritable(features)
        }
        var run = TrainingRun(settings)
        var sources: [String: Int] = [:]
        try reading.forEachMessage(of: corpora) { message in
            run.add(message)
            sources[message.source, default: 0] += 1
        }
        let rows = run.rowCount
        let card = ModelCard(
            name: name, author: author, intendedUse: intendedUse, notFor: notFor,
            trainedOn: ModelCard.name(sources: sources),
            trainedWith: "spamkit \(Spamkit.version)")
        let model = try run.finish(card: card)
        try writeAtomically(model.bytes, to: out)
        if let features { try writeAtomically(Array(model.readableTable.utf8), to: features) }
        try result(
            """
            \(out): \(model.bytes.count) bytes, \(model.content.classes.map(\.label.description).joined(separator: ", "))
            trained on \(rows) messages with \(settings.trainer.name), \(model.heldFeatures) of \(model.learnedFeatures) features kept
            """)
        if let promise = model.promise { try result(promise.sentence) }
    }
}

extension Label: ExpressibleByArgument {
    public init?(argument: String) { self.init(argument) }
}

/// The model would replace what it is made of.
struct OutputIsCorpus: Error, CustomStringConvertible {
    let path: String
    var description: String {
        "\(path): expected a place for the model, found that this is the corpus itself; give another path"
    }
}

/// A share as a percentage with up to three decimals.
func percent(_ share: Double) -> String {
    let thousandths = (share * 100_000).rounded() / 1000
    return "\(thousandths) %"
}
