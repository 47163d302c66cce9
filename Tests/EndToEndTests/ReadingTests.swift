// How files are read, as a person meets it: columns, labels, conditions, packed files and pipes.

import Foundation
import Testing

@Suite struct ReadingTests {
    /// train and import make the same of a file, and print what they have guessed.
    @Test func allReadersGuessAlike() throws {
        let bench = try Workbench()
        // The same words in EUC-KR, under names of the columns that nobody knows.
        let rows = (0..<4).map { "무료 상품권 당첨 안내 \($0),1\n오늘 저녁에 만나요 \($0),0\n" }.joined()
        try bench.write("요지,is_spam\n" + rows, to: "utf8.csv")
        #expect(try bench.run("iconv -f UTF-8 -t EUC-KR utf8.csv > euckr.csv").status == 0)
        let said = "csv, CP949, comma, header, text = column 1, label = column 2 (is_spam)"
        let imported = try bench.run("spamkit import euckr.csv --into c.sqlite")
        #expect(imported.errors.contains("euckr.csv: \(said)\n"), "\(imported.errors)")
        for command in [
            "train euckr.csv --out m.spam --folds 0 --min-df 1", "evaluate m.spam euckr.csv",
            "classify m.spam euckr.csv",
            "classify m.spam --format csv < euckr.csv",
        ] {
            let found = try bench.run("spamkit \(command)")
            #expect(found.status == 0 && found.errors.contains("read as \(said)"), "\(command): \(found.errors)")
        }
        let same = try bench.run(
            "spamkit train utf8.csv --source s --out a.spam --folds 0; spamkit train euckr.csv --source s --out b.spam --folds 0; cmp a.spam b.spam"
        )
        #expect(same.status == 0, "\(same.errors)")
    }

    @Test func quotesThatMayBeOfTheFileAreTold() throws {
        let bench = try Workbench()
        try bench.write("ham\t\"say \"\"hi\"\"\"\nspam\tthe \"gold\"\nham\tsee you\nspam\tgold\n", to: "a.tsv")
        let found = try bench.run("spamkit import a.tsv --into c.sqlite")
        #expect(found.errors.contains("a.tsv: 1 text was read with the quotes around it"), "\(found.errors)")
        #expect(found.errors.contains("--format csv --delimiter tab"))
    }

    static let feed = """
        msg_id,Verdict,message_body,lang
        1,ok,see you at home,en
        2,block,free prize call now,en
        3,ok,나중에 전화해,ko
        4,block,무료 상품 지금 전화,ko

        """
    static let columns = "--column text=message_body,label=verdict --label-map ok=allow,block=junk"

    private func bench() throws -> Workbench {
        let bench = try Workbench()
        try bench.write(Self.feed, to: "feed.csv")
        let lines = Self.feed.split(separator: "\n").dropFirst().map { row in
            let fields = row.split(separator: ",")
            return "{\"Verdict\":\"\(fields[1])\",\"message_body\":\"\(fields[2])\",\"lang\":\"\(fields[3])\"}\n"
        }
        try bench.write(lines.joined(), to: "feed.jsonl")
        try bench.write(Self.feed.replacing("ok", with: "allow").replacing("block", with: "junk"), to: "good.csv")
        return bench
    }

    /// Every command that reads files of messages has the options of columns, and refuses a column
    /// that is not there.
    @Test(arguments: ["feed.csv", "feed.jsonl"])
    func everyCommandChoosesColumns(file: String) throws {
        let bench = try bench(), columns = Self.columns
        let first = try bench.run("spamkit train \(file) \(columns) --min-df 1 --folds 0 --out m.spam")
        #expect(first.status == 0, "\(first.errors)")
        for command in [
            "train \(file) --folds 0 --out n.spam", "evaluate m.spam \(file)", "compare m.spam m.spam \(file)",
            "counts \(file) --out n.counts", "classify m.spam \(file)", "attack m.spam \(file)",
            "import \(file) --into c.sqlite",
        ] {
            let refused = try bench.run("spamkit \(command) \(columns) --column sender=nosuch")
            #expect(refused.status == 1 && refused.errors.contains("expected the column \"nosuch\", found "), "\(command)")
            #expect(refused.errors.contains("message_body") && refused.errors.contains("--column sender=NAME"), "\(command)")
            let done = try bench.run("spamkit \(command) \(columns)")
            #expect(done.status == 0, "\(command): \(done.errors)")
        }
    }

    @Test func anImportWithoutLabelsSaysSo() throws {
        let bench = try bench()
        try bench.write("{\"bucket\":\"a\",\"note\":\"see you\"}\n", to: "keys.jsonl")
        let keys = try bench.run("spamkit import keys.jsonl --into c.sqlite")
        #expect(keys.status == 1 && keys.errors.contains("; columns found: bucket, note ("), "\(keys.errors)")
        try bench.write(Self.feed.replacing("Verdict", with: "Outcome"), to: "feed.csv")
        let unlabelled = try bench.run("spamkit import feed.csv --into c.sqlite")
        let note =
            "no message has a label; columns found: msg_id, Outcome, message_body, lang; if one of them has labels: --column label=NAME"
        #expect(unlabelled.status == 0 && unlabelled.errors.contains(note), "\(unlabelled.errors)")
        for options in ["--label allow", Self.columns.replacing("verdict", with: "outcome")] {
            #expect(
                try !bench.run("spamkit import feed.csv --into d.sqlite --again \(options)").errors.contains("no message has"))
        }
    }

    @Test func allUnknownLabelsAreListedWithTheOption() throws {
        let bench = try bench(), columns = "--column text=message_body,label=verdict"
        let listed = "\"ok\" (2 rows, line 2) and \"block\" (2 rows, line 3)", option = "--label-map ok=allow,block=junk"
        for command in ["train feed.csv --out m.spam", "import feed.csv --into c.sqlite"] {
            let refused = try bench.run("spamkit \(command) \(columns)")
            #expect(
                refused.status == 1 && refused.errors.contains(listed) && refused.errors.contains(option), "\(refused.errors)")
        }
        let some = try bench.run("spamkit import feed.csv --into c.sqlite \(columns) --label-map ok=allow")
        #expect(
            some.status == 0
                && some.errors.contains(
                    "unknown labels left out: \"block\" (2 rows, line 3); say what they mean, or - to leave them out: --label-map block=junk, and --again"
                )
        )
        // What the warning says to do adds the other rows.
        let again = try bench.run("spamkit import feed.csv --into c.sqlite \(columns) --label-map ok=allow,block=junk --again")
        #expect(
            again.output == "feed.csv: 4 rows, 2 added, 0 updated, 2 unchanged\n" && !again.errors.contains("--again"), "\(again)"
        )
    }

    @Test func aHeaderInUnknownWordsIsToldOf() throws {
        let bench = try Workbench()
        try bench.write("때;요지;판정\n오전;오늘 저녁에 만나요;정상\n오후;당일 대출 가능합니다;알림\n", to: "feed.csv")
        let first = try bench.run("spamkit import feed.csv --into c.sqlite")
        #expect(
            first.errors.contains("no header") && first.errors.contains(", or --header if the first line names them"),
            "\(first.errors)")
        // Above times it is one.
        try bench.write("때;요지;판정\n2026.7.1;오늘 저녁에 만나요;정상\n2026.8.1;당일 대출 가능합니다;알림\n", to: "days.csv")
        let second = try bench.run("spamkit import days.csv --into c.sqlite")
        #expect(
            second.errors.contains("columns found: 때, 요지, 판정; if one of them has labels: --column label=NAME"), "\(second.errors)"
        )
    }

    @Test func aWordThatNoRowHasIsTold() throws {
        let bench = try bench()
        for command in ["train feed.csv --folds 0 --min-df 1 --out m.spam", "import feed.csv --into c.sqlite"] {
            let unused = try bench.run("spamkit \(command) \(Self.columns),7=junk")
            #expect(unused.errors.contains("feed.csv: no row has the label 7; correct --label-map"), "\(unused.errors)")
            // Nor where an import finds that it was there before, and reads nothing.
            #expect(try !bench.run("spamkit \(command) \(Self.columns)").errors.contains("no row has the label"))
        }
    }

    private static let conditions: [(options: String, rows: Int)] = [
        ("--where lang=ko", 2), ("--where lang=KO --where lang=en", 4), ("--where lang=ko --where label=junk", 1),
        ("--where label=spam", 2), ("--where source=feed", 4), ("--where lang=Hangul", 0), ("--where sender=x", 0),
    ]

    /// Files and stores alike.
    @Test(arguments: conditions.indices)
    func conditionsTakeSomeOfTheMessages(index: Int) throws {
        let bench = try bench(), (options, rows) = Self.conditions[index]
        let columns = "--column text=message_body,label=verdict"
        _ = try bench.run("spamkit train good.csv \(columns) --folds 0 --min-df 1 --out m.spam")
        _ = try bench.run("spamkit import good.csv --into c.sqlite \(columns) --source feed")
        for corpus in ["good.csv --source feed \(columns)", "c.sqlite"] {
            let answer = try bench.run("spamkit classify m.spam \(corpus) \(options)")
            #expect(answer.output.split(separator: "\n").count == rows, "\(corpus): \(answer.errors)")
            #expect(answer.status == (rows == 0 ? 1 : 0), "\(corpus)")
            if rows == 0 { #expect(answer.errors.contains(" left 0 of 4"), "\(answer.errors)") }
        }
    }

    @Test func anImportTakesSomeToo() throws {
        let bench = try bench(), columns = Self.columns
        let some = try bench.run("spamkit import feed.csv --into c.sqlite \(columns) --where lang=ko --where label=junk")
        #expect(some.output == "feed.csv: 1 row, 1 added\n", "\(some.errors)")
        let none = try bench.run("spamkit import feed.csv --into d.sqlite \(columns) --where lang=fr")
        #expect(none.status == 1 && none.errors.contains("found none: lang=fr left 0 of 4"), "\(none.errors)")
    }

    /// Without a language, a message counts under its script.
    @Test func theScriptStandsForTheLanguage() throws {
        let bench = try bench()
        try bench.write("allow\tsee you at home\njunk\t무료 상품 지금\n", to: "in.tsv")
        _ = try bench.run("spamkit train in.tsv --folds 0 --min-df 1 --out m.spam")
        let found = try bench.run("spamkit classify m.spam in.tsv --where lang=hangul")
        #expect(found.output.hasPrefix("{\"row\":2,") && found.output.split(separator: "\n").count == 1)
    }

    @Test(arguments: [
        ("language=ko", "did you mean lang?"), ("lnag=ko", "expected one of the keys lang, source, label"),
        ("lan=ko", "did you mean lang?"), ("label=jnk", "expected a label such as junk"), ("lang", "expected KEY=VALUE"),
        ("lang=", "expected KEY=VALUE"),
    ])
    func aWrongConditionIsWrongUsage(condition: String, problem: String) throws {
        let result = try bench().run("spamkit train feed.csv --out m.spam --where \(condition)")
        #expect(result.status == 64 && result.errors.contains(problem), "\(result.errors)")
    }

    /// Packed files by name and through a pipe, as a backup too; messages of the plain file are
    /// known.
    @Test func gzipIsReadEverywhere() throws {
        let bench = try bench(), columns = Self.columns
        try bench.write(#"<smses><sms type="1" address="Jo" date="1700000000000" body="see you"/></smses>"#, to: "sms.xml")
        try bench.write(#"{"thread":"a","text":"hello"}"# + "\n", to: "threads.jsonl")
        _ = try bench.run("gzip -k feed.csv sms.xml threads.jsonl")
        let trained = try bench.run("spamkit train feed.csv.gz \(columns) --min-df 1 --folds 0 --out m.spam")
        #expect(trained.status == 0, "\(trained.errors)")
        for (command, output) in [
            ("spamkit import feed.csv --into c.sqlite \(columns)", "feed.csv: 4 rows, 4 added\n"),
            ("spamkit import feed.csv.gz --into c.sqlite \(columns)", "feed.csv.gz: 4 rows, 0 added, 4 known\n"),
            ("cat feed.csv.gz | spamkit import - --into d.sqlite \(columns)", "standard input: 4 rows, 4 added\n"),
            ("spamkit import sms.xml.gz --into d.sqlite", "sms.xml.gz: 1 row, 1 added, 1 unlabelled\n"),
            ("cat feed.csv.gz | spamkit classify m.spam - --column text=message_body | wc -l | tr -d ' '", "4\n"),
            ("spamkit simulate m.spam threads.jsonl.gz --messages | cut -c 1-8", "{\"row\":1\n"),
        ] {
            let result = try bench.run(command)
            #expect(result.output == output, "\(command): \(result.errors)")
        }
        let cut = try bench.run("head -c 60 feed.csv.gz > cut.csv.gz; spamkit import cut.csv.gz --into e.sqlite")
        #expect(cut.status == 1 && cut.errors.contains("cut.csv.gz: expected a whole gzip file, found its end too early"))
    }

    /// What `COPY … TO STDOUT CSV HEADER` of PostgreSQL writes: NULL is nothing, a row without a
    /// text is left out, and a text may have lines.
    @Test func whatADatabaseWritesIsRead() throws {
        let bench = try bench()
        try bench.write(
            "msg_id,originator,body,verdict,ts\n1,+491511,\"See you \"\"soon\"\", Jo\nat nine\",ham,2026-03-01 09:00:00\n"
                + "2,,\"Win, win\",spam,\n3,BANK,\"\",,2026-03-02 10:00:00\n", to: "copy.csv")
        let read = try bench.run(
            "cat copy.csv | spamkit import - --into c.sqlite --source db --column text=body,label=verdict "
                + "--column sender=originator,time=ts && spamkit corpus export c.sqlite")
        #expect(
            read.output == """
                standard input: 3 rows, 2 added, 1 left out
                {"text":"See you \\"soon\\", Jo\\nat nine","label":"allow","sender":"+491511","source":"db","time":"2026-03-01T09:00:00Z","id":"1","number":1}
                {"text":"Win, win","label":"junk","source":"db","id":"2","number":2}

                """, "\(read.output)\(read.errors)")
    }

    private static func has(_ module: String) -> Bool {
        (try? Workbench().run("python3 -c 'import \(module)'").status == 0) ?? false
    }

    private static let recipes: [(module: String, code: String)] = [
        ("duckdb", "duckdb.sql(\"COPY (FROM 'x.parquet') TO '/dev/stdout' (FORMAT csv, HEADER)\")"),
        (
            "pyarrow.csv, pyarrow.parquet as parquet",
            "import sys; pyarrow.csv.write_csv(parquet.read_table('x.parquet'), sys.stdout.buffer)"
        ),
    ]

    /// The recipes of docs/corpora.md, where the module that writes Parquet is there too.
    @Test(.enabled(if: has("pyarrow.parquet"), "python3 has no pyarrow"), arguments: recipes.indices)
    func parquetIsReadThroughCSV(index: Int) throws {
        let bench = try bench(), (module, code) = Self.recipes[index]
        guard Self.has(String(module.prefix { $0 != "." && $0 != "," })) else { return }
        let made = try bench.run(
            """
            python3 -c 'import pyarrow, pyarrow.parquet as parquet
            parquet.write_table(pyarrow.table({"text": ["see you, Jo", "win \\"now\\""], "label": ["ham", None]}), "x.parquet")'
            """)
        #expect(made.status == 0, "\(made.errors)")
        let refused = try bench.run("spamkit import x.parquet --into c.sqlite")
        #expect(refused.status == 1 && refused.errors.contains("DuckDB") && refused.errors.contains("pyarrow"))
        try bench.write("import \(module)\n\(code)\n", to: "recipe.py")
        let read = try bench.run("python3 recipe.py | spamkit import - --into c.sqlite")
        #expect(read.output == "standard input: 2 rows, 2 added, 1 unlabelled\n", "\(read.errors)")
    }

    /// A program that feeds classify row by row waits for each answer.
    @Test func aBadRowOfAPipeIsAnsweredInItsPlace() throws {
        let bench = try bench()
        _ = try bench.run("spamkit train feed.csv \(Self.columns) --folds 0 --min-df 1 --out m.spam")
        try bench.write("{\"text\":\"a\"}\n{\"body\":5}\nsecret\n{\"text\":\"b\"}\n", to: "in.jsonl")
        let result = try bench.run("cat in.jsonl | spamkit classify m.spam - --skip-bad-rows")
        let lines = result.output.split(separator: "\n")
        #expect(result.status == 0 && lines.count == 4 && !result.output.contains("secret"), "\(result.errors)")
        for (n, line) in lines.enumerated() {
            let object = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
            #expect(object["row"] as? Int == n + 1)
            #expect((object["error"] as? String)?.hasPrefix("expected ") == (n == 1 || n == 2 ? true : nil), "\(line)")
        }
        #expect(result.errors.contains("2 rows left out, lines 2, 3"))
        // A file's rows are only counted.
        #expect(try bench.run("spamkit classify m.spam in.jsonl --skip-bad-rows").output.split(separator: "\n").count == 2)
        #expect(try bench.run("cat in.jsonl | spamkit classify m.spam -").status == 1)
    }

    @Test func simulateLeavesOutWhatIsNoEvent() throws {
        let bench = try bench()
        _ = try bench.run("spamkit train feed.csv \(Self.columns) --folds 0 --min-df 1 --out m.spam")
        try bench.write(
            #"{"thread":"a","text":"hello"}"# + "\n{\"reply\":true}\n\nsecret\n" + #"{"sender":"b","text":"hi"}"#,
            to: "threads.jsonl")
        let result = try bench.run("spamkit simulate m.spam threads.jsonl --messages --skip-bad-rows")
        #expect(result.status == 0 && result.output.split(separator: "\n").count == 2 && result.output.contains("{\"row\":5,"))
        #expect(
            result.errors
                == "2 lines left out that are no events; the first: threads.jsonl:2: expected a thread or a sender, found neither; add one of them\n"
        )
        #expect(try bench.run("spamkit simulate m.spam threads.jsonl").status == 1)
    }
}
