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
        #expect(never.isValid)
        #expect(never.action(junk: 1e300, promotion: 1e300, transaction: 1e300) == .allow)
        let noBand = DecisionPolicy(junkCutoff: .infinity, unsureCutoff: 0, promotionCutoff: 0, transactionCutoff: 0)
        #expect(noBand.action(junk: 1e300, promotion: 0, transaction: 0) == .none)
    }

    @Test func evenOddsKnowNoUnsure() {
        #expect(DecisionPolicy.evenOdds.action(junk: 0, promotion: -1, transaction: -1) == .junk)
        #expect(DecisionPolicy.evenOdds.action(junk: -1e-9, promotion: -1, transaction: -1) == .allow)
    }

    @Test func policyIsValidWithNumbersInOrder() {
        #expect(strict.isValid && DecisionPolicy.evenOdds.isValid)
        #expect(!DecisionPolicy(junkCutoff: 1, unsureCutoff: 1.5, promotionCutoff: 0, transactionCutoff: 0).isValid)
        #expect(!DecisionPolicy(junkCutoff: .nan, unsureCutoff: 0, promotionCutoff: 0, transactionCutoff: 0).isValid)
        #expect(!DecisionPolicy(junkCutoff: 0, unsureCutoff: .nan, promotionCutoff: 0, transactionCutoff: 0).isValid)
        #expect(!DecisionPolicy(junkCutoff: 0, unsureCutoff: 0, promotionCutoff: .nan, transactionCutoff: 0).isValid)
        #expect(!DecisionPolicy(junkCutoff: 0, unsureCutoff: 0, promotionCutoff: 0, transactionCutoff: .nan).isValid)
    }
}
