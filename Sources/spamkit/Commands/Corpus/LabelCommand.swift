// spamkit label: a person labels messages in the terminal.

import ArgumentParser
import Corpus
import CorpusStore
import Foundation
import SpamFilter
import SpamFilterIO
import SpamTraining

struct LabelCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "label", abstract: "Label a store's messages, the most useful ones first.",
        discussion: """
            Shows one message at a time and takes one key, or two for a sub-action. Each label is stored at once, so you can stop \
            and continue at any time. Without --model a model is trained on the labels of the store.

            Example: spamkit label mine.sqlite --model mine.spam
            """)

    @OptionGroup var arguments: StoreArguments

    @Option(help: "A model to find uncertain messages.")
    var model: String?

    @Option(help: "The name of the person who labels, for the store.")
    var person = ProcessInfo.processInfo.environment["USER"] ?? "unknown"

    func run() throws {
        let store = try arguments.open()
        if try store.hasUngrouped() { try store.group() }
        var session = try session(store)
        var keys = LabelingKeys()
        let keyboard = Keyboard()
        while let stored = try session.current() {
            if keys.pending == nil {
                try result(
                    "\n#\(stored.id)  \(session.labelledCount) labelled, \(session.leftCount) left\n\(onOneLine(stored.message.body))"
                )
            }
            note(keys.help)
            guard let key = keyboard.next() else { break }
            guard let action = keys.press(key) else { continue }
            guard action != .quit else { break }
            try session.apply(action)
        }
        let others = session.othersCount > 0 ? ", \(session.othersCount) labelled by somebody else meanwhile" : ""
        try result("\(session.labelledCount) labelled, \(session.leftCount) left\(others)")
    }

    /// With a model, a message is uncertain if its two most probable actions are close together.
    private func session(_ store: CorpusStore) throws -> LabelingSession {
        if let model { return try self.session(store, openModel(model)) }
        if let file = try TemporaryModel.trained(on: store) { return try self.session(store, file) }
        return try LabelingSession(store, person: person) { _ in 1 }
    }

    private func session(_ store: CorpusStore, _ file: borrowing ModelFile) throws -> LabelingSession {
        var classifier = Classifier(file.view)
        let isAction = file.view.labels.map { $0.subAction == .none }
        return try LabelingSession(store, person: person) { message in
            let verdict = classifier.classify(message)
            let actions = isAction.indices.filter { isAction[$0] }.map { Double(verdict.probabilities[$0]) }.sorted(by: >)
            return actions.count < 2 ? 1 : 1 - (actions[0] - actions[1])
        }
    }
}
