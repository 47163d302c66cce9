// Corpus: the time at which a message was received, in the forms that files have.

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

    /// The forms that are read, for a help text or an error.
    public static let forms = """
        2025-03-01, 2025/3/1, 2025.3.1, 20250301, 01.03.2025 or 1 Mar 2025, alone or with 10:20 or 10:20:30 and Z, UTC, +09:00 or +0900 \
        (UTC without one); 20250301102030; seconds, milli-, micro- or nanoseconds since 1970; years of the Buddhist era. All from 1990 \
        to next year
        """

    /// The seconds since 1970 in UTC that a text says: a number since 1970 in a unit that its size
    /// tells, or one of `forms`. Any punctuation may separate the parts, names of weekdays may
    /// precede them, and the time may have AM or PM, as words of East Asian languages too.
    ///
    /// - Parameter text: the date, without its line end.
    /// - Parameter order: of dates that end with the year, except those with dots (`01.03.2025`).
    ///   `nil`: such a date is not read.
    /// - Returns: `nil` for anything else, such as a zone by name, and for years before 1990 or
    ///   after next year: a wrong time is worse than none.
    /// - Complexity: O(length).
    public static func seconds(_ text: String, order: DayOrder? = nil) -> Int? {
        guard let found = unbounded(text, order), (firstRead...lastRead).contains(found) else { return nil }
        return found
    }

    private static func unbounded(_ text: String, _ order: DayOrder?) -> Int? {
        if let number = Int(text) { return seconds(number, digits: text.utf8.count) }
        // Programs write seconds with a fraction.
        if let point = text.utf8.firstIndex(of: UInt8(ascii: ".")), let number = Int(text[..<point]), number > 99_999_999,
            text[point...].dropFirst().utf8.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains)
        {
            return number
        }
        guard let parts = Parts(text), let date = parts.date(order), let time = parts.time(after: date.count) else { return nil }
        return seconds(date.parts + time.parts).map { $0 - time.offset }
    }

    /// The first second of 1990, when there was no SMS yet, and the last of next year.
    private static let firstRead = 631_152_000
    private static let lastRead = {
        let year = Int(iso8601(Int(time(nil))).prefix(4))!
        return seconds([year + 2, 1, 1, 0, 0, 0])! - 1
    }()

    /// What one date says about the order of all dates of its file, in O(length).
    public static func order(of text: String) -> OrderClue {
        guard let parts = Parts(text), parts.endsWithYear else { return .none }
        let (first, second) = (parts.numbers[0].value, parts.numbers[1].value)
        guard (1...31).contains(first), (1...31).contains(second), min(first, second) <= 12 else { return .none }
        return first > 12 ? .only(.dayFirst) : second > 12 ? .only(.monthFirst) : .either
    }

    private static func seconds(_ number: Int, digits: Int) -> Int? {
        guard number >= 0 else { return nil }
        // A day, or a minute or a second of it, in digits.
        if [8, 12, 14].contains(digits) {
            let places = [10_000_000_000, 100_000_000, 1_000_000, 10_000, 100, 1]
            var parts: [Int] = [], whole = number
            for _ in digits..<14 { whole *= 10 }
            for (place, most) in zip(places, [10_000, 100, 100, 100, 100, 100]) { parts.append(whole / place % most) }
            if let time = seconds(parts), time >= firstRead, time <= lastRead { return time }
        }
        switch number {
        case ..<100_000_000_000: return number
        case ..<100_000_000_000_000: return number / 1000
        case ..<100_000_000_000_000_000: return number / 1_000_000
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

    /// Year, month, day, hour, minute, second in UTC. Days from civil (Hinnant).
    private static func seconds(_ parts: [Int]) -> Int? {
        var p = parts
        // The Buddhist era began 543 years before ours.
        if (2533...2699).contains(p[0]) { p[0] -= 543 }
        guard (1900...9999).contains(p[0]), (1...12).contains(p[1]), (1...31).contains(p[2]), (0...24).contains(p[3]),
            (0...59).contains(p[4]), (0...60).contains(p[5])
        else { return nil }
        let isLeap = p[0] % 4 == 0 && (p[0] % 100 != 0 || p[0] % 400 == 0)
        guard p[2] <= (p[1] == 2 ? isLeap ? 29 : 28 : [4, 6, 9, 11].contains(p[1]) ? 30 : 31) else { return nil }
        let year = p[1] <= 2 ? p[0] - 1 : p[0]
        let era = year / 400, ofEra = year % 400
        let ofYear = (153 * (p[1] + (p[1] > 2 ? -3 : 9)) + 2) / 5 + p[2] - 1
        let days = era * 146_097 + ofEra * 365 + ofEra / 4 - ofEra / 100 + ofYear - 719_468
        return days * 86_400 + p[3] * 3600 + p[4] * 60 + p[5]
    }
}

/// A time cut into its numbers and names.
private struct Parts {
    struct Number {
        var value: Int
        var digits: Int
        /// The last punctuation before it.
        var sign: UInt8
    }
    private(set) var numbers: [Number] = []
    /// From 1, and how many numbers come before its name.
    private var month: (value: Int, place: Int)?
    private var isAfternoon: Bool?

    private static let months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
    private static let silent: Set = ["t", "z", "utc", "gmt", "mon", "tue", "wed", "thu", "fri", "sat", "sun"]
    /// The units of East Asian dates.
    private static let units: Set<Unicode.Scalar> = ["년", "월", "일", "시", "분", "초", "年", "月", "日", "時", "时", "分", "秒"]

    private static let halfDays: [(word: String, isAfternoon: Bool)] = [
        ("오전", false), ("오후", true), ("上午", false), ("下午", true), ("午前", false), ("午後", true),
    ]

    /// 금요일, 金曜日 or 星期五.
    private static func isWeekday(_ text: Substring.UnicodeScalarView) -> Bool {
        let word = String(text.prefix(3))
        return word.unicodeScalars.count == 3 && (word.hasSuffix("요일") || word.hasSuffix("曜日") || word.hasPrefix("星期"))
    }

    /// `nil` when a word is not part of a time.
    init?(_ text: String) {
        var sign: UInt8 = 0
        var rest = text.unicodeScalars[...]
        while let scalar = rest.first {
            if ("0"..."9").contains(scalar) {
                let digits = rest.prefix { ("0"..."9").contains($0) }
                guard digits.count <= 9, let value = Int(String(digits)) else { return nil }
                numbers.append(Number(value: value, digits: digits.count, sign: sign))
                rest = rest.dropFirst(digits.count)
                sign = 0
            } else if scalar.isASCII, scalar.properties.isAlphabetic {
                let letters = rest.prefix { $0.isASCII && $0.properties.isAlphabetic }
                guard take(String(letters).lowercased()) else { return nil }
                rest = rest.dropFirst(letters.count)
            } else if !scalar.isASCII, let half = Self.halfDays.first(where: { rest.starts(with: $0.word.unicodeScalars) }) {
                isAfternoon = half.isAfternoon
                rest = rest.dropFirst(half.word.unicodeScalars.count)
            } else if !scalar.isASCII, Self.isWeekday(rest) {
                rest = rest.dropFirst(3)
            } else {
                guard scalar.isASCII || Self.units.contains(scalar) else { return nil }
                if scalar != " ", scalar.isASCII { sign = UInt8(scalar.value) }
                rest = rest.dropFirst()
            }
        }
    }

    private mutating func take(_ word: String) -> Bool {
        if let index = Self.months.firstIndex(of: String(word.prefix(3))), month == nil {
            month = (index + 1, numbers.count)
        } else if word == "am" || word == "pm" {
            isAfternoon = word == "pm"
        } else {
            return Self.silent.contains(word) || Self.silent.contains(String(word.prefix(3))) && word.hasSuffix("day")
        }
        return true
    }

    /// `3/5/2024`, whose order is ambiguous.
    var endsWithYear: Bool {
        month == nil && numbers.count >= 3 && numbers[2].digits == 4 && numbers[0].digits <= 2 && numbers[1].digits <= 2
            && numbers[1].sign != UInt8(ascii: ".")
    }

    /// Year, month, day, and how many numbers say them.
    func date(_ order: MessageTime.DayOrder?) -> (parts: [Int], count: Int)? {
        let values = numbers.map(\.value)
        if let month {
            guard values.count >= 2, month.place < 2, numbers[1].digits == 4 else { return nil }
            return ([values[1], month.value, values[0]], 2)
        }
        guard values.count >= 3 else { return nil }
        if numbers[0].digits == 4 { return (Array(values[..<3]), 3) }
        guard numbers[2].digits == 4 else { return nil }
        if !endsWithYear { return ([values[2], values[1], values[0]], 3) }
        switch order {
        case .dayFirst: return ([values[2], values[1], values[0]], 3)
        case .monthFirst: return ([values[2], values[0], values[1]], 3)
        case nil: return nil
        }
    }

    /// Hour, minute and second, 0 where they are left out, and how many seconds the zone is ahead
    /// of UTC.
    func time(after count: Int) -> (parts: [Int], offset: Int)? {
        var rest = numbers[count...]
        func isZone(_ number: Number) -> Bool { [UInt8(ascii: "+"), UInt8(ascii: "-")].contains(number.sign) }
        var parts: [Int] = []
        while parts.count < 3, let next = rest.first, parts.isEmpty || !isZone(next) {
            parts.append(next.value)
            rest = rest.dropFirst()
        }
        // Fractions of a second.
        if parts.count == 3, let next = rest.first, !isZone(next), [UInt8(ascii: "."), UInt8(ascii: ",")].contains(next.sign) {
            rest = rest.dropFirst()
        }
        if let isAfternoon {
            guard let hour = parts.first, (1...12).contains(hour) else { return nil }
            parts[0] = hour % 12 + (isAfternoon ? 12 : 0)
        }
        parts += [Int](repeating: 0, count: 3 - parts.count)
        guard let zone = rest.first else { return (parts, 0) }
        guard isZone(zone), rest.count <= (zone.digits <= 2 ? 2 : 1), zone.digits <= 2 || zone.digits == 4 else { return nil }
        let minutes =
            zone.digits == 4 ? zone.value / 100 * 60 + zone.value % 100 : zone.value * 60 + (rest.dropFirst().first?.value ?? 0)
        guard minutes <= 14 * 60 else { return nil }
        return (parts, (zone.sign == UInt8(ascii: "-") ? -1 : 1) * minutes * 60)
    }
}
