// Which messages say most about the others.

import SpamFilter
import Statistics
import Testing

@testable import CorpusStore

@Suite struct CoverageOrderTests {
    private func order(_ texts: [String], worth: [Double]? = nil, known: [String] = []) -> [Int] {
        CoverageOrder(
            texts.map { Message(body: $0) }, worth: worth ?? texts.map { _ in 1 }, known: known.map { Message(body: $0) }
        ).order().map(\.row)
    }

    private static let parcels = ["your parcel 17 is here", "your parcel 28 is here now", "a parcel is here for you"]

    @Test func theOneThatCoversMostIsFirst() {
        let texts = ["nothing alike"] + Self.parcels + ["qqq zzz"]
        let order = order(texts)
        #expect((1...3).contains(order[0]), "\(order)")
        // The other two parcels are nearly covered, so the two strangers come before them.
        #expect(Set(order[1...2]) == [0, 4] && Set(order) == Set(texts.indices), "\(order)")
    }

    @Test func whatIsLikeAKnownMessageWaits() {
        let texts = ["nothing alike"] + Self.parcels + ["qqq zzz"]
        #expect(Set(order(texts, known: ["your parcel 39 is here"])[..<2]) == [0, 4])
    }

    @Test func worthDecides() {
        #expect(order(["one thing", "qqq zzz", "vvv www"], worth: [0.2, 0.9, 0.5]) == [1, 2, 0])
        // Ties in the given order.
        #expect(order(["", "", ""]) == [0, 1, 2])
    }

    @Test func nothingAndEmptyTextsAreOrderedToo() {
        #expect(order([]).isEmpty)
        #expect(order([], known: ["abc"]).isEmpty)
        #expect(order(["", "", "abc"]).sorted() == [0, 1, 2])
    }

    /// The bounds save work and change nothing: as if every gain were looked at each time.
    @Test(arguments: 0..<20) func boundsChangeNothing(seed: UInt64) {
        var random = SplitMix(seed: seed)
        let words = (0..<12).map { "word\($0 * 37 % 101)x" }
        let texts = (0..<25).map { _ in (0..<4).map { _ in words[Int(random.next() % 12)] }.joined(separator: " ") }
        let worth = texts.map { _ in Double(random.next() % 100) / 100 }
        let messages = texts.map { Message(body: $0) }
        #expect(
            CoverageOrder(messages, worth: worth, known: []).order().map(\.row)
                == CoverageOrder(messages, worth: worth, known: []).plainOrder())
    }
}

extension CoverageOrder {
    /// The greedy order by its definition.
    fileprivate consuming func plainOrder() -> [Int] {
        var order: [Int] = []
        while order.count < count {
            let gains = (0..<count).map { order.contains($0) ? -1 : gain($0) }
            let best = gains.indices.max { (gains[$0], $1) < (gains[$1], $0) }!
            cover(by: best)
            order.append(best)
        }
        return order
    }
}
