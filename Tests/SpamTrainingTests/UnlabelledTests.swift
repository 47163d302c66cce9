// Messages of a phone without labels: what they may teach, and what they must not.

import LabeledMessages
import Foundation
import SpamFilter
import Statistics
import Testing
import TrainingFixtures

@testable import SpamTraining

@Suite struct UnlabelledTests {
    private static let places = ["alpha", "beta", "gamma", "delta", "harbor", "meadow", "copper", "violin"]

    /// Codes and junk of 100 templates each.
    private static let general: [LabeledMessage] = (0..<300).map { i in
        let isJunk = i % 3 == 0, place = "\(places[i % 8]) \(places[i / 8 % 8]) \(i / 3)"
        return LabeledMessage(
            Message(body: isJunk ? "claim the refund prize now \(place)" : "your parcel code for \(place) is ready"),
            Label(isJunk ? "junk" : "transaction/others")!, source: "general", group: "g\(i / 3)")
    }

    private static func row(_ body: String, _ label: Label? = nil) -> CorpusRow {
        var row = LabeledMessage(Message(body: body), label ?? .allow).row
        row.label = label
        // Each text is a group of its own, as if the templates differed.
        row.group = body
        return row
    }

    /// Messages of another phone: its junk shares some words with that of the general ones, and its
    /// codes one.
    private static func phone(_ count: Int, junk share: Int) -> [String] {
        (0..<count).map { i in
            let place = "\(places[i * 3 % 8]) \(places[i / 8 % 8])\(i)"
            return i % 100 < share ? "claim the casino prize bonus now \(place)" : "harbour bulletin code \(place)"
        }
    }

    private func train(
        _ rows: [CorpusRow], labelled: [LabeledMessage] = [], _ change: (inout TrainingSettings) -> Void = { _ in }
    ) throws -> TrainedModel {
        var settings = TrainingSettings()
        settings.maxFalseJunk = 0.05
        change(&settings)
        var run = TrainingRun(settings), pool = UnlabelledMessages(settings)
        run.add(contentsOf: Self.general)
        for row in rows { pool.add(row) }
        for message in labelled { pool.add(labelled: message) }
        return rows.isEmpty ? try run.finish() : try run.finish(beside: pool)
    }

    private func logOdds(_ model: TrainedModel, _ body: String) throws -> Double {
        try verdicts(model, [LabeledMessage(Message(body: body), .junk)])[0].junkLogOdds
    }

    @Test func wordsOfThePhoneAreLearned() throws {
        let model = try train(Self.phone(200, junk: 25).map { Self.row($0) }), before = try train([])
        let found = try #require(model.unlabelled)
        #expect(found.messages == 200 && (0.08...0.25).contains(found.junkShare), "\(found)")
        func gap(_ model: TrainedModel) throws -> Double {
            try logOdds(model, "casino bonus") - logOdds(model, "harbour bulletin")
        }
        #expect(try gap(model) > gap(before) + 1)
        #expect(before.unlabelled == nil && model.promise == nil)
    }

    @Test(arguments: [0.5, 0.05, 0.002])
    func whatTheFileDoesWithThemIsCounted(maxFalseJunk: Double) throws {
        let bodies = Self.phone(200, junk: 25)
        let model = try train(bodies.map { Self.row($0) }) { $0.maxFalseJunk = maxFalseJunk }
        let inJunk = try verdicts(model, bodies.map { LabeledMessage(Message(body: $0), .junk) }).count { $0.action == .junk }
        #expect(model.unlabelledInJunk == inJunk && inJunk > 0, "\(model.unlabelled as Any)")
    }

    /// The labels that rows have are not looked at.
    @Test func labelsOfThePoolChangeNothing() throws {
        let bodies = Self.phone(100, junk: 20)
        let without = try train(bodies.map { Self.row($0) }), with = try train(bodies.map { Self.row($0, .junk) })
        #expect(without.bytes == with.bytes)
    }

    /// 19 groups are too few, however many messages they are.
    @Test func fewGroupsLeaveTheModelAsItIs() throws {
        let few = (0..<190).map { Self.row("\(Self.places[$0 % 8]) says hello to \(Self.places[$0 / 8 % 2])") }
        let model = try train(few), before = try train([])
        #expect(model.unlabelled == nil && model.bytes == before.bytes)
    }

    /// A template of a hundred copies is one opinion: it moves no share.
    @Test func copiesCountAsOne() throws {
        let pool = Self.phone(100, junk: 0), scam = "claim the refund prize now at the desk"
        let once = try #require(try train((pool + [scam]).map { Self.row($0) }).unlabelled)
        let often = try #require(try train((pool + Array(repeating: scam, count: 100)).map { Self.row($0) }).unlabelled)
        #expect(once.groups == often.groups && abs(once.junkShare - often.junkShare) < 0.005, "\(once) \(often)")
        #expect(often.messages == 200)
    }

    /// The less junk there seems to be, the more the labelled messages decide.
    @Test func withoutJunkTheLabelledDecide() throws {
        let none = try #require(try train(Self.phone(200, junk: 0).map { Self.row($0) }).unlabelled)
        let much = try #require(try train(Self.phone(200, junk: 40).map { Self.row($0) }).unlabelled)
        #expect(none.backgroundStrength > much.backgroundStrength && none.junkShare < 0.05, "\(none) \(much)")
    }

    /// Labels of the same phone overrule what the model thinks.
    @Test func labelsOfThePhoneDecide() throws {
        let bodies = Self.phone(100, junk: 20).map { Self.row($0) }
        /// Where a text of labelled words stands between wanted messages, at 0, and junk, at 1.
        func place(_ label: Label) throws -> Double {
            let labels = (0..<40).map { i in
                let body = "bulletin lottery \(Self.places[i % 8])\(i)"
                return LabeledMessage(Message(body: body), label, group: body)
            }
            let model = try train(bodies, labelled: labels)
            let wanted = try logOdds(model, "harbour bulletin code")
            let junk = try logOdds(model, "claim the casino prize bonus now")
            return (try logOdds(model, "bulletin lottery") - wanted) / (junk - wanted)
        }
        let (asWanted, asJunk) = (try place(.allow), try place(.junk))
        #expect(asWanted < asJunk - 0.2, "\(asWanted) \(asJunk)")
    }

    /// Labels that are drawn cannot be learned. A background that has the labelled messages again,
    /// as they are or nearly, must not make a cutoff of them.
    @Test(arguments: [("", true), (" ok", true), (nil, false)])
    func noCutoffIsSetByMessagesThatTheBackgroundHas(more: String?, areRepeated: Bool) throws {
        var random = SplitMix(seed: 5)
        func messages(_ count: Int) -> [LabeledMessage] {
            (0..<count).map { _ in
                let words = (0..<12).map { _ in "w\(random.next() % 4000)" }
                return LabeledMessage(Message(body: words.joined(separator: " ")), random.next() % 2 == 0 ? .junk : .allow)
            }
        }
        let own = messages(300), fresh = messages(600).filter { $0.label == .allow }
        let background = more.map { more in
            own.map { LabeledMessage(Message(body: $0.message.body + more), $0.label) }
        }
        var settings = TrainingSettings()
        settings.maxFalseJunk = 0.02
        var run = TrainingRun(settings), pool = UnlabelledMessages(settings)
        run.add(contentsOf: background ?? messages(300))
        for message in messages(200) { pool.add(message.row) }
        for message in own { pool.add(labelled: message) }
        let model = try run.finish(beside: pool), found = try #require(model.unlabelled)
        let wanted = own.count { $0.label == .allow }
        #expect(found.labelledWanted == (areRepeated ? nil : wanted))
        let few = found.tooFewWanted
        #expect(areRepeated ? few?.found == 0 && few?.repeated == wanted && few?.needed == 100 : few == nil, "\(few as Any)")
        let lost = try verdicts(model, fresh).count { $0.action == .junk }
        #expect(lost * 100 < 6 * fresh.count, "\(lost) of \(fresh.count)")
    }

    @Test func anyNumberOfThreadsGivesTheSameBytes() throws {
        let rows = Self.phone(120, junk: 20).map { Self.row($0) }
        let one = try train(rows) { $0.threads = 1 }, three = try train(rows) { $0.threads = 3 }
        #expect(one.bytes == three.bytes)
    }

    /// Saerens, Latinne & Decaestecker: a model that assumes even shares, asked about 800 messages
    /// of one wanted action and 200 of another. Of junk there is half of the usual share.
    @Test func sharesAreThoseOfThePhone() {
        let opinions = (0..<1000).map { $0 < 800 ? [0.94, 0.05, 0.01] : [0.05, 0.94, 0.01] }
        let found = PhoneShares(opinions, assumed: [0.4, 0.4, 0.2], junk: 2, weights: Array(repeating: 1, count: 1000))
        #expect(abs(found.shares[0] - 0.8) < 0.03 && (0.02...0.035).contains(found.shares[2]), "\(found.shares)")
        #expect(found.probabilities[0][0] > 0.95 && found.probabilities.allSatisfy { abs($0.reduce(0, +) - 1) < 1e-9 })
        let unheard = PhoneShares(opinions, assumed: [0.4, 0.4, 0.2], junk: 2, weights: Array(repeating: 0, count: 1000))
        #expect(unheard.shares == [0.4, 0.4, 0.2])
    }

    /// Junk that is a hump of its own is found at its share; without it there is one hump, and one
    /// that is far larger than expected is no junk.
    @Test(arguments: [(share: 0.15, isFound: true), (0.0, false), (0.45, false)])
    func aHumpOfJunkIsFound(_ share: Double, _ isFound: Bool) {
        // Quantiles of a normal distribution, by the logistic's.
        func hump(_ count: Int, at mean: Double) -> [Double] {
            (0..<count).map { mean + 0.6 * log((Double($0) + 0.5) / (Double(count - $0) - 0.5)) }
        }
        let junk = Int(share * 400), scores = hump(400 - junk, at: -3) + hump(junk, at: 3)
        let modes = ScoreModes(
            scores, weights: scores.map { _ in 1 }, junk: scores.map { 1 / (1 + exp(2 - $0)) }, expected: max(share, 0.01))
        #expect((modes != nil) == isFound)
        if let modes { #expect(abs(modes.share - share) < 0.02 && abs(modes.offset / modes.slope) < 1) }
    }
}
