// The rank test of upper tails against draws by another program, and at its edges.

import Foundation
import Testing

@testable import Statistics

@Suite struct TailRankTestTests {
    struct Reference: Sendable {
        let expected, found: [Int]
        let tail, z, ratio, lower, upper: Double
    }

    static let references: [Reference] = {
        let file = Bundle.module.url(forResource: "tailrank", withExtension: "csv", subdirectory: "Reference")!
        return try! String(contentsOf: file, encoding: .utf8).split(separator: "\n").dropFirst().map { line in
            let fields = line.split(separator: ",")
            func counts(_ field: Substring) -> [Int] { field.split(separator: " ").map { Int($0)! } }
            let numbers = fields[2...].map { Double($0)! }
            return Reference(
                expected: counts(fields[0]), found: counts(fields[1]), tail: numbers[0], z: numbers[1], ratio: numbers[2],
                lower: numbers[3], upper: numbers[4])
        }
    }()

    private func test(_ expected: [Int], _ found: [Int], tail: Double = 0.01, clumping: Double = 0) throws -> TailRankTest {
        try #require(TailRankTest(expected: expected, found: found, tail: tail, clumping: clumping))
    }

    /// The sum takes few values, so that drawn quantiles are right to a hundredth.
    @Test(arguments: references)
    func rangesAreThoseOfDraws(reference: Reference) throws {
        let test = try test(reference.expected, reference.found, tail: reference.tail)
        #expect(abs(test.ratio - reference.ratio) < 1e-9)
        let range = test.range(reference.z)
        #expect(abs(range.lower - reference.lower) < 0.01 * reference.ratio, "\(range) \(reference)")
        #expect(abs(range.upper - reference.upper) < 0.01 * reference.ratio, "\(range) \(reference)")
    }

    @Test func equalSharesHaveARatioOfOne() throws {
        let test = try test([900, 90, 10], [1800, 180, 20])
        #expect(abs(test.ratio - 1) < 1e-12)
        let range = test.range(2)
        #expect(range.lower < 1 && range.upper > 1)
    }

    /// What lies below the tail may change as it likes.
    @Test func theLowEndHasLittleWeight() throws {
        let low = try test([700, 250, 40, 10], [250, 700, 40, 10], tail: 0.001)
        let high = try test([700, 250, 40, 10], [700, 210, 40, 50], tail: 0.001)
        #expect(low.ratio < 1.3 && high.ratio > 1.5)
    }

    @Test func rangesAreWiderAtAHigherLevelAndWithClumps() throws {
        let (expected, found) = ([900, 80, 15, 4, 1], [850, 100, 30, 15, 5])
        let usual = try test(expected, found).range(2), sure = try test(expected, found).range(4)
        let clumped = try test(expected, found, clumping: 0.01).range(2)
        for range in [sure, clumped] { #expect(range.lower < usual.lower && range.upper > usual.upper) }
    }

    @Test(arguments: [([0, 0], [1, 2]), ([1, 2], [0, 0]), ([], [])])
    func emptyHistogramsHaveNoRatio(expected: [Int], found: [Int]) {
        #expect(TailRankTest(expected: expected, found: found, tail: 0.01, clumping: 0) == nil)
    }

    /// Also where all values are equal, a sample is one value, or counts are as large as a card may
    /// hold.
    @Test(arguments: [([5, 0], [7, 0]), ([0, 1], [1, 0]), ([1 << 40, 1], [1, 1 << 40]), ([3], [1])])
    func rangesAreFinite(expected: [Int], found: [Int]) throws {
        let test = try test(expected, found)
        for z in [0.5, 3, 7.6] {
            let range = test.range(z)
            #expect(
                range.lower.isFinite && range.upper.isFinite && range.lower <= test.ratio && test.ratio <= range.upper, "\(range)"
            )
        }
    }

    /// So few independent values can be as far apart as they like.
    @Test(arguments: [0.15, 0.5, 1.0])
    func clumpsThatAreNearlyAllOneTellNothing(clumping: Double) throws {
        let expected = (0..<100).map { $0 < 80 ? 50 : 96 / ($0 - 76) }
        let test = try test(expected, (0..<100).map { $0 == 99 ? 2000 : 0 }, tail: 0.006, clumping: clumping)
        for z in [1.5, 3, 7.6] {
            let range = test.range(z)
            #expect(range.lower <= test.ratio && range.upper.isFinite && range.upper >= test.ratio, "\(range)")
            if z > 7 { #expect(range.lower <= 1, "\(range)") }
        }
    }

    /// k values that are always alike tell as much as one: (k - 1) / N.
    @Test(arguments: [1, 2, 5])
    func clumpingIsThatOfCopies(k: Int) {
        var random = SplitMix(seed: 1)
        let groups = (0..<400).map { (group: UInt64($0), bin: Int(random.next() % 20)) }
        let values = groups.flatMap { Array(repeating: $0, count: k) }
        let expected = Double(k - 1) / Double(values.count)
        for order in [values, values.reversed(), values.shuffled(using: &random)] {
            let found = TailRankTest.clumping(order, bins: 20, tail: 0.1)
            #expect(abs(found - expected) < 1e-9)
        }
    }

    @Test func valuesOfOneBinDoNotClump() {
        #expect(TailRankTest.clumping([(group: 1, bin: 3), (group: 1, bin: 3)], bins: 5, tail: 0.1) == 0)
        #expect(TailRankTest.clumping([] as [(group: UInt64, bin: Int)], bins: 5, tail: 0.1) == 0)
    }
}
