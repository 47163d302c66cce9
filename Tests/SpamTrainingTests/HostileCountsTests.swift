// A counts file is trusted by nobody: whatever its bytes, opening gives a typed error, or counts
// that add up.

import LabeledMessages
import SpamFilter
import Testing
import TrainingFixtures

@testable import SpamTraining

@Suite struct HostileCountsTests {
    private let file: [UInt8]

    init() throws {
        let rows = [("ok", "allow"), ("no", "junk"), ("ok", "junk"), ("ok ok", "junk"), ("넵", "promotion/offers")]
        file = try counts(
            rows.enumerated().map { LabeledMessage(Message(body: $1.0), Label($1.1)!, source: $0 == 4 ? "둘" : "one") })
    }

    private func openingError(_ bytes: [UInt8]) -> CountsError? {
        do { try withCounts([bytes]) { _ in } } catch { return error as? CountsError }
        return nil
    }

    private func sealed(_ bytes: [UInt8]) -> [UInt8] {
        var bytes = bytes
        let checksum = bytes.withUnsafeBytes { Checksum.of($0, besides: CountsLayout.Header.checksum) }
        for i in 0..<4 { bytes[CountsLayout.Header.checksum + i] = UInt8(truncatingIfNeeded: checksum >> UInt32(8 * i)) }
        return bytes
    }

    @Test func everyTruncationIsATypedError() {
        #expect(openingError(file) == nil)
        for length in 0..<file.count {
            switch openingError(Array(file[..<length])) {
            case .notCounts: #expect(length < 8)
            case .truncated(let expected, let found):
                #expect(
                    found == length && expected == (length < CountsLayout.Header.size ? CountsLayout.Header.size : file.count))
            case let error: Issue.record("\(length) bytes: \(String(describing: error))")
            }
        }
        for more in [1, 8, 4096] {
            #expect(
                openingError(file + [UInt8](repeating: 0, count: more))
                    == .leftoverBytes(expected: file.count, found: file.count + more))
        }
    }

    @Test func everyChangedByteIsATypedError() {
        for i in file.indices {
            for flip in [UInt8(1), 0x80, 0xFF] {
                var damaged = file
                damaged[i] ^= flip
                #expect(openingError(damaged) != nil, "byte \(i)")
            }
        }
    }

    /// The same with the checksum made right, as somebody would who means harm: what still opens
    /// can be written again, added and learned from.
    @Test func everySealedChangeIsATypedErrorOrMakesOtherCounts() throws {
        var opened = 0
        for i in file.indices where !(CountsLayout.Header.checksum..<CountsLayout.Header.fileLength).contains(i) {
            for value in [0, 255, file[i] ^ 0x80, file[i] &+ 1] where value != file[i] {
                var damaged = file
                damaged[i] = value
                damaged = sealed(damaged)
                guard openingError(damaged) == nil else { continue }
                opened += 1
                #expect(try merged([damaged]) == damaged, "byte \(i) = \(value)")
                if i % 16 == 0 { _ = try? train(counts: [damaged, file]) { $0.minDocumentFrequency = 1 } }
                _ = try? merged([file], minus: [damaged])
            }
        }
        #expect(opened > 500, "the test would notice: sums and groups of features may be others")
    }

    @Test func headsOfOtherVersionsAreNamed() {
        func changed(_ at: Int, _ value: UInt8) -> CountsError? {
            var bytes = file
            bytes[at] = value
            return openingError(sealed(bytes))
        }
        #expect(changed(CountsLayout.Header.formatVersion, 2) == .formatVersion(expected: 1, found: 2))
        let tokenizer = UInt8(TokenizerSettings.version)
        #expect(
            changed(CountsLayout.Header.tokenizerVersion, tokenizer + 1)
                == .tokenizerVersion(expected: UInt16(tokenizer), found: UInt16(tokenizer) + 1))
        for (at, value) in [
            (CountsLayout.Header.wordNgrams, UInt8(9)), (CountsLayout.Header.weighting, 0), (CountsLayout.Header.reserved, 1),
        ] {
            guard case .invalid = changed(at, value) else {
                Issue.record("byte \(at)")
                continue
            }
        }
    }

    /// A file of one feature with any numbers.
    private func file(_ messages: UInt64, _ tally: FeatureTally) -> [UInt8] {
        var writer = CountsWriter(.init())
        for label in [Label.allow, .junk] {
            writer.beginCell(CellName(source: [0x61], label: label), messages: messages)
            writer.add(7, tally)
            writer.endCell()
        }
        return writer.finish()
    }

    @Test func hugeNumbersAreNoTrap() throws {
        let most = CountsLayout.mostMessages
        let huge = file(most, FeatureTally(messages: most, sum: .max, groups: 1, groupSquares: 1))
        #expect(openingError(huge) == nil)
        #expect(throws: CountsError.tooLarge) { try merged([huge, huge]) }
        #expect(throws: CountsError.tooLarge) { try train(counts: [huge]) }
        // More messages than 32 bits count.
        let many = file(most / 2, FeatureTally(messages: most / 2, sum: 1 << 40, groups: 1, groupSquares: 5))
        #expect(try merged([many, many]).count > 0)
        #expect(try train(counts: [many, many]).learnedFeatures == 1)
        #expect(openingError(file(most + 1, FeatureTally(messages: 1, sum: 1, groups: 1, groupSquares: 1))) != nil)
        #expect(openingError(file(1, FeatureTally(messages: 2, sum: 1, groups: 1, groupSquares: 1))) != nil)
        #expect(openingError(file(1, FeatureTally(messages: 1, sum: 0, groups: 1, groupSquares: 1))) != nil)
        #expect(openingError(file(1, FeatureTally(messages: 1, sum: 1, groups: .max, groupSquares: 1))) != nil)
    }

    /// Features that all have one place in a table would make each look-up a search of it.
    @Test func featuresThatAreNoHashesAreRefused() throws {
        var writer = CountsWriter(.init())
        for label in [Label.allow, .junk] {
            writer.beginCell(CellName(source: [0x61], label: label), messages: 9)
            for feature in UInt64(1)...1000 { writer.add(feature, FeatureTally(messages: 1, sum: 1, groups: 1, groupSquares: 1)) }
            writer.endCell()
        }
        let file = writer.finish()
        #expect(openingError(file) == nil)
        #expect(throws: CountsError.notHashes) { try train(counts: [file]) }
    }

    @Test func cellsStandInOrderOnce() {
        for sources: [[UInt8]] in [[[0x62], [0x61]], [[0x61], [0x61]], [[0xFF]]] {
            var writer = CountsWriter(.init())
            for source in sources {
                writer.beginCell(CellName(source: source, label: .junk), messages: 1)
                writer.endCell()
            }
            guard case .invalid = openingError(writer.finish()) else {
                Issue.record("\(sources)")
                continue
            }
        }
    }
}
