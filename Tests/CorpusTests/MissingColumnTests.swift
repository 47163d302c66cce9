// Columns that were chosen or are needed, and are not there.

import SpamFilter
import Testing

@testable import Corpus

@Suite struct MissingColumnTests {
    private static let files: [(name: String, content: String, found: [String])] = [
        ("a.csv", "label,text,sender\nham,see you,Jo\nspam,win,X\n", ["label", "text", "sender"]),
        ("a.csv", "verdict;body;msg_id\nham;see you;1\nspam;win;2\n", ["verdict", "body", "msg_id"]),
        ("a.tsv", "label\ttext\tsender\nham\tsee you\tJo\nspam\twin\tX\n", ["label", "text", "sender"]),
        ("a.jsonl", "{\"label\":\"ham\",\"text\":\"see you\"}\n{\"text\":\"win\",\"label\":\"spam\"}\n", ["label", "text"]),
        ("a.json", "[{\"label\":\"ham\",\"text\":\"see you\"},\n{\"text\":\"win\",\"label\":\"spam\"}]", ["label", "text"]),
    ]

    /// For every role and format, where labels are needed and where they are not, and where all is
    /// guessed.
    @Test(arguments: CorpusColumns.Role.allCases)
    func aChosenColumnThatIsNotThereIsRefused(role: CorpusColumns.Role) throws {
        for (name, content, found) in Self.files {
            for (needsLabels, guesses) in [(true, false), (false, false), (true, true)] {
                for asked in ["nosuch", "9"] {
                    var options = CorpusOptions(needsLabels: needsLabels)
                    options.columns.byRole[role] = asked
                    options.guessesEncoding = guesses
                    options.takesUnlabelled = guesses
                    options.skipsBadRows = guesses
                    let reading = try read(content, name: name, options: options)
                    guard case .noColumn(_, 1, role, asked, let there) = reading.error else {
                        Issue.record("\(role) \(asked) in \(name): \(reading.error as Any)")
                        continue
                    }
                    // A number says nothing of names.
                    let isTold = there == found || asked == "9" && there == ["column 1", "column 2", "column 3"]
                    #expect(isTold, "\(role) \(asked) in \(name): \(there)")
                }
            }
        }
    }

    /// Each role can be chosen, in any case of its name, in rows with other known names.
    @Test(arguments: ["a.csv", "a.tsv", "a.jsonl"])
    func everyRoleCanBeChosen(name: String) throws {
        let roles: [CorpusColumns.Role] = [
            .text, .label, .sender, .country, .language, .source, .group, .time, .weight, .id, .direction,
        ]
        let keys = roles.map { "x-\($0)" }, values = ["hello", "spam", "Jo", "KR", "ko", "chat", "t1", "2024", "2", "m7", "in"]
        let cut = name == "a.csv" ? "," : "\t"
        let json = "{\(zip(keys, values).map { "\"\($0)\":\"\($1)\"" }.joined(separator: ","))}\n"
        let table = keys.joined(separator: cut) + "\n" + values.joined(separator: cut) + "\n"
        var options = CorpusOptions()
        for (role, key) in zip(roles, keys) { options.columns.byRole[role] = key.uppercased() }
        let row = try #require(try read(name == "a.jsonl" ? json + json : table, name: name, options: options).rows.last)
        #expect(row.message == Message(body: "hello", sender: "Jo", receiverCountry: "KR") && row.label == .junk)
        #expect(
            [row.language, row.source, row.group, row.time?.text, "\(row.weight)", row.id] == [
                "ko", "chat", "t1", "2024", "2.0", "m7",
            ], "\(row)")
    }

    /// One row of JSON Lines may lack a key, and a key may hold nothing but null.
    @Test func aSparseKeyIsThere() throws {
        var options = CorpusOptions(needsLabels: false)
        options.columns = ColumnChoice([.sender: "von", .time: "wann"])
        let lines = "{\"text\":\"a\"}\n{\"text\":\"b\",\"von\":\"Jo\",\"wann\":null}\n{\"text\":\"c\",\"von\":\"Al\"}\n"
        let found = try read(lines, name: "a.jsonl", options: options)
        #expect(found.error == nil && found.rows.map(\.message.sender) == [nil, "Jo", "Al"])
    }

    /// A column without the known names, and no option: the error says what is there.
    @Test(arguments: [
        ("a.csv", "text,urteil,von\nsee you,ham,Jo\n", ["text", "urteil", "von"]),
        ("a.jsonl", "{\"text\":\"see you\",\"urteil\":\"ham\"}\n", ["text", "urteil"]),
    ])
    func aNeededColumnIsMissed(name: String, content: String, found: [String]) throws {
        let reading = try read(content, name: name)
        #expect(reading.error == .noColumn(file: reading.path, line: 1, role: .label, asked: nil, found: found))
    }

    /// Where a first row may be a message, no field of it is shown that does not look like a name.
    @Test func messagesAreNotShownAsNames() throws {
        let secret = "Dear Jo, your code is 4711", number = "+49151120"
        for (name, row) in [("a.csv", "\(number),\"\(secret)\",Jo\n"), ("a.tsv", "\(number)\t\(secret)\tJo\n")] {
            for header in [nil, true, false] {
                var options = CorpusOptions(needsLabels: false)
                options.columns = ColumnChoice([.text: "nosuch"])
                options.hasHeader = header
                let error = try read(row + row, name: name, options: options).error
                guard case .noColumn(_, _, .text, "nosuch", let found) = error else {
                    Issue.record("\(name): \(error as Any)")
                    continue
                }
                #expect(found == ["column 1", "column 2", header == true ? "Jo" : "column 3"])
            }
        }
    }

    /// Neither a person nor a code nor a word of a first message stands among the columns, whatever
    /// the file is asked for, and whichever way its header was guessed.
    @Test(arguments: [
        "Maria,tomorrow,xK7q\nJonas,later,pw9z\n", "Maria,tomorrow,unsure\nJonas,later,ham\nAnn,soon,spam\n",
        "Maria,von,Sesame\nJonas,von,later\n", "Maria,hello?,yes?\nJonas,why,no\n",
    ])
    func noWordOfAFirstRowIsAColumn(content: String) throws {
        for (text, name) in [(content, "a.csv"), (content.replacing(",", with: "\t"), "a.tsv")] {
            for text in [text, text.replacing("\n", with: name == "a.csv" ? ",x\n" : "\tx\n")] {
                for (column, needsLabels) in [(nil, true), (nil, false), ("nosuch", true), ("nosuch", false)] {
                    var options = CorpusOptions(needsLabels: needsLabels, skipsBadRows: true)
                    options.takesUnlabelled = needsLabels
                    options.columns = ColumnChoice(column.map { [.sender: $0] } ?? [:])
                    let found = try Noticed(text, name, options)
                    let told = "\(found.layout) \(found.layout.columnsThere) \(found.layout.columnsNotRead) \(found.layout.looks)"
                    let all = told + (found.error.map { "\($0)" } ?? "")
                    for word in ["Maria", "tomorrow", "xK7q", "Sesame", "hello", "unsure"] {
                        #expect(!all.contains(word), "\(text) \(all)")
                    }
                }
            }
        }
    }

    /// A number, several words or a sign are no name.
    @Test(arguments: ["a.csv", "a.tsv"])
    func onlyWordsAreNames(name: String) throws {
        let row = ["7", "meet me tonight", "verdict ", "v2", "요지", "!?", ""].joined(separator: name == "a.csv" ? "," : "\t")
        var options = CorpusOptions()
        options.columns = ColumnChoice([.label: "nosuch"])
        let reading = try read(row + "\n" + row + "\n", name: name, options: options)
        let found = ["column 1", "column 2", "verdict", "v2", "요지", "column 6", "column 7"]
        #expect(reading.error == .noColumn(file: reading.path, line: 1, role: .label, asked: "nosuch", found: found))
    }

    /// Without a known name the error lists the names, unless the first row may be a message.
    @Test(arguments: [
        ("nr,worte,urteil\n1,see you,ham\n2,win,maybe\n", ["nr", "worte", "urteil"]),
        ("1,worte,urteil\n2,see you,ham\n", ["column 1", "column 2", "column 3"]),
        ("hello,see you,Jo\nx,y,z\n", ["column 1", "column 2", "column 3"]),
        ("Jo,ham,hello\nx,y,z\n", ["column 1", "column 2", "column 3"]),
    ])
    func columnsWithoutKnownNamesAreListed(content: String, found: [String]) throws {
        let reading = try read(content, name: "a.csv")
        #expect(reading.error == .unnamedColumns(file: reading.path, line: 1, found: found))
        #expect(reading.error?.description.contains(found.joined(separator: ", ")) == true)
    }

    /// Bare texts have no columns, so that none can be chosen.
    @Test func chosenColumnsMakeATable() throws {
        var options = CorpusOptions(needsLabels: false)
        options.columns = ColumnChoice([.text: "worte"])
        let table = "nr,worte,von\n1,see you,Jo\n"
        #expect(try read(table, name: "a", options: options).texts == ["see you"])
        options.needsLabels = true
        options.takesUnlabelled = true
        #expect(try read(table, name: "a", options: options).texts == ["see you"])
        options.format = .text
        let text = try read(table, name: "a", options: options)
        #expect(text.error == .noColumn(file: text.path, line: 1, role: .text, asked: "worte", found: []))
    }
}
