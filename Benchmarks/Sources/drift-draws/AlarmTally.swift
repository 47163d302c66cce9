// Benchmarks: which streams raised alarms, counted over draws.

import ArgumentParser
import Drift

/// How the probability of a false alarm is divided among facets.
struct LevelDivision: ExpressibleByArgument {
    let name: String
    /// By facet.
    private let parts: [DriftFacet: Double]

    static let asShipped = LevelDivision(name: "as shipped", parts: [:])

    private init(name: String, parts: [DriftFacet: Double]) { (self.name, self.parts) = (name, parts) }

    init?(argument: String) {
        let halves = argument.split(separator: "=", maxSplits: 1)
        let words = halves.count == 2 ? halves[1].split(separator: ",") : []
        let numbers = words.compactMap { Double($0) }
        guard words.count == 4, numbers.count == 4, numbers.allSatisfy({ $0 >= 0 }), abs(numbers.reduce(0, +) - 1) < 1e-9 else {
            return nil
        }
        var parts: [DriftFacet: Double] = [.unfamiliarTemplates: numbers[0], .unfamiliarMessages: numbers[1]]
        parts[.unfamiliarity] = numbers[2]
        let others = DriftFacet.allCases.filter { parts[$0] == nil }
        for facet in others { parts[facet] = numbers[3] / Double(others.count) }
        self.init(name: String(halves[0]), parts: parts)
    }

    /// The facets that raise an alarm, each at its part of the level.
    func alarms(_ counts: TrafficCounts, _ profile: TrafficProfile) -> [DriftFacet] {
        // A facet is tested at the level times its own part.
        let levels = Dictionary(grouping: DriftFacet.allCases) { facet in
            DriftComparison.usualLevel * (parts[facet] ?? facet.partOfLevel) / facet.partOfLevel
        }
        let alarms = levels.filter { $0.key > 0 }.flatMap { level, facets in
            let comparison = DriftComparison(counts, profile, level: level)
            return facets.filter { comparison[$0]?.isAlarm == true }
        }
        return DriftFacet.allCases.filter(alarms.contains)
    }
}

/// Alarms of streams by their names, by a comparison of the whole and by a watch.
struct AlarmTally {
    private struct Count {
        var draws = 0, whole = 0, watch = 0
        /// Until the watch's alarm; their upper median is printed.
        var messages: [Int] = []
        var byFacet: [DriftFacet: Int] = [:]
    }

    private let divisions: [LevelDivision]
    private var names: [String] = []
    /// By division and stream.
    private var counts: [[String: Count]]

    init(divisions: [LevelDivision]) {
        self.divisions = divisions
        counts = divisions.map { _ in [:] }
    }

    mutating func add(_ name: String, _ stream: [MessageMakeup], _ profile: TrafficProfile) {
        var counter = TrafficCounter(), watch = DriftWatch(profile)
        for makeup in stream {
            counter.add(makeup)
            watch.add(makeup)
        }
        if !names.contains(name) { names.append(name) }
        for (i, division) in divisions.enumerated() {
            let alarms = division.alarms(counter.counts, profile)
            var count = counts[i][name] ?? Count()
            count.draws += 1
            count.whole += alarms.isEmpty ? 0 : 1
            for facet in alarms { count.byFacet[facet, default: 0] += 1 }
            if i == 0, let alarm = watch.alarm {
                count.watch += 1
                count.messages.append(alarm.messages)
            }
            counts[i][name] = count
        }
    }

    /// A row for each division and stream. Only what is shipped was watched.
    func print(draws: String, source: String, halves: String) {
        for (i, division) in divisions.enumerated() {
            for name in names {
                guard let count = counts[i][name] else { continue }
                let median = count.messages.isEmpty ? "" : String(count.messages.sorted()[count.messages.count / 2])
                let facets = DriftFacet.allCases.compactMap { facet in count.byFacet[facet].map { "\(facet.rawValue) \($0)" } }
                Swift.print(
                    division.name, draws, source, halves, name, count.draws, count.whole, i == 0 ? String(count.watch) : "",
                    median, facets.joined(separator: ", "), separator: "\t")
            }
        }
    }
}
