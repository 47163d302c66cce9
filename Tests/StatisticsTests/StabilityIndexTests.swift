// The population stability index against other programs, and at its edges.

import Foundation
import Testing

@testable import Statistics

@Suite struct StabilityIndexTests {
    struct Reference: Sendable {
        let expected, found: [Double]
        let frouros, scipy, standardError: Double
    }

    static let references: [Reference] = {
        let file = Bundle.module.url(forResource: "stability", withExtension: "csv", subdirectory: "Reference")!
        return try! String(contentsOf: file, encoding: .utf8).split(separator: "\n").dropFirst().map { line in
            let fields = line.split(separator: ",")
            func counts(_ field: Substring) -> [Double] { field.split(separator: " ").map { Double($0)! } }
            return Reference(
                expected: counts(fields[0]), found: counts(fields[1]), frouros: Double(fields[2])!, scipy: Double(fields[3])!,
                standardError: Double(fields[4])!)
        }
    }()

    private func compared(_ expected: [Double], _ found: [Double], leastShare: Double = 0) -> StabilityIndex? {
        StabilityIndex(
            expected: expected, found: found, expectedSize: expected.reduce(0, +), foundSize: found.reduce(0, +),
            leastShare: leastShare)
    }

    @Test(arguments: references)
    func indexesAreThoseOfOtherPrograms(reference: Reference) throws {
        let index = try #require(compared(reference.expected, reference.found))
        #expect(abs(index.value - reference.frouros) < 1e-12 && abs(index.value - reference.scipy) < 1e-12)
    }

    /// The delta method is right to a few per cent where the index is not near 0.
    @Test(arguments: references.filter { $0.frouros > 0.05 && !$0.found.contains(0) })
    func standardErrorsAreThoseOfDraws(reference: Reference) throws {
        let index = try #require(compared(reference.expected, reference.found))
        #expect(abs(index.standardError / reference.standardError - 1) < 0.06, "\(index) \(reference.standardError)")
    }

    @Test func equalHistogramsHaveAnIndexOfZero() throws {
        let index = try #require(compared([10, 20, 30], [10, 20, 30]))
        #expect(index.value == 0 && index.interval(3).lower == 0)
    }

    @Test func binsThatAreNearlyEmptyArePutTogether() throws {
        let whole = try #require(compared([100, 1, 0, 1, 100], [100, 0, 1, 1, 100], leastShare: 0.02))
        let together = try #require(compared([100, 102], [100, 102], leastShare: 0.02))
        #expect(whole == together)
    }

    @Test func emptyHistogramsHaveNoIndex() {
        #expect(compared([0, 0], [1, 2]) == nil && compared([1, 2], [0, 0]) == nil)
    }

    /// As many draws as the histograms are worth make an interval of their width.
    @Test func fewerDrawsMakeALongerInterval() throws {
        let (expected, found) = ([100.0, 200, 100], [200.0, 100, 100])
        let many = try #require(compared(expected, found))
        let few = try #require(StabilityIndex(expected: expected, found: found, expectedSize: 40, foundSize: 40, leastShare: 0))
        #expect(few.standardError > 2 * many.standardError && few.bias > many.bias)
    }
}
