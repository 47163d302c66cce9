import Testing

@testable import SpamFilter

/// The reader and the slow one give the same features, each as often. Golden and random messages with links or e-mail addresses, which
/// the slow one does not know, are left out and counted.
@Suite struct ReferenceReaderTests {
    private let readers = [
        TokenizerSettings(), TokenizerSettings(wordOrder: 1, shortestGram: 0, longestGram: 0, syllabicOrder: 1),
        TokenizerSettings(shortestGram: 2, longestGram: 5, syllabicOrder: 3), TokenizerSettings(shortestGram: 4, longestGram: 4),
        TokenizerSettings(shortestGram: 5, longestGram: 5, syllabicOrder: 3), TokenizerSettings(shortestGram: 2, longestGram: 2),
        TokenizerSettings(simplifiesHan: false),
    ].map(ReferenceReader.init)

    /// What came of reading a message twice.
    private enum Comparison {
        /// What one reader found and the other did not, by name where there is one.
        case differences([String])
        case holdsLink
        case doubts
    }

    private func compare(_ body: String, _ reader: ReferenceReader, withDoubts: Bool = false) -> Comparison {
        let reading = reader.read(body)
        let expected = reading.found
        var counts: [UInt64: Int] = [:]
        for hash in hashes(of: body, reader.settings) { counts[hash, default: 0] += 1 }
        // <URL> gives the feature of a link too.
        let placeholders = expected["a link"]?.count ?? 0
        if counts[FeatureHash.close(1, .address)] != nil || counts[FeatureHash.close(1, .link), default: 0] > placeholders {
            return .holdsLink
        }
        if !reading.doubts.isEmpty, !withDoubts { return .doubts }
        var found: [String] = []
        for (name, feature) in expected {
            let count = counts.removeValue(forKey: feature.hash) ?? 0
            if count != feature.count { found.append("\(name): \(feature.count) times, read \(count) times") }
        }
        return .differences(found.sorted() + counts.map { "\(hexadecimal($0.key)): only read, \($0.value) times" })
    }

    @Test(arguments: ReferenceDoubt.allCases) func doubtsStillStand(_ doubt: ReferenceDoubt) {
        for body in doubt.smallest {
            withKnownIssue("\(doubt): \(body)") {
                if case .differences(let found) = compare(body, readers[0], withDoubts: true) { #expect(found.isEmpty) }
            }
        }
    }

    /// How many messages were left out, for the log.
    private struct LeftOut {
        var links = 0
        var doubts = 0

        func say(_ of: Int, _ what: String) {
            print(
                "slow reader: of \(of) \(what), \(links) with a link or an address and \(doubts) with a known difference left out"
            )
        }
    }

    @Test func goldenMessagesReadAlike() throws {
        let messages = try GoldenMessage.all()
        var leftOut = LeftOut()
        for message in messages {
            for (i, reader) in readers.enumerated() {
                switch compare(message.body, reader) {
                case .differences(let found): #expect(found.isEmpty, "\(message.name) with \(reader.settings)")
                case .holdsLink: leftOut.links += i == 0 ? 1 : 0
                case .doubts: leftOut.doubts += i == 0 ? 1 : 0
                }
            }
        }
        leftOut.say(messages.count, "golden messages")
        #expect(leftOut.links < 80 && leftOut.doubts < 20)
    }

    /// Each random message is read with one of the settings, in turn.
    private func expectAlike(_ count: Int, _ what: String, seed: UInt64, _ message: (inout SeededNumbers) -> String) {
        var random = SeededNumbers(seed: seed)
        var failures: [String] = []
        var leftOut = LeftOut()
        for i in 0..<count {
            let body = message(&random)
            switch compare(body, readers[i % readers.count]) {
            case .differences(let found):
                if !found.isEmpty { failures.append("\(scalarNumbers(body)) \(body): \(found)") }
            case .holdsLink: leftOut.links += 1
            case .doubts: leftOut.doubts += 1
            }
        }
        leftOut.say(count, what)
        #expect(leftOut.links < count / 20 && leftOut.doubts < count / 4)
        let shortest = failures.sorted { $0.count < $1.count }.prefix(8).joined(separator: "\n")
        #expect(failures.isEmpty, "\(failures.count): \(shortest)")
    }

    @Test func randomPiecesReadAlike() {
        expectAlike(5_000, "random messages of pieces", seed: 2026) { ReferenceMessages.pieces(&$0) }
    }

    @Test func randomHiddenWordsReadAlike() {
        expectAlike(5_000, "random messages of hidden words", seed: 1121) { ReferenceMessages.hiddenWords(&$0) }
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
