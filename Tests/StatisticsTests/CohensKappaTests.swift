// Agreement beyond chance.

import Statistics
import Testing

@Suite struct CohensKappaTests {
    /// Of 50 proposals, two readers say yes to 20 and no to 15 alike: the example of most
    /// textbooks.
    @Test func kappaIsThatOfTheTextbook() throws {
        let kappa = try #require(cohensKappa([("yes", "yes", 20), ("yes", "no", 5), ("no", "yes", 10), ("no", "no", 15)]))
        #expect(abs(kappa - 0.4) < 1e-12)
    }

    @Test(
        arguments: [
            ([("a", "a", 3), ("b", "b", 2)], 1), ([("a", "b", 1), ("b", "a", 1)], -1),
            ([("a", "a", 1), ("a", "b", 1), ("b", "a", 1), ("b", "b", 1)], 0), ([("a", "b", 4)], 0),
            // One name for all says nothing, and neither do no things.
            ([("a", "a", 4)], nil), ([], nil),
        ] as [([(first: String, second: String, count: Int)], Double?)])
    func itGoesFromOneToMinusOne(counts: [(first: String, second: String, count: Int)], kappa: Double?) {
        #expect(cohensKappa(counts) == kappa)
    }
}
