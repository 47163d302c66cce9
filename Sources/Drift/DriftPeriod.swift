// Drift: stretches of a stream, by the time of its messages or by their number.

import Statistics

/// How a stream is cut into periods.
public enum DriftPeriod: String, CaseIterable, Sendable {
    /// A day, in UTC.
    case day
    /// Monday to Sunday, in UTC.
    case week
    /// A month of the calendar, in UTC.
    case month
    /// 2,000 messages, as many as a template is remembered for, in the order of the file.
    case messages

    /// The name of the period of a time in seconds since 1970, as `CalendarPeriod` names it. `nil`
    /// of `messages`.
    public func name(of time: Int) -> String? { CalendarPeriod(rawValue: rawValue)?.name(of: time) }
}
