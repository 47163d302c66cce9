// Plans, contributions and releases in memory, for tests.

import Corpus
import SpamFilter
import Statistics
import TrainingFixtures

@testable import SpamTraining

enum PrivateCounts {
    /// Of the invented messages, as if they were public.
    static func plan(
        features: Int = 64, labels: [Label] = [.allow, .junk], clip: Double = 4, noise: IntegerNoise.Kind = .discreteGaussian
    ) throws -> PrivacyPlan {
        try withCounts([counts(InventedMessages.many)]) {
            try PrivacyPlan($0, features: features, labels: labels, clip: clip, noise: noise)
        }
    }

    /// What a contributor sends of some of the invented messages.
    static func contribution(_ plan: PrivacyPlan, _ name: String, messages: Range<Int> = 0..<5) throws -> Contributions {
        var run = try ContributionRun(plan, contributor: name)
        for i in messages { run.add(InventedMessages.many[i % InventedMessages.many.count]) }
        return run.finish()
    }

    static func sum(_ parts: [Contributions]) throws -> Contributions {
        var sum = ContributionSum(parts[0].plan)
        for part in parts { try sum.add(part) }
        return try sum.finish()
    }

    /// Of many contributors of five messages each.
    static func sum(_ plan: PrivacyPlan, contributors: Int) throws -> Contributions {
        try sum((0..<contributors).map { try contribution(plan, "phone \($0)", messages: 5 * $0..<5 * $0 + 5) })
    }

    static func release(_ sum: Contributions, epsilon: Double = 8, delta: Double = 1e-6, seed: UInt64 = 1) throws
        -> PrivateRelease
    {
        var generator = SplitMix(seed: seed)
        return try PrivateRelease(sum, bound: PrivacyBound(epsilon: epsilon, delta: delta), using: &generator)
    }
}

extension Contributions {
    init(_ bytes: [UInt8], to plan: PrivacyPlan) throws(PrivateCountsError) {
        self = try opened(bytes) { bytes throws(PrivateCountsError) in try Contributions(bytes, to: plan) }
    }

    /// The norm that its plan bounds, in the unit of values.
    var norm: Double {
        let values = values.map { Double($0) / PrivateCountsLayout.unit }
        return plan.noise == .discreteLaplace
            ? values.reduce(0, +) : values.reduce(0) { $0 + $1 * $1 }.squareRoot()
    }
}

extension PrivateRelease {
    init(_ bytes: [UInt8]) throws(PrivateCountsError) {
        self = try opened(bytes) { bytes throws(PrivateCountsError) in try PrivateRelease(bytes) }
    }
}

extension PrivacyPlan {
    init(_ bytes: [UInt8]) throws(PrivateCountsError) {
        self = try opened(bytes) { bytes throws(PrivateCountsError) in try PrivacyPlan(bytes) }
    }
}

private func opened<R>(
    _ bytes: [UInt8], _ open: (UnsafeRawBufferPointer) throws(PrivateCountsError) -> R
) throws(PrivateCountsError) -> R {
    // Of exactly this size, so that a read behind the end is found.
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 1)
    defer { buffer.deallocate() }
    buffer.copyBytes(from: bytes)
    return try open(UnsafeRawBufferPointer(buffer))
}
