// New schemes among other messages, and how few messages tell of one.

import Statistics
import Testing

@testable import Drift

@Suite struct SchemeTests {
    @Test func aFewMessagesOfUnknownWordsAreSeenAmongMany() {
        var stream = Stream(seed: 2), scheme = Stream(seed: 3), counter = TrafficCounter()
        for i in 0..<2000 {
            var makeup = i % 50 == 0 ? scheme.next() : stream.next()
            if i % 50 == 0 { makeup.unknownFeatures = 30 }
            counter.add(makeup)
        }
        let comparison = DriftComparison(counter.counts, trained)
        #expect(comparison.alarms.map(\.facet) == [.newTemplates])
        #expect(comparison.sentence.contains("newly worded templates are") && comparison.sentence.contains("Label 50"))
    }

    /// Among templates it is one of two thousand.
    @Test func oneMessageAgainAndAgainIsOneTemplate() {
        var stream = Stream(seed: 2), counter = TrafficCounter()
        var campaign = stream.next()
        campaign.unknownFeatures = 30
        for i in 0..<2000 { counter.add(i % 40 == 0 ? campaign : stream.next()) }
        #expect(counter.counts.messages == 2000 && counter.counts.templates == 1951)
        #expect(!DriftComparison(counter.counts, trained).isAlarm)
    }

    /// Some more of all that is rare in training: no threshold alone tells them.
    @Test func aSchemeInKnownWordsIsSeenByHowNewItIs() throws {
        var random = SplitMix(seed: 5)
        func counts(_ messages: Int, scheme: Int) -> TrafficCounts {
            var stream = Stream(seed: random.next()), counts = TrafficCounts()
            for i in 0..<messages {
                var makeup = stream.next()
                // A tail that becomes thinner towards its end.
                makeup.unknownFeatures = i < scheme ? 12 + i % 14 : min(24, (0..<24).prefix { _ in random.next() % 10 < 7 }.count)
                counts.add(makeup, isRepeat: false)
            }
            return counts
        }
        let trained = profile(of: counts(4000, scheme: 0))
        #expect(!DriftComparison(counts(2000, scheme: 0), trained).isAlarm)
        let comparison = DriftComparison(counts(2000, scheme: 17), trained)
        #expect(comparison.alarms.map(\.facet) == [.newTemplates], "\(comparison.findings)")
    }

    /// Of 1,000 templates 20 are beyond the first threshold, 10, 5 and 2 beyond the others.
    @Test func aTemplateCountsByTheThresholdsThatItIsBeyond() {
        var counts = TrafficCounts()
        for (messages, unknown) in [(980, 0), (10, 10), (5, 20), (3, 30), (2, 40)] {
            for _ in 0..<messages {
                var makeup = MessageMakeup()
                (makeup.features, makeup.unknownFeatures) = (90, unknown)
                counts.add(makeup, isRepeat: false)
            }
        }
        let newness = counts.newness
        #expect([0, 10, 11, 20, 30, 31, 40, 99].map { newness[$0] } == [0, 0.25, 0.5, 0.5, 0.75, 1, 1, 1])
        let finding = DriftComparison(counts, profile(of: counts))[.newTemplates]
        #expect(finding?.count == 9.25 && finding?.value == 0.00925 && finding?.expected == 0.00925)
    }

    @Test func theLevelIsDividedAmongFacets() {
        #expect(abs(DriftFacet.allCases.reduce(0) { $0 + $1.partOfLevel } - 1) < 1e-12)
    }

    @Test(arguments: [1, 2, 5, 20])
    func rangesOfFewMessagesHoldTheirValues(messages: Int) throws {
        var stream = Stream(seed: 2), counts = TrafficCounts()
        for _ in 0..<messages {
            var makeup = stream.next()
            makeup.unknownFeatures = makeup.features
            counts.add(makeup, isRepeat: false)
        }
        for finding in DriftComparison(counts, trained).findings {
            // An index is less its bias in its range.
            if finding.facet != .scores {
                #expect(finding.lower <= finding.value && finding.value <= finding.upper, "\(finding)")
            }
            #expect(finding.lower <= finding.upper && finding.upper.isFinite, "\(finding)")
        }
    }
}
