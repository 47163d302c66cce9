import SpamFilter
import Testing

@testable import Corpus

@Suite struct UnknownLabelTests {
    @Test func errorNamesTheWordAndTheWayOut() throws {
        let reading = try read("ham\ta\nlottery\tb\nlottery\tc\n", options: .skipping)
        #expect(reading.skipped.firstError == .unknownLabel(file: reading.path, line: 2, word: "lottery", length: 7))
        let description = reading.skipped.firstError!.description
        for part in [
            "\(reading.path):2:", "found \"lottery\"",
            "say what it means: allow, junk, promotion, transaction, or a sub-action of these",
        ] {
            #expect(description.contains(part))
        }
    }

    @Test(arguments: ["schrott", "smishin", "bank fraud", "a,b", "x", "transactional/finance"])
    func errorIsShort(word: String) {
        for shown in [word, nil] {
            #expect(CorpusError.unknownLabel(file: "m.tsv", line: 100_000, word: shown, length: 40).description.count <= 250)
        }
        #expect(CorpusError.unknownHeader(file: "m.tsv", line: 1).description.count <= 250)
    }

    @Test(arguments: [
        ("hamm", "ham"), ("am", nil), ("hat", "ham"), ("Spa", "spam"), ("smishin", "smishing"), ("junks", "junk"),
        ("schrott", nil), ("2", nil), ("promotoin", "promotion"), ("prmootoin", nil), ("transactio", "transaction"), ("", nil),
    ])
    func wordWithOneWrongLetterIsRecognised(word: String, meant: String?) {
        #expect(LabelMap.nearest(to: word)?.word == meant)
    }

    @Test(arguments: [
        ("hamm", "found \"hamm\"; did you mean ham? Correct it, or say what it means: "),
        ("확인", "found \"확인\"; say what it means: "),
    ])
    func nextStepHoldsTheWord(word: String, step: String) {
        #expect(CorpusError.unknownLabel(file: "f", line: 1, word: word, length: 1).description.contains(step))
    }

    /// Where the word is not kept, only one as long as a text may have changed places with it.
    @Test(arguments: [
        (1, "found an unknown word of 1 character; say what it means"),
        (12, "found an unknown word of 12 characters; say what it means"),
        (22, "found 22 characters, which may be a text; check that the label and the text of this row are not swapped"),
    ])
    func onlyATextMayBeSwapped(length: Int, words: String) {
        #expect(CorpusError.unknownLabel(file: "f", line: 1, word: nil, length: length).description.contains(words))
    }

    @Test(arguments: ["a.tsv", "a.csv"])
    func messageOfOneWordInTheLabelsPlaceIsNotShown(name: String) throws {
        let comma = name == "a.csv" ? "," : "\t"
        let swapped = try read("ham\(comma)a\nspam\(comma)b\nsecret\(comma)ham\n", name: name)
        #expect(swapped.error == .unknownLabel(file: swapped.path, line: 3, word: nil, length: 6))
        let first = try read("secret\(comma)ham\nham\(comma)a\nspam\(comma)b\n", name: name)
        #expect(first.error == .unknownHeader(file: first.path, line: 1))
        let named = try read("label\(comma)text\nsecret\(comma)a\nham\(comma)b\n", name: name)
        #expect(named.error == .unknownLabel(file: named.path, line: 2, word: nil, length: 6))
    }

    @Test(arguments: [("2", "2"), ("ad2", nil), ("sms", "sms"), ("hamm", "hamm"), ("loan", nil), ("확인", nil)])
    func aWordOfOneRowIsShownIfItIsACodeOrNearlyALabel(word: String, shown: String?) throws {
        let reading = try read("label,text\n\(word),a\n", name: "a.csv", options: .skipping)
        let error = CorpusError.unknownLabel(file: reading.path, line: 2, word: shown, length: word.count)
        #expect(reading.skipped.firstError == error)
    }

    @Test func headerInUnknownWordsIsCalledThat() throws {
        let header = "betreff der ganzen nachricht,rubrik"
        let reading = try read("\(header)\nsee you,ham\ngold,spam\n", name: "a.csv")
        #expect(reading.error == .unknownHeader(file: reading.path, line: 1))
        #expect(
            reading.error?.description.contains("text (or message, body, content, sms) and label (or class, category, type)")
                == true)
        #expect(try read("\(header)\nsee you,ham\ngold,spam\n", name: "a.csv", options: .skipping).texts.count == 2)
        // Short words above labels are names.
        let guessed = try read("betreff,rubrik\nsee you,ham\ngold,spam\n", name: "a.csv")
        #expect(guessed.labels == ["allow", "junk"] && guessed.layout.isGuessed)
        let wide = try read("betreff,rubrik,nummer\nsee you,ham,1\n", name: "a.csv")
        #expect(wide.error!.description.contains("text (or message, body, content, sms) and label (or class, category, type)"))
    }

    /// Beside other labels, 0 and 1 may count anything: no row of such a file is taken on trust,
    /// whichever comes first.
    @Test(arguments: [
        ("label,text\n1,a\n2,b\n3,c\n", ["1", "2", "3"]), ("label,text\n2,a\n1,b\n", ["2", "1"]),
        ("label,text\nham,a\n0,b\n", ["0"]), ("0,a\n1,b\n2,c\n2,d\n", ["2", "0", "1"]),
        ("0,a\n1,b\nsecret,c\n", ["0", "1"]),
    ])
    func numbersBesideOtherLabelsAreNotGuessed(text: String, words: [String]) throws {
        let reading = try read(text, name: "a.csv", options: .skipping)
        guard case .unknownLabels(reading.path, _, let unknown) = reading.error else {
            Issue.record("\(String(describing: reading.error))")
            return
        }
        #expect(unknown.words.map(\.text) == words)
        #expect(try read(text, name: "a.csv", options: .unlabeled).error == nil)
    }

    @Test func numbersAloneAreGuessedAndExplainedOnesAreRead() throws {
        #expect(try read("label,text\n1,a\n0,b\n,c\n", name: "a.csv", options: .skipping).labels == ["junk", "allow"])
        #expect(try read("rubrik,betreff\n1,a\n0,b\n", name: "a.csv", options: .skipping).labels == ["junk", "allow"])
        var options = CorpusOptions()
        options.labels = try LabelMap(parsing: "0=ham,1=spam,2=promo")
        #expect(
            try read("label,text\n1,a\n2,b\n0,c\n", name: "a.csv", options: options).labels == ["junk", "promotion", "allow"])
        options.labels = try LabelMap(parsing: "1=promotion")
        #expect(try read("label,text\n1,a\n0,c\n", name: "a.csv", options: options).labels == ["promotion", "allow"])
    }
}
