import SpamFilter
import Testing

@testable import Corpus

@Suite struct ColumnNamesTests {
    /// Every name, in a case of its own, in each of the formats.
    @Test(arguments: CorpusColumns.Role.allCases)
    func everyNameIsUnderstoodInEveryFormat(role: CorpusColumns.Role) throws {
        for name in CorpusColumns.names(of: role) {
            var names = ["TEXT": "hello", "Label": "ham"]
            if role == .text { names["TEXT"] = nil }
            if role == .label { names["Label"] = nil }
            let values: [CorpusColumns.Role: String] = [
                .label: "spam", .weight: "0.5", .country: "KR", .language: "ko", .direction: "received",
            ]
            let value = values[role] ?? "value"
            names[name.capitalized] = value
            if name == "q" { names["A"] = "an answer" }
            let sorted = names.sorted { $0.key < $1.key }
            let json = "{\(sorted.map { "\"\($0.key)\":\"\($0.value)\"" }.joined(separator: ","))}\n"
            let files = ["a.tsv": "\t", "a.csv": ","].mapValues { delimiter in
                "\(sorted.map(\.key).joined(separator: delimiter))\n\(sorted.map(\.value).joined(separator: delimiter))\n"
            }.merging(["a.jsonl": json]) { $1 }
            for (file, content) in files {
                let row = try #require(try read(content, name: file).rows.first, "\(name) in \(file)")
                let found: String? =
                    switch role {
                    case .text: row.message.body
                    case .label: row.label == .junk ? value : nil
                    case .sender: row.message.sender
                    case .country: row.message.receiverCountry
                    case .language: row.language
                    case .source: row.source
                    case .group: row.group
                    case .time: row.time?.text
                    case .weight: "\(row.weight)"
                    case .id: row.id
                    case .direction: value
                    }
                #expect(found == value, "\(name) in \(file)")
            }
        }
    }

    @Test func accentsMayBeLeftOut() throws {
        let row = try #require(try read("pais,remetente,conteudo,etiqueta\nMX,BANCO,hola,ham\n", name: "a.csv").rows.first)
        #expect(row.message.receiverCountry == "MX" && row.message.body == "hola" && row.label == .allow)
        #expect(CorpusColumns.role(of: "Dirección") == nil && CorpusColumns.role(of: "Nội dung") == .text)
    }

    /// An id tells neither a header nor the other of two columns: it is no text and no label.
    @Test func idsChangeNothingElse() throws {
        let bare = try read("id,text\n7,hello\n", name: "a.csv", options: CorpusOptions(needsLabels: false))
        #expect(bare.texts == ["hello"] && bare.rows.map(\.id) == ["7"])
        let unlabelled = try read("id,text\n7,hello\n", name: "a.csv")
        guard case .noColumn(_, 1, .label, nil, _) = unlabelled.error else {
            Issue.record("\(unlabelled.error as Any)")
            return
        }
        let labelled = try read("id,label\nhello,ham\n", name: "a.csv")
        #expect(labelled.texts == ["hello"] && labelled.rows.map(\.id) == [nil])
        let prose = try read("Your id, message me\nsee you\n", name: "a", options: CorpusOptions(needsLabels: false))
        #expect(prose.format == .text && prose.texts.count == 2)
    }

    /// In JSON an id may be a number, and one of another type is none.
    @Test(arguments: [("7", "7"), ("\"a\"", "a"), ("\"\"", nil), ("null", nil), ("[1]", nil), ("7.5", nil), ("true", nil)])
    func idsOfJSONAreStringsOrNumbers(written: String, id: String?) throws {
        let reading = try read("{\"text\":\"hello\",\"label\":\"ham\",\"id\":\(written)}\n", name: "a.jsonl")
        #expect(reading.texts == ["hello"] && reading.rows.map(\.id) == [id])
    }

    @Test(arguments: ["a.csv", "a.tsv"])
    func headerWithALabelsWordIsAHeaderIfItsColumnHoldsFlags(name: String) throws {
        func reading(_ content: String, needsLabels: Bool = true) throws -> Reading {
            let cut = name == "a.tsv" ? content.replacing(",", with: "\t") : content
            return try read(cut, name: name, options: CorpusOptions(needsLabels: needsLabels))
        }
        let kaggle = try reading("text,spam\nsee you,0\ngold,1\n")
        #expect(kaggle.texts == ["see you", "gold"])
        #expect(kaggle.labels == ["allow", "junk"])
        #expect(try reading("spam,text\n0,see you\n").labels == ["allow"])
        #expect(try reading("text,label,spam\nsee you,ham,0.1\n").labels == ["allow"])
        #expect(try reading("text,ham\ngold,spam\n").texts == ["text", "gold"])
        // A 1 under ham is not junk.
        let inverted = try reading("text,ham\nsee you,1\ngold,0\n")
        #expect(inverted.error == .noColumn(file: inverted.path, line: 1, role: .label, asked: nil, found: ["text", "ham"]))
        #expect(try reading("text,ham\nsee you,1\ngold,0\n", needsLabels: false).labels == [nil, nil])
    }

    @Test func ofTwoSpellingsOfAKeyTheLowerCaseOneIsTaken() throws {
        let lines = "{\"Text\":\"a\",\"text\":\"b\",\"label\":\"ham\"}\n"
        for _ in 0..<10 { #expect(try read(lines, name: "a.jsonl").texts == ["b"]) }
        let wrong = try read("{\"BODY\":1}\n", name: "a.jsonl")
        #expect(wrong.error == .wrongType(file: wrong.path, line: 1, key: "body"))
    }

    /// A Q without an A beside it may be a score.
    @Test func questionsAreTextsBesideAnswersAlone() throws {
        let scores = try read("Q,Nachricht,Label\n0.1,hallo,ham\n", name: "a.csv")
        #expect(scores.texts == ["hallo"])
        let questions = try read("Q,A,label\nhello,hi,0\nbuy,no,1\n", name: "a.csv")
        #expect(questions.texts.first == "hello")
    }

    @Test func documentationHoldsEveryName() {
        for role in CorpusColumns.Role.allCases {
            let documented = CorpusColumns.documentation + CorpusColumns.otherLanguages
            for name in CorpusColumns.names(of: role) { #expect(documented.contains(name)) }
        }
        #expect(CorpusColumns.documentation.hasPrefix("text (or message, body, content, sms, msg, v2, q, "))
    }
}
