import LabeledMessages
import SpamEvaluation
import SpamFilter
import Statistics
import Testing

@testable import Experiments
@testable import SpamTraining

@Suite struct CrossValidationTests {
    /// Three sources of forty wanted messages each, one of which has no junk; two messages a
    /// template.
    private let messages: [LabeledMessage] = ["post", "bank", "chat"].enumerated().flatMap { s, source in
        (0..<60).compactMap { i in
            let isJunk = i % 3 == 0
            if isJunk, source == "chat" { return nil }
            let text =
                isJunk ? "win a free prize at once \(source) \(i / 2)" : "your \(source) message about \(i % 7) has arrived"
            return LabeledMessage(Message(body: text), isJunk ? .junk : .allow, source: source, group: "\(source) \(i / 2)")
        }
    }

    private var settings: TrainingSettings {
        var settings = TrainingSettings()
        settings.minDocumentFrequency = 1
        settings.folds = 0
        return settings
    }

    private func parts(_ division: CorpusDivision, _ messages: [LabeledMessage]) throws -> [CrossValidationPart] {
        let validation = try CrossValidation(messages, by: division, folds: 4, settings: settings)
        return validation.names.indices.map { validation.measure(part: $0) }
    }

    @Test func eachSourceIsLeftOutOnce() throws {
        let found = try parts(.source, messages)
        #expect(found.map(\.name) == ["bank", "chat", "post"])
        #expect(found.map { $0.evaluation?.n } == [60, 40, 60] && found.map(\.trained) == [100, 120, 100])
        #expect(found.map { $0.evaluation?.junk } == [20, 0, 20])
        #expect(found.allSatisfy { $0.overlap == 0 && $0.problem == nil })
        #expect(found[0].evaluation!.junkRanking().auc! > 0.99)
    }

    /// Without names of groups near duplicates are found, in other sources too.
    @Test func likeMessagesOfOtherSourcesAreCounted() throws {
        let copies = messages.map { LabeledMessage($0.message, $0.label, source: $0.source) }
        let more = copies + copies.filter { $0.source == "bank" }.map { LabeledMessage($0.message, $0.label, source: "copy") }
        let found = try parts(.source, more)
        #expect(found.map(\.name) == ["bank", "chat", "copy", "post"])
        #expect(found[0].overlap == 60 && found[2].overlap == 60)
    }

    /// What a part is measured on must not teach its model, even without labels.
    @Test func nearDuplicatesWithoutLabelsAreLeftOut() throws {
        let general = (0..<200).map { i in
            let word = ["alpha", "beta", "gamma", "delta"][i % 4]
            var message = LabeledMessage(
                Message(body: i % 2 == 0 ? "win a prize of \(word) \(i)" : "your parcel \(word) \(i) is here"),
                i % 2 == 0 ? .junk : .allow, source: "general", group: "general \(i)")
            message.isBackground = true
            return message
        }
        var settings = settings
        settings.folds = 2
        func logOdds(_ unlabelled: [LabeledMessage]) throws -> [Double] {
            let validation = try CrossValidation(
                messages + general, beside: unlabelled.map(\.row), by: .source, folds: 2, settings: settings)
            var found: [Double] = []
            _ = validation.measure(part: 0, each: { _, _, verdict, _ in found.append(verdict.junkLogOdds) })
            return found
        }
        let bank = messages.filter { $0.source == "bank" }, post = messages.filter { $0.source == "post" }
        #expect(try logOdds(post + bank) == logOdds(post))
        #expect(try logOdds(post) != logOdds(Array(post.prefix(30))))
    }

    @Test func templatesStayTogether() throws {
        let found = try parts(.template, messages)
        #expect(found.count == 4 && found.reduce(0) { $0 + $1.evaluation!.n } == messages.count)
        #expect(found.allSatisfy { $0.overlap == 0 && $0.trained + $0.evaluation!.n == messages.count && $0.evaluation!.n > 10 })
    }

    /// A background that holds a part again does not teach the part's model; a source's may, which
    /// is counted.
    @Test(arguments: [CorpusDivision.template, .source])
    func copiesInTheBackgroundAreLeftOut(division: CorpusDivision) throws {
        let copies = messages.map { message in
            var copy = message
            copy.isBackground = true
            return copy
        }
        let validation = try CrossValidation(messages + copies, by: division, folds: 4, settings: settings)
        for part in validation.names.indices {
            var general = 0
            let found = validation.measure(part: part) { sources in
                general = sources.backgroundMessages
                return ModelCard()
            }
            let measured = try #require(found.evaluation).n
            #expect(found.overlap == (division == .template ? 0 : measured))
            #expect(general == messages.count - (division == .template ? measured : 0))
        }
    }

    /// Each stretch by all before it; what was received at one time stands in one stretch.
    @Test func timeGoesForward() throws {
        let day = 86_400, first = 1_772_323_200  // 2026-03-01
        let dated = messages.enumerated().map { i, message in
            var message = message
            message.time = .at(first + (i % 2 == 0 ? i : 0) * day)
            return message
        }
        var random = SplitMix(seed: 3)
        let found = try parts(.time, dated.shuffled(using: &random))
        // Half of all messages are of the first day, and so are the starts of two stretches.
        #expect(found.map(\.name) == ["2026-04-02 to 2026-06-03", "2026-06-05 to 2026-08-06"])
        #expect(found.map(\.trained) == [96, 128] && found.map { $0.evaluation?.n } == [32, 32])
        // A source without times is learned from by all, and measured in none.
        let general = messages.map { message in
            var message = message
            message.source = "general"
            return message
        }
        let both = try parts(.time, general + dated)
        #expect(both.map(\.name) == found.map(\.name))
        #expect(both.map(\.trained) == found.map { $0.trained + messages.count })
        #expect(both.map { $0.evaluation!.n } == found.map { $0.evaluation!.n })
        let partly =
            general.prefix(1)
            + dated.map { message in
                var message = message
                message.source = "general"
                return message
            }
        #expect(throws: TrainingError.noTimes(missing: 1, of: 161)) { try parts(.time, Array(partly)) }
        #expect(found[0].overlap > 0)
    }

    @Test func aCorpusWithoutTimesIsNotDividedByTime() throws {
        #expect(throws: TrainingError.noTimes(missing: 160, of: 160)) { try parts(.time, messages) }
        let atOnce = messages.map { message in
            var message = message
            message.time = .at(7)
            return message
        }
        #expect(throws: TrainingError.noTimes(missing: 0, of: 160)) { try parts(.time, atOnce) }
    }

    /// The only source with junk cannot be left out: it is said why, and the others are measured.
    @Test func aPartThatLeavesOneClassIsNotMeasured() throws {
        let found = try parts(.source, messages.filter { $0.source != "post" })
        #expect(found.map(\.name) == ["bank", "chat"])
        #expect(found[0].evaluation == nil && found[0].problem == .oneClass(.allow, rows: 40))
        #expect(found[1].evaluation?.n == 40)
    }

    /// Else each part would count its own training messages.
    @Test(arguments: CorpusDivision.allCases)
    func aCorpusOfOneClassIsRefusedAsAWhole(division: CorpusDivision) {
        #expect(throws: TrainingError.oneClass(.junk, rows: 40)) { try parts(division, messages.filter { $0.label == .junk }) }
    }

    /// Its model cannot protect what it never saw, and protects all else.
    @Test func aPartIsMeasuredWithoutALabelThatOthersLack() throws {
        let orders = Label("transaction/orders")!
        let more = (0..<40).map {
            LabeledMessage(Message(body: "parcel \($0) is on its way"), orders, source: "bank", group: "parcel \($0)")
        }
        var settings = settings
        settings.folds = 2
        settings.protected = [ProtectedLabel(.allow), ProtectedLabel(orders)]
        let validation = try CrossValidation(messages + more, by: .source, folds: 2, settings: settings)
        let found = validation.names.indices.map { validation.measure(part: $0) }
        #expect(found.allSatisfy { $0.problem == nil && $0.groups.count == $0.evaluation?.n })
        #expect(found.map { $0.unprotected.map(\.label) } == [[orders], [], []])
    }

    /// Parts are not the folds of training: else all that a model learns from would be one fold,
    /// none of it scored, and nothing called junk.
    @Test(arguments: [2, 4])
    func partsAreNotTheFoldsOfTraining(count: Int) throws {
        var settings = settings
        (settings.folds, settings.maxFalseJunk) = (count, 0.5)
        let validation = try CrossValidation(messages, by: .template, folds: count, settings: settings)
        for part in 0..<count {
            let junk = try #require(validation.measure(part: part).evaluation).confusion.figures(of: .junk).recall
            #expect(junk.of > 0 && junk.count > 0, "part \(part): \(junk.count) of \(junk.of)")
        }
    }

    /// Two tokenizers are compared on the same parts: messages are grouped by the usual one. With
    /// words alone, these would be of one group each.
    @Test func partsAreTheSameWhateverTheTokenizer() throws {
        let messages = (0..<60).map { i in
            LabeledMessage(Message(body: "parcel\(i % 12)thing waits\(i % 5)here"), i % 2 == 0 ? .junk : .allow, source: "one")
        }
        func groups(_ tokenizer: TokenizerSettings) throws -> [[UInt64]] {
            var settings = settings
            settings.tokenizer = tokenizer
            let validation = try CrossValidation(messages, by: .template, folds: 3, settings: settings)
            return validation.names.indices.map { validation.measure(part: $0).groups }
        }
        let usual = TokenizerSettings()
        var words = usual
        (words.shortestNgram, words.longestNgram) = (0, 0)
        #expect(try groups(words) == groups(usual) && words.isValid)
    }

    /// A model of too few wanted messages is told of; without folds nothing was promised.
    @Test func aPromiseThatIsNotKeptIsTold() throws {
        var settings = settings
        #expect(try parts(.source, messages).allSatisfy { $0.keepsPromise == nil })
        for (bound, isKept) in [(0.001, false), (0.9, true)] {
            (settings.folds, settings.maxFalseJunk) = (2, bound)
            let validation = try CrossValidation(messages, by: .source, folds: 2, settings: settings)
            #expect(validation.names.indices.allSatisfy { validation.measure(part: $0).keepsPromise == isKept })
        }
    }

    /// Of a model's bytes the card that it will have takes its own.
    @Test func aCardTakesRoom() throws {
        var settings = settings
        settings.maxBytes = 3000
        let validation = try CrossValidation(messages, by: .source, folds: 2, settings: settings)
        let bank = try #require(validation.names.firstIndex(of: "bank"))
        #expect(validation.measure(part: bank).problem == nil)
        var counted = SourceCounts()
        let found = validation.measure(part: bank) { sources in
            counted = sources
            return ModelCard(name: String(repeating: "a", count: 3000))
        }
        #expect(counted == SourceCounts(corpus: ["post": 60, "chat": 40]))
        guard case .tooSmall(3000, _) = found.problem else {
            Issue.record("expected no room for features, found \(String(describing: found.problem))")
            return
        }
    }

    @Test(arguments: CorpusDivision.allCases)
    func anEmptyCorpusIsRefused(division: CorpusDivision) {
        #expect(throws: TrainingError.emptyCorpus) { try parts(division, []) }
    }

    /// What parts measured adds up to what all of it would.
    @Test func evaluationsAddUp() {
        var all = Evaluation(), halves = [Evaluation(), Evaluation()]
        for i in 0..<100 {
            let outcome = Outcome(
                truth: Label.all[i % 16], predicted: Label.all[i % 5], action: i % 7 == 0 ? .none : Label.all[i % 5].action,
                junkLogOdds: i == 50 ? .nan : Double(i % 13) - 6)
            all.add(outcome)
            halves[i % 2].add(outcome)
        }
        halves[0].add(halves[1])
        #expect(EvaluationReport(halves[0]) == EvaluationReport(all))
        #expect(halves[0].nanScores == 1)
    }
}
