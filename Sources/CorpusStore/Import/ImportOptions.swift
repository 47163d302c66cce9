// Store: how a file is to be imported, and what is on record of it afterwards.

import Corpus
import SpamFilter

/// How a file is to be imported.
public struct ImportOptions: Sendable {
    /// How it is to be read.
    public var reading: CorpusOptions
    /// The label of messages that have none in the file; `nil` leaves them without.
    public var label: Label?
    /// The licence of the file's texts, for whoever exports them; `nil` where it is not known.
    public var licence: String?
    /// The origin of the file, such as an address; `nil` where it is not known.
    public var provenance: String?
    /// Masks each message before it is stored; `nil` stores them as they are.
    public var masking: Masking?
    /// The last file that was in the store before `masking` was made: later files have the same
    /// key. `nil`: all files were.
    public var lastFileBefore: Int64?
    /// Reads a file again that was imported before, and brings its messages up to date. Rows that
    /// were refused may be taken now.
    public var again = false

    /// Reads as the options say, and takes messages without a label too. Guesses the encoding, and
    /// leaves bad rows out.
    public init(reading: CorpusOptions = CorpusOptions()) {
        self.reading = reading
        self.reading.takesUnlabelled = true
        self.reading.guessesEncoding = true
        self.reading.throwsNotReceived = true
        self.reading.skipsBadRows = true
    }
}

/// A file that was imported.
public struct ImportRecord: Sendable, Equatable, Encodable {
    /// The number of the import, which tells imports of one name apart. It is never given again.
    public let number: Int64
    /// The name of the file.
    public let name: String
    /// The sources that its messages are of, in alphabetical order.
    public let sources: [String]
    /// When it was imported, in seconds since 1970.
    public let importedAt: Int
    /// How many rows the file has, good and bad.
    public let rows: Int
    /// How many messages it added.
    public let added: Int
    /// How many messages of earlier imports it changed.
    public let updated: Int
    /// How many rows were refused.
    public let rejected: Int
    /// How many of the messages that it added the store still has.
    public let messages: Int
}

/// A row of a file that was left out.
public struct RejectedRow: Sendable, Equatable, Encodable {
    /// The number of the import.
    let number: Int64
    /// The name of its file.
    public let name: String
    /// From 1; 0 where the format has no lines.
    public let line: Int
    /// What was expected and found, without words of the row.
    public let reason: String
}
