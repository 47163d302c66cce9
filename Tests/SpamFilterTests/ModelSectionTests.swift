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
        let places: [(SectionKind, Range<Int>)] = [
            (.tokenizer, 6..<8), (.classes, 4..<8), (.classes, 11..<12), (.features, 9..<16),
        ]
        for (kind, places) in places {
            for place in places {
                for value in [1, 0x80] as [UInt8] { #expect(try isRefused(kind) { $0[place] = value }, "\(kind) \(place)") }
            }
        }
    }

    @Test func calibrationsMustBeNumbers() throws {
        for place in [0, 8, 56] {
            for slope in [0, -1, -0.0, .nan, .infinity, -.infinity] as [Float] {
                let bytes = little(UInt64(slope.bitPattern), 4)
                #expect(try isRefused(.calibration) { $0.replaceSubrange(place..<place + 4, with: bytes) }, "slope \(slope)")
            }
            for offset in [.nan, .infinity, -.infinity] as [Float] {
                let bytes = little(UInt64(offset.bitPattern), 4)
                #expect(
                    try isRefused(.calibration) { $0.replaceSubrange(place + 4..<place + 8, with: bytes) }, "offset \(offset)")
            }
        }
        #expect(try isRefused(.calibration) { $0.removeLast(8) }, "one for each class")
    }

    @Test func labelsOfThePolicyMustBeClasses() throws {
        let labels = LabelSet(ModelContent.manyLabels)
        for label in Label.all {
            let bit = LabelSet([label]).rawValue
            func set(_ at: Int) throws -> Bool {
                try isRefused(.policy) { $0.replaceSubrange(at..<at + 2, with: little(UInt64(bit), 2)) }
            }
            #expect(try set(20) == !labels.contains(label), "protected \(label)")
            #expect(try set(22) == !(labels.contains(label) && label.subAction != .none), "declared \(label)")
        }
        // All sixteen labels are classes; of the twelve sub-actions five may be declared.
        let all = ModelContent.sample(labels: Label.all).encoded()
        for count in 0...12 {
            var parts = ModelParts(all)
            let some = LabelSet(Label.all.filter { $0.subAction != .none }.prefix(count))
            parts[.policy].replaceSubrange(22..<24, with: little(UInt64(some.rawValue), 2))
            #expect(try (openingError(parts.file()) == nil) == (count <= 5), "\(count) declared")
        }
    }

    @Test func cutoffsMustBeNumbersInOrder() throws {
        for place in 0..<5 {
            let nan = little(UInt64(Float.nan.bitPattern), 4)
            #expect(try isRefused(.policy) { $0.replaceSubrange(4 * place..<4 * place + 4, with: nan) })
        }
        #expect(try isRefused(.policy) { $0.replaceSubrange(4..<8, with: little(UInt64(Float(1).bitPattern), 4)) })
        #expect(try isRefused(.policy) { $0.replaceSubrange(16..<20, with: little(UInt64(Float(-1).bitPattern), 4)) })
    }

    @Test func theTableMustFitItsCounts() throws {
        for file in [file, ModelContent.sample().encoded()] {
            var parts = ModelParts(file)
            let right = parts[.features]
            func isRefused(_ change: (inout [UInt8]) -> Void) throws -> Bool {
                parts[.features] = right
                change(&parts[.features])
                if case .section(.features, _) = try openingError(parts.file()) { return true }
                return false
            }
            let buckets = number(right, 0, 4)
            for count in [0, 1, buckets - 1, buckets + 1, UInt64(UInt32.max)] {
                #expect(try isRefused { $0.replaceSubrange(0..<4, with: little(count, 4)) }, "\(count) buckets")
            }
            for count in [8 * buckets + 1, UInt64(UInt32.max)] {
                #expect(try isRefused { $0.replaceSubrange(4..<8, with: little(count, 4)) }, "\(count) features")
            }
            for bits in [0, 8, 255, 26 - right[8]] as [UInt8] { #expect(try isRefused { $0[8] = bits }, "\(bits) bits") }
            for length in [0, 15, 16, right.count - 1] {
                #expect(try isRefused { $0 = Array($0.prefix(length)) }, "\(length) bytes")
            }
            #expect(try isRefused { $0.append(0) })
        }
    }

    @Test func vectorsMustAddUp() throws {
        // Eight classes: the head, eight entries of 8 bytes, seven vectors of 8.
        for (byte, values) in [
            (0, [0, 1, 7, 9, 17]), (2, [0, 6, 8, 33]), (9, [1, 2]), (17, [1, 2, 255]), (10, [1, 255]), (18, [0, 2]),
        ]
            as [(Int, [UInt8])]
        {
            for value in values { #expect(try isRefused(.classes) { $0[byte] = value }, "byte \(byte) = \(value)") }
        }
        for vector in 0..<7 {
            for number in [Float.nan, .infinity, -.infinity] {
                for at in [72 + 8 * vector, 76 + 8 * vector] {
                    let bytes = little(UInt64(number.bitPattern), 4)
                    #expect(try isRefused(.classes) { $0.replaceSubrange(at..<at + 4, with: bytes) })
                }
            }
            let bytes = little(UInt64(Float(-1).bitPattern), 4)
            #expect(
                try isRefused(.classes) { $0.replaceSubrange(76 + 8 * vector..<80 + 8 * vector, with: bytes) }, "scale below 0")
        }
        #expect(try isRefused(.classes) { $0 += [0] })
        #expect(try isRefused(.classes) { $0 = [1, 2, 3] })
    }

    /// 1 was the lowest score alone, which no trainer made.
    @Test(arguments: [(0, true), (1, false), (2, true), (3, false), (255, false)] as [(UInt8, Bool)])
    func onlyKnownCombinationsOpen(_ combination: UInt8, _ opens: Bool) throws {
        var parts = ModelParts(ModelContent.sample().withVectors(3).encoded())
        // Two classes: the head of 8 bytes, then 8 a class.
        parts[.classes][17] = combination
        let error = try openingError(parts.file())
        if opens {
            #expect(error == nil)
        } else {
            let reason = "class 1 combines its 3 weight vectors in an unknown way"
            #expect(error == .section(.classes, reason: reason))
        }
    }

    @Test func classesMustBeLabelsInOrder() throws {
        func with(_ labels: [(Int, Int)]) throws -> Bool {
            try isRefused(.classes) { bytes in
                let vectors = max(0, labels.count - 1)
                bytes = little(UInt64(labels.count), 2) + little(UInt64(vectors), 2) + little(0, 4)
                for (i, label) in labels.enumerated() {
                    bytes += [UInt8(truncatingIfNeeded: label.0), 0, i == 0 ? 0 : 1, 0] + little(UInt64(label.1), 4)
                }
                bytes += [UInt8](repeating: 0, count: 8 * vectors)
            }
        }
        let rows: [([(Int, Int)], String)] = [
            ([], "none"), ([(1, 0)], "one"), ([(2, 0), (1, 0)], "out of order"), ([(1, 0), (1, 0)], "twice the same"),
            ([(0, 0), (1, 0)], "the action none"), ([(1, 0), (5, 0)], "no action"),
            ([(1, 0), (2, 10001)], "sub-action of another action"),
            ([(1, 0), (3, 20001)], "a sub-action without its action"), ([(1, 0), (3, 999)], "no sub-action"),
            ([(3, 0), (3, 20000)], "one action only"), ([(1, 0), (2, 0xFFFF_FFFF)], "far beyond"),
            ([(1, 0), (2, 0), (4, 10001), (4, 10002)], "sub-actions before their action"),
            (Array(repeating: (1, 0), count: 17), "too many"),
        ]
        for (labels, why) in rows { #expect(try with(labels), "\(why)") }
        let eight = ModelContent.manyLabels.map { ($0.action.rawValue, $0.subAction.rawValue) }
        #expect(try !with(eight))
    }

    /// Random damage with valid checksums. A model that opens must answer without a read outside
    /// the file.
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

    /// From an odd place on, little-endian.
    @Test func numbersTogetherAreTheBytesOfEach() {
        let numbers: [UInt16] = [0, 1, 0x1234, .max], weights: [Int8] = [-128, -1, 0, 127]
        var together = ByteBuilder(bytes: [7]), each = together
        together.add(numbers)
        together.add(weights)
        together.add([] as [UInt16])
        for number in numbers { each.add(number) }
        for weight in weights { each.add(weight) }
        #expect(together.bytes == each.bytes && each.bytes.count == 13)
    }
}
