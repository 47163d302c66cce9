// A ready model with other cutoffs: what follows from labels, what without, and what stays.

import LabeledMessages
import Statistics
import Testing
import TrainingFixtures

@testable import SpamFilter
@testable import SpamTraining

@Suite struct CalibrationRunTests {
    private static let orders = Label("transaction/orders")!
    private static let roots = ["bonus", "supper", "parcel"]
    private static let endings = ["al", "be", "co", "du", "ek", "fi", "go", "hu", "ip", "jo", "ka", "lo"]

    /// Messages of eight words, most of them of their own label; the more, the easier to tell.
    private static func messages(
        _ count: Int, seed: Int, own share: Int = 6, labels: [Label] = [.junk, .allow, orders]
    ) -> [LabeledMessage] {
        var state = UInt64(seed)
        func draw(_ n: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % n
        }
        let all = [Label.junk, .allow, orders]
        return (0..<count).map { i in
            let label = labels[i % labels.count], own = all.firstIndex(of: label)!
            let words = (0..<8).map { _ in roots[draw(10) < share ? own : draw(3)] + endings[draw(12)] }
            return LabeledMessage(Message(body: words.joined(separator: " ")), label, source: "made", group: "\(seed) \(i)")
        }
    }

    private static let trained = try! train(messages(900, seed: 1))
    /// Of junk and allowed messages alone: one weight vector.
    private static let narrow = try! train(messages(600, seed: 1, labels: [.junk, .allow]))

    private func calibrate(
        _ model: TrainedModel, _ rows: [CorpusRow], _ change: (inout TrainingSettings) -> Void = { _ in }
    ) throws -> CalibratedModel {
        var settings = TrainingSettings()
        settings.maxFalseJunk = 0.05
        change(&settings)
        return try withModel(model.bytes) { view in
            var run = try CalibrationRun(view, settings)
            for row in rows { run.add(row) }
            return try run.finish()
        }
    }

    private func withoutLabel(_ message: LabeledMessage) -> CorpusRow {
        var row = message.row
        row.label = nil
        return row
    }

    private func sections(_ bytes: [UInt8]) throws -> [SectionKind: [UInt8]] {
        try withModel(bytes) { view in
            try view.verify()
            return Dictionary(
                uniqueKeysWithValues: view.sections.map { section in
                    (section.kind!, Array(bytes[section.offset..<section.offset + section.length]))
                })
        }
    }

    @Test func weightsStayByteForByte() throws {
        for model in [Self.trained, Self.narrow] {
            let made = try calibrate(model, Self.messages(300, seed: 2).map(\.row))
            let before = try sections(model.bytes), after = try sections(made.bytes)
            for kind in [SectionKind.tokenizer, .classes, .features] { #expect(before[kind] == after[kind], "\(kind)") }
            for kind in [SectionKind.calibration, .policy, .card] { #expect(before[kind] != after[kind], "\(kind)") }
            let card = try #require(try withModel(made.bytes) { ModelCard($0) })
            #expect(card == made.card && card.calibratedOn == ["made (300 messages)"])
            let trained = try #require(try withModel(model.bytes) { ModelCard($0) })
            // Features are as they were, and scores are not.
            #expect(card.profile == trained.profile?.recalibrated)
            #expect(card.trainedOn == trained.trainedOn && card.messages == trained.messages && !card.messages.isEmpty)
        }
    }

    /// What is promised is what the file does on a phone, and a looser bound finds more.
    @Test func theCutoffKeepsTheBoundOnTheseMessages() throws {
        for model in [Self.trained, Self.narrow] {
            var found = 0
            for bound in [0.03, 0.1, 0.3] {
                let messages = Self.messages(600, seed: 3)
                let made = try calibrate(model, messages.map(\.row)) { $0.maxFalseJunk = bound }
                let promise = try #require(made.promise)
                let actions = try withModel(made.bytes) { view in
                    var classifier = Classifier(view)
                    return messages.map { classifier.classify($0.message).action }
                }
                let lost = zip(messages, actions).count { $0.label != .junk && $1 == .junk }
                #expect(promise.falseJunk == lost && promise.wanted == 400 && promise.isKept, "\(promise)")
                #expect(promise.found == zip(messages, actions).count { $0.label == .junk && $1 == .junk })
                #expect(promise.found >= found)
                found = promise.found
            }
            #expect(found > 100)
        }
    }

    @Test func labelledMessagesDecide() throws {
        let labelled = Self.messages(200, seed: 4).map(\.row), others = Self.messages(200, seed: 5).map(withoutLabel)
        #expect(try calibrate(Self.trained, labelled).bytes == calibrate(Self.trained, labelled + others).bytes)
    }

    /// An action that no message is of keeps its calibration.
    @Test func wantedActionsAreCalibratedTogetherOrNotAtAll() throws {
        func offsets(_ bytes: [UInt8]) throws -> [Float] {
            try withModel(bytes) { view in
                view.labels.indices.filter { view.labels[$0] != .junk }.map { view.classes.calibration($0).offset }
            }
        }
        let before = try offsets(Self.trained.bytes)
        #expect(
            try offsets(calibrate(Self.trained, Self.messages(300, seed: 6, labels: [.junk, .allow]).map(\.row)).bytes) == before)
        #expect(try offsets(calibrate(Self.trained, Self.messages(300, seed: 6).map(\.row)).bytes) != before)
    }

    /// Junk that stands apart tells the cutoff, and is expected as it is; without junk nothing is
    /// told.
    @Test func withoutLabelsJunkMustStandApart() throws {
        let junk = Self.messages(60, seed: 7, own: 9, labels: [.junk])
        // Words that a model has never seen are a hump of their own.
        for (model, labels) in [(Self.trained, [.allow, Self.orders]), (Self.narrow, [Label.allow])] {
            let wanted = Self.messages(340, seed: 8, own: 9, labels: labels)
            let made = try calibrate(model, (junk + wanted).map(withoutLabel))
            let estimate = try #require(made.estimate)
            #expect(made.promise == nil && (50...70).contains(estimate.junk) && estimate.groups == 400, "\(estimate)")
            #expect((40...62).contains(estimate.inJunk) && estimate.rate <= estimate.upperLimit && estimate.upperLimit < 0.05)
            #expect(throws: TrainingError.junkNotApart(messages: 340)) {
                try calibrate(model, wanted.map(withoutLabel))
            }
        }
    }

    /// What a model protects stays so; without labels none of it goes to Junk.
    @Test func protectionStays() throws {
        let model = try train(Self.messages(900, seed: 1)) { $0.protected = [ProtectedLabel(Self.orders)] }
        let labelled = try calibrate(model, Self.messages(300, seed: 2).map(\.row))
        let others = Self.messages(60, seed: 7, own: 9, labels: [.junk]) + Self.messages(340, seed: 8, own: 9, labels: [.allow])
        let unlabelled = try calibrate(model, others.map(withoutLabel))
        for (made, isFinite) in [(labelled, true), (unlabelled, false)] {
            let policy = try withModel(made.bytes) { $0.policy }
            #expect(policy.protected == LabelSet([Self.orders]) && policy.protectedJunkCutoff.isFinite == isFinite)
            #expect(made.card.settings["protect"] == "transaction/orders")
        }
    }

    @Test func whatCannotBeIsATypedError() throws {
        let messages = Self.messages(90, seed: 9)
        #expect(throws: TrainingError.oneSided(junk: 0, of: 60)) {
            try calibrate(Self.trained, messages.filter { $0.label != .junk }.map(\.row))
        }
        #expect(throws: TrainingError.oneSided(junk: 30, of: 30)) {
            try calibrate(Self.trained, messages.filter { $0.label == .junk }.map(\.row))
        }
        for few in [messages.prefix(19).map(\.row), messages.prefix(19).map(withoutLabel)] {
            #expect(throws: TrainingError.tooFewToCalibrate(groups: 19, needed: 20)) { try calibrate(Self.trained, few) }
        }
        #expect(throws: TrainingError.modelLacks(Label("promotion")!)) {
            try calibrate(Self.trained, messages.map(\.row)) { $0.protected = [ProtectedLabel(Label("promotion")!)] }
        }
        let wanted = try train(Self.messages(200, seed: 1, labels: [.allow, Self.orders])) { $0.folds = 0 }
        #expect(throws: TrainingError.modelLacks(.junk)) { try calibrate(wanted, messages.map(\.row)) }
    }

    /// Of six groups without a loss at most 39.3 % may be lost.
    @Test func anActionsLimitFollowsFromItsGroups() throws {
        func messages(_ label: Label, _ groups: Int, of size: Int) -> [ScoredMessage] {
            (0..<groups * size).map {
                ScoredMessage(
                    logOdds: -1, label: label, group: stableHash("\(label) \($0 / size)".utf8), wantedAction: 0,
                    isProtected: false)
            }
        }
        let wanted = messages(.allow, 40, of: 1) + messages(Self.orders, 6, of: 5)
        let parts = try #require(PartFalseJunk.ofActions(wanted, .evenOdds))
        #expect(parts.map(\.groups) == [40, 6] && parts.map(\.wanted) == [40, 30])
        #expect(parts.map(\.upperLimit) == [0.07216, 0.39304], "\(parts)")
    }
}
