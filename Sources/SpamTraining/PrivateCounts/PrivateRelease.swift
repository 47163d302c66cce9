// Private counts: the sum of contributions with noise, which may be given away. Contributions and a
// promise in; counts and the record of the promise out.

import SpamFilter
import Statistics

/// Counts with noise, and what they promise to every contributor.
public struct PrivateRelease: Sendable, Equatable {
    /// One drawing of noise.
    struct Record: Sendable, Equatable {
        /// Random, so that no release is added to itself.
        let name: [UInt8]
        let noise: IntegerNoise
        /// What was asked for, which the noise keeps.
        let bound: PrivacyBound
    }

    let plan: PrivacyPlan
    /// In ascending order of their names: one, or those of releases that were added up.
    let records: [Record]
    /// For each label the messages, then the features, in units. Any sign.
    let values: [Int64]

    init(plan: PrivacyPlan, records: [Record], values: [Int64]) {
        (self.plan, self.records, self.values) = (plan, records, values)
    }

    /// Draws noise for all numbers of a sum, and adds it. Each call makes another release of the
    /// same people: all of them together promise less.
    ///
    /// - Parameters:
    ///   - sum: of all contributors at once.
    ///   - bound: to keep for one contributor's whole vector, there or not there. Its delta is 0
    ///     for Laplace noise.
    ///   - generator: the system's. Whoever knows the seed of another one can take the noise away.
    /// - Throws: `PrivateCountsError.epsilon`, `delta` and `tooMuchNoise`.
    /// - Complexity: O(numbers of the plan), some microseconds each.
    public init(
        _ sum: Contributions, bound: PrivacyBound, using generator: inout some RandomNumberGenerator
    ) throws(PrivateCountsError) {
        let plan = sum.plan
        guard PrivacyBound.epsilons.contains(bound.epsilon) else {
            throw .epsilon(asked: bound.epsilon, allowed: PrivacyBound.epsilons)
        }
        let isPure = plan.noise == .discreteLaplace
        guard isPure ? bound.delta == 0 : PrivacyBound.deltas.contains(bound.delta) else {
            throw .delta(asked: bound.delta, allowed: PrivacyBound.deltas, expectsNone: isPure)
        }
        guard let noise = PrivacyAccountant.noise(plan.noise, for: bound, sensitivity: plan.clip) else { throw .tooMuchNoise }
        var name: [UInt8] = []
        while name.count < PrivateCountsLayout.nameSize { name.appendWord(generator.next()) }
        // A sum has at most 62 bits, noise in practice 54.
        self.init(
            plan: plan, records: [Record(name: name, noise: noise, bound: bound)],
            values: sum.values.map { $0 + noise.draw(using: &generator) })
    }

    /// Adds releases up. The promise is that of all of them to somebody who is in each.
    ///
    /// - Throws: `noContributions`, `otherPlan`, `releaseTwice`, `tooManyReleases`, `tooLarge`.
    public init(adding parts: [PrivateRelease]) throws(PrivateCountsError) {
        guard let plan = parts.first?.plan else { throw .noContributions }
        var values = [Int64](repeating: 0, count: plan.dimension)
        var names: Set<[UInt8]> = [], records: [Record] = []
        for part in parts {
            guard part.plan == plan else { throw .otherPlan }
            for record in part.records where !names.insert(record.name).inserted { throw .releaseTwice }
            records += part.records
            for i in values.indices {
                let (sum, overflows) = values[i].addingReportingOverflow(part.values[i])
                guard !overflows else { throw .tooLarge }
                values[i] = sum
            }
        }
        guard records.count <= PrivateCountsLayout.mostReleases else {
            throw .tooManyReleases(most: Int(PrivateCountsLayout.mostReleases))
        }
        self.init(plan: plan, records: records.sorted { $0.name.lexicographicallyPrecedes($1.name) }, values: values)
    }

    /// The standard deviation of the noise of every number, in units.
    var noiseDeviation: Double {
        records.reduce(0) { $0 + $1.noise.standardDeviation * $1.noise.standardDeviation }.squareRoot()
    }

    /// The labels of the plan.
    public var labels: [Label] { plan.labels }

    /// How many messages were counted, with noise, by the plan's one source. Each label has 1 at
    /// least.
    public var messagesOfSource: [String: Int] {
        [plan.source: plan.labels.indices.reduce(0) { $0 + messages(ofLabel: $1) }]
    }

    /// With noise, 1 or more. Clipping makes them fewer than there were.
    func messages(ofLabel place: Int) -> Int {
        let messages = Double(values[place * plan.stride]) / Double(PrivateCountsLayout.messageUnits)
        return Int(min(max(messages.rounded(), 1), Double(CountsLayout.mostMessages)))
    }

    /// What holds for a contributor of all releases in it: for one release the bound that was asked
    /// for, for several the least epsilon that is known for the largest delta of them.
    public var guarantee: PrivacyGuarantee {
        var accountant = PrivacyAccountant()
        for record in records { accountant.add(record.noise, sensitivity: plan.clip) }
        let delta = records.lazy.map(\.bound.delta).max() ?? 0
        return PrivacyGuarantee(
            epsilon: records.count == 1 ? records[0].bound.epsilon : accountant.epsilon(delta: delta), delta: delta,
            mechanism: plan.noise == .discreteLaplace ? .discreteLaplace : .discreteGaussian,
            noise: noiseDeviation / PrivateCountsLayout.unit, clip: plan.clipValue, releases: records.count,
            features: plan.featureCount)
    }
}

/// Reading and writing.
extension PrivateRelease {
    /// The bytes of its file.
    public var bytes: [UInt8] {
        var bytes = CountsHead.bytes(plan.settings, plan.weighting, version: CountsLayout.privateVersion) + plan.body
        bytes.appendWord(UInt64(records.count))
        for record in records {
            bytes += record.name
            bytes.appendWord(record.noise.scale)
            bytes.appendWord(record.bound.epsilon.bitPattern)
            bytes.appendWord(record.bound.delta.bitPattern)
        }
        for value in values { bytes.appendVarint(UInt64(bitPattern: value << 1 ^ value >> 63)) }
        CountsHead.seal(&bytes, number: PrivateCountsLayout.Kind.release.rawValue)
        return bytes
    }

    /// Reads the file of a release. Any bytes give an error, or counts whose noise keeps what they
    /// promise.
    ///
    /// - Throws: `PrivateCountsError.file` and `otherFile`.
    public init(_ bytes: UnsafeRawBufferPointer) throws(PrivateCountsError) {
        let file = try PrivateCountsFile(bytes, .release)
        var cursor = file.cursor
        do throws(CountsError) {
            plan = try PrivacyPlan(file.head, &cursor)
            records = try PrivateRelease.records(&cursor, plan)
            var values: [Int64] = []
            for _ in 0..<plan.dimension {
                let number = try cursor.varint()
                values.append(Int64(bitPattern: number >> 1) ^ -Int64(bitPattern: number & 1))
            }
            self.values = values
            try cursor.finish("the release")
        } catch {
            throw .file(error)
        }
    }

    private static func records(_ cursor: inout CountsCursor, _ plan: PrivacyPlan) throws(CountsError) -> [Record] {
        let start = cursor.at, count = try cursor.word()
        guard 1...PrivateCountsLayout.mostReleases ~= count else {
            throw .invalid(atByte: start, expected: "a number of releases")
        }
        var records: [Record] = []
        for _ in 0..<count {
            let at = cursor.at, name = Array(try cursor.bytes(PrivateCountsLayout.nameSize)), scale = try cursor.word()
            let bound = PrivacyBound(
                epsilon: Double(bitPattern: try cursor.word()), delta: Double(bitPattern: try cursor.word()))
            if let last = records.last, !last.name.lexicographicallyPrecedes(name) {
                throw .invalid(atByte: at, expected: "releases in ascending order")
            }
            guard IntegerNoise.scales.contains(scale), PrivacyBound.epsilons.contains(bound.epsilon),
                plan.noise == .discreteLaplace ? bound.delta.bitPattern == 0 : PrivacyBound.deltas.contains(bound.delta)
            else { throw .invalid(atByte: at, expected: "a scale of noise, an epsilon and a delta") }
            let noise = IntegerNoise(plan.noise, scale: scale)
            var accountant = PrivacyAccountant()
            accountant.add(noise, sensitivity: plan.clip)
            guard accountant.keeps(bound) else {
                throw .invalid(atByte: at, expected: "noise that keeps the epsilon and the delta")
            }
            records.append(Record(name: name, noise: noise, bound: bound))
        }
        return records
    }
}
