// What is counted of messages: templates, familiar features, and the sums.

import Foundation
import SpamFilter
import Statistics
import Testing

@testable import Drift

@Suite struct TrafficTests {
    private func keys(_ features: [UInt64]) -> TemplateKeys {
        var least = [UInt32](repeating: .max, count: TemplateKeys.bins)
        for feature in features {
            let bin = TemplateKeys.bin(feature)
            least[bin] = min(least[bin], TemplateKeys.value(feature))
        }
        return least.withUnsafeMutableBufferPointer { TemplateKeys($0.baseAddress!) }
    }

    @Test func nearDuplicatesRepeatATemplateAndOthersDoNot() {
        var random = SplitMix(seed: 1), found = 0, mistaken = 0
        for _ in 0..<200 {
            var memory = TemplateMemory()
            let features = (0..<80).map { _ in random.next() }
            if memory.isRepeat(keys(features)) { mistaken += 1 }
            // Of 88 features of both 72 are shared.
            if memory.isRepeat(keys(features.dropLast(8) + (0..<8).map { _ in random.next() })) { found += 1 }
            if memory.isRepeat(keys(features.prefix(10) + (0..<70).map { _ in random.next() })) { mistaken += 1 }
        }
        #expect(found >= 185 && mistaken <= 2, "\(found) \(mistaken)")
    }

    @Test func aWindowLaterATemplateIsForgotten() {
        var random = SplitMix(seed: 1), memory = TemplateMemory()
        let features = (0..<80).map { _ in random.next() }
        let first = [memory.isRepeat(keys(features)), memory.isRepeat(keys(features))]
        #expect(first == [false, true])
        for _ in 2..<TemplateMemory.window { _ = memory.isRepeat(keys((0..<80).map { _ in random.next() })) }
        let isRepeat = memory.isRepeat(keys(features))
        #expect(!isRepeat)
    }

    @Test func messagesWithoutFeaturesAreOneTemplate() {
        var memory = TemplateMemory()
        let found = [memory.isRepeat(keys([])), memory.isRepeat(keys([]))]
        #expect(found == [false, true])
    }

    @Test func familiarFeaturesAreHeldAndFewOthers() throws {
        var random = SplitMix(seed: 1)
        let features = (0..<FamiliarFeatures.most).map { _ in random.next() }
        let written = try JSONEncoder().encode(FamiliarFeatures(features))
        let familiar = try JSONDecoder().decode(FamiliarFeatures.self, from: written)
        #expect(written.count <= 1100)
        #expect(features.allSatisfy(familiar.contains))
        let others = (0..<10_000).count { _ in familiar.contains(random.next()) }
        #expect(others < 80)
        #expect(!FamiliarFeatures([]).contains(1))
    }

    @Test func aStrangersManyFamiliarFeaturesAreRefused() {
        let written = try! JSONEncoder().encode(Data(repeating: 0, count: 1 << 20))
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(FamiliarFeatures.self, from: written) }
    }

    @Test func countsAreOfTemplatesButForMessages() {
        var stream = Stream(seed: 3), counts = TrafficCounts(), shares = 0
        for i in 0..<500 {
            let makeup = stream.next()
            counts.add(makeup, isRepeat: i % 7 == 0)
            if i % 7 != 0 { shares += makeup.unknownFeatures * 1024 / 40 }
        }
        #expect(counts.messages == 500 && counts.templates == 428 && counts.unknown.reduce(0, +) == 428)
        #expect(counts.unknownShares == shares && abs(counts.unknownShare - Double(shares) / 428 / 1024) < 1e-12)
    }

    @Test func countsAreTheSameAfterJSON() throws {
        var stream = Stream(seed: 3)
        let counts = stream.counts(300)
        #expect(try JSONDecoder().decode(TrafficCounts.self, from: JSONEncoder().encode(counts)) == counts)
    }

    @Test(arguments: [
        (#""messages":1"#, #""messages":-1"#), (#""messages":1"#, #""messages":9223372036854775807"#),
        (#""unsure":0"#, #""unsure":-1"#), (#""unknownShares":0"#, #""unknownShares":9223372036854775807"#),
        (#""scores":[1]"#, #""scores":[-1]"#),
        (#""scores":[1]"#, #""scores":[\#(String(repeating: "1,", count: 24))1]"#),
        (#""unknown":[1]"#, #""unknown":[9223372036854775807]"#), (#","unknown":[1]"#, ""),
    ])
    func countsThatNoTrainingWritesAreRefused(part: String, other: String) {
        let json = #"{"messages":1,"unsure":0,"unknownShares":0,"scores":[1],"unknown":[1]}"#
        func decode(_ json: String) throws { _ = try JSONDecoder().decode(TrafficCounts.self, from: Data(json.utf8)) }
        #expect(throws: Never.self) { try decode(json) }
        #expect(throws: DecodingError.self) { try decode(json.replacing(part, with: other)) }
    }

    /// A card may be a stranger's. Extreme numbers in place of each, and what is made of them.
    @Test func noProfileOfAStrangerEndsTheProgram() throws {
        var stream = Stream(seed: 3)
        let json = try String(decoding: JSONEncoder().encode(profile(of: stream.counts(200))), as: UTF8.self)
        let numbers = json.ranges(of: /[0-9][0-9.]*/)
        #expect(numbers.count > 50)
        for range in numbers {
            for other in ["-1", "-0.0005", "0", "1099511627776", "1152921504606846976", "1e308", "0.5", "null"] {
                let changed = json.replacingCharacters(in: range, with: other)
                guard let found = try? JSONDecoder().decode(TrafficProfile.self, from: Data(changed.utf8)) else { continue }
                var watch = DriftWatch(found)
                for _ in 0..<500 { watch.add(stream.next()) }
                let findings = try #require(watch.latest).comparison.findings
                #expect(findings.allSatisfy { $0.lower.isFinite && $0.upper.isFinite && $0.limit.isFinite }, "\(other)")
                #expect(throws: Never.self) { try JSONEncoder().encode(findings) }
            }
        }
    }

    @Test(arguments: ["templates", "newTemplates"])
    func clumpingIsAProbability(key: String) throws {
        let json = #"{"templates":0,"newTemplates":0}"#
        #expect(throws: Never.self) { try JSONDecoder().decode(Clumping.self, from: Data(json.utf8)) }
        let negative = json.replacing("\"\(key)\":0", with: "\"\(key)\":-0.001")
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(Clumping.self, from: Data(negative.utf8)) }
    }

    @Test func aProfileOfNoMessagesIsRefused() throws {
        let json = try JSONEncoder().encode(profile(of: TrafficCounts()))
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(TrafficProfile.self, from: json) }
    }

    @Test(arguments: [-Double.infinity, -12, -0.5, 0, 11.9, 12, Double.infinity, .nan])
    func everyScoreAndNumberOfFeaturesHasABin(score: Double) {
        var counts = TrafficCounts()
        for features in [0, 1, 2, 4095, 1 << 40] {
            var makeup = MessageMakeup()
            (makeup.junkLogOdds, makeup.features, makeup.unknownFeatures) = (score, features, features)
            counts.add(makeup, isRepeat: false)
        }
        #expect(counts.scores.reduce(0, +) == 5 && counts.unknown.reduce(0, +) == 5)
    }
}
