import Foundation
import Testing

@testable import SpamFilter

/// What own examples add to a model.
@Suite struct OwnEvidenceTests {
    /// The move of a message by the formula, from slots counted in sets.
    private func expectedMove(_ junk: [Message], _ wanted: [Message]) -> (Message) -> Double {
        func evidence(_ kind: [Set<Int>]) -> [Double] {
            if kind.isEmpty { return Array(repeating: 0, count: 8160) }
            let n = Double(kind.count), rate = max(1.0 / 32, kind.reduce(0) { $0 + Double($1.count) } / (n * 8160))
            return (0..<8160).map { slot in
                let count = Double(kind.count { $0.contains(slot) })
                return max(log((count + 0.5 * rate) / (n + 0.5) / rate), -1.5)
            }
        }
        let weights = zip(evidence(junk.map(exampleSlots)), evidence(wanted.map(exampleSlots))).map(-)
        let mean = junk.isEmpty || wanted.isEmpty ? 0 : weights.reduce(0, +) / 8160
        func most(_ n: Int) -> Double { 10 * Double(n) / Double(n + 2) }
        return { message in
            let read = slots(of: message), sum = read.reduce(0) { $0 + weights[$1] - mean }
            return min(max(0.4 * sum / Double(max(1, read.count)).squareRoot(), -most(wanted.count)), most(junk.count))
        }
    }

    @Test func movesAreThoseOfTheFormula() throws {
        var texts = RandomTexts(seed: 51)
        let long = texts.text(features: 2_000), all = OwnMessages.parcels + OwnMessages.wanted + OwnMessages.scams + [long]
        try withModel(indifferentModel().encoded()) { model in
            for (junk, wanted) in [(1, 0), (0, 1), (3, 0), (0, 4), (2, 2), (5, 1), (1, 6), (10, 10)] {
                // The long one fills more slots than a message at large.
                let examples = (
                    junk: Array(([long] + OwnMessages.parcels).prefix(junk)), wanted: Array(OwnMessages.wanted.prefix(wanted))
                )
                var classifier = try Classifier(model, overlay: learnedOverlay(examples.junk, examples.wanted))
                let expected = expectedMove(examples.junk, examples.wanted)
                for message in all {
                    let move = classifier.classify(message).junkLogOdds + 2
                    // Weights are rounded to 24ths: half a step a feature, and half a step of the
                    // mean.
                    let rounding = 0.4 / 24 * Double(features(of: message).count).squareRoot()
                    #expect(abs(move - expected(message)) <= rounding + 1e-9)
                }
            }
        }
    }

    /// A file read in place says what the examples say, and is not needed afterwards.
    @Test func aFileSaysWhatItsExamplesSay() throws {
        let own = try learnedOverlay(OwnMessages.parcels, OwnMessages.wanted), file = own.bytes
        try withModel(ModelContent.sample(labels: ModelContent.manyLabels).encoded()) { model in
            var learned = try Classifier(model, overlay: own)
            try file.withUnsafeBytes { bytes in
                let view = try OverlayView(bytes)
                #expect(view.junkExamples == 9 && view.wantedExamples == 10 && PersonalOverlay(view) == own)
                var read = try Classifier(model, overlay: view)
                for message in OwnMessages.parcels + OwnMessages.scams {
                    #expect("\(read.classify(message))" == "\(learned.classify(message))")
                }
            }
        }
    }

    @Test func aHandfulOfExamplesMovesAMessageAcrossTheCutoff() throws {
        try withModel(indifferentModel(junkLogOdds: -3).encoded()) { model in
            let (likes, another) = (OwnMessages.parcels.dropLast(), OwnMessages.parcels.last!)
            var plain = Classifier(model)
            #expect(plain.classify(another).action == .allow)
            for count in 2...5 {
                var classifier = try Classifier(model, overlay: learnedOverlay(likes.prefix(count)))
                #expect(classifier.classify(another).action == .junk)
                // What is not like them stays: nothing of it is even unsure.
                for message in OwnMessages.wanted {
                    let verdict = classifier.classify(message)
                    #expect(verdict.action == .allow && verdict.junkLogOdds < -2, "\(message.body)")
                    #expect(verdict.junkLogOdds >= -3 - 1e-9, "junk examples are no evidence for wanted messages")
                }
            }
        }
        try withModel(indifferentModel(junkLogOdds: 3).encoded()) { model in
            var classifier = try Classifier(model, overlay: learnedOverlay([], OwnMessages.parcels.prefix(3)))
            #expect(classifier.classify(OwnMessages.parcels.last!).action == .allow)
            for message in OwnMessages.wanted { #expect(classifier.classify(message).action == .junk) }
        }
    }

    /// Examples of the other kind undo what the first ones did.
    @Test func aCorrectionIsHeard() throws {
        try withModel(indifferentModel(junkLogOdds: -3).encoded()) { model in
            var own = try learnedOverlay(OwnMessages.parcels.prefix(3))
            var classifier = try Classifier(model, overlay: own)
            #expect(classifier.classify(OwnMessages.parcels[8]).action == .junk)
            for message in OwnMessages.parcels.prefix(6).dropFirst(3) { try own.learn(message, as: Label(.transaction)!) }
            classifier = try Classifier(model, overlay: own)
            #expect(abs(classifier.classify(OwnMessages.parcels[8]).junkLogOdds + 3) < 0.5)
        }
    }

    /// No counts, however made, move a message further than is said.
    @Test func movesAreBounded() throws {
        try withModel(ModelContent.sample().encoded()) { model in
            var plain = Classifier(model)
            for (junk, wanted) in [(1, 0), (0, 1), (5, 0), (255, 0), (0, 255), (100, 100), (255, 1), (1, 255)] {
                let bound = (junk: 10 * Double(junk) / Double(junk + 2), wanted: 10 * Double(wanted) / Double(wanted + 2))
                for message in [OwnMessages.parcels[0], OwnMessages.wanted[3], Message(body: ""), Message(body: "a")] {
                    let own = slots(of: message), even = Array(stride(from: 0, to: 8160, by: 2))
                    for (inJunk, inWanted) in [(junk, 0), (0, wanted), (junk, wanted), (0, 0)] {
                        for some in [Array(0..<8160), even, own] {
                            let overlay = try overlay(
                                junk: UInt8(inJunk), wanted: UInt8(inWanted), examples: (junk, wanted), in: some)
                            var classifier = try Classifier(model, overlay: overlay)
                            let move = classifier.classify(message).junkLogOdds - plain.classify(message).junkLogOdds
                            #expect(move <= bound.junk + 1e-9 && move >= -bound.wanted - 1e-9)
                            // The same in all slots is what a message at large has.
                            if some.count == 8160 { #expect(abs(move) < 1e-9) }
                            if some == own, own.count > 50, inWanted == 0, inJunk > 0 { #expect(abs(move - bound.junk) < 1e-9) }
                        }
                    }
                }
            }
        }
    }

    @Test(arguments: [[Label.allow, .junk], [.allow, .junk, Label(.transaction)!]])
    func protectedMessagesMoveLessTowardsJunk(labels: [Label]) throws {
        var policy = DecisionPolicy(junkCutoff: 0, unsureCutoff: 0, promotionCutoff: 0, transactionCutoff: 0)
        policy.protectedJunkCutoff = 5
        for isProtected in [false, true] {
            policy.protected = isProtected ? LabelSet(labels.filter { $0 != .junk }) : []
            try withModel(indifferentModel(labels, policy: policy).encoded()) { model in
                for message in OwnMessages.wanted {
                    let hundred = repeatElement(message, count: 100)
                    var plain = Classifier(model), classifier = try Classifier(model, overlay: learnedOverlay(hundred)),
                        other = try Classifier(model, overlay: learnedOverlay([], hundred))
                    let before = plain.classify(message).junkLogOdds
                    let verdict = classifier.classify(message), move = verdict.junkLogOdds - before
                    #expect(abs(move - (isProtected ? 2 : 1000.0 / 102)) < 1e-9 || !isProtected && move > 2)
                    #expect(isProtected ? verdict.action != .junk : verdict.action == .junk)
                    // Towards what is wanted there is no such bound.
                    #expect(other.classify(message).junkLogOdds - before < -2)
                }
            }
        }
    }

    @Test func withoutExamplesNoBitChanges() throws {
        for labels in [[Label.allow, .junk], [.allow, Label(.transaction)!], ModelContent.manyLabels] {
            try withModel(ModelContent.sample(labels: labels).encoded()) { model in
                var plain = Classifier(model), empty = try Classifier(model, overlay: PersonalOverlay(for: model))
                for golden in try GoldenMessage.all() {
                    let message = Message(body: golden.body)
                    #expect("\(empty.classify(message))" == "\(plain.classify(message))")
                }
            }
        }
    }

    @Test func aModelWithoutJunkStaysAsItIs() throws {
        let own = try learnedOverlay(OwnMessages.parcels, OwnMessages.wanted)
        for labels in [[Label.allow, Label(.transaction)!], [.allow, Label(.promotion)!, Label(.transaction)!]] {
            try withModel(ModelContent.sample(labels: labels).encoded()) { model in
                var plain = Classifier(model), classifier = try Classifier(model, overlay: own)
                for message in OwnMessages.parcels + OwnMessages.wanted {
                    #expect("\(classifier.classify(message))" == "\(plain.classify(message))")
                    let explanation = classifier.explain(message)
                    #expect(explanation.ownExamples == 0 && isSound(explanation.verdict, model))
                }
            }
        }
    }

    /// Junk moves against all else, whose shares among each other stay.
    @Test func explanationsAndProbabilitiesFollow() throws {
        let own = try learnedOverlay(OwnMessages.parcels.prefix(4), OwnMessages.wanted.prefix(5))
        let shapes = [[Label.allow, .junk], [.junk, Label(.transaction)!], ModelContent.manyLabels]
        for (labels, vectors) in shapes.flatMap({ labels in [1, 3].map { (labels, $0) } }) {
            var content = ModelContent.sample(labels: labels)
            if vectors > 1 { content = content.withVectors(labels.count + 1) }
            try withModel(content.encoded()) { model in
                var plain = Classifier(model), classifier = try Classifier(model, overlay: own)
                for message in OwnMessages.parcels + OwnMessages.wanted + OwnMessages.scams {
                    let (before, after) = (plain.classify(message), classifier.classify(message))
                    #expect(isSound(after, model))
                    let explanation = classifier.explain(message)
                    #expect("\(explanation.verdict)" == "\(after)")
                    let sum = explanation.clues.reduce(explanation.bias + explanation.ownExamples) { $0 + $1.contribution }
                    #expect(abs(sum - explanation.score) < 1e-6 * max(1, abs(explanation.score)))
                    if let junk = classifier.explainJunk(message), junk.favored == .junk {
                        #expect(abs(junk.ownExamples - (after.junkLogOdds - before.junkLogOdds)) < 1e-9)
                    }
                    let wanted = model.labels.indices.filter { model.labels[$0] != .junk && model.labels[$0].subAction == .none }
                    let ratios = wanted.map { Double(after.probabilities[$0]) / Double(before.probabilities[$0]) }
                    #expect(ratios.allSatisfy { abs($0 / ratios[0] - 1) < 1e-3 || $0.isNaN })
                }
            }
        }
    }
}
