// Import: what is read of each format, with its times, headers and senders.

import Corpus
import Foundation
import GRDB
import SpamFilter
import Testing

@testable import CorpusStore

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
        // A file of both orders: each date that is of one by itself is read.
        let mixed = try folder.add("text,time\nfive,13/02/2025\nsix,02/13/2025\n", as: "b.csv")
        #expect(mixed.timesLost == 0 && mixed.timesInEitherOrder == 0 && mixed.hasTwoDayOrders)
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

@Suite struct ImportedFormatsTests {
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
        let summary = try folder.store.imports.add(file: path)
        #expect(summary.added == 2 && summary.rejected == 2)
        #expect(try folder.messages.map(\.receivedAt) == [1_678_307_200, 1_378_307_200])
        #expect(try folder.messages.map(\.message.sender) == ["+15550111", "+15550111"])
        #expect(throws: StoreError.corpus(.unknownDatabase(file: folder.storePath))) {
            try folder.store.imports.add(file: folder.storePath)
        }
    }

    /// A phone keeps its newest messages in the log beside its database (WAL).
    @Test func messagesOfALogAreRead() throws {
        let folder = try StoreFolder()
        let path = folder.path("phone/sms.db"), files = FileManager.default
        try files.createDirectory(atPath: folder.path("phone"), withIntermediateDirectories: true)
        var configuration = Configuration()
        configuration.journalMode = .wal
        let phone = try DatabaseQueue(path: path, configuration: configuration)
        func send(_ text: String) throws {
            try phone.writeWithoutTransaction { db in
                try db.execute(
                    sql: """
                        PRAGMA wal_autocheckpoint = 0;
                        CREATE TABLE IF NOT EXISTS handle (id TEXT);
                        CREATE TABLE IF NOT EXISTS message (text TEXT, handle_id INTEGER, date INTEGER, is_from_me INTEGER);
                        INSERT INTO message VALUES ('\(text)', NULL, 1, 0);
                        """)
            }
        }
        for (round, text) in ["one", "two", "three"].enumerated() {
            try send(text)
            let backup = folder.path("backup\(round)")
            try files.createDirectory(atPath: backup, withIntermediateDirectories: true)
            for ending in ["", "-wal"] { try files.copyItem(atPath: path + ending, toPath: backup + "/sms.db" + ending) }
            try files.setAttributes([.posixPermissions: 0o500], ofItemAtPath: backup)
            #expect(try folder.store.imports.add(file: backup + "/sms.db").added == 1)
            #expect(try files.contentsOfDirectory(atPath: backup).sorted() == ["sms.db", "sms.db-wal"])
            #expect(try folder.store.imports.add(file: backup + "/sms.db").importedBefore == "sms.db")
            try files.setAttributes([.posixPermissions: 0o700], ofItemAtPath: backup)
        }
        #expect(try folder.texts == ["one", "two", "three"])
    }

    /// A few bytes of a schema may compute gigabytes.
    @Test func computedColumnsOfAPhoneAreRefused() throws {
        let folder = try StoreFolder()
        let path = folder.path("sms.db")
        do {
            try DatabaseQueue(path: path).write { db in
                try db.execute(
                    sql: """
                        CREATE TABLE handle (id TEXT);
                        CREATE TABLE message (handle_id INTEGER, date INTEGER, is_from_me INTEGER, text TEXT AS (hex(zeroblob(9))));
                        INSERT INTO message VALUES (NULL, 1, 0);
                        """)
            }
        }
        #expect {
            try folder.store.imports.add(file: path)
        } throws: { error in
            "\(error)".contains("columns that are computed") && "\(error)".contains("sms.db")
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
        let summary = try folder.store.imports.add(file: path)
        #expect(summary.rejected == 5 && summary.rows == 7)
        #expect(summary.reasons.keys.allSatisfy { $0.hasPrefix("expected") && !$0.contains("bad") })
        #expect(try folder.texts == ["late", "good"])
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
        #expect(try folder.store.imports.add(file: path).added == 2)
        #expect(try folder.texts == ["before\0behind", "last"])
    }
}
