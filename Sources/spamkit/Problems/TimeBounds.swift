// When messages came, so that it is known whether all of a test are later than those of training.

import Corpus
import SpamTraining

/// The first and the last time of messages.
struct TimeBounds {
    private var found: ClosedRange<Int>?
    /// Sources of messages with a time that can be read, and of those without.
    private var withTimes: Set<String> = [], withoutTimes: Set<String> = []
    /// Messages of one source usually follow each other.
    private var last: (source: String, hasTime: Bool)?

    /// In seconds since 1970; `nil` where none has a time, or some of a source have one and others
    /// none. A source without times, such as a general corpus, is of no time.
    var range: ClosedRange<Int>? { withTimes.isDisjoint(with: withoutTimes) ? found : nil }

    /// Whether each message has a time.
    var isComplete: Bool { withoutTimes.isEmpty && found != nil }

    mutating func add(_ time: MessageTime?, of source: String) {
        let seconds = time?.seconds()
        if last?.source != source || last?.hasTime != (seconds != nil) {
            if seconds == nil { withoutTimes.insert(source) } else { withTimes.insert(source) }
            last = (source, seconds != nil)
        }
        guard let seconds else { return }
        found = min(seconds, found?.lowerBound ?? seconds)...max(seconds, found?.upperBound ?? seconds)
    }

    /// Whether all are later than the own messages of a model.
    func areLater(than card: ModelCard?) -> Bool { areLater(than: card?.trainedUntil) }

    /// Whether all are later than a time in seconds since 1970.
    func areLater(than time: Int?) -> Bool {
        guard let time, isComplete, let found else { return false }
        return time < found.lowerBound
    }
}
