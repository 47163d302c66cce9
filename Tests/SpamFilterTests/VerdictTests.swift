import Foundation
import Testing

@testable import SpamFilter

/// Verdicts of models small enough to add up by hand: whole words are the only features.
@Suite struct VerdictTests {
    private let words = TokenizerSettings(wordNgrams: 1, shortestNgram: 0, longestNgram: 0)

    /// Score of junk = slope 2 x (bias -1 + 0.25 x norm x sum of weights); free 8, gold 4, mum -20.
    private func twoClasses(_ weighting: FeatureWeighting = .count, policy: DecisionPolicy = .evenOdds) -> [UInt8] {
        var content = ModelContent(
            settings: words, weighting: weighting,
            classes: [.init(label: .allow), .init(label: .junk, bias: -1, scale: 0.25)],
            features: ["free", "gold", "mum"].map(wordFeature), weights: [8, 4, -20], policy: policy)
        content.calibrate(slope: 2)
        return content.encoded()
    }

    private func verdicts(_ file: [UInt8], _ bodies: [String]) throws -> [Verdict] {
        try withModel(file) { model in
            var classifier = Classifier(model)
            return bodies.map { classifier.classify(Message(body: $0)) }
        }
    }

    @Test(
        arguments: [
            // -1 + 0.25 x (8 + 4) = 2, times 2 = 4; 1 / (1 + e^-4) = 0.98201379
            ("free gold", 4, 0.98201379, Action.junk),
            // -1 + 0.25 x 8 = 1, times 2 = 2; 1 / (1 + e^-2) = 0.88079708
            ("Free!", 2, 0.88079708, .junk),
            // -1 + 0.25 x 4 = 0: even
            ("gold", 0, 0.5, .junk),
            // the bias alone: -2; 1 / (1 + e^2) = 0.11920292
            ("", -2, 0.11920292, .allow), ("hello", -2, 0.11920292, .allow),
            // -1 + 0.25 x (8 - 20) = -4, times 2 = -8; 1 / (1 + e^8) = 0.00033535
            ("free mum", -8, 0.00033535, .allow),
            // a word that comes again says nothing new
            ("free free free", 2, 0.88079708, .junk),
        ] as [(String, Double, Float, Action)])
    func twoClassesAddUp(_ body: String, _ odds: Double, _ junk: Float, _ action: Action) throws {
        let verdict = try verdicts(twoClasses(), [body])[0]
        #expect(verdict.junkLogOdds == odds)
        #expect(abs(verdict.probabilities[1] - junk) < 1e-7)
        #expect(abs(verdict.probabilities[0] - (1 - junk)) < 1e-7)
        #expect(verdict.action == action && verdict.subAction == .none)
        #expect(verdict.label == (odds > 0 ? .junk : .allow), "even odds are the first class")
    }

    @Test func longMessagesDoNotShout() throws {
        // Three words, one of them unknown, and the length: four features, so the norm is 1 / 2,
        // and -1 + 0.25 x 12 / 2 = 0.5, times 2 = 1.
        #expect(try verdicts(twoClasses(.lengthNormalized), ["free gold you"])[0].junkLogOdds == 1)
        #expect(try verdicts(twoClasses(.lengthNormalized), [""])[0].junkLogOdds == -2)
    }

    @Test func unsureIsNoneWithALabel() throws {
        let policy = DecisionPolicy(junkCutoff: 3, unsureCutoff: 1, promotionCutoff: 0, transactionCutoff: 0)
        let found = try verdicts(twoClasses(policy: policy), ["free gold", "free", "gold"])
        #expect(found.map(\.action) == [.junk, .none, .allow])
        #expect(found[1].label == .junk)
    }

    /// All biases 0, all scales and slopes 1. The words' weights:
    /// - sale: junk -1, promotion +2, offers +1
    /// - bill: junk -2, transaction +3, finance -5
    /// - gold: junk +4
    /// - coin: junk +2
    private func sevenClasses() -> [UInt8] {
        var policy = DecisionPolicy.evenOdds
        policy.declared = LabelSet([Label("promotion/offers")!, Label("transaction/finance")!])
        let labels = [
            "allow", "junk", "promotion", "promotion/offers", "promotion/coupons", "transaction", "transaction/finance",
        ]
        return ModelContent(
            settings: words, weighting: .count,
            classes: labels.map { $0 == "allow" ? .init(label: .allow) : .init(label: Label($0)!, bias: 0, scale: 1) },
            features: ["sale", "bill", "gold", "coin"].map(wordFeature),
            weights: [-1, 2, 1, 0, 0, 0] + [-2, 0, 0, 0, 3, -5] + [4, 0, 0, 0, 0, 0] + [2, 0, 0, 0, 0, 0], policy: policy
        ).encoded()
    }

    @Test func sevenClassesAddUp() throws {
        let found = try verdicts(sevenClasses(), ["sale", "bill", "gold", "", "sale gold"])
        // sale: junk -1, so 1 / (1 + e) = 0.2689414. Promotion has e^2 / (e^2 + 2) = 0.7869860 of
        // the rest, 0.7310586. Offers have e / (e + 1) = 0.7310586 of promotion.
        let sale = found[0]
        let expected: [Float] = [0.0778626, 0.2689414, 0.5753329, 0.4206021, 0.1547309, 0.0778626, 0.0778626]
        for i in 0..<7 { #expect(abs(sale.probabilities[i] - expected[i]) < 1e-6, "class \(i)") }
        #expect(sale.action == .promotion && sale.subAction == .promotionalOffers && sale.label.description == "promotion/offers")
        #expect(sale.junkLogOdds == -1)
        // bill: the only sub-action has all of its action, whatever its own score.
        #expect(found[1].action == .transaction && found[1].subAction == .transactionalFinance)
        #expect(found[1].probabilities[5] == found[1].probabilities[6])
        // gold: 4 against all.
        #expect(found[2].action == .junk && found[2].subAction == .none && found[2].junkLogOdds == 4)
        // nothing: junk has even odds, which are enough; the other actions have a sixth each.
        #expect(found[3].action == .junk && found[3].label == .junk && found[3].junkLogOdds == 0)
        for i in [0, 2, 5] { #expect(abs(found[3].probabilities[i] - 1 / 6) < 1e-6) }
        // -1 and 4: junk; offers say nothing there.
        #expect(found[4].action == .junk && found[4].subAction == .none)
    }

    /// The probability of an action may be 0 as a Float; its sub-action is still protected.
    @Test func protectionHoldsHoweverSureJunkIs() throws {
        var policy = DecisionPolicy.evenOdds
        policy.protected = LabelSet([Label("transaction/finance")!])
        policy.protectedJunkCutoff = .infinity
        let labels = ["allow", "junk", "transaction", "transaction/finance", "transaction/orders"]
        let file = ModelContent(
            settings: words, weighting: .count,
            classes: labels.map { $0 == "allow" ? .init(label: .allow) : .init(label: Label($0)!, bias: 0, scale: 10) },
            features: ["gold", "bill"].map(wordFeature), weights: [100, 0, 0, 0] + [0, 5, 5, 0], policy: policy
        ).encoded()
        let found = try verdicts(file, ["gold", "gold bill"])
        #expect(found.map(\.action) == [.junk, .none])
        #expect(found.allSatisfy { $0.label == .junk && $0.junkLogOdds == 1000 && $0.probabilities[1] == 1 })
    }

    /// Four sub-actions alike have a quarter each, less than the third that it takes.
    @Test func subActionNeedsAThird() throws {
        let labels = [
            "allow", "transaction", "transaction/finance", "transaction/orders", "transaction/reminders", "transaction/health",
        ]
        var policy = DecisionPolicy.evenOdds
        policy.declared = LabelSet(labels.dropFirst(2).map { Label($0)! })
        let file = ModelContent(
            settings: words, weighting: .count,
            classes: labels.map {
                $0 == "allow" ? .init(label: .allow) : .init(label: Label($0)!, bias: $0 == "transaction" ? 2 : 0, scale: 1)
            },
            features: [wordFeature("paid")], weights: [0, 1, 0, 0, 0], policy: policy
        ).encoded()
        let found = try verdicts(file, ["hello", "paid"])
        #expect(found[0].action == .transaction && found[0].subAction == .none && found[0].label.description == "transaction")
        // e / (e + 3) = 0.475
        #expect(found[1].subAction == .transactionalFinance)
        #expect(found[0].junkLogOdds == -.infinity, "a model without junk")
    }

    /// A sub-action that the policy does not declare is in a verdict's label alone.
    @Test func undeclaredSubActionsAreFiledUnderTheirAction() throws {
        var parts = ModelParts(sevenClasses())
        parts[.policy].replaceSubrange(22..<24, with: little(UInt64(LabelSet([Label("promotion/offers")!]).rawValue), 2))
        let found = try verdicts(parts.file(), ["sale", "bill"])
        #expect(found[0].action == .promotion && found[0].subAction == .promotionalOffers)
        #expect(
            found[1].action == .transaction && found[1].subAction == .none && found[1].label.description == "transaction/finance")
    }

    /// gold makes junk 4. bill subtracts 2 and adds to transaction, so finance's protection
    /// applies.
    @Test func protectedLabelsNeedMore() throws {
        var parts = ModelParts(sevenClasses())
        func protect(_ label: String, from cutoff: Float) {
            parts[.policy].replaceSubrange(16..<20, with: little(UInt64(cutoff.bitPattern), 4))
            parts[.policy].replaceSubrange(20..<22, with: little(UInt64(LabelSet([Label(label)!]).rawValue), 2))
        }
        for label in ["transaction", "transaction/finance"] {
            protect(label, from: 3)
            let found = try verdicts(parts.file(), ["gold", "gold bill", "gold coin bill", "gold sale"])
            // gold bill: 4 - 2; with a coin 4; gold sale, 4 - 1, is not protected.
            #expect(found.map(\.action) == [.junk, .none, .junk, .junk], "\(label)")
        }
        protect("promotion/coupons", from: 9)
        // sale is of offers.
        #expect(try verdicts(parts.file(), ["gold bill", "gold sale"]).map(\.action) == [.junk, .junk])
    }

    /// Junk has a vector against each of three kinds of wanted messages. Under the soft minimum
    /// each kind has a veto, with the sum none has.
    @Test(arguments: VectorCombination.allCases)
    func severalVectorsBecomeOneScore(_ combination: VectorCombination) throws {
        var junk = ModelContent.Class(
            label: .junk, vectors: [.init(bias: -1, scale: 0.5), .init(bias: 0.25, scale: 1), .init(bias: 2, scale: 0.25)])
        junk.combination = combination
        (junk.slope, junk.offset) = (2, -0.5)
        let content = ModelContent(
            settings: words, weighting: .count, classes: [.init(label: .allow), junk],
            features: ["free", "gold"].map(wordFeature), weights: [8, 2, 4] + [-2, 4, 40])
        try withModel(content.encoded()) { model in
            var classifier = Classifier(model)
            // free: 3, 2.25, 3; gold: -2, 4.25, 12; both: 2, 6.25, 13; nothing: the biases.
            let scores: [(String, [Double])] = [
                ("free", [3, 2.25, 3]), ("gold", [-2, 4.25, 12]), ("free gold", [2, 6.25, 13]), ("", [-1, 0.25, 2]),
            ]
            for (body, scores) in scores {
                let score =
                    switch combination {
                    case .sum: scores.reduce(0, +)
                    case .softMinimum: -log(scores.reduce(0) { $0 + exp(-$1) })
                    }
                #expect(abs(classifier.classify(Message(body: body)).junkLogOdds - (2 * score - 0.5)) < 1e-12, "\(body)")
                let why = classifier.explain(Message(body: body))
                #expect(abs(why.clues.reduce(why.bias) { $0 + $1.contribution } - why.score) < 1e-12)
                #expect(abs(why.score - abs(2 * score - 0.5)) < 1e-12)
            }
        }
    }

    @Test func junkLogOddsAreThoseOfTheProbabilities() throws {
        let file = ModelContent.sample(labels: ModelContent.manyLabels, weighting: .lengthNormalized, seed: 4).encoded()
        try withModel(file) { model in
            var classifier = Classifier(model)
            var compared = 0
            for message in try GoldenMessage.all() {
                let verdict = classifier.classify(Message(body: message.body, sender: "MYBANK"))
                #expect(isSound(verdict, model), "\(message.name)")
                let p = Double(verdict.probabilities[1])
                guard p > 0.001, p < 0.999 else { continue }
                compared += 1
                // Probabilities have 24 bits: an error of 6e-8 in p is one of 6e-5 in the odds at p
                // = 0.999.
                #expect(abs(verdict.junkLogOdds - log(p / (1 - p))) < 1e-4)
            }
            #expect(compared > 50)
        }
    }
}
