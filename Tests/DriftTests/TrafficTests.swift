// What is counted of messages: scripts, templates, familiar features, and the sums.

import Foundation
import SpamFilter
import Statistics
import Testing

@testable import Drift

@Suite struct TrafficTests {
    @Test(arguments: [
        ("Your parcel waits", WritingScript.latin), ("Řeka přetéká", .latin), ("Ваша посылка", .cyrillic),
        ("رسالة قصيرة", .arabic),
        ("आपका पार्सल", .devanagari), ("พัสดุของคุณ", .thai), ("您的包裹到了", .han), ("お荷物が届きました", .kana), ("택배가 도착했습니다", .hangul),
        ("ㅋㅋㅋ", .hangul), ("Το δέμα σας", .other), ("12:30 — 99 %", WritingScript.none), ("", WritingScript.none),
        ("🎁🎁", WritingScript.none),
        ("荷物が届きました。受取人不在", .kana), ("택배 OK", .hangul),
    ])
    func messagesAreOfTheScriptOfMostLetters(text: String, script: WritingScript) {
        var text = text
        #expect(text.withUTF8 { WritingScript(of: $0) } == script)
    }

    @Test func damagedBytesHaveAScriptToo() {
        var random = SplitMix(seed: 1)
        for _ in 0..<200 {
            let bytes = (0..<40).map { _ in UInt8.random(in: 0...255, using: &random) }
            for end in [0, 1, 39, 40] {
                bytes[..<end].withUnsafeBufferPointer { _ = WritingScript(of: UnsafeBufferPointer(rebasing: $0[...])) }
            }
        }
    }

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

    @Test func countsOfPartsAddUpToThoseOfTheWhole() {
        var stream = Stream(seed: 3), whole = TrafficCounts(), parts = [TrafficCounts(), TrafficCounts()]
        for i in 0..<500 {
            let makeup = stream.next()
            whole.add(makeup, isRepeat: i % 7 == 0)
            parts[i % 2].add(makeup, isRepeat: i % 7 == 0)
        }
        parts[0].merge(parts[1])
        #expect(parts[0] == whole && whole.messages == 500 && whole.templates == 428)
    }

    @Test func countsAreTheSameAfterJSON() throws {
        var stream = Stream(seed: 3)
        let counts = stream.counts(300)
        #expect(try JSONDecoder().decode(TrafficCounts.self, from: JSONEncoder().encode(counts)) == counts)
    }

    @Test(arguments: [
        #"{"messages":-1}"#, #"{"messages":1,"actions":[-1]}"#, #"{"messages":1,"actions":[1,1,1,1,1,1]}"#,
        #"{"messages":9223372036854775807}"#, #"{"messages":1,"unknown":[9223372036854775807]}"#,
    ])
    func countsThatNoTrainingWritesAreRefused(json: String) {
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(TrafficCounts.self, from: Data(json.utf8)) }
    }

    /// A card may be a stranger's. Extreme numbers in place of each, and what is made of them.
    @Test func noProfileOfAStrangerEndsTheProgram() throws {
        var stream = Stream(seed: 3)
        let json = try String(decoding: JSONEncoder().encode(profile(of: stream.counts(200))), as: UTF8.self)
        let numbers = json.ranges(of: /[0-9][0-9.]*/)
        #expect(numbers.count > 100)
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

    @Test(arguments: ["templates", "unfamiliarTemplates", "unfamiliarity", "messages"])
    func clumpingIsAProbability(key: String) throws {
        let json = #"{"templates":0,"unfamiliarTemplates":0,"unfamiliarity":0,"messages":0}"#
        #expect(throws: Never.self) { try JSONDecoder().decode(Clumping.self, from: Data(json.utf8)) }
        let negative = json.replacing("\"\(key)\":0", with: "\"\(key)\":-0.001")
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(Clumping.self, from: Data(negative.utf8)) }
    }

    @Test func aProfileOfNoMessagesIsRefused() throws {
        let json = try JSONEncoder().encode(profile(of: TrafficCounts()))
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(TrafficProfile.self, from: json) }
    }

    /// As in a card of an earlier version.
    @Test(arguments: ["unknownOfAll", "messages"])
    func aProfileWithoutAllMessagesIsRefused(key: String) throws {
        let json = try JSONEncoder().encode(trained)
        var object = try #require(try JSONSerialization.jsonObject(with: json) as? [String: Any])
        let name = key == "messages" ? "clumping" : "new"
        var part = try #require(object[name] as? [String: Any])
        #expect(part.removeValue(forKey: key) != nil)
        object[name] = part
        let older = try JSONSerialization.data(withJSONObject: object)
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(TrafficProfile.self, from: older) }
    }

    @Test(arguments: [-Double.infinity, -12, -0.5, 0, 11.9, 12, Double.infinity, .nan])
    func everyScoreAndLengthHasABin(score: Double) {
        var counts = TrafficCounts()
        for length in [0, 1, 2, 4095, 1 << 40] {
            var makeup = MessageMakeup()
            (makeup.junkLogOdds, makeup.length) = (score, length)
            (makeup.features, makeup.unknownFeatures) = (length, length)
            counts.add(makeup, isRepeat: false)
        }
        #expect(counts.scores.reduce(0, +) == 5 && counts.lengths.reduce(0, +) == 5 && counts.unknown.reduce(0, +) == 5)
    }
}
