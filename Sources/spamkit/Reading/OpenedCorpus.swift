// A file or a store, opened as options say.

import Corpus
import CorpusStore

extension CorpusReader {
    /// A file, and what was guessed of it told.
    ///
    /// - Parameter name: that reports call it.
    static func opened(
        _ path: String, named name: String, _ arguments: CorpusArguments, for purpose: ReadingPurpose
    ) throws -> CorpusReader {
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
        // Who asks through a pipe waits for an answer to each row.
        options.throwsNotReceived = arguments.skipBadRows && !purpose.needsLabels && !options.guessesEncoding
        // Files of one name are sources of their own.
        if name != FileName.of(path) { options.fileSourceName = name }
        let reader = try CorpusReader(path: path, options: options, formats: .all)
        noteReading(reader, of: name, isEncodingAsked: arguments.encoding != nil)
        if !reader.layout.has(.sender) { noteNotRead(reader.layout.columnsNotRead, of: name, lacking: [.sender]) }
        if purpose.needsLabels { noteLooks(reader.layout, of: name) }
        return reader
    }
}

extension StoredMessages {
    /// The messages of a store, or those of the part that was asked for.
    ///
    /// - Parameter mayLackSplit: next to others that are split, a store need not be.
    static func opened(_ path: String, _ arguments: CorpusArguments, mayLackSplit: Bool) throws -> StoredMessages {
        let store = try openStore(path, readsOnly: true)
        try noteSplit(arguments.split, of: store, path, part: arguments.part)
        do {
            return try StoredMessages(store, part: arguments.part.flatMap { SplitPart($0, of: arguments.split) })
        } catch {
            guard case .noSplit(_, _, let known) = error, known.isEmpty, mayLackSplit else { throw error }
            note("\(FileName.of(path)): read whole, since it has no split")
            return try StoredMessages(store)
        }
    }
}
