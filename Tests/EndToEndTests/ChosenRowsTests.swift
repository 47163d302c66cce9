// Which rows are taken: conditions, rows without a label, parts of stores, files of one name.

import Foundation
import Testing

@Suite struct ChosenRowsTests {
    private func bench() throws -> Workbench {
        let bench = try Workbench()
        try bench.write(ReadingTests.feed, to: "feed.csv")
        try bench.write(ReadingTests.feed.replacing("ok", with: "allow").replacing("block", with: "junk"), to: "good.csv")
        return bench
    }

    /// A comma divides languages, a script stands for some, and of the background only these hold.
    @Test func languagesAreChosenOfAllThatIsRead() throws {
        let bench = try bench()
        try bench.write("text,label\n나중에 전화해,ham\n무료 상품 전화,spam\nsee you,ham\nまた後でね,ham\n無料です,spam\n", to: "a.csv")
        try bench.write("text,label,lang\n집에 와,ham,ko\n대출 무료,spam,ko\nfree call,spam,en\n", to: "general.csv")
        let command = "train a.csv --background general.csv --folds 0 --min-df 1 --out m.spam"
        let korean = try bench.run("spamkit \(command) --where lang=ko")
        #expect(
            korean.output.contains("Read     2 messages: 1 wanted, 1 junk; 2 of the background"),
            "\(korean.errors)\(korean.output)")
        let both = try bench.run("spamkit \(command) --where lang=ko,ja")
        #expect(both.output.contains("Read     4 messages: 2 wanted, 2 junk; 2 of the background"), "\(both.output)")
        let source = try bench.run("spamkit \(command) --where source=a.csv")
        #expect(source.output.contains("Read     5 messages: 3 wanted, 2 junk; 3 of the background"), "\(source.output)")
        let none = try bench.run("spamkit \(command) --where lang=en")
        #expect(
            none.status == 1 && none.errors.contains("lang=en left 0 of 5; lang there: Hangul (2), Kana (2), Latin (1)"),
            "\(none.errors)")
        // The map is for own words: a background without them is not odd.
        let mapped = try bench.run("sed -i s/ham/ok/ a.csv; spamkit \(command) --label-map ok=allow")
        #expect(mapped.status == 0 && !mapped.errors.contains("--label-map"), "\(mapped.errors)")
    }

    /// Two files of one name are two sources, told apart by their folders.
    @Test func filesOfOneNameAreSourcesOfTheirOwn() throws {
        let bench = try bench()
        _ = try bench.run("mkdir en tr; grep -v ,ko feed.csv > en/sms.csv; grep -v ,en feed.csv > tr/sms.csv")
        let made = try bench.run(
            "spamkit train en/sms.csv tr/sms.csv \(ReadingTests.columns) --folds 0 --min-df 1 --out m.spam; spamkit inspect m.spam"
        )
        #expect(
            made.output.contains("en/sms.csv (2 messages)") && made.output.contains("tr/sms.csv (2 messages)"),
            "\(made.output)\(made.errors)")
    }

    /// Rows that nobody has labelled yet are passed over, in files as in stores, and no bad rows.
    @Test func rowsWithoutALabelAreLeftOut() throws {
        let bench = try bench()
        _ = try bench.run(
            "cp good.csv some.csv; printf '5,,not yet,en\\n6,,nor this,en\\n' >> some.csv; spamkit import some.csv --into s.sqlite \(ReadingTests.columns)"
        )
        for file in ["some.csv --column text=message_body,label=verdict", "s.sqlite"] {
            let made = try bench.run("spamkit train \(file) --folds 0 --min-df 1 --out m.spam")
            #expect(made.status == 0 && made.output.contains("Read     4 messages"), "\(file): \(made.errors)")
            #expect(made.errors.contains("2 messages without a label left out") && !made.errors.contains("could not be read"))
        }
    }

    /// Below a name that means wanted, 0 and 1 have to be explained; the file is never turned over.
    @Test(arguments: ["is_ham", "isham", "not_spam", "nospam", "is_legit", "wanted"], ["text,NAME", "id,text,NAME"])
    func flagsOfWantedMessagesAreNotTakenForJunk(name: String, header: String) throws {
        let bench = try Workbench()
        let isNumbered = header.hasPrefix("id")
        let rows = ["see you at home,1", "free prize call,0", "home now,1", "free call now,0"].enumerated()
        let lines = rows.map { (isNumbered ? "m\($0)," : "") + $1 + "\n" }
        try bench.write(header.replacing("NAME", with: name) + "\n" + lines.joined(), to: "a.csv")
        let command = "spamkit train a.csv --folds 0 --min-df 1 --out m.spam"
        let refused = try bench.run(command)
        #expect(refused.status == 1 && !refused.errors.contains("-> junk"), "\(refused.errors)")
        let told = try bench.run("\(command) --column label=\(name) --label-map 1=allow,0=junk")
        #expect(told.status == 0 && told.output.contains("2 wanted, 2 junk"), "\(told.errors)")
        let right = try bench.run("spamkit classify m.spam --text 'free prize call'")
        #expect(right.output.contains("\"label\":\"junk\""), "\(right.output)")
    }

    /// A row without a label among the first does not hide the column.
    @Test func aMissingLabelDoesNotHideTheColumn() throws {
        let bench = try Workbench()
        try bench.write(
            "id,body,verdict\n1,see you,ham\n2,free prize,spam\n3,not yet,\n4,free call,spam\n5,home,ham\n", to: "a.csv")
        let read = try bench.run("spamkit import a.csv --into s.sqlite")
        #expect(read.output.contains("5 rows, 5 added, 1 unlabelled"), "\(read.output)\(read.errors)")
        #expect(try bench.run("spamkit train a.csv --folds 0 --min-df 1 --out m.spam").output.contains("Read     4 messages"))
        // As pandas writes an index without a name.
        try bench.write(
            ",message_body,target\n0,see you at home,0\n1,free prize call,1\n2,home now,0\n3,free call,1\n", to: "p.csv")
        let indexed = try bench.run("spamkit train p.csv --folds 0 --min-df 1 --out m.spam")
        #expect(indexed.output.contains("Read     4 messages: 2 wanted, 2 junk"), "\(indexed.errors)")
    }

    /// A pipe is guessed as a file is.
    @Test func aTableInAPipeIsNoBareText() throws {
        let bench = try bench()
        try bench.write(
            "rowid,message_body,target\nr1,see you at home,0\nr2,free prize call,1\nr3,home now,0\nr4,free call,1\n", to: "a.csv")
        let trained = try bench.run("cat a.csv | spamkit train - --folds 0 --min-df 1 --out m.spam")
        #expect(trained.output.contains("Read     4 messages: 2 wanted, 2 junk"), "\(trained.errors)")
        let both = try bench.run(
            "spamkit classify m.spam --to csv < a.csv > p; spamkit classify m.spam a.csv --to csv > f; cmp p f; wc -l < p")
        #expect(both.status == 0 && both.output.contains("5"), "\(both.errors)\(both.output)")
    }

    /// Of a table the columns that are not read are named, and of conditions how many they take.
    @Test func whatIsNotReadIsSaid() throws {
        let bench = try Workbench()
        try bench.write(
            "text,label,wer\n[Web발신] 택배 https://a.example/long/path/to,spam,Z\n집에 와,ham,Y\nsee you,ham,X\nfree,spam,W\n",
            to: "a.csv")
        let made = try bench.run("spamkit train a.csv --where lang=ko --folds 0 --min-df 1 --out m.spam")
        #expect(made.errors.contains("a.csv: columns not read: wer; to read one: --column sender=NAME"), "\(made.errors)")
        #expect(
            made.errors.contains("--where matches 2 of 4 messages") && made.output.contains("1 wanted, 1 junk"), "\(made.errors)")
    }

    /// Beside a store that is split, one that is not is read whole.
    @Test func aStoreWithoutASplitIsReadBesideOneWithIt() throws {
        let bench = try bench()
        _ = try bench.run(
            "spamkit import feed.csv --into a.sqlite \(ReadingTests.columns); spamkit import good.csv --into b.sqlite --column text=message_body,label=verdict; spamkit split a.sqlite --by random --test 50%"
        )
        let made = try bench.run("spamkit train a.sqlite b.sqlite --part train --folds 0 --min-df 1 --out m.spam")
        #expect(made.status == 0 && made.errors.contains("b.sqlite: read whole, since it has no split"), "\(made.errors)")
        #expect(made.output.contains("Read     6 messages"), "\(made.output)")
        #expect(try bench.run("spamkit train b.sqlite --part train --folds 0 --min-df 1 --out m.spam").status == 1)
        let slip = try bench.run("spamkit train a.sqlite --part tset --out m.spam")
        #expect(slip.status == 64 && slip.errors.contains("found tset; did you mean test?"), "\(slip.errors)")
        let encoding = try bench.run("spamkit train feed.csv --encoding ltin1 --out m.spam")
        #expect(encoding.status == 64 && encoding.errors.contains("expected an encoding that iconv knows"), "\(encoding.errors)")
    }

    /// A file of several of which no message is left, and a label word that stands for more.
    @Test func conditionsSayWhatTheyLeaveOut() throws {
        let bench = try bench()
        try bench.write("text,label,lang\nhome now,ham,ko\nfree prize,fraud,ko\n", to: "a.csv")
        try bench.write("text,label,lang\nsee you,ham,ja\nfree call,spam,ja\n", to: "b.csv")
        let command = "train a.csv b.csv --folds 0 --min-df 1 --out m.spam"
        let left = try bench.run("spamkit \(command) --where lang=ko")
        #expect(left.status == 0 && left.output.contains("Read     2 messages"), "\(left.errors)")
        #expect(left.errors.contains("Warning: b.csv: --where matches none of 2 messages"), "\(left.errors)")
        let wider = try bench.run("spamkit classify m.spam b.csv --where label=fraud")
        #expect(wider.output.split(separator: "\n").count == 1)
        #expect(wider.errors.contains("--where label=fraud takes all messages of junk"), "\(wider.errors)")
    }

    /// The wrong labels of a template that has right ones too.
    @Test func messagesAreFoundByOtherLabelsOfTheirTemplate() throws {
        let bench = try Workbench()
        try bench.write(
            "text,label\nyour code is 1234,spam\nyour code is 5678,ham\nyour code is 9012,spam\nfree gold,spam\nsee you at nine,ham\n",
            to: "a.csv")
        _ = try bench.run("spamkit import a.csv --into c.sqlite")
        func found(_ conditions: String) throws -> String {
            try bench.run("spamkit corpus search c.sqlite \(conditions)").output
        }
        #expect(try found("--where label=junk --where also=allow") == "#1  junk\n#3  junk\n")
        #expect(try found("code --where also=junk") == "#1  junk\n#2  allow\n#3  junk\n")
        let none = try bench.run("spamkit corpus search c.sqlite --where also=transaction")
        #expect(none.status == 1 && none.errors.contains("also=transaction left 0 of 5"), "\(none.errors)")
        let done = try bench.run("spamkit corpus relabel c.sqlite --where label=junk --where also=allow allow")
        #expect(done.output == "c.sqlite: 2 now allow (was junk)\n" || done.output == "c.sqlite: 2 now allow (were junk)\n")
        let words = "expected corpus search, relabel or forget, which know the templates of a store"
        for command in ["train c.sqlite --out m.spam", "corpus export c.sqlite", "import a.csv --into d.sqlite"] {
            let refused = try bench.run("spamkit \(command) --where also=allow")
            #expect(refused.status != 0 && refused.errors.contains(words), "\(command): \(refused.errors)")
        }
    }
}
