// Import: each file once, labels of known messages taken, bad rows aside.

import Corpus
import Foundation
import GRDB
import SpamFilter
import Testing

@testable import CorpusStore

@Suite struct NothingTakenTests {
    @Test(arguments: ["maybe\ta\nmaybe\tb\n", "{\"text\":\"a\",\"label\":[true]}\n", "{\"messages\":[]}\n", ""])
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

@Suite struct ImportTests {
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
        let again = try folder.store.imports.add(file: folder.path("a.csv"), options)
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
        let conflicts = try folder.store.curation.conflicts()
        #expect(conflicts.count == 1 && conflicts[0].messages.map(\.id) == [2, 2])
        #expect(conflicts[0].messages.map(\.label) == [.allow, .junk])
        // A person ends the conflict, and a file that says what was said before does not begin it
        // again.
        try folder.store.labels.give(.allow, to: 2, by: "tester")
        #expect(try folder.store.curation.conflicts().isEmpty)
        let third = try add("label,text\nspam,one\nspam,two\nham,three\n,five\n", as: "c.csv")
        #expect(third.known == 3 && third.contradicted == 0 && third.labelled == 0)
        #expect(try folder.messages[1].label == .allow && folder.store.curation.conflicts().isEmpty)
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
        #expect(throws: StoreError.corpus(.unclosedQuote(file: path, line: 3))) { try folder.store.imports.add(file: path) }
        #expect(try folder.texts.isEmpty)
        #expect(try folder.store.statistics().files == 0)
    }

    @Test func twoImportersBothFinish() async throws {
        let folder = try StoreFolder()
        let files = try (0..<4).map { file in
            try folder.write((0..<500).map { "ham\tmessage \($0) of file \(file)\n" }.joined().utf8, to: "\(file).tsv")
        }
        let path = folder.storePath
        try await withThrowingTaskGroup(of: Int.self) { group in
            for file in files {
                group.addTask { try CorpusStore(path: path).imports.add(file: file).added }
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
