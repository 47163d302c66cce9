// Statistics: days, weeks and months of a calendar. Seconds in, names in the order of time out, all
// in UTC.

/// A stretch of the calendar, in UTC.
public enum CalendarPeriod: String, CaseIterable, Sendable {
    /// A day.
    case day
    /// Monday to Sunday.
    case week
    /// A month.
    case month

    /// The name of the period of a time in seconds since 1970: `2026-03-01`, `2026-W09`, `2026-03`.
    /// Weeks are those of ISO 8601. Names of one kind sort in the order of time from the year 1000
    /// to 9999.
    public func name(of time: Int) -> String {
        let day = CalendarPeriod.floorDivide(time, 86_400)
        switch self {
        case .day:
            let (year, month, date) = CalendarPeriod.date(ofDay: day)
            return "\(padded(year, 4))-\(padded(month, 2))-\(padded(date, 2))"
        case .week:
            // The week of ISO 8601 is of the year of its Thursday. Day 0 was one.
            let thursday = 7 * CalendarPeriod.floorDivide(day + 3, 7)
            let year = CalendarPeriod.date(ofDay: thursday).year
            let first = CalendarPeriod.day(ofFirstOf: year)
            return "\(padded(year, 4))-W\(padded((thursday - first) / 7 + 1, 2))"
        case .month:
            let (year, month, _) = CalendarPeriod.date(ofDay: day)
            return "\(padded(year, 4))-\(padded(month, 2))"
        }
    }

    private func padded(_ number: Int, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }

    /// The civil date of a day since 1970 (Hinnant, chrono-Compatible Low-Level Date Algorithms).
    private static func date(ofDay day: Int) -> (year: Int, month: Int, day: Int) {
        let shifted = day + 719_468, era = floorDivide(shifted, 146_097)
        let ofEra = shifted - era * 146_097
        let yearOfEra = (ofEra - ofEra / 1460 + ofEra / 36_524 - ofEra / 146_096) / 365
        let ofYear = ofEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * ofYear + 2) / 153
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, ofYear - (153 * shiftedMonth + 2) / 5 + 1)
    }

    /// The day of the first of January of a year.
    private static func day(ofFirstOf year: Int) -> Int {
        let before = year - 1
        return 365 * before + floorDivide(before, 4) - floorDivide(before, 100) + floorDivide(before, 400) - 719_162
    }

    private static func floorDivide(_ a: Int, _ b: Int) -> Int { a / b - (a % b < 0 ? 1 : 0) }
}
