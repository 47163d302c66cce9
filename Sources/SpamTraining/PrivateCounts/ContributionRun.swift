// Private counts: labelled messages of one contributor in, a contribution out. It is bounded, but
// has no noise: keep it as you keep the messages.

import Corpus
import SpamFilter

/// Counts the messages of one contributor by a plan.
///
/// ```swift
/// var run = try ContributionRun(plan, contributor: "branch 7")
/// for message in messages { run.add(message) }
/// let bytes = run.finish().bytes
/// ```
public struct ContributionRun: ~Copyable {
    private let plan: PrivacyPlan
    private let contributor: [UInt8]
    private var reader: MessageReader
    private var counter = FeatureCounter()
    private var values: [UInt64]

    /// A count of one contributor, without messages.
    ///
    /// - Parameter plan: the public plan.
    /// - Parameter contributor: a name that no other contributor has, and the same in all files of
    ///   this one.
    /// - Throws: `PrivateCountsError.contributorName` for an empty name.
    public init(_ plan: PrivacyPlan, contributor: String) throws(PrivateCountsError) {
        self.plan = plan
        self.contributor = try plan.contributor(contributor)
        reader = MessageReader(plan.settings)
        values = Array(repeating: 0, count: plan.dimension)
    }

    /// Counts one message. Returns `false` if the plan counts no such label.
    @discardableResult
    public mutating func add(_ row: LabeledMessage) -> Bool {
        guard let start = plan.start(of: row.label) else { return false }
        counter.startMessage()
        reader.read(row.message, into: &counter)
        let norm = Float(featureNorm(plan.weighting, counter.total))
        add(PrivateCountsLayout.messageUnits, at: start)
        for i in counter.features.indices {
            guard let place = plan.placeOf[counter.features[i]] else { continue }
            let value = FeatureSums.units(Float(UInt8(clamping: counter.counts[i])) * norm)
            add(UInt64(value) * plan.weights[place], at: start + 1 + place)
        }
        return true
    }

    /// What is too large anyway counts as less.
    private mutating func add(_ units: UInt64, at place: Int) {
        values[place] = min(values[place] + units, PrivateCountsLayout.mostBeforeClip)
    }

    /// The contribution, within the plan's bound.
    public consuming func finish() -> Contributions {
        Contributions(plan: plan, contributors: [contributor], values: plan.clipped(values).map(Int64.init))
    }
}

extension PrivacyPlan {
    /// The vector, made shorter if its norm is above the bound: every number times bound / norm,
    /// rounded down. In whole numbers, so that no rounding lets a norm pass the bound.
    ///
    /// - Parameter values: each at most `PrivateCountsLayout.mostBeforeClip`.
    func clipped(_ values: [UInt64]) -> [UInt64] {
        let norm: UInt128
        switch noise {
        case .discreteLaplace: norm = values.reduce(0) { $0 + UInt128($1) }
        case .discreteGaussian: norm = values.reduce(0) { $0 + UInt128($1) * UInt128($1) }.rootAbove
        }
        guard norm > UInt128(clip) else { return values }
        return values.map { UInt64(UInt128($0) * UInt128(clip) / norm) }
    }

    /// Whether the vectors of so many contributors can have this sum.
    func isWithinBound(_ sum: some Sequence<Int64>, contributors: Int) -> Bool {
        let bound = UInt128(clip) * UInt128(contributors)
        var total: UInt128 = 0
        for value in sum {
            guard value >= 0, UInt128(value) <= bound else { return false }
            let more = noise == .discreteLaplace ? UInt128(value) : UInt128(value) * UInt128(value)
            let (next, overflows) = total.addingReportingOverflow(more)
            guard !overflows else { return false }
            total = next
        }
        return total <= (noise == .discreteLaplace ? bound : bound * bound)
    }
}

extension UInt128 {
    /// The least whole number whose square is not below this one.
    fileprivate var rootAbove: UInt128 {
        // Newton's steps in whole numbers, from above; Double is right to 53 bits.
        guard self > 1 else { return self }
        var root = UInt128(Double(self).squareRoot() * (1 + 1e-15)) + 1
        while true {
            let next = (root + self / root) / 2
            guard next < root else { break }
            root = next
        }
        return root * root < self ? root + 1 : root
    }
}
