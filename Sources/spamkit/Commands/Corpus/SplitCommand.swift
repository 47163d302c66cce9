// spamkit split: sets messages aside for judging.

import ArgumentParser
import Corpus
import CorpusStore
import SpamEvaluation
import Statistics

extension SplitCounts {
    /// At most so many labels are named.
    private static let mostLabels = 3

    /// What the training part has and the test part lacks, the most frequent labels first.
    fileprivate var missingInTest: String? {
        if test.isEmpty { return "no message" }
        let missing = train.filter { !$0.key.isEmpty && test[$0.key, default: 0] == 0 }.sorted {
            ($1.value, $0.key) < ($0.value, $1.key)
        }
        guard !missing.isEmpty else { return nil }
        let names = missing.prefix(Self.mostLabels).map { "\($0.key) (\(grouped($0.value)) train)" }
        let more = missing.count > names.count ? " and \(counted(missing.count - names.count, "other label"))" : ""
        return "no message of \(names.joined(separator: ", "))\(more)"
    }
}

/// How much is test: a share of the messages, or those from a time on.
enum TestPart {
    case share(Double)
    /// In seconds since 1970.
    case from(Int)

    init(parsing words: String) throws {
        if let share = Double(share: words) {
            self = .share(share)
        } else if let seconds = MessageTime.seconds(words) {
            self = .from(seconds)
        } else {
            throw ValidationError("expected a share such as 20%, or by time a date such as 2026-03-01, found \(words)")
        }
    }

    /// 0 from a time on.
    var share: Double {
        switch self {
        case .share(let share): share
        case .from: 0
        }
    }

    var start: Int? {
        switch self {
        case .share: nil
        case .from(let start): start
        }
    }
}

struct SplitCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "split", abstract: "Divide a store's messages into a training and a test part.",
        discussion: """
            train, evaluate, classify and corpus export then read a part: --part train, test, fold1 or train-fold1. Messages \
            imported later are assigned by the same rule. No message changes its part, even if its label changes.

            Example: spamkit split mine.sqlite --by template --test 0.2
            """)

    @OptionGroup var arguments: StoreArguments

    @Option(
        help: """
            What is kept together: template (groups of near duplicates), source, time (the newest are test) or random \
            (equal texts).
            """)
    var by = SplitUnit.template

    @Option(
        help: ArgumentHelp(
            "The share for the test part, of the messages of each label, such as 20%; by time of all, or a date. Default: 20%.",
            valueName: "share"), transform: { try TestPart(parsing: $0) })
    var test = TestPart.share(0.2)

    @Option(help: "The number of folds of the training part, to choose settings without the test part; 0: none.")
    var folds = 0

    @Option(help: "The seed of everything random.")
    var seed: UInt64 = 1

    @Option(help: "The name of the split, if a store has several.")
    var name = Split.defaultName

    @OptionGroup var output: ReportArguments

    func validate() throws {
        switch test {
        case .share(let share) where share <= 0 || share >= 1:
            throw ValidationError("--test: expected a share above 0 and below 1, found \(share)")
        case .from where by != .time: throw ValidationError("--test: expected a share such as 20%, found a time; add --by time")
        case .share, .from: break
        }
        if folds < 0 || folds == 1 || folds > 100 { throw ValidationError("--folds: expected 0 or 2 to 100, found \(folds)") }
    }

    /// `all: 800 train, 200 test (20 %), by template`.
    private func total(_ counts: SplitCounts) -> String {
        let (train, test) = (counts.train.values.reduce(0, +), counts.test.values.reduce(0, +))
        let share = decimal(100 * Double(test) / Double(max(1, train + test)), places: 1)
        return
            "all: \(grouped(train)) train, \(grouped(test)) test (\(share) %), by \(by)\(by == .random ? " (equal texts together)" : "")"
            + (counts.testFrom.map { ", test from \(storeTime($0)) on" } ?? "")
    }

    func run() throws {
        try output.check(apartFrom: [arguments.store])
        let store = try arguments.open()
        let split = Split(
            name: name, by: by, testShare: test.share, testFrom: test.start, folds: folds, seed: seed)
        let counts = try waiting("dividing the messages") { try store.splits.make(split) }
        let lines = Set(counts.train.keys).union(counts.test.keys).sorted().map { label in
            "\(label.isEmpty ? "no label" : label): \(grouped(counts.train[label] ?? 0)) train, \(grouped(counts.test[label] ?? 0)) test"
        }
        if let start = counts.testFrom {
            note(
                "messages of \(storeTime(start)) or later that you import afterwards are all test; to train on them, make another split then: --name NAME"
            )
        }
        try output.report(counts, ([wrapped(total(counts), to: 80, indent: "  ")] + lines).joined(separator: "\n"))
        if let missing = counts.missingInTest {
            warn(
                "the test part has \(missing), so it measures nothing of that\(by == .source ? ", since each source is whole on one side" : ""); make another split: --name NAME with another \(by == .time ? "" : "--seed, ")--test or --by",
                .result)
        }
    }
}
