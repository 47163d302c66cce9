// spamkit import: files of messages into a store.

import ArgumentParser
import Corpus
import CorpusStore
import Foundation
import SpamFilter
import Statistics
import Synchronization

struct Import: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import", abstract: "Import files of messages into a store.",
        discussion: """
            Takes TSV, CSV, JSON Lines and arrays, one text a line, backups of SMS Backup & Restore (XML), the NUS corpus (XML) and \
            an iPhone's sms.db. Encoding, delimiter, header and columns are guessed and printed. Rows that cannot be read are left \
            out and counted; spamkit corpus imports STORE --left-out lists their lines. A file is imported completely or not at all, \
            and only once. A file without any readable row is an error.

            --again updates rows that the store has, and adds new ones. It knows a row by its place in the same file, by its \
            text, sender and time, or by its id, within the same source. Ambiguous ids are ignored. Labels set by a person are kept.

            Example: spamkit import sms.xml --into mine.sqlite --label allow --mask

            More: --help-all; spamkit help formats, columns, labels, times
            """)

    @Argument(help: ArgumentHelp("Files; - is standard input.", valueName: "file"), completion: .file())
    var files: [String]

    @Option(help: "The store. It is created if it does not exist.", completion: .file())
    var into: String

    @Option(help: ArgumentHelp("The files' format. Default: detected.", visibility: .rare))
    var format: CorpusFormat?

    @Option(
        help: ArgumentHelp(
            "The files' encoding, such as EUC-KR, or any other name that iconv knows.", valueName: "name", visibility: .rare),
        transform: { try TextEncoding(option: $0) })
    var encoding: TextEncoding?

    @OptionGroup
    var columns: ColumnArguments

    @OptionGroup
    var labelWords: LabelWordArguments

    @Option(help: "The label of messages without one, such as allow for a collection of wanted messages.")
    var label: Label?

    @OptionGroup
    var selection: ConditionArguments

    @Option(help: "The name of the source, instead of the one in the rows or the name of the file.")
    var source: String?

    @Option(help: "The language of rows that do not name one, such as ko.")
    var lang: String?

    @Option(help: "The receiver's country of rows that do not name one, such as KR: where the phone was.")
    var country: Country?

    @Option(help: "The licence of the source, stored with it.")
    var licence: String?

    @Option(help: "The origin of the source, stored with it.")
    var from: String?

    @OptionGroup
    var masking: MaskArguments

    @Flag(
        help: """
            Replace personal data before anything is stored: phone and other long numbers, passwords, addresses, names after \
            salutations and the paths of links.
            """)
    var mask = false

    @Flag(help: "Read files again that were imported before, and bring their messages up to date. See above.")
    var again = false

    @OptionGroup var output: ReportArguments

    func validate() throws {
        do { _ = try labelWords.labels() } catch { throw ValidationError(advice(on: error)) }
        try expectSourcesApart()
        try selection.expectOfRows()
        if masking.maskSeed != nil, !mask { throw ValidationError("--mask-seed goes with --mask") }
    }

    /// Files of one name, packed or not, would be one source, and rows of one be known or
    /// relabelled by the other.
    private func expectSourcesApart() throws {
        guard source == nil else { return }
        let paths = Dictionary(grouping: Set(files.filter { $0 != "-" }), by: FileName.ofContent).values.filter { $0.count > 1 }
        guard let same = paths.map({ $0.sorted() }).min(by: { $0[0] < $1[0] }) else { return }
        let name = FileName.ofContent(same[0])
        throw ValidationError(
            "expected files of different names, found \(onOneLine(same.joined(separator: " and "))), which would both be the source \(onOneLine(name)); import each with a --source of its own"
        )
    }

    private func options() throws -> ImportOptions {
        var reading = CorpusOptions(format: format, labels: try labelWords.labels(), sourceName: source, defaultLanguage: lang)
        reading.defaultCountry = country?.letters
        reading.needsWeights = false
        reading.encoding = encoding
        columns.apply(to: &reading)
        var options = ImportOptions(reading: reading)
        (options.label, options.licence, options.provenance) = (label, licence, from)
        options.masking = mask ? masking.masking : nil
        options.again = again
        return options
    }

    func run() throws {
        try labelWords.check(files)
        try output.check(apartFrom: files + [into])
        let isNew = !FileManager.default.fileExists(atPath: into)
        let store = try openStore(into, creates: true)
        var stop = StopLine(
            isNew ? "stopped; nothing was imported" : stopped, removing: isNew ? ["", "-wal", "-shm"].map { into + $0 } : [])
        defer { stop.end() }
        var options = try options()
        options.lastFileBefore = try store.imports.lastNumber()
        var words: Set<String> = [], read: [String] = [], reports: [ImportReport] = [], matched = (read: 0, taken: 0)
        for (file, shown) in zip(files, fileNames(files)) {
            let summary: ImportSummary, selected: RowSelection
            do { (summary, selected) = try add(file, named: onOneLine(shown), to: store, options) } catch {
                try tell(reports)
                store.removeIfUnused()
                throw error
            }
            stop = StopLine(stopped)
            matched = (matched.read + selected.read, matched.taken + selected.taken)
            words.formUnion(summary.guesses.map(\.word))
            if summary.importedBefore == nil { read.append(FileName.shown(file)) }
            reports.append(ImportReport(file: file == "-" ? FileName.of(file) : file, name: shown, summary: summary))
        }
        try tell(reports)
        if matched.taken < matched.read {
            note("--where matches \(grouped(matched.taken)) of \(counted(matched.read, "message")); others are left out")
        }
        try output.writeJSON(reports)
        if !read.isEmpty { try labelWords.noteUnused(words, in: read) }
    }

    /// What Ctrl-C leaves.
    private var stopped: String {
        "stopped; only whole files are imported; to list them: spamkit corpus imports \(into.quoted)"
    }

    /// Adds the messages of a file for which the conditions hold.
    private func add(
        _ file: String, named name: String, to store: CorpusStore, _ options: ImportOptions
    ) throws -> (ImportSummary, RowSelection) {
        var options = options
        let selected = Mutex(RowSelection(selection.conditions))
        if !selection.conditions.isEmpty { options.reading.takes = { row in selected.withLock { $0.takes(row) } } }
        var bar = ProgressBar(file)
        let summary: ImportSummary
        do {
            summary = try store.imports.add(file: file, options, noticing: { noteLooks($0, of: name) }) { bytes, total in
                bar.advance(bytes: bytes, of: total)
            }
        } catch {
            if case .nothingTaken = error { try selected.withLock { try $0.check([FileName.shown(file)]) } }
            throw error
        }
        bar.finish()
        return selected.withLock {
            $0.warnOfOpenTimes(in: name)
            return (summary, $0)
        }
    }

    /// Remarks on each file and its numbers; files that were read alike are one.
    private func tell(_ reports: [ImportReport]) throws {
        let joined = ImportReport.joined(reports)
        for report in joined {
            remark(report.summary, of: onOneLine(report.name))
            if tellsResult { try result(report.line(isAgain: again)) }
        }
        if joined.count > 1, reports.count > 2, tellsResult { try result(ImportReport.total(reports)) }
    }

    /// The numbers are a remark: the result is the store.
    private var tellsResult: Bool { !output.isJSONAlone && !output.remarks.quiet }

    private func remark(_ summary: ImportSummary, of file: String) {
        guard summary.importedBefore == nil else { return }
        note("\(file): \(summary.reading)")
        let missing = [
            (CorpusColumns.Role.label, summary.isWithoutLabels), (.sender, !summary.hasSenders), (.time, !summary.hasTimes),
            (.id, !summary.hasIDs),
        ]
        noteNotRead(summary.columnsNotRead, of: file, lacking: missing.filter(\.1).map(\.0))
        for guess in summary.guesses where guess.rows > 0 { note("\(file): \(guess)") }
        if summary.isWithoutLabels, label == nil {
            let header = summary.isWithoutHeader ? ", or --header if the first line names them" : ""
            warn(
                "\(file): no message has a label; columns found: \(summary.columns); if one of them has labels: \(columnOption(.label))\(header)"
            )
        }
        noteLooseNumbers(summary.looseNumbers, below: summary.labelColumn, of: file)
        noteRowsBesideNames(summary.rowsBesideNames, of: file)
        noteValues(summary.values, in: summary.format, summary.encoding, from: summary.senderColumn, of: file, rows: summary.rows)
        noteQuotedRows(summary.rowsInQuotes, of: file)
        if let label, summary.withLabel > 0, summary.withLabel == summary.rows - summary.rejected {
            warn(
                "\(file): every message has a label, so --label \(label) is not used; to give it to all: --column label=-"
            )
        }
        // The file counts as imported, so that its other rows need to be asked for.
        noteUnknown(summary.unknownLabels, of: file, besides: again ? "" : ", and --again")
        noteQuotes(summary.quotedTexts, of: file)
        for (reason, rows) in summary.frequentReasons.prefix(5) {
            let wayOut =
                summary.hasDirections && reason.contains("one that was sent") ? "; to read them: --column direction=-" : ""
            note("\(file): \(counted(rows, "row")) left out: \(reason)\(wayOut)")
        }
        if !summary.frequentReasons.isEmpty {
            note("\(file): to list these rows: spamkit corpus imports \(into.quoted) --left-out")
        }
        if summary.rejected > summary.notReceived {
            note("options for columns, labels and encodings: spamkit import --help-all")
        }
        if summary.contradicted > 0 {
            note("\(file): the new labels replace the old; to list both: spamkit corpus conflicts \(into.quoted)")
        }
        remarkOnIDs(summary, of: file)
        if summary.weighted > 0 {
            note(
                "\(file): \(counted(summary.weighted, "row")) \(summary.weighted == 1 ? "has" : "have") a weight, which a store does not keep; to use weights, train on the file itself"
            )
        }
        noteTimes(summary, of: file)
        if masking.maskSeed == nil, summary.masked > 0 {
            note(
                "\(file): masked with a random seed that was not kept; to import the next backup of this phone later, start again with --mask-seed NUMBER"
            )
        }
        if summary.hasNumbersInNames {
            note(
                "\(file): the name of the file or source has a number or an address and is stored as it is; rename the file or give --source"
            )
        }
        if summary.numbersWithoutCountry > 0 { note(countryNote(file, summary.numbersWithoutCountry)) }
        if summary.holdingDigits > 0 {
            note(digitsNote(file, summary.holdingDigits, store: into, first: summary.firstHoldingDigits))
        }
    }

    /// Which rows are of messages that the store has, and which are not known for sure.
    private func remarkOnIDs(_ summary: ImportSummary, of file: String) {
        let undo = "spamkit corpus undo \(into.quoted)"
        if !summary.leftOutNow.isEmpty {
            let few = summary.leftOutNow.prefix(50),
                rest = few.count < summary.leftOutNow.count ? ",…; all numbers: --json -" : ""
            warn(
                "\(file): \(counted(summary.leftOutNow.count, "stored message")) left out now, and kept as before; to remove them: spamkit corpus forget \(into.quoted) --ids \(few.map(String.init).joined(separator: ","))\(rest)"
            )
        }
        if summary.knownIDs > 0 {
            warn(
                "\(file): \(counted(summary.knownIDs, "row")) added with an id that the source had before; if these are new versions: \(undo), then import with --again"
            )
        }
        if summary.ofAnotherSource > 0 {
            warn(
                "\(file): \(counted(summary.ofAnotherSource, "row")) added that another source has; to update that source instead: \(undo), then import with --again and its --source"
            )
        }
        if let source = summary.sourceOfIDs, summary.ofAnotherSource == 0 {
            warn(
                "\(file): \(counted(summary.idsElsewhere, "row")) added with the id and text of a message of \(onOneLine(source)); if these are the same messages: --source \(source.quoted)"
            )
        }
        if let words = summary.likelyCorrectedWords(undoneBy: undo) { warn("\(file): \(words)") }
        if let source = summary.grownSource, !again {
            note("\(file): added to the source \(onOneLine(source)), which the store had before; for a new one: --source NAME")
        }
        if summary.repeatedIDs > 0 {
            note(
                "\(file): \(counted(summary.repeatedIDs, "row")) with the id of an earlier row, so place or text identify \(summary.repeatedIDs == 1 ? "it" : "them"); if another column has ids: \(columnOption(.id))"
            )
        }
        if summary.contradictingLabels > 0 {
            warn(
                "\(file): \(counted(summary.contradictingLabels, "message")) with several labels, such as of two annotators, kept with each; to list them: spamkit corpus conflicts \(into.quoted)"
            )
        }
        if summary.leftByID > 0 {
            let added = summary.addedBeside > 0 ? ", and \(counted(summary.addedBeside, "row")) added" : ""
            warn(
                "\(file): \(counted(summary.leftByID, "message")) left as before\(added), since several messages have their id; to remove old ones: spamkit corpus forget \(into.quoted) --ids NUMBERS"
            )
        }
    }
}
