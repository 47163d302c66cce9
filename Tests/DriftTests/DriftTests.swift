// What a comparison, a watch and a survey say of streams that are made up count by count.

import Foundation
import SpamFilter
import Statistics
import Testing

@testable import Drift

/// Messages by their number: some unknown, some unsure, none like another.
struct Stream {
    var random: SplitMix
    var unsure = 0.05
    /// The most unknown features of 40, each number as likely.
    var mostUnknown = 9
    var junk = 0.25

    init(seed: UInt64) { random = SplitMix(seed: seed) }

    mutating func next() -> MessageMakeup {
        var makeup = MessageMakeup()
        makeup.features = 40
        makeup.unknownFeatures = Int.random(in: 0...mostUnknown, using: &random)
        let isUnsure = Double.random(in: 0..<1, using: &random) < unsure
        let isJunk = Double.random(in: 0..<1, using: &random) < junk
        makeup.action = isUnsure ? .none : isJunk ? .junk : .allow
        makeup.junkLogOdds =
            isUnsure ? 0.5 : isJunk ? Double.random(in: 2...8, using: &random) : Double.random(in: -9 ... -1, using: &random)
        for band in 0..<TemplateKeys.bands { makeup.template.keys[band] = UInt32.random(in: 0...UInt32.max, using: &random) }
        return makeup
    }

    mutating func counts(_ count: Int) -> TrafficCounts {
        var counter = TrafficCounter()
        for _ in 0..<count { counter.add(next()) }
        return counter.counts
    }
}

func profile(of counts: TrafficCounts, clumping: Double = 0) -> TrafficProfile {
    TrafficProfile(
        new: counts, seen: counts, familiar: FamiliarFeatures([]),
        clumping: Clumping(templates: clumping, newTemplates: clumping))
}

let trained: TrafficProfile = {
    var stream = Stream(seed: 1)
    return profile(of: stream.counts(4000))
}()

@Suite struct DriftComparisonTests {
    @Test(arguments: UInt64(2)..<22)
    func messagesLikeThoseOfTrainingAreLikeThem(seed: UInt64) {
        var stream = Stream(seed: seed)
        let comparison = DriftComparison(stream.counts(1500), trained)
        #expect(comparison.answer == .like && !comparison.isAlarm, "\(comparison.findings)")
        #expect(comparison.findings.map(\.facet) == DriftFacet.allCases)
        #expect(comparison.findings.allSatisfy { $0.advice == nil && $0.of == comparison.counts.templates })
        #expect(comparison.sentence.contains("is like what the model was trained on"))
    }

    /// With the level taken for granted, at most one in a hundred differs.
    @Test func chanceRaisesNoMoreAlarmsThanTheLevelAllows() {
        var alarms = 0
        for seed in 0..<400 as Range<UInt64> {
            var stream = Stream(seed: 2 * seed + 1000), training = Stream(seed: 2 * seed + 1001)
            let comparison = DriftComparison(stream.counts(400), profile(of: training.counts(600)), level: 0.1)
            alarms += comparison.isAlarm ? 1 : 0
        }
        #expect(alarms <= 40, "\(alarms)")
    }

    @Test(arguments: [1, 5, 20])
    func fewMessagesCannotTell(messages: Int) throws {
        var stream = Stream(seed: 2)
        let comparison = DriftComparison(stream.counts(messages), trained)
        #expect(comparison.answer == .cannotTell && !comparison.isAlarm, "\(comparison.findings)")
        #expect(try #require(comparison[.newTemplates]).answer == .cannotTell)
        #expect(comparison.sentence.contains("cannot tell") && comparison.sentence.contains("Compare messages of more templates"))
    }

    /// The groups of training are so large that ranges reach from nothing to all.
    @Test func aTrainingOfFewGroupsCannotTellHoweverManyMessagesCome() throws {
        var stream = Stream(seed: 2)
        let comparison = DriftComparison(stream.counts(3000), profile(of: trained.new, clumping: 0.5))
        #expect(comparison.answer == .cannotTell, "\(comparison.findings)")
        let new = try #require(comparison[.newTemplates])
        #expect(new.upper > 0.5 && new.answer == .cannotTell && new.advice == "train on more different messages")
        #expect(comparison.sentence.contains("Train on more different messages"))
    }

    @Test func unsureMessagesRaiseAnAlarm() {
        var stream = Stream(seed: 2)
        stream.unsure = 0.12
        #expect(DriftComparison(stream.counts(1500), trained)[.unsure]?.isAlarm == true)
    }

    @Test func fewerUnsureAndFewerUnknownAreNoDrift() {
        var stream = Stream(seed: 2)
        stream.unsure = 0
        stream.mostUnknown = 4
        let comparison = DriftComparison(stream.counts(1500), trained)
        #expect(comparison[.unsure]?.isAlarm == false && comparison[.unknown]?.isAlarm == false)
    }

    @Test func moreJunkRaisesAnAlarm() throws {
        var stream = Stream(seed: 2)
        stream.junk = 0.75
        let comparison = DriftComparison(stream.counts(300), trained)
        #expect(comparison.alarms.map(\.facet) == [.scores])
        #expect(comparison.answer == .differs && comparison.sentence.contains("not spread as in training"))
        #expect(try #require(comparison[.scores]).advice == "label 50 messages and measure")
    }

    /// What lies between new and learned templates is no drift.
    @Test(arguments: [0, 0.3, 1])
    func mixturesOfNewAndSeenScoresAreNoDrift(share: Double) throws {
        var new = TrafficCounts(), seen = TrafficCounts(), found = TrafficCounts()
        for i in 0..<2000 {
            var makeup = MessageMakeup()
            (makeup.features, makeup.action, makeup.junkLogOdds) = (10, i % 2 == 0 ? .none : .allow, i % 2 == 0 ? 0.5 : -3)
            new.add(makeup, isRepeat: false)
            if Double(i % 100) < 100 * (1 - share) { found.add(makeup, isRepeat: false) }
            (makeup.action, makeup.junkLogOdds) = (.allow, -8)
            seen.add(makeup, isRepeat: false)
            if Double(i % 100) >= 100 * (1 - share) { found.add(makeup, isRepeat: false) }
        }
        let profile = TrafficProfile(
            new: new, seen: seen, familiar: FamiliarFeatures([]), clumping: Clumping(templates: 0, newTemplates: 0))
        let comparison = DriftComparison(found, profile)
        let scores = try #require(comparison[.scores])
        #expect(scores.value < 0.02 && !comparison.isAlarm, "\(comparison.findings)")
    }

    @Test func nothingIsSaidOfNoMessages() {
        let comparison = DriftComparison(TrafficCounts(), trained)
        #expect(comparison.findings.isEmpty && comparison.answer == .cannotTell && comparison.sentence.contains("no messages"))
    }

    @Test func clumpingMakesRangesLonger() throws {
        var stream = Stream(seed: 2)
        var counter = TrafficCounter()
        for i in 0..<1500 {
            var makeup = stream.next()
            // Some beyond every threshold.
            if i % 25 == 0 { makeup.unknownFeatures = 30 }
            counter.add(makeup)
        }
        let counts = counter.counts
        let clumped = profile(of: trained.new, clumping: 0.01)
        let (narrow, wide) = (DriftComparison(counts, trained), DriftComparison(counts, clumped))
        for facet in DriftFacet.allCases {
            let (narrow, wide) = (try #require(narrow[facet]), try #require(wide[facet]))
            #expect(wide.lower <= narrow.lower, "\(facet)")
            if facet == .newTemplates { #expect(wide.lower < narrow.lower) }
            if facet != .scores { #expect(wide.upper >= narrow.upper, "\(facet)") }
        }
    }

    struct Ratio: Sendable {
        let count, all, expectedCount, allExpected: Int
        let tail, lower, upper: Double
    }

    static let ratios: [Ratio] = {
        let file = Bundle.module.url(forResource: "ratios", withExtension: "csv", subdirectory: "Reference")!
        return try! String(contentsOf: file, encoding: .utf8).split(separator: "\n").dropFirst().map { line in
            let f = line.split(separator: ",").map { Double($0)! }
            return Ratio(
                count: Int(f[0]), all: Int(f[1]), expectedCount: Int(f[2]), allExpected: Int(f[3]), tail: f[4], lower: f[5],
                upper: f[6])
        }
    }()

    /// Of unsure messages.
    @Test(arguments: ratios)
    func limitsOfSharesAreThoseOfSciPy(ratio: Ratio) throws {
        func counts(_ unsure: Int, of all: Int) -> TrafficCounts {
            var counts = TrafficCounts()
            for i in 0..<all {
                var makeup = MessageMakeup()
                makeup.action = i < unsure ? .none : .allow
                counts.add(makeup, isRepeat: false)
            }
            return counts
        }
        let comparison = DriftComparison(
            counts(ratio.count, of: ratio.all), profile(of: counts(ratio.expectedCount, of: ratio.allExpected)),
            level: ratio.tail / DriftFacet.unsure.partOfLevel)
        let finding = try #require(comparison[.unsure])
        #expect(abs(finding.lower - ratio.lower) < 1e-9 && abs(finding.upper - ratio.upper) < 1e-9, "\(finding) \(ratio)")
    }
}

@Suite struct DriftWatchTests {
    @Test func aLongStreamLikeTrainingRaisesNoAlarm() {
        var stream = Stream(seed: 7), watch = DriftWatch(trained)
        for _ in 0..<20_000 { watch.add(stream.next()) }
        #expect(watch.alarm == nil && watch.messages == 20_000 && watch.latest?.messages == 20_000)
    }

    @Test func aSchemeThatBeginsLateIsSeenInItsWindow() throws {
        var stream = Stream(seed: 8), watch = DriftWatch(trained)
        for i in 0..<6000 {
            var makeup = stream.next()
            if i >= 4000, i % 50 == 0 { makeup.unknownFeatures = 30 }
            watch.add(makeup)
        }
        let alarm = try #require(watch.alarm)
        #expect((4001...6000).contains(alarm.messages) && alarm.comparison.isAlarm)
    }

    @Test func nothingIsToldBeforeTheFirstLook() {
        var stream = Stream(seed: 8), watch = DriftWatch(trained)
        for _ in 0..<DriftWatch.messagesBetweenLooks - 1 { watch.add(stream.next()) }
        #expect(watch.latest == nil)
        watch.add(stream.next())
        #expect(watch.latest?.messages == DriftWatch.messagesBetweenLooks)
    }

    @Test func anAlarmStays() {
        var stream = Stream(seed: 9), watch = DriftWatch(trained)
        stream.mostUnknown = 30
        for _ in 0..<500 { watch.add(stream.next()) }
        stream.mostUnknown = 9
        for _ in 0..<4000 { watch.add(stream.next()) }
        #expect(watch.alarm?.messages == 500 && watch.latest?.comparison.isAlarm == false)
    }
}

@Suite struct DriftSurveyTests {
    private let day = 86_400

    @Test func aChangeIsToldWithThePeriodItBeganIn() throws {
        var stream = Stream(seed: 4), survey = DriftSurvey(trained, by: .day)
        for date in 0..<4 {
            stream.mostUnknown = date < 2 ? 9 : 30
            for _ in 0..<300 { survey.add(stream.next(), time: 20_000 * day + date * day) }
        }
        let report = survey.report()
        #expect(report.periods.map(\.name) == ["2024-10-04", "2024-10-05", "2024-10-06", "2024-10-07"])
        #expect(report.periods.map(\.comparison.isAlarm) == [false, false, true, true])
        #expect(report.since?.name == "2024-10-06" && report.sentence.hasPrefix("Since 2024-10-06, most in 2024-10-"))
    }

    @Test func aChangeThatIsOverIsToldWithItsPeriod() {
        var stream = Stream(seed: 5), survey = DriftSurvey(trained, by: .month)
        for month in 0..<12 {
            stream.mostUnknown = month == 3 ? 30 : 9
            for _ in 0..<300 { survey.add(stream.next(), time: month * 31 * day) }
        }
        let report = survey.report()
        #expect(report.since == nil && report.answer == .differs && report.periods.filter { $0.comparison.isAlarm }.count == 1)
    }

    /// Messages of one source are no sample of the mix, so that it alone is no reason to train.
    @Test func aMixOfSourcesIsTold() throws {
        func sentence(_ sources: Int) -> String {
            var stream = Stream(seed: 4), survey = DriftSurvey(trained, sources: sources)
            stream.mostUnknown = 30
            for _ in 0..<600 { survey.add(stream.next()) }
            return survey.report().sentence
        }
        #expect(sentence(1).hasSuffix(" and train again."))
        #expect(
            sentence(2).hasSuffix(
                " Training had 2 sources, and one phone is rarely like their mix: watch it by a model of its messages alone. "
                    + "If that differs too, label 50 of those that differ most and train again."))
    }

    @Test func messagesWithoutATimeAreInNoPeriod() {
        var stream = Stream(seed: 4), survey = DriftSurvey(trained, by: .week)
        for i in 0..<100 { survey.add(stream.next(), time: i % 2 == 0 ? nil : 0) }
        #expect(survey.withoutTime == 50 && survey.messages == 100)
        #expect(survey.report().periods.map(\.comparison.counts.messages) == [50])
    }

    @Test func periodsOfMessagesAreInTheFilesOrder() {
        var stream = Stream(seed: 4), survey = DriftSurvey(trained, by: .messages)
        for _ in 0..<4500 { survey.add(stream.next()) }
        #expect(survey.report().periods.map(\.name) == ["message 1", "message 2001", "message 4001"])
    }

    @Test(arguments: [
        (DriftPeriod.day, 0, "1970-01-01"), (.day, -1, "1969-12-31"), (.day, 951_782_400, "2000-02-29"),
        (.month, 1_709_251_200, "2024-03"), (.week, 0, "1970-W01"), (.week, 1_609_632_000, "2020-W53"),
        (.week, 1_609_718_400, "2021-W01"), (.week, 1_735_516_800, "2025-W01"), (.week, -86_400 * 4, "1969-W52"),
    ])
    func periodsHaveTheirNames(period: DriftPeriod, time: Int, name: String) { #expect(period.name(of: time) == name) }

    @Test func aReportInJSONSaysWhatWasFound() throws {
        var stream = Stream(seed: 4), survey = DriftSurvey(trained, by: .messages)
        for _ in 0..<100 { survey.add(stream.next()) }
        let object = try JSONSerialization.jsonObject(with: JSONEncoder().encode(survey.report()))
        let json = try #require(object as? [String: Any])
        #expect(
            Set(json.keys) == [
                "level", "answer", "sentence", "messages", "templates", "findings", "periods", "groups",
            ])
        let unsure = try #require((json["findings"] as? [[String: Any]])?.first { $0["facet"] as? String == "unsure" })
        #expect(
            Set(unsure.keys) == [
                "facet", "answer", "value", "lower", "upper", "expected", "limit", "likeUpTo", "count", "of", "advice",
            ])
        #expect(unsure["answer"] as? String == "cannotTell" && json["answer"] as? String == "cannotTell")
    }
}
