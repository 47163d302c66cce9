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
            and continue at any time. Messages with the same text get its label too. The key g shows how many \
            messages have the same template, and gives all of them the next label. The key u takes all of it back; ? shows the \
            keys.

            A model chooses what to ask: what it does not know yet. It is trained on the labels so far, and again after each 10. \
            With --background it chooses from the first message on, and learns from messages without a label too. With --model \
            that model chooses.

            With --second a second person labels messages that have a label. spamkit corpus agreement then says how far both agree.

            Example: spamkit label mine.sqlite --background Datasets/starter/train.jsonl
            """)

    @OptionGroup var arguments: StoreArguments

    @OptionGroup var general: BackgroundArguments

    @Option(help: "The model that chooses what to ask, instead of one trained on the labels.", completion: .file())
    var model: String?

    @OptionGroup var giver: PersonArguments

    @Flag(
        help: """
            Ask, in random order, for messages that somebody else has labelled, without showing the label. The store keeps \
            both labels.
            """)
    var second = false

    func validate() throws {
        if model != nil, !general.background.isEmpty {
            throw ValidationError("--model: expected no --background, which trains a model here; give one of the two")
        }
        if second, model != nil || !general.background.isEmpty {
            throw ValidationError(
                "--second: expected no --model and no --background, since all messages are asked; leave them out")
        }
        if let both = general.background.first(where: { isSameFile($0, arguments.store) }) {
            throw ValidationError("--background: expected other files than the store, found \(both)")
        }
    }

    func run() throws {
        let store = try arguments.open()
        if second { try labelSecond(store) } else { try labelFirst(store) }
    }

    private func labelFirst(_ store: CorpusStore) throws {
        guard try waiting("looking for messages without a label", { try store.labels.hasUnlabelled() }) else {
            try result("0 labelled now, 0 left")
            return note("every message has a label; to ask another person: --second; to correct labels: spamkit corpus relabel")
        }
        if try store.groups.hasUngrouped() { _ = try waiting("grouping messages of one template") { try store.groups.update() } }
        let knowledge = try CorpusReading(of: general.background, CorpusArguments.parse([]), for: .background).messages()
        func trained(saysWhyNot: Bool) throws -> AskingModel? {
            try TemporaryModel.trained(on: store, background: knowledge, isCalibrated: true, saysWhyNot: saysWhyNot)
        }
        var asking = try model.map { AskingModel(try ModelFile.whole($0)) } ?? trained(saysWhyNot: true)
        var pace = LabelingPace()
        var dialog = LabelingDialog(
            session: try waiting("looking for what to ask first") {
                try LabelingSession(store, person: giver.person) { asking?.uncertainty($0) }
            },
            alike: { try $0.alike() },
            remarks: { stored, session in
                let opinion = asking.map { "model: \($0.opinion(stored.message))" }
                let reason = session.reason.map { "why asked: \($0.words)" }
                return [[opinion, reason].compactMap(\.self).joined(separator: "; ")]
            },
            text: { try store.message($0)?.message.body },
            didApply: { session in
                guard model == nil, pace.isDue(session.labelledCount) else { return false }
                pace.learned(session.labelledCount)
                note("learning from the labels")
                guard let learned = try trained(saysWhyNot: false) else { return true }
                asking = learned
                try waiting("looking for what to ask next") { try session.order { learned.uncertainty($0) } }
                return true
            })
        try dialog.run(keys: LabelingKeys())
        let session = dialog.session
        let along = session.alongCount > 0 ? ", \(session.alongCount) more with them" : ""
        let others = session.othersCount > 0 ? ", \(session.othersCount) labelled by somebody else in the meantime" : ""
        try result("\(session.labelledCount) labelled now\(along), \(session.leftCount) left\(others)")
        if session.labelledCount > 0 {
            let others =
                session.leftCount == 0
                ? general.options : ["--unlabelled", arguments.store.quoted] + general.optionsOrStarter
            let words = ["spamkit", "train", arguments.store.quoted] + others + ["--out", LabelCommand.newModelName]
            note("to train a filter on these labels: \(words.joined(separator: " "))")
            if session.leftCount > 0 {
                let asking = model.map { ["--model", $0.quoted] } ?? general.options
                let giver = self.giver.person == PersonArguments.usual ? [] : ["--person", self.giver.person.quoted]
                note("to go on: \((["spamkit", "label", arguments.store.quoted] + asking + giver).joined(separator: " "))")
            }
            note("to correct a label by its number: spamkit corpus relabel \(arguments.store.quoted) NUMBER LABEL")
        }
    }

    /// The name of no file yet: `train` replaces its model without asking.
    private static var newModelName: String {
        (["mine.spam"] + (2...99).map { "mine-\($0).spam" }).first { !FileManager.default.fileExists(atPath: $0) } ?? "new.spam"
    }

    private func labelSecond(_ store: CorpusStore) throws {
        var dialog = LabelingDialog(
            session: try waiting("looking for labels of others") { try SecondLabelingSession(store, person: giver.person) },
            alike: { _ in [] }, remarks: { _, _ in [] }, text: { try store.message($0)?.message.body }, didApply: { _ in false })
        if dialog.session.leftCount == 0 {
            note("\(arguments.store): all labels are of \(giver.person); give another name with --person")
        }
        try dialog.run(keys: LabelingKeys(labelsTemplates: false))
        let session = dialog.session
        try result("\(session.labelledCount) labelled now, \(session.leftCount) left")
        if session.labelledCount > 0 { note("to see how far both agree: spamkit corpus agreement \(arguments.store.quoted)") }
    }
}
