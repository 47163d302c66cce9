// Messages: the time at which a message was received, in the forms that files have.

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The time of a message, as its file or its store has it.
public enum MessageTime: Sendable, Hashable {
    /// In one of `forms`, or in other words.
    case written(String)
    /// In seconds since 1970, in UTC.
    case at(Int)

    /// As the file writes it, or the seconds.
    public var text: String {
        switch self {
        case .written(let text): text
        case .at(let seconds): String(seconds)
        }
    }

    /// The seconds since 1970 in UTC; `nil` for words that `seconds(_:order:)` does not read.
    public func seconds(order: DayOrder? = nil) -> Int? {
        switch self {
        case .written(let text): MessageTime.seconds(text, order: order)
        case .at(let seconds): seconds
        }
    }

    /// The order in dates such as `3/5/2024`, which only the whole file can tell.
    public enum DayOrder: Sendable {
        /// `31/12/2024`.
        case dayFirst
        /// `12/31/2024`.
        case monthFirst
    }

    /// What one date says about the order.
    public enum OrderClue: Equatable, Sendable {
        /// The date does not depend on the order.
        case none
        /// Both of its first numbers may be a month.
        case either
        /// One of its numbers is no month.
        case only(DayOrder)
    }

    /// What it says about the order of all dates of its file, in O(length).
    public var orderClue: OrderClue {
        guard case .written(let text) = self else { return .none }
        return MessageTime.order(of: text)
    }

    /// The seconds since 1970 in UTC that it says without the rest of its file: `31/12/2024` has
    /// one order. `nil` where it says none, or where `orderClue` is `either`.
    public var secondsByItself: Int? {
        if case .only(let order) = orderClue { seconds(order: order) } else { seconds() }
    }

    /// The seconds, and whether they were read as UTC because it says hours but no zone.
    package func read(order: DayOrder?) -> (seconds: Int, lacksZone: Bool)? {
        switch self {
        case .written(let text): MessageTime.read(text, order: order).map { ($0.seconds, $0.hasClock && !$0.hasZone) }
        case .at(let seconds): (seconds, false)
        }
    }

    /// The forms that are read, for a help text or an error.
    public static let forms = """
        2025-03-01, 2025/3/1, 2025.3.1, 20250301, 01.03.2025 or 1 Mar 2025, alone or with 10:20 or 10:20:30 and Z, KST, +09:00 or +0900 \
        (UTC without one); 20250301102030, 2503011020; seconds, milli-, micro- or nanoseconds since 1970; years of the Buddhist era. All from 1990 \
        to next year
        """

    /// The zones that are read by name, for a help text.
    public static var zones: String {
        """
        Zones read by name: \(TimeParts.zoneNames.joined(separator: ", ")). Names of several countries, such as IST or CST, are not: \
        write +05:30
        """
    }

    /// The words that are read in a time, for a help text.
    public static let words = """
        AM and PM are read, also as 오전 and 오후, 上午 and 下午, 午前 and 午後. So are 2026년 5월 1일, 2026年5月1日 and days of the week: \
        2026. 5. 1. 오후 12:55, 2026年5月1日 下午3:20
        """

    /// The seconds since 1970 in UTC that a text says: a number since 1970 in a unit that its size
    /// tells, or one of `forms`. Any punctuation may separate the parts, names of weekdays may
    /// precede them, and the time may have AM or PM, as words of East Asian languages too.
    ///
    /// - Parameter text: the date, without its line end.
    /// - Parameter order: of dates that end with the year, except those with dots (`01.03.2025`).
    ///   `nil`: such a date is not read.
    /// - Returns: `nil` for anything else, such as a zone by a name that several have, and for
    ///   years before 1990 or after next year: a wrong time is worse than none.
    /// - Complexity: O(length).
    public static func seconds(_ text: String, order: DayOrder? = nil) -> Int? {
        read(text, order: order)?.seconds
    }

    /// The seconds, and whether the text says hours and a zone. A number since 1970 has both.
    package static func read(_ text: String, order: DayOrder?) -> (seconds: Int, hasClock: Bool, hasZone: Bool)? {
        guard let found = unbounded(text, order), (firstRead...lastRead).contains(found.seconds) else { return nil }
        return found
    }

    private static func unbounded(_ text: String, _ order: DayOrder?) -> (seconds: Int, hasClock: Bool, hasZone: Bool)? {
        if let number = Int(text) {
            let digits = text.utf8.count
            if let day = calendar(number, digits: digits) { return (day, digits > 8, false) }
            return since1970(number).map { ($0, true, true) }
        }
        // Programs write seconds with a fraction.
        if let point = text.utf8.firstIndex(of: UInt8(ascii: ".")), let number = Int(text[..<point]), number > 99_999_999,
            text[point...].dropFirst().utf8.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains)
        {
            return (number, true, true)
        }
        guard let parts = TimeParts(text), let date = parts.date(order), let time = parts.time(after: date.count) else {
            return nil
        }
        return seconds(date.day, time.clock).map { ($0 - time.offset, time.hasClock, time.hasZone) }
    }

    /// The first second of 1990, when there was no SMS yet, and the last of next year.
    private static let firstRead = 631_152_000
    package static let lastRead = {
        let year = Int(iso8601(Int(time(nil))).prefix(4))!
        return seconds((year + 2, 1, 1), (0, 0, 0))! - 1
    }()

    /// What one date says about the order of all dates of its file, in O(length).
    public static func order(of text: String) -> OrderClue {
        // Most dates begin with the year, or are one number.
        if text.utf8.prefix(3).allSatisfy({ (0x30...0x39).contains($0) }) { return .none }
        guard let parts = TimeParts(text), parts.endsWithYear else { return .none }
        let (first, second) = (parts[0].value, parts[1].value)
        guard (1...31).contains(first), (1...31).contains(second), min(first, second) <= 12 else { return .none }
        return first > 12 ? .only(.dayFirst) : second > 12 ? .only(.monthFirst) : .either
    }

    /// A day, or a minute or a second of it, in digits.
    private static func calendar(_ number: Int, digits: Int) -> Int? {
        // A year of two digits, where the number since 1970 would be too late.
        let isShort = digits == 10 && number > lastRead
        guard number >= 0, isShort || [8, 12, 14].contains(digits) else { return nil }
        var whole = isShort ? 20_000_000_000_000 + number * 100 : number
        for _ in digits..<14 where !isShort { whole *= 10 }
        func two(_ place: Int) -> Int { whole / place % 100 }
        let day = (whole / 10_000_000_000, two(100_000_000), two(1_000_000))
        guard let time = seconds(day, (two(10_000), two(100), two(1))), time >= firstRead, time <= lastRead else { return nil }
        return time
    }

    private static func since1970(_ number: Int) -> Int? {
        guard number >= 0 else { return nil }
        switch number {
        case ..<100_000_000_000: return number
        case ..<100_000_000_000_000: return number / 1000
        case ..<100_000_000_000_000_000: return number / 1_000_000
        // Less than a Mac writes, which counted in seconds before 2017: of Windows, since 1601.
        case ..<500_000_000_000_000_000: return nil
        // A Mac's nanoseconds count from 2001. Since 1970 they would be of a time without SMS.
        case ..<1_000_000_000_000_000_000: return number / 1_000_000_000 + 978_307_200
        default: return number / 1_000_000_000
        }
    }

    /// ISO 8601, such as `2025-03-01T10:20:30Z`, as `seconds` reads it back. Where that reads no
    /// date, before 1900 and after 9999, the number itself.
    ///
    /// Civil from days (Hinnant).
    public static func iso8601(_ seconds: Int) -> String {
        guard (firstWritten...lastWritten).contains(seconds) else { return String(seconds) }
        // Days since 1 March of year 0; all of them are later.
        let days = (seconds + 719_468 * 86_400) / 86_400, ofDay = (seconds + 719_468 * 86_400) % 86_400
        let era = days / 146_097, ofEra = days % 146_097
        let yearOfEra = (ofEra - ofEra / 1460 + ofEra / 36_524 - ofEra / 146_096) / 365
        let ofYear = ofEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let march = (5 * ofYear + 2) / 153, month = march < 10 ? march + 3 : march - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        func two(_ number: Int) -> String { (number < 10 ? "0" : "") + String(number) }
        let date = "\(year)-\(two(month))-\(two(ofYear - (153 * march + 2) / 5 + 1))"
        return "\(date)T\(two(ofDay / 3600)):\(two(ofDay / 60 % 60)):\(two(ofDay % 60))Z"
    }

    /// The first second of 1900, and the last of 9999.
    private static let firstWritten = -2_208_988_800, lastWritten = 253_402_300_799

    /// Year, month and day; hour, minute and second in UTC. Days from civil (Hinnant).
    private static func seconds(_ day: TimeParts.Day, _ clock: TimeParts.Clock) -> Int? {
        // The Buddhist era began 543 years before ours.
        let ofYear = (2533...2699).contains(day.year) ? day.year - 543 : day.year
        guard (1900...9999).contains(ofYear), (1...12).contains(day.month), (0...24).contains(clock.hour),
            (0...59).contains(clock.minute), (0...60).contains(clock.second)
        else { return nil }
        let isLeap = ofYear % 4 == 0 && (ofYear % 100 != 0 || ofYear % 400 == 0)
        let days =
            switch day.month {
            case 2: isLeap ? 29 : 28
            case 4, 6, 9, 11: 30
            default: 31
            }
        guard (1...days).contains(day.day) else { return nil }
        let year = day.month <= 2 ? ofYear - 1 : ofYear
        let era = year / 400, ofEra = year % 400
        let dayOfYear = (153 * (day.month + (day.month > 2 ? -3 : 9)) + 2) / 5 + day.day - 1
        let dayNumber = era * 146_097 + ofEra * 365 + ofEra / 4 - ofEra / 100 + dayOfYear - 719_468
        return dayNumber * 86_400 + clock.hour * 3600 + clock.minute * 60 + clock.second
    }
}
