// Times: periods of evaluate and compare, conditions, predictions.

import Foundation
import Testing

@Suite struct TimeTests {
    /// Three months, in the second of which a new template of wanted messages looks like junk; two
    /// messages without a time.
    private static func bench() throws -> Workbench {
        let bench = try Workbench()
        let rows = (0..<180).map { i -> String in
            let month = i / 60 + 1, day = i % 28 + 1
            let time = i < 2 ? "" : "2026-0\(month)-\(day < 10 ? "0" : "")\(day)T08:30:00Z"
            let isOdd = month == 2 && i % 6 == 0
            return i % 2 == 0
                ? "\(time),ham,\(isOdd ? "claim your prize loan \(i)" : "dinner at home with \(i)")\n"
                : "\(time),spam,claim your prize loan now \(i * 37)\n"
        }
        try bench.write("time,label,text\n" + rows.joined(), to: "t.csv")
        try bench.write(
            "label,text\n"
                + (0..<80).map { $0 % 2 == 0 ? "ham,dinner at home \($0)\n" : "spam,claim your prize loan \($0)\n" }.joined(),
            to: "train.csv")
        _ = try bench.run(
            "spamkit train train.csv --trainer nb --min-df 1 --folds 0 --out m.spam && spamkit import t.csv --into t.sqlite"
        )
        return bench
    }

    @Test(arguments: ["t.csv", "t.sqlite"]) func evaluateGoesByTime(corpus: String) throws {
        let bench = try TimeTests.bench()
        let found = try bench.run("spamkit evaluate m.spam \(corpus) --by month --json r.json --html p.html")
        #expect(found.status == 0, "\(found.errors)")
        #expect(found.output.contains("By month, in UTC\n"), "\(found.output)")
        let months = found.output.matches(of: #/\n  (2026-0\d|no time) +(\d+) /#).map { "\($0.output.1) \($0.output.2)" }
        #expect(months == ["2026-01 58", "2026-02 60", "2026-03 60", "no time 2"], "\(found.output)")
        let json = try bench.run("cat r.json").output
        #expect(json.contains(#""dimension" : "month""#) && !json.contains(#""dimension" : "lang""#))
        let page = try bench.run("cat p.html").output
        #expect(page.contains("id=\"periods-lost-title\"") && page.contains("id=\"periods-recall-title\""))
        for (period, name) in [("day", "2026-02-28"), ("week", "2026-W01")] {
            #expect(try bench.run("spamkit evaluate m.spam \(corpus) --by \(period) --full").output.contains("\n  \(name) "))
        }
        let bound = try bench.run("spamkit evaluate m.spam \(corpus) --require 'false-junk[month=2026-02]<=1%'")
        #expect(bound.status == 1 && bound.errors.contains("false-junk[month=2026-02]<=1%: found"), "\(bound.errors)")
        let other = try bench.run("cp m.spam n.spam; spamkit compare m.spam n.spam \(corpus) --by month")
        #expect(other.status == 0 && other.output.contains("both put the same messages in\nJunk."), "\(other.errors)")
    }

    @Test func messagesWithoutTimesHaveNoPeriods() throws {
        let bench = try TimeTests.bench()
        for command in ["evaluate m.spam", "compare m.spam m.spam"] {
            let found = try bench.run("spamkit \(command) train.csv --by day")
            #expect(
                found.status == 1 && found.errors.contains("expected messages with a time for --by day, found none"),
                "\(found.errors)")
            #expect(found.errors.contains("--column time=NAME"))
        }
    }

    /// A date of one order is read where it stands; of 5/3/2026 only all rows tell the day.
    @Test func datesOfEitherOrderAreTold() throws {
        let bench = try Workbench()
        try bench.write("text,time\none,13/3/2026\ntwo,5/3/2026\nthree,20/3/2026\n", to: "a.csv")
        let found = try bench.run("spamkit import a.csv --into a.sqlite --where 'time>=2026-03-14'")
        #expect(found.output.contains("1 added"), "\(found.output)")
        #expect(found.errors.contains("a.csv: 1 time such as 5/3/2026, which --where cannot read"), "\(found.errors)")
    }

    static let conditions: [(options: String, count: Int)] = [
        ("--where 'time>=2026-02-01'", 120), ("--where 'time>=2026-02-01' --where 'time<2026-03-01'", 60),
        ("--where 'time<=2026-01-31'", 58), ("--where 'time>2026-02-28'", 60), ("--where 'time > 2026-01-01'", -1),
        ("--where 'time>=2026-03-01T08:30:01Z' --where label=junk", 30), ("--where 'time<2026-01-03T08:30:00Z'", 4),
    ]

    @Test func conditionsTakeStretchesOfTime() throws {
        let bench = try TimeTests.bench()
        for (options, count) in Self.conditions {
            for corpus in ["t.csv", "t.sqlite"] {
                let found = try bench.run("spamkit evaluate m.spam \(corpus) \(options)")
                if count < 0 {
                    #expect(found.status == 64, "\(options): \(found.errors)")
                } else {
                    #expect(
                        found.output.replacing("\n", with: " ").contains(" \(count) messages: "),
                        "\(options), \(corpus): \(found.output.prefix(300))")
                }
            }
        }
        let none = try bench.run("spamkit evaluate m.spam t.csv --where 'time>2027-01-01'")
        #expect(
            none.status == 1 && none.errors.contains("time there: 2026-02 (60), 2026-03 (60), 2026-01 (58)"), "\(none.errors)")
        for wrong in ["time=2026-01-01", "time>soon", "time", "time>"] {
            let found = try bench.run("spamkit evaluate m.spam t.csv --where '\(wrong)'")
            #expect(found.status == 64 && found.errors.contains("--where"), "\(wrong): \(found.errors)")
        }
    }

    @Test(arguments: ["t.csv", "t.sqlite"]) func predictionsHaveATimeColumn(corpus: String) throws {
        let bench = try TimeTests.bench()
        _ = try bench.run("spamkit evaluate m.spam \(corpus) --predictions p.csv")
        let lines = try bench.run("cat p.csv").output.split(separator: "\n").map {
            $0.split(separator: ",", omittingEmptySubsequences: false)
        }
        let column = try #require(lines[0].firstIndex(of: "time"))
        try #require(lines.count == 181)
        #expect(lines[1][column].isEmpty && lines[3][column] == "2026-01-03T08:30:00Z", "\(lines[3])")
        _ = try bench.run("spamkit evaluate m.spam train.csv --predictions q.csv")
        #expect(try !bench.run("head -1 q.csv").output.contains("time"))
    }
}
