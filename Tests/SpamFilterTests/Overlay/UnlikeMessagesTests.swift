import Testing

@testable import SpamFilter

/// Own examples say nothing of messages that have nothing in common with them, however many there
/// are of each kind and however long they are. What is like them is heard all the same.
@Suite struct UnlikeMessagesTests {
    /// How many features each example of a kind has.
    struct Examples: CustomTestStringConvertible {
        let junk: [Int]
        let wanted: [Int]

        init(_ junk: Int, _ wanted: Int, junkLength: Int = 155, wantedLength: Int = 155) {
            self.junk = Array(repeating: junkLength, count: junk)
            self.wanted = Array(repeating: wantedLength, count: wanted)
        }

        var testDescription: String { "\(junk.count) of \(junk.first ?? 0), \(wanted.count) of \(wanted.first ?? 0)" }
        /// The same with the kinds exchanged.
        var exchanged: Examples {
            Examples(wanted.count, junk.count, junkLength: wanted.first ?? 0, wantedLength: junk.first ?? 0)
        }
    }

    /// The features of 100 KB of these words.
    static let huge = 6_250 * RandomTexts.featuresOfAWord
    static let counts: [Examples] = [
        Examples(1, 0), Examples(5, 0), Examples(1, 1), Examples(1, 2), Examples(1, 5), Examples(1, 30), Examples(2, 18),
        Examples(5, 5), Examples(1, 5, junkLength: 20), Examples(5, 5, junkLength: 400), Examples(5, 5, junkLength: 1_500),
        Examples(20, 20, junkLength: 600, wantedLength: 600), Examples(20, 20, junkLength: 600),
        Examples(30, 0, junkLength: 600), Examples(1, 0, junkLength: huge), Examples(1, 5, junkLength: huge),
        Examples(5, 2, junkLength: 6_000),
    ]

    /// Moves of unlike messages, short and long.
    private func moves(_ examples: Examples, seed: UInt64) throws -> [Double] {
        var texts = RandomTexts(seed: seed)
        let own = try learnedOverlay(
            examples.junk.map { texts.text(features: $0) }, examples.wanted.map { texts.text(features: $0) })
        var moves: [Double] = []
        try withModel(indifferentModel(junkLogOdds: 0).encoded()) { model in
            var classifier = try Classifier(model, overlay: own)
            for features in [40, 155, 155, 155, 400] {
                for _ in 0..<6 { moves.append(classifier.classify(texts.text(features: features)).junkLogOdds) }
            }
        }
        return moves
    }

    @Test(arguments: counts + counts.map(\.exchanged), [71]) func unlikeMessagesStay(examples: Examples, seed: UInt64) throws {
        let moves = try moves(examples, seed: seed + UInt64(examples.junk.count)), count = Double(moves.count)
        #expect(abs(moves.reduce(0, +) / count) < 0.3)
        // Chance puts features of one message into slots of another.
        #expect((moves.reduce(0) { $0 + $1 * $1 } / count).squareRoot() < 1)
        if examples.junk.isEmpty || examples.wanted.isEmpty { #expect(moves.allSatisfy { abs($0) < 0.3 }) }
    }

    /// What is like the examples of a kind moves to it, by 2.5 with one example and by 5 with five,
    /// whatever stands beside them.
    @Test(arguments: [81, 82, 83]) func likeMessagesMove(seed: UInt64) throws {
        var texts = RandomTexts(seed: seed)
        for (likes, others, length) in [
            (1, 0, 155), (1, 1, 155), (1, 5, 155), (1, 30, 155), (5, 0, 155), (5, 1, 155), (5, 20, 155), (5, 5, 400),
            (5, 5, 1_500),
            (5, 5, Self.huge),
        ] {
            let like = texts.text(features: 155)
            let own = (0..<likes).map { _ in texts.variant(of: like) }
            // A long one of the same kind hides nothing, nor do those of the other.
            let beside = (0..<others).map { _ in texts.text(features: length) }
            let long = likes == 5 ? [texts.text(features: length)] : []
            try withModel(indifferentModel(junkLogOdds: 0).encoded()) { model in
                var junk = try Classifier(model, overlay: learnedOverlay(own + long, beside))
                var wanted = try Classifier(model, overlay: learnedOverlay(beside, own + long))
                let least = likes == 1 ? 2.5 : 5
                #expect(junk.classify(like).junkLogOdds > least, "\(likes) beside \(others)")
                #expect(wanted.classify(like).junkLogOdds < -least, "\(likes) beside \(others)")
            }
        }
    }

    /// A sender who makes a person report a long text moves the person's messages by nothing, even
    /// where the text has all of their words.
    @Test func aLongTextTeachesLittle() throws {
        var texts = RandomTexts(seed: 91)
        let words = OwnMessages.wanted.map(\.body).joined(separator: " ")
        let long = Message(body: texts.words(3_000).joined(separator: " ") + words + texts.words(3_000).joined(separator: " "))
        try withModel(indifferentModel(junkLogOdds: 0).encoded()) { model in
            var classifier = try Classifier(model, overlay: learnedOverlay([long]))
            for message in OwnMessages.wanted { #expect(classifier.classify(message).junkLogOdds < 0.3) }
        }
    }

    /// Mapped bytes that another process changes after they were checked.
    @Test func countsThatChangeAfterTheCheckAreNoMoreThanTheExamples() throws {
        var file = try learnedOverlay(OwnMessages.parcels.prefix(3), OwnMessages.wanted.prefix(2)).bytes
        try withModel(indifferentModel(junkLogOdds: 0).encoded()) { model in
            try file.withUnsafeMutableBytes { bytes in
                let view = try OverlayView(UnsafeRawBufferPointer(bytes))
                for i in 20..<bytes.count { bytes[i] = i % 3 == 0 ? 255 : 200 }
                var classifier = try Classifier(model, overlay: view)
                for message in OwnMessages.parcels {
                    let move = classifier.classify(message).junkLogOdds
                    #expect(move <= 6 + 1e-9 && move >= -5 - 1e-9)
                }
                var own = PersonalOverlay(view)
                #expect(own.junkExamples == 3 && own.wantedExamples == 2 && overlayError(own.bytes) == nil)
                for _ in 0..<252 { try own.learn(OwnMessages.parcels[0], as: .junk) }
                #expect(own.junkExamples == 255 && overlayError(own.bytes) == nil)
            }
        }
    }
}
