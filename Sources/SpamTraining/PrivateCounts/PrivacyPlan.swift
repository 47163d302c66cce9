// Private counts: the plan, which all contributors and the collector share. Public counts in,
// features and bounds out. Nothing of it may depend on what is to be protected.

import Foundation
import SpamFilter
import Statistics

/// What contributors count, and how much one of them may move the sum. It is public.
///
/// The vector of a contributor has for each label the number of messages, and for each feature the
/// sum of its values times the feature's weight. Weights are
///
///     weight = sqrt(messages with the most frequent feature / messages with this one)
///
/// in the public counts, so that rare features get their share of the bound:
/// Benchmarks/decisions/private-counts.md.
public struct PrivacyPlan: Sendable, Equatable {
    /// How messages are read.
    public let settings: TokenizerSettings
    /// How the count of a feature becomes its value.
    public let weighting: FeatureWeighting
    /// The kind of noise. Gaussian noise bounds the L2 norm of a contributor's vector, Laplace
    /// noise the L1 norm.
    public let noise: IntegerNoise.Kind
    /// The labels that are counted apart: two or more, in order.
    public let labels: [Label]
    /// The name that all counts have as their source.
    public let source: String
    /// The most that a contributor's vector may have as its norm, in units.
    let clip: UInt64
    /// In ascending order.
    let features: [UInt64]
    /// Of every feature, in sixteenths.
    let weights: [UInt64]
    /// Tells plans apart: SHA-512 of all of the above, cut to 16 bytes.
    let name: [UInt8]
    /// The place of every feature.
    let placeOf: [UInt64: Int]

    /// How many features contributions count.
    public var featureCount: Int { features.count }
    /// The most that a contributor's vector may have as its norm, in the unit of values: a message
    /// has the L2 norm 1 without weights.
    public var clipValue: Double { Double(clip) / PrivateCountsLayout.unit }
    /// The bounds that a plan may have, in the unit of values: 1/256 to 1,024.
    public static let clipValues =
        Double(PrivateCountsLayout.clips.lowerBound) / PrivateCountsLayout.unit...Double(PrivateCountsLayout.clips.upperBound)
        / PrivateCountsLayout.unit

    public static func == (a: PrivacyPlan, b: PrivacyPlan) -> Bool { a.name == b.name }

    /// Numbers of the vector: for each label its messages, then its features.
    var dimension: Int { labels.count * stride }
    var stride: Int { features.count + 1 }

    /// A plan of the features that occur in most messages of public counts.
    ///
    /// - Parameters:
    ///   - noise: which distribution noise is drawn from.
    ///   - published: counts of messages that need no protection.
    ///   - most: how many to take at most, 1 to 2^20; of equally frequent ones the lower hash.
    ///   - labels: to count, two or more. A message of another label counts as its action, else as
    ///     `allow` if it is no junk, if these are among them.
    ///   - clip: the bound of one contributor, in `clipValues`.
    ///   - source: the name that models give the counts, 1 to 256 bytes of UTF-8.
    /// - Throws: `PrivateCountsError` where one of these is out of range, for public counts without
    ///   a feature, and as `file` for counts of other settings.
    /// - Complexity: O(features of the counts x log).
    public init(
        _ published: [CountsView], features most: Int, labels: [Label], clip: Double, noise: IntegerNoise.Kind,
        source: String = "contributors"
    ) throws(PrivateCountsError) {
        guard 1...Int(PrivateCountsLayout.mostFeatures) ~= most else {
            throw .tooManyFeatures(asked: most, most: Int(PrivateCountsLayout.mostFeatures))
        }
        guard PrivacyPlan.clipValues.contains(clip) else { throw .clip(asked: clip, allowed: PrivacyPlan.clipValues) }
        guard Set(labels).count > 1 else { throw .tooFewLabels(found: Set(labels).count) }
        guard 1...CountsLayout.longestSource ~= source.utf8.count else {
            throw .source(bytes: source.utf8.count, most: CountsLayout.longestSource)
        }
        guard let first = published.first else { throw .noPublicFeatures }
        for view in published where view.settings != first.settings || view.weighting != first.weighting {
            throw .file(.otherSettings)
        }
        let frequent = try PrivacyPlan.mostFrequent(most, of: published)
        guard let top = frequent.lazy.map(\.messages).max() else { throw .noPublicFeatures }
        let weights = frequent.map { feature in
            let weight = (PrivateCountsLayout.weightUnit * (Double(top) / Double(feature.messages)).squareRoot()).rounded()
            return min(max(UInt64(weight), PrivateCountsLayout.weights.lowerBound), PrivateCountsLayout.weights.upperBound)
        }
        self.init(
            first.settings, first.weighting, noise, LabelSet(labels), source,
            clip: UInt64((clip * PrivateCountsLayout.unit).rounded(.down)), features: frequent.map(\.feature), weights: weights)
    }

    private static func mostFrequent(
        _ most: Int, of published: [CountsView]
    ) throws(PrivateCountsError) -> [(feature: UInt64, messages: UInt64)] {
        var messagesOf: [UInt64: UInt64] = [:]
        do throws(CountsError) {
            for cell in published.lazy.flatMap(\.cells) {
                var features = cell.features
                while let (feature, tally) = try features.next() { messagesOf[feature, default: 0] &+= tally.messages }
            }
        } catch {
            throw .file(error)
        }
        let ordered = messagesOf.sorted { $0.value != $1.value ? $0.value > $1.value : $0.key < $1.key }
        return ordered.prefix(most).sorted { $0.key < $1.key }.map { (feature: $0.key, messages: $0.value) }
    }

    private init(
        _ settings: TokenizerSettings, _ weighting: FeatureWeighting, _ noise: IntegerNoise.Kind, _ labels: LabelSet,
        _ source: String, clip: UInt64, features: [UInt64], weights: [UInt64]
    ) {
        (self.settings, self.weighting, self.noise, self.source) = (settings, weighting, noise, source)
        (self.clip, self.features, self.weights) = (clip, features, weights)
        placeOf = Dictionary(uniqueKeysWithValues: features.enumerated().map { ($1, $0) })
        self.labels = labels.labels
        var bytes = CountsHead.bytes(settings, weighting, version: CountsLayout.privateVersion)
        bytes += PrivacyPlan.body(noise, labels, source, clip: clip, features, weights)
        name = PrivacyPlan.name(of: bytes)
    }

    /// The place in the vector of what a message counts as: its label, else its action, else
    /// `allow` if it is no junk; `nil` if none of these is counted.
    func start(of label: Label) -> Int? {
        let others = label.action == .junk ? [] : [Label.allow]
        let counted = ([label, Label(label.action)].compactMap { $0 } + others).first(where: labels.contains)
        return counted.flatMap(labels.firstIndex).map { $0 * stride }
    }

    /// Whether messages of a label are counted, as this label or another.
    public func counts(_ label: Label) -> Bool { start(of: label) != nil }

    /// Which contributor it is, for this plan: nothing that can be read, but who guesses the name
    /// can check it. A name that is written in two ways of Unicode is one (normalization form C).
    func contributor(_ name: String) throws(PrivateCountsError) -> [UInt8] {
        guard !name.isEmpty else { throw .contributorName }
        return PrivacyPlan.name(of: self.name + Array(name.precomposedStringWithCanonicalMapping.utf8))
    }

    private static func name(of bytes: [UInt8]) -> [UInt8] {
        let digest = bytes.withUnsafeBytes { SHA512.of($0) }
        return (0..<PrivateCountsLayout.nameSize).map { digest[$0] }
    }
}

/// Reading and writing.
extension PrivacyPlan {
    /// The bytes of its file.
    public var bytes: [UInt8] {
        var bytes = CountsHead.bytes(settings, weighting, version: CountsLayout.privateVersion) + body
        CountsHead.seal(&bytes, number: PrivateCountsLayout.Kind.plan.rawValue)
        return bytes
    }

    /// What files of plans and releases hold behind the head.
    var body: [UInt8] { PrivacyPlan.body(noise, LabelSet(labels), source, clip: clip, features, weights) }

    private static func body(
        _ noise: IntegerNoise.Kind, _ labels: LabelSet, _ source: String, clip: UInt64, _ features: [UInt64], _ weights: [UInt64]
    ) -> [UInt8] {
        typealias Plan = PrivateCountsLayout.Plan
        var bytes = [UInt8](repeating: 0, count: Plan.size)
        bytes[Plan.noise] = noise.rawValue
        bytes.put(labels.rawValue, at: Plan.labels)
        bytes.put(UInt32(source.utf8.count), at: Plan.sourceLength)
        bytes.put(clip, at: Plan.clip)
        bytes.put(UInt64(features.count), at: Plan.featureCount)
        bytes += Array(source.utf8)
        var previous: UInt64 = 0
        for (feature, weight) in zip(features, weights) {
            bytes.appendVarint(feature &- previous)
            bytes.appendVarint(weight)
            previous = feature
        }
        return bytes
    }

    /// Reads the file of a plan. Any bytes give an error or a plan.
    ///
    /// - Throws: `PrivateCountsError.file` and `otherFile`.
    public init(_ bytes: UnsafeRawBufferPointer) throws(PrivateCountsError) {
        let file = try PrivateCountsFile(bytes, .plan)
        do throws(CountsError) {
            var cursor = file.cursor
            self = try PrivacyPlan(file.head, &cursor)
            try cursor.finish("the plan")
        } catch {
            throw .file(error)
        }
    }

    init(_ head: CountsHead, _ cursor: inout CountsCursor) throws(CountsError) {
        typealias Plan = PrivateCountsLayout.Plan
        let start = cursor.at, fixed = try cursor.bytes(Plan.size)
        func invalid(_ offset: Int, _ expected: String) -> CountsError { .invalid(atByte: start + offset, expected: expected) }
        guard let noise = IntegerNoise.Kind(rawValue: fixed[Plan.noise]) else { throw invalid(Plan.noise, "a kind of noise") }
        guard fixed[Plan.reserved] == 0 else { throw invalid(Plan.reserved, "a zero byte") }
        let labels = LabelSet(rawValue: fixed.number(at: Plan.labels, UInt16.self))
        guard labels.count > 1 else { throw invalid(Plan.labels, "two labels or more") }
        let sourceLength = Int(fixed.number(at: Plan.sourceLength, UInt32.self))
        let clip = fixed.number(at: Plan.clip, UInt64.self), count = fixed.number(at: Plan.featureCount, UInt64.self)
        guard 1...CountsLayout.longestSource ~= sourceLength else { throw invalid(Plan.sourceLength, "the length of a source") }
        guard PrivateCountsLayout.clips.contains(clip) else { throw invalid(Plan.clip, "a bound of one contributor") }
        guard 1...PrivateCountsLayout.mostFeatures ~= count else { throw invalid(Plan.featureCount, "a number of features") }
        guard let source = String(validating: try cursor.bytes(sourceLength), as: UTF8.self) else {
            throw invalid(Plan.size, "a source in UTF-8")
        }
        var features: [UInt64] = [], weights: [UInt64] = []
        for _ in 0..<count {
            let at = cursor.at, gap = try cursor.varint(), weight = try cursor.varint()
            let (feature, wraps) = (features.last ?? 0).addingReportingOverflow(gap)
            guard !wraps, features.isEmpty || gap > 0 else { throw .invalid(atByte: at, expected: "features in ascending order") }
            guard PrivateCountsLayout.weights.contains(weight) else { throw .invalid(atByte: at, expected: "a feature's weight") }
            features.append(feature)
            weights.append(weight)
        }
        self.init(head.settings, head.weighting, noise, labels, source, clip: clip, features: features, weights: weights)
    }
}
