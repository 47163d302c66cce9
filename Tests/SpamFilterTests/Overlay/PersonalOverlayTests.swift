import Testing

@testable import SpamFilter

/// Own examples are counts: they can be taken away again, in any order.
@Suite struct PersonalOverlayTests {
    private struct Example {
        let message: Message
        let label: Label
    }

    private static let labels = ["allow", "junk", "promotion", "transaction/finance"].map { Label($0)! }

    /// Messages with some words of their own, and some in common.
    private func examples(_ count: Int, _ random: inout SeededNumbers) -> [Example] {
        let words = ["parcel", "depot", "gold", "free", "오늘", "대출", "code", "88元", "http://a.example/x", "!", "😀", "dinner"]
        return (0..<count).map { _ in
            let body = (0..<Int.random(in: 0...9, using: &random)).map { _ in words.randomElement(using: &random)! }
            return Example(
                message: Message(
                    body: body.joined(separator: " "), sender: [nil, "MYBANK", "+15550100"].randomElement(using: &random)!),
                label: Self.labels.randomElement(using: &random)!)
        }
    }

    @Test func countsAreThoseOfADictionary() throws {
        var random = SeededNumbers(seed: 41)
        for _ in 0..<10 {
            var own = PersonalOverlay(TokenizerSettings()), counts: [Int: Int] = [:]
            for example in examples(40, &random) {
                try own.learn(example.message, as: example.label)
                // Each slot once, by division of the high half.
                let read = Set(features(of: example.message).map { Int(($0.hash >> 32) * 8160 / 4_294_967_296) })
                for slot in read { counts[slot + (example.label == .junk ? 0 : 8160), default: 0] += 1 }
            }
            let file = own.bytes
            #expect(file.count == 16_352 && file.count <= 16 * 1024)
            #expect((0..<2 * 8160).allSatisfy { Int(file[32 + $0]) == counts[$0, default: 0] })
        }
    }

    @Test func forgettingLeavesTheBytesOfBefore() throws {
        var random = SeededNumbers(seed: 42)
        for settings in [TokenizerSettings(), TokenizerSettings(wordNgrams: 1, shortestNgram: 0, longestNgram: 0, cjkNgrams: 1)] {
            let kept = examples(12, &random), others = examples(12, &random)
            var own = PersonalOverlay(settings)
            for example in kept { try own.learn(example.message, as: example.label) }
            let before = own.bytes
            for example in others { try own.learn(example.message, as: example.label) }
            #expect(own.bytes != before)
            for example in others.shuffled(using: &random) { try own.unlearn(example.message, as: example.label) }
            #expect(own.bytes == before)
            var again = PersonalOverlay(settings)
            for example in kept.shuffled(using: &random) { try again.learn(example.message, as: example.label) }
            #expect(again == own, "the order is of no account")
            for example in kept.shuffled(using: &random) { try own.unlearn(example.message, as: example.label) }
            #expect(own == PersonalOverlay(settings))
        }
    }

    /// A long text counts in a sixteenth of the slots, the same ones each time.
    @Test(arguments: [61, 62, 63]) func longTextsCountInASample(seed: UInt64) throws {
        var texts = RandomTexts(seed: seed), own = PersonalOverlay(TokenizerSettings())
        try own.learn(OwnMessages.parcels[0], as: .junk)
        let short = own.bytes
        for features in [300, 500, 600, 1_500, 6_000, 60_000] {
            let text = texts.text(features: features), before = own.bytes
            try own.learn(text, as: .junk)
            let after = own.bytes, changed = Set((0..<8160).filter { after[32 + $0] != before[32 + $0] })
            #expect(changed == exampleSlots(of: text) && changed.count <= 510)
            #expect(features < 1_500 || changed.count == 510)
            try own.unlearn(text, as: .junk)
            #expect(own.bytes == before)
            try own.learn(text, as: .junk)
            try own.learn(OwnMessages.wanted[0], as: .allow)
            try own.unlearn(text, as: .junk)
            try own.unlearn(OwnMessages.wanted[0], as: .allow)
            #expect(own.bytes == before)
        }
        #expect(own.bytes == short)
    }

    /// Like long texts share most of their sample.
    @Test func likeLongTextsShareTheirSample() {
        var texts = RandomTexts(seed: 64)
        let text = texts.text(features: 5_000)
        #expect(exampleSlots(of: text).intersection(exampleSlots(of: texts.variant(of: text))).count > 255)
    }

    @Test func filesGiveWhatTheyWereMadeOf() throws {
        var random = SeededNumbers(seed: 43)
        var own = PersonalOverlay(TokenizerSettings(wordNgrams: 1, cjkNgrams: 3, simplifiesHan: false))
        for example in examples(60, &random) { try own.learn(example.message, as: example.label) }
        let read = try PersonalOverlay(bytes: own.bytes)
        #expect(read == own && read.bytes == own.bytes)
        #expect(read.junkExamples + read.wantedExamples == 60)
    }

    @Test func whatWasNotLearnedIsNotTakenAway() throws {
        var own = PersonalOverlay(TokenizerSettings())
        #expect(throws: OverlayError.notLearned(isJunk: true)) { try own.unlearn(OwnMessages.parcels[0], as: .junk) }
        try own.learn(OwnMessages.parcels[0], as: .junk)
        let before = own
        for (message, label) in [
            (OwnMessages.wanted[0], Label.junk), (OwnMessages.parcels[0], .allow), (Message(body: ""), .junk),
            (Message(body: OwnMessages.parcels[0].body + "?"), .junk),
        ] {
            #expect(throws: OverlayError.notLearned(isJunk: label == .junk)) { try own.unlearn(message, as: label) }
            #expect(own == before, "a change after an error")
        }
    }

    @Test func oneExampleMoreThanThereIsRoomForIsAnError() throws {
        let message = OwnMessages.parcels[0]
        for label in [Label.junk, .allow] {
            var own = PersonalOverlay(TokenizerSettings())
            for _ in 0..<PersonalOverlay.mostExamples { try own.learn(message, as: label) }
            let before = own
            let error = OverlayError.full(isJunk: label == .junk, most: 255)
            #expect(throws: error) { try own.learn(message, as: label) }
            #expect(own == before && overlayError(own.bytes) == nil)
            // The other kind has room of its own.
            try own.learn(message, as: label == .junk ? .allow : .junk)
            for _ in 0..<PersonalOverlay.mostExamples { try own.unlearn(message, as: label) }
            #expect(own.junkExamples + own.wantedExamples == 1)
        }
    }

    @Test func theFileHoldsNoWordAndNoSender() throws {
        var own = PersonalOverlay(TokenizerSettings())
        for message in OwnMessages.parcels + OwnMessages.wanted {
            try own.learn(Message(body: message.body, sender: "MYBANK"), as: .junk)
        }
        let file = String(decoding: own.bytes, as: UTF8.self).lowercased()
        for word in ["parcel", "depot", "dinner", "dentist", "mybank", "code"] { #expect(!file.contains(word)) }
    }
}
