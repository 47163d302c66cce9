// Private counts from the command line: a public plan, contributions, one release, one model.

import Foundation
import Testing

@Suite struct PrivateCountsTests {
    /// Invented messages of two kinds with a number of their own.
    private static func messages(_ range: Range<Int>, phones: Int) -> String {
        range.map { i in
            let text =
                i % 2 == 0
                ? "dinner at home tomorrow, train number \(i), see you" : "claim your prize loan now, urgent code \(i * 37)"
            return "{\"label\":\"\(i % 2 == 0 ? "ham" : "spam")\",\"text\":\"\(text)\",\"source\":\"phone \(i % phones)\"}\n"
        }.joined()
    }

    /// With a plan, and with the contributions of 600 phones.
    private func bench() throws -> Workbench {
        let bench = try Workbench()
        try bench.write(PrivateCountsTests.messages(0..<200, phones: 1), to: "public.jsonl")
        try bench.write(PrivateCountsTests.messages(0..<2400, phones: 600), to: "phones.jsonl")
        try bench.write(PrivateCountsTests.messages(5000..<5004, phones: 1), to: "one.jsonl")
        let made = try bench.run(
            """
            spamkit counts public.jsonl --source public --out public.counts &&
            spamkit privacy-plan public.counts --max-features 40 --out plan.counts &&
            spamkit counts phones.jsonl --format jsonl --plan plan.counts --by-source --out phones.counts &&
            spamkit counts one.jsonl --plan plan.counts --contributor me --out one.counts
            """)
        #expect(made.status == 0, "\(made.errors)")
        #expect(made.output.contains("contributions of 600 contributors, without noise"), "\(made.output)")
        #expect(made.output.contains("contributions of 1 contributor, without noise"))
        return bench
    }

    @Test func manyPhonesMakeOneModelWithAPromise() throws {
        let bench = try bench()
        let release = try bench.run(
            "spamkit merge phones.counts one.counts --plan plan.counts --private --epsilon 4 --out release.counts")
        #expect(release.status == 0 && release.errors.contains("601 contributors added up"), "\(release.errors)")
        #expect(release.output.contains("privacy: epsilon 4.0000, delta 1e-06"), "\(release.output)")
        #expect(!release.output.contains("601"), "the report can be given away")
        let trained = try bench.run("spamkit train release.counts --out m.spam")
        #expect(trained.status == 0 && trained.output.contains("by nb"), "\(trained.errors)")
        let card = try bench.run("spamkit inspect m.spam").output
        #expect(card.contains("privacy: epsilon 4.0000, delta 1e-06") && card.contains("trained on: contributors ("), "\(card)")
        let verdict = try bench.run("spamkit classify m.spam --text 'claim your prize loan now'")
        #expect(verdict.output.contains("\"action\":\"junk\""), "\(verdict.output)")
        #expect(
            try bench.run("spamkit classify m.spam --text 'dinner at home tomorrow'").output.contains("\"action\":\"allow\""))
        let record = try bench.run("spamkit inspect release.counts --json -")
        #expect(record.output.contains("\"epsilon\" : 4") && record.output.contains("\"kind\" : \"release\""), "\(record.output)")
    }

    @Test func theSumDependsNeitherOnOrderNorOnSteps() throws {
        let bench = try bench()
        let done = try bench.run(
            """
            head -n 1000 phones.jsonl > a.jsonl && tail -n +1001 phones.jsonl | sed 's/phone /other /' > b.jsonl &&
            spamkit counts a.jsonl b.jsonl --format jsonl --plan plan.counts --by-source --out once.counts &&
            spamkit counts a.jsonl --format jsonl --plan plan.counts --by-source --out a.counts &&
            spamkit counts b.jsonl --format jsonl --plan plan.counts --by-source --out b.counts &&
            spamkit merge b.counts a.counts --plan plan.counts --out sum.counts && cmp once.counts sum.counts &&
            spamkit merge a.counts --plan plan.counts --private --epsilon 1 --out 1.counts &&
            spamkit merge a.counts --plan plan.counts --private --epsilon 1 --out 2.counts && ! cmp -s 1.counts 2.counts &&
            spamkit merge 1.counts 2.counts --out both.counts && spamkit merge 2.counts 1.counts --out other.counts &&
            cmp both.counts other.counts && stat -c %a a.counts
            """)
        #expect(done.status == 0 && done.output.hasSuffix("600\n"), "\(done.errors) \(done.output)")
        #expect(done.output.contains("releases added up"), "\(done.output)")
    }

    /// A row of one contributor changes nothing of the others.
    @Test func contributionsOfManyAreTheSumOfEachAlone() throws {
        let bench = try bench()
        try bench.write(
            #"{"\"text\"":"x","text":"\"claim\" \t,your prize","label":"junk","source":"odd \"one\"","foreign":[1]}"# + "\n",
            to: "odd.jsonl")
        let done = try bench.run(
            """
            cat phones.jsonl odd.jsonl > all.jsonl &&
            spamkit counts all.jsonl --format jsonl --plan plan.counts --by-source --out all.counts &&
            spamkit counts odd.jsonl --format jsonl --plan plan.counts --by-source --out odd.counts &&
            spamkit merge phones.counts odd.counts --plan plan.counts --out sum.counts && cmp all.counts sum.counts
            """)
        #expect(done.status == 0 && done.output.contains("601 contributors"), "\(done.errors) \(done.output)")
    }

    /// What is printed is never better than what is promised.
    @Test func aPromiseIsPrintedRoundedUp() throws {
        let bench = try bench()
        let done = try bench.run(
            "spamkit merge phones.counts --plan plan.counts --private --epsilon 1.00004 --out r.counts")
        #expect(
            done.output.contains("privacy: epsilon 1.0001, delta 1e-06") && done.output.contains("by at most L2"),
            "\(done.output)")
    }

    @Test func whatWouldPromiseTooMuchIsRefused() throws {
        let bench = try bench()
        #expect(
            try bench.run(
                """
                spamkit merge phones.counts --plan plan.counts --private --epsilon 1 --out r.counts &&
                spamkit merge phones.counts --plan plan.counts --private --epsilon 1 --out s.counts &&
                spamkit privacy-plan public.counts --max-features 30 --out other.counts &&
                spamkit privacy-plan public.counts --noise laplace --out laplace.counts &&
                spamkit counts one.jsonl --plan laplace.counts --contributor me --out l.counts
                """
            ).status == 0)
        let rows: [(String, Int32, [String])] = [
            ("merge phones.counts --out x.counts", 64, ["phones.counts", "--plan"]),
            ("merge phones.counts --plan plan.counts --private --out x.counts", 64, ["--private", "--epsilon"]),
            ("merge phones.counts --plan plan.counts --epsilon 1 --out x.counts", 64, ["--epsilon", "--private"]),
            ("merge phones.counts --plan plan.counts --private --epsilon 0 --out x.counts", 1, ["found 0", "--epsilon"]),
            ("merge phones.counts --plan plan.counts --private --epsilon 1 --delta 0.5 --out x.counts", 1, ["0.5", "--delta"]),
            ("merge l.counts --plan laplace.counts --private --epsilon 1 --delta 1e-6 --out x.counts", 1, ["none", "--delta"]),
            ("merge phones.counts --plan other.counts --private --epsilon 1 --out x.counts", 1, ["one plan", "--plan"]),
            ("merge one.counts phones.counts one.counts --plan plan.counts --out x.counts", 1, ["every contributor once"]),
            ("merge phones.counts public.counts --plan plan.counts --out x.counts", 64, ["public.counts", "one kind"]),
            ("merge r.counts phones.counts --out x.counts", 64, ["phones.counts", "one kind"]),
            ("merge r.counts public.counts --out x.counts", 64, ["public.counts", "one kind"]),
            ("merge r.counts s.counts r.counts --out x.counts", 1, ["every release once"]),
            ("merge r.counts --minus s.counts --out x.counts", 64, ["--minus"]),
            (
                "merge public.counts --plan plan.counts --private --epsilon 1 --out x.counts", 64,
                ["public.counts", "spamkit counts --plan"]
            ),
            ("merge plan.counts --plan plan.counts --out x.counts", 64, ["plan"]),
            (
                "merge phones.counts --plan public.counts --private --epsilon 1 --out x.counts", 1,
                ["public.counts", "private counts"]
            ),
            ("train phones.counts --out x.spam", 64, ["phones.counts", "--private"]),
            ("train r.counts public.counts --out x.spam", 64, ["public.counts", "--background"]),
            ("train r.counts s.counts --out x.spam", 64, ["s.counts", "merge"]),
            ("counts one.jsonl --plan plan.counts --out x.counts", 64, ["--contributor NAME", "neither"]),
            ("counts phones.jsonl --plan plan.counts --by-source --out x.counts", 64, ["--format jsonl", "found none"]),
            ("counts phones.jsonl --format csv --plan plan.counts --by-source --out x.counts", 64, ["--format csv"]),
            ("counts one.jsonl --contributor me --out x.counts", 64, ["--contributor", "--plan"]),
            ("counts one.jsonl --plan r.counts --contributor me --out x.counts", 1, ["r.counts", "a plan", "a release"]),
            ("privacy-plan public.counts --clip 0 --out x.counts", 1, ["found 0", "--clip"]),
            ("privacy-plan public.counts --labels junk --out x.counts", 1, ["two labels", "--labels"]),
            ("privacy-plan public.counts --labels junk,spam --out x.counts", 64, ["--labels", "spam"]),
            ("privacy-plan r.counts --out x.counts", 1, ["r.counts", "private counts"]),
        ]
        for (command, status, words) in rows {
            let refused = try bench.run("spamkit \(command)")
            #expect(refused.status == status, "\(command): \(refused.status) \(refused.errors)")
            for word in words { #expect(refused.errors.contains(word), "\(command): \(refused.errors)") }
        }
        #expect(try bench.run("ls x.counts x.spam").output.isEmpty)
    }
}
