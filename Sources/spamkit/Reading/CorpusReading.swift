// The rows of files and stores, one after the other. What was noticed of each is told at its end.

import ArgumentParser
import Corpus
import CorpusStore
import SpamFilterIO
import Statistics

/// What rows are read for.
enum ReadingPurpose {
    /// To learn from them: with labels and weights.
    case training
    /// To learn from general knowledge, which the options were not given for.
    case background
    /// To measure a model by their labels.
    case measuring
    /// To ask a model, and to set its answers beside their labels where they have some.
    case comparing
    /// To ask a model, whatever their labels.
    case asking

    /// Whether a row without a label is left out, and an unknown label an error.
    var needsLabels: Bool { self != .comparing && self != .asking }
}

/// The rows of files and stores, in order, with progress. Guesses, and what was left out, go to
/// standard error.
///
/// Rows are moved, never copied, since they hold many strings:
/// `Benchmarks/decisions/training-speed.md`.
struct CorpusReading: ~Copyable {
    private let arguments: CorpusArguments
    private let purpose: ReadingPurpose
    private let paths, names: [String]
    /// The place of the path that is read, or is the next to be.
    private var index = 0
    private var opened: (any OpenedCorpus)?
    private var selection: RowSelection
    /// How many rows were read and taken before the file that is read.
    private var before = (read: 0, taken: 0)
    /// Numbers of senders in that file that may be foreign.
    private var withoutCountry = 0
    /// Words that were taken for labels.
    private var words: Set<String> = []

    /// - Throws: `ValidationError` where the options do not go with the paths.
    init(of paths: [String], _ arguments: CorpusArguments, for purpose: ReadingPurpose) throws {
        try arguments.labelWords.check(paths)
        if arguments.part != nil { try CorpusReading.checkParts(of: paths) }
        for (place, path) in paths.enumerated() where paths[..<place].contains(where: { isSameFile($0, path) }) {
            throw ValidationError(
                "\(path): expected each file once, found it twice; its messages would count twice (to give rows a weight, add a weight column)"
            )
        }
        for remark in arguments.selection.remarks { note(remark) }
        self.arguments = arguments
        self.purpose = purpose
        self.paths = paths
        names = fileNames(paths)
        selection = RowSelection(arguments.selection.conditions)
    }

    /// The next row that the conditions take, and where it is found again; `nil` at the end.
    mutating func next() throws -> (row: CorpusRow, place: MessagePlace)? {
        while let (read, place) = try nextOrLeftOut() {
            switch consume read {
            case .row(let row): return (row, place)
            case .leftOut: continue
            }
        }
        return nil
    }

    /// The next row that has a label.
    mutating func nextMessage() throws -> (message: LabeledMessage, place: MessagePlace)? {
        while let (row, place) = try next() {
            guard var message = LabeledMessage(row) else { continue }
            if purpose == .background { message.isBackground = true }
            return (message, place)
        }
        return nil
    }

    /// All rows that have a label.
    consuming func messages() throws -> [LabeledMessage] {
        var messages: [LabeledMessage] = []
        while let (message, _) = try nextMessage() { messages.append(message) }
        return messages
    }

    /// As `next`, but a bad row that --skip-bad-rows leaves out is told when its turn comes.
    mutating func nextOrLeftOut() throws -> (read: ReadRow, place: MessagePlace)? {
        while index < paths.count {
            let corpus = try opened ?? open(paths[index])
            while let read = try corpus.next() {
                switch consume read {
                case .leftOut(let error): return (.leftOut(error), MessagePlace(file: names[index], row: corpus.rowNumber))
                case .row(let row):
                    guard selection.takes(row) else { continue }
                    if row.message.isNumberWithoutCountry { withoutCountry += 1 }
                    let number = corpus.isStore ? Int64(row.line) : nil
                    return (.row(row), MessagePlace(file: names[index], row: corpus.rowNumber, number: number, id: row.id))
                }
            }
            words.formUnion(corpus.finish())
            close(paths[index])
            index += 1
            if index == paths.count { try tellOfAll() }
        }
        return nil
    }

    private mutating func open(_ path: String) throws -> any OpenedCorpus {
        before = (selection.read, selection.taken)
        withoutCountry = 0
        let corpus: any OpenedCorpus =
            CorpusStore.isStore(path)
            ? try StoreRows(path, arguments, for: purpose, mayLackSplit: paths.count(where: CorpusStore.isStore) > 1)
            : try FileRows(path, named: names[index], arguments, for: purpose)
        opened = corpus
        return corpus
    }

    private mutating func close(_ path: String) {
        opened = nil
        if withoutCountry > 0, purpose != .background, purpose.needsLabels || path != "-" {
            note(countryNote(path, withoutCountry))
        }
        let read = selection.read - before.read
        if read > 0, selection.taken == before.taken, before.taken > 0 || path != paths.last {
            warn(
                "\(path): --where leaves none of \(grouped(read)) messages; where they name no language, lang is their script, such as lang=Latin"
            )
        }
    }

    /// After the last file.
    private func tellOfAll() throws {
        try selection.check(paths)
        if !arguments.selection.conditions.isEmpty, selection.taken < selection.read {
            note("--where takes \(grouped(selection.taken)) of \(grouped(selection.read)) messages")
        }
        if purpose.needsLabels, purpose != .background, paths.contains(where: { !CorpusStore.isStore($0) }) {
            try arguments.labelWords.noteUnused(words, in: paths)
        }
    }

    /// Only stores have parts: files beside them are read whole.
    private static func checkParts(of paths: [String]) throws {
        let files = paths.filter { !CorpusStore.isStore($0) }
        guard let file = files.first else { return }
        guard files.count < paths.count else {
            throw ValidationError(
                "--part: expected a store, found \(onOneLine(file)), which has no parts; import it into a store, or leave out --part"
            )
        }
        note(
            "\(files.map(onOneLine).joined(separator: ", ")): no store, so --part does not divide it: read whole, to train and to evaluate"
        )
    }
}

struct TrainingReading: ~Copyable {
    private var reading: CorpusReading
    private let general: BackgroundArguments
    /// How the background is read; `nil` once it is, and where there is none.
    private var generalOptions: CorpusArguments?

    /// - Throws: `ValidationError` where a file is both.
    init(of corpora: [String], _ arguments: CorpusArguments, beside general: BackgroundArguments) throws {
        if let both = general.background.first(where: { path in corpora.contains { isSameFile($0, path) } }) {
            throw ValidationError("--background: expected other files than the corpora, found \(both)")
        }
        let options = general.background.isEmpty ? nil : try general.options(beside: arguments)
        reading = try CorpusReading(of: corpora, arguments, for: .training)
        self.general = general
        generalOptions = options
    }

    /// The next message, and where it is found again.
    mutating func next() throws -> (message: LabeledMessage, place: MessagePlace)? {
        if let found = try reading.nextMessage() { return found }
        guard let options = generalOptions else { return nil }
        generalOptions = nil
        reading = try CorpusReading(of: general.background, options, for: .background)
        return try reading.nextMessage()
    }
}
