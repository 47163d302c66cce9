// Messages: the numbers and names of a time as files write it. Text in; date, clock and zone out,
// which MessageTime makes seconds of.

/// A time cut into its numbers and names. Holds no array: an import reads one for each row.
package struct TimeParts {
    typealias Day = (year: Int, month: Int, day: Int)
    typealias Clock = (hour: Int, minute: Int, second: Int)

    struct Number {
        var value: Int
        var digits: Int
        /// The last punctuation before it.
        var sign: UInt8
    }
    private var values = SIMD16<Int32>(), digits = SIMD16<UInt8>(), signs = SIMD16<UInt8>()
    private var count = 0
    /// No date has more numbers, with a time, a fraction and a zone.
    private static let most = 9
    /// From 1, and how many numbers come before its name.
    private var month: (value: Int, place: Int)?
    private var isAfternoon: Bool?
    /// Hours before UTC of a zone that was named.
    private var namedZone: Int?

    subscript(place: Int) -> Number {
        Number(value: Int(values[place]), digits: Int(digits[place]), sign: signs[place])
    }

    private static let months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"].map(letters)
    /// Zones by names that only one zone has, and how many hours they are before UTC. IST, CST, EST
    /// and BST are of several countries.
    private static let zones = [
        "z": 0, "utc": 0, "gmt": 0, "kst": 9, "jst": 9, "hkt": 8, "sgt": 8, "pht": 8, "myt": 8, "wib": 7, "wita": 8, "wit": 9,
        "ict": 7, "cet": 1, "cest": 2, "eet": 2, "eest": 3, "msk": 3, "mez": 1, "mesz": 2, "oez": 2, "oesz": 3,
    ]
    static var zoneNames: [String] { zones.keys.map { $0.uppercased() }.sorted() }
    private static let silent = ["t", "mon", "tue", "wed", "thu", "fri", "sat", "sun"].map(letters)
    private static let day = letters("day"), am = letters("am"), pm = letters("pm")
    /// As German forms write AM and PM.
    private static let morning = letters("vorm"), afternoon = letters("nachm")
    /// The units of East Asian dates, and spaces.
    private static let units: Set<Unicode.Scalar> = [
        "년", "월", "일", "시", "분", "초", "年", "月", "日", "時", "时", "分", "秒", "\u{A0}", "\u{202F}", "\u{3000}",
    ]

    private static let halfDays: [(word: [Unicode.Scalar], isAfternoon: Bool)] = [
        ("오전", false), ("오후", true), ("上午", false), ("下午", true), ("午前", false), ("午後", true),
    ].map { (Array($0.unicodeScalars), $1) }

    /// The first three letters in lower case, or as many as there are.
    private static func letters(_ word: some Sequence<UInt8>) -> UInt32 {
        word.prefix(3).reduce(0) { $0 << 8 | UInt32($1 | 0x20) }
    }

    private static func letters(_ word: String) -> UInt32 { letters(word.utf8) }

    /// 금요일, 金曜日 or 星期五.
    private static func isWeekday(_ scalars: ArraySlice<Unicode.Scalar>) -> Bool {
        let word = Array(scalars.prefix(3))
        return word.count == 3 && (word[1...] == ["요", "일"] || word[1...] == ["曜", "日"] || word[..<2] == ["星", "期"])
    }

    /// `nil` when a word is not part of a time.
    package init?(_ text: String) {
        var text = text
        guard text.withUTF8({ read($0) }) else { return nil }
    }

    private mutating func read(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        var sign: UInt8 = 0, i = 0
        func end(while isPart: (UInt8) -> Bool) -> Int {
            var end = i
            while end < bytes.count, isPart(bytes[end]) { end += 1 }
            return end
        }
        while i < bytes.count {
            switch bytes[i] {
            case 0x30...0x39:
                let end = end { (0x30...0x39).contains($0) }
                guard end - i <= 9, count < TimeParts.most else { return false }
                values[count] = bytes[i..<end].reduce(0) { $0 * 10 + Int32($1 - 0x30) }
                digits[count] = UInt8(end - i)
                signs[count] = sign
                count += 1
                sign = 0
                i = end
            case 0x41...0x5A, 0x61...0x7A:
                let end = end { (0x61...0x7A).contains($0 | 0x20) }
                guard take(UnsafeBufferPointer(rebasing: bytes[i..<end])) else { return false }
                i = end
            case ..<0x80:
                if bytes[i] != 0x20 { sign = bytes[i] }
                i += 1
            default:
                let end = end { $0 >= 0x80 }
                guard take(Array(String(decoding: bytes[i..<end], as: UTF8.self).unicodeScalars)) else { return false }
                i = end
            }
        }
        return true
    }

    /// A word of ASCII.
    private mutating func take(_ word: UnsafeBufferPointer<UInt8>) -> Bool {
        let letters = TimeParts.letters(word)
        if month == nil, word.count > 2, let index = TimeParts.months.firstIndex(of: letters) {
            month = (index + 1, count)
        } else if letters == TimeParts.am || letters == TimeParts.pm {
            isAfternoon = letters == TimeParts.pm
        } else if word.count == 4 && letters == TimeParts.morning || word.count == 5 && letters == TimeParts.afternoon {
            isAfternoon = word.count == 5
        } else if word.count == 1, word[0] | 0x20 == UInt8(ascii: "a") || word[0] | 0x20 == UInt8(ascii: "p") {
            isAfternoon = word[0] | 0x20 == UInt8(ascii: "p")
        } else if word.count == 1, word[0] | 0x20 == UInt8(ascii: "m"), isAfternoon != nil {
            // The second half of `p. m.`
            return true
        } else {
            if TimeParts.silent.contains(letters) && (word.count <= 3 || TimeParts.letters(word.suffix(3)) == TimeParts.day) {
                return true
            }
            guard word.count <= 4, let zone = zone(word) else { return false }
            namedZone = zone
        }
        return true
    }

    private func zone(_ word: UnsafeBufferPointer<UInt8>) -> Int? {
        // Nearly all words are the T of ISO 8601, and its Z.
        if word.count == 1 { return word[0] | 0x20 == UInt8(ascii: "z") ? 0 : nil }
        return TimeParts.zones[String(decoding: word, as: UTF8.self).lowercased()]
    }

    /// Whether a word is AM or PM, in some language, and nothing else.
    package static func isHalfDay(_ word: String) -> Bool {
        TimeParts(word).map { $0.count == 0 && $0.isAfternoon != nil } ?? false
    }

    /// Whether these are hours and minutes alone: `10:05`, `오후 3:05`, `10:05:30 PM`.
    package var isClock: Bool {
        month == nil && (2...4).contains(count) && digits[0] <= 2 && digits[1] == 2 && signs[1] == UInt8(ascii: ":")
            && (count < 3 || signs[2] == UInt8(ascii: ":"))
    }

    /// Characters beyond ASCII beside each other: half days, weekdays and units.
    private mutating func take(_ scalars: [Unicode.Scalar]) -> Bool {
        var rest = scalars[...]
        while let scalar = rest.first {
            if let half = TimeParts.halfDays.first(where: { rest.starts(with: $0.word) }) {
                isAfternoon = half.isAfternoon
                rest = rest.dropFirst(half.word.count)
            } else if TimeParts.isWeekday(rest) {
                rest = rest.dropFirst(3)
            } else {
                guard TimeParts.units.contains(scalar) else { return false }
                rest = rest.dropFirst()
            }
        }
        return true
    }

    /// `3/5/2024`, whose order is ambiguous.
    var endsWithYear: Bool {
        month == nil && count >= 3 && digits[2] == 4 && digits[0] <= 2 && digits[1] <= 2 && signs[1] != UInt8(ascii: ".")
    }

    /// Day and month in numbers, in the order of the date, and the sign before the year at its end;
    /// 0 where it begins with the year.
    package var dayAndMonth: (Int, Int, sign: UInt8)? {
        guard month == nil, count >= 3, digits[0] == 4 || digits[2] == 4 else { return nil }
        return digits[0] == 4 ? (self[1].value, self[2].value, 0) : (self[0].value, self[1].value, signs[2])
    }

    /// Year, month, day, and how many numbers say them.
    func date(_ order: MessageTime.DayOrder?) -> (day: Day, count: Int)? {
        let (first, second, third) = (Int(values[0]), Int(values[1]), Int(values[2]))
        if let month {
            guard count >= 2, month.place < 2, digits[1] == 4 else { return nil }
            return ((second, month.value, first), 2)
        }
        guard count >= 3 else { return nil }
        if digits[0] == 4 { return ((first, second, third), 3) }
        guard digits[2] == 4 else { return nil }
        if !endsWithYear { return ((third, second, first), 3) }
        switch order {
        case .dayFirst: return ((third, second, first), 3)
        case .monthFirst: return ((third, first, second), 3)
        case nil: return nil
        }
    }

    /// Hour, minute and second, 0 where they are left out, and how many seconds the zone is ahead
    /// of UTC; 0 where none is said.
    func time(after count: Int) -> (clock: Clock, offset: Int, hasClock: Bool, hasZone: Bool)? {
        var next = count, clock = SIMD4<Int>()
        func isZone(_ place: Int) -> Bool { signs[place] == UInt8(ascii: "+") || signs[place] == UInt8(ascii: "-") }
        var parts = 0
        while parts < 3, next < self.count, parts == 0 || !isZone(next) {
            clock[parts] = Int(values[next])
            (parts, next) = (parts + 1, next + 1)
        }
        // Fractions of a second.
        if parts == 3, next < self.count, signs[next] == UInt8(ascii: ".") || signs[next] == UInt8(ascii: ",") { next += 1 }
        if let isAfternoon {
            guard parts > 0, (1...12).contains(clock[0]) else { return nil }
            clock[0] = clock[0] % 12 + (isAfternoon ? 12 : 0)
        }
        let read = (clock[0], clock[1], clock[2]), left = self.count - next
        guard left > 0 else { return (read, (namedZone ?? 0) * 3600, parts > 0, namedZone != nil) }
        let zone = self[next], isShort = zone.digits <= 2
        guard isZone(next), left <= (isShort ? 2 : 1), isShort || zone.digits == 4 else { return nil }
        let minutes = isShort ? zone.value * 60 + (left > 1 ? self[next + 1].value : 0) : zone.value / 100 * 60 + zone.value % 100
        guard minutes <= 14 * 60 else { return nil }
        return (read, (zone.sign == UInt8(ascii: "-") ? -1 : 1) * minutes * 60, true, true)
    }
}
