// Backups of phones, read as a corpus without a store.

import Corpus
import Foundation
import GRDB
import SpamFilter
import Testing

@testable import CorpusStore

@Suite struct BackupTests {
    private static let xml = """
        <?xml version='1.0' encoding='UTF-8' standalone='yes' ?>
        <smses count="3">
          <sms address="+15550100" date="1650000000000" type="1" body="see you at nine" />
          <sms address="+15550100" date="1650000001000" type="2" body="sent by me" />
          <sms address="MYSHOP" type="1" body="gold rings, call now" />
        </smses>
        """

    private static func writePhone(to path: String) throws {
        try DatabaseQueue(path: path).write { db in
            try db.execute(
                sql: """
                    CREATE TABLE handle (id TEXT);
                    CREATE TABLE message (text TEXT, handle_id INTEGER, date INTEGER, is_from_me INTEGER);
                    INSERT INTO handle VALUES ('+15550100'), ('MYSHOP');
                    INSERT INTO message VALUES ('see you at nine', 1, 671692800, 0), ('sent by me', 1, 1, 1),
                        ('gold rings, call now', 2, NULL, 0);
                    """)
        }
    }

    /// The same messages in each kind of backup.
    private static func backups(in folder: StoreFolder) throws -> [(path: String, format: CorpusFormat)] {
        let phone = folder.path("sms.db")
        try writePhone(to: phone)
        return [(try folder.write(Data(xml.utf8), to: "sms-20240101.xml"), .xml), (phone, .phoneDatabase)]
    }

    private func rows(_ path: String, _ options: CorpusOptions) throws -> (
        rows: [CorpusRow], passedOver: Int, format: CorpusFormat
    ) {
        let reader = try CorpusReader(path: path, options: options, formats: .all)
        var rows: [CorpusRow] = []
        while let row = try reader.next() { rows.append(row) }
        #expect(reader.skippedRows.count == 0 && !reader.isFormatGuessed)
        return (rows, reader.recordsNotReceived.count, reader.format)
    }

    @Test func backupsAreReadAsACorpus() throws {
        let folder = try StoreFolder()
        for (path, format) in try BackupTests.backups(in: folder) {
            let found = try rows(path, CorpusOptions(needsLabels: false))
            #expect(found.format == format && found.passedOver == 1)
            #expect(found.rows.map(\.message.body) == ["see you at nine", "gold rings, call now"])
            #expect(found.rows.map(\.message.sender) == ["+15550100", "MYSHOP"])
            #expect(found.rows.map { $0.time == nil } == [false, true] && found.rows.allSatisfy { $0.label == nil })
            #expect(found.rows[0].source == (format == .xml ? "sms.xml" : "sms.db"))
        }
    }

    /// Its parts are lines, its sender is the one who sent it, and `null` is nothing.
    @Test(
        arguments: [
            (
                #"sub="Toll" address="+1"><part ct="text/plain" text="pay at"/><part ct="text/plain" text="a.example/x"/>"#,
                "Toll\npay at\na.example/x", "+1"
            ),
            (#"sub="null" address="+1"><part ct="text/plain;charset=utf-8" text="hello"/>"#, "hello", "+1"),
            (#"sub="hello" address="+1"><part ct="text/plain" text="hello"/>"#, "hello", "+1"),
            (
                #"sub="proto:CkIKImNvbQ==" address="+1"><part ct="application/smil" text="no"/><part ct="text/plain" text="a"/>"#,
                "a", "+1"
            ),
            (#"sub="NoSubject" body="a" address="null">"#, "a", nil),
            (#"sub="Only this" address="+1"><part ct="image/png" text="null"/>"#, "Only this", "+1"),
            (
                #"address="+1~+2~+3"><part ct="text/plain" text="a"/><addr address="+2" type="137"/><addr address="+1" type="151"/>"#,
                "a", "+2"
            ),
            (#"address="+1~+2" body="a">"#, "a", nil),
            (#"address="+1" sub="null" body="null"><part ct="text/plain" text="null"/>"#, nil, nil),
        ] as [(String, String?, String?)])
    func pictureMessagesAreReadAsAPhoneShowsThem(mms: String, text: String?, sender: String?) throws {
        let folder = try StoreFolder()
        let path = try folder.write(Data("<smses><mms msg_box=\"1\" \(mms)</mms></smses>".utf8), to: "a.xml")
        let found = try rows(path, CorpusOptions(needsLabels: false))
        #expect(found.rows.map(\.message.body) == (text.map { [$0] } ?? []) && found.rows.first?.message.sender == sender)
        #expect(found.passedOver == (text == nil ? 1 : 0))
    }

    /// With a mark and without one, and where the declaration is of what the text was before.
    @Test(arguments: ["UTF-16LE", "UTF-16BE", "UTF-32LE"], ["", "\u{FEFF}"])
    func utf16XMLIsRead(encoding: String, mark: String) throws {
        let folder = try StoreFolder()
        let long = String(repeating: "가나다 ", count: 100_000)
        let text = mark + BackupTests.xml.replacing("UTF-8", with: "UTF-16").replacing("see you at nine", with: long)
        let kinds: [String: String.Encoding] = [
            "UTF-16LE": .utf16LittleEndian, "UTF-16BE": .utf16BigEndian, "UTF-32LE": .utf32LittleEndian,
        ]
        let path = try folder.write(try #require(text.data(using: kinds[encoding]!)), to: "a.xml")
        #expect(try rows(path, CorpusOptions(needsLabels: false)).rows.map(\.message.body) == [long, "gold rings, call now"])
        let plain = try folder.write(Data(text.dropFirst(mark.count).utf8), to: "b.xml")
        #expect(try rows(plain, CorpusOptions(needsLabels: false)).rows.map(\.message.body) == [long, "gold rings, call now"])
    }

    @Test func theEncodingThatIsSaidWins() throws {
        let folder = try StoreFolder()
        let path = try folder.write(Data("<smses><sms type='1' body='".utf8 + [0xE4, 0xE0] + "'/></smses>".utf8), to: "a.xml")
        var options = CorpusOptions(needsLabels: false)
        options.encoding = TextEncoding("windows-1251")
        #expect(try rows(path, options).rows.map(\.message.body) == ["да"])
    }

    /// As of a file of bare texts: labels are needed, and there are none.
    @Test func backupsHaveNoLabelsUnlessOneIsGivenForAll() throws {
        let folder = try StoreFolder()
        for (path, format) in try BackupTests.backups(in: folder) {
            #expect(throws: CorpusError.formatHasNoLabels(file: path, format: format)) { try rows(path, CorpusOptions()) }
            var options = CorpusOptions(sourceName: "phone")
            options.defaultLabel = .allow
            let found = try rows(path, options).rows
            #expect(found.map(\.label) == [.allow, .allow] && found.allSatisfy { $0.source == "phone" })
        }
    }

    @Test func defaultLabelIsForMessagesWithoutOne() throws {
        let folder = try StoreFolder()
        let path = try folder.write(Data("text,label\nhello,\nbye,spam\n".utf8), to: "a.csv")
        var options = CorpusOptions()
        options.defaultLabel = .allow
        #expect(try rows(path, options).rows.map(\.label) == [.allow, .junk])
    }

    @Test func recordsThatWereNotReceivedAreThrownWhereTheyAreListed() throws {
        let folder = try StoreFolder()
        var options = CorpusOptions(needsLabels: false)
        options.throwsNotReceived = true
        for (path, _) in try BackupTests.backups(in: folder) {
            let reader = try CorpusReader(path: path, options: options, formats: .all)
            _ = try reader.next()
            #expect(throws: CorpusError.self) { try reader.next() }
            let last = try reader.next()
            #expect(last?.message.body == "gold rings, call now")
        }
    }

    @Test func aLogThatIsNoFileIsNamed() throws {
        let folder = try StoreFolder(), phone = folder.path("sms.db")
        try BackupTests.writePhone(to: phone)
        try FileManager.default.createDirectory(atPath: phone + "-wal", withIntermediateDirectories: false)
        let log = try #require(StoreFile.resolved(phone + "-wal"))
        let error = CorpusError.badLog(file: phone, log: log, found: "a folder")
        #expect(throws: error) { try rows(phone, CorpusOptions(needsLabels: false)) }
        #expect(throws: StoreError.corpus(error)) { try folder.store.imports.add(file: phone) }
    }

    /// Of SQLite databases, only those that say so are stores.
    @Test func phonesAreNoStores() throws {
        let folder = try StoreFolder()
        try folder.add("ham\tone\n", as: "a.tsv")
        let phone = folder.path("sms.db"), other = folder.path("other.sqlite")
        try BackupTests.writePhone(to: phone)
        try DatabaseQueue(path: other).write { try $0.execute(sql: "CREATE TABLE t (x)") }
        #expect(CorpusStore.isStore(folder.storePath) && !CorpusStore.isStore(other))
        #expect(!CorpusStore.isStore(phone) && !CorpusStore.isStore(folder.path("a.tsv")) && !CorpusStore.isStore("-"))
    }

    @Test func everyFormatIsInTheTableOnce() {
        let names = FormatTable.all.formats.map(\.name)
        #expect(Set(names).count == names.count && Set(names).isSuperset(of: ["tsv", "text", "xml", "sms.db"]))
        #expect(names.allSatisfy { FormatTable.all.format(named: $0)?.name == $0 })
        #expect(FormatTable.all.format(named: "toml") == nil)
        #expect(FormatTable.all.documentation.contains("json (an array of objects)"))
        #expect(FormatTable.all.labelledFormats.contains(.tsv) && !FormatTable.all.labelledFormats.contains(.xml))
    }
}
