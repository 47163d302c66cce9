import Testing

@testable import SpamFilter

/// An overlay file is never trusted: opening any bytes gives a typed error, or counts that are
/// possible.
@Suite struct HostileOverlayTests {
    private let file: [UInt8]

    init() throws {
        var own = PersonalOverlay(TokenizerSettings())
        for message in OwnMessages.parcels { try own.learn(message, as: .junk) }
        for message in OwnMessages.wanted { try own.learn(message, as: .allow) }
        file = own.bytes
    }

    @Test func everyOtherLengthIsATypedError() {
        for length in Array(0..<100) + [file.count / 2, file.count - 1] {
            let error = overlayError(Array(file[..<length]))
            #expect(error == (length < 8 ? .notAnOverlay : .length(expected: file.count, found: length)))
        }
        for more in [1, 16, 4096] {
            let error = overlayError(file + [UInt8](repeating: 0, count: more))
            #expect(error == .length(expected: file.count, found: file.count + more))
        }
    }

    @Test func everyChangeIsATypedError() {
        for i in 0..<file.count {
            // All of the head, some of the counters: a checksum notices each.
            guard i < OverlayLayout.headSize || i % 61 == 0 else { continue }
            for value in [0, 255, ~file[i], file[i] ^ 1, file[i] &+ 1] where value != file[i] {
                var damaged = file
                damaged[i] = value
                #expect(overlayError(damaged) != nil, "byte \(i) = \(value)")
            }
        }
    }

    @Test func impossibleContentsAreRefusedThoughTheirChecksumIsRight() {
        func error(_ bytes: [UInt8], at offset: Int) -> OverlayError? {
            var damaged = file
            damaged.replaceSubrange(offset..<offset + bytes.count, with: bytes)
            return overlayError(sealedOverlay(damaged))
        }
        #expect(error([0x94], at: 0) == .notAnOverlay)
        #expect(error([2, 0], at: 8) == .formatVersion(expected: 1, found: 2))
        #expect(error([0, 0], at: 8) == .formatVersion(expected: 1, found: 0))
        let version = TokenizerSettings.version
        #expect(error(little(UInt64(version + 1), 2), at: 10) == .tokenizerVersion(expected: version, found: version + 1))
        for settings: [UInt8] in [[0], [3], [1, 1], [1, 6, 5], [1, 3, 3, 0], [1, 3, 3, 4], [1, 3, 3, 2, 2]] {
            #expect(error(settings, at: 12) == .invalid(atByte: 12, expected: "settings of the tokenizer in their ranges"))
        }
        for i in [17, 18, 19, 28, 29, 30, 31] {
            #expect(error([1], at: i) == .invalid(atByte: i, expected: "zero in a reserved byte"))
        }
        for i in [20, 22] { #expect(error([0, 1], at: i) == .invalid(atByte: i, expected: "at most 255 examples")) }
        // Nine junk and ten wanted examples were learned.
        for (slot, most) in [(32, 9), (32 + 8159, 9), (32 + 8160, 10), (16_351, 10)] {
            #expect(error([UInt8(most + 1)], at: slot) == .invalid(atByte: slot, expected: "a count of at most \(most) examples"))
            #expect(error([UInt8(most)], at: slot) == nil)
        }
    }

    @Test func examplesOfOtherSettingsAreRefused() throws {
        let own = PersonalOverlay(TokenizerSettings(wordNgrams: 1))
        _ = try withModel(ModelContent.sample().encoded()) { model in
            #expect(throws: OverlayError.otherSettings) { _ = try Classifier(model, overlay: own).traits }
        }
    }

    /// Every error says what was expected, what was found or is wrong, and what to do.
    @Test func errorsNameTheNextStep() {
        let errors: [OverlayError] = [
            .notAnOverlay, .length(expected: 1, found: 2), .formatVersion(expected: 1, found: 2),
            .formatVersion(expected: 2, found: 1), .tokenizerVersion(expected: 7, found: 8), .checksum(expected: 1, found: 2),
            .invalid(atByte: 3, expected: "zero"), .otherSettings, .full(isJunk: true, most: 255), .notLearned(isJunk: false),
        ]
        for error in errors {
            #expect("\(error)".contains("; ") && ("\(error)".contains("expected") || "\(error)".contains("version")))
        }
        #expect(Set(errors.map { "\($0)" }).count == errors.count)
    }
}
