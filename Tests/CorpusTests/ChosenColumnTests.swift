// Columns that the user has chosen, by name or by number.

import Testing

@testable import Corpus

@Suite struct ChosenColumnTests {
    private func reading(_ content: String, _ choice: ColumnChoice, needsLabels: Bool = false, hasHeader: Bool? = nil) throws
        -> Reading
    {
        var options = CorpusOptions(needsLabels: needsLabels)
        options.columns = choice
        options.hasHeader = hasHeader
        return try read(content, name: "a.csv", options: options)
    }

    /// A first row under columns that have only numbers may be a message: it is read as one, and
    /// none of it is shown as a name.
    @Test(arguments: ["a.csv", "a.tsv"])
    func aNumberIsNoName(name: String) throws {
        let rows = "+49151120,Dear Jo your PIN is 4711\n+49151121,free prize\n"
        let cut = name == "a.tsv" ? rows.replacing(",", with: "\t") : rows
        let found = try reading(cut, ColumnChoice([.text: "2", .sender: "1"]))
        #expect(found.texts == ["Dear Jo your PIN is 4711", "free prize"])
        #expect(found.rows.map(\.message.sender) == ["+49151120", "+49151121"])
        #expect(!found.layout.description.contains("4711") && !found.layout.description.contains("49151120"))
    }

    @Test func aHeaderOfOtherWordsIsOneAboveLabels() throws {
        let found = try reading("요지,판정\nsee you,ham\ngold,spam\n", ColumnChoice([.text: "1", .label: "2"]), needsLabels: true)
        #expect(found.texts == ["see you", "gold"] && found.labels == ["allow", "junk"])
        // Nobody has said that 요지 is a name.
        #expect(found.layout.description == "comma, header, text = column 1, label = column 2")
    }

    @Test func aChosenNameIsShown() throws {
        let found = try reading("내용,von\nsee you,Jo\n", ColumnChoice([.text: "내용", .sender: "VON"]))
        #expect(found.texts == ["see you"] && found.rows[0].message.sender == "Jo")
        #expect(found.layout.description == "comma, header, text = column 1 (내용), sender = column 2 (von)")
    }

    /// No column that was chosen is passed over, with a header in other words or without one.
    @Test(arguments: ["a.csv", "a.tsv"])
    func chosenColumnsAreTaken(name: String) throws {
        for header in ["", "Herkunft,Worte,Tag\n"] {
            let rows = header + "+49151,see you at lunch,2024-05-01\n+49152,win a prize now,2024-05-02\n"
            let file = name == "a.tsv" ? rows.replacing(",", with: "\t") : rows
            for choice in [
                ColumnChoice([.text: "2", .sender: "1", .time: "3"]), ColumnChoice([.sender: "1", .time: "3"]),
                ColumnChoice([.text: "2", .time: "3"]),
            ] {
                var options = CorpusOptions(needsLabels: false)
                options.columns = choice
                options.guessesEncoding = true
                let found = try read(file, name: name, options: options)
                #expect(
                    found.texts == ["see you at lunch", "win a prize now"],
                    "\(choice) \(header) \(found.error as Any) \(found.layout)")
                #expect(found.rows.map(\.time?.text) == ["2024-05-01", "2024-05-02"], "\(choice) \(header)")
                #expect(found.rows.first?.message.sender == (choice[.sender] == nil ? nil : "+49151"))
            }
        }
    }

    @Test func labelsOfAChosenColumnAreTaken() throws {
        let file = "Absender\tNachricht\tEtikett\n+491511\tsee you at lunch\tham\n+491512\twin a prize now\tspam\n"
        var options = CorpusOptions()
        options.columns = ColumnChoice([.text: "2", .label: "3", .sender: "1"])
        let found = try read(file, name: "a.tsv", options: options)
        #expect(found.texts == ["see you at lunch", "win a prize now"] && found.labels == ["allow", "junk"], "\(found)")
    }

    private static let guessed: [(header: String, choice: ColumnChoice, layout: String)] = [
        (
            "message_id,message_body,target", ColumnChoice(),
            "text = column 2 (message_body), label = column 3 (target), id = column 1 (message_id)"
        ),
        (
            "message_id,message_body,target", ColumnChoice([.id: "message_id"]),
            "text = column 2 (message_body), label = column 3 (target), id = column 1 (message_id)"
        ),
        (
            "message_id,message_body,target", ColumnChoice([.text: "message_body"]),
            "text = column 2 (message_body), label = column 3 (target), id = column 1 (message_id)"
        ),
        (
            "nr,message_body,target", ColumnChoice([.id: "1"]),
            "text = column 2 (message_body), label = column 3 (target), id = column 1"
        ),
        ("nr,message_body,target", ColumnChoice([.text: "2"]), "text = column 2 (message_body), label = column 3 (target)"),
        ("nr,text,target", ColumnChoice(), "text = column 2 (text), label = column 3 (target)"),
        (
            "sender,message_body,target", ColumnChoice(),
            "text = column 2 (message_body), label = column 3 (target), sender = column 1 (sender)"
        ),
        ("date,body,target", ColumnChoice(), "text = column 2 (body), label = column 3 (target), time = column 1 (date)"),
    ]

    /// Each column is guessed by itself: a known or chosen one hinders no other.
    @Test(arguments: guessed.indices)
    func oneColumnsNameHindersNoGuess(index: Int) throws {
        let (header, choice, layout) = Self.guessed[index]
        for (name, delimiter, cut) in [("a.csv", "comma", ","), ("a.tsv", "tab", "\t")] {
            let rows = "\(header)\n71,see you at lunch,ham\n72,win a prize now,spam\n73,call me,ham\n".replacing(",", with: cut)
            var options = CorpusOptions()
            options.takesUnlabelled = true
            options.columns = choice
            options.guessesEncoding = true
            let found = try read(rows, name: name, options: options)
            #expect(found.layout.description == "\(delimiter), header, \(layout)")
            #expect(found.labels == ["allow", "junk", "allow"], "\(found.error as Any)")
            #expect(found.texts == ["see you at lunch", "win a prize now", "call me"])
        }
    }

    private static let named: [(header: String, rows: [String], label: Int?)] = [
        ("ref,text,my_verdict", ["a,see you,ham", "b,gold,spam"], 3), ("ref,text,is_spam01", ["a,see you,0", "b,gold,1"], 3),
        ("flag,text,ref", ["0,see you,a", "1,gold,b"], nil), ("text,Target,x", ["see you,0,0", "gold,1,1"], 2),
        ("text,spamFlag,lang", ["see you,0,en", "gold,1,en"], 2),
        // The opposite of junk, another flag, two of them, and words that are no labels.
        ("ref,text,not_spam", ["a,see you,0", "b,gold,1"], nil), ("ref,text,is_ham", ["a,see you,0", "b,gold,1"], nil),
        ("ref,text,starred", ["a,see you,0", "b,gold,1"], nil), ("text,spam_a,spam_b", ["see you,0,1", "gold,1,0"], nil),
        ("ref,text,outcome", ["a,see you,ok", "b,gold,block"], nil),
    ]

    /// A column that may be one of labels by its name is one if its values say so too, for every
    /// reader.
    @Test(arguments: named.indices)
    func namesAndValuesTellLabels(index: Int) throws {
        let (header, rows, label) = Self.named[index]
        for (name, cut) in [("a.csv", ","), ("a.tsv", "\t")] {
            let file = ([header] + rows).joined(separator: "\n").replacing(",", with: cut) + "\n"
            for needsLabels in [true, false] {
                var options = CorpusOptions(needsLabels: needsLabels)
                options.takesUnlabelled = true
                let found = try read(file, name: name, options: options)
                // Row by row, nothing tells that 0 and 1 are no codes.
                let areKnown = label.map { needsLabels || rows[0].split(separator: ",")[$0 - 1] != "0" } ?? false
                #expect(found.labels == (areKnown ? ["allow", "junk"] : [nil, nil]), "\(header): \(found.layout)")
                #expect(found.texts == ["see you", "gold"] && found.layout.isGuessed == (label != nil))
            }
        }
    }

    /// 0 and 1 beside a named text may say anything, such as which messages were read.
    @Test func flagsBesideANamedTextAreNoLabels() throws {
        var options = CorpusOptions()
        options.takesUnlabelled = true
        options.guessesEncoding = true
        let found = try read("text,read\nsee you,1\ngold,0\nlater,1\n", name: "a.csv", options: options)
        #expect(found.texts.count == 3 && found.labels == [nil, nil, nil], "\(found.layout)")
    }

    @Test func aHeaderMayBeSaid() throws {
        let found = try reading("x,y\nsee you,Jo\n", ColumnChoice([.text: "1", .sender: "2"]), hasHeader: true)
        #expect(found.texts == ["see you"])
    }

    /// Times or row numbers show that unknown words above them are names.
    @Test(arguments: [
        ("wann,wer,was\n2026-03-01,Jo,see you at noon\n2026-03-02,Al,the bus is late\n", true),
        ("Nr.,Worte\n1,see you at noon\n2,the bus is late\n", true),
        ("nr,worte,von\n0,see you at noon,Jo\n1,the bus is late,Al\n2,ok,Jo\n", true),
        // A first message above senders, some of them numbers, or above codes, or a single row.
        ("wer,was\nJo,see you at noon\nAl,the bus is late\n", false),
        ("Jo,call me\n4711,see you at noon\n4712,the bus is late\n4713,hello\n", false),
        ("Jo,call me\n+8210123,see you at noon\n+8210124,the bus is late\n", false),
        ("妈妈,回电话\n三星,see you at noon\n百度,the bus is late\n", false),
        ("Art,Worte\n1,see you at noon\n2,win gold\n1,the bus is late\n", false),
        ("nr,worte\n1,see you at noon\n", false),
    ])
    func unknownNamesAboveTimesAreAHeader(content: String, hasHeader: Bool) throws {
        let lines = content.split(separator: "\n")
        for (name, cut) in [("a.csv", ","), ("a.tsv", "\t")] {
            let text = content.replacing(",", with: cut)
            let reading = try read(text, name: name, options: CorpusOptions(needsLabels: false))
            #expect(reading.layout.hasHeader == hasHeader && reading.error == nil, "\(name)")
            #expect(
                reading.texts
                    == lines.dropFirst(hasHeader ? 1 : 0).map { $0.split(separator: ",")[lines[0].contains("wann") ? 2 : 1] }.map(
                        String.init))
            var options = CorpusOptions(needsLabels: false)
            options.hasHeader = false
            #expect(try read(text, name: name, options: options).texts.count == lines.count)
        }
    }

    /// A comma in some texts makes no header of the first of them.
    @Test(arguments: [
        "Mama;Hallo, Kind\nJo;bis spaeter\nAl;der Bus kommt nicht\nArzt;Termin am Montag, 9 Uhr\n",
        "Hi, Mum\nsee you at noon\nthe bus is late today\nBack home by car, 5 pm\nok\n",
    ])
    func aCommaInATextIsNoColumn(content: String) throws {
        let reading = try read(content, name: "a.csv", options: CorpusOptions(needsLabels: false, skipsBadRows: true))
        #expect(reading.rows.count == content.split(separator: "\n").count && reading.error == nil)
    }

    /// Codes may be labels: where labels are needed, a default does not hide them.
    @Test func numbersBelowAnUnknownNameAreNotPassedOver() throws {
        var options = CorpusOptions()
        options.defaultLabel = .allow
        let reading = try read("Art,Worte\n1,see you at noon\n2,win gold\n1,the bus is late\n", name: "a.csv", options: options)
        #expect(reading.error != nil && !reading.layout.hasHeader)
    }
}
