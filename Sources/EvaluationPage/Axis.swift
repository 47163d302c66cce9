// Page: from values to places on a plot, and the ticks between. It draws nothing.

import Statistics

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// One axis of a plot: `place(of:)` is 0 at its start and 1 at its end; what lies outside is put at
/// the nearer end.
struct Axis {
    struct Tick {
        let value: Double
        let label: String
    }

    /// With its unit.
    let title: String
    let ticks: [Tick]
    private let lower: Double
    private let upper: Double
    private let isLogarithmic: Bool

    /// A share from 0 to 1, in percent.
    static func share(_ title: String) -> Axis {
        let ticks = [0, 20, 40, 60, 80, 100].map { Tick(value: Double($0) / 100, label: "\($0)") }
        return Axis(title: title, ticks: ticks, lower: 0, upper: 1, isLogarithmic: false)
    }

    /// A share from 0 to at least `most`, in percent, evenly.
    static func upTo(_ most: Double, _ title: String) -> Axis {
        let percentage = 100 * most
        let step = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10].first { percentage / $0 <= 5 } ?? 20
        let count = max(1, Int((percentage / step).rounded(.up)))
        let places = step < 0.1 ? 2 : step < 1 ? 1 : 0
        let ticks = (0...count).map { Tick(value: Double($0) * step / 100, label: decimal(Double($0) * step, places: places)) }
        return even(title, ticks, upTo: Double(count) * step / 100)
    }

    /// A share out of `count` on a logarithmic axis, in percent, so that one message of many is
    /// seen. 0 has no logarithm: it is put at the start, half a power of ten below the first tick.
    static func smallShare(_ title: String, of count: Int) -> Axis {
        var labels = [(1.0, "100"), (0.1, "10"), (0.01, "1"), (0.001, "0.1"), (0.0001, "0.01"), (0.00001, "0.001")]
        // Down to one message, but 1 % is always there.
        labels.removeAll { $0.0 < 0.01 && $0.0 * 10 <= 1 / Double(max(count, 1)) }
        let lower = labels[labels.count - 1].0 / 10.0.squareRoot()
        let ticks = [Tick(value: 0, label: "0")] + labels.reversed().map { Tick(value: $0.0, label: $0.1) }
        return Axis(title: title, ticks: ticks, lower: lower, upper: 1, isLogarithmic: true)
    }

    /// Counts from 0 to at least `most`, on a logarithmic axis whose start is 0.
    static func counts(_ title: String, upTo most: Int) -> Axis {
        var ticks = [Tick(value: 0, label: "0")]
        var power = 1
        while power < max(most, 2), power < 1_000_000_000_000 {
            power *= 10
            ticks.append(Tick(value: Double(power), label: shortCount(power)))
        }
        // At most four labels besides 0, the highest among them.
        let every = (ticks.count + 2) / 4
        let shown = ticks.enumerated().filter { i, _ in i == 0 || (ticks.count - 1 - i) % max(every, 1) == 0 }.map(\.element)
        return Axis(title: title, ticks: shown, lower: 0.5, upper: Double(power), isLogarithmic: true)
    }

    /// From 0 to `most`, evenly.
    static func even(_ title: String, _ ticks: [Tick], upTo most: Double) -> Axis {
        Axis(title: title, ticks: ticks, lower: 0, upper: most, isLogarithmic: false)
    }

    func place(of value: Double) -> Double {
        let place =
            isLogarithmic
            ? (value > lower ? log(value / lower) / log(upper / lower) : 0)
            : (value - lower) / (upper - lower)
        return min(max(place, 0), 1)
    }

    /// The value at a place in 0...1.
    func value(at place: Double) -> Double {
        isLogarithmic ? lower * pow(upper / lower, place) : lower + place * (upper - lower)
    }

    private static func shortCount(_ count: Int) -> String {
        switch count {
        case 1_000_000...: "\(count / 1_000_000) m"
        case 1000...: "\(count / 1000) k"
        default: "\(count)"
        }
    }
}
