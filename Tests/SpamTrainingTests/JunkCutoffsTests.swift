// Cutoffs for messages of protected labels, and the limits reported for them.

import Corpus
import SpamEvaluation
import Statistics
import Testing

@testable import SpamFilter
@testable import SpamTraining

@Suite struct JunkCutoffsTests {
    private static let finance = Label("transaction/finance")!, orders = Label("transaction/orders")!
    private let words = LabelMap().label(named:)

    /// Messages of a label, each a group of its own, at even steps of log-odds.
    private func messages(
        _ label: Label, _ count: Int, from low: Double, to high: Double, isProtected: Bool = false
    ) -> [ScoredMessage] {
        (0..<count).map { i in
            ScoredMessage(
                logOdds: low + (high - low) * Double(i) / Double(count), label: label,
                group: stableHash("\(label) \(low) \(isProtected) \(i)".utf8), wantedAction: 0, isProtected: isProtected)
        }
    }

    /// 2,000 others below 2, 1,000 codes that the model knows up to 6, 100 orders up to 8.
    private var wanted: [ScoredMessage] {
        messages(.allow, 2000, from: -8, to: 2) + messages(JunkCutoffsTests.finance, 1000, from: -6, to: 6, isProtected: true)
            + messages(JunkCutoffsTests.orders, 100, from: -8, to: 8, isProtected: true)
    }

    private func policy(
        _ protected: [ProtectedLabel], wanted: [ScoredMessage]? = nil, maxFalseJunk: Double = 0.3
    ) -> DecisionPolicy {
        JunkCutoffs(maxFalseJunk: maxFalseJunk, costs: nil, protected: protected).policy(wanted ?? self.wanted, junk: []).policy
    }

    /// The promise and the costs count what a model with this policy does, message by message.
    @Test func thePromiseIsThatOfThePolicy() throws {
        let costs = MistakeCosts(falseJunk: 10, missedJunk: 1, unsure: 0.5)
        let junk = messages(.junk, 500, from: -1, to: 12) + messages(.junk, 300, from: -1, to: 12, isProtected: true)
        let asked = JunkCutoffs(maxFalseJunk: 0.2, costs: costs, protected: [ProtectedLabel(JunkCutoffsTests.finance)])
        let policy = asked.policy(wanted, junk: junk).policy
        let promise = FalseJunkPromise(asked, policy, junk: junk, wanted: wanted, unscored: 0)
        var table: [Action: Int] = [:], falseJunk = 0, found = 0, sum = 0.0
        for message in junk + wanted {
            let action = policy.action(junk: message.logOdds, promotion: -9, transaction: -9, isProtected: message.isProtected)
            table[action, default: 0] += 1
            let isJunk = message.label == .junk
            if action == .junk { if isJunk { found += 1 } else { falseJunk += 1 } }
            sum += action == .none ? 0.5 : action == .junk ? (isJunk ? 0 : 10) : isJunk ? 1 : 0
        }
        #expect(table.count == 3 && found < junk.count { $0.logOdds >= Double(policy.junkCutoff) })
        #expect(promise.found == found && promise.falseJunk == falseJunk && promise.meanCost == sum / 3900)
        #expect(promise.upperLimit == BinomialInterval.clopperPearsonUpper(successes: falseJunk, trials: 3100))
    }

    /// The protected cutoff keeps the rate asked for, and the next message below it would break it.
    @Test(arguments: [0.006, 0.01, 0.05, 0.2])
    func aProtectedRateIsKeptAndNoLowerCutoffWould(rate: Double) throws {
        let label = ProtectedLabel(JunkCutoffsTests.finance, maxFalseJunk: rate)
        let policy = policy([label])
        let promise = ProtectedPromise(label, policy, wanted)
        #expect(promise.wanted == 1000 && promise.bound == rate && promise.upperLimit <= rate)
        #expect(policy.protectedJunkCutoff > policy.junkCutoff || rate == 0.2)
        let next = BinomialInterval.clopperPearsonUpper(successes: promise.falseJunk + 1, trials: 1000)!
        #expect(next > rate || policy.protectedJunkCutoff == policy.junkCutoff)
        // Without a rate it is above every one.
        #expect(policy.protectedJunkCutoff < self.policy([ProtectedLabel(JunkCutoffsTests.finance)]).protectedJunkCutoff)
    }

    /// Too few messages allow no rate: the cutoff is above all of them, as without a rate.
    @Test func tooFewMessagesAreProtectedAsWithoutARate() {
        let plain = ProtectedLabel(JunkCutoffsTests.orders), rated = ProtectedLabel(JunkCutoffsTests.orders, maxFalseJunk: 0.02)
        #expect(policy([plain]).protectedJunkCutoff == policy([rated]).protectedJunkCutoff)
        // 149 groups would do, and of 400 some may be above.
        let enough = wanted + messages(JunkCutoffsTests.orders, 300, from: -20, to: -10, isProtected: true)
        #expect(policy([rated], wanted: enough).protectedJunkCutoff < policy([plain], wanted: enough).protectedJunkCutoff)
        #expect(ProtectedPromise.wantedNeeded(within: 0.02) == 149 && ProtectedPromise.wantedNeeded(within: 1e-300) == nil)
    }

    /// A model has one cutoff for all protected labels: the highest.
    @Test func theHighestOfTheLabelsCutoffsIsThatOfAll() {
        let finance = ProtectedLabel(JunkCutoffsTests.finance, maxFalseJunk: 0.05),
            orders = ProtectedLabel(JunkCutoffsTests.orders)
        let both = policy([finance, orders])
        #expect(both.protectedJunkCutoff == policy([orders]).protectedJunkCutoff)
        #expect(both.protectedJunkCutoff > policy([finance]).protectedJunkCutoff)
        #expect(both.protected == LabelSet([JunkCutoffsTests.finance, JunkCutoffsTests.orders]))
        #expect(both.junkCutoff == policy([]).junkCutoff)
    }

    /// The background's messages of a protected label that own messages lack lifts the protected
    /// cutoff, is counted in that label's promise, and changes nothing else.
    @Test func whatOwnMessagesLackIsKeptByGeneralKnowledge() throws {
        let finance = ProtectedLabel(JunkCutoffsTests.finance), orders = ProtectedLabel(JunkCutoffsTests.orders)
        let own = wanted.filter { $0.label != JunkCutoffsTests.finance }
        let known = messages(JunkCutoffsTests.finance, 50, from: -3, to: 11, isProtected: true)
        func asked(_ background: [ScoredMessage]) -> JunkCutoffs {
            JunkCutoffs(maxFalseJunk: 0.3, costs: nil, protected: [finance, orders], background: background)
        }
        let without = asked([]).policy(own, junk: []).policy, with = asked(known).policy(own, junk: []).policy
        #expect(with.junkCutoff == without.junkCutoff && with.protectedJunkCutoff > without.protectedJunkCutoff)
        #expect(known.contains(where: without.callsJunk) && !known.contains(where: with.callsJunk))
        let promise = FalseJunkPromise(asked(known), with, junk: [], wanted: own, unscored: 0)
        #expect(promise.wanted == own.count && promise.protectedLabels?.map(\.background) == [50, nil])
        #expect(promise.protectedLabels?.map(\.wanted) == [50, 100])
    }

    /// Protected messages that the model does not recognise have the cutoff of all. A few lost ones
    /// leave fewer to the others; with too many, the cutoff is above every recognised one.
    @Test func messagesTakenForOthersCount() {
        let rated = ProtectedLabel(JunkCutoffsTests.finance, maxFalseJunk: 0.05)
        func withUnknown(_ count: Int) -> (policy: DecisionPolicy, promise: ProtectedPromise) {
            let all = wanted + messages(JunkCutoffsTests.finance, count, from: 20, to: 21)
            let policy = policy([rated], wanted: all)
            return (policy, ProtectedPromise(rated, policy, all))
        }
        let none = withUnknown(0), few = withUnknown(20), many = withUnknown(200)
        #expect(none.policy.protectedJunkCutoff < few.policy.protectedJunkCutoff && few.promise.upperLimit <= 0.05)
        #expect(many.policy.protectedJunkCutoff > few.policy.protectedJunkCutoff)
        #expect(many.promise.falseJunk == 200 && many.promise.upperLimit > 0.05)
    }

    @Test(
        arguments: [
            ("transaction/finance", nil), ("transaction/finance=0.001", 0.001), ("promotion=1", 1), ("allow=1e-300", 1e-300),
            ("allow=0.1%", 0.001),
        ] as [(String, Double?)])
    func spellingsAreReadAndWritten(spelling: String, rate: Double?) throws {
        let read = try ProtectedLabel(parsing: spelling, by: words)
        #expect(read.maxFalseJunk == rate && read.label.description == spelling.prefix { $0 != "=" })
        #expect(try ProtectedLabel(parsing: read.description, by: words) == read)
    }

    @Test func wordsStandForLabels() throws {
        // What a corpus may call a message can be protected by the same word, but for 0 and 1.
        #expect(try ProtectedLabel(parsing: "otp", by: words).label == ProtectedLabel(parsing: "codes", by: words).label)
        #expect(try ProtectedLabel(parsing: "Delivery=1%", by: words).label.description == "transaction/orders")
        for word in ["0", "1", "spam"] { #expect(throws: SpellingError.self) { try ProtectedLabel(parsing: word, by: words) } }
        let found = try ProtectedLabel.list(parsing: "codes,bank=0.1%,parcels,promotion", by: words)
        #expect(
            found.map(\.description) == [
                "transaction/others", "transaction/finance=0.001", "transaction/orders", "promotion",
            ])
        #expect(throws: SpellingError.self) { try ProtectedLabel.list(parsing: "codes,,bank", by: words) }
    }

    @Test(arguments: [
        "", "junk", "junk=0.1", "teeth", "allow=", "allow=0", "allow=-0.1", "allow=1.1", "allow=nan", "allow=0.1%%",
        "allow=0.1=1",
    ])
    func otherSpellingsAreRefused(spelling: String) {
        #expect(throws: SpellingError.self) { try ProtectedLabel(parsing: spelling, by: words) }
    }
}
