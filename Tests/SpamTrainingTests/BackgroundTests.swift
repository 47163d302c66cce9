// The background beside own messages: what it may change, and what it must not.

import LabeledMessages
import SpamFilter
import Statistics
import Testing
import TrainingFixtures

@testable import SpamTraining

@Suite struct BackgroundTests {
    /// Messages of templates with numbers: junk with one word, codes with another.
    private static func messages(
        _ count: Int, junk: String, wanted: String, isBackground: Bool, label: String = "transaction/others"
    ) -> [LabeledMessage] {
        (0..<count).map { i in
            let isJunk = i % 3 == 0
            let words = isJunk ? "claim the \(junk) now at desk \(i % 7)" : "your \(wanted) for door \(i % 7) is ready"
            var message = LabeledMessage(
                Message(body: "\(words) \(["alpha", "beta", "gamma", "delta"][i % 4]) \(i / 12)"),
                Label(isJunk ? "junk" : label)!,
                source: isBackground ? "general" : "own", group: "\(isBackground) \(i / 2)")
            message.isBackground = isBackground
            return message
        }
    }

    private let own = messages(60, junk: "prize", wanted: "code", isBackground: false)
    private let background = messages(300, junk: "refund", wanted: "parcel", isBackground: true)

    private func train(_ messages: [LabeledMessage], _ change: (inout TrainingSettings) -> Void = { _ in }) throws -> TrainedModel
    {
        try TrainingFixtures.train(messages, change)
    }

    @Test func theBackgroundIsKnownButNeverScored() throws {
        let model = try train(own + background)
        let promise = try #require(model.promise)
        #expect(promise.wanted + promise.junk + promise.unscored == 60)
        let card = try withModel(model.bytes) { ModelCard($0) }
        #expect(card?.messages.values.reduce(0, +) == 60 && card?.backgroundStrength != nil)
        // A word that only the background has.
        let known = LabeledMessage(Message(body: "claim the refund now"), .junk)
        let alone = try verdicts(try train(own), [known])[0], both = try verdicts(model, [known])[0]
        #expect(both.junkLogOdds != alone.junkLogOdds)
    }

    /// Labels that are drawn cannot be learned. A background that holds the own messages again must
    /// not make it look so, whether they are one text or nearly.
    @Test(arguments: ["", " ok"])
    func noMessageIsMeasuredByItsOwnCopy(more: String) throws {
        var random = SplitMix(seed: 5)
        let own = (0..<240).map { _ in
            let words = (0..<12).map { _ in "w\(random.next() % 4000)" }
            return LabeledMessage(Message(body: words.joined(separator: " ")), random.next() % 2 == 0 ? .junk : .allow)
        }
        let copies = own.map { message in
            var copy = LabeledMessage(Message(body: message.message.body + more), message.label, source: "general")
            copy.isBackground = true
            return copy
        }
        let promise = try #require(try train(own + copies) { $0.maxFalseJunk = 0.02 }.promise)
        #expect(promise.junk > 90 && promise.found * 10 < promise.junk, "\(promise.found) of \(promise.junk)")
    }

    /// A protected label that own messages lack is measured on the background's. Own messages of
    /// the label decide alone, and those of its whole action where that is protected.
    @Test(arguments: [
        ("allow", "transaction/others", true), ("transaction", "transaction/others", true),
        ("transaction/others", "transaction/others", false), ("transaction/orders", "transaction", true),
        ("transaction", "transaction", false),
    ])
    func aProtectedLabelThatOwnMessagesLack(ownLabel: String, protected: String, isLacking: Bool) throws {
        let own = BackgroundTests.messages(120, junk: "prize", wanted: "code", isBackground: false, label: ownLabel)
        let model = try train(own + background) { $0.protected = [ProtectedLabel(Label(protected)!)] }
        let promise = try #require(model.promise?.protectedLabels?.first)
        #expect(promise.background == (isLacking ? 200 : nil))
        #expect(promise.wanted == (isLacking ? 200 : 0) + (ownLabel.hasPrefix(protected) ? 80 : 0))
        #expect(model.content.policy.protectedJunkCutoff.isFinite)
    }

    /// Few own messages of a protected label do not put the background's aside.
    @Test func aFewOwnMessagesOfAProtectedLabelAreNotEnough() throws {
        let codes = Label("transaction/others")!
        let few = own.filter { $0.label == codes }.prefix(6)
        let chats = BackgroundTests.messages(120, junk: "prize", wanted: "cat", isBackground: false, label: "allow")
        let model = try train(chats + few + background) { $0.protected = [ProtectedLabel(codes)] }
        let promise = try #require(model.promise?.protectedLabels?.first)
        #expect(promise.background == 200 && promise.wanted == 206)
    }

    /// What the cutoff does to wanted actions that own messages lack is measured where it is asked
    /// for.
    @Test(arguments: [true, false])
    func kindsThatOwnMessagesLack(measuresElsewhere: Bool) throws {
        let own = BackgroundTests.messages(120, junk: "prize", wanted: "code", isBackground: false, label: "allow")
        let model = try train(own + background) { $0.measuresElsewhere = measuresElsewhere }
        let lacking = try #require(model.promise).lacking
        #expect(lacking?.map(\.name) == (measuresElsewhere ? ["transaction"] : nil))
        #expect(lacking?.map(\.wanted) == (measuresElsewhere ? [200] : nil))
        #expect(try #require(model.promise).wanted == 80)
    }

    /// Of a label that own messages lack it says so, though they have another of its action; not
    /// where own ones of that action have no sub-action, which may be of any.
    @Test(arguments: [("transaction/orders", ["transaction/others"]), ("transaction", nil), ("transaction/others", nil)])
    func labelsThatOwnMessagesLack(ownLabel: String, expected: [String]?) throws {
        let own = BackgroundTests.messages(120, junk: "prize", wanted: "code", isBackground: false, label: ownLabel)
        let model = try train(own + background) { $0.measuresElsewhere = true }
        let lacking = try #require(model.promise).lacking
        #expect(lacking?.map(\.name) == expected)
        #expect(lacking?.map(\.wanted) == expected.map { _ in [200] })
    }

    /// A background alone, or own messages that tell no junk, are one corpus. Only the card says
    /// which messages were of the background.
    @Test(arguments: [true, false])
    func withoutOwnJunkAllAreOneCorpus(isAlone: Bool) throws {
        let own = isAlone ? [] : own.filter { $0.label != .junk }
        let plain = (own + background).map { message in
            var message = message
            message.isBackground = false
            return message
        }
        func bytesWithoutCard(_ messages: [LabeledMessage]) throws -> [UInt8] {
            var content = try train(messages).content
            content.card = []
            return content.encoded()
        }
        #expect(try bytesWithoutCard(own + background) == bytesWithoutCard(plain))
    }

    /// Two models of own messages: with a strength of 0 the background leaves no trace.
    @Test func atStrengthZeroTheBackgroundHasNoSay() throws {
        let labels = own.map(\.label)
        var matrix = FeatureMatrix()
        for row in labels.indices {
            matrix.add(norm: 1, [MatrixEntry(column: row % 5, count: 1), MatrixEntry(column: 5 + row % 3, count: 1)])
        }
        let wantedActions = WantedActions(labels, sources: []), rows = RowList(labels.indices)
        func fit(_ classes: [UInt8], _ count: Int, _ rows: RowList, _ weights: [Float]) -> LinearWeights {
            NaiveBayes().fit(matrix, classes: classes, classCount: count, rows: rows, rowWeights: weights)
        }
        func known(_ factor: Float) -> LearnedVector {
            LearnedVector(bias: Double(factor), weights: (0..<8).map { factor * Float($0) - factor })
        }
        func joined(_ strength: Double, _ factor: Float) -> LearnedClass {
            wantedActions.fit(
                rows, [], over: Background(vectors: [known(factor)], ownScales: [], strength: strength),
                spread: { matrix.spread(of: $0, rows: rows) }, by: fit)
        }
        let alone = wantedActions.fit(rows, [], by: fit).vectors[0], silent = joined(0, 1).vectors[0]
        #expect(silent.weights == alone.weights && silent.bias == alone.bias)
        // The scale of the background's weights does not matter, only their direction.
        let (one, many) = (joined(0.1, 1).vectors[0], joined(0.1, 40).vectors[0])
        for (a, b) in zip(one.weights, many.weights) { #expect(abs(a - b) < 1e-3 * max(1, abs(a))) }
        #expect(one.weights != alone.weights)
    }

    @Test(arguments: [(1, 0.1), (20, 0.1), (100, 0.1), (200, 0.05), (390, 0.05), (400, 0), (100_000, 0)])
    func theUsualStrengthFallsWithOwnMessages(count: Int, strength: Double) {
        #expect(BackgroundStrength.usual(ownMessages: count) == strength)
    }

    /// Another strength than the usual one must win by more than its standard error, over groups.
    @Test func anotherStrengthMustWinClearly() {
        let groups = (0..<40).map { UInt64($0 / 2) }
        let usual = BackgroundStrength.choices.firstIndex(of: 0.1)!
        func chosen(_ gain: (Int) -> Double) -> Double {
            let losses = BackgroundStrength.choices.indices.map { choice in
                groups.indices.map { choice == 0 ? 1 - gain($0) : choice == usual ? 1 : 2 }
            }
            return BackgroundStrength.chosen(losses, groups: groups, ownMessages: 40)
        }
        #expect(chosen { _ in 0.2 } == 0)
        #expect(chosen { $0 % 4 < 2 ? 0.2 : -0.19 } == 0.1, "no more than chance")
        #expect(chosen { _ in -0.1 } == 0.1)
    }

    @Test(arguments: ["nb", "blend"])
    func ownMessagesOverrule(trainer: String) throws {
        // The background calls junk what these own messages call wanted.
        var general = background
        for i in general.indices {
            general[i].message.body =
                general[i].label == .junk ? "your code for door \(i % 7) is ready" : "claim the prize now at desk \(i % 7)"
        }
        let model = try train(own + general) { $0.trainer = trainer == "nb" ? NaiveBayes() : BlendedRegression() }
        let right = zip(own, try verdicts(model, own)).count { ($0.label == .junk) == ($1.junkLogOdds > 0) }
        #expect(right >= 57, "\(right) of 60")
    }

    /// A wanted action that own messages lack is told by the background.
    @Test func aKindOfTheBackgroundAlone() throws {
        let chats = BackgroundTests.messages(90, junk: "refund", wanted: "cat", isBackground: true, label: "allow")
        let model = try train(own + chats)
        let chat = try verdicts(model, [LabeledMessage(Message(body: "your cat is ready"), .allow)])[0]
        #expect(chat.junkLogOdds < 0 && model.content.classes.contains { $0.label == Label(.allow) })
    }
}
