import Testing

@testable import SpamFilter

/// The reader and the slow one give the same features, each as often.
@Suite struct ReferenceReaderTests {
    private let readers = [
        TokenizerSettings(), TokenizerSettings(wordNgrams: 1, shortestNgram: 0, longestNgram: 0, cjkNgrams: 1),
        TokenizerSettings(shortestNgram: 2, longestNgram: 5, cjkNgrams: 3), TokenizerSettings(shortestNgram: 4, longestNgram: 4),
        TokenizerSettings(shortestNgram: 5, longestNgram: 5, cjkNgrams: 3), TokenizerSettings(shortestNgram: 2, longestNgram: 2),
        TokenizerSettings(simplifiesHan: false),
    ].map(ReferenceReader.init)

    /// What one reader found and the other did not, by name where there is one.
    private func differences(_ body: String, _ reader: ReferenceReader) -> [String] {
        let expected = reader.read(body).found
        var counts: [UInt64: Int] = [:]
        for hash in hashes(of: body, reader.settings) { counts[hash, default: 0] += 1 }
        var found: [String] = []
        for (name, feature) in expected {
            let count = counts.removeValue(forKey: feature.hash) ?? 0
            if count != feature.count { found.append("\(name): \(feature.count) times, read \(count) times") }
        }
        return found.sorted() + counts.map { "\(hexadecimal($0.key)): only read, \($0.value) times" }
    }

    @Test func goldenMessagesReadAlike() throws {
        for message in try GoldenMessage.all() {
            for reader in readers {
                let found = differences(message.body, reader)
                #expect(found.isEmpty, "\(message.name) with \(reader.settings)")
            }
        }
    }

    /// Each random message is read with one of the settings, in turn.
    private func expectAlike(_ count: Int, seed: UInt64, _ message: (inout SeededNumbers) -> String) {
        var random = SeededNumbers(seed: seed)
        var failures: [String] = []
        for i in 0..<count {
            let body = message(&random)
            let found = differences(body, readers[i % readers.count])
            if !found.isEmpty { failures.append("\(scalarNumbers(body)) \(body): \(found)") }
        }
        let shortest = failures.sorted { $0.count < $1.count }.prefix(8).joined(separator: "\n")
        #expect(failures.isEmpty, "\(failures.count): \(shortest)")
    }

    @Test func randomPiecesReadAlike() {
        expectAlike(2_000, seed: 2026) { ReferenceMessages.pieces(&$0) }
    }

    @Test func randomHiddenWordsReadAlike() {
        expectAlike(2_000, seed: 1121) { ReferenceMessages.hiddenWords(&$0) }
    }

    @Test func randomLinksReadAlike() {
        expectAlike(1_500, seed: 443) { ReferenceMessages.links(&$0) }
    }

    /// Longer than a window.
    @Test func longMessagesReadAlike() {
        expectAlike(20, seed: 512) { ReferenceMessages.long(&$0) }
    }

    /// Signs and their counts stood in one place of the hash once: `-`, `..` and `///` were one
    /// feature, as were neighbouring emoji.
    @Test func runsOfSignsAreFeaturesOfTheirOwn() {
        var seen: [UInt64: String] = [:]
        for value in [UInt32](0x21...0x2F) + [0x3A, 0x3B, 0x3C, 0x3D, 0x3E, 0x3F, 0x40, 0x5B, 0x5D] + [UInt32](0x1F600...0x1F64F)
        {
            for count in 1...3 {
                let run = String(repeating: String(Unicode.Scalar(value)!), count: count)
                // Masks in a row are digits.
                if value == 0x2A || value == 0x23, count > 1 { continue }
                let found = hashes(of: run)
                #expect(found.count == (value < 0x80 ? 3 : 2), "the run, that of a sign between the edges, and the length")
                let other = seen.updateValue(run, forKey: found[0])
                #expect(other == nil, "\(run) reads as \(other ?? "")")
            }
        }
    }

    /// So did the parts of a link: two slashes behind a host were two digits in one.
    @Test func partsOfLinksAreFeaturesOfTheirOwn() {
        let slashes = Set(hashes(of: "gold.example/a/b")), digits = Set(hashes(of: "shop12.test"))
        #expect(slashes.intersection(digits) == [FeatureHash.close(1, .link)])
    }
}
