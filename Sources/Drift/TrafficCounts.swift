// Drift: messages counted by their facts. Makeups in, histograms out; memory is bounded.

import SpamFilter

/// Histograms of messages. Each template counts once in a window of 2,000 messages, but for
/// `messages`, which counts all. Shapes and bins are the same in all values.
public struct TrafficCounts: Sendable, Hashable {
    /// How many messages were counted, repeats of templates included.
    public private(set) var messages = 0
    /// How many templates the model is unsure about.
    public private(set) var unsure = 0
    /// Templates by junk log-odds, in 24 bins of one natural unit from -12 to 12, the outer ones
    /// open.
    public private(set) var scores = [Int](repeating: 0, count: scoreBins)
    /// Templates by their unknown features over all and 10 more, in 100 bins of equal width from 0
    /// to 1.
    public private(set) var unknown = [Int](repeating: 0, count: unknownBins)
    /// The sum of the templates' shares of unknown features, each rounded down to a whole number of
    /// 1,024ths.
    private(set) var unknownShares = 0

    package static let scoreBins = 24
    package static let unknownBins = 100
    /// Counted to the known features of each message: a short one is not new for one word.
    package static let knownAdded = 10
    /// A share is counted in whole numbers, so that sums do not depend on their order.
    package static let unknownSteps = 1 << 10

    /// Nothing counted yet.
    public init() {}

    /// How many templates were counted, each once in a window.
    public var templates: Int { scores.reduce(0, +) }

    /// The mean share of unknown features of templates, in 0...1; 0 without any.
    package var unknownShare: Double {
        Double(unknownShares) / Double(TrafficCounts.unknownSteps) / Double(max(1, templates))
    }

    /// - Parameter isRepeat: whether a message of the same template was counted before.
    package mutating func add(_ makeup: MessageMakeup, isRepeat: Bool) {
        messages += 1
        if isRepeat { return }
        unsure += makeup.action == .none ? 1 : 0
        scores[TrafficCounts.scoreBin(makeup.junkLogOdds)] += 1
        unknown[TrafficCounts.unknownBin(makeup)] += 1
        if makeup.features > 0 { unknownShares += makeup.unknownFeatures * TrafficCounts.unknownSteps / makeup.features }
    }

    @inline(__always)
    package static func unknownBin(_ makeup: MessageMakeup) -> Int {
        makeup.unknownFeatures * unknownBins / (makeup.features + knownAdded)
    }

    /// One in so many templates of training was *new*, from four thresholds on: a scheme in known
    /// words is seen at the first, one in another language at the last.
    private static let newOneIn = [50, 100, 200, 500]

    /// What a template of each bin of `unknown` counts among the new ones, in 0...1, if these are
    /// the counts of training: a quarter for each threshold that it is beyond.
    package var newness: [Double] {
        let all = unknown.reduce(0, +), thresholds = TrafficCounts.newOneIn
        var above = 0
        let fromTheEnd = unknown.reversed().map { count in
            above += count
            return Double(thresholds.count { $0 * above <= all }) / Double(thresholds.count)
        }
        return fromTheEnd.reversed()
    }

    /// The bin of a junk score; that of not a number is the lowest.
    private static func scoreBin(_ logOdds: Double) -> Int {
        let half = Double(scoreBins / 2)
        return logOdds > -half ? min(scoreBins - 1, Int((min(logOdds, half) + half).rounded(.down))) : 0
    }
}

// A histogram is short in JSON: its zeros at the end are left out.
extension TrafficCounts: Codable {
    private enum CodingKeys: String, CodingKey {
        case messages, unsure, scores, unknown, unknownShares
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(messages, forKey: .messages)
        try container.encode(unsure, forKey: .unsure)
        try container.encode(unknownShares, forKey: .unknownShares)
        for (key, counts) in [(CodingKeys.scores, scores), (.unknown, unknown)] {
            try container.encode(Array(counts[...(counts.lastIndex { $0 != 0 } ?? 0)]), forKey: key)
        }
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        // So small that sums and multiples of them cannot overflow.
        let possible = 0...1 << 40
        func decode(_ key: CodingKeys) throws -> Int {
            let found = try container.decode(Int.self, forKey: key)
            guard possible ~= found else {
                throw DecodingError.dataCorruptedError(
                    forKey: key, in: container, debugDescription: "expected a number of messages, found \(found)")
            }
            return found
        }
        func decode(_ counts: inout [Int], _ key: CodingKeys) throws {
            let found = try container.decode([Int].self, forKey: key)
            guard found.count <= counts.count, found.allSatisfy({ possible ~= $0 }) else {
                throw DecodingError.dataCorruptedError(
                    forKey: key, in: container, debugDescription: "expected at most \(counts.count) counts, found others")
            }
            for (i, count) in found.enumerated() { counts[i] = count }
        }
        (messages, unsure, unknownShares) = (try decode(.messages), try decode(.unsure), try decode(.unknownShares))
        try decode(&scores, .scores)
        try decode(&unknown, .unknown)
    }
}

/// Counts a stream of messages, each template once in a window of 2,000. Some 130 KiB, whatever
/// comes.
public struct TrafficCounter: Sendable {
    /// What was counted so far.
    public private(set) var counts = TrafficCounts()
    private var memory = TemplateMemory()

    /// Nothing counted yet.
    public init() {}

    /// Adds a message. Returns whether it repeats a template that came before.
    @discardableResult
    public mutating func add(_ makeup: MessageMakeup) -> Bool {
        let isRepeat = memory.isRepeat(makeup.template)
        counts.add(makeup, isRepeat: isRepeat)
        return isRepeat
    }

    /// Begins anew, as at the end of a day: counts and templates are forgotten.
    mutating func removeAll() {
        counts = TrafficCounts()
        memory.forget()
    }
}
