// Values of options, as people write them: sizes, times, countries, delimiters.

import ArgumentParser
import Corpus
import Statistics

/// A size: 65536, 64K, 200KB, 1.5 MiB.
struct ByteSize: ExpressibleByArgument, CustomStringConvertible {
    let bytes: Int

    init(bytes: Int) { self.bytes = bytes }

    /// A number, whole where no unit follows. Units are of 1024, as for memory: K, KB and KiB are
    /// 1024 bytes, M, MB and MiB 1024 of these.
    init?(argument: String) {
        let digits = argument.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
        let unit = argument.dropFirst(digits.count).drop { $0 == " " }.lowercased()
        let units = ["": 1, "b": 1, "k": 1 << 10, "kb": 1 << 10, "kib": 1 << 10, "m": 1 << 20, "mb": 1 << 20, "mib": 1 << 20]
        guard let size = units[unit], let number = Double(digits), number.isFinite else { return nil }
        let bytes = (number * Double(size)).rounded(.down)
        guard bytes >= 1, bytes < 0x1p53, size > 1 || bytes == number else { return nil }
        self.bytes = Int(bytes)
    }

    /// As it is typed.
    var description: String {
        bytes % (1 << 20) == 0 ? "\(bytes >> 20)M" : bytes % (1 << 10) == 0 ? "\(bytes >> 10)K" : "\(bytes)"
    }

    var defaultValueDescription: String { description }
}

/// A time: 90s, 10m, 2h.
struct TimeBudget: ExpressibleByArgument, CustomStringConvertible {
    let seconds: Int

    /// A whole number of seconds, minutes or hours with `s`, `m` or `h` behind it.
    init?(argument: String) {
        let units: [Character: Int] = ["s": 1, "m": 60, "h": 3600]
        guard let unit = argument.last.flatMap({ units[$0] }), let number = Int(argument.dropLast()),
            (0...1_000_000).contains(number)
        else { return nil }
        seconds = number * unit
    }

    var description: String {
        seconds % 3600 == 0 && seconds > 0
            ? "\(seconds / 3600)h" : seconds % 60 == 0 && seconds > 0 ? "\(seconds / 60)m" : "\(seconds)s"
    }
    var defaultValueDescription: String { description }
}

/// A country, as files write it: KR, KOR, Korea or +82.
struct Country: ExpressibleByArgument {
    let letters: String

    init?(argument: String) {
        guard let letters = CountryWord.letters(of: argument) else { return nil }
        self.letters = letters
    }
}

/// A phone tells the country: a model that learns without it finds other features there.
///
/// - Parameter learned: the country of a model's training.
func countryNote(_ file: String, _ messages: Int, learned: String? = nil) -> String {
    let way =
        learned.map { "training had \($0), so without --country \($0) verdicts can be other ones" }
        ?? "say where the phone was, such as --country KR, or --column country=NAME"
    return
        "\(file): \(counted(messages, "message")) from international numbers \(messages == 1 ? "counts" : "count") as foreign, since no country is read; \(way)"
}

/// The delimiter of a file of columns.
enum Delimiter: String, ExpressibleByArgument, CaseIterable {
    case comma, semicolon, tab, bar

    var byte: UInt8 {
        switch self {
        case .comma: UInt8(ascii: ",")
        case .semicolon: UInt8(ascii: ";")
        case .tab: UInt8(ascii: "\t")
        case .bar: UInt8(ascii: "|")
        }
    }
}
