// Backups of phones from the command line, wherever a corpus is taken.

import Foundation
import Testing

@Suite struct BackupTests {
    /// A backup of forty wanted messages and one sent by the owner, as XML and as sms.db, and junk
    /// as TSV.
    private static func bench() throws -> Workbench {
        let bench = try Workbench()
        let wanted = (0..<40).map { "dinner at home tomorrow, train number \($0), see you" }
        let elements = wanted.map { "<sms address='+15550100' type='1' date='1650000000000' body='\($0)'/>" }
        try bench.write(
            "<?xml version='1.0'?><smses>\(elements.joined())<sms type='2' body='sent by me'/></smses>", to: "backup.xml")
        let rows = wanted.map { "('\($0)', 1, 1, 0)" }.joined(separator: ", ")
        try bench.write(
            """
            CREATE TABLE handle (id TEXT);
            CREATE TABLE message (text TEXT, handle_id INTEGER, date INTEGER, is_from_me INTEGER);
            INSERT INTO handle VALUES ('+15550100');
            INSERT INTO message VALUES \(rows), ('sent by me', 1, 1, 1);
            """, to: "phone.sql")
        let made = try bench.run(
            "python3 -c 'import sqlite3; sqlite3.connect(\"sms.db\").executescript(open(\"phone.sql\").read())'")
        #expect(made.status == 0, "\(made.errors)")
        try bench.write((0..<40).map { "spam\tclaim your prize loan now, urgent code \($0 * 37)\n" }.joined(), to: "junk.tsv")
        return bench
    }

    @Test func backupsAreACorpus() throws {
        let bench = try BackupTests.bench()
        for backup in ["backup.xml", "sms.db"] {
            let trained = try bench.run(
                "spamkit train \(backup) junk.tsv --label allow --min-df 1 --folds 0 --source own --out \(backup).spam")
            #expect(trained.status == 0 && trained.output.contains("80 messages: 40 wanted, 40 junk"), "\(trained)")
            #expect(trained.errors.contains("\(backup): 1 message left out: one that was sent"))
            let measured = try bench.run("spamkit evaluate \(backup).spam \(backup) junk.tsv --label allow")
            #expect(measured.output.contains("80 messages: 40 wanted, 40 junk"), "\(measured)")
            let classified = try bench.run("spamkit classify \(backup).spam \(backup)")
            #expect(classified.output.split(separator: "\n").count == 40, "\(classified.errors)")
            #expect(!classified.output.contains("\"label\":\"junk\""))
        }
        let piped = try bench.run("spamkit classify sms.db.spam - --format xml < backup.xml")
        #expect(piped.output.split(separator: "\n").count == 40, "\(piped.errors)")
        // A store imports the same messages.
        let imported = try bench.run("spamkit import backup.xml --into c.sqlite --label allow")
        #expect(imported.output == "backup.xml: 41 rows, 40 added, 1 left out\n")
    }

    @Test(arguments: ["backup.xml", "sms.db"])
    func backupWithoutALabelIsRefused(backup: String) throws {
        let bench = try BackupTests.bench()
        for command in [
            "train \(backup) junk.tsv --out m.spam", "crossval \(backup) junk.tsv", "counts \(backup) --out c.counts",
        ] {
            let refused = try bench.run("spamkit \(command)")
            #expect(refused.status == 1, "\(refused)")
            #expect(refused.errors.contains("\(backup): expected labelled messages, found the format "), "\(refused.errors)")
        }
        #expect(
            try bench.run("spamkit train \(backup) junk.tsv --part train --out m.spam").errors.contains("expected a store"))
        #expect(try !bench.files().contains("m.spam"))
    }
}
