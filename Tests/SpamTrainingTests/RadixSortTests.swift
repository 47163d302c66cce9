// Radix sort, against the standard library's sort.

import SpamEvaluation
import Statistics
import Testing

@testable import SpamTraining

@Suite struct RadixSortTests {
    /// Few different keys, which show that the sort is stable, and many, which use all digits.
    @Test(arguments: [3, 5000, UInt64(UInt32.max) + 1] as [UInt64])
    func equalKeysStayInOrder(numbers: UInt64) {
        var random = SplitMix(seed: 9)
        let keys = (0..<3000).map { _ in UInt32(random.next() % numbers) }
        let indices = (0..<3000 as Range<UInt32>).reversed().filter { $0 % 7 != 0 }
        var sort = RadixSort(indices)
        sort.sort { keys[$0] }
        let places = Dictionary(uniqueKeysWithValues: indices.enumerated().map { ($1, $0) })
        #expect(
            sort.indices == indices.sorted { (keys[Int($0)], places[$0]!) < (keys[Int($1)], places[$1]!) })
    }

    @Test func nothingIsSorted() {
        var sort = RadixSort([])
        sort.sort { _ in 0 }
        #expect(sort.indices.isEmpty)
    }

    /// Numbers of both signs, equal ones among them, and the ends of the range.
    @Test func descendingIsTheOrderOfTheStandardLibrary() {
        var random = SplitMix(seed: 10)
        var numbers = (0..<2000).map { _ in (Double(random.next() % 401) - 200) / 40 }
        numbers += [0, -0.0, .infinity, -.infinity, .leastNonzeroMagnitude, -.leastNonzeroMagnitude, 0, -0.0, 1e300, -1e300]
        numbers.shuffle(using: &random)
        #expect(RadixSort.descending(numbers) == numbers.indices.sorted { (numbers[$1], $0) < (numbers[$0], $1) })
        #expect(RadixSort.descending([]).isEmpty)
    }
}
