// Columns that are called like labels, and hold something else.

import SpamFilter
import Testing

@testable import Corpus

/// As `import` reads.
private func imported(_ text: String, _ name: String = "a.csv", _ choice: ColumnChoice = ColumnChoice()) throws -> Noticed {
    var options = CorpusOptions(skipsBadRows: true)
    options.takesUnlabelled = true
    options.throwsNotReceived = true
    options.needsWeights = false
    options.columns = choice
    return try Noticed(text, name, options)
}

@Suite struct LooseLabelTests {
    /// Numbers below a name that may be of anything are no labels, and the reader says so.
    @Test(arguments: [
        ("a.csv", "address,type,body\nJo,1,See you\nAl,1,Thanks\n"),
        ("a.csv", "address,date,type,body\nJo,1700000000000,1,See you\nAl,1700000000000,1,Thanks\n"),
        ("a.csv", "number,message,type,read,time\nJo,See you,1,1,2024-03-02\nAl,Thanks,1,0,2024-03-02\n"),
        ("a.csv", "class,text,sender\n1,See you,Jo\n1,Thanks,Al\n"),
        ("a.csv", "category;text\n0;See you\n1;Thanks\n"),
        ("a.tsv", "Kategorie\ttext\n0\tSee you\n1\tThanks\n"),
        ("a.csv", "text,message_class\nSee you,0\nThanks,1\n"),
        ("a.csv", "text,분류\nSee you,3\nThanks,7\n"),
        ("a.csv", "text,class\nSee you,1.0\nThanks,0.0\n"),
        ("a.csv", "text,type\nSee you,true\nThanks,false\n"),
        ("a.csv", "text,flag\nSee you,0\nThanks,1\n"),
        (
            "a.jsonl",
            "{\"address\":\"Jo\",\"type\":\"1\",\"body\":\"See you\"}\n{\"address\":\"Al\",\"type\":\"1\",\"body\":\"Thanks\"}\n"
        ),
        ("a.jsonl", "{\"type\":1,\"read\":1,\"body\":\"See you\"}\n{\"type\":1,\"read\":0,\"body\":\"Thanks\"}\n"),
        ("a.json", "[{\"class\":1,\"text\":\"See you\"},{\"class\":1,\"text\":\"Thanks\"}]"),
        ("a.json", "[{\"phoneNumber\":\"Jo\",\"body\":\"See you\",\"type\":1},{\"body\":\"Thanks\",\"type\":1}]"),
        ("a.jsonl", "{\"text\":\"See you\",\"category\":\"0\"}\n{\"text\":\"Thanks\",\"category\":\"1\"}\n"),
        ("a.csv", "text,status\nSee you,1\nThanks,0\n"), ("a.csv", "text,read\nSee you,1\nThanks,0\n"),
        ("a.csv", "text,class_id\nSee you,1\nThanks,2\n"),
    ])
    func numbersBelowALooseNameAreNoLabels(name: String, content: String) throws {
        let found = try imported(content, name)
        #expect(found.texts == ["See you", "Thanks"] && found.labels == [nil, nil] && found.error == nil, "\(found)")
        #expect(found.guesses.isEmpty)
        // `--label` then gives one, and training without one asks.
        var options = CorpusOptions()
        options.defaultLabel = .allow
        options.passesOverUnlabelled = true
        #expect(try Noticed(content, name, options).labels == ["allow", "allow"])
        options.defaultLabel = nil
        let error = try Noticed(content, name, options).error
        #expect(error?.isAboutOneRow == true || error?.line != nil || "\(error as Any)".contains("noColumn"), "\(error as Any)")
    }

    /// The name says that 0 and 1 are labels, the user does, or words beside them ask.
    @Test func otherNumbersAreLabelsStill() throws {
        for name in ["label", "is_spam", "target", "verdict", "v1", "Label_Class"] {
            #expect(try imported("text,\(name)\nSee you,0\nWin,1\n").labels == ["allow", "junk"], "\(name)")
        }
        let chosen = ColumnChoice([.label: "class"])
        #expect(try imported("text,class\nSee you,0\nWin,1\n", "a.csv", chosen).labels == ["allow", "junk"])
        var options = CorpusOptions()
        options.labels = try LabelMap(parsing: "1=junk,2=promotion,0=-")
        let mapped = try Noticed("text,type\nSee you,1\nWin,2\nAsk,0\n", "a.csv", options)
        #expect(mapped.labels == ["junk", "promotion"] && mapped.guesses.map(\.description).contains("0 -> left out (1 row)"))
        let mixed = try imported("text,class\nSee you,1\nWin,2\nAsk,ham\nOr,ham\n")
        guard case .unknownLabels(_, _, let words) = mixed.error else {
            Issue.record("\(mixed.error as Any)")
            return
        }
        #expect(Set(words.words.map(\.text)) == ["1", "2"])
    }

    /// A better column of labels wins over a loose one of numbers.
    @Test(arguments: [
        "type,verdict,text\n1,spam,Win\n1,ham,Hi\n", "class,is_spam,text\n3,1,Win\n4,0,Hi\n",
        "type,what,text\n1,spam,Win\n1,ham,Hi\n",
    ])
    func wordsElsewhereAreTheLabels(content: String) throws {
        #expect(try imported(content).labels == ["junk", "allow"])
    }

    /// `label=-`: no column has labels, and no value is taken for one.
    @Test(arguments: [
        ("a.csv", "text,label\nSee you,ham\nWin,spam\n"), ("a.csv", "Type,Text\nham,See you\nspam,Win\n"),
        ("a.tsv", "ham\tSee you at nine\nspam\tWin a prize\n"), ("a.jsonl", "{\"text\":\"See you\",\"label\":\"ham\"}\n"),
        ("a.txt", "__label__ham See you\n__label__spam Win\n"), ("a.csv", "verdict,text\nblock,Win\nok,See you\n"),
    ])
    func aFileCanHaveNoLabels(name: String, content: String) throws {
        let found = try imported(content, name, ColumnChoice(without: [.label]))
        #expect(found.error == nil && !found.texts.isEmpty && found.labels.allSatisfy { $0 == nil }, "\(found)")
        #expect(found.texts.allSatisfy { $0.hasPrefix("See") || $0.hasPrefix("Win") })
    }

    @Test func rowsOfAWordAreLeftOut() throws {
        var options = CorpusOptions()
        options.labels = try LabelMap(parsing: "?=-,Not sure=-,ok=allow")
        let found = try Noticed("label\ttext\nok\ta\n?\tb\nnot sure\tc\nspam\td\n", "a.tsv", options)
        #expect(found.texts == ["a", "d"] && found.left == ["one that the label map leaves out": 2], "\(found)")
        #expect(throws: LabelMapError.self) { try LabelMap(parsing: "a=-,a=junk") }
    }

    @Test(arguments: [
        ("Health", "health"), ("weather", "weather"), ("carrier", "carrier"), ("rewards", "rewards"),
        ("publicServices", "publicServices"),
        ("public services", "publicServices"), ("Public-Services", "publicServices"), ("finance", "finance"),
        ("reminders", "reminders"),
        ("orders", "orders"),
    ])
    func subActionsAreKnownByTheirNames(word: String, subAction: String) throws {
        #expect(LabelMap().label(for: word)?.description == "transaction/\(subAction)")
        // A name of a column stays one.
        #expect(try imported("text,sender,carrier\nSee you,Jo,AT&T\n").texts == ["See you"])
    }

    /// Words that are too common to be labels everywhere are asked about, with what they likely
    /// mean.
    @Test(arguments: [
        ("valid", Label.allow), ("safe", .allow), ("ok", .allow), ("block", .junk), ("Malicious", .junk), ("personal", .allow),
    ])
    func likelyWordsAreAskedAbout(word: String, label: Label) throws {
        #expect(LabelMap().label(for: word) == nil && LabelMap.likely(word) == label)
        let error = try #require(try Noticed("verdict,text\n\(word),a\nspam,b\n\(word),c\n", "a.csv", CorpusOptions()).error)
        guard case .unknownLabels = error else {
            Issue.record("\(error)")
            return
        }
    }

    /// `spam` above flags is a name, in whatever words the flags are; above texts it is a label.
    @Test(arguments: [
        ("0", "1"), ("False", "True"), ("false", "true"), ("FALSE", "TRUE"), ("no", "yes"), ("N", "Y"), ("nein", "ja"),
        ("Non", "Oui"),
        ("아니오", "예"), ("否", "是"), ("いいえ", "はい"), ("não", "sim"), ("tidak", "ya"), ("hayır", "evet"), ("нет", "да"),
        ("FALSCH", "WAHR"), ("FALSO", "VERO"),
    ])
    func aLabelAboveFlagsIsAName(no: String, yes: String) throws {
        for header in ["message,spam", "text,spam", "body,junk"] {
            let content = "\(header)\nSee you,\(no)\nWin,\(yes)\nBye,\(no)\n"
            let found = try Noticed(content, "a.csv", CorpusOptions())
            #expect(found.texts == ["See you", "Win", "Bye"] && found.labels == ["allow", "junk", "allow"], "\(found)")
            var options = CorpusOptions()
            options.labels = try LabelMap(parsing: "\(no)=promotion,\(yes)=junk")
            #expect(try Noticed(content, "a.csv", options).labels == ["promotion", "junk", "promotion"])
        }
        #expect(try Noticed("message,spam\nhello,ham\n", "a.csv", CorpusOptions()).texts == ["message", "hello"])
        // Below another name yes and no may be about anything.
        guard LabelMap.numbers.contains(no.lowercased()) else {
            let error = try Noticed("text,label\na,\(no)\nb,\(yes)\nc,\(no)\nd,\(yes)\n", "a.csv", CorpusOptions()).error
            #expect(error != nil)
            return
        }
    }

    @Test func oneHotColumnsAreNoticed() throws {
        let found = try imported("text,spam,promo,otp\na,1,0,0\nb,0,1,0\nc,0,0,1\nd,0,0,0\n")
        #expect(found.layout.otherFlags == ["promo", "otp"])
        #expect(try imported("text,label,read\na,ham,0\nb,spam,1\n").layout.otherFlags.isEmpty)
    }
}
