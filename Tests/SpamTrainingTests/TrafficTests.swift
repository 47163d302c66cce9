// The shares of actions on phones.

import SpamFilter
import Statistics
import Testing

@testable import SpamTraining

@Suite struct TrafficTests {
    @Test func sharesAreReadAndSpelled() throws {
        let traffic = try Traffic(parsing: "transaction=60%,promotion=0.2,allow=5 %,junk=15%")
        #expect(traffic[.transaction] == 0.6 && traffic[.promotion] == 0.2 && traffic[.allow] == 0.05 && traffic[.none] == 0)
        #expect(traffic.description == "allow=5.0%,junk=15.0%,promotion=20.0%,transaction=60.0%")
        #expect(try Traffic(parsing: traffic.description) == traffic)
    }

    /// Also where a model lacks an action, whatever the rounding.
    @Test func theUsualSharesAreKnownAgain() throws {
        #expect(Traffic([.allow: 5, .junk: 1, .transaction: 3, .promotion: 1]).isOfUnknownSenders)
        #expect(Traffic([.allow: 0.5 / 0.9, .junk: 0.1 / 0.9, .transaction: 0.3 / 0.9]).isOfUnknownSenders)
        #expect(try !Traffic(parsing: "transaction=31%,promotion=10%,allow=49%,junk=10%").isOfUnknownSenders)
    }

    @Test(arguments: [
        "", "junk", "junk=1", "allow=50%,junk=50%", "allow=25%,junk=25%,promotion=25%,transaction=26%",
        "allow=25%,junk=25%,promotion=25%,transaction=0%", "allow=25%,allow=25%,promotion=25%,transaction=25%",
        "spam=25%,junk=25%,promotion=25%,transaction=25%", "allow=nan,junk=25%,promotion=25%,transaction=25%",
    ])
    func otherSpellingsAreRefused(spelling: String) {
        #expect(throws: SpellingError.self) { try Traffic(parsing: spelling) }
    }

    private func labels(_ names: [(String, Int)]) -> [Label] { names.flatMap { Array(repeating: Label($0.0)!, count: $0.1) } }

    /// Of a source with several kinds, not of the chats beside it.
    @Test func sharesComeFromSourcesWithSeveralKinds() throws {
        let labels = labels([("allow", 9), ("transaction", 89), ("junk", 49), ("allow", 5000)])
        let sources = labels.indices.map { UInt32($0 < 147 ? 0 : 1) }
        let found = try #require(LabelLevels(labels, sources: sources).assumedTraffic)
        // One more of each: 10, 90 and 50.
        #expect(abs(found[.allow] - 10 / 150) < 1e-12 && abs(found[.transaction] - 90 / 150) < 1e-12)
        let asked = try Traffic(parsing: "transaction=60%,promotion=20%,allow=5%,junk=15%")
        let told = try #require(LabelLevels(labels, sources: sources, traffic: asked).assumedTraffic)
        // No promotions: their share is divided.
        #expect(told[.promotion] == 0 && abs(told[.transaction] / told[.allow] - 12) < 1e-9)
        #expect(abs(told[.junk] / (told[.allow] + told[.transaction]) - 0.15 / 0.65) < 1e-9)
        #expect(LabelLevels(self.labels([("allow", 9), ("junk", 9)])).assumedTraffic == nil)
    }

    /// A message of weight 2 is the message twice.
    /// Next to a written corpus a few labels of a second action tell nothing.
    @Test(arguments: [(4, false), (19, false), (20, true)])
    func aFewLabelsDoNotTellTheMix(transactions: Int, isTold: Bool) {
        func rows(_ action: Action, _ count: Int) -> [(UInt32, Action, Int)] { Array(repeating: (1, action, 1), count: count) }
        let rows = rows(.allow, 98) + rows(.transaction, transactions) + rows(.junk, 20)
        #expect(Traffic.isTold(byReceived: rows) == isTold)
        let labels = rows.map { Label($0.1)! }
        let written = [Label.allow, .junk, Label(.transaction)!, Label(.promotion)!]
        let levels = LabelLevels(
            labels + written, sources: Array(repeating: 1, count: labels.count) + [2, 2, 2, 2], written: 2)
        #expect(levels.wantedActions?.asked?.isOfUnknownSenders ?? false == !isTold)
    }

    @Test func calibrationWeighsMessages() {
        var weighed = LevelScores(classCount: 2), twice = weighed
        for i in 0..<60 {
            let own = i % 3 == 0 ? 1 : 0, scores = [0, Double(own) * 2 - 1 + Double(i * 7 % 11) / 3 - 1.5]
            weighed.add(own, scores, weight: own == 1 ? 2 : 1)
            for _ in 0...own { twice.add(own, scores) }
        }
        let (a, b) = (Calibration(weighed), Calibration(twice))
        #expect(abs(a.slope - b.slope) < 1e-6 && abs(a.offsets[1] - b.offsets[1]) < 1e-6)
    }
}
