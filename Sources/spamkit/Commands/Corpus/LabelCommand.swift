// spamkit label: a person labels messages in the terminal.

import ArgumentParser
import Corpus
import CorpusStore
import Foundation
import SpamFilter
import SpamFilterIO

struct LabelCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "label", abstract: "Label a store's messages, the most useful ones first.",
        discussion: """
            Shows one message at a time and takes one key, or two for a sub-action. Each label is stored at once, so you can stop \
            and continue at any time.

            A model is trained on the labels so far, and anew after each 10, so that it asks for what it does not know yet. With \
            --background it has something to ask from the first message on. With --model that model alone asks.

            Example: spamkit label mine.sqlite --background Datasets/starter/train.jsonl
            """)

    @OptionGroup var arguments: StoreArguments

    @OptionGroup var general: BackgroundArguments

    @Option(help: "A model that asks, instead of one trained on the labels.")
    var model: String?

    @Option(help: "The name of the person who labels, for the store.")
    var person = ProcessInfo.processInfo.environment["USER"] ?? "unknown"

    func validate() throws {
        if model != nil, !general.background.isEmpty {
            throw ValidationError("--model: expected no --background, which is for a model trained here; give one of them")
        }
        if let both = general.background.first(where: { isSameFile($0, arguments.store) }) {
            throw ValidationError("--background: expected other files than the store, found \(both)")
        }
    }

    func run() throws {
        let store = try arguments.open()
        if try store.hasUngrouped() { try store.group() }
        var knowledge: [LabeledMessage] = []
        try general.forEachMessage(CorpusArguments.parse([])) { knowledge.append($0) }
        var session = try session(store, knowledge)
        var keys = LabelingKeys(), pace = LabelingPace()
        let keyboard = Keyboard()
        while let stored = try session.current() {
            if keys.pending == nil {
                try result(
                    "\n#\(stored.id)\(MessagePlace.shown(id: stored.ownID))  \(session.labelledCount) labelled, \(session.leftCount) left\n\(onOneLine(stored.message.body))"
                )
            }
            note(keys.help)
            guard let key = keyboard.next() else { break }
            guard let action = keys.press(key) else { continue }
            guard action != .quit else { break }
            try session.apply(action)
            if model == nil, pace.isTime(session.labelledCount) {
                note("learning from the labels")
                try learn(store, knowledge, &session)
            }
        }
        let others = session.othersCount > 0 ? ", \(session.othersCount) labelled by somebody else meanwhile" : ""
        try result("\(session.labelledCount) labelled, \(session.leftCount) left\(others)")
        if session.labelledCount > 0 {
            let words = ["spamkit", "train", arguments.store.quoted] + general.options + ["--out", "mine.spam"]
            note("a filter of these labels: \(words.joined(separator: " "))")
            note("a label is corrected by its number: spamkit corpus relabel \(arguments.store.quoted) NUMBER LABEL")
        }
    }

    private func learn(_ store: CorpusStore, _ background: [LabeledMessage], _ session: inout LabelingSession) throws {
        let file = try TemporaryModel.trained(on: store, background: background, isCalibrated: true, saysWhyNot: false)
        if let file { try withUncertainty(by: file) { try session.order(by: $0) } }
    }

    private func session(_ store: CorpusStore, _ background: [LabeledMessage]) throws -> LabelingSession {
        if let model { return try session(store, openModel(model)) }
        if let file = try TemporaryModel.trained(on: store, background: background, isCalibrated: true) {
            return try session(store, file)
        }
        return try LabelingSession(store, person: person) { _ in 1 }
    }

    private func session(_ store: CorpusStore, _ file: borrowing ModelFile) throws -> LabelingSession {
        try withUncertainty(by: file) { try LabelingSession(store, person: person, uncertainty: $0) }
    }
}

/// A message is uncertain where junk is as probable as not.
private func withUncertainty<Value>(
    by file: borrowing ModelFile, _ body: ((Message) -> Double) throws -> Value
) rethrows -> Value {
    var classifier = Classifier(file.view)
    return try body { message in
        let odds = exp(-abs(Double(classifier.classify(message).junkLogOdds)))
        return 2 * odds / (1 + odds)
    }
}

/// When a model learns from the labels of a session: after each 10, and each fifth more.
struct LabelingPace {
    private var next = 10

    /// Whether it is time again, with so many labels.
    mutating func isTime(_ labels: Int) -> Bool {
        guard labels >= next else { return false }
        next = labels + max(10, labels / 5)
        return true
    }
}
