// spamkit import: what it says of the times of a file, or of files that are alike.

import Corpus
import CorpusStore
import Statistics

/// Tells from when to when messages are, and which times could not be read.
func noteTimes(_ summary: ImportSummary, of file: String) {
    if let times = summary.times {
        func day(_ seconds: Int) -> Substring { MessageTime.iso8601(seconds).prefix(10) }
        let zone = summary.hasTimesWithoutZone ? "; one that names no zone is taken as UTC" : ""
        note("\(file): times from \(day(times.lowerBound)) to \(day(times.upperBound)), in UTC\(zone)")
    }
    if summary.hasTwoDayOrders {
        warn(
            "\(file): \(counted(summary.timesInEitherOrder, "row")) kept without a time such as 3/5/2025, since some dates begin with the day and others with the month; write 2025-05-03, or read another column: --column time=NAME"
        )
    } else if summary.timesInEitherOrder > 0 {
        note(
            "\(file): \(counted(summary.timesInEitherOrder, "row")) kept without a time such as 3/5/2025, which may be in March or May; write 2025-05-03"
        )
    }
    let unread = summary.timesLost - summary.timesInEitherOrder
    if unread > 0 {
        note(
            "\(file): \(counted(unread, "row")) kept without a time that cannot be read; forms that can: spamkit help times"
        )
    }
}
