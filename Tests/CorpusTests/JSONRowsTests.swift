import SpamFilter
import Testing

@testable import Corpus

@Suite struct JSONRowsTests {
    @Test func everyKeyIsRead() throws {
        let options = CorpusOptions(labels: LabelMap(["1": .junk]))
        let reading = try read(
            """
            {"text":"セール","label":"promotion/offers","lang":"ja","sender":"SHOP","country":"JP","source":"diary","template":"t1","id":[1]}

            {"sender":1588,"content":"code 1","category":1,"language":null,"template":7}
              {"body":"b","class":"HAM"}\r
            {"text":null,"message":"\\u0000\\ud83d\\ude00","label":"otp"}
            """, name: "messages.jsonl", options: options)
        #expect(reading.error == nil)
        #expect(
            reading.rows == [
                CorpusRow(
                    message: Message(body: "セール", sender: "SHOP", receiverCountry: "JP"),
                    label: Label(.promotion, .promotionalOffers),
                    language: "ja", source: "diary", group: "t1", line: 1),
                CorpusRow(
                    message: Message(body: "code 1", sender: "1588"), label: .junk, source: "messages.jsonl",
                    group: "7", line: 3),
                CorpusRow(message: Message(body: "b"), label: .allow, source: "messages.jsonl", line: 4),
                CorpusRow(
                    message: Message(body: "\u{0}😀"), label: Label(.transaction, .transactionalOthers), source: "messages.jsonl",
                    line: 5),
            ])
    }

    /// Words that come again are made once: those of one length and the same ends are told apart,
    /// also where one of them is no text.
    @Test func wordsOfTheSameLengthAndEndsAreToldApart() throws {
        let first = (0..<30).map { #"{"text":"a\#($0)","label":"ham","lang":"en","source":"s\#($0 % 2)s"}"# }
        let rows =
            first + [
                #"{"text":"b","label":"ham","lang":"zh","source":"s\u0032s"}"#, #"{"text":"c","label":"hum","lang":"en"}"#,
            ]
        let reading = try read(rows.joined(separator: "\n"), name: "rows.jsonl")
        #expect(reading.rows.map(\.source) == (0..<30).map { "s\($0 % 2)s" } + ["s2s"])
        #expect(reading.rows.last?.language == "zh")
        // No label, though it looks like one before.
        #expect(reading.error != nil)
    }

    /// Keys are looked up once as long as they are the same: rows with others in between, in
    /// another order or with one less, are read by theirs.
    @Test func rowsOfOtherKeysAreReadByTheirOwn() throws {
        let rows = [
            #"{"text":"a","label":"ham"}"#, #"{"text":"b","label":"ham"}"#, #"{"label":"spam","text":"c"}"#,
            #"{"text":"d","note":"x","label":"ham"}"#, #"{"text":"e","note":"\u00fc","label":"spam"}"#,
            #"{"TEXT":"f","Label":"ham"}"#, #"{"text":"g","label":"ham"}"#, #"{"textlabel":"x","text":"h","label":"spam"}"#,
        ]
        let reading = try read(rows.joined(separator: "\n"), name: "messages.jsonl")
        #expect(reading.error == nil && reading.texts == ["a", "b", "c", "d", "e", "f", "g", "h"])
        #expect(reading.labels == ["allow", "allow", "junk", "allow", "junk", "allow", "allow", "junk"])
    }

    /// Long strings, with what ends a run of plain bytes at each place of eight.
    @Test(arguments: 0..<17) func stringsAreReadWhateverStandsWhere(before: Int) throws {
        let plain = String(repeating: "x", count: before)
        for (written, meant) in [(#"\n"#, "\n"), (#"\""#, "\""), ("é", "é"), ("", ""), ("\u{7F}", "\u{7F}"), (#"\\"#, "\\")] {
            let reading = try read(#"{"text":"\#(plain)\#(written)yyyyyyyyy","label":"ham"}"#, name: "messages.jsonl")
            #expect(reading.error == nil && reading.texts == [plain + meant + "yyyyyyyyy"])
        }
        let control = try read("{\"text\":\"\(plain)\u{1}yyyyyyyyy\",\"label\":\"ham\"}", name: "messages.jsonl")
        #expect(control.error == .notJSON(file: control.path, line: 1))
    }

    struct Case: Sendable, CustomTestStringConvertible {
        var line: [UInt8]
        var error: @Sendable (String) -> CorpusError
        var why: String
        var testDescription: String { why }

        init(_ line: String, _ error: @escaping @Sendable (String) -> CorpusError, _ why: String) {
            self.line = Array(line.utf8)
            self.error = error
            self.why = why
        }
    }

    @Test(arguments: [
        Case(#"{"text":"a""#, { .notJSON(file: $0, line: 2) }, "cut off"),
        Case(#"{"text":"a","label":"ham"} x"#, { .notJSON(file: $0, line: 2) }, "something after the object"),
        Case(#"["text","a"]"#, { .notJSON(file: $0, line: 2) }, "an array"),
        Case(#""text""#, { .notJSON(file: $0, line: 2) }, "a string"),
        Case("{\"text\":\"a\u{0}\"}", { .notJSON(file: $0, line: 2) }, "a bare NUL within a string"),
        Case(#"{"text":"\ud83d"}"#, { .notJSON(file: $0, line: 2) }, "half a surrogate pair"),
        Case(String(repeating: "{\"a\":", count: 50_000), { .notJSON(file: $0, line: 2) }, "depth without end"),
        Case(#"{"text":5,"label":"ham"}"#, { .wrongType(file: $0, line: 2, key: "text") }, "a number for a text"),
        Case(#"{"text":"a","label":[1]}"#, { .wrongType(file: $0, line: 2, key: "label") }, "a list for a label"),
        Case(#"{"text":"a","label":{"x":1}}"#, { .wrongType(file: $0, line: 2, key: "label") }, "an object for a label"),
        Case(#"{"label":"ham"}"#, { .noText(file: $0, line: 2) }, "no text"),
        Case(#"{"text":"a"}"#, { .noLabel(file: $0, line: 2) }, "no label"),
        Case(#"{"text":"a","label":""}"#, { .noLabel(file: $0, line: 2) }, "an empty label"),
        Case(
            #"{"text":"a","label":"bank fraud"}"#, { .unknownLabel(file: $0, line: 2, word: nil, length: 10) },
            "an unknown label of two words, which may be a sender"),
        Case(
            #"{"text":"a","label":"hamm"}"#, { .unknownLabel(file: $0, line: 2, word: "hamm", length: 4) },
            "an unknown label"),
    ])
    func badRowIsRefusedWithItsLineAndTheNextOneRead(_ row: Case) throws {
        let bytes =
            Array("{\"text\":\"one\",\"label\":\"ham\"}\n".utf8) + row.line
            + Array("\n{\"text\":\"three\",\"label\":\"ham\"}".utf8)
        let reading = try read(bytes, name: "messages.jsonl")
        #expect(reading.error?.line == 2)
        #expect(reading.texts == ["one"])
        let skipping = try read(bytes, name: "messages.jsonl", options: .skipping)
        #expect(skipping.texts == ["one", "three"])
        #expect(skipping.skipped.firstLines == [2])
        #expect(skipping.skipped.firstError == row.error(skipping.path))
    }

    @Test func rowThatIsNotUTF8IsRefusedAsSuch() throws {
        let reading = try read(Array("{\"text\":\"a".utf8) + [0xB0, 0xA1] + Array("\"}".utf8), name: "messages.jsonl")
        #expect(reading.error == .invalidText(file: reading.path, line: 1))
    }

    @Test func arrayInLinesIsRefused() throws {
        let reading = try read("\n [{\"text\":\"a\"}]", name: "messages.jsonl")
        #expect(reading.error == .jsonArray(file: reading.path))
    }
}
