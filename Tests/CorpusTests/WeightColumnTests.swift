// What a row counts in training, as files write it.

import Testing

@testable import Corpus

@Suite struct WeightColumnTests {
    private static let formats = ["a.tsv", "a.csv", "a.jsonl", "a.json"]

    /// One row with this weight: as it stands in a field, or under a key.
    private func reading(_ weight: String, _ name: String, _ options: CorpusOptions = CorpusOptions()) throws -> Reading {
        switch name {
        case "a.tsv": try read("label\ttext\tweight\nham\thello\t\(weight)\nspam\tgold\t\n", name: name, options: options)
        case "a.csv": try read("label,text,weight\nham,hello,\(weight)\nspam,gold,\n", name: name, options: options)
        default:
            try read(
                name == "a.json"
                    ? "[{\"label\":\"ham\",\"text\":\"hello\",\"weight\":\(weight)},{\"label\":\"spam\",\"text\":\"gold\"}]"
                    : "{\"label\":\"ham\",\"text\":\"hello\",\"weight\":\(weight)}\n{\"label\":\"spam\",\"text\":\"gold\"}\n",
                name: name,
                options: name == "a.json"
                    ? {
                        var o = options; o.format = .json; return o
                    }() : options)
        }
    }

    @Test(arguments: formats, [("2", 2.0), ("0", 0), ("0.25", 0.25), ("1e3", 1000)])
    func numbersAreWeightsAndNothingIsOne(name: String, weight: (word: String, value: Double)) throws {
        let found = try reading(weight.word, name)
        #expect(found.rows.map(\.weight) == [weight.value, 1], "\(String(describing: found.error))")
        #expect(found.rows.compactMap { LabeledMessage($0)?.weight } == [weight.value, 1])
    }

    @Test func jsonMayWriteItAsAString() throws {
        #expect(try reading("\"0.5\"", "a.jsonl").rows.map(\.weight) == [0.5, 1])
    }

    @Test(
        arguments: ["a.tsv", "a.csv", "a.jsonl"],
        [("-1", -1.0), ("1001", 1001), ("1e999", Double.infinity), ("heavy", nil)] as [(String, Double?)])
    func othersAreRowErrors(name: String, weight: (word: String, value: Double?)) throws {
        let isJSON = name == "a.jsonl"
        let word = isJSON ? "\"\(weight.word)\"" : weight.word
        let line = isJSON ? 1 : 2
        let found = try reading(word, name)
        #expect(found.error == .badWeight(file: found.path, line: line, found: weight.value))
        let text = try #require(found.error?.description)
        #expect(
            text.contains("expected a weight of 0 to 1000") && text.contains("or leave such rows out") && !text.contains("heavy"))
        let skipped = try reading(word, name, .skipping)
        #expect(skipped.texts == ["gold"] && skipped.skipped.firstLines == [line])
        // A word where labels do not count is not looked at.
        #expect(try reading(word, name, .unlabeled).rows.map(\.weight) == [1, 1])
    }

    @Test func noNumberIsNotAWeight() throws {
        let found = try reading("nan", "a.tsv")
        guard case .badWeight(_, 2, let value?) = found.error else {
            return #expect(Bool(false), "\(String(describing: found.error))")
        }
        #expect(value.isNaN)
    }
}
