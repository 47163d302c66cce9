// What a store's splits and a model's card say of each other.

import Testing

@Suite struct TrainedSplitTests {
    /// Twenty days of the same 26 templates, divided by time and by template.
    private static let setUp = """
        awk 'BEGIN {
            print "label,text,time"
            for (day = 10; day < 30; day++) for (i = 0; i < 26; i++) {
                word = sprintf("%c%c%c", 97 + i, 97 + (i * 7 + 3) % 26, 97 + (i * 11 + 5) % 26)
                printf "%s,%s %s %s%s at %d,2026-01-%d\\n", i % 2 ? "spam" : "ham", word, i % 2 ? "prize" : "home", word, word, day, day
            }
        }' > a.csv
        spamkit import a.csv --into c.sqlite -q; spamkit split c.sqlite -q
        spamkit split c.sqlite --by time --name week-1 --test 50% -q; spamkit split c.sqlite --by time --name week-2 --test 20% -q
        spamkit train c.sqlite --part train --split week-1 --out one.spam -q 2> /dev/null
        spamkit train c.sqlite --part train --split week-2 --trainer nb --out two.spam -q 2> /dev/null
        """

    @Test func laterMessagesThatRepeatAreNoAlarm() throws {
        let bench = try Workbench()
        let found = try bench.run("\(Self.setUp)\nspamkit evaluate two.spam c.sqlite --part test --split week-2")
        #expect(
            found.status == 0 && !found.output.contains("nothing of new messages") && !found.errors.contains("Warning"),
            "\(found.errors)")
        let words =
            " the same as a training message, but for digits and links. Later messages often are, so these figures say little of new texts: evaluate --trained-on FILE measures those alone."
        #expect(found.output.replacing("\n", with: " ").contains(words), "\(found.output)")
        // A model of an earlier split is earlier still, and what holds for both is said once.
        let compared = try bench.run("spamkit compare one.spam two.spam c.sqlite --part test --split week-2")
        #expect(compared.status == 0 && !compared.errors.contains("nothing of new messages"), "\(compared.errors)")
        #expect(compared.errors.components(separatedBy: words).count == 2, "\(compared.errors)")
        let known = try bench.run("spamkit evaluate two.spam c.sqlite --part train --split week-2").output
        #expect(known.hasPrefix("These figures say nothing of new messages: "), "\(known)")
    }

    /// A store grows: what came after training taught nothing. Columns are those of the test file.
    @Test func laterMessagesOfAStoreTaughtNothing() throws {
        let bench = try Workbench()
        let found = try bench.run(
            """
            \(Self.setUp)
            awk -F, 'NR == 1 || $3 < "2026-01-25"' a.csv > early.csv
            awk -F, 'NR == 1 {print "kind,body,time"} NR > 1 && $3 >= "2026-01-25" {print $1 "," $2 " later on," $3}' a.csv > late.csv
            spamkit import early.csv --into grown.sqlite -q; spamkit train grown.sqlite --out early.spam -q 2> /dev/null
            spamkit import late.csv --into grown.sqlite --column label=kind --column text=body -q
            spamkit evaluate early.spam late.csv --column label=kind --column text=body --trained-on grown.sqlite
            """)
        #expect(found.status == 0 && found.errors.contains("390 messages, without 130 later than training"), "\(found.errors)")
        let trained = try bench.run(
            "spamkit train grown.sqlite --where 'time<2026-01-25' --out m.spam --validate late.csv --column label=kind --column text=body"
        )
        #expect(!trained.errors.contains("--column: expected a file"), "\(trained.errors)")
    }

    /// In files times tell what a split by time tells in a store.
    @Test func laterFilesThatRepeatAreNoAlarm() throws {
        let bench = try Workbench()
        _ = try bench.run(
            """
            \(Self.setUp)
            awk -F, 'NR == 1 || $3 < "2026-01-25"' a.csv > early.csv; awk -F, 'NR == 1 || $3 >= "2026-01-25"' a.csv > late.csv
            spamkit train early.csv --out early.spam -q 2> /dev/null
            spamkit train early.csv --column time=- --out undated.spam -q 2> /dev/null
            printf 'text,label\nsee the doctor on monday,ham\nwin gold at once,spam\n' > general.csv
            spamkit train early.csv general.csv --min-df 1 --out both.spam -q 2> /dev/null
            """)
        #expect(try bench.run("spamkit inspect early.spam").output.contains("latest of them: 2026-01-24T00:00:00Z"))
        let found = try bench.run("spamkit evaluate early.spam late.csv")
        #expect(
            !found.output.contains("nothing of new messages")
                && found.output.replacing("\n", with: " ").contains("Later messages often are"),
            "\(found.output)")
        // A corpus without times is of no time.
        let both = try bench.run("spamkit evaluate both.spam late.csv").output
        #expect(!both.contains("nothing of new messages"), "\(both)")
        let compared = try bench.run("spamkit compare early.spam one.spam late.csv").errors
        #expect(!compared.contains("early.spam: These figures say nothing of new messages"), "\(compared)")
        for command in [
            "evaluate undated.spam late.csv", "evaluate early.spam a.csv", "evaluate early.spam late.csv --column time=-",
        ] {
            let found = try bench.run("spamkit \(command)").output
            #expect(found.hasPrefix("These figures say nothing of new messages: "), "\(command): \(found)")
        }
    }

    @Test func aPartOfAnotherSplitIsWarnedOf() throws {
        let bench = try Workbench()
        let found = try bench.run("\(Self.setUp)\nspamkit evaluate two.spam c.sqlite --part test")
        let warning =
            "Warning: two.spam was trained on part train of the split week-2, so part test of main may hold messages that it knows; to measure on others: --part test --split week-2\n"
        #expect(found.errors.hasPrefix(warning), "\(found.errors)")
        let which = "c.sqlite: part test of the split main; for another: --split week-1 or week-2\n"
        #expect(found.errors.contains(which), "\(found.errors)")
        // Half of the days that week-2 trained on are the test part of week-1.
        #expect(
            try bench.run("spamkit compare one.spam two.spam c.sqlite --part test --split week-1").errors.contains(
                "Warning: two.spam was trained on part train of the split week-2, so part test of week-1 "))
        for command in ["relabel c.sqlite --where label=junk --part test junk --dry-run", "suspects c.sqlite --part test"] {
            #expect(try bench.run("spamkit corpus \(command)").errors.contains(which))
        }
        for command in ["train", "evaluate", "compare"] {
            #expect(try bench.run("spamkit \(command) --help").output.contains("--split"))
        }
    }
}
