// Sources that training finds by likeness: by hand, and in a run.

import Corpus
import SpamFilter
import Testing

@testable import SpamTraining

@Suite struct FoundSourcesTests {
    /// Three kinds of rows, each with columns of its own and some that all have: 200 wanted and 20 junk of each in turn.
    private static let kinds = 3
    private static let rows = (0..<660).map { row in (kind: row % kinds, isWanted: row % 11 != 0, variant: row / kinds % 5) }
    private static let matrix = FeatureMatrix(
        rows.map { row in
            (0..<20).map { $0 < 15 ? ($0 / 5 == row.kind && $0 % 5 != row.variant ? 1 : 0) : ($0 - 15 == row.variant ? 1 : 0) }
        })

    private func found(nameless: Set<UInt32>, sources: [UInt32]? = nil, count: Int = kinds, seed: UInt64 = 1) -> FoundSources {
        FoundSources(
            FoundSourcesTests.matrix, isWanted: FoundSourcesTests.rows.map(\.isWanted),
            sources: sources ?? FoundSourcesTests.rows.map { _ in 0 }, nameless: nameless, count: count, seed: seed)
    }

    @Test(arguments: 1...8) func rowsThatAreAlikeAreOneSourceAndJunkGoesWithThem(seed: UInt64) {
        let found = found(nameless: [0], seed: seed)
        #expect(found.sizes == [220, 220, 220])
        for kind in 0..<FoundSourcesTests.kinds {
            let ofKind = FoundSourcesTests.rows.indices.filter { FoundSourcesTests.rows[$0].kind == kind }
            #expect(Set(ofKind.map { found.ofRow[$0] }).count == 1)
        }
        #expect(Set(found.ofRow) == [0, 1, 2])
        #expect(found.ofRow == self.found(nameless: [0], seed: seed).ofRow)
    }

    /// Sources with a name stay what they are, whatever their messages are like; so does a file with few wanted messages.
    @Test func onlyWhatHasNoNameIsDivided() {
        let sources: [UInt32] = FoundSourcesTests.rows.indices.map { $0 < 500 ? 0 : $0 < 600 ? 4 : 2 }
        let found = found(nameless: [0, 4], sources: sources)
        #expect(found.ofRow[500...] == sources[500...])
        #expect(Set(found.ofRow[..<500]) == [0, 5, 6] && found.sizes.reduce(0, +) == 500)
        let none = self.found(nameless: [], sources: sources)
        #expect(none.ofRow == sources && none.sizes.isEmpty)
    }

    /// Two files, each divided for itself.
    @Test func eachFileIsDividedForItself() {
        let sources = FoundSourcesTests.rows.map { UInt32($0.kind == 0 ? 0 : 1) }
        let found = found(nameless: [0, 1], sources: sources, count: 2)
        #expect(found.sizes.count == 4 && found.sizes.suffix(2) == [220, 220] && Set(found.ofRow) == [0, 1, 2, 3])
        for (row, source) in sources.enumerated() {
            #expect(source == 0 ? [0, 2].contains(found.ofRow[row]) : [1, 3].contains(found.ofRow[row]))
        }
    }

    /// As many as there are, of messages of two kinds; and none where all are the same, or have no feature that is left.
    @Test func fewerSourcesAreFoundWhereMessagesAreAlike() {
        func found(_ table: [[Int]]) -> FoundSources {
            FoundSources(
                FeatureMatrix(table), isWanted: table.map { _ in true }, sources: table.map { _ in 0 }, nameless: [0], count: 4,
                seed: 1)
        }
        let two = found((0..<300).map { $0 % 3 == 0 ? [1, 0] : [0, 2] })
        #expect(two.sizes.sorted() == [100, 200] && Set(two.ofRow) == [0, 1])
        for table in [Array(repeating: [1, 2], count: 300), Array(repeating: [0, 0], count: 300)] {
            #expect(found(table).sizes.isEmpty && Set(found(table).ofRow) == [0])
        }
        // What has no feature is nobody's kind, and goes somewhere.
        let mixed = found((0..<900).map { [[1, 0], [0, 2], [0, 0]][$0 % 3] })
        #expect(mixed.sizes.reduce(0, +) == 900 && mixed.sizes.count == 2)
    }

    private static func messages(named: Bool) -> [LabeledMessage] {
        let words = ["apple", "brick", "cedar", "delta", "ember", "flint", "grove", "heron"]
        return (0..<1200).map { i in
            let word = words[i / 3 % 8], other = words[i / 24 % 8]
            let (text, label): (String, Label) =
                switch i % 3 {
                case 0: ("see you at the \(word) house for the \(other) party tonight \(i)", .allow)
                case 1: ("order of \(word) shipped, parcel \(other) arrives with the courier \(i)", .allow)
                default: ("order of \(word) held, the courier of parcel \(other) wants a fee \(i)", .junk)
                }
            return LabeledMessage(
                Message(body: text), label, source: "in.tsv", isSourceNamed: named, group: "\(i % 3) \(i / 3)")
        }
    }

    @Test func aRunDividesWhatHasNoNameAndSaysSo() throws {
        let messages = FoundSourcesTests.messages(named: false)
        let found = try train(messages) { $0.foundSources = 2 }
        for threads in [1, 2] {
            let again = try train(messages) {
                $0.foundSources = 2
                $0.threads = threads
            }
            #expect(again.bytes == found.bytes)
        }
        // The same as if the corpus named them.
        #expect(found.foundSources?.sorted() == [400, 800])
        let named = messages.enumerated().map { i, message in
            var message = message
            (message.source, message.isSourceNamed) = (i % 3 == 0 ? "chat" : "orders", true)
            return message
        }
        #expect(try found.content.weights == train(named).content.weights)
        #expect(try found.content.weights != train(messages).content.weights)
    }

    @Test func namesGoBeforeLikeness() throws {
        let messages = FoundSourcesTests.messages(named: true)
        let asked = try train(messages) { $0.foundSources = 2 }, usual = try train(messages)
        #expect(asked.foundSources == nil && usual.foundSources == nil)
        #expect(asked.content.weights == usual.content.weights)
        let alike = try train(FoundSourcesTests.messages(named: false)) {
            $0.foundSources = 2
            $0.tellsSourcesApart = false
        }
        #expect(alike.foundSources == nil)
        #expect(asked.content.card != usual.content.card)
    }

    /// A row that names the very file that it stands in, wherever it stands, is not divided with those that name none.
    @Test(arguments: [0, 1, 700, 1199]) func aRowNamedLikeItsFileStaysNamed(place: Int) throws {
        var messages = FoundSourcesTests.messages(named: false)
        messages[place].isSourceNamed = true
        #expect(try train(messages) { $0.foundSources = 2 }.foundSources?.reduce(0, +) == 1199)
    }

    @Test func aMessageWithoutASourceHasNoneByName() {
        let message = Message(body: "hello")
        #expect(!LabeledMessage(message, .allow).isSourceNamed && !CorpusRow(message: message).isSourceNamed)
        #expect(LabeledMessage(message, .allow, source: "mine").isSourceNamed)
    }
}
