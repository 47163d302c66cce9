// What surrounds the rows: lines above a header, nameless columns, blank texts, a root object; and
// keys that stand twice.

import SpamFilter
import Testing

@testable import Corpus

@Suite struct AboveHeaderTests {
    private static let table = "id;Absender;Label;Nachricht\n1;HAFEN;ham;Ihr Paket, heute\n2;GEWINN;spam;Sie haben gewonnen\n"

    @Test(arguments: [
        "sep=;\n", "SEP=;\r\n", "\"sep=;\"\n", "\u{FEFF}sep=;\n", "Meine Nachrichten\n", "Meine Nachrichten;;;\n", ";;;\n",
        "Export vom 2. März\n\nTelefon;0171\n", "\nsep=;\n",
        "# Export\n", "\u{FEFF}Meine Nachrichten\n", "Liste;Stand 2024\n", "Seite 1 von 1;;;\n\n", "sep=;\nMeine Nachrichten\n",
    ])
    func linesAboveTheHeaderAreSkipped(above: String) throws {
        for needsLabels in [true, false] {
            let found = try Noticed(above + Self.table, "a.csv", CorpusOptions(needsLabels: needsLabels))
            #expect(
                found.texts == ["Ihr Paket, heute", "Sie haben gewonnen"] && found.labels == ["allow", "junk"],
                "\(above) \(found)")
            #expect(found.rows.map(\.message.sender) == ["HAFEN", "GEWINN"] && found.rows.map(\.id) == ["1", "2"])
        }
    }

    /// The line tells the delimiter where nothing else would, and is no message of another format.
    @Test func aFirstLineNamesTheDelimiter() throws {
        let bars = try Noticed("sep=|\ntext|label\nhello, you; there|ham\n", "a.txt", CorpusOptions())
        #expect(bars.texts == ["hello, you; there"])
        let tabs = try Noticed("sep=\t\ntext\tlabel\n\"a \"\"b\"\"\"\tham\n", "a.csv", CorpusOptions())
        #expect(tabs.texts == ["a \"b\""])
        let message = try Noticed("sep=x\nhello\n", "a.txt", CorpusOptions(format: .text, needsLabels: false))
        #expect(message.texts == ["sep=x", "hello"])
    }

    /// A first message is no title.
    @Test(arguments: ["ham,hello\nspam,text\nham,label\n", "spam;win\nham;text;label\nham;see you\n", "ham,body\nham,message\n"])
    func messagesAreNoTitles(content: String) throws {
        let found = try Noticed(content, "a.csv", .skipping)
        #expect(found.labels.first == (content.hasPrefix("ham") ? "allow" : "junk"))
    }

    @Test func tabsToo() throws {
        let found = try Noticed("My export\nlabel\ttext\nham\thello\n", "a.tsv", CorpusOptions())
        #expect(found.texts == ["hello"] && found.labels == ["allow"] && found.lines == [3])
    }

    @Test(arguments: [
        ("a.csv", "v1,v2,,,\nham,one,,,\nspam,two, and more,,\nham,three,x,y,z\n"),
        ("a.csv", "label,text,\nham,one,\nspam,two,rest\nham,three,more\n"),
        ("a.csv", "label;text;;\nham;one;;\nspam;two;rest;\nham;three;;more\n"),
        ("a.csv", "text,,label\none,,ham\ntwo,rest,spam\nthree,more,ham\n"),
        ("a.tsv", "label\ttext\t\tsender\nham\tone\t\tJo\nspam\ttwo\trest\tAl\nham\tthree\tmore\tX\n"),
    ])
    func textsBesideTheNamesAreCounted(name: String, content: String) throws {
        let found = try Noticed(content, name, CorpusOptions())
        #expect(found.texts == ["one", "two", "three"] && found.beside == 2)
    }

    @Test func anIndexWithoutANameIsNoText() throws {
        #expect(try Noticed(",text,label\n0,one,ham\n1,two,spam\n", "a.csv", CorpusOptions()).beside == 0)
    }

    /// A blank text is no message where something is learned, and an answer where one is asked for.
    @Test(arguments: [
        ("a.csv", "text,label\none,ham\n,ham\n\" \",spam\ntwo,ham\n"), ("a.tsv", "ham\tone\nham\t\nspam\t \nham\ttwo\n"),
        ("a.jsonl", "{\"text\":\"one\"}\n{\"text\":\"\"}\n{\"text\":\" \\n\",\"body\":\"x\"}\n{\"text\":\"two\"}\n"),
        ("a.json", "[{\"text\":\"one\"},{\"text\":\"\"},{\"text\":\"\\u00a0\"},{\"text\":\"two\"}]"),
    ])
    func blankTextsAreNoMessages(name: String, content: String) throws {
        var options = CorpusOptions()
        options.takesUnlabelled = true
        let found = try Noticed(content, name, options)
        #expect(found.texts == ["one", "two"] && found.left == ["none": 2], "\(found)")
        #expect(try Noticed(content, name, .unlabeled).texts.count == 4)
    }

    /// Never one of its records alone.
    @Test(arguments: [
        "{\"messages\":[\n{\"text\":\"one\",\"label\":\"ham\"},\n{\"text\":\"two\",\"label\":\"spam\"}\n]}\n",
        "{\"messages\":[{\"text\":\"one\",\"label\":\"ham\"},{\"text\":\"two\",\"label\":\"spam\"}]}\n",
        "{\n  \"count\": 2,\n  \"messages\": [\n    {\"text\":\"one\",\"label\":\"ham\"}\n  ]\n}\n",
        "{\n\"text\": \"one\",\n\"label\": \"ham\"\n}\n",
        "{\"data\":{\"messages\":[\n{\"text\":\"one\",\"label\":\"ham\"}\n]}}\n",
        "{\"smses\":[{\"text\":\"one\",\"label\":\"ham\"}]}",
        "{\"count\":1,\"messages\":[\n{\"text\":\"one\",\"label\":\"ham\"}]}",
    ])
    func aRootObjectIsRefused(content: String) throws {
        for name in ["a.json", "a.jsonl", "a"] {
            let found = try Noticed(content, name, .skipping)
            guard case .jsonDocument(_, let list) = found.error else {
                Issue.record("\(name): \(found)")
                continue
            }
            #expect(list == nil || ["messages[]", "smses[]", "data[].messages", "data[]"].contains(list))
        }
        #expect(
            try Noticed("{\"text\":\"one\",\"label\":\"ham\",\"parts\":[{\"a\":1}]}\n", "a.jsonl", CorpusOptions()).texts == [
                "one"
            ])
    }
}

@Suite struct NestedMessagesTests {
    /// Chats in a list, with the messages inside: the hint takes these out.
    @Test(arguments: [
        ("[{\"messages\":[{\"text\":\"one\",\"label\":\"ham\"}]}]", "messages"),
        ("[\n {\"name\":\"Jo\",\n  \"messages\":[\n   {\"text\":\"one\"}]}\n]", "messages"),
        ("[{\"address\":\"Jo\",\"smses\":[{\"body\":\"one\"},{\"body\":\"two\"}]},{\"address\":\"Al\",\"smses\":[]}]", "smses"),
        ("[{\"thread\":1,\"participants\":[\"Jo\"],\"items\":[{\"text\":\"one\"}]}]", "items"),
        ("[{\"id\":1,\"chats\":[{\"messages\":[{\"text\":\"one\"}]}]}]", "chats"),
    ])
    func listsInsideAreRefused(content: String, list: String) throws {
        for options in [CorpusOptions(), .skipping, .unlabeled] {
            let found = try Noticed(content, "a.json", options)
            #expect(found.error == .jsonDocument(file: found.path, list: "[].\(list)[]"), "\(found)")
            #expect("\(found.error!)".contains("jq -c '.[].\(list)[]' FILE"))
        }
    }

    @Test func listsBesideATextAreNot() throws {
        let found = try Noticed("[{\"text\":\"one\",\"label\":\"ham\",\"parts\":[{\"a\":1}]}]", "a.json", CorpusOptions())
        #expect(found.texts == ["one"])
    }
}

/// What the first rows tell of columns that are read as something else than they are.
@Suite struct NoticedColumnTests {
    private static let several = [
        "ham\tHello you\t+4479001\nspam\tWin cash\t+4479002\nham\tBye\t+4479003\n", "ham\tHello\t\nspam\tWin\t\n",
        "2024-03-02\tHello you\tham\n2024-03-03\tWin cash\tspam\n", "ham\t2024-03-02\tHello you\nspam\t2024-03-03\tWin cash\n",
        "ham\ta b\tc\td\nspam\te f\tg\th\n",
    ]

    /// Without a header the text of TSV goes on over tabs. As many in each row are likely columns.
    @Test(arguments: several) func tabsInEachTextAreTold(content: String) throws {
        let found = try Noticed(content, "a.tsv", CorpusOptions())
        let tabs = content.prefix { $0 != "\n" }.count { $0 == "\t" }
        #expect(found.layout.columnsInText == tabs && found.texts.allSatisfy { $0.contains("\t") }, "\(found)")
        var options = CorpusOptions()
        options.columns = ColumnChoice([.text: "2", .label: content.hasPrefix("2") ? "3" : "1"])
        #expect(try Noticed(content, "a.tsv", options).layout.columnsInText == 1)
    }

    @Test(arguments: [
        "ham\ta\nspam\tb\n", "ham\ta\tb\nspam\tc\n", "ham\ta\tb\n", "label\ttext\nham\ta\nspam\tb\n",
        "1\tham\ta\n2\tspam\tb\n",
    ])
    func fewTabsAreOfTheText(content: String) throws {
        #expect(try Noticed(content, "a.tsv", CorpusOptions()).layout.columnsInText == 1)
    }

    /// Numbers below `message`, and texts below another name.
    @Test(arguments: [
        ("a.csv", "message,sms_txt,label\n12,Hello there,ham\n13,Win it now,spam\n", "sms_txt"),
        ("a.csv", "message;betreff;inhalt;label\n1;Hallo;Wir sehen uns morgen;ham\n2;Preis;Sie haben gewonnen;spam\n", "inhalt"),
        ("a.tsv", "text\tlabel\tbemerkung\n5.0\tham\tHello you\n3.0\tspam\tWin it\n", "bemerkung"),
        ("a.csv", "text,label,sender\n1234,ham,Jo\n5678,ham,Al\n", nil), ("a.csv", "text,label,x\n1234,ham,1\nhi,ham,2\n", nil),
    ])
    func textsBesideNumbersAreNoticed(name: String, content: String, other: String?) throws {
        let looks = try Noticed(content, name, CorpusOptions()).layout.looks.filter { $0.role == .text }
        #expect(looks.map(\.name) == (other.map { [$0] } ?? []))
    }

    @Test(arguments: [
        ("a.csv", "text,text,label\nHello,Bonjour,ham\n", ["text"]), ("a.csv", "text,label,Label\nHello,ham,spam\n", ["Label"]),
        ("a.tsv", "label\ttext\tText\tsender\tsender\nham\ta\tb\tc\td\n", ["Text", "sender"]),
        ("a.jsonl", "{\"Text\":\"Hello\",\"text\":\"Bonjour\",\"label\":\"ham\"}\n", ["Text"]),
        ("a.csv", "text,label,label2,body\nHello,ham,spam,x\n", []),
    ])
    func namesThatStandTwiceAreNoticed(name: String, content: String, names: [String]) throws {
        #expect(try Noticed(content, name, CorpusOptions()).layout.repeatedNames == names)
    }

    /// The elements of an array without its brackets: all of them, or none.
    @Test(arguments: ["\n", "\r\n"]) func objectsMayEndWithCommas(end: String) throws {
        let one = "{\"text\":\"one\",\"label\":\"ham\"}", two = "{\"text\":\"two\",\"label\":\"spam\"}"
        for content in ["\(one),\(end)\(two)\(end)", "\(one),\(end)\(two),\(end)", "\(one),\(end)\(end)\(two)"] {
            let found = try Noticed(content, "a.jsonl", CorpusOptions())
            #expect(found.texts == ["one", "two"] && found.labels == ["allow", "junk"] && found.error == nil, "\(found)")
        }
        #expect(try Noticed("\(one),,\n", "a.jsonl", CorpusOptions()).error != nil)
    }
}

@Suite struct RepeatedKeyTests {
    @Test(
        arguments: [
            ("a.jsonl", "{\"text\":\"a\",\"label\":\"ham\",\"label\":\"spam\"}\n", "label"),
            ("a.jsonl", "{\"text\":\"a\",\"text\":\"b\",\"label\":\"ham\"}\n", "text"),
            ("a.jsonl", "{\"text\":\"a\",\"te\\u0078t\":\"b\",\"label\":\"ham\"}\n", "text"),
            ("a.jsonl", "{\"text\":\"a\",\"label\":\"ham\",\"x\":{\"y\":1},\"x\":2}\n", nil),
            ("a.jsonl", "{\"text\":\"a\",\"label\":\"ham\",\"sender\":null,\"sender\":\"Jo\"}\n", "sender"),
            ("a.json", "[{\"text\":\"a\",\"label\":\"ham\",\"label\":\"spam\"}]", "label"),
            ("a.json", "[{\"text\":\"a\",\n\"time\":1700000000,\"label\":\"ham\",\n\"time\":1800000000}]", "time"),
            ("a.jsonl", "{\"text\":\"a\",\"label\":\"ham\",\"label\":\"ham\"}\n", "label"),
        ] as [(String, String, String?)])
    func aKeyThatStandsTwiceIsAnError(name: String, row: String, key: String?) throws {
        let found = try Noticed(row, name, CorpusOptions())
        #expect(found.error == .repeatedKey(file: found.path, line: 1, key: key), "\(found)")
        // Later rows are read by another way.
        let before = String(repeating: "{\"text\":\"x\",\"label\":\"ham\"}\n", count: 30)
        guard name == "a.jsonl" else { return }
        let late = try Noticed(before + row, name, .skipping)
        #expect(late.texts.count == 30 && late.skipped.firstError == .repeatedKey(file: late.path, line: 31, key: key))
    }

    /// In an object inside, a key may have the name of one outside; and in a text anything may
    /// stand.
    @Test(arguments: [
        "{\"text\":\"a\",\"label\":\"ham\",\"raw\":{\"text\":\"b\",\"label\":\"spam\"}}",
        "{\"text\":\"\\\"text\\\":1,{\",\"label\":\"ham\"}",
        "{\"text\":\"a\",\"Text\":\"b\",\"label\":\"ham\"}",
    ])
    func otherKeysAreNotTheSame(row: String) throws {
        #expect(try Noticed(row + "\n", "a.jsonl", CorpusOptions()).error == nil)
    }
}

@Suite struct HeadingTests {
    /// Spaces, punctuation and case do not count.
    @Test(arguments: [
        ("Message Text", CorpusColumns.Role.text), ("message_body", .text), ("SMS-Text", .text), ("메시지 내용", .text),
        ("보낸 사람", .sender),
        ("Sender ID", .sender), ("originator", .sender), ("Name / Number", .sender), ("받은 시각", .time), ("ts", .time),
        ("Message Date", .time), ("Received At", .time), ("수신 일시", .time), ("接收时间", .time), ("Message ID", .id), ("_id", .id),
        ("Verdict", .label), ("IS FROM ME", .direction), ("Country Code", .country), ("Date/Time", .time), ("국가", .country),
        ("País", .country), ("Land", .country),
        ("ประเทศ", .country), ("Sprache", .language), ("언어", .language), ("Bahasa", .language),
    ])
    func headingsAreReadInMoreForms(name: String, role: CorpusColumns.Role) {
        #expect(CorpusColumns.find(in: ["x", name])[role] == name)
    }

    @Test func namesAreInTheFormThatIsCompared() {
        for role in CorpusColumns.Role.allCases {
            for name in CorpusColumns.names(of: role) { #expect(name.foldedName == name) }
        }
    }

    /// What is not read is told by its name, and what it looks like.
    @Test(arguments: [
        ("a.csv", "Urteil,text,wann da\nham,a,2024-03-02 10:00\nspam,b,2024-03-02 11:00\n"),
        (
            "a.jsonl",
            "{\"Urteil\":\"ham\",\"text\":\"a\",\"wann da\":\"2024-03-02 10:00\"}\n{\"Urteil\":\"spam\",\"text\":\"b\",\"wann da\":\"2024-03-03 10:00\"}\n"
        ),
    ])
    func unreadColumnsAreNoticed(name: String, content: String) throws {
        var options = CorpusOptions()
        options.takesUnlabelled = true
        let layout = try Noticed(content, name, options).layout
        #expect(layout.looks.contains { $0.role == .time && $0.name == "wann da" }, "\(layout.looks)")
        #expect(layout.columnsNotRead.contains("wann da"))
        if name == "a.jsonl" { #expect(layout.looks.contains { $0.role == .label && $0.name == "Urteil" }) }
    }

    @Test func allUnreadColumnsAreNamed() throws {
        let names = (1...30).map { "Spalte \(UnicodeScalar(UInt8(96 + ($0 - 1) % 26 + 1))) x\($0)" }
        let header = (["text", "label", "sender"] + names).joined(separator: ",")
        let row = (["hello", "ham", "Jo"] + names.map { _ in "1" }).joined(separator: ",")
        let layout = try Noticed("\(header)\n\(row)\n\(row)\n", "a.csv", CorpusOptions()).layout
        for name in names { #expect(layout.columnsNotRead.contains(name)) }
    }
}
