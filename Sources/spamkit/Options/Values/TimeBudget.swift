// Times as people write them: 90s, 10m, 2h.

import ArgumentParser

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
