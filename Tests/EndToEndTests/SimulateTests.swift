// What simulate and aasa promise: an outcome for each message, the answers of a server, and errors
// with file and line.

import Foundation
import Testing

@Suite struct SimulateTests {
    /// A workbench with a model that knows four messages.
    private func bench() throws -> Workbench {
        let bench = try Workbench()
        try bench.write(BadInputTests.good, to: "in.tsv")
        let trained = try bench.run("\(BadInputTests.train) --folds 0")
        #expect(trained.status == 0, "\(trained.errors)")
        return bench
    }

    private static let threads = """
        {"thread":"a","text":"free prize call now","label":"junk"}
        {"filter":"off"}
        {"thread":"a","text":"free prize call now","label":"junk"}

        {"filter":"on"}
        {"thread":"b","sender":"1","text":"free\\tprize \\u0063all now","label":"ham"}
        {"thread":"b","reply":true}
        {"thread":"b","reply":true}
        {"thread":"b","reply":true}
        {"thread":"c","text":"free prize call now","service":"iMessage","more":[]}

        """

    @Test func eachMessageHasAnOutcomeInOrder() throws {
        let bench = try bench()
        try bench.write(SimulateTests.threads, to: "threads.jsonl")
        let lines = try bench.run("spamkit simulate out.spam threads.jsonl --messages")
        #expect(lines.status == 0, "\(lines.errors)")
        let objects = try lines.output.split(separator: "\n").map {
            try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
        }
        #expect(objects.map { $0["row"] as? Int } == [1, 3, 6, 10])
        #expect(objects.map { $0["way"] as? String } == ["filter", "off", "filter", "iMessage"])
        #expect(objects.map { $0["folder"] as? String } == ["junk", "inbox", "junk", "inbox"])
        let piped = try bench.run("spamkit simulate out.spam --json - < threads.jsonl")
        let report = try #require(try JSONSerialization.jsonObject(with: Data(piped.output.utf8)) as? [String: Any])
        #expect(report["junkSeen"] as? Int == 1 && report["lostMessages"] as? Int == 0)
        #expect((report["restored"] as? [String: Int])?["wanted"] == 1)
    }

    @Test func aServerIsAskedWhereSettingsSaySo() throws {
        let bench = try bench()
        try bench.write(#"{"thread":"a","text":"","label":"junk"}"# + "\n" + #"{"thread":"a","text":"hm"}"#, to: "threads.jsonl")
        try bench.write(#"{"defersToNetwork":true}"#, to: "settings.json")
        let asked = try bench.run(
            "spamkit simulate out.spam threads.jsonl --settings settings.json --server out.spam --messages")
        #expect(asked.output.contains(#""deferral":"answered""#), "\(asked.errors)")
        let alone = try bench.run("spamkit simulate out.spam threads.jsonl --settings settings.json --messages")
        #expect(alone.output.contains(#""deferral":"failed""#))
        let quiet = try bench.run("spamkit simulate out.spam threads.jsonl --server out.spam --messages")
        #expect(quiet.status == 64 && quiet.output.isEmpty && quiet.errors.contains("defersToNetwork"), "\(quiet.errors)")
    }

    /// By time, where all have one; without a sender each is a thread of its own.
    @Test func aCorpusIsReadAsElsewhere() throws {
        let bench = try bench()
        try bench.write(
            "label,text,sender,time\nspam,free prize call now,A,2026-02-03\nham,see you at home,A,2026-02-01\nham,see you at home,A,2026-02-04\nspam,free prize call now,,2026-02-02\nham,see you at home,,2026-02-05\n",
            to: "in.csv")
        let ways = #/"row":([0-9]+),.*"folder":"([a-z]+)","stuck":([a-z]+)/#
        func folders(_ command: String) throws -> [String] {
            let result = try bench.run("spamkit simulate out.spam \(command) --messages")
            #expect(result.status == 0, "\(result.errors)")
            return result.output.matches(of: ways).map { "\($0.output.1) \($0.output.2) \($0.output.3)" }
        }
        let all = ["2 inbox false", "4 junk false", "1 junk false", "3 junk true", "5 inbox false"]
        #expect(try folders("in.csv") == all)
        #expect(try bench.run("spamkit import in.csv --into s.sqlite").status == 0)
        #expect(try folders("s.sqlite") == all)
        #expect(try folders("in.csv --where label=junk") == ["4 junk false", "1 junk false"])
        #expect(try folders("- --format csv < in.csv") == all)
        #expect(try bench.run("spamkit simulate out.spam < in.csv").errors.contains("for a corpus give --format"))
        let said = try bench.run("spamkit simulate out.spam in.csv")
        #expect(said.errors.contains("2 messages have no sender, so no reply"), "\(said.errors)")
        #expect(said.output.contains("messages              5: wanted 3, junk 2\n"))
        // JSON Lines are events, in their order; with an option of corpora they are a corpus.
        #expect(try bench.run("spamkit corpus export s.sqlite > in.jsonl").status == 0)
        #expect(try folders("in.jsonl") == ["1 junk false", "2 junk true", "3 junk true", "4 junk false", "5 inbox false"])
        #expect(try folders("in.jsonl --where label=junk").count == 2)
    }

    @Test(arguments: [
        ("{\"text\":7}", "threads.jsonl:2: expected a string for the key text"),
        ("secret", "threads.jsonl:2: expected a JSON object"),
        ("{\"filter\":\"secret\"}", "threads.jsonl:2: expected on or off for the key filter"),
        ("{\"sender\":\"secret\",\"text\":\"secret\",\"label\":\"a secret\"}", "threads.jsonl:2: expected a label such as junk"),
        ("{\"sender\":\"secret\",\"text\":\"secret\",\"label\":\"fine\"}", "found \"fine\"; correct the label"),
    ])
    func aLineThatIsNoEventIsNamedAndNotShown(line: String, error: String) throws {
        let bench = try bench()
        try bench.write(#"{"thread":"a","text":"hello"}"# + "\n" + line + "\n", to: "threads.jsonl")
        let result = try bench.run("spamkit simulate out.spam threads.jsonl --messages")
        #expect(result.status == 1 && result.errors.contains(error) && !result.errors.contains("secret"), "\(result.errors)")
        #expect(result.output.hasPrefix(#"{"row":1,"#))
    }

    @Test(arguments: [
        ("spamkit simulate out.spam --messages --json -", 64, "not both"),
        ("spamkit simulate none.spam", 1, "none.spam: cannot open"),
        ("spamkit simulate out.spam none.jsonl", 1, "none.jsonl: expected a file, found nothing by this name"),
        ("echo '[]' > s.json; spamkit simulate out.spam --settings s.json", 1, "s.json: expected one JSON object"),
        (
            "echo '{\"rulez\":[]}' > s.json; spamkit simulate out.spam --settings s.json", 1,
            "s.json: rulez: expected one of the keys _version, defersToNetwork, allow, deny, rules, found another"
        ),
        (
            "echo '{\"rules\":[{\"label\":\"spam\",\"sender\":\"1\"}]}' > s.json; spamkit simulate out.spam --settings s.json", 1,
            "s.json: rules[0].label: expected one of allow, junk, "
        ),
        ("spamkit aasa", 64, "name an app"),
        ("spamkit aasa ABCDE12345.a ABCDE12345.a", 64, "found one twice"),
        ("spamkit aasa ABCDE12345", 64, "expected a team of ten"),
        ("spamkit aasa ABCDE12345.a --check none", 1, "none: cannot open"),
        ("echo '{}' > a; spamkit aasa ABCDE12345.a --check a", 1, "a: messagefilter: expected an object with a list of apps"),
        ("echo '[' > a; spamkit aasa ABCDE12345.a --check a", 1, "a: expected one JSON object"),
    ])
    func mistakesHaveTheirExitCodes(command: String, status: Int, error: String) throws {
        let result = try bench().run(command)
        #expect(result.status == Int32(status) && result.errors.contains(error), "\(result.errors)")
    }

    @Test func whatAasaWritesPassesItsCheck() throws {
        let result = try Workbench().run(
            "spamkit aasa ABCDE12345.a ABCDE12345.a.ext --report ABCDE12345.a > f && spamkit aasa ABCDE12345.a.ext --check f && spamkit aasa --report ABCDE12345.a --check f"
        )
        #expect(result.status == 0 && result.output == "f: names the app\nf: names the app\n", "\(result.errors)")
    }

    /// A rule for mobile numbers meets a + number only where the phone is in its country.
    @Test func theCountryOfThePhoneHoldsForEventsToo() throws {
        let bench = try bench()
        try bench.write(#"{"rules":[{"label":"promotion","senderKind":"mobile"}]}"#, to: "s.json")
        try bench.write(
            #"{"sender":"+821000000000","text":"hello"}"# + "\n" + #"{"thread":"a","reply":true}"# + "\n", to: "t.jsonl")
        for (country, count) in [("", 0), ("--country KR", 1), ("--country FR", 0)] {
            let result = try bench.run("spamkit simulate out.spam t.jsonl --settings s.json \(country)")
            #expect(result.output.contains("promotion \(count)"), "\(country): \(result.output)\(result.errors)")
        }
    }
}
