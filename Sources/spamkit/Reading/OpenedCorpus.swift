// One file or one store that is read, as options say.

import Corpus
import CorpusStore

/// The rows of one file or one store.
protocol OpenedCorpus: AnyObject {
    /// Whether the line of a row is the number that a store gave it.
    var isStore: Bool { get }
    /// The number of the row that was read last, from 1. Those that were left out count.
    var rowNumber: Int { get }
    /// The next row; `nil` at the end.
    func next() throws -> ReadRow?
    /// Tells what was noticed.
    ///
    /// - Returns: the words that were taken for labels.
    func finish() -> [String]
}

final class FileRows: OpenedCorpus {
    private let path: String
    private let purpose: ReadingPurpose
    private var reader: CorpusReader
    private var progress: ProgressBar
    private var taken = 0

    var isStore: Bool { false }
    var rowNumber: Int { taken + reader.unlabelledRows + reader.skippedRows.count + reader.recordsNotReceived.count }

    /// - Parameter name: that reports call it.
    init(_ path: String, named name: String, _ arguments: CorpusArguments, for purpose: ReadingPurpose) throws {
        var options = CorpusOptions(
            format: arguments.format, labels: try arguments.labelWords.labels(), sourceName: arguments.source,
            needsLabels: purpose.needsLabels, skipsBadRows: arguments.skipBadRows)
        arguments.columns.apply(to: &options)
        options.defaultCountry = arguments.country?.letters
        options.encoding = arguments.encoding
        options.guessesEncoding = FileName.isOfPlainFile(path)
        options.needsWeights = purpose == .training || purpose == .background
        options.defaultLabel = arguments.label
        options.passesOverUnlabelled = true
        // Files of one name are sources of their own.
        if name != FileName.of(path) { options.fileSourceName = name }
        reader = try CorpusReader(path: path, options: options, formats: .all)
        progress = ProgressBar(path)
        self.path = path
        self.purpose = purpose
        noteReading(reader, of: path, isEncodingAsked: arguments.encoding != nil)
        if !reader.layout.has(.sender) { noteNotRead(reader.layout.columnsNotRead, of: path, lacking: [.sender]) }
    }

    func next() throws -> ReadRow? {
        let read = try reader.nextOrLeftOut()
        if case .row = read { taken += 1 }
        progress.advance(bytes: reader.bytesRead, of: reader.totalBytes)
        return read
    }

    func finish() -> [String] {
        progress.finish()
        noteRead(reader, of: path, for: purpose)
        return reader.guesses.map(\.word)
    }
}

final class StoreRows: OpenedCorpus {
    private let path: String
    private let arguments: CorpusArguments
    private let purpose: ReadingPurpose
    private let messages: StoredMessages
    private var progress: ProgressBar
    private var unlabelled = 0
    private(set) var rowNumber = 0

    var isStore: Bool { true }

    /// - Parameter mayLackSplit: beside others that are split, a store need not be.
    init(_ path: String, _ arguments: CorpusArguments, for purpose: ReadingPurpose, mayLackSplit: Bool) throws {
        let store = try openStore(path, readsOnly: true)
        do {
            messages = try StoredMessages(store, part: arguments.part.flatMap { SplitPart($0, of: arguments.split) })
        } catch {
            guard case .noSplit(_, _, let known) = error, known.isEmpty, mayLackSplit else { throw error }
            note("\(path): has no split, so all of it is read")
            messages = try StoredMessages(store)
        }
        progress = ProgressBar(path)
        self.path = path
        self.arguments = arguments
        self.purpose = purpose
    }

    /// Where labels are needed, messages without one are passed over.
    func next() throws -> ReadRow? {
        while let stored = try messages.next() {
            var row = stored.row
            rowNumber += 1
            progress.advance(bytes: 0, of: nil)
            if purpose.needsLabels { row.label = row.label ?? arguments.label }
            guard row.label != nil || !purpose.needsLabels else {
                unlabelled += 1
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

    func finish() -> [String] {
        progress.finish()
        noteUnlabelled(unlabelled, of: path)
        return []
    }
}
