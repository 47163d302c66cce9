// The labelled messages of corpora, then those of the background.

import ArgumentParser
import Corpus
import SpamFilterIO

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
