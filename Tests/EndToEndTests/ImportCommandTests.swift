// Files and pipes are imported from the command line: told apart, and nothing left where it fails.

import Testing

@Suite struct ImportCommandTests {
    @Test func pipesAreToldApart() throws {
        let bench = try Workbench()
        for (text, source) in [("one", "warehouse"), ("two", "warehouse"), ("three", "phones")] {
            _ = try bench.run("printf 'ham\\t\(text)\\n' | spamkit import - --into c.sqlite --source \(source)")
        }
        let list = try bench.run("spamkit corpus imports c.sqlite").output
        #expect(list.contains("\n2  standard input (source warehouse): 1 row, 1 added, on "), "\(list)")
        #expect(try bench.run("spamkit corpus imports c.sqlite --json -").output.contains("\"number\" : 3,"))
        let several = try bench.run("spamkit corpus forget c.sqlite --import 'standard input'")
        #expect(several.status == 1 && several.errors.contains("found 3 named standard input, the numbers 1, 2, 3"))
        #expect(try bench.run("spamkit corpus forget c.sqlite --import 1 --import 3").output == "c.sqlite: 2 forgotten\n")
    }

    /// Files of one name would be one source that has grown.
    @Test func sourcesOfOneNameAreToldApart() throws {
        let bench = try Workbench()
        _ = try bench.run("mkdir y1 y2; printf 'ham\\tone\\n' > y1/sms.tsv; printf 'spam\\tone\\n' > y2/sms.tsv")
        let both = try bench.run("spamkit import y1/sms.tsv y2/sms.tsv --into c.sqlite")
        #expect(
            both.status == 64 && both.errors.contains("found y1/sms.tsv and y2/sms.tsv, which would both be the source sms.tsv"))
        let packed = try bench.run("gzip -k y2/sms.tsv; spamkit import y1/sms.tsv y2/sms.tsv.gz --into c.sqlite")
        #expect(packed.status == 64 && packed.errors.contains("y2/sms.tsv.gz, which would both be the source sms.tsv"))
        #expect(try bench.run("spamkit import y1/sms.tsv y2/sms.tsv --into d.sqlite --source sms").status == 0)
        #expect(try !bench.run("spamkit import y1/sms.tsv --into c.sqlite").errors.contains("to the source"))
        let grown = try bench.run("spamkit import y2/sms.tsv --into c.sqlite")
        #expect(
            grown.errors.contains(
                "sms.tsv: added to the source sms.tsv, which the store had before; for a new one: --source NAME\n"))
    }

    /// Files alike in columns and remarks are one paragraph with a sum; others are named.
    @Test func manyFilesAreToldTogether() throws {
        let bench = try Workbench()
        let said = try bench.run(
            #"""
            for i in $(seq 10 69); do printf "text,label,time\nsee you at $i,ham,2026-01-$((i % 20 + 10))\nfree gold $i,spam,2026-02-01\n" > f$i.csv; done
            printf 'body,label\nhello,ham\n' > odd.csv
            spamkit import f*.csv odd.csv --into c.sqlite 2>&1; spamkit import f*.csv --into c.sqlite 2>&1
            """#)
        #expect(
            said.output == """
                60 files (f10.csv, …, f69.csv): csv, UTF-8, comma, header, text = column 1 (text), label = column 2 (label), time = column 3 (time)
                60 files (f10.csv, …, f69.csv): ham -> allow (60 rows)
                60 files (f10.csv, …, f69.csv): spam -> junk (60 rows)
                60 files (f10.csv, …, f69.csv): times from 2026-01-10 to 2026-02-01, in UTC
                60 files (f10.csv, …, f69.csv): 120 rows, 120 added
                odd.csv: csv, UTF-8, comma, header, text = column 1 (body), label = column 2 (label)
                odd.csv: ham -> allow (1 row)
                odd.csv: 1 row, 1 added
                all 61 files: 121 rows, 121 added
                60 files: imported before; nothing added (--again reads it again)

                """, "\(said.output)")
    }

    /// The order and number of labels, rows without one, unknown ones and bad rows make no file
    /// another.
    @Test func filesThatDifferInTheirRowsAloneAreToldTogether() throws {
        let bench = try Workbench()
        let said = try bench.run(
            #"""
            printf 'text,label\nhi,ham\ngold,spam\nsilver,spam\n' > a.csv; printf 'text,label\nprize,spam\nyo,ham\nhey,\n' > b.csv
            printf 'text,label\nwin,spam\nodd,maybe\nodder,maybe\n"cut" off,spam\n' > c.csv; printf 'body,label\nhello,ham\n' > d.csv
            cp d.csv e.csv; sed -i s/hello/howdy/ e.csv
            spamkit import a.csv b.csv c.csv d.csv e.csv --into c.sqlite 2>&1; rm c.sqlite
            spamkit import a.csv b.csv c.csv d.csv e.csv --into c.sqlite --label-map odd=junk --quiet
            """#)
        #expect(said.output.contains("3 files (a.csv, …, c.csv): ham -> allow (2 rows)\n"), "\(said.output)")
        #expect(said.output.contains("3 files (a.csv, …, c.csv): spam -> junk (4 rows)\n"), "\(said.output)")
        #expect(said.output.contains("2 files (d.csv and e.csv): 2 rows, 2 added\n"), "\(said.output)")
        #expect(said.output.contains("\nall 5 files: 12 rows, 9 added, 1 unlabelled, 3 left out\n"), "\(said.output)")
        #expect(
            said.errors.contains("Warning: a.csv, b.csv, c.csv and 2 more files: no row has the label odd; correct --label-map\n")
        )
        #expect(said.errors.split(separator: "\n").allSatisfy { $0.hasPrefix("Warning: ") }, "\(said.errors)")
        #expect(said.output.components(separatedBy: "all 5 files").count == 2, "quiet: nothing but warnings")
    }

    /// Exact repeats with one id: the corrected file reaches one of them.
    @Test func messagesLeftByTheirIDAreCounted() throws {
        let bench = try Workbench()
        try bench.write("id,text,label\na1,free gold,ham\na1,free gold,ham\na2,hi,ham\n", to: "a.csv")
        let first = try bench.run("spamkit import a.csv --into c.sqlite")
        #expect(first.errors.contains("a.csv: 1 row with the id of an earlier row, so place or text identify it"))
        try bench.write("id,text,label\na1,free gold,spam\na2,hi,ham\n", to: "a.csv")
        let again = try bench.run("spamkit import a.csv --into c.sqlite --again")
        #expect(again.output.contains("1 left as before"), "\(again.output)")
        #expect(again.errors.contains("a.csv: 1 message left as before, since several messages have their id"))
        #expect(try bench.run("spamkit corpus conflicts c.sqlite").output.contains("#1"))
        // A corrected text meets none of them, unless they are forgotten.
        try bench.write("id,text,label\na1,free silver,spam\na2,hi,ham\n", to: "a.csv")
        let third = try bench.run("spamkit import a.csv --into c.sqlite --again")
        #expect(third.output.contains("1 added") && third.output.contains("1 added with an id that several have"))
        #expect(third.errors.contains("2 messages left as before, and 1 row added, since several messages have their id"))
        let replaced = try bench.run(
            "spamkit corpus forget c.sqlite --ids 1,2,4 && spamkit import a.csv --into c.sqlite --again")
        #expect(replaced.output.contains("1 added") && !replaced.output.contains("left as before"), "\(replaced.output)")
        _ = try bench.run("rm c.sqlite")
        try bench.write("id,text,label\na1,free gold,ham\na1,free gold,ham\n", to: "a.csv")
        _ = try bench.run("spamkit import a.csv --into c.sqlite")
        // Both rows of a corrected file meet both messages.
        try bench.write("id,text,label\na1,free gold,spam\na1,free gold,spam\n", to: "a.csv")
        #expect(try !bench.run("spamkit import a.csv --into c.sqlite --again").output.contains("left as before"))
    }

    /// Another source is another corpus: the same file would be there twice.
    @Test func theSameFileUnderAnotherSourceIsTold() throws {
        let bench = try Workbench()
        try bench.write("ref,text,label\na1,free gold,ham\na2,hi,ham\n", to: "a.csv")
        #expect(try bench.run("spamkit import a.csv --into c.sqlite").errors.contains("columns not read: ref;"))
        let again = try bench.run("spamkit import a.csv --into c.sqlite --again --source feed --column id=ref")
        #expect(
            again.output.contains("2 added") && again.errors.contains("2 rows added that another source has"),
            "\(again.errors)")
        let right = try bench.run(
            "spamkit corpus undo c.sqlite && spamkit import a.csv --into c.sqlite --again --source a.csv --column id=ref")
        #expect(right.output.contains("0 added, 2 updated") && !right.errors.contains("another source"), "\(right.errors)")
    }

    /// Who masks without a seed learns at once what the next backup will meet.
    @Test func maskingWithoutASeedIsTold() throws {
        let bench = try Workbench()
        try bench.write("text,sender\ncall 010-2345-6789,01023456789\n", to: "sms-2025-08.csv")
        let first = try bench.run("spamkit import sms-2025-08.csv --into c.sqlite --mask")
        #expect(first.errors.contains("masked with a random seed that was not kept"), "\(first.errors)")
        #expect(!first.errors.contains("has a number"), "\(first.errors)")
        try bench.write("text,sender\ncall 010-2345-6789,01023456789\nhi,1\n", to: "sms-2025-08.csv")
        let second = try bench.run("spamkit import sms-2025-08.csv --into c.sqlite --mask")
        #expect(second.status == 1 && second.errors.contains("start a new store with a seed"), "\(second.errors)")
        let seeded = try bench.run("spamkit import sms-2025-08.csv --into d.sqlite --mask --mask-seed 482915307")
        #expect(!seeded.errors.contains("forgotten"))
    }

    @Test func aFailedImportLeavesNoStore() throws {
        let bench = try Workbench()
        try bench.write("text,label\none,ham\n", to: "a.csv")
        for wrong in ["b.csv", "a.csv --column label=verdict", "b.csv a.csv"] {
            #expect(try bench.run("spamkit import \(wrong) --into c.sqlite").status != 0)
            #expect(try bench.run("ls c.sqlite*").output == "", "\(wrong)")
        }
        // What was imported before the error stays, and so does a store that was there.
        #expect(try bench.run("spamkit import a.csv b.csv --into c.sqlite").status != 0)
        #expect(try bench.run("spamkit import b.csv --into c.sqlite").status != 0)
        #expect(try bench.run("spamkit corpus imports c.sqlite").output.hasPrefix("1  a.csv: 1 row, 1 added"))
    }

    @Test func columnsThatAreNotReadAreTold() throws {
        let bench = try Workbench()
        try bench.write("wann,wer,text,label\n1,Jo,see you,ham\n2,Al,free gold,spam\n", to: "a.csv")
        #expect(
            try bench.run("spamkit import a.csv --into c.sqlite").errors
                .contains("a.csv: columns not read: wann, wer; to read one: --column sender=NAME,time=NAME,id=NAME\n"))
        let all = try bench.run("spamkit import a.csv --into c.sqlite --again --column sender=wer,time=wann")
        #expect(!all.errors.contains("not read"))
        try bench.write("text,label\nsee you,ham\n", to: "b.csv")
        _ = try bench.run("spamkit import b.csv --into d.sqlite")
        #expect(
            try bench.run("spamkit split d.sqlite --by time").errors.contains("spamkit import FILE --again --column time=NAME"))
    }

    @Test func aStoreIsNotMadeInAFolderOfOthers() throws {
        let bench = try Workbench()
        try bench.write("text,label\none,ham\n", to: "a.csv")
        let refused = try bench.run("mkdir f; chmod 500 f; [ -w f ] || spamkit import a.csv --into f/c.sqlite")
        // Root may write everywhere.
        #expect(refused.status == 0 || refused.errors.contains("expected to make a store, found a folder that is read only"))
    }

    /// Rows with days up to 12 wait until one tells the order: the numbers are those in the store.
    @Test func messagesThatHoldDigitsAreNamed() throws {
        let bench = try Workbench()
        try bench.write(
            "text,label,time\nhi,ham,3/5/2024\nroom 12;34;56;78,ham,4/5/2024\nhello,ham,\nroom 1;2;3;4;5,ham,5/20/2024\n",
            to: "a.csv")
        let held = "masked messages still have five digits or more close together; read them: "
        let imported = try bench.run("spamkit import a.csv --into a.sqlite --mask --mask-seed 7")
        #expect(
            imported.errors.contains("a.csv: 2 \(held)spamkit corpus show a.sqlite 2 4 --show-text\n"), "\(imported.errors)")
        #expect(try bench.run("spamkit corpus show a.sqlite 2 4 --show-text").output.contains("12;34;56;78"))
        // All on one line.
        try bench.write(
            #"[{"text":"hi","label":"ham"},{"text":"room 12;34;56;78","label":"ham"},{"text":"hello","label":"ham"}]"#,
            to: "o.json")
        let one = try bench.run("spamkit import o.json --into o.sqlite --mask --mask-seed 7").errors
        #expect(one.contains("read them: spamkit corpus show o.sqlite 2 --show-text\n"), "\(one)")
        _ = try bench.run("spamkit import a.csv --into b.sqlite")
        let masked = try bench.run("spamkit corpus mask b.sqlite --mask-seed 7")
        #expect(masked.errors.contains("2 \(held)spamkit corpus show b.sqlite 2 4 --show-text\n"), "\(masked.errors)")
    }

    /// A phone tells the receiver's country: a number with + is foreign or not.
    @Test func theCountryOfThePhoneIsAskedForAndTaken() throws {
        let bench = try Workbench()
        try bench.write(
            "sender,country,text,label\n+34600112233,,hi,ham\n+34600112233,FR,hello,ham\nBANK,,gold,spam\n", to: "a.csv")
        let asked = "a.csv: 1 message from international numbers counts as foreign, since no country is read; "
        #expect(try bench.run("spamkit import a.csv --into a.sqlite").errors.contains(asked))
        #expect(try bench.run("spamkit train a.csv --folds 0 --out a.spam").errors.contains(asked))
        let told = try bench.run("spamkit import a.csv --into b.sqlite --country es; spamkit corpus export b.sqlite")
        #expect(!told.errors.contains("+"), "\(told.errors)")
        let countries = told.output.matches(of: #/"country":"(..)"/#).map { String($0.output.1) }
        #expect(countries == ["ES", "FR", "ES"], "\(told.output)")
        let kept = try bench.run("spamkit classify a.spam a.csv --country ES --to csv --keep country | cut -d , -f 3 | sort -u")
        #expect(kept.status == 0 && kept.output.contains("ES") && kept.output.contains("FR"), "\(kept.output)\(kept.errors)")
    }
}
