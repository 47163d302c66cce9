// When messages came, so that it is known whether all of a test are later than those of training.

import Corpus
import SpamTraining

/// The first and the last time of messages.
struct TimeBounds {
    private var found: ClosedRange<Int>?
    private var lacksSome = false

    /// In seconds since 1970; `nil` where a message has no time that can be read.
    var range: ClosedRange<Int>? { lacksSome ? nil : found }

    mutating func add(_ time: MessageTime?) {
        guard !lacksSome else { return }
        guard let seconds = time?.seconds() else {
            lacksSome = true
            return
        }
        found = min(seconds, found?.lowerBound ?? seconds)...max(seconds, found?.upperBound ?? seconds)
    }

    /// Whether all are later than the own messages of a model.
    func areLater(than card: ModelCard?) -> Bool {
        guard let until = card?.trainedUntil, let range else { return false }
        return until < range.lowerBound
    }
}
