import Testing

@testable import SpamFilter

/// The reader and the slow one give the same features, each as often, but where they are known to differ (ReferenceDoubts).
@Suite struct ReferenceReaderTests {
    private let readers = [
        TokenizerSettings(), TokenizerSettings(wordOrder: 1, shortestGram: 0, longestGram: 0, syllabicOrder: 1),
        TokenizerSettings(shortestGram: 2, longestGram: 5, syllabicOrder: 3), TokenizerSettings(shortestGram: 4, longestGram: 4),
        TokenizerSettings(shortestGram: 5, longestGram: 5, syllabicOrder: 3), TokenizerSettings(shortestGram: 2, longestGram: 2),
        TokenizerSettings(simplifiesHan: false),
    ].map(ReferenceReader.init)

    /// What one reader found and the other did not, by name where there is one; `nil` where they are known to differ.
    private func differences(_ body: String, _ reader: ReferenceReader, withDoubts: Bool = false) -> [String]? {
        let reading = reader.read(body)
        if !reading.doubts.isEmpty, !withDoubts { return nil }
        let expected = reading.found
        var counts: [UInt64: Int] = [:]
        for hash in hashes(of: body, reader.settings) { counts[hash, default: 0] += 1 }
        var found: [String] = []
        for (name, feature) in expected {
            let count = counts.removeValue(forKey: feature.hash) ?? 0
            if count != feature.count { found.append("\(name): \(feature.count) times, read \(count) times") }
        }
        return found.sorted() + counts.map { "\(hexadecimal($0.key)): only read, \($0.value) times" }
    }

    @Test(arguments: ReferenceDoubt.allCases) func doubtsStillStand(_ doubt: ReferenceDoubt) {
        for body in doubt.smallest {
            withKnownIssue("\(doubt): \(body)") {
                #expect(differences(body, readers[0], withDoubts: true) == [])
            }
        }
    }

    @Test func goldenMessagesReadAlike() throws {
        let messages = try GoldenMessage.all()
        var leftOut = 0
        for message in messages {
            for reader in readers {
                let found = differences(message.body, reader)
                #expect(found?.isEmpty != false, "\(message.name) with \(reader.settings)")
                if found == nil { leftOut += 1 }
            }
        }
        print("slow reader: \(leftOut / readers.count) of \(messages.count) golden messages with a known difference left out")
        #expect(leftOut < readers.count * messages.count / 20)
    }

    /// Each random message is read with one of the settings, in turn.
    private func expectAlike(_ count: Int, _ what: String, seed: UInt64, _ message: (inout SeededNumbers) -> String) {
        var random = SeededNumbers(seed: seed)
        var failures: [String] = []
        var leftOut = 0
        for i in 0..<count {
            let body = message(&random)
            guard let found = differences(body, readers[i % readers.count]) else {
                leftOut += 1
                continue
            }
            if !found.isEmpty { failures.append("\(scalarNumbers(body)) \(body): \(found)") }
        }
        print("slow reader: \(leftOut) of \(count) \(what) with a known difference left out")
        #expect(leftOut < count / 4)
        let shortest = failures.sorted { $0.count < $1.count }.prefix(8).joined(separator: "\n")
        #expect(failures.isEmpty, "\(failures.count): \(shortest)")
    }

    @Test func randomPiecesReadAlike() {
        expectAlike(5_000, "random messages of pieces", seed: 2026) { ReferenceMessages.pieces(&$0) }
    }

    @Test func randomHiddenWordsReadAlike() {
        expectAlike(5_000, "random messages of hidden words", seed: 1121) { ReferenceMessages.hiddenWords(&$0) }
    }

    @Test func randomLinksReadAlike() {
        expectAlike(4_000, "random messages of links", seed: 443) { ReferenceMessages.links(&$0) }
    }

    /// Longer than a window.
    @Test func longMessagesReadAlike() {
        expectAlike(40, "long messages", seed: 512) { ReferenceMessages.long(&$0) }
    }

    /// Signs and their counts stood in one place of the hash once: `-`, `..` and `///` were one feature, as were neighbouring emoji.
    @Test func runsOfSignsAreFeaturesOfTheirOwn() {
        var seen: [UInt64: String] = [:]
        for value in [UInt32](0x21...0x2F) + [0x3A, 0x3B, 0x3C, 0x3D, 0x3E, 0x3F, 0x40, 0x5B, 0x5D] + [UInt32](0x1F600...0x1F64F)
        {
            for count in 1...3 {
                let run = String(repeating: String(Unicode.Scalar(value)!), count: count)
                // Masks in a row are digits.
                if value == 0x2A || value == 0x23, count > 1 { continue }
                let found = hashes(of: run)
                #expect(found.count == 1)
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
