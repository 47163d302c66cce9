// Whether the messages that are to be told by time have times, and if not, why.

import Corpus
import SpamEvaluation
import Statistics

/// Counts the messages whose time can be read, where periods were asked for, and knows the first
/// and the last.
struct TimeTally {
    private(set) var bounds = TimeBounds()
    private let period: String?
    private var withTime = 0
    /// Dates such as 3/5/2024, whose order only a whole file tells.
    private var withoutOrder = 0
    /// Times of no form that is read.
    private var unread = 0

    /// - Parameter period: what `--by` asks for; `nil` counts nothing.
    init(_ period: String?) { self.period = period }

    init(_ asked: [SliceDimension]) { self.init(asked.first { $0.period != nil }?.rawValue) }

    mutating func add(_ time: MessageTime?) {
        bounds.add(time, of: "")
        guard period != nil, let time else { return }
        if time.seconds() != nil {
            withTime += 1
        } else if time.orderClue != .none {
            withoutOrder += 1
        } else {
            unread += 1
        }
    }

    /// Refuses periods of messages without times.
    ///
    /// - Parameter others: another way out, if the command has one.
    func check(_ paths: [String], others: String = "") throws {
        guard let period, withTime == 0 else { return }
        let found =
            if withoutOrder > 0 {
                "\(counted(withoutOrder, "date")) such as 3/5/2024, whose day only a whole file tells; "
                    + "import the file and give the store: spamkit import"
            } else if unread > 0 {
                "\(counted(unread, "time")) in no form that is read; write them as 2026-01-31 10:20 (spamkit help times)"
            } else {
                "none; name the column: \(columnOption(.time)) (spamkit help times)"
            }
        throw NoPeriods(paths: paths, period: period, found: found + others)
    }
}

/// Periods were asked for, and no message has a time.
private struct NoPeriods: Error, CustomStringConvertible {
    let paths: [String]
    let period: String
    let found: String

    var description: String {
        "\(paths.joined(separator: ", ")): expected messages with a time for --by \(period), found \(found)"
    }
}
