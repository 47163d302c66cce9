// A store is mended from the command line: labels, messages, imports.

import Foundation
import Testing

@Suite struct MendingCommandTests {
    private static func bench() throws -> Workbench {
        let bench = try Workbench()
        try bench.write("id,text,label\na1,see you at nine,ham\na2,free gold,spam\na3,free tea,ham\n", to: "a.csv")
        _ = try bench.run("spamkit import a.csv --into c.sqlite")
        return bench
    }

    @Test func labelsAreCorrectedByNumberOrID() throws {
        let bench = try MendingCommandTests.bench()
        #expect(
            try bench.run("spamkit corpus relabel c.sqlite 2 '#3' junk --person me").output
                == "c.sqlite: 1 now junk (was allow), 1 had this label already\n")
        #expect(try bench.run("spamkit corpus relabel c.sqlite a1 junk --own-ids").status == 0)
        #expect(try bench.run("spamkit corpus stats c.sqlite").output.contains("labels      junk 3\n"))
        for (words, status, expected) in [
            ("99 junk", 1, "expected ids of messages in the store, found 1 that no message has: 99"),
            ("1 jnuk", 64, "expected a label at the end"), ("junk", 64, "expected ids and then a label"),
            ("a1 junk", 64, "for the corpus's own ids add --own-ids"),
            ("1 junk --person file", 64, "--person: expected the name of a person, found file, which stands for a file"),
            ("1 junk --person 'file a.csv'", 64, "expected the name of a person"),
            ("0 junk", 64, "expected the number"),
        ] as [(String, Int32, String)] {
            let wrong = try bench.run("spamkit corpus relabel c.sqlite \(words)")
            #expect(wrong.status == status && wrong.errors.contains(expected), "\(wrong.errors)")
        }
    }

    /// What search writes as JSON is a list of ids, and search prints the whole line.
    @Test func foundMessagesAreRelabelled() throws {
        let bench = try MendingCommandTests.bench()
        let found = try bench.run("spamkit corpus search c.sqlite free --where label=allow")
        let line = try #require(
            found.errors.firstMatch(of: /if all deserve one label: (spamkit corpus search c\.sqlite free .* --ids -) LABEL\n/)?
                .output
                .1,
            "\(found.errors)")
        #expect(try bench.run("\(line) junk").output == "c.sqlite: 1 now junk (was allow)\n")
        let own = try bench.run(
            "spamkit corpus search c.sqlite free --json f.json > /dev/null; spamkit corpus relabel c.sqlite --ids f.json --own-ids allow"
        )
        #expect(own.output == "c.sqlite: 2 now allow (were junk)\n", "\(own)")
        for (json, expected) in [("[]", "expected ids of messages, found none"), ("{\"number\":1}", "expected the number")] {
            try bench.write(json, to: "x.json")
            let wrong = try bench.run("spamkit corpus relabel c.sqlite --ids x.json junk")
            #expect(wrong.status == 64 && wrong.errors.contains(expected), "\(json): \(wrong.errors)")
        }
    }

    /// The first search of a large store says what takes its time.
    @Test func aLargeIndexIsAnnounced() throws {
        let bench = try Workbench()
        try bench.write("text\n" + (0..<20_001).map { "hello \($0)\n" }.joined(), to: "a.csv")
        let line = "indexing 20,001 messages first, one or two minutes a million; later searches use it, until forget drops it\n"
        let first = try bench.run("spamkit import a.csv --into c.sqlite -q; spamkit corpus search c.sqlite 'hello 77'")
        #expect(first.errors.contains(line), "\(first.errors)")
        #expect(try bench.run("spamkit corpus search c.sqlite 'hello 77'").errors.contains("indexing") == false)
    }

    /// The other part of a split keeps its labels.
    @Test func onePartIsRelabelled() throws {
        let bench = try Workbench()
        try bench.write("label\ttext\n" + (0..<40).map { "ham\thello \($0) there\n" }.joined(), to: "a.tsv")
        _ = try bench.run("spamkit import a.tsv --into c.sqlite; spamkit split c.sqlite --by random --test 50%")
        let done = try bench.run("spamkit corpus relabel c.sqlite --part train --where label=allow junk")
        #expect(done.output == "c.sqlite: 20 now junk (were allow)\n", "\(done)")
        #expect(try bench.run("spamkit corpus export c.sqlite --part test --to csv").output.contains("junk") == false)
        for (words, expected) in [
            ("--part train 3 junk", "--part: expected --where too"),
            ("--part tset --where label=allow junk", "did you mean test?"),
        ] {
            let wrong = try bench.run("spamkit corpus relabel c.sqlite \(words)")
            #expect(wrong.status == 64 && wrong.errors.contains(expected), "\(wrong.errors)")
        }
    }

    /// Messages are found and labelled by what is known of them.
    @Test func conditionsFindAndLabelMessages() throws {
        let bench = try Workbench()
        try bench.write(
            "text,label,sender\nsee you at nine,ham,Jo\nyour code is 1234,ham,MYBANK\nyour card was used,transaction/finance,MYBANK\nfree gold,spam,CASH\n",
            to: "a.csv")
        _ = try bench.run("spamkit import a.csv --into c.sqlite")
        let found = try bench.run("spamkit corpus search c.sqlite --where sender=MYBANK")
        #expect(found.output == "#2  allow\n#3  transaction/finance\n")
        #expect(
            found.errors.contains(
                "2 found\nonce read, if all deserve one label: spamkit corpus relabel c.sqlite --where sender=MYBANK LABEL\n"),
            "\(found.errors)"
        )
        let one = try bench.run("spamkit corpus search c.sqlite --where sender=MYBANK --limit 1")
        #expect(one.output == "#2  allow\n" && one.errors.contains("2 found; --limit shows more than 1\n"), "\(one.errors)")
        #expect(try bench.run("spamkit corpus search c.sqlite your --where label=allow").output == "#2  allow\n")
        #expect(try bench.run("spamkit corpus search c.sqlite gold --where label=allow").errors == "0 found\n")
        let nobody = try bench.run("spamkit corpus search c.sqlite --where sender=Zoe")
        #expect(nobody.status == 1 && nobody.errors.contains("sender=Zoe left 0 of 4"), "\(nobody.errors)")
        let command = "spamkit corpus relabel c.sqlite --where sender=MYBANK --where label=allow transaction"
        #expect(try bench.run("\(command) --dry-run").output == "c.sqlite: 1 would be transaction (was allow)\n")
        let done = try bench.run(command)
        #expect(done.output == "c.sqlite: 1 now transaction (was allow)\n")
        #expect(
            done.errors.contains("to take these labels back, before you change anything else: spamkit corpus undo c.sqlite\n"),
            "\(done.errors)")
        #expect(try bench.run(command).status == 1)
        for (words, expected) in [
            ("search c.sqlite", "expected words or a condition such as --where label=junk, found neither"),
            ("relabel c.sqlite --where label=junk 1 allow", "expected --where and then a label alone, found 2 words"),
            ("relabel c.sqlite --where label=junk --ids 1 allow", "expected --ids or --where, found both"),
            ("relabel c.sqlite --where label=junk --own-ids allow", "--own-ids goes with ids, found it with --where"),
            ("relabel c.sqlite --where label=junk jnuk", "expected a label at the end"),
        ] {
            let wrong = try bench.run("spamkit corpus \(words)")
            #expect(wrong.status == 64 && wrong.errors.contains(expected), "\(wrong.errors)")
        }
    }

    @Test func forgettingSaysFirstWhatItWouldDo() throws {
        let bench = try MendingCommandTests.bench()
        try bench.write("a1\r\na3\r\n", to: "ids.txt")
        #expect(
            try bench.run("spamkit corpus forget c.sqlite --ids ids.txt --own-ids --dry-run").output
                == "c.sqlite: 2 would be forgotten\n")
        #expect(
            try bench.run("spamkit corpus forget c.sqlite --ids ids.txt --own-ids").output == "c.sqlite: 2 forgotten\n")
        let imported = try bench.run("spamkit corpus imports c.sqlite").output
        #expect(imported.contains(#/^1  a.csv: 3 rows, 3 added, on [-0-9: ]+ UTC; 2\s+forgotten\s+since\n/#), "\(imported)")
        // Numbers are numbers, whatever files are called.
        #expect(
            try bench.run("echo 1 > 2; mkdir folder; spamkit corpus forget c.sqlite --ids 2 --dry-run").output
                == "c.sqlite: 1 would be forgotten\n")
        let aFolder = try bench.run("spamkit corpus forget c.sqlite --ids folder")
        #expect(aFolder.status == 1 && aFolder.errors.contains("folder: expected a file, found a directory"), "\(aFolder.errors)")
        let unknown = try bench.run("spamkit corpus forget c.sqlite --import b.csv")
        #expect(
            unknown.status == 1 && unknown.errors.contains("found b.csv; give one of a.csv (spamkit corpus imports c.sqlite)"))
        #expect(try bench.run("spamkit corpus forget c.sqlite --import a.csv").output == "c.sqlite: 1 forgotten\n")
        for wrong in [
            "", "--where label=junk --ids 1", "--where label=junk --import a.csv", "--ids 1 --import a.csv",
            "--own-ids --import a.csv", "--ids ,",
        ] {
            #expect(try bench.run("spamkit corpus forget c.sqlite \(wrong)").status == 64, "\(wrong)")
        }
    }

    @Test func messagesAreForgottenByConditions() throws {
        let bench = try MendingCommandTests.bench()
        let command = "spamkit corpus forget c.sqlite --where label=spam"
        let trial = try bench.run("\(command) --dry-run")
        #expect(trial.output == "c.sqlite: 1 would be forgotten\n", "\(trial)")
        #expect(trial.errors.contains("--where label=spam takes all messages of junk\n"), "\(trial.errors)")
        #expect(try bench.run(command).output == "c.sqlite: 1 forgotten\n")
        #expect(try bench.run("spamkit corpus export c.sqlite").output.contains("gold") == false)
        let none = try bench.run(command)
        #expect(none.status == 1 && none.errors.contains("label=spam left 0 of 2"), "\(none.errors)")
        let both = try bench.run("\(command) --ids 1")
        #expect(both.errors.contains("expected one of --import NUMBER, --ids IDS and --where KEY=VALUE, found several; give one"))
    }

    @Test func importsAreUpdatedAndUndone() throws {
        let bench = try MendingCommandTests.bench()
        #expect(try bench.run("spamkit corpus relabel c.sqlite 1 junk").status == 0)
        try bench.write("id,text,label\na1,see you at nine,promotion\na2,free gold!,spam\na4,hello,ham\n", to: "a.csv")
        #expect(
            try bench.run("spamkit import a.csv --into c.sqlite --again").output
                == "a.csv: 3 rows, 1 added, 1 updated, 1 unchanged, 1 keep a person's label\n")
        #expect(try bench.run("spamkit corpus undo c.sqlite --dry-run").output.contains("1 would be forgotten"))
        #expect(
            try bench.run("spamkit corpus undo c.sqlite").output
                == "c.sqlite: import 2, a.csv: 1 forgotten; 1 that it updated keep all but their\n  labels\n")
        #expect(
            try bench.run("spamkit corpus undo c.sqlite").output.hasPrefix("c.sqlite: 1 label of "))
        #expect(
            try bench.run("spamkit corpus undo c.sqlite").output == "c.sqlite: import 1, a.csv: 3 forgotten\n")
        let empty = try bench.run("spamkit corpus undo c.sqlite")
        #expect(empty.status == 1 && empty.errors.contains("expected an import to take back, found none"))
    }

    /// A nightly feed that is imported plainly: known ids are told, and the way out works.
    @Test func knownIDsAreToldAndTheWayOutWorks() throws {
        let bench = try Workbench()
        try bench.write("id,text,label\na1,see you at nine,ham\na2,free gold,spam\n", to: "monday.csv")
        try bench.write("id,text,label\na1,see you at ten,ham\na2,free gold,spam\na3,new,ham\n", to: "tuesday.csv")
        #expect(try bench.run("spamkit import monday.csv --into c.sqlite --source feed").status == 0)
        let plain = try bench.run("spamkit import tuesday.csv --into c.sqlite --source feed")
        #expect(
            plain.output == """
                tuesday.csv: 3 rows, 2 added, 1 known, 1 added with an id that is there already

                """)
        #expect(plain.errors.contains("1 row added with an id that the source had before"))
        #expect(plain.errors.contains("if these are new versions: spamkit corpus undo c.sqlite, then import with --again"))
        #expect(try bench.run("spamkit corpus undo c.sqlite").status == 0)
        #expect(
            try bench.run("spamkit import tuesday.csv --into c.sqlite --source feed --again").output
                == "tuesday.csv: 3 rows, 1 added, 1 updated, 1 unchanged\n")
        // Without --source the files are of two sources.
        #expect(try bench.run("spamkit import monday.csv --into d.sqlite").status == 0)
        let other = try bench.run("spamkit import tuesday.csv --into d.sqlite")
        #expect(other.output.contains("1 added with id and text of another source"))
        #expect(other.errors.contains("a message of monday.csv; if these are the same messages: --source monday.csv"))
        #expect((plain.output + other.output).split(separator: "\n").allSatisfy { $0.count <= 80 })
    }

    @Test func labelsAreCorrectedByAFileOfIDs() throws {
        let bench = try MendingCommandTests.bench()
        try bench.write("a1\na2\n", to: "wrong.txt")
        let command = "spamkit corpus relabel c.sqlite --ids wrong.txt --own-ids promotion"
        #expect(try bench.run("\(command) --dry-run").output == "c.sqlite: 2 would be promotion (were allow 1, junk 1)\n")
        #expect(try bench.run(command).output == "c.sqlite: 2 now promotion (were allow 1, junk 1)\n")
        #expect(try bench.run(command).output == "c.sqlite: 0 now promotion, 2 had this label already\n")
        #expect(try bench.run("spamkit corpus relabel c.sqlite 1 --ids wrong.txt --own-ids promotion").status == 64)
    }

    /// With the line and the reason, and without a word of the row.
    @Test func rowsThatWereLeftOutAreListed() throws {
        let bench = try Workbench()
        try bench.write("text,label\nsee you at nine,ham\nfree gold,maybe\n\"cut\" off,spam\n", to: "a.csv")
        #expect(
            try bench.run("spamkit import a.csv --into c.sqlite").errors.contains("spamkit corpus imports c.sqlite --left-out"))
        let rows = try bench.run("spamkit corpus imports c.sqlite --left-out").output
        #expect(rows.hasPrefix("a.csv:3: expected a known label, found an unknown word of 5 characters;"), "\(rows)")
        #expect(rows.contains("\na.csv:4: expected ") && !rows.contains("gold") && !rows.contains("cut"), "\(rows)")
        #expect(
            try bench.run("spamkit corpus imports c.sqlite --left-out").errors
                == "to read rows with unknown labels: spamkit import FILE --into c.sqlite --again --label-map WORD=LABEL\n")
        let json = try bench.run("spamkit corpus imports c.sqlite --left-out --json -").output
        #expect(json.contains("\"line\" : 3") && json.contains("\"number\" : 1"), "\(json)")
    }

    /// Imports of one day are told apart.
    @Test func importsHaveATime() throws {
        let bench = try MendingCommandTests.bench()
        let line = try bench.run("spamkit corpus imports c.sqlite").output
        #expect(line.contains(/, on \d\d\d\d-\d\d-\d\d \d\d:\d\d:\d\d UTC\n/), "\(line)")
    }

    /// A name of a file is a stranger's.
    @Test func namesOfFilesForgeNoLines() throws {
        let bench = try Workbench()
        let name = "a\nb.csv: 9 rows.csv"
        try bench.write("text,label\nsee you,ham\n", to: name)
        for (command, lines) in [
            ("spamkit import 'a\nb.csv: 9 rows.csv' --into c.sqlite", 1),
            ("spamkit import 'a\nb.csv: 9 rows.csv' --into c.sqlite", 1),
            ("spamkit corpus imports c.sqlite", 1), ("spamkit corpus undo c.sqlite --dry-run", 1),
        ] {
            let output = try bench.run(command).output
            #expect(output.split(separator: "\n").count == lines && output.contains("a⏎b.csv: 9 rows.csv: "), "\(output)")
        }
    }

    /// A mistyped relabel, taken back without the import.
    @Test func undoTakesBackWhatWasDoneLast() throws {
        let bench = try MendingCommandTests.bench()
        #expect(
            try bench.run("spamkit corpus relabel c.sqlite 2 allow --person me").output == "c.sqlite: 1 now allow (was junk)\n")
        let trial = try bench.run("spamkit corpus undo c.sqlite --import --dry-run").output
        #expect(trial == "c.sqlite: import 1, a.csv: 3 would be forgotten, 1 of them labelled by a person\n", "\(trial)")
        let undone = try bench.run("spamkit corpus undo c.sqlite")
        #expect(
            undone.output.contains(#/^c.sqlite: 1 label of me taken back, given on [0-9 :-]+\s+UTC:\s+#2 allow,\s+junk again\n$/#)
        )
        #expect(undone.errors.contains("to take back the last import: spamkit corpus undo c.sqlite --import"))
        #expect(try bench.run("spamkit corpus stats c.sqlite").output.contains("labels      allow 2, junk 1\n"))
        #expect(try bench.run("spamkit corpus undo c.sqlite").output == "c.sqlite: import 1, a.csv: 3 forgotten\n")
    }

    @Test func repeatedIDsAreNamed() throws {
        let bench = try MendingCommandTests.bench()
        try bench.write("id,text,label\na1,see you,ham\na1,free gold,spam\n", to: "a.csv")
        let run = try bench.run("spamkit import a.csv --into c.sqlite --again")
        #expect(
            run.errors.contains("a.csv: 1 row with the id of an earlier row, so place or text identify it"), "\(run.errors)")
    }

    /// Out and in again, messages are the same, by their ids.
    @Test(arguments: ["csv", "jsonl"])
    func idsSurviveExport(format: String) throws {
        let bench = try MendingCommandTests.bench()
        _ = try bench.run(
            "spamkit corpus export c.sqlite --to \(format) > b.\(format); spamkit import b.\(format) --into d.sqlite")
        let again = try bench.run("spamkit corpus export d.sqlite --to \(format) | cmp - b.\(format)")
        #expect(again.status == 0, "\(again.output)")
        #expect(try bench.run("spamkit corpus search d.sqlite gold").output == "#2 (id a2)  junk\n")
    }
}
