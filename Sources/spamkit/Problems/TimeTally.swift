// Whether the messages that are to be measured by time have times.

import Corpus
import SpamEvaluation

/// Counts the messages whose time can be read, where periods were asked for.
struct TimeTally {
    private let period: SliceDimension?
    private var withTime = 0

    init(_ asked: [SliceDimension]) { period = asked.first { $0.period != nil } }

    mutating func add(_ message: LabeledMessage) {
        if period != nil, message.time?.seconds() != nil { withTime += 1 }
    }

    /// Refuses periods of messages without times.
    func check(_ paths: [String]) throws {
        guard let period, withTime == 0 else { return }
        throw NoPeriods(paths: paths, period: period)
    }
}

/// Periods were asked for, and no message has a time.
private struct NoPeriods: Error, CustomStringConvertible {
    let paths: [String]
    let period: SliceDimension

    var description: String {
        "\(paths.joined(separator: ", ")): expected messages with a time for --by \(period.rawValue), found none; name the column: \(columnOption(.time)) (spamkit help times)"
    }
}
