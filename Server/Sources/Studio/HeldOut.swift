// Studio: which labelled messages are for measuring and never for training.

import Corpus
import CorpusStore
import SpamFilter
import SpamTraining
import Statistics

/// One template group in five. Which ones follows from their numbers alone, so every training of
/// the studio leaves out the same ones, and models of any two are measured on messages that neither
/// has seen.
enum HeldOut {
    static let oneIn: UInt64 = 5

    static func holds(_ stored: StoredMessage) -> Bool {
        guard let group = stored.groupNumber else { return stableHash(stored.message.body.utf8, from: 2) % oneIn == 0 }
        return withUnsafeBytes(of: group.littleEndian) { stableHash($0, from: 2) } % oneIn == 0
    }
}

extension CorpusStore {
    /// Hands over labelled messages to measure on.
    ///
    /// - Parameter heldOut: only those that no training of the studio sees.
    func forEachMeasured(
        heldOut: Bool, _ job: JobHandle, _ body: (StoredMessage, LabeledMessage) throws -> Void
    ) throws {
        let all = try labels.progress().messages
        var read = 0
        try forEachMessage { stored in
            read += 1
            if read % 256 == 0 {
                try job.check()
                job.advance(read, of: all)
            }
            guard var message = stored.labeled, !heldOut || HeldOut.holds(stored) else { return }
            message.id = "\(stored.number)"
            try body(stored, message)
        }
        try job.check()
    }
}
