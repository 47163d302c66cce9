import Testing

@testable import SpamFilter

@Suite struct DecisionPolicyTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let odds: (junk: Double, promotion: Double, transaction: Double)
        let expected: Action
        let why: String
        var testDescription: String { why }

        init(_ junk: Double, _ promotion: Double, _ transaction: Double, _ expected: Action, _ why: String) {
            odds = (junk, promotion, transaction)
            self.expected = expected
            self.why = why
        }
    }

    private let strict = DecisionPolicy(junkCutoff: 4, unsureCutoff: 1, promotionCutoff: 2, transactionCutoff: 0.5)

    @Test(arguments: [
        Row(9, -9, -9, .junk, "far above the junk cutoff"), Row(4, -9, -9, .junk, "at it"),
        Row(3.999, -9, -9, .none, "just below: unsure"),
        Row(1, -9, -9, .none, "at the unsure cutoff"), Row(0.999, -9, -9, .allow, "just below: shown"),
        Row(-9, -9, -9, .allow, "far below"),
        Row(-9, 2, -9, .promotion, "at the promotion cutoff"), Row(-9, 1.999, -9, .allow, "below it"),
        Row(-9, -9, 0.5, .transaction, "at the transaction cutoff"), Row(-9, -9, 0.499, .allow, "below it"),
        Row(-9, 3, 2, .promotion, "both: the likelier"), Row(-9, 2, 3, .transaction, "both, the other way"),
        Row(-9, 3, 3, .promotion, "both alike: promotion"), Row(-9, 1.9, 1, .transaction, "one of them is below its own cutoff"),
        Row(1, 9, 9, .none, "unsure comes before promotion and transaction"), Row(4, 9, 9, .junk, "so does junk"),
        Row(-.infinity, -.infinity, -.infinity, .allow, "a model without these classes"), Row(.infinity, 0, 0, .junk, "certain"),
    ])
    func cutoffsDecide(_ row: Row) {
        #expect(
            strict.action(junk: row.odds.junk, promotion: row.odds.promotion, transaction: row.odds.transaction) == row.expected)
    }

    @Test func infiniteCutoffsAreNeverReached() {
        let never = DecisionPolicy(
            junkCutoff: .infinity, unsureCutoff: .infinity, promotionCutoff: .infinity, transactionCutoff: .infinity)
        #expect(never.problem(classes: LabelSet([.allow, .junk])) == nil)
        #expect(never.action(junk: 1e300, promotion: 1e300, transaction: 1e300) == .allow)
        let noBand = DecisionPolicy(junkCutoff: .infinity, unsureCutoff: 0, promotionCutoff: 0, transactionCutoff: 0)
        #expect(noBand.action(junk: 1e300, promotion: 0, transaction: 0) == .none)
    }

    @Test func evenOddsKnowNoUnsure() {
        #expect(DecisionPolicy.evenOdds.action(junk: 0, promotion: -1, transaction: -1) == .junk)
        #expect(DecisionPolicy.evenOdds.action(junk: -1e-9, promotion: -1, transaction: -1) == .allow)
    }

    @Test func aPolicyFitsItsClasses() {
        let all = LabelSet(Label.all)
        func isFine(_ policy: DecisionPolicy, classes: LabelSet = LabelSet(Label.all)) -> Bool {
            policy.problem(classes: classes) == nil
        }
        func with(_ change: (inout DecisionPolicy) -> Void) -> DecisionPolicy {
            var policy = strict
            change(&policy)
            return policy
        }
        #expect(isFine(strict) && isFine(.evenOdds) && isFine(strict, classes: [.init([.allow, .junk])]))
        #expect(!isFine(with { $0.unsureCutoff = 4.5 }) && !isFine(with { $0.protectedJunkCutoff = 3.9 }))
        let cutoffs: [WritableKeyPath<DecisionPolicy, Float>] = [
            \.junkCutoff, \.unsureCutoff, \.promotionCutoff, \.transactionCutoff, \.protectedJunkCutoff,
        ]
        for cutoff in cutoffs { #expect(!isFine(with { $0[keyPath: cutoff] = .nan })) }
        let codes = Label("transaction/finance")!
        #expect(isFine(with { $0.protected = LabelSet([codes]) }) && isFine(with { $0.declared = LabelSet([codes]) }))
        #expect(!isFine(with { $0.protected = LabelSet([codes]) }, classes: all.subtracting(LabelSet([codes]))))
        #expect(!isFine(with { $0.declared = LabelSet([.junk]) }))
        let subActions = Label.all.filter { $0.subAction != .none }
        for count in 0...12 { #expect(isFine(with { $0.declared = LabelSet(subActions.prefix(count)) }) == (count <= 5)) }
    }

    @Test func protectedMessagesNeedMore() {
        var policy = strict
        policy.protected = LabelSet([.allow])
        policy.protectedJunkCutoff = 6
        func action(_ junk: Double, _ isProtected: Bool) -> Action {
            policy.action(junk: junk, promotion: -9, transaction: -9, isProtected: isProtected)
        }
        #expect([3.9, 4, 5.9, 6].map { action($0, true) } == [.none, .none, .none, .junk])
        #expect([3.9, 4, 5.9, 6].map { action($0, false) } == [.none, .junk, .junk, .junk])
        #expect([3.9, 4, 5.9, 6].map { policy.asksForProtection(junk: $0) } == [false, true, true, false])
        #expect(!strict.asksForProtection(junk: 5))
    }

    @Test func labelsHaveTheirPlaces() {
        #expect(Label.all.map(\.ordinal) == Array(0..<16))
        for label in Label.all {
            #expect(LabelSet([label]).labels == [label])
            #expect(LabelSet.withSubAction.contains(label) == (label.subAction != .none))
        }
    }
}
