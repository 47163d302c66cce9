import Testing

@testable import SpamTraining

@Suite struct DoubtfulLabelsTests {
    /// A hundred junk messages from 0 to 9.9, a thousand wanted ones from -10 down, and some more.
    private func doubtful(_ more: [Double], found: Int) -> DoubtfulLabels? {
        let wanted = (0..<1000).map { -10 - Double($0) / 100 } + more
        let junk = (0..<100).map { Double($0) / 10 }
        return DoubtfulLabels(junk: junk, wanted: wanted, found: found) { kept in
            let highest = kept.map { wanted[$0] }.max()!
            return junk.count { $0 > highest }
        }
    }

    @Test func wantedMessagesAmongTheJunkAreCountedWithWhatTheyCost() throws {
        // Above 9.5 five of the junk are found, above 4 sixty.
        let found = try #require(doubtful([9.5, 7, 4], found: 5))
        #expect(found.count == 2 && found.foundWithout == 59)
    }

    @Test(arguments: [([], 100), ([4.9], 50), ([9.5], 99), ([-20], 100)] as [([Double], Int)])
    func nothingIsSaidWhereNothingWouldBeGained(more: [Double], found: Int) {
        #expect(doubtful(more, found: found) == nil)
    }

    /// Where the classes overlap, those above the median are the end of a tail.
    @Test func theTailOfTheWantedIsNoDoubt() {
        #expect(doubtful((0..<40).map { 6 - Double($0) / 8 }, found: 40) == nil)
    }

    @Test func withoutJunkThereIsNothingToCompareWith() {
        #expect(DoubtfulLabels(junk: [], wanted: [1, 2], found: 0) { _ in 0 } == nil)
    }
}
