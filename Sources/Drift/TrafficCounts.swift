// Drift: messages counted by their facts. Makeups in, histograms out; the sum of two counts is the
// counts of both.

import SpamFilter

/// Histograms of messages. Each template counts once in a window of 2,000 messages, but for
/// `messages` and `unknownOfAll`, which count all. Shapes and bins are the same in all values.
public struct TrafficCounts: Sendable, Hashable {
    /// How many messages were counted, repeats of templates included.
    public private(set) var messages = 0
    /// Templates by action, 5 in the order of `Action`; `none` is unsure.
    public private(set) var actions = [Int](repeating: 0, count: Action.allCases.count)
    /// Templates by junk log-odds, in 24 bins of one natural unit from -12 to 12, the outer ones
    /// open.
    public private(set) var scores = [Int](repeating: 0, count: scoreBins)
    /// Templates by their unknown features over all and 10 more, in 100 bins of equal width from 0
    /// to 1.
    public private(set) var unknown = [Int](repeating: 0, count: unknownBins)
    /// All messages in the bins of `unknown`.
    public private(set) var unknownOfAll = [Int](repeating: 0, count: unknownBins)
    /// Templates by the logarithm of the length to base 2, rounded down, in 12 bins. The first also
    /// has empty messages, the last all of 2,048 folded scalars and more.
    public private(set) var lengths = [Int](repeating: 0, count: lengthBins)
    /// Templates by script, 10 in the order of `WritingScript`.
    public private(set) var scripts = [Int](repeating: 0, count: WritingScript.allCases.count)
    /// Of the templates of each script, the sum of the shares of unknown features, each rounded
    /// down to a whole number of 1,024ths.
    public private(set) var unknownByScript = [Int](repeating: 0, count: WritingScript.allCases.count)
    /// Templates with neither link nor trick, with a link, with a trick, with both: 4.
    public private(set) var signals = [Int](repeating: 0, count: 4)
    /// Templates with each `HidingTrick`, 10 in the order of its cases; one may be in several.
    public private(set) var tricks = [Int](repeating: 0, count: HidingTrick.allCases.count)

    package static let scoreBins = 24
    package static let unknownBins = 100
    /// Counted to the known features of each message: a short one is not unfamiliar for one word.
    package static let knownAdded = 10
    package static let lengthBins = 12
    /// A share is counted in whole numbers, so that sums do not depend on their order.
    package static let unknownSteps = 1 << 10

    /// Nothing counted yet.
    public init() {}

    /// How many templates were counted, each once in a window.
    public var templates: Int { actions.reduce(0, +) }

    /// The mean share of unknown features of templates, in 0...1; 0 without any.
    public var unknownShare: Double {
        Double(unknownByScript.reduce(0, +)) / Double(TrafficCounts.unknownSteps) / Double(max(1, templates))
    }

    /// The same of one script; `nil` without messages.
    func unknownShare(_ script: WritingScript) -> Double? {
        let count = scripts[script.rawValue]
        return count > 0 ? Double(unknownByScript[script.rawValue]) / Double(TrafficCounts.unknownSteps) / Double(count) : nil
    }

    /// - Parameter isRepeat: whether a message of the same template was counted before.
    package mutating func add(_ makeup: MessageMakeup, isRepeat: Bool) {
        messages += 1
        let unknownBin = TrafficCounts.unknownBin(makeup.unknownFeatures, of: makeup.features)
        unknownOfAll[unknownBin] += 1
        if isRepeat { return }
        unknown[unknownBin] += 1
        actions[makeup.action.rawValue] += 1
        scores[TrafficCounts.scoreBin(makeup.junkLogOdds)] += 1
        lengths[min(TrafficCounts.lengthBins, Int.bitWidth - makeup.length.leadingZeroBitCount) - (makeup.length > 0 ? 1 : 0)] +=
            1
        let script = makeup.script.rawValue
        scripts[script] += 1
        if makeup.features > 0 {
            unknownByScript[script] += makeup.unknownFeatures * TrafficCounts.unknownSteps / makeup.features
        }
        signals[(makeup.hasLink ? 1 : 0) + (makeup.tricks != 0 ? 2 : 0)] += 1
        if makeup.tricks == 0 { return }
        for trick in tricks.indices where makeup.tricks >> UInt16(trick) & 1 != 0 { tricks[trick] += 1 }
    }

    @inline(__always)
    package static func unknownBin(_ unknown: Int, of features: Int) -> Int {
        unknown * unknownBins / (features + knownAdded)
    }

    /// The bin of a junk score; that of not a number is the lowest.
    private static func scoreBin(_ logOdds: Double) -> Int {
        let half = Double(scoreBins / 2)
        return logOdds > -half ? min(scoreBins - 1, Int((min(logOdds, half) + half).rounded(.down))) : 0
    }

    /// The counts that depend on verdicts and vocabulary alone.
    package var ofVerdicts: TrafficCounts {
        var counts = TrafficCounts()
        (counts.actions, counts.scores, counts.unknown) = (actions, scores, unknown)
        return counts
    }

    /// Adds the counts of other messages.
    public mutating func merge(_ other: TrafficCounts) {
        messages += other.messages
        func add(_ counts: inout [Int], _ others: [Int]) { for i in counts.indices { counts[i] += others[i] } }
        add(&actions, other.actions)
        add(&scores, other.scores)
        add(&unknown, other.unknown)
        add(&unknownOfAll, other.unknownOfAll)
        add(&lengths, other.lengths)
        add(&scripts, other.scripts)
        add(&unknownByScript, other.unknownByScript)
        add(&signals, other.signals)
        add(&tricks, other.tricks)
    }
}

// A histogram is short in JSON: its zeros at the end are left out.
extension TrafficCounts: Codable {
    private enum CodingKeys: String, CodingKey {
        case messages, actions, scores, unknown, unknownOfAll, lengths, scripts, unknownByScript, signals, tricks
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        func encode(_ counts: [Int], _ key: CodingKeys) throws {
            let used = (counts.lastIndex { $0 != 0 } ?? -1) + 1
            if used > 0 { try container.encode(Array(counts[..<used]), forKey: key) }
        }
        try container.encode(messages, forKey: .messages)
        try encode(actions, .actions)
        try encode(scores, .scores)
        try encode(unknown, .unknown)
        try encode(unknownOfAll, .unknownOfAll)
        try encode(lengths, .lengths)
        try encode(scripts, .scripts)
        try encode(unknownByScript, .unknownByScript)
        try encode(signals, .signals)
        try encode(tricks, .tricks)
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        func decode(_ counts: inout [Int], _ key: CodingKeys) throws {
            let found = try container.decodeIfPresent([Int].self, forKey: key) ?? []
            // So small that sums and multiples of them cannot overflow.
            guard found.count <= counts.count, found.allSatisfy({ 0...1 << 40 ~= $0 }) else {
                throw DecodingError.dataCorruptedError(
                    forKey: key, in: container, debugDescription: "expected at most \(counts.count) counts, found others")
            }
            for (i, count) in found.enumerated() { counts[i] = count }
        }
        messages = try container.decode(Int.self, forKey: .messages)
        guard 0...1 << 40 ~= messages else {
            throw DecodingError.dataCorruptedError(
                forKey: .messages, in: container, debugDescription: "expected a number of messages, found another")
        }
        try decode(&actions, .actions)
        try decode(&scores, .scores)
        try decode(&unknown, .unknown)
        try decode(&unknownOfAll, .unknownOfAll)
        try decode(&lengths, .lengths)
        try decode(&scripts, .scripts)
        try decode(&unknownByScript, .unknownByScript)
        try decode(&signals, .signals)
        try decode(&tricks, .tricks)
    }
}
