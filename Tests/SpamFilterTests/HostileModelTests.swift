import Testing

@testable import SpamFilter

/// A model file is never trusted: opening any bytes gives a typed error, or a model that answers.
@Suite struct HostileModelTests {
    private let file = ModelContent.sample(labels: ModelContent.manyLabels, card: #"{"made by":"hand"}"#).encoded()
    private var tableEnd: Int { ModelLayout.Header.size + 6 * ModelLayout.SectionEntry.size }

    @Test func everyTruncationIsATypedError() throws {
        for length in 0..<file.count {
            let error = try openingError(Array(file[..<length]))
            switch error {
            case .empty: #expect(length == 0)
            case .notAModel: #expect((1..<8).contains(length))
            case .truncated(let expected, let found):
                #expect(found == length)
                #expect(expected == (length < ModelLayout.Header.size ? ModelLayout.Header.size : file.count))
            default: Issue.record("\(length) bytes: \(String(describing: error))")
            }
        }
    }

    @Test func leftoverBytesAreRefused() throws {
        for more in [1, 7, 8, 4096] {
            let error = try openingError(file + [UInt8](repeating: 0, count: more))
            #expect(error == .leftoverBytes(expected: file.count, found: file.count + more))
        }
    }

    @Test func everyChangeOfTheHeadIsATypedError() throws {
        for i in 0..<tableEnd {
            for value in [0, 255, ~file[i], file[i] ^ 1, file[i] ^ 0x80, file[i] &+ 1] where value != file[i] {
                var damaged = file
                damaged[i] = value
                #expect(try openingError(damaged) != nil, "byte \(i) = \(value)")
            }
        }
    }

    /// The same with a valid checksum, as an attacker would make it. What still opens must mean the
    /// same.
    @Test func everySealedChangeOfTheHeadIsATypedErrorOrMeansTheSame() throws {
        // The checksum that is made right, and those of sections, which `verify()` is for.
        var mayOpen = Set(ModelLayout.Header.checksum..<ModelLayout.Header.reserved)
        for i in 0..<6 {
            let at = ModelLayout.Header.size + i * ModelLayout.SectionEntry.size
            mayOpen.formUnion(at + ModelLayout.SectionEntry.checksum..<at + ModelLayout.SectionEntry.size)
        }
        // The card is the last section and optional: as a section of another kind it is skipped.
        mayOpen.formUnion(tableEnd - ModelLayout.SectionEntry.size..<tableEnd - ModelLayout.SectionEntry.size + 2)
        let expected = answers(file)
        for i in 0..<tableEnd {
            for value in [0, 255, ~file[i], file[i] ^ 1, file[i] ^ 0x80, file[i] &+ 1] where value != file[i] {
                var damaged = file
                damaged[i] = value
                damaged = sealed(damaged)
                if try openingError(damaged) != nil { continue }
                #expect(mayOpen.contains(i) || isPaddingOfTheCard(damaged), "byte \(i) = \(value)")
                #expect(answers(damaged) == expected, "byte \(i) = \(value)")
            }
        }
    }

    /// The card's length may change within the zeros that pad it.
    private func isPaddingOfTheCard(_ file: [UInt8]) -> Bool { ModelParts(file).sections.last?.kind == SectionKind.card.rawValue }

    @Test func everyOtherChangeIsFound() throws {
        for i in tableEnd..<file.count {
            for flip in [UInt8(1), 0x80, 0xFF] {
                var damaged = file
                damaged[i] ^= flip
                #expect(throws: ModelError.self, "byte \(i)") { try withModel(damaged) { try $0.verify() } }
            }
        }
    }

    @Test func magicAndVersionsHaveTheirOwnErrors() throws {
        var other = file
        other[0] = 0x50
        #expect(try openingError(sealed(other)) == .notAModel)
        #expect(try openingError(Array("PK\u{3}\u{4} and more text than a head has".utf8)) == .notAModel)
        for version in [UInt16(0), 2, 0xFFFF] {
            other = file
            other.replaceSubrange(
                ModelLayout.Header.formatVersion..<ModelLayout.Header.formatVersion + 2, with: little(UInt64(version), 2))
            #expect(try openingError(sealed(other)) == .formatVersion(expected: ModelLayout.formatVersion, found: version))
            let newer = TokenizerSettings.version + 1 + version % 7
            other = file
            other.replaceSubrange(
                ModelLayout.Header.tokenizerVersion..<ModelLayout.Header.tokenizerVersion + 2, with: little(UInt64(newer), 2))
            #expect(try openingError(sealed(other)) == .tokenizerVersion(expected: TokenizerSettings.version, found: newer))
            // Damage is not taken for news.
            guard case .headerChecksum = try openingError(other) else {
                Issue.record("an altered version without its checksum")
                return
            }
        }
        let error = ModelError.tokenizerVersion(expected: 1, found: 2)
        #expect(error.description.contains("version 2") && error.description.contains("version 1"))
    }

    @Test func sectionsMustFollowEachOther() throws {
        func patched(section i: Int, _ field: Int, _ value: Int) -> [UInt8] {
            var file = file
            let at = ModelLayout.Header.size + i * ModelLayout.SectionEntry.size + field
            file.replaceSubrange(at..<at + 4, with: little(UInt64(value), 4))
            return sealed(file)
        }
        let offset = ModelLayout.SectionEntry.offset, length = ModelLayout.SectionEntry.length
        let second = Int(number(file, ModelLayout.Header.size + ModelLayout.SectionEntry.size + offset, 4))
        for wrong in [0, second - 8, second + 8, second + 1, file.count, file.count + 8, Int(UInt32.max)] {
            #expect(try isHole(openingError(patched(section: 1, offset, wrong))), "offset \(wrong)")
        }
        // Too short leaves bytes between that are not zero, too long overlaps the next one.
        for wrong in [0, 100_000, Int(UInt32.max)] {
            #expect(try isHole(openingError(patched(section: 1, length, wrong))), "length \(wrong)")
        }
    }

    private func isHole(_ error: ModelError?) -> Bool { if case .hole = error { true } else { false } }

    @Test func sectionsOccurOnceAndAllAreThere() throws {
        // Kinds of files of rules are unknown in a model.
        for kind in SectionKind.allCases where FileFamily.model.kinds >> kind.rawValue & 1 == 1 {
            var parts = ModelParts(file)
            // Signature and release are not in this file.
            let section =
                parts.sections.first { $0.kind == kind.rawValue }
                ?? .init(kind: kind.rawValue, flags: 0, bytes: [UInt8](repeating: 0, count: 16))
            parts.sections.removeAll { $0.kind == kind.rawValue }
            #expect(try openingError(parts.file()) == (kind.isOptional ? nil : .missingSection(kind)))
            parts.sections += [section, section]
            #expect(try openingError(parts.file()) == .repeatedSection(kind))
            guard !kind.isOptional else { continue }
            for size in [0, 1, 7, 9, 15, 17] where size != parts.sections[0].bytes.count {
                parts = ModelParts(file)
                if parts[kind].count == size { continue }
                parts[kind] = [UInt8](repeating: 0, count: size)
                guard case .section(kind, _) = try openingError(parts.file()) else {
                    Issue.record("\(kind) of \(size) bytes")
                    return
                }
            }
        }
    }

    @Test func unknownSectionsAreSkippedUnlessRequired() throws {
        for place in 0...6 {
            var parts = ModelParts(file)
            parts.sections.insert(.init(kind: 999, flags: 0, bytes: [1, 2, 3]), at: place)
            #expect(answers(parts.file()) == answers(file))
            parts.sections[place].flags = ModelLayout.required
            #expect(try openingError(parts.file()) == .unknownSection(kind: 999))
        }
        var parts = ModelParts(file)
        parts.sections += (0..<58).map { .init(kind: 1000 + UInt16($0), flags: 0, bytes: []) }
        #expect(try openingError(parts.file()) == nil)
        parts.sections.append(.init(kind: 2000, flags: 0, bytes: []))
        // Nothing is cut off.
        #expect(try openingError(parts.file()) == .tooManySections(most: 64, found: 65))
        var many = file
        many.replaceSubrange(ModelLayout.Header.sectionCount..<ModelLayout.Header.fileLength, with: little(UInt64(UInt32.max), 4))
        #expect(try openingError(many) == .tooManySections(most: 64, found: Int(UInt32.max)))
    }

    @Test func anEmptyFileIsCalledEmpty() throws {
        #expect(try openingError([]) == .empty)
        #expect(ModelError.empty.description.contains("empty"))
    }

    @Test func reservedBytesOfTheHeadMustBeZero() throws {
        for i in ModelLayout.Header.reserved..<ModelLayout.Header.size {
            var other = file
            other[i] = 1
            #expect(try openingError(sealed(other)) == .reserved(atByte: ModelLayout.Header.reserved))
        }
    }

    @Test func flagsMustBeThoseOfTheKind() throws {
        for (i, kind) in ModelParts(file).sections.map(\.kind).enumerated() {
            let expected: UInt16 = kind == SectionKind.card.rawValue ? 0 : ModelLayout.required
            for flags in [0, 1, 2, 3, 0x8000, 0x8001] as [UInt16] where flags != expected {
                var parts = ModelParts(file)
                parts.sections[i].flags = flags
                #expect(try openingError(parts.file()) == .flags(kind: kind, expected: expected, found: flags))
            }
        }
        var parts = ModelParts(file)
        parts.sections.append(.init(kind: 999, flags: 2, bytes: []))
        #expect(try openingError(parts.file()) == .flags(kind: 999, expected: 0, found: 2))
    }

    @Test func sectionsOrderDoesNotMatter() {
        var parts = ModelParts(file)
        parts.sections.reverse()
        #expect(answers(parts.file()) == answers(file))
    }

    /// Verdicts on a few messages, as text; `nil` when the model does not open.
    private func answers(_ file: [UInt8]) -> [String]? {
        try? withModel(file) { model in
            var classifier = Classifier(model)
            return ["", "Free gold!", "오늘 대출 승인", "免费领取88元", "see http://gold.example/x \u{FFFC}"].map {
                "\(classifier.classify(Message(body: $0, sender: "MYBANK", receiverCountry: "KR")))"
            }
        }
    }
}
