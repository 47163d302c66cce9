// The options of every command that reads a corpus, and the reading itself.

import ArgumentParser
import Corpus
import CorpusStore
import SpamFilter
import SpamFilterIO
import Statistics

struct CorpusArguments: ParsableArguments {
    @Option(help: ArgumentHelp("The files' format. Default: detected; spamkit help formats.", visibility: .rare))
    var format: CorpusFormat?

    @Option(
        help: ArgumentHelp(
            """
            The files' encoding, such as EUC-KR. Default: detected; of a pipe UTF-8, or UTF-16 or UTF-32 with a byte order \
            mark.
            """,
            valueName: "name", visibility: .rare), transform: { try TextEncoding(option: $0) })
    var encoding: TextEncoding?

    @OptionGroup
    var columns: ColumnArguments

    @OptionGroup
    var labelWords: LabelWordArguments

    @Option(
        help: ArgumentHelp(
            "The source of all messages, in place of their own.", valueName: "name"))
    var source: String?

    @Option(
        help: ArgumentHelp(
            "The receiver's country where a message names none, such as KR: where the phone was.", valueName: "country"))
    var country: Country?

    @Option(help: ArgumentHelp("The label of messages that have none, such as allow.", visibility: .rare))
    var label: Label?

    @Flag(help: ArgumentHelp("Leave out rows that cannot be read. Default: stop at the first.", visibility: .rare))
    var skipBadRows = false

    @OptionGroup
    var selection: ConditionArguments

    @Option(
        help: ArgumentHelp(
            """
            Of stores: train, test, fold1, or train without fold1: train-fold1.
            """,
            valueName: "part"), completion: .list(["train", "test", "fold1", "train-fold1"]))
    var part: String?

    @Option(help: ArgumentHelp("Stores only: the name of the split.", valueName: "name", visibility: .rare))
    var split = Split.defaultName

    func validate() throws {
        if let part, SplitPart(part, of: split) == nil {
            throw ValidationError(
                "--part: expected train, test, fold1 or train-fold1, or a higher number, found \(part)\(question(part, among: ["train", "test", "fold1", "train-fold1"]))"
            )
        }
        do {
            _ = try labelWords.labels()
        } catch {
            throw ValidationError(advice(on: error))
        }
    }

    /// The part that a training part leaves out; any other part itself.
    static func unseenPart(of part: String) -> String {
        part == "train" ? "test" : part.hasPrefix("train-") ? String(part.dropFirst("train-".count)) : part
    }

    /// The part that a part left out was not in; a training part itself.
    static func trainingPart(of part: String) -> String {
        part == "test" ? "train" : part.hasPrefix("fold") ? "train-" + part : part
    }

    /// The options that were given, as they are typed.
    var options: [String] {
        var options: [String] = []
        if let format { options += ["--format", format.name] }
        if let encoding { options += ["--encoding", "\(encoding)".quoted] }
        options += namingOptions
        if let source { options += ["--source", source.quoted] }
        if let label { options += ["--label", label.description] }
        if skipBadRows { options.append("--skip-bad-rows") }
        options += selection.options
        if let part { options += ["--part", part] }
        if split != Split.defaultName { options += ["--split", split.quoted] }
        return options
    }

    /// Those of them that hold for other files of the same kind: columns, labels and country.
    var namingOptions: [String] {
        columns.options + labelWords.labelMap.flatMap { ["--label-map", $0.quoted] }
            + (country.map { ["--country", $0.letters] } ?? [])
    }

    /// Reads files in order, with progress. Guesses and rows left out go to standard error.
    ///
    /// - Parameters:
    ///   - readsTruth: where labels are not needed, whether they are read all the same.
    ///   - notesUnusedWords: whether to tell of words of --label-map that no row has.
    ///   - badRow: gets each bad row that --skip-bad-rows leaves out, and its number.
    ///   - body: gets each row and where it is found again. It consumes the row, whose many
    ///     strings would be copied else: Benchmarks/decisions/training-speed.md.
    func forEachRow(
        of paths: [String], needsLabels: Bool, readsTruth: Bool = false, needsWeights: Bool = false,
        notesUnusedWords: Bool = true, badRow: (CorpusError, Int) throws -> Void = { _, _ in },
        _ body: (consuming CorpusRow, MessagePlace) throws -> Void
    ) throws {
        try labelWords.check(paths)
        if part != nil { try checkParts(of: paths) }
        for (place, path) in paths.enumerated() where paths[..<place].contains(where: { isSameFile($0, path) }) {
            throw ValidationError(
                "\(path): expected each file once, found it twice; its messages would count twice (to give rows a weight, add a weight column)"
            )
        }
        for remark in selection.remarks { note(remark) }
        var selection = RowSelection(selection.conditions), words: Set<String> = []
        for (path, name) in zip(paths, fileNames(paths)) {
            let (readBefore, takenBefore) = (selection.read, selection.taken)
            var withoutCountry = 0
            let body = { (row: consuming CorpusRow, place: MessagePlace) in
                guard selection.takes(row) else { return }
                if row.message.isNumberWithoutCountry { withoutCountry += 1 }
                try body(row, place)
            }
            if CorpusStore.isStore(path) {
                try forEachRow(
                    ofStore: path, named: name, needsLabels: needsLabels,
                    mayLackSplit: paths.count(where: CorpusStore.isStore) > 1, body)
            } else {
                words.formUnion(
                    try forEachRow(
                        ofFile: path, named: name, needsLabels: needsLabels, readsTruth: readsTruth, needsWeights: needsWeights,
                        badRow: badRow, body))
            }
            if withoutCountry > 0, notesUnusedWords, needsLabels || path != "-" { note(countryNote(path, withoutCountry)) }
            if selection.read > readBefore, selection.taken == takenBefore, takenBefore > 0 || path != paths.last {
                warn(
                    "\(path): --where leaves none of \(grouped(selection.read - readBefore)) messages; where they name no language, lang is their script, such as lang=Latin"
                )
            }
        }
        try selection.check(paths)
        if !self.selection.conditions.isEmpty, selection.taken < selection.read {
            note("--where takes \(grouped(selection.taken)) of \(grouped(selection.read)) messages")
        }
        if needsLabels, notesUnusedWords, paths.contains(where: { !CorpusStore.isStore($0) }) {
            try labelWords.noteUnused(words, in: paths)
        }
    }

    /// Only stores have parts: files beside them are read whole.
    private func checkParts(of paths: [String]) throws {
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

    /// The rows of a file.
    ///
    /// - Returns: the words that were taken for labels.
    private func forEachRow(
        ofFile path: String, named name: String, needsLabels: Bool, readsTruth: Bool, needsWeights: Bool,
        badRow: (CorpusError, Int) throws -> Void, _ body: (consuming CorpusRow, MessagePlace) throws -> Void
    ) throws -> [String] {
        var options = CorpusOptions(
            format: format, labels: try labelWords.labels(), sourceName: source,
            needsLabels: needsLabels,
            skipsBadRows: skipBadRows)
        columns.apply(to: &options)
        options.defaultCountry = country?.letters
        options.encoding = encoding
        options.guessesEncoding = FileName.isOfPlainFile(path)
        options.needsWeights = needsWeights
        options.defaultLabel = label
        options.passesOverUnlabelled = true
        // Files of one name are sources of their own.
        if name != fileName(path) { options.fileSourceName = name }
        var reader = try CorpusReader(path: path, options: options, formats: .all)
        noteReading(reader, of: path, isEncodingAsked: encoding != nil)
        if !reader.layout.has(.sender) { noteNotRead(reader.layout.columnsNotRead, of: path, lacking: [.sender]) }
        var progress = ProgressBar(path)
        var read = 0
        func next() throws(CorpusError) -> ReadRow? {
            do { return try reader.nextOrLeftOut() } catch { throw reader.countingLabels(after: error) }
        }
        while let found = try next() {
            let before = read + reader.unlabelledRows + reader.skippedRows.count + reader.recordsNotReceived.count
            switch consume found {
            case .row(let row):
                read += 1
                let place = MessagePlace(file: name, row: before + 1, id: row.id)
                try body(row, place)
            case .leftOut(let error): try badRow(error, before)
            }
            progress.advance(bytes: reader.bytesRead, of: reader.totalBytes)
        }
        progress.finish()
        if needsLabels {
            for guess in reader.guesses { note("\(path): \(guess)") }
        } else if readsTruth, reader.flagsNotTaken > 0 {
            warn(
                "\(path): \(counted(reader.flagsNotTaken, "row")) \(reader.flagsNotTaken == 1 ? "has" : "have") 0 or 1, false or true as label, which may mean anything: say what, as --label-map 0=LABEL,1=LABEL"
            )
        }
        noteUnlabelled(reader.unlabelledRows, of: path)
        report(reader.skippedRows, of: path)
        noteQuotes(reader.layout.quotedTexts, of: path)
        noteUnknown(reader.unknownLabels, of: path)
        let unseen = reader.recordsNotReceived.count
        if unseen > 0 { note("\(path): left out \(grouped(unseen)) that were sent or have no text") }
        return reader.guesses.map(\.word)
    }

    /// The messages of a store; beside others that are split it need not be.
    ///
    /// Where labels are needed, messages without one are skipped.
    private func forEachRow(
        ofStore path: String, named name: String, needsLabels: Bool, mayLackSplit: Bool,
        _ body: (consuming CorpusRow, MessagePlace) throws -> Void
    ) throws {
        let store = try openStore(path, readsOnly: true)
        var progress = ProgressBar(path)
        var read = 0, unlabelled = 0
        func take(_ stored: StoredMessage) throws {
            read += 1
            progress.advance(bytes: 0, of: nil)
            var stored = stored
            if needsLabels { stored.label = stored.label ?? label }
            if let country, stored.message.receiverCountry == nil { stored.message.receiverCountry = country.letters }
            guard stored.label != nil || !needsLabels else {
                unlabelled += 1
                return
            }
            let place = MessagePlace(file: name, row: read, number: stored.id, id: stored.ownID)
            try body(CorpusRow(stored, source: source), place)
        }
        do {
            try store.forEachMessage(part: part.flatMap { SplitPart($0, of: split) }, take)
        } catch StoreError.noSplit(_, _, known: []) where mayLackSplit {
            note("\(path): has no split, so all of it is read")
            try store.forEachMessage(take)
        }
        progress.finish()
        noteUnlabelled(unlabelled, of: path)
    }

    private func noteUnlabelled(_ count: Int, of path: String) {
        if count > 0 { note("\(path): \(grouped(count)) messages without a label left out") }
    }

    private func report(_ skipped: SkippedRows, of path: String) {
        guard skipped.count > 0 else { return }
        let lines = skipped.firstLines.map(String.init).joined(separator: ", ")
        let rest = skipped.count > skipped.firstLines.count ? ", …" : ""
        let first = skipped.firstError.map { "; the first: \($0)" } ?? ""
        note("\(path): left out \(grouped(skipped.count)) rows that could not be read, lines \(lines)\(rest)\(first)")
    }

    /// The labelled messages of files.
    func forEachMessage(of paths: [String], _ body: (LabeledMessage) throws -> Void) throws {
        try forEachPlacedMessage(of: paths) { message, _ in try body(message) }
    }

    /// The labelled messages of files, and where they are found again.
    func forEachPlacedMessage(
        of paths: [String], notesUnusedWords: Bool = true, _ body: (LabeledMessage, MessagePlace) throws -> Void
    ) throws {
        try forEachRow(of: paths, needsLabels: true, needsWeights: true, notesUnusedWords: notesUnusedWords) { row, place in
            if let label = row.label { try body(LabeledMessage(row, label), place) }
        }
    }
}

extension CorpusRow {
    /// - Parameter source: a name that goes before the store's.
    init(_ stored: StoredMessage, source: String?) {
        self.init(
            message: stored.message, label: stored.label, language: stored.language, source: source ?? stored.source,
            group: stored.template, time: stored.receivedAt.map { String($0) }, id: stored.ownID)
        storeGroup = stored.group
    }
}
