// A model of merged counts is the model of the messages, byte for byte.

import LabeledMessages
import Experiments
import Foundation
import SpamEvaluation
import SpamFilter
import Statistics
import Testing
import TrainingFixtures

@testable import SpamTraining

@Suite struct CountedCorpusTests {
    static let trainers: [any Trainer] = [
        NaiveBayes(), NaiveBayes(.init(smoothing: 0.5)),
    ]

    private func checkEqual(
        _ messages: [LabeledMessage], shards: Int = 3, _ change: (inout TrainingSettings) -> Void,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        var random = SplitMix(seed: 5)
        var parts = [[LabeledMessage]](repeating: [], count: shards)
        for message in messages { parts[random.below(shards)].append(message) }
        let files = try parts.map { try counts($0) }
        let atOnce = try train(messages) {
            change(&$0)
            $0.folds = 0
        }
        #expect(atOnce.heldFeatures > 100, sourceLocation: sourceLocation)
        #expect(try train(counts: [merged(files)], change).bytes == atOnce.bytes, sourceLocation: sourceLocation)
        #expect(try train(counts: files, change).bytes == atOnce.bytes, "not merged before", sourceLocation: sourceLocation)
    }

    private static func twoClasses(_ messages: [LabeledMessage]) -> [LabeledMessage] {
        messages.map { message in
            var message = message
            if message.label != .junk { message.label = .allow }
            return message
        }
    }

    @Test(arguments: trainers, [2, 16])
    func aModelOfCountsIsTheModelOfTheMessages(_ trainer: any Trainer, classes: Int) throws {
        let messages = InventedMessages.many.map { message in
            var message = message
            // A template's name for every message.
            message.group = message.group ?? message.message.body
            return message
        }
        let corpus = classes == 2 ? CountedCorpusTests.twoClasses(messages) : messages
        let ofOneSource = corpus.map { message in
            var message = message
            message.source = "all"
            return message
        }
        for corpus in [corpus, ofOneSource] { try checkEqual(corpus) { $0.trainer = trainer } }
        try checkEqual(corpus) {
            $0.trainer = trainer
            $0.maxBytes = 6000
            $0.minDocumentFrequency = 3
            $0.declared = classes == 2 ? nil : [Label("transaction/orders")!]
        }
    }

    /// Several sources with junk of their own, so that the junk of others has weights; 16 labels
    /// and two.
    @Test(.enabled(if: StarterCorpusTests.isThere, "a package without Datasets/starter"), arguments: trainers)
    func soItIsOfTheStarterCorpus(_ trainer: any Trainer) throws {
        // Every second row: with debug builds' speed, all of them would take a minute.
        let messages = try StarterCorpusTests.messages("train.jsonl").enumerated().filter { $0.offset % 2 == 0 }.map {
            _, message in
            var message = message
            message.source = message.language ?? ""
            return message
        }
        #expect(Set(messages.map(\.label)).count == 14 && LabelLevels(messages.map(\.label)).wantedActions?.count == 3)
        try checkEqual(messages) { $0.trainer = trainer }
        try checkEqual(CountedCorpusTests.twoClasses(messages)) { $0.trainer = trainer }
    }

    /// Where the corpus names no templates, models are equal if no feature is dropped for its
    /// group.
    @Test func withoutNamesOfTemplatesItIsWhereGroupsDoNotCount() throws {
        try checkEqual(InventedMessages.many) {
            $0.trainer = NaiveBayes()
            $0.minDocumentFrequency = 1
        }
    }

    /// Equal messages are one group wherever they lie; messages that are only alike are not.
    @Test func nearDuplicatesWithoutNamesAreDifferentMessages() throws {
        let names = ["Ada", "Ben", "Cleo", "Dora", "Emil", "Finn", "Gus", "Hana"]
        func messages(_ name: (Int) -> String) -> [LabeledMessage] {
            names.indices.map { i in
                let body =
                    i % 2 == 0
                    ? "dear \(name(i)), your parcel waits at the depot in Mill Lane until noon"
                    : "hello \(name(i)), we won the cup and all of us sing in the street tonight"
                return LabeledMessage(Message(body: body), i % 2 == 0 ? .junk : .allow)
            }
        }
        let copies = messages { _ in "you" }, alike = messages { names[$0] }
        func atOnce(_ messages: [LabeledMessage]) throws -> Int { try train(messages) { $0.folds = 0 }.learnedFeatures }
        func counted(_ messages: [LabeledMessage]) throws -> Int {
            try train(counts: [counts(messages.prefix(3)), counts(messages.dropFirst(3))]).learnedFeatures
        }
        #expect(try counted(copies) == atOnce(copies))
        #expect(try counted(alike) > atOnce(alike) + 20)
        // With names for their templates, counts know it too.
        let named = alike.enumerated().map { i, message in
            LabeledMessage(message.message, message.label, group: "\(i % 2)")
        }
        #expect(try counted(named) == atOnce(named) && atOnce(named) == atOnce(alike))
    }

    /// Held-out messages give what folds give: cutoffs that keep a bound, calibration, protected
    /// labels, a promise in the card.
    @Test(.enabled(if: StarterCorpusTests.isThere, "a package without Datasets/starter"))
    func cutoffsComeFromHeldOutMessages() throws {
        let all = try StarterCorpusTests.messages("train.jsonl"), finance = Label("transaction/finance")!
        let parts = folds(ofGroups: all.map { $0.namedGroup! }, count: 3, seed: 2)
        let counted = try counts(zip(all, parts).lazy.filter { $1 > 0 }.map(\.0))
        let heldOut = zip(all, parts).filter { $1 == 0 }.map(\.0)
        var settings = TrainingSettings()
        settings.trainer = NaiveBayes()
        settings.maxBytes = 400_000
        settings.maxFalseJunk = 0.05
        settings.protected = [ProtectedLabel(finance), ProtectedLabel(Label("promotion")!), ProtectedLabel(.allow)]
        // However the settings would have messages read, held-out ones are read as the others were.
        settings.tokenizer.wordNgrams = 1
        let model = try withCounts([counted]) { try CountedCorpus($0).train(settings, calibratedOn: heldOut) }
        let plain = try train(counts: [counted]) { $0.maxBytes = 400_000 }
        #expect(model.bytes.count <= 400_000 && plain.promise == nil && plain.content.policy.junkCutoff == 0)

        let promise = try #require(model.promise)
        #expect(promise.wanted + promise.junk == heldOut.count && promise.isKept && promise.unscored == 0)
        #expect(try withModel(model.bytes) { ModelCard($0)?.falseJunk } == promise)
        // What the cutoff was said to do is what the file does, whatever its size.
        var found = 0, protectedJunk = 0
        let costs = MistakeCosts(falseJunk: 1, missedJunk: 2, unsure: 0.5)
        settings.costs = costs
        for (bytes, bound) in [(8_000, 0.1), (32_000, 0.05), (2_000_000, 0.05)] {
            (settings.maxBytes, settings.maxFalseJunk) = (bytes, bound)
            let model = try withCounts([counted]) { try CountedCorpus($0).train(settings, calibratedOn: heldOut) }
            let promise = try #require(model.promise)
            let verdicts = try verdicts(model, heldOut)
            let calledJunk = zip(verdicts, heldOut).filter { $0.0.action == .junk }.map(\.1.label)
            #expect(calledJunk.count { $0 == .junk } == promise.found)
            found += promise.found
            #expect(calledJunk.count { $0 != .junk } == promise.falseJunk)
            // Junk that is missed as it looks like a protected message.
            protectedJunk += zip(verdicts, heldOut).count {
                $1.label == .junk && $0.action != .junk && $0.junkLogOdds >= Double(model.content.policy.junkCutoff)
            }
            #expect(costs.mean(over: model.evaluation(on: heldOut).confusion) == promise.meanCost)
            #expect(model.bytes.count <= bytes)
        }
        #expect(found > 0 && protectedJunk > 0)
        #expect(try #require(promise.protectedLabels?.first).wanted == heldOut.count { $0.label == finance })
        #expect(
            zip(try verdicts(model, heldOut), heldOut).allSatisfy {
                $1.label != finance || $0.action != .junk || $0.label.action != .transaction
            })
        // Naive Bayes is too sure of itself; calibrated probabilities are not.
        func logLoss(_ model: TrainedModel) -> Double {
            model.evaluation(on: heldOut).outcomes.reduce(0) { sum, outcome in
                sum + log(1 + exp(outcome.truth == .junk ? -outcome.junkLogOdds : outcome.junkLogOdds))
            } / Double(heldOut.count)
        }
        #expect(logLoss(model) < logLoss(plain), "\(logLoss(model)) of \(logLoss(plain))")
    }

    /// An action that the model does not know is not scored, and one that the held-out messages
    /// lack changes nothing.
    @Test func heldOutMessagesMayBeOfOtherActions() throws {
        let messages = InventedMessages.many
        let file = try counts(messages.filter { $0.label.action != .promotion })
        for kept in [[Action.junk, .allow], [.promotion], [.transaction, .promotion], [.junk]] {
            var settings = TrainingSettings()
            settings.trainer = NaiveBayes()
            settings.minDocumentFrequency = 1
            let heldOut = messages.filter { kept.contains($0.label.action) }
            let model = try withCounts([file]) { try CountedCorpus($0).train(settings, calibratedOn: heldOut) }
            let promise = try #require(model.promise)
            #expect(promise.unscored == (kept.contains(.promotion) ? messages.count { $0.label.action == .promotion } : 0))
            #expect(model.content.problem == nil)
            // Without a wanted message to look at nothing is called junk.
            #expect((model.content.policy.junkCutoff == .infinity) == (promise.wanted == 0))
        }
    }

    @Test func impossibleCountsAreTypedErrors() throws {
        let all = try counts(InventedMessages.many)
        for trainer in [LogisticRegression(), NBLogisticRegression(), BlendedRegression()] as [any Trainer] {
            #expect(throws: TrainingError.needsMessages(trainer: trainer.name)) {
                try train(counts: [all]) { $0.trainer = trainer }
            }
        }
        #expect(throws: TrainingError.emptyCorpus) { try train(counts: [counts([])]) }
        let junk = InventedMessages.many.filter { $0.label == .junk }
        #expect(throws: TrainingError.oneClass(.junk, rows: junk.count)) { try train(counts: [counts(junk)]) }
        #expect(throws: TrainingError.noFeatures(minDocumentFrequency: 10_000)) {
            try train(counts: [all]) { $0.minDocumentFrequency = 10_000 }
        }
    }
}

/// The sums that naive Bayes learns from.
@Suite struct FeatureSumsTests {
    /// Whole numbers add up in any order, and are what adding up numbers would give, to half a unit
    /// each.
    @Test func sumsAreThoseOfTheValuesInAnyOrder() {
        var random = SplitMix(seed: 9)
        let norms: [Float] = (0..<300).map { _ in 1 / Float(1 + random.below(200)).squareRoot() }
        let table: [[Int]] = (0..<300).map { _ in (0..<20).map { _ in max(0, random.below(6) - 3) } }
        let classes = (0..<300).map { _ in UInt8(random.below(3)) }
        let weightOfPlace: [Float] = [1, 0.3, 0.7]
        let weights = (0..<300).map { weightOfPlace[$0 % 3] }
        let matrix = FeatureMatrix(table, norms: norms)
        func sums(_ rows: RowList) -> FeatureSums {
            FeatureSums(matrix, classes: classes, classCount: 3, rows: rows, rowWeights: weights)
        }
        var shuffled = Array(0..<300)
        random.shuffle(&shuffled)
        let straight = sums(RowList(0..<300)), other = sums(RowList(shuffled))
        #expect(straight.rows == other.rows && straight.total == other.total)
        for c in 0..<3 {
            for f in 0..<20 {
                #expect(straight.of(f, class: c) == other.of(f, class: c))
                var plain = 0.0
                for row in 0..<300 where classes[row] == c {
                    plain += Double(table[row][f]) * Double(norms[row]) * Double(weights[row])
                }
                #expect(abs(straight.of(f, class: c) - plain) < 300 / FeatureSums.unit)
            }
        }
    }
}

@Suite struct GroupFieldTests {
    /// Product by doubling and adding.
    private func slowProduct(_ a: UInt64, _ b: UInt64) -> UInt64 {
        (0..<61).reversed().reduce(0) { sum, bit in
            let twice = (sum + sum) % GroupField.prime
            return b >> UInt64(bit) & 1 == 1 ? (twice + a) % GroupField.prime : twice
        }
    }

    @Test func arithmeticIsThatOfThePrime() {
        var random = SplitMix(seed: 3)
        let edges: [UInt64] = [0, 1, 2, GroupField.prime - 1, GroupField.prime - 2, 1 << 60, 1 << 31]
        let numbers = edges + (0..<60).map { _ in random.next() % GroupField.prime }
        for a in numbers {
            for b in numbers {
                #expect(GroupField.product(a, b) == slowProduct(a, b))
                #expect(GroupField.sum(a, b) == (a + b) % GroupField.prime)
                #expect(GroupField.sum(GroupField.difference(a, b), b) == a)
            }
        }
    }

    /// Sums alone tell one group from several, whatever was added and taken away.
    @Test func oneGroupIsToldFromSeveral() {
        var random = SplitMix(seed: 4)
        for _ in 0..<2000 {
            var left: [UInt64] = [], tally = FeatureTally.none
            let groups = 1 + random.below(3)
            func message(_ group: UInt64) -> FeatureTally {
                let element = GroupField.element(group)
                return FeatureTally(messages: 1, sum: 5, groups: element, groupSquares: GroupField.product(element, element))
            }
            for _ in 0..<(1 + random.below(12)) {
                // Neighbouring numbers, as names that differ in a digit may have.
                let group = UInt64(random.below(groups))
                let fits = tally.add(message(group))
                #expect(fits)
                left.append(group)
            }
            while left.count > 1, random.below(3) > 0 {
                let wasThere = tally.subtract(message(left.remove(at: random.below(left.count))))
                #expect(wasThere)
            }
            #expect(tally.isOfOneGroup == (Set(left).count == 1) && tally.isPossible)
        }
    }
}
