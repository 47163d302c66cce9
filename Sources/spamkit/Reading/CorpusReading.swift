// The rows of files and stores, one after the other. What was noticed of each is told at its end.

import ArgumentParser
import Corpus
import CorpusStore
import SpamFilter
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

/// Files and stores that are read alike.
struct Corpora {
    let paths: [String]
    let arguments: CorpusArguments
    let purpose: ReadingPurpose
}

/// The rows of files and stores, in order, with progress. Guesses, and what was left out, go to
/// standard error.
///
/// Rows are moved, never copied, since they hold many strings:
/// `Benchmarks/decisions/training-speed.md`.
struct CorpusReading: ~Copyable {
    private let paths, names: [String]
    private let arguments: CorpusArguments
    private let purpose: ReadingPurpose
    /// The files of --unlabelled, which reads them afterwards.
    private let taughtUnlabelled: [String]
    /// What is read after these paths.
    private let later: ArraySlice<Corpora>
    private var selection: RowSelection
    /// Words that were taken for labels.
    private var words: Set<String> = []
    /// The place of the path that is read, or is the next to be.
    private var index = 0

    /// What is at this path, with all below: a file or a store; neither where it is not open yet.
    private var file: CorpusReader?
    private var store: StoredMessages?
    private var progress: ProgressBar?
    private var rowNumber = 0
    /// The messages of the store that were passed over.
    private var unlabelled = 0
    /// Those that --label-map leaves out, and its words.
    private var leftOut = 0
    private var storeLabels: LabelMap?
    /// Whether a store need not have the split whose part was asked for.
    var mayLackSplit = false
    /// The country that a model had in training; `nil` where there is no model, or none is known.
    var countryOfModel: String?
    /// Gets each message that conditions leave out.
    var passesOver: ((Message) -> Void)?
    /// Numbers of senders that may be foreign.
    private var withoutCountry = 0
    /// The same of all files, and words taken for labels, where these are many.
    private var allWithoutCountry = 0, allGuesses: [LabelGuess: Int] = [:]
    /// So many files are told of one by one.
    private static let mostTold = 3
    private var areMany: Bool { paths.count > CorpusReading.mostTold }
    /// How many rows were read and taken before.
    private var before = (read: 0, taken: 0, lacking: [Int]())

    /// - Throws: `ValidationError` where the options do not go with the paths.
    init(of paths: [String], _ arguments: CorpusArguments, for purpose: ReadingPurpose) throws {
        try self.init([Corpora(paths: paths, arguments: arguments, purpose: purpose)])
    }

    /// Corpora to learn from, and then the background.
    ///
    /// - Parameter unlabelled: the files of --unlabelled.
    /// - Throws: `ValidationError` where a file is both, too.
    init(
        training corpora: [String], _ arguments: CorpusArguments, beside general: BackgroundArguments, unlabelled: [String] = []
    ) throws {
        if let both = general.background.first(where: { path in corpora.contains { isSameFile($0, path) } }) {
            throw ValidationError("--background: expected other files than the corpora, found \(both)")
        }
        var all = [Corpora(paths: corpora, arguments: arguments, purpose: .training)]
        if !general.background.isEmpty {
            let options = try general.options(beside: arguments)
            all.append(Corpora(paths: general.background, arguments: options, purpose: .background))
        }
        try self.init(all[...], unlabelled: unlabelled)
    }

    /// - Parameter corpora: one at least.
    private init(_ corpora: ArraySlice<Corpora>, unlabelled: [String] = []) throws {
        let first = corpora.first!, paths = first.paths, arguments = first.arguments
        try arguments.labelWords.check(paths)
        if arguments.part != nil { try CorpusReading.checkParts(of: paths) }
        for (place, path) in paths.enumerated() where paths[..<place].contains(where: { isSameFile($0, path) }) {
            throw ValidationError(
                "\(path): expected each file once, found it twice; to give its rows a weight, add a weight column"
            )
        }
        try arguments.selection.expectOfRows()
        for remark in arguments.selection.remarks { note(remark) }
        if !arguments.columns.columns.isEmpty, (paths + unlabelled).allSatisfy(CorpusStore.isStore) {
            throw ValidationError(
                "--column: expected a file, found only stores, whose columns are settled; import the file again with --again and --column"
            )
        }
        (self.paths, self.arguments, purpose) = (paths, arguments, first.purpose)
        names = fileNames(paths)
        taughtUnlabelled = unlabelled
        later = corpora.dropFirst()
        selection = RowSelection(arguments.selection.conditions)
    }

    /// The next row that the conditions take, and where it is found again; `nil` at the end.
    mutating func next() throws -> (row: CorpusRow, place: MessagePlace)? {
        while let (read, place) = try nextOrLeftOut() {
            if case .row(let row) = consume read { return (row, place) }
        }
        return nil
    }

    /// The next row that has a label.
    mutating func nextMessage() throws -> (message: LabeledMessage, place: MessagePlace)? {
        while let (read, place) = try nextOrLeftOut() {
            guard case .row(let row) = consume read, var message = LabeledMessage(row) else { continue }
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
            if progress == nil { try open(paths[index]) }
            while let read = try file?.nextOrLeftOut() ?? nextOfStore() {
                advance()
                var place = MessagePlace(file: names[index], row: rowNumber)
                switch consume read {
                case .leftOut(let error): return (.leftOut(error), place)
                case .row(let row):
                    guard selection.takes(row) else {
                        passesOver?(row.message)
                        file?.passOver()
                        continue
                    }
                    if row.message.isNumberWithoutCountry { withoutCountry += 1 }
                    place.number = store.map { _ in Int64(row.line) }
                    place.id = row.id
                    return (.row(row), place)
                }
            }
            close(paths[index], named: names[index])
            index += 1
            if index == paths.count { try tellOfAll() }
        }
        guard !later.isEmpty else { return nil }
        self = try CorpusReading(later)
        return try nextOrLeftOut()
    }

    private mutating func open(_ path: String) throws {
        if CorpusStore.isStore(path) {
            let mayLackSplit = mayLackSplit || paths.count(where: CorpusStore.isStore) > 1
            store = try StoredMessages.opened(path, arguments, mayLackSplit: mayLackSplit)
        } else {
            file = try CorpusReader.opened(path, named: names[index], arguments, for: purpose)
        }
        progress = ProgressBar(path)
        (rowNumber, unlabelled, leftOut, withoutCountry) = (0, 0, 0, 0)
        before = (selection.read, selection.taken, selection.lacking)
    }

    /// The next message of the store. Where labels are needed, those without one are passed over.
    private mutating func nextOfStore() throws -> ReadRow? {
        while let stored = try store?.next() {
            var row = stored.row
            guard try explain(&row) else {
                leftOut += 1
                advance()
                continue
            }
            if purpose.needsLabels { row.label = row.label ?? arguments.label }
            guard row.label != nil || !purpose.needsLabels else {
                unlabelled += 1
                advance()
                continue
            }
            if let country = arguments.country, row.message.receiverCountry == nil {
                row.message.receiverCountry = country.letters
            }
            if let source = arguments.source { row.source = source }
            return .row(row)
        }
        return nil
    }

    /// Gives a stored label the meaning that --label-map says; `false` where its rows are left out.
    private mutating func explain(_ row: inout CorpusRow) throws -> Bool {
        guard !arguments.labelWords.labelMap.isEmpty, let word = row.label?.description else { return true }
        let labels = try storeLabels ?? arguments.labelWords.labels()
        storeLabels = labels
        guard let explained = labels.ownMeaning(of: word) else { return true }
        words.insert(explained.word)
        row.label = explained.label
        return explained.label != nil
    }

    private mutating func advance() {
        switch file {
        case .some(let reader):
            rowNumber = reader.rowNumber
            progress?.advance(bytes: reader.bytesRead, of: reader.totalBytes)
        case .none:
            rowNumber += 1
            progress?.advance(bytes: 0, of: nil)
        }
    }

    private mutating func close(_ path: String, named name: String) {
        let isReadAgain = UnlabelledArguments.isAmong(taughtUnlabelled, path)
        progress?.finish()
        switch file {
        case .some(let reader):
            noteRead(reader, of: name, for: purpose, isOneOfMany: areMany)
            if areMany { for guess in reader.guesses { allGuesses[guess.with(rows: 0), default: 0] += guess.rows } }
            words.formUnion(reader.guesses.map(\.word))
        case .none:
            if !isReadAgain { noteUnlabelled(unlabelled, of: name) }
            if leftOut > 0 { note("\(name): \(counted(leftOut, "message")) left out, as --label-map says") }
        }
        file = nil
        store = nil
        progress = nil
        if withoutCountry > 0, !isReadAgain, purpose != .background, purpose.needsLabels || path != "-" {
            if areMany {
                allWithoutCountry += withoutCountry
            } else {
                note(countryNote(name, withoutCountry, learned: countryOfModel))
            }
        }
        let read = selection.read - before.read
        if read > 0, selection.taken == before.taken, before.taken > 0 || path != paths.last {
            // The cause of what other warnings tell.
            warn("\(name): " + whereMatchesNone(of: read), .result)
        }
    }

    /// What is said of a path of which no row was taken.
    private func whereMatchesNone(of read: Int) -> String {
        if let key = selection.keyLacking(in: read, since: before.lacking) {
            let toKeep = key == .time ? "; to keep them, import all files into a store: spamkit split --by time --test DATE" : ""
            return "no row has a \(key.rawValue), so --where leaves out all \(grouped(read))\(toKeep)"
        }
        let isLanguage = arguments.selection.conditions.contains { $0.key == .lang }
        let script = isLanguage ? "; without a language column, lang is the script: lang=Latin" : ""
        return "--where matches none of \(counted(read, "message"))\(script)"
    }

    /// After the last path.
    private func tellOfAll() throws {
        let files = paths.count == 1 ? onOneLine(FileName.shown(paths[0])) : "\(paths.count) files"
        selection.warnOfOpenTimes(in: files)
        try selection.check(paths)
        for line in allGuesses.filter({ $1 > 0 }).map({ $0.with(rows: $1).description }).sorted() where purpose.needsLabels {
            note("\(files): \(line)")
        }
        let lost = purpose.needsLabels ? selection.junkByScript.max { ($0.value, $1.key.name) < ($1.value, $0.key.name) } : nil
        if let (script, messages) = lost {
            note(
                "\(files): \(counted(messages, "junk message")) in \(script.name) letters without a language left out; to take such messages too, add \(script.name) to lang="
            )
        }
        if allWithoutCountry > 0 { note(countryNote(files, allWithoutCountry, learned: countryOfModel)) }
        if !arguments.selection.conditions.isEmpty, selection.taken < selection.read {
            note("--where matches \(grouped(selection.taken)) of \(counted(selection.read, "message"))")
        }
        if purpose.needsLabels, purpose != .background {
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
            "\(fileNames(files).map(onOneLine).joined(separator: ", "))\(files.count == 1 ? " is no store and is" : " are no stores and are") read whole; --part divides stores only"
        )
    }
}
