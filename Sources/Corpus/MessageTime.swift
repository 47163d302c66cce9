// Corpus: when a message was received, in the ways that files write it.

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Seconds since 1970, UTC.
public enum MessageTime {
    /// Seconds or milliseconds since 1970; `2024-03-05[T ]10:11[:12][.5][Z|+09:00]`, `2024.03.05`, `2024/03/05`; `Sat, 7 May 2022
    /// 19:48:00 UTC`. Without a zone, UTC. `nil` for anything else: a time that cannot be read is no reason to lose a message.
    public static func seconds(_ text: String) -> Int? {
        let words = text.split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
        if let number = Int(text) {
            guard number >= 0 else { return nil }
            // 2001 in milliseconds is 33658 in seconds.
            return number >= 1_000_000_000_000 ? number / 1000 : number
        }
        if words.count >= 3, let year = Int(words[0].prefix { $0.isNumber }), year > 1900 { return ordered(words, text) }
        return spelled(words)
    }

    private static func ordered(_ words: [Substring], _ text: String) -> Int? {
        // The time may be joined to the day by a T.
        var parts = words[0..<2].compactMap { Int($0) }
        let dayAndHour = words[2].split(separator: "T")
        parts += dayAndHour.compactMap { Int($0) }
        let rest = words[3...].map { $0.hasSuffix("Z") ? $0.dropLast() : $0 }
        parts += rest.prefix(6 - min(parts.count, 6)).compactMap { Int($0) }
        guard parts.count >= 3 else { return nil }
        guard let local = seconds(parts + [0, 0, 0]) else { return nil }
        return local - offset(text)
    }

    /// `+09:00` at the end, in seconds.
    private static func offset(_ text: String) -> Int {
        let tail = text.suffix(6)
        guard tail.count == 6, let sign = tail.first, sign == "+" || sign == "-", text.contains("T") || text.contains(":") else {
            return 0
        }
        let digits = tail.dropFirst().split(separator: ":").compactMap { Int($0) }
        guard digits.count == 2, text.dropLast(6).contains(":") else { return 0 }
        return (sign == "-" ? -1 : 1) * (digits[0] * 3600 + digits[1] * 60)
    }

    private static let months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]

    private static func spelled(_ words: [Substring]) -> Int? {
        guard let at = words.firstIndex(where: { months.contains($0.prefix(3).lowercased()) }), at > 0, at + 1 < words.count,
            let month = months.firstIndex(of: words[at].prefix(3).lowercased()), let day = Int(words[at - 1]),
            let year = Int(words[at + 1])
        else { return nil }
        return seconds([year, month + 1, day] + words[(at + 2)...].prefix(3).compactMap { Int($0) } + [0, 0, 0])
    }

    /// Year, month, day, hour, minute, second in UTC. Days from civil (Hinnant).
    private static func seconds(_ p: [Int]) -> Int? {
        guard (1900...9999).contains(p[0]), (1...12).contains(p[1]), (1...31).contains(p[2]), (0...24).contains(p[3]),
            (0...59).contains(p[4]), (0...60).contains(p[5])
        else { return nil }
        let year = p[1] <= 2 ? p[0] - 1 : p[0]
        let era = year / 400, ofEra = year % 400
        let ofYear = (153 * (p[1] + (p[1] > 2 ? -3 : 9)) + 2) / 5 + p[2] - 1
        let days = era * 146_097 + ofEra * 365 + ofEra / 4 - ofEra / 100 + ofYear - 719_468
        return days * 86_400 + p[3] * 3600 + p[4] * 60 + p[5]
    }
}
