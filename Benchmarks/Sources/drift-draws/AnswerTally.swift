// Benchmarks: what was answered of streams, counted over draws.

import Drift

/// Answers of streams by their names, by a comparison of the whole and by a watch.
struct AnswerTally {
    private struct Count {
        var draws = 0, watch = 0
        var answers: [DriftAnswer: Int] = [:]
        /// Until the watch's alarm; their upper median is printed.
        var messages: [Int] = []
        /// The facets that differ, and those that cannot tell.
        var facets: [String: Int] = [:]
    }

    private var names: [String] = []
    /// By stream.
    private var counts: [String: Count] = [:]

    mutating func add(_ name: String, _ stream: [MessageMakeup], _ profile: TrafficProfile) {
        var counter = TrafficCounter(), watch = DriftWatch(profile)
        for makeup in stream {
            counter.add(makeup)
            watch.add(makeup)
        }
        if counts[name] == nil { names.append(name) }
        let comparison = DriftComparison(counter.counts, profile)
        var count = counts[name] ?? Count()
        count.draws += 1
        count.answers[comparison.answer, default: 0] += 1
        for finding in comparison.findings where finding.answer != .like {
            count.facets["\(finding.facet.rawValue) \(finding.answer.words)", default: 0] += 1
        }
        if let alarm = watch.alarm {
            count.watch += 1
            count.messages.append(alarm.messages)
        }
        counts[name] = count
    }

    /// A row for each stream.
    func print(draws: String, source: String, halves: String) {
        for name in names {
            guard let count = counts[name] else { continue }
            let median = count.messages.isEmpty ? "" : String(count.messages.sorted()[count.messages.count / 2])
            let facets = count.facets.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
            Swift.print(
                draws, source, halves, name, count.draws, count.answers[.differs] ?? 0, count.answers[.like] ?? 0, count.watch,
                median, facets.joined(separator: ", "), separator: "\t")
        }
    }
}
