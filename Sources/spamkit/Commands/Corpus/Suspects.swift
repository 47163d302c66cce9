// spamkit corpus suspects: labels that are likely wrong.

import ArgumentParser
import Corpus
import CorpusStore
import Experiments
import Foundation
import SpamEvaluation
import SpamFilter
import SpamTraining
import Statistics

struct Suspects: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "suspects", abstract: "Rank messages whose label is likely wrong.",
        discussion: """
            Each label is judged by models that have not seen the message or its near duplicates (confident learning). The labels \
            of those near duplicates count too. A table counts the doubts by what is suggested for what, those that pay most \
            first. Below it are single messages. The share is how sure models of the other messages are, the surest first; it is not how often they are right. Texts \
            that differ in numbers and links alone are one line with their number, such as ×9; --json has each message. --show-text also prints the text, and the parts of it that \
            speak most for the other label. It names a word that many of the doubtful messages share. What all messages of a kind \
            are wrongly labelled is not found: models learn it.

            --accept gives the suggested label to all of one sort from a share on, without asking: --dry-run counts them first. \
            With --part train the test part keeps its labels, and the models do not see it.

            Example: spamkit corpus suspects mine.sqlite --top 50 --show-text
            Example: spamkit corpus suspects mine.sqlite --accept 'allow>junk' --above 90% --part train
            """)

    @OptionGroup var arguments: StoreArguments

    @Option(help: "How many to show: texts, or messages in JSON.")
    var top = 20

    @Option(
        help: ArgumentHelp("Only suggestions with this probability or more, such as 90%.", valueName: "share"),
        transform: SuggestedChange.share)
    var above: Double?

    @Option(
        help: ArgumentHelp("Give doubtful labels the suggested one: 'allow>transaction' with --above.", valueName: "label>label"),
        transform: { try SuggestedChange($0) })
    var accept: SuggestedChange?

    @Option(help: "Only this part of a split: train, test, fold1 or train-fold1.")
    var part: String?

    @Option(help: "The name of the split.")
    var split = Split.defaultName

    @Flag(help: "With --accept: only say what would be labelled.")
    var dryRun = false

    @Option(help: "The seed of the division into folds.")
    var seed: UInt64 = 1

    @OptionGroup var giver: PersonArguments

    @OptionGroup var text: TextArguments

    @OptionGroup var output: ReportArguments

    func validate() throws {
        try expectCount(top, of: "--top")
        if accept != nil, above == nil {
            throw ValidationError("--accept: expected the least probability too, found none; add --above 90%")
        }
        try SplitPart.check(part, of: split)
        if dryRun, accept == nil { throw ValidationError("--dry-run: expected --accept 'allow>transaction' too, found none") }
    }

    func run() throws {
        try output.check(apartFrom: [arguments.store])
        let store = accept == nil ? try arguments.openToRead() : try arguments.open()
        try noteSplit(split, of: store, arguments.store, part: part)
        let judged = try judged(store)
        if let accept { return try give(accept, judged, in: store) }
        try show(judged, in: store)
    }

    private func judged(_ store: CorpusStore) throws -> JudgedLabels {
        var settings = TrainingSettings()
        settings.seed = seed
        return try waiting("judging each label by models that have not seen it") {
            var review = LabelReview(settings)
            let messages = try StoredMessages(store, part: part.flatMap { SplitPart($0, of: split) })
            while let stored = try messages.next() {
                if let message = stored.labeled { review.add(message, number: stored.number) }
            }
            return try review.judged()
        }
    }

    private func isLikely(_ doubt: DoubtedLabel) -> Bool { doubt.probability >= above ?? 0 }

    private func give(_ change: SuggestedChange, _ judged: JudgedLabels, in store: CorpusStore) throws {
        let numbers = judged.doubts.filter { isLikely($0) && change.takes($0) }.map(\.message)
        let done = try store.labels.relabel(.numbers(numbers), as: change.suggested, by: giver.person, isTrial: dryRun)
        try output.report(
            done, wrapped("\(arguments.store): " + done.text(change.suggested, isTrial: dryRun), to: 80, indent: "  "))
        if isMeasured { warn(Suspects.ownJudge, .result) }
        if !dryRun, done.changed > 0 { noteUndo(arguments.store) }
    }

    private func show(_ judged: JudgedLabels, in store: CorpusStore) throws {
        let suspects = judged.doubts.filter(isLikely), pairs = DoubtTable(suspects)
        try output.writeJSON(
            Record(
                labels: judged.judged, notJudged: judged.labels - judged.judged, lacking: judged.lacking.map(\.description),
                doubtful: suspects.count, contradicted: suspects.count(where: \.isContradicted), kinds: pairs.rows,
                suspects: suspects.prefix(top).map {
                    Record.Suspect(
                        message: try text.record($0.message, in: store), given: "\($0.given)", suggested: "\($0.suggested)",
                        probability: $0.probability, contradicted: $0.isContradicted)
                }), isPrivate: text.showText)
        guard !output.isJSONAlone else { return }
        let least = above.map { ", with \(percentage($0)) or more for another label" } ?? ""
        try result(JudgedLabels.sentence(doubtful: suspects.count, of: judged.judged) + least)
        if top > 0, text.showText, let sentence = try sharedWord(suspects, pairs.kinds, in: store) {
            try result(wrapped(sentence, to: 80, indent: "  "))
        }
        if top > 0, !pairs.rows.isEmpty { try result(pairs.text(hasShare: above == nil)) }
        if top > 0, let sentence = contradiction(suspects) { try result(wrapped(sentence, to: 80, indent: "  ")) }
        if let sentence = judged.notJudged { warn(sentence) }
        if let sentence = judged.notSuggested { note(sentence) }
        let explainer = try text.showText ? TemporaryModel.trained(on: store) : nil
        for (suspect, times, least) in DoubtedLabel.byMaskedText(suspects).prefix(top) {
            // Not rounded up to another share, as --above compares.
            let shares = [suspect.probability, least].map { "\(($0 * 1000).rounded(.down) / 10)" }
            let share = shares[0] == shares[1] ? shares[0] : shares.joined(separator: " to ")
            try result(
                text.line(
                    suspect.message,
                    "\(suspect.given), likely \(suspect.suggested) (\(share) %)\(suspect.isContradicted ? " (!)" : "")\(times > 1 ? " ×\(grouped(times))" : "")",
                    in: store))
            if let explainer, let stored = try store.message(suspect.message) {
                let clues = MergedClue.heaviest(
                    explainer.explanation(stored.message), for: suspect.suggested, in: stored.message.body, most: 5)
                try result("      " + clues.map(\.shown).joined(separator: " | "))
            }
        }
        // What a model suggests may be what poisoned labels have taught it.
        if top > 0, let first = suspects.first {
            note(
                "read a message before you correct its label: spamkit corpus relabel \(arguments.store.quoted) \(first.message) LABEL"
            )
            if isMeasured {
                note(Suspects.ownJudge)
            } else if let row = pairs.rows.first(where: \.isAcceptable) {
                noteAccept(row)
            }
        }
    }

    /// Where a whole kind is labelled wrongly, its right labels are the doubtful ones.
    private func contradiction(_ suspects: [DoubtedLabel]) -> String? {
        let count = suspects.count(where: \.isContradicted)
        guard count > 0 else { return nil }
        return
            "\(grouped(count)) of them (!) \(count == 1 ? "reads" : "read") the same, but for numbers and links, as messages with the "
            + "suggested label; one of the two labels is likely wrong, so read these first; those that differ in digits alone: "
            + "spamkit corpus conflicts \(arguments.store.quoted)"
    }

    /// That many of one kind share a word, of the kind that pays most; `nil` where none stands out.
    private func sharedWord(_ suspects: [DoubtedLabel], _ kinds: [DoubtPair], in store: CorpusStore) throws -> String? {
        let kindOf = Dictionary(suspects.map { ($0.message, $0.pair) }) { first, _ in first }
        typealias Said = (stratum: String, text: String)
        var texts: [DoubtPair: [Said]] = [:], all: [Said] = []
        let messages = try StoredMessages(store, part: part.flatMap { SplitPart($0, of: split) })
        while let stored = try messages.next() {
            guard let message = stored.labeled else { continue }
            let body = message.message.body, language = message.language ?? Script(of: body).name
            let said = (stratum: "\(language) \(message.label)", text: body)
            all.append(said)
            if let kind = kindOf[stored.number] { texts[kind, default: []].append(said) }
        }
        for kind in kinds {
            guard let found = DoubtedWord.most(of: texts[kind] ?? [], among: all) else { continue }
            let word = onOneLine(found.word)
            let search =
                [arguments.store.quoted, word.quoted, "--where label=\(kind.suggested)"] + SplitPart.options(part, of: split)
                + ["--show-text"]
            return
                "\(word) is in \(grouped(found.doubted.count)) of the \(grouped(found.doubted.of)) messages of "
                + "\(kind.given)>\(kind.suggested), and in \(shortPercent(found.all)) of all; a word can name a kind of message "
                + "that is mislabelled as a whole; read the others that hold it, also inside words: "
                + "spamkit corpus search \(search.joined(separator: " "))"
        }
        return nil
    }

    /// Whether these labels measure models.
    private var isMeasured: Bool { part.map { $0 == CorpusArguments.unseenPart(of: $0) } ?? false }

    private static let ownJudge =
        "the labels of this part measure models; if models give them, a model judges itself, so correct them one by one"

    /// How those that pay most are accepted at once.
    private func noteAccept(_ row: DoubtTable.Row) {
        var words = ["spamkit corpus suspects", arguments.store.quoted, "--accept", row.name.quoted]
        words += ["--above", above.map { "\((100 * max($0, DoubtPair.likely)).plain)%" } ?? "90%"]
        words += SplitPart.options(part, of: split)
        note("to accept those of \(row.name) at once: \(words.joined(separator: " ")) --dry-run")
    }

    private struct Record: Encodable {
        struct Suspect: Encodable {
            let message: MessageRecord
            let given: String
            let suggested: String
            let probability: Double
            /// Whether its text, but for numbers and links, has the suggested label elsewhere.
            let contradicted: Bool
        }

        /// Those that were judged.
        let labels: Int
        let notJudged: Int
        /// The actions of which none could be judged.
        let lacking: [String]
        let doubtful: Int
        /// Those whose text, but for numbers and links, others have with the suggested label.
        let contradicted: Int
        let kinds: [DoubtTable.Row]
        let suspects: [Suspect]
    }
}
