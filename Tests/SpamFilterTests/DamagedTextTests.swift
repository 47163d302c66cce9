import Testing

@testable import SpamFilter

@Suite struct DamagedTextTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let bytes: [UInt8]
        let expected: String
        let why: String
        var testDescription: String { why }

        init(_ bytes: [UInt8], _ expected: String, _ why: String) {
            self.bytes = bytes
            self.expected = expected
            self.why = why
        }
    }

    @Test(arguments: [
        Row([0x61, 0xC3], "a\u{FFFD}", "two bytes, one missing at the end"),
        Row([0xE2, 0x82], "\u{FFFD}\u{FFFD}", "three bytes, one missing"),
        Row([0xE2], "\u{FFFD}", "three bytes, two missing"),
        Row([0xF0, 0x9F, 0x98], "\u{FFFD}\u{FFFD}\u{FFFD}", "four bytes, one missing"),
        Row([0xF0, 0x9F, 0x98, 0x61], "\u{FFFD}\u{FFFD}\u{FFFD}a", "a letter where the fourth should be"),
        Row([0xE2, 0x82, 0x61], "\u{FFFD}\u{FFFD}a", "a letter where the third should be"),
        Row([0xC3, 0x61], "\u{FFFD}a", "a letter where the second should be"),
        Row([0xC0, 0xAF], "\u{FFFD}\u{FFFD}", "overlong slash in two bytes"),
        Row([0xC1, 0xBF], "\u{FFFD}\u{FFFD}", "overlong, the last of two bytes"),
        Row([0xE0, 0x80, 0xAF], "\u{FFFD}\u{FFFD}\u{FFFD}", "overlong slash in three"),
        Row([0xE0, 0x9F, 0xBF], "\u{FFFD}\u{FFFD}\u{FFFD}", "overlong, the last of three bytes"),
        Row([0xF0, 0x80, 0x80, 0xAF], "\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}", "overlong slash in four"),
        Row([0xF0, 0x8F, 0xBF, 0xBF], "\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}", "overlong, the last of four bytes"),
        Row([0xED, 0xA0, 0x80], "\u{FFFD}\u{FFFD}\u{FFFD}", "the first surrogate"),
        Row([0xED, 0xBF, 0xBF], "\u{FFFD}\u{FFFD}\u{FFFD}", "the last surrogate"),
        Row([0xED, 0x9F, 0xBF], "\u{D7FF}", "the scalar before the surrogates is none"),
        Row([0xF4, 0x90, 0x80, 0x80], "\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}", "above U+10FFFF"),
        Row([0xF4, 0x8F, 0xBF, 0xBF], "\u{10FFFF}", "U+10FFFF itself"),
        Row([0xF5, 0x80, 0x80, 0x80], "\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}", "a byte that begins nothing"),
        Row([0xFE, 0xFF], "\u{FFFD}\u{FFFD}", "a UTF-16 byte order mark"),
        Row([0x80, 0xBF, 0x61], "\u{FFFD}\u{FFFD}a", "stray continuation bytes"),
        Row([0xB0, 0xA1, 0xB3, 0xAA], "\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}", "Korean in EUC-KR"),
    ])
    func eachBadByteIsASignOfItsOwn(_ row: Row) {
        #expect(sameScalars(folded(ofBytes: row.bytes), row.expected), "\(scalarNumbers(folded(ofBytes: row.bytes)))")
    }

    /// Every sequence of one or two bytes, and every lead with every pair of tails at the edges of
    /// their ranges.
    @Test func decodingAgreesWithTheStandardLibrary() {
        let edges: [UInt8] = [0x00, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xFF]
        var sequences: [[UInt8]] = []
        for a in UInt8.min...UInt8.max {
            sequences.append([a])
            for b in UInt8.min...UInt8.max { sequences.append([a, b]) }
            guard a >= 0xE0 else { continue }
            for b in edges {
                for c in edges {
                    sequences.append([a, b, c])
                    for d in edges { sequences.append([a, b, c, d]) }
                }
            }
        }
        var wrong: [[UInt8]] = []
        for sequence in sequences {
            var next = 0
            let scalar = sequence.withUnsafeBufferPointer { decodeScalar($0, &next) }
            var decoder = UTF8()
            var iterator = sequence.makeIterator()
            let isRight =
                switch decoder.decode(&iterator) {
                case .scalarValue(let expected): scalar == expected.value && next == UTF8.width(expected)
                case .error, .emptyInput: scalar == 0xFFFD && next == 1
                }
            if !isRight { wrong.append(sequence) }
        }
        #expect(wrong.isEmpty, "\(wrong.prefix(10)) of \(sequences.count)")
    }

    @Test func randomBytesAreRead() {
        var random = SeededNumbers(seed: 7)
        for _ in 0..<300 {
            let length = Int.random(in: 0...200, using: &random)
            // Half of the bytes from 0x80 on, so that sequences begin and break.
            let bytes = (0..<length).map { _ in UInt8.random(in: 0...255, using: &random) }
            for feature in features(ofBytes: bytes) {
                #expect(feature.lies(in: bytes.count))
            }
        }
    }

    /// A gateway may cut a message anywhere, in the middle of a scalar and of a trick; what stands
    /// in front of the cut must still be read, and nothing behind it.
    @Test func goldenMessagesCutAnywhereAreRead() throws {
        var reader = MessageReader(TokenizerSettings())
        for message in try GoldenMessage.all() {
            let bytes = Array(message.body.utf8)
            for end in 0...bytes.count {
                var tally = FeatureTally()
                bytes[..<end].withUnsafeBufferPointer { reader.readBody($0, into: &tally) }
                #expect(tally.isInOrder && tally.lastEnd <= end, "\(message.name), \(end) of \(bytes.count) bytes")
            }
        }
    }

    /// Every byte of every golden message damaged in turn: a lead byte, a tail, a letter, a sign of
    /// a link or number.
    @Test func goldenMessagesWithADamagedByteAreRead() throws {
        var reader = MessageReader(TokenizerSettings())
        for message in try GoldenMessage.all() {
            var bytes = Array(message.body.utf8)
            for i in bytes.indices {
                let byte = bytes[i]
                for damage in [UInt8(0x80), 0xFF, 0x20, 0x01] {
                    bytes[i] = byte ^ damage
                    var tally = FeatureTally()
                    bytes.withUnsafeBufferPointer { reader.readBody($0, into: &tally) }
                    #expect(tally.isInOrder && tally.lastEnd <= bytes.count, "\(message.name), byte \(i)")
                }
                bytes[i] = byte
            }
        }
    }

    @Test func bytesAndStringGiveTheSameFeatures() {
        for body in ["Free gold", "무료 상품권", "免费领取 😀", "a\u{FFFD}b", ""] {
            #expect(features(ofBytes: Array(body.utf8)) == features(of: body))
        }
    }
}
