// Import: every format, each file once, bad rows aside.

import Corpus
import Foundation
import GRDB
import SpamFilter
import Testing

@testable import CorpusStore

@Suite struct NothingTakenTests {
    @Test(arguments: ["maybe\ta\nmaybe\tb\n", "{\"text\":\"a\",\"label\":true}\n", "{\"messages\":[]}\n", ""])
    func fileWithoutARowToTakeIsAnErrorAndLeavesNothing(text: String) throws {
        let folder = try StoreFolder()
        let name = text.hasPrefix("{") ? "a.jsonl" : "a.tsv"
        let error = #expect(throws: StoreError.self) { try folder.add(text, as: name) }
        guard case .nothingTaken(_, let summary) = error else {
            Issue.record("\(error as Any)")
            return
        }
        #expect(summary.rejected == summary.rows && !error!.description.contains("leave such rows out"))
        #expect(try folder.store.statistics().files == 0)
    }

    /// What was refused as a whole was never imported, so it needs no word to be read again.
    @Test func fileIsReadAgainWithTheRightWords() throws {
        let folder = try StoreFolder()
        #expect(throws: StoreError.self) { try folder.add("maybe\ta\nmaybe\tb\n", as: "a.tsv") }
        let options = ImportOptions(reading: CorpusOptions(labels: try LabelMap(parsing: "maybe=promotion")))
        #expect(try folder.add("maybe\ta\nmaybe\tb\n", as: "a.tsv", options).added == 2)
    }
}

@Suite struct ImportedTimesTests {
    /// The rows before the one that tells are read as it says, and keep their places.
    @Test(arguments: [("13/01/2025", [1_738_713_600, nil, 1_736_726_400]), ("01/13/2025", [1_746_144_000, nil, 1_736_726_400])])
    func oneRowTellsTheOrderOfDays(third: String, times: [Int?]) throws {
        let folder = try StoreFolder()
        let summary = try folder.add("text,time\none,05/02/2025\ntwo,\nthree,\(third)\n", as: "a.csv")
        #expect(try folder.texts == ["one", "two", "three"])
        #expect(try folder.messages.map(\.receivedAt) == times)
        #expect(summary.timesLost == 0)
    }

    @Test func timesThatCannotBeReadAreCounted() throws {
        let folder = try StoreFolder()
        let summary = try folder.add("text,time\none,05/02/2025\ntwo,06/02/2025 10:00\nthree,soon\nfour,\n", as: "a.csv")
        #expect(summary.added == 4 && summary.timesLost == 3 && summary.timesInEitherOrder == 2)
        #expect(try folder.messages.allSatisfy { $0.receivedAt == nil })
        // A file of both orders is damaged: what the first row that tells leaves out is counted.
        let mixed = try folder.add("text,time\nfive,13/02/2025\nsix,02/13/2025\n", as: "b.csv")
        #expect(mixed.timesLost == 1 && mixed.timesInEitherOrder == 0)
    }
}

@Suite struct UnknownHeaderTests {
    @Test(arguments: [
        "betreff,kategorie,nummer\nsee you,ham,7\ngold rings,spam,8\n", "kategorie;betreff\nham;see you\nspam;gold rings\n",
        "내용,구분,번호\nsee you,정상,1\ngold rings,스팸,2\n",
    ])
    func labelsAreFoundBelowUnknownNames(text: String) throws {
        let folder = try StoreFolder()
        let summary = try folder.add(text, as: "a.csv")
        #expect(try folder.texts == ["see you", "gold rings"] && folder.messages.map(\.label) == [.allow, .junk])
        #expect(summary.rejected == 0 && summary.layout.contains(" header, text = column "))
    }

    /// A first row that may be a message stays one, or is counted as left out.
    @Test(arguments: ["hamm,see you\nham,two\nspam,three\n", "maybe,this is a whole message\nham,two\nspam,three\n"])
    func firstRowThatMayBeAMessageIsNoHeader(text: String) throws {
        let folder = try StoreFolder()
        let summary = try folder.add(text, as: "a.csv")
        #expect(summary.rows == 3 && summary.rejected == 1 && summary.layout.contains("no header"))
    }
}

@Suite struct ImportTests {
    @Test(arguments: [
        ("a.tsv", "ham\tsee you at nine\nspam\tgold rings, call now\n"),
        ("a.csv", "id,when,body,class\n1,2024-01-01,see you at nine,ham\n2,2024-01-02,\"gold rings, call now\",spam\n"),
        ("a.txt", "101\t0\tsee you at nine\n102\t1\tgold rings, call now\n"),
        ("a.jsonl", "{\"text\":\"see you at nine\",\"label\":0}\n{\"label\":1,\"text\":\"gold rings, call now\"}\n"),
        (
            "a.json",
            "[{\"text\":\"see you at nine\",\"label\":\"ham\"},\n {\"text\":\"gold rings, call now\",\"label\":\"spam\"}]"
        ),
        ("b.csv", "7|x|see you at nine|ham\n8|y|gold rings, call now|spam\n"),
    ])
    func formatsGiveTheSameMessages(name: String, content: String) throws {
        let folder = try StoreFolder()
        let summary = try folder.add(content, as: name)
        #expect(summary.rows == 2 && summary.added == 2 && summary.rejected == 0)
        let messages = try folder.messages
        #expect(messages.map(\.message.body) == ["see you at nine", "gold rings, call now"])
        #expect(messages.map(\.label) == [.allow, .junk])
        #expect(messages.allSatisfy { $0.source == name })
    }

    /// A store has no place for weights: that they were there is told.
    @Test func weightsAreCountedAsTheyAreNotKept() throws {
        let folder = try StoreFolder()
        let summary = try folder.add("label,text,weight\nham,one,2\nham,two,1\nham,three,\nspam,four,9999\n", as: "a.csv")
        #expect(summary.added == 3 && summary.weighted == 1 && summary.rejected == 1)
    }

    @Test func textsMayHoldLineEnds() throws {
        let folder = try StoreFolder()
        let summary = try folder.add("label,text\nham,\"one\ntwo, \"\"three\"\"\"\n", as: "a.csv")
        #expect(summary.added == 1)
        #expect(try folder.texts == ["one\ntwo, \"three\""])
    }

    @Test func androidBackupsGiveWhatWasReceived() throws {
        let folder = try StoreFolder()
        let summary = try folder.add(
            """
            <?xml version='1.0' encoding='UTF-8' standalone='yes' ?>
            <!-- made by an app -->
            <smses count="5">
              <sms protocol="0" address="+15550100" date="1650000000000" type="1" body="Tea &amp; cake &gt; work &#55357;&#56832;" />
              <sms address="+15550100" date="1650000001000" type="2" body="sent by me" />
              <mms date="1650000002000" msg_box="1" address="MYSHOP"><parts>
                <part ct="image/jpeg" data="AAAA"/><part ct="text/plain" text="from a picture message"/></parts></mms>
              <sms address="1" type="1" body="bad &entity; here" />
              <call number="1"/>
            </smses>
            """, as: "sms.xml")
        #expect(summary.format == "xml" && summary.rows == 5 && summary.added == 2 && summary.rejected == 3)
        let messages = try folder.messages
        #expect(messages.map(\.message.body) == ["Tea & cake > work 😀", "from a picture message"])
        #expect(messages.map(\.message.sender) == ["+15550100", "MYSHOP"])
        #expect(messages[0].receivedAt == 1_650_000_000)
    }

    @Test func nusCorpusGivesTextSenderAndLanguage() throws {
        let folder = try StoreFolder()
        try folder.add(
            """
            <?xml version="1.0" encoding="UTF-8"?><smsCorpus version="2015.03.09">
            <message id="1"><text>wan to go for lunch ma</text><source><srcNumber>51</srcNumber></source>
            <messageProfile language="en" time="2010/11" type="unknown"/></message></smsCorpus>
            """, as: "corpus.xml", ImportOptions(reading: CorpusOptions(sourceName: "nus")))
        let messages = try folder.messages
        #expect(messages.map(\.message.body) == ["wan to go for lunch ma"])
        #expect(messages[0].message.sender == "51" && messages[0].language == "en" && messages[0].source == "nus")
    }

    @Test func entitiesOfADocumentTypeDoNotGrow() throws {
        let folder = try StoreFolder()
        let summary = try folder.add(
            """
            <?xml version="1.0"?><!DOCTYPE smses [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>
            <smses><sms type="1" body="&b;"/><sms type="1" body="fine"/></smses>
            """, as: "a.xml")
        #expect(summary.rejected == 1)
        #expect(try folder.texts == ["fine"])
    }

    @Test func phoneDatabasesAreRead() throws {
        let folder = try StoreFolder()
        let path = folder.path("sms.db")
        do {
            let phone = try DatabaseQueue(path: path)
            try phone.write { db in
                try db.execute(
                    sql: """
                        CREATE TABLE handle (id TEXT);
                        CREATE TABLE message (text TEXT, handle_id INTEGER, date INTEGER, is_from_me INTEGER);
                        INSERT INTO handle VALUES ('+15550111');
                        INSERT INTO message VALUES ('new form', 1, 700000000000000000, 0), ('old form', 1, 400000000, 0),
                            ('mine', 1, 1, 1), (NULL, 1, 1, 0);
                        """)
            }
        }
        let summary = try folder.store.add(file: path)
        #expect(summary.added == 2 && summary.rejected == 2)
        #expect(try folder.messages.map(\.receivedAt) == [1_678_307_200, 1_378_307_200])
        #expect(try folder.messages.map(\.message.sender) == ["+15550111", "+15550111"])
        #expect(throws: StoreError.corpus(.unknownDatabase(file: folder.store.path))) {
            try folder.store.add(file: folder.store.path)
        }
    }

    /// SQLite takes any value in any column.
    @Test func phoneDatabasesOfOtherTypesAreRejectedByRow() throws {
        let folder = try StoreFolder()
        let path = folder.path("sms.db")
        do {
            let phone = try DatabaseQueue(path: path)
            try phone.write { db in
                try db.execute(
                    sql: """
                        CREATE TABLE handle (id);
                        CREATE TABLE message (text, handle_id, date, is_from_me);
                        INSERT INTO handle VALUES (x'FFFE');
                        INSERT INTO message VALUES ('bad date', 0, 'abc', 0), (x'FF00FE', 0, 1, 0), ('bad sender', 1, 1, 0),
                            ('bad mark', 0, 1, 'abc'), (12, 0, 1, 0), ('late', 0, 9223372036854775807, 0), ('good', 0, NULL, 0);
                        """)
            }
        }
        let summary = try folder.store.add(file: path)
        #expect(summary.rejected == 5 && summary.rows == 7)
        #expect(summary.reasons.keys.allSatisfy { $0.hasPrefix("expected") && !$0.contains("bad") })
        #expect(try folder.texts == ["late", "good"])
    }

    @Test func badRowsAreListedWithLineAndReason() throws {
        let folder = try StoreFolder()
        let summary = try folder.add(
            "label,text\nham,one\nspam,two,three\nmaybe,four\nspam,five\n", as: "a.csv")
        #expect(summary.rows == 4 && summary.added == 2 && summary.rejected == 2)
        let rejects = try folder.store.database.read { db in try Row.fetchAll(db, sql: "SELECT line, reason FROM reject") }
        #expect(rejects.map { $0[0] as Int } == [3, 4])
        #expect(rejects.allSatisfy { ($0[1] as String).hasPrefix("expected") && !($0[1] as String).contains("four") })
        // With a word for them, the same file gives the rest.
        var options = ImportOptions(reading: CorpusOptions(labels: try LabelMap(parsing: "maybe=promotion")))
        options.again = true
        let again = try folder.store.add(file: folder.path("a.csv"), options)
        #expect(again.added == 1 && again.known == 2 && again.rejected == 1)
        #expect(try folder.texts == ["one", "five", "four"])
    }

    @Test func rowsWithoutALabelAreUnlabelled() throws {
        let folder = try StoreFolder()
        #expect(try folder.add("text,sender\nhello there,5550\n", as: "a.csv").unlabelled == 1)
        #expect(try folder.add("text,label\nhello,\nbye,ham\n", as: "b.csv").unlabelled == 1)
        var options = ImportOptions()
        options.label = .allow
        #expect(try folder.add("{\"text\":\"all wanted\"}\n", as: "c.jsonl", options).unlabelled == 0)
        #expect(try folder.messages.map(\.label) == [nil, nil, .allow, .allow])
    }

    @Test func sameFileAddsNothing() throws {
        let folder = try StoreFolder()
        let text = "ham\tone\nham\tone\nspam\ttwo\n"
        #expect(try folder.add(text, as: "a.tsv").added == 3)
        #expect(try folder.add(text, as: "a.tsv").importedBefore == "a.tsv")
        // By any name.
        #expect(try folder.add(text, as: "b.tsv").importedBefore == "a.tsv")
        #expect(try folder.texts.count == 3)
    }

    @Test func grownFileAddsWhatIsNew() throws {
        let folder = try StoreFolder()
        try folder.add("ham\tone\nham\tone\nspam\ttwo\n", as: "a.tsv")
        let grown = try folder.add("ham\tzero\nham\tone\nham\tone\nham\tone\nspam\ttwo\n", as: "a.tsv")
        #expect(grown.known == 3 && grown.added == 2)
        #expect(try folder.texts == ["one", "one", "two", "zero", "one"])
        // Of another source, the same words are other messages.
        #expect(try folder.add("ham\tone\n", as: "other.tsv").added == 1)
    }

    @Test func labelsOfKnownMessagesAreTaken() throws {
        let folder = try StoreFolder()
        let reading = CorpusOptions(sourceName: "s")
        func add(_ text: String, as name: String) throws -> ImportSummary {
            try folder.add(text, as: name, ImportOptions(reading: reading))
        }
        #expect(try add("label,text\n,one\nham,two\nham,three\nham,four\n", as: "a.csv").added == 4)
        let second = try add("label,text\nspam,one\nspam,two\nham,three\n,four\n", as: "b.csv")
        #expect(second.known == 4 && second.added == 0 && second.labelled == 1 && second.contradicted == 1)
        #expect(try folder.messages.map(\.label) == [.junk, .junk, .allow, .allow])
        let revisions = try folder.store.database.read { db in
            try Row.fetchAll(db, sql: "SELECT messageID, revision, label, givenBy FROM label ORDER BY 1, 2")
        }
        #expect(revisions.count == 5)
        #expect(revisions.map { $0[3] as String } == ["file b.csv", "file", "file b.csv", "file", "file"])
        let conflicts = try folder.store.conflicts()
        #expect(conflicts.count == 1 && conflicts[0].messages.map(\.id) == [2, 2])
        #expect(conflicts[0].messages.map(\.label) == [.allow, .junk])
        // A person ends the conflict, and a file that says what was said before does not begin it
        // again.
        try folder.store.give(.allow, to: 2, by: "tester")
        #expect(try folder.store.conflicts().isEmpty)
        let third = try add("label,text\nspam,one\nspam,two\nham,three\n,five\n", as: "c.csv")
        #expect(third.known == 3 && third.contradicted == 0 && third.labelled == 0)
        #expect(try folder.messages[1].label == .allow && folder.store.conflicts().isEmpty)
    }

    @Test func likeMessagesKeepTheirOwnLabels() throws {
        let folder = try StoreFolder()
        try folder.add("ham\tone\nspam\tone\n", as: "a.tsv")
        let again = try folder.add("spam\tone\nham\tone\n", as: "a.tsv")
        #expect(again.known == 2 && again.contradicted == 0)
        #expect(try folder.messages.map(\.label) == [.allow, .junk])
    }

    @Test func backupsOfOnePhoneAreOneSource() throws {
        let cases = [
            "sms-20240101.xml", "sms-20240201.xml", "sms-20240201093000.xml", "sms-2024-02-01.xml", "sms-20240101 (1).xml",
            "sms_20240101_0930.xml", "sms.xml", "sms-2024-02-01 09-30-00.xml", "sms (2).xml",
        ]
        for name in cases { #expect(XMLMessages.sourceName(name) == "sms.xml", "\(name)") }
        for name in ["calls-7.xml", "sms-12345678901.xml"] { #expect(XMLMessages.sourceName(name) == name) }
        #expect(XMLMessages.sourceName("20240101.xml") == "sms.xml")
        let folder = try StoreFolder()
        func backup(_ count: Int) -> String {
            "<?xml version='1.0'?><smses>"
                + (0..<count).map { "<sms address='1' date='\($0)000' type='1' body='text \($0)'/>" }.joined() + "</smses>"
        }
        #expect(try folder.add(backup(3), as: "sms-20240101.xml").added == 3)
        let grown = try folder.add(backup(5), as: "sms-20240201.xml")
        #expect(grown.known == 3 && grown.added == 2)
    }

    @Test func textsOfAPhoneMayHoldANUL() throws {
        let folder = try StoreFolder()
        let path = folder.path("sms.db")
        do {
            let phone = try DatabaseQueue(path: path)
            try phone.write { db in
                try db.execute(
                    sql: """
                        CREATE TABLE handle (id TEXT);
                        CREATE TABLE message (text TEXT, handle_id INTEGER, date INTEGER, is_from_me INTEGER);
                        INSERT INTO message VALUES ('before' || char(0) || 'behind', 0, 1, 0);
                        INSERT INTO message (ROWID, text, is_from_me) VALUES (9223372036854775807, 'last', 0);
                        """)
            }
        }
        #expect(try folder.store.add(file: path).added == 2)
        #expect(try folder.texts == ["before\0behind", "last"])
    }

    /// Each source looked for its first message in all there are: a minute for so many.
    @Test(.timeLimit(.minutes(1))) func manySourcesAreImportedInLinearTime() throws {
        let folder = try StoreFolder()
        func rows(_ range: Range<Int>) -> String {
            range.map { #"{"text":"message \#($0)","source":"source \#($0)"}"# + "\n" }.joined()
        }
        #expect(try folder.add(rows(0..<12_000), as: "a.jsonl").added == 12_000)
        let grown = try folder.add(rows(0..<24_000), as: "b.jsonl")
        #expect(grown.known == 12_000 && grown.added == 12_000)
    }

    @Test func failedImportLeavesNothing() throws {
        let folder = try StoreFolder()
        let path = try folder.write("label,text\nham,one\nham,\"never closed\n".utf8, to: "a.csv")
        #expect(throws: StoreError.corpus(.unclosedQuote(file: path, line: 3))) { try folder.store.add(file: path) }
        #expect(try folder.texts.isEmpty)
        #expect(try folder.store.statistics().files == 0)
    }

    @Test func twoImportersBothFinish() async throws {
        let folder = try StoreFolder()
        let files = try (0..<4).map { file in
            try folder.write((0..<500).map { "ham\tmessage \($0) of file \(file)\n" }.joined().utf8, to: "\(file).tsv")
        }
        let path = folder.store.path
        try await withThrowingTaskGroup(of: Int.self) { group in
            for file in files {
                group.addTask { try CorpusStore(path: path).add(file: file).added }
            }
            for try await added in group { #expect(added == 500) }
        }
        #expect(try folder.store.statistics().messages == 2000)
        #expect(try folder.store.statistics().integrity == "ok")
    }

    @Test func otherDatabasesAndMissingStoresAreRefused() throws {
        let folder = try StoreFolder()
        let other = folder.path("other.sqlite")
        try DatabaseQueue(path: other).write { try $0.execute(sql: "CREATE TABLE t (x)") }
        #expect(throws: StoreError.notAStore(path: other)) { try CorpusStore(path: other) }
        #expect(throws: StoreError.missing(path: folder.path("none"))) { try CorpusStore(path: folder.path("none")) }
        let text = try folder.write(Array("no database, but long enough to be one".utf8), to: "text")
        #expect(throws: (any Error).self) { try CorpusStore(path: text) }
    }
}
