import Testing

@testable import SpamFilter

/// What is wrong within a section, all checksums being right.
@Suite struct ModelSectionTests {
    private let file = ModelContent.sample(labels: ModelContent.manyLabels).encoded()

    /// Whether a file with one section changed is refused because of that section.
    private func isRefused(_ kind: SectionKind, _ change: (inout [UInt8]) -> Void) throws -> Bool {
        var parts = ModelParts(file)
        change(&parts[kind])
        if case .section(kind, _) = try openingError(parts.file()) { return true }
        return false
    }

    @Test func settingsOutOfRangeAreRefused() throws {
        for (byte, values) in [
            (0, [0, 3, 255]), (1, [1, 4, 6]), (2, [0, 2, 6, 255]), (3, [0, 4, 255]), (4, [2, 255]), (5, [2, 255]),
        ]
            as [(Int, [UInt8])]
        {
            for value in values { #expect(try isRefused(.tokenizer) { $0[byte] = value }, "byte \(byte) = \(value)") }
        }
    }

    @Test func reservedBytesMustBeZero() throws {
        for (kind, places) in [(.tokenizer, 6..<8), (.calibration, 4..<8)] as [(SectionKind, Range<Int>)] {
            for place in places {
                for value in [1, 0x80] as [UInt8] { #expect(try isRefused(kind) { $0[place] = value }, "\(kind) \(place)") }
            }
        }
    }

    @Test func theFirstClassHasNoWeightsAndNoScale() throws {
        for scale in [1, .leastNonzeroMagnitude] as [Float] {
            #expect(try isRefused(.classes) { $0.replaceSubrange(12..<16, with: little(UInt64(scale.bitPattern), 4)) })
        }
    }

    @Test func slopeMustBeAboveZero() throws {
        for slope in [0, -1, -0.0, .nan, .infinity, -.infinity] as [Float] {
            #expect(
                try isRefused(.calibration) { $0.replaceSubrange(0..<4, with: little(UInt64(slope.bitPattern), 4)) }, "\(slope)")
        }
    }

    @Test func cutoffsMustBeNumbersInOrder() throws {
        for place in 0..<4 {
            let nan = little(UInt64(Float.nan.bitPattern), 4)
            #expect(try isRefused(.policy) { $0.replaceSubrange(4 * place..<4 * place + 4, with: nan) })
        }
        #expect(try isRefused(.policy) { $0.replaceSubrange(4..<8, with: little(UInt64(Float(1).bitPattern), 4)) })
    }

    @Test func bucketsMustBeInOrder() throws {
        let buckets = Int(number(ModelParts(file)[.features], 4, 4))
        #expect(buckets > 4)
        for bucket in 0...buckets {
            for value in [UInt64(UInt32.max), 1_000_000] {
                #expect(
                    try isRefused(.features) { $0.replaceSubrange(8 + 4 * bucket..<12 + 4 * bucket, with: little(value, 4)) },
                    "bucket \(bucket)")
            }
        }
        #expect(try isRefused(.features) { $0.replaceSubrange(8..<12, with: little(1, 4)) }, "the first begins at 0")
        #expect(
            try isRefused(.features) { $0.replaceSubrange(8 + 4 * buckets..<12 + 4 * buckets, with: little(0, 4)) },
            "the last one ends at the end")
        for count in [0, 1, UInt64(UInt32.max)] {
            #expect(try isRefused(.features) { $0.replaceSubrange(0..<4, with: little(count, 4)) }, "\(count) features")
            #expect(try isRefused(.features) { $0.replaceSubrange(4..<8, with: little(count, 4)) }, "\(count) buckets")
        }
    }

    @Test func classesMustBeLabelsInOrder() throws {
        func with(_ labels: [(Int, Int)], bias: Float = 0, scale: Float = 1) throws -> Bool {
            try isRefused(.classes) { bytes in
                bytes = labels.enumerated().flatMap { i, label in
                    little(UInt64(label.0), 4) + little(UInt64(label.1), 4) + little(UInt64(bias.bitPattern), 4)
                        + little(UInt64(i == 0 ? 0 : scale.bitPattern), 4)
                }
            }
        }
        let rows: [([(Int, Int)], String)] = [
            ([], "none"), ([(1, 0)], "one"), ([(2, 0), (1, 0)], "out of order"), ([(1, 0), (1, 0)], "twice the same"),
            ([(0, 0), (1, 0)], "the action none"), ([(1, 0), (5, 0)], "no action"),
            ([(1, 0), (2, 10001)], "sub-action of another action"),
            ([(1, 0), (3, 20001)], "a sub-action without its action"), ([(1, 0), (3, 999)], "no sub-action"),
            ([(3, 0), (3, 20000)], "one action only"), ([(1, 0), (0xFFFF_FFFF, 0)], "far beyond"),
            ([(1, 0), (2, 0), (4, 10001), (4, 10002)], "sub-actions before their action"),
            (Array(repeating: (1, 0), count: 17), "too many"),
        ]
        for (labels, why) in rows { #expect(try with(labels), "\(why)") }
        let eight = ModelContent.manyLabels.map { ($0.action.rawValue, $0.subAction.rawValue) }
        #expect(try !with(eight))
        for number in [Float.nan, .infinity, -.infinity] {
            #expect(try with(eight, bias: number))
            #expect(try with(eight, scale: number))
        }
        #expect(try with(eight, scale: -1))
    }

    /// Random damage with all checksums made right again; what opens must answer without a read outside of the file.
    @Test func damagedModelsAnswerOrAreRefused() throws {
        var random = SeededNumbers(seed: 99)
        let seeds = [
            file, ModelContent.sample(weighting: .lengthNormalized).encoded(),
            ModelContent.sample(features: [1, 2, 3]).encoded(),
            ModelContent.sample(features: []).encoded(),
        ]
        let messages = [Message(body: ""), Message(body: "Free gold! 88元", sender: "MYBANK", receiverCountry: "KR")]
        var opened = 0
        for i in 0..<20_000 {
            var damaged = seeds[i % seeds.count]
            let tableEnd = ModelLayout.Header.size + 6 * ModelLayout.SectionEntry.size
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                // Every other change hits the head, where there is most to lose.
                let place = Int.random(in: Bool.random(using: &random) ? 8..<tableEnd : 0..<damaged.count, using: &random)
                switch Int.random(in: 0..<4, using: &random) {
                case 0: damaged[place] = UInt8.random(in: 0...255, using: &random)
                case 1: damaged[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
                case 2: damaged[place] = [0, 1, 0x7F, 0x80, 0xFF].randomElement(using: &random)!
                default: for j in place..<min(place + 4, damaged.count) { damaged[j] = 0xFF }
                }
            }
            do {
                try withModel(sealed(damaged)) { model in
                    opened += 1
                    var classifier = Classifier(model)
                    for message in messages { #expect(isSound(classifier.classify(message), model)) }
                    _ = classifier.explain(messages[1])
                    try? model.verify()
                    _ = (model.sections.count, model.card.count)
                }
            } catch is ModelError {}
        }
        #expect(opened > 2000, "damage that is always refused tests no reading")
    }
}
