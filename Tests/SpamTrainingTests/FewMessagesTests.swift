// Cutoffs of few messages, bounds that find more, and sources left out.

import LabeledMessages
import SpamFilter
import Testing
import TrainingFixtures

@testable import SpamTraining

@Suite struct FewMessagesTests {
    private func scored(_ label: Label, _ logOdds: [Double]) -> [ScoredMessage] {
        logOdds.enumerated().map { i, x in
            ScoredMessage(logOdds: x, label: label, group: UInt64(i), wantedAction: 0, isProtected: false)
        }
    }

    /// Of a hundred junk messages, all above every wanted one: the fewer groups of wanted messages,
    /// the more is given up, and none once the bound can be shown (299 groups for 1 %).
    @Test(arguments: [(1, 21), (100, 47), (200, 74), (298, 100), (299, 100), (1000, 100)])
    func fewGroupsGiveUpJunk(groups: Int, found: Int) {
        let wanted = scored(Label(.allow)!, (0..<groups).map { -5 - Double($0) / 1000 })
        let junk = scored(.junk, (0..<100).map { 1 + Double($0) })
        let policy = JunkCutoffs(maxFalseJunk: 0.01, costs: nil, protected: []).policy(wanted, junk: junk).policy
        #expect(junk.count(where: policy.callsJunk) == found)
        #expect(!wanted.contains(where: policy.callsJunk))
    }

    @Test func aLooserBoundIsNamedWhereLittleIsFound() throws {
        func looser(_ found: Int, _ within: @escaping (Double) -> Int) -> LooserBound? {
            LooserBound(above: 0.002, found: found, of: 100, foundWithin: within)
        }
        let found = try #require(looser(3) { $0 >= 0.02 ? 40 : 10 })
        #expect(found.bound == 0.02 && found.found == 40)
        #expect(looser(25) { _ in 100 } == nil)
        #expect(looser(0) { _ in 20 } == nil)
        #expect(looser(20) { _ in 30 } == nil)
        #expect(LooserBound(above: 0.05, found: 0, of: 100) { _ in 100 } == nil)
    }

    /// The limit of few messages hardly rises with the bound, so none that is tried may gain much.
    @Test(arguments: [(0.02, 0.02), (0.05, 0.05), (0.1, nil)] as [(Double, Double?)])
    func theBoundThatGainsIsTold(from least: Double, bound: Double?) throws {
        func deciding(_ found: Int, _ foundWithout: Int) -> DecidingAction? {
            DecidingAction(
                action: .promotion, messages: 9, found: found, foundWithout: foundWithout, junk: 100, above: 0.01
            ) { $0 >= least ? 55 : 40 }
        }
        #expect(try #require(deciding(10, 100)).looser?.bound == bound)
        #expect(deciding(10, 14) == nil)
    }

    private func messages(_ source: String, _ count: Int, junk: String, wanted: String) -> [LabeledMessage] {
        (0..<count).map { i in
            let isJunk = i % 4 == 0
            return LabeledMessage(
                Message(body: "\(isJunk ? junk : wanted) \(["red", "blue", "green"][i % 3]) \(["one", "two"][i % 2]) \(i % 17)"),
                isJunk ? .junk : Label(.allow)!, source: source, group: "\(source) \(i / 2)")
        }
    }

    /// Two sources agree; the third has the junk words of the others in its wanted messages.
    @Test func aSourceUnlikeTheOthersIsFound() throws {
        let corpus =
            messages("a", 400, junk: "win a prize now", wanted: "see you at lunch")
            + messages("b", 400, junk: "win a prize now", wanted: "see you at lunch")
            + messages("c", 400, junk: "borrow money", wanted: "win a prize now")
        let model = try train(corpus) {
            $0.measuresElsewhere = true
            $0.maxFalseJunk = 0.05
        }
        let found = try #require(model.promise?.sourcesLeftOut)
        #expect(found.map(\.name) == ["c", "a", "b"] && found.allSatisfy { $0.wanted == 300 })
        #expect(found[0].rate > 0.9 && found[2].falseJunk == 0, "\(found)")
        #expect(try train(corpus).promise?.sourcesLeftOut == nil)
        let one = try train(messages("a", 400, junk: "win a prize now", wanted: "see you at lunch")) {
            $0.measuresElsewhere = true
        }
        #expect(one.promise?.sourcesLeftOut == nil)
    }

    /// Of a large source every so manieth wanted message is scored, and how many it has is kept.
    @Test func aLargeSourceIsDrawnFrom() throws {
        let corpus =
            messages("a", 4800, junk: "win a prize now", wanted: "see you at lunch")
            + messages("b", 400, junk: "win a prize now", wanted: "see you at lunch")
        let found = try #require(
            try train(corpus) { $0.measuresElsewhere = true }.promise?.sourcesLeftOut?.sorted { $0.name < $1.name })
        #expect(found.map(\.wanted) == [1800, 300] && found.map(\.drawnFrom) == [3600, nil])
    }

    @Test func falseJunkIsCountedByAction() throws {
        let promise = try #require(train(InventedMessages.all + InventedMessages.all) { $0.minDocumentFrequency = 1 }.promise)
        let actions = try #require(promise.actions)
        #expect(actions.map(\.name) == ["allow", "promotion", "transaction"])
        #expect(actions.reduce(0) { $0 + $1.wanted } == promise.wanted)
        #expect(actions.reduce(0) { $0 + $1.falseJunk } == promise.falseJunk)
        #expect(PartFalseJunk(name: "a", wanted: 0, falseJunk: 0).rate == 0)
    }
}
