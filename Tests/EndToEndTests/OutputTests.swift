// What a command writes replaces no file of another kind.

import Foundation
import Testing

@Suite struct OutputTests {
    private static func bench() throws -> Workbench {
        let bench = try Workbench()
        try bench.write(BadInputTests.good, to: "in.tsv")
        _ = try bench.run(
            """
            spamkit import in.tsv --into own.sqlite; spamkit train in.tsv --folds 0 --min-df 1 --out m.spam
            spamkit counts in.tsv --out a.counts; cp in.tsv other.tsv
            """)
        return bench
    }

    private static let train = "train in.tsv --folds 0 --min-df 1"

    @Test(arguments: [
        ("\(train) --out own.sqlite", "own.sqlite", "(spamkit model), found sqlite"),
        ("\(train) --out other.tsv", "other.tsv", "(spamkit model), found text"),
        ("\(train) --out a.counts", "a.counts", "found spamkit counts"),
        ("\(train) --out n.spam --features m.spam", "m.spam", "(text), found spamkit model"),
        ("\(train) --out n.spam --json own.sqlite", "own.sqlite", "(text), found sqlite"),
        ("evaluate m.spam in.tsv --html m2.spam", "m2.spam", "found spamkit model"),
        ("evaluate m.spam in.tsv --json own.sqlite", "own.sqlite", "found sqlite"),
        ("evaluate m.spam in.tsv --markdown own.sqlite", "own.sqlite", "found sqlite"),
        ("counts in.tsv --out m.spam", "m.spam", "(spamkit counts), found spamkit model"),
        ("merge a.counts a.counts --out own.sqlite", "own.sqlite", "(spamkit counts), found sqlite"),
        ("tune in.tsv --budget 1s --out own.sqlite", "own.sqlite", "(spamkit model), found sqlite"),
        ("tune in.tsv --budget 1s --journal m.spam", "m.spam", "(text), found spamkit model"),
        ("compare m.spam m2.spam in.tsv --json own.sqlite", "own.sqlite", "found sqlite"),
        ("attack m.spam in.tsv --json own.sqlite", "own.sqlite", "found sqlite"),
        ("crossval in.tsv --json own.sqlite", "own.sqlite", "found sqlite"),
        ("corpus stats own.sqlite --json own.sqlite", "own.sqlite", "(text), found sqlite"),
        ("inspect m.spam --json m.spam", "m.spam", "(text), found spamkit model"),
    ])
    func aFileOfAnotherKindStays(command: String, file: String, says: String) throws {
        let bench = try OutputTests.bench()
        _ = try bench.run("cp m.spam m2.spam; cp \(file) kept")
        let refused = try bench.run("spamkit \(command)")
        #expect(refused.status == 1 && refused.errors.contains(says), "\(refused.errors)")
        #expect(refused.errors.contains("\(file): expected no file, or one of the kind that is written"), "\(refused.errors)")
        #expect(try bench.run("cmp kept \(file)").status == 0)
    }

    /// SQLite takes what lies there for the store's own, or throws it away.
    @Test(arguments: ["own.sqlite-wal", "own.sqlite-shm", "own.sqlite-journal", "link"])
    func theLogOfAStoreIsNoPlace(file: String) throws {
        let bench = try OutputTests.bench()
        _ = try bench.run("ln -s own.sqlite-wal link; : > own.sqlite-wal; : > other.tsv-wal")
        for command in ["evaluate m.spam in.tsv --json \(file)", "\(OutputTests.train) --out \(file)"] {
            let refused = try bench.run("spamkit \(command)")
            #expect(refused.status == 1 && refused.errors.contains("found the log of a store, which holds"), "\(refused.errors)")
        }
        #expect(try bench.run("spamkit corpus stats own.sqlite").status == 0)
        #expect(try bench.run("spamkit evaluate m.spam in.tsv --json other.tsv-wal").status == 0)
    }

    /// One of the same kind is replaced, and so is an empty file.
    @Test func oneOfTheSameKindIsReplaced() throws {
        let bench = try OutputTests.bench()
        for output in ["--out m.spam", "--out empty.spam", "--out new.spam --features other.tsv"] {
            _ = try bench.run(": > empty.spam")
            let done = try bench.run("spamkit \(OutputTests.train) \(output)")
            #expect(done.status == 0, "\(output): \(done.errors)")
        }
    }

    /// What the name of a file says is what is in it.
    @Test(arguments: ["p.tsv", "p.csv.gz", "p.json", "p"])
    func predictionsAreNamedByTheirFormat(name: String) throws {
        let bench = try OutputTests.bench()
        let refused = try bench.run("spamkit evaluate m.spam in.tsv --predictions \(name)")
        #expect(refused.status == 64 && refused.errors.contains("expected a name that ends with .csv or .jsonl, found \(name)"))
    }
}
