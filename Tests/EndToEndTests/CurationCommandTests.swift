// Messages of a store are shown, exported and divided from the command line.

import Testing

@Suite struct CurationCommandTests {
    @Test func aMessageIsShownWithItsHistory() throws {
        let bench = try Workbench()
        try bench.write(
            "id,text,label,sender,time\nm30,see you,ham,Jo,2026-03-02 10:00:00\n", to: "a.csv")
        _ = try bench.run("spamkit import a.csv --into c.sqlite; spamkit corpus relabel c.sqlite 1 junk --person me")
        let shown = try bench.run("spamkit corpus show c.sqlite m30").output
        #expect(shown.hasPrefix("#1 (id m30)\nlabel     junk\nhistory   allow by file, 20"), "\(shown)")
        #expect(shown.contains("\n          junk by me, 20") && shown.contains("\ntime      2026-03-02 10:00:00 UTC"))
        #expect(!shown.contains("Jo") && !shown.contains("see you"))
        let all = try bench.run("spamkit corpus show c.sqlite 1 --show-text").output
        #expect(all.hasSuffix("\nsender    Jo\ntext      see you\n"), "\(all)")
        #expect(try bench.run("spamkit corpus show c.sqlite 1 --json -").output.contains("\"givenBy\" : \"me\""))
        #expect(try bench.run("spamkit corpus show c.sqlite 2").status == 1)
    }

    @Test func exportTakesConditionsAndWritesTimesAsPeopleDo() throws {
        let bench = try Workbench()
        try bench.write("text,label,sender,time\nsee you,ham,Jo,2025-02-22T02:39:13Z\ngold,spam,Al,\n", to: "a.csv")
        _ = try bench.run("spamkit import a.csv --into c.sqlite")
        let one = try bench.run("spamkit corpus export c.sqlite --to csv --where label=allow")
        #expect(one.output.hasSuffix("number\nsee you,allow,Jo,,,a.csv,,2025-02-22T02:39:13Z,,1\n"), "\(one.output)")
        #expect(one.errors.contains("1 message\n"))
        let none = try bench.run("spamkit corpus export c.sqlite --where sender=Zoe")
        #expect(none.status == 1 && none.errors.contains("sender=Zoe left 0 of 2"), "\(none.errors)")
    }

    @Test func duplicatesSayWhatSpansSourcesAndLabels() throws {
        let bench = try Workbench()
        try bench.write(
            "text,label\nfree gold at once,spam\nsee you at nine,ham\ncall me back,ham\ncall me back,ham\nsale today,promotion\n",
            to: "a.csv")
        try bench.write("text,label\nfree gold at once,spam\nsee you at nine,spam\nsale today,promotion/offers\n", to: "b.csv")
        _ = try bench.run("spamkit import a.csv b.csv --into c.sqlite -q")
        let found = try bench.run("spamkit corpus duplicates c.sqlite --top 0")
        #expect(
            found.output.hasPrefix(
                """
                8 messages in 4 groups of near duplicates
                4 repeat a text letter for letter, 4 but for case and lone numbers
                3 groups of two sources or more, 1 of two labels or more
                0 % of test messages have a near duplicate in training after a
                  split --by random, 80 % if equal texts are not kept together

                """), "\(found.output)")
        #expect(found.errors.contains("to rank labels that are likely wrong: spamkit corpus suspects c.sqlite\n"))
        let listed = try bench.run("spamkit corpus duplicates c.sqlite --top 1").output
        #expect(
            listed.contains(
                """
                The largest of two labels or more: some is wrong, or two templates are similar
                #2  2 messages: allow 1, junk 1

                """), "\(listed)")
        let json = try bench.run("spamkit corpus duplicates c.sqlite --json -").output
        #expect(json.contains("\"groupsOfSeveralLabels\" : 1,") && json.contains("\"groupsOfSeveralSources\" : 3,"), "\(json)")
    }

    @Test func aSplitSaysHowItDivides() throws {
        let bench = try Workbench()
        try bench.write(
            "text,label,time\none,ham,2025-01-01\ntwo,ham,2025-01-02\nthree,ham,2025-01-03\nfour,ham,2025-01-04\n", to: "a.csv")
        _ = try bench.run("spamkit import a.csv --into c.sqlite")
        #expect(
            try bench.run("spamkit split c.sqlite --by time --test 25%").output
                .hasPrefix("all: 3 train, 1 test (25.0 %), by time, test from 2025-01-04 00:00:00 UTC on\n"))
    }
}
