// spamkit split: sets messages aside for judging.

import ArgumentParser
import CorpusStore

extension SplitCounts {
    /// What the test part lacks though the training part has it.
    fileprivate var missingInTest: String? {
        func isWanted(_ label: String) -> Bool { label != "junk" && !label.isEmpty }
        if test.isEmpty { return "no message" }
        if test["junk"] == nil, train["junk"] != nil { return "no junk" }
        return train.keys.contains(where: isWanted) && !test.keys.contains(where: isWanted) ? "no wanted message" : nil
    }
}

struct SplitCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "split", abstract: "Divide a store's messages into a training and a test part.",
        discussion: """
            Parts are then read with --part train, test, fold1 or train-fold1 of train, evaluate, classify and corpus export. Messages that are \
            imported later find their part by the same rule; none that is there changes sides, whatever label it is given.

            Example: spamkit split mine.sqlite --by template --test 0.2
            """)

    @OptionGroup var arguments: StoreArguments

    @Option(
        help:
            "What is never divided: template (groups of like messages), source, time (the newest are test) or random (equal texts)."
    )
    var by = SplitUnit.template

    @Option(help: "The share of the messages of each label that is for testing.")
    var test = 0.2

    @Option(help: "Folds of the training part, for choosing settings without the test part; 0 for none.")
    var folds = 0

    @Option(help: "Of everything random.")
    var seed: UInt64 = 1

    @Option(help: "To tell several splits of a store apart.")
    var name = Split.defaultName

    func validate() throws {
        if test <= 0 || test >= 1 { throw ValidationError("--test: expected a share above 0 and below 1, found \(test)") }
        if folds < 0 || folds == 1 || folds > 100 { throw ValidationError("--folds: expected 0 or 2 to 100, found \(folds)") }
    }

    func run() throws {
        let store = try arguments.open()
        let counts = try store.make(Split(name: name, by: by, testShare: test, folds: folds, seed: seed))
        for label in Set(counts.train.keys).union(counts.test.keys).sorted() {
            try result(
                "\(label.isEmpty ? "no label" : label): \(counts.train[label] ?? 0) train, \(counts.test[label] ?? 0) test")
        }
        if let missing = counts.missingInTest {
            note(
                "the test part has \(missing): nothing can be measured on it\(by == .source ? ", as each source is whole on one side" : ""); make another split under another --name, with another --seed, a larger --test or another --by"
            )
        }
    }
}
