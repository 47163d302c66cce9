// Doubtful labels are ranked, counted by what is suggested for what, and accepted.

import Testing

@Suite struct SuspectsCommandTests {
    @Test func suspectsSayHowTheyAreCorrected() throws {
        let bench = try Workbench()
        let found = try bench.run(
            "head -n 600 Datasets/starter/test.jsonl > s.jsonl; spamkit import s.jsonl --into s.sqlite > i.txt; spamkit corpus suspects s.sqlite --top 1"
        )
        let number = try #require(found.output.firstMatch(of: /\n#(\d+)  (\w+)/)?.output.1)
        let command = try #require(
            found.errors.firstMatch(
                of: /read a message before you correct its label: (spamkit corpus relabel s.sqlite (\d+)) LABEL\n/)?
                .output)
        #expect(command.2 == number)
        #expect(try bench.run(command.1 + " junk").status == 0)
    }

    /// The shares fall, and all suggestions of one kind are accepted at once.
    @Test func suspectsAreOrderedByTheirShareAndAccepted() throws {
        let bench = try Workbench()
        let made = try bench.run(
            """
            head -n 900 Datasets/starter/test.jsonl | sed '1~9s/"label":"transaction[^"]*"/"label":"allow"/' > s.jsonl
            spamkit import s.jsonl --into s.sqlite && spamkit corpus suspects s.sqlite --top 900
            """)
        let shares = made.output.matches(of: #/ \(([0-9.]+) %\)/#).compactMap { Double($0.output.1) }
        #expect(shares.count > 5 && shares == shares.sorted(by: >), "\(made.output)")
        #expect(
            made.output.contains(#/\n\d+ of \d+ labels are doubtful\ngiven>suggested +labels  90 % or more\n/#), "\(made.output)")
        // The lines have as many messages as the table has, below those across the border of junk.
        let table = try #require(made.output.firstMatch(of: #/\nallow>transaction +(\d+) +(\d+)\n/#)?.output)
        let listed = made.output.matches(of: #/  allow, likely transaction \([0-9.]+ %\)( ×(\d+))?/#)
            .reduce(0) { $0 + ($1.output.2.flatMap { Int($0) } ?? 1) }
        let likely = try #require(Int(table.2))
        #expect(likely > 3 && Int(table.1) == listed, "\(made.output)")
        #expect(made.output.contains(#/90 % or more\n\S*junk/#), "\(made.output)")
        #expect(made.errors.contains("at once: spamkit corpus suspects s.sqlite --accept "), "\(made.errors)")
        let accept = "spamkit corpus suspects s.sqlite --accept 'allow>transaction' --above 90%"
        let words = "transaction (\(likely == 1 ? "was" : "were") allow)\n"
        #expect(try bench.run("\(accept) --dry-run").output == "s.sqlite: \(likely) would be \(words)")
        let done = try bench.run("\(accept) --person me")
        #expect(done.output == "s.sqlite: \(likely) now \(words)")
        #expect(done.errors.contains("to take these labels back, before you change anything else: spamkit corpus undo s.sqlite"))
        #expect(try bench.run("spamkit corpus undo s.sqlite").output.hasPrefix("s.sqlite: \(likely) labels of me taken back"))
        let few = try bench.run("spamkit corpus suspects s.sqlite --above 90% --top 900").output
        #expect(
            few.contains(" labels are doubtful, with 90 % or more for another label\n") || few.contains(" is doubtful, with 90 %")
        )
        #expect(few.matches(of: #/ \(([0-9.]+) %\)/#).allSatisfy { Double($0.output.1)! >= 90 }, "\(few)")
        for (options, expected) in [
            ("--accept 'allow>junk'", "--accept: expected the least probability too, found none; add --above 90%"),
            ("--accept allow --above 0.9", "expected two labels such as 'allow>transaction', found allow"),
            ("--accept 'allow>jnuk' --above 0.9", "expected a label such as allow or junk, found jnuk"),
            ("--accept 'allow>transaction/finance' --above 0.9", "expected an action to be suggested"),
            ("--part tset", "--part: expected train, test, fold1 or train-fold1, or a higher number, found tset"),
            ("--above 90", "expected a share from 0 to 1, such as 90%, found 90"),
            ("--dry-run", "--dry-run: expected --accept 'allow>transaction' too, found none"),
        ] {
            let wrong = try bench.run("spamkit corpus suspects s.sqlite \(options)")
            #expect(wrong.status == 64 && wrong.errors.contains(expected), "\(wrong.errors)")
        }
    }

    /// The test part keeps its labels, and no model of the other part sees it.
    @Test func suspectsOfOnePartLeaveTheOtherAlone() throws {
        let bench = try Workbench()
        _ = try bench.run(
            """
            head -n 900 Datasets/starter/test.jsonl | sed '1~9s/"label":"transaction[^"]*"/"label":"allow"/' > s.jsonl
            spamkit import s.jsonl --into s.sqlite -q; spamkit split s.sqlite --by template --test 0.3 > i.txt
            """)
        let test = try bench.run("spamkit corpus export s.sqlite --part test").output
        let train = try bench.run("spamkit corpus export s.sqlite --part train").output.split(separator: "\n").count
        let found = try bench.run("spamkit corpus suspects s.sqlite --part train --top 900 --json -").output
        #expect(
            found.contains(try Regex("\"labels\" : \(train),")) && found.contains("\"notJudged\" : 0,"), "\(found.prefix(400))")
        #expect(found.contains("\n    {\n      \"contradicted\" : "), "\(found.prefix(400))")
        let listed = try bench.run("spamkit corpus suspects s.sqlite --part train --top 1")
        #expect(listed.errors.contains(" --above 90% --part train --dry-run\n"), "\(listed.errors)")
        // Labels that measure models are not taken from models.
        let measuring = try bench.run("spamkit corpus suspects s.sqlite --part test").errors
        #expect(measuring.contains("a model judges itself") && !measuring.contains("--accept"), "\(measuring)")
        let done = try bench.run("spamkit corpus suspects s.sqlite --part train --accept 'allow>transaction' --above 80%")
        #expect(done.output.contains(#/^s.sqlite: \d+ now transaction/#), "\(done)")
        #expect(try bench.run("spamkit corpus export s.sqlite --part test").output == test)
    }

    @Test func labelsThatCannotBeJudgedNameTheAction() throws {
        let bench = try Workbench()
        let made = try bench.run(
            """
            head -n 600 Datasets/starter/test.jsonl | grep -v promotion > s.jsonl; grep -m1 promotion Datasets/starter/test.jsonl >> s.jsonl
            spamkit import s.jsonl --into s.sqlite -q; spamkit corpus suspects s.sqlite --top 1
            """)
        #expect(
            made.errors.contains(
                #/labels could not be judged, since promotion has too few different messages; add some of it, or correct wrong ones\n/#
            ),
            "\(made.errors)")
        let json = try bench.run("spamkit corpus suspects s.sqlite --json -").output
        #expect(json.contains(#""lacking" : [\n    "promotion"\n  ]"#.replacing("\\n", with: "\n")), "\(json.prefix(300))")
    }

    /// Where a whole kind is labelled wrongly, the right labels are doubtful, and it is said.
    @Test func textsWithBothLabelsAreCountedAndListedOnce() throws {
        let bench = try Workbench()
        func row(_ number: Int, _ label: String) -> String {
            "{\"text\":\"Your parcel waits at shop \(number), show code \(7919 * number) and bring your card\",\"label\":\"\(label)\"}\n"
        }
        try bench.write((1...40).map { row($0, $0 % 4 == 0 ? "transaction" : "junk") }.joined(), to: "p.jsonl")
        let command = "spamkit corpus suspects s.sqlite --top 600"
        let found = try bench.run(
            "head -n 600 Datasets/starter/test.jsonl > s.jsonl; spamkit import s.jsonl p.jsonl --into s.sqlite > i.txt; \(command)"
        ).output
        #expect(found.contains(#/\n#6\d\d  transaction, likely junk \([0-9.]+( to [0-9.]+)? %\) \(!\) ×10\n/#), "\(found)")
        #expect(
            found.replacing("\n  ", with: " ").contains(
                #/\n\d+ of them \(!\) read the same, but for numbers and links, .* digits alone: spamkit corpus conflicts s\.sqlite\n/#
            ),
            "\(found)")
        let json = try bench.run("\(command) --json -").output
        #expect(json.contains(#/"contradicted" : [1-9]/#) && json.contains("\"contradicted\" : true"), "\(json.prefix(300))")
    }

    /// Its commands stay in the part that was asked for.
    @Test func aWordOfAKindIsNamedWithASearchOfThePart() throws {
        let bench = try Workbench()
        let rows = (1...120).map { number in
            "{\"text\":\"Parcel \(["ravo", "lemi", "tusa", "gope"][number % 4]) \(["kadu", "fimo", "sona"][number % 3]) waits at "
                + "\(7919 * number)\",\"label\":\"\(number % 5 == 0 ? "allow" : "junk")\"}\n"
        }
        try bench.write(rows.joined(), to: "p.jsonl")
        let found = try bench.run(
            "head -n 1500 Datasets/starter/test.jsonl > s.jsonl; spamkit import s.jsonl p.jsonl --into s.sqlite; "
                + "spamkit split s.sqlite --by random --test .1; spamkit corpus suspects s.sqlite --part train --show-text"
        ).output.replacing("\n  ", with: " ")
        let search = "spamkit corpus search s.sqlite parcel --where label=junk --part train --show-text"
        #expect(found.contains(search), "\(found.prefix(1000))")
        let searched = try bench.run(search)
        let listed = searched.output.split(separator: "\n").count
        #expect(searched.status == 0 && listed == 20 && searched.errors.contains("found; --limit shows more than 20"))
        let relabel = "spamkit corpus search s.sqlite parcel --where label=junk --part train --limit 1000000000 --json - | "
        #expect(searched.errors.contains(relabel), "\(searched.errors)")
        let part = try bench.run("\(relabel)spamkit corpus relabel s.sqlite --ids - allow --dry-run").output
        #expect(part.contains(#/: 91 would be allow \(were junk\)/#), "\(part)")
    }

    @Test func exactRepeatsAreOneLineOfSuspects() throws {
        let bench = try Workbench()
        func row(_ number: Int, _ label: String, _ sender: String) -> String {
            "{\"text\":\"Your parcel \(number) waits at the post office, bring your card\",\"label\":\"\(label)\",\"sender\":\"\(sender)\",\"template\":\"p\"}\n"
        }
        try bench.write(
            ((1...8).map { row($0, "junk", "A") } + ["A", "B", "C"].map { row(9, "transaction", $0) }).joined(), to: "p.jsonl")
        let command = "spamkit corpus suspects s.sqlite --top 600"
        let found = try bench.run(
            "head -n 600 Datasets/starter/test.jsonl > s.jsonl; spamkit import s.jsonl p.jsonl --into s.sqlite > i.txt; \(command)"
        ).output
        #expect(
            found.contains(#/\n#609  transaction, likely junk \([0-9.]+ %\) \(!\) ×3\n/#) && !found.contains("\n#610 "),
            "\(found)")
        #expect(try bench.run("\(command) --json -").output.contains("\"number\" : 610\n"))
    }
}
