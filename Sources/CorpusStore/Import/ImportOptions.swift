// Store: how a file is to be imported.

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
