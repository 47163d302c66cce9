// What drift promises: an exit code for cron jobs, figures for programs, no text unless asked for,
// and a next step where a model or a file will not do.

import Foundation
import Testing

@Suite struct DriftCommandTests {
    private static let setUp = """
        grep '"lang":"en' Datasets/starter/train.jsonl > english.jsonl; grep '"lang":"ko' Datasets/starter/test.jsonl > korean.jsonl
        awk 'NR % 2' english.jsonl > train.jsonl; awk 'NR % 2 == 0' english.jsonl > more.jsonl
        spamkit train train.jsonl --out m.spam --quiet > /dev/null
        """

    @Test func anAlarmIsTheExitCodeAndItsFiguresAreInJSON() throws {
        let bench = try Workbench()
        let calm = try bench.run("\(Self.setUp)\nspamkit drift m.spam more.jsonl --json -")
        #expect(calm.status == 0, "\(calm.output)\(calm.errors)")
        #expect(calm.output.contains(#""answer":"like""#) || calm.output.contains(#""answer" : "like""#), "\(calm.output)")
        // The newest are told by a day that parts these messages.
        let like = try bench.run("spamkit drift m.spam more.jsonl --top 0").output
        #expect(like.contains("to look at them, once") && like.contains("evaluate MODEL FILE --mistakes"), "\(like)")
        let dated = #"awk '{ sub(/^{/, "{\"time\":\"2026-03-" (10 + NR % 20) "\","); print }' more.jsonl > dated.jsonl"#
        let timed = try bench.run("\(dated); spamkit drift m.spam dated.jsonl --top 0").output
        #expect(timed.contains("FILE --where 'time>=2026-03-25' --mistakes"), "\(timed)")
        let few = try bench.run("head -n 20 more.jsonl | spamkit drift m.spam -")
        #expect(few.status == 0 && few.output.contains("cannot tell") && few.output.contains("ompare messages of more templates"))
        let alarm = try bench.run("spamkit drift m.spam korean.jsonl --json drift.json --html drift.html --by messages")
        #expect(alarm.status == 1 && alarm.errors.isEmpty, "\(alarm.errors)")
        #expect(alarm.output.contains("differs") && alarm.output.contains("label 50"))
        #expect(alarm.output.contains("\n  usual: training's unseen messages, or a limit; range: now, give or take chance\n"))
        let quiet = try bench.run("spamkit drift m.spam korean.jsonl --quiet")
        #expect(quiet.status == 1 && quiet.output.isEmpty && quiet.errors.isEmpty, "the exit code alone")
        let object = try JSONSerialization.jsonObject(with: Data(contentsOf: bench.folder.appending(path: "drift.json")))
        let report = try #require(object as? [String: Any])
        #expect(report["answer"] as? String == "differs" && (report["findings"] as? [Any])?.count == 4)
        #expect((report["periods"] as? [Any])?.isEmpty == false)
        let page = try String(contentsOf: bench.folder.appending(path: "drift.html"), encoding: .utf8)
        #expect(
            page.contains("drift-shares") && page.contains("drift-index") && page.contains("newly worded")
                && page.contains("<polyline") && !page.contains("http://") && !page.contains("https://")
        )
    }

    @Test func aStoreIsComparedAsAFileIs() throws {
        let bench = try Workbench()
        let file = try bench.run("\(Self.setUp)\nspamkit drift m.spam more.jsonl --top 0")
        let store = try bench.run(
            "spamkit import more.jsonl --into s.sqlite --quiet > /dev/null; spamkit drift m.spam s.sqlite --top 0")
        #expect(file.status == 0 && store.status == 0 && store.output == file.output && !file.output.isEmpty, "\(store.errors)")
    }

    @Test func textsAreShownToThoseWhoAskAlone() throws {
        let bench = try Workbench()
        try bench.write("text\n" + (1...80).map { "zqxjk wvutz plmok \($0) brgfd\n" }.joined(), to: "odd.csv")
        let hidden = try bench.run("\(Self.setUp)\nspamkit drift m.spam odd.csv --json d.json --html d.html; cat d.json d.html")
        #expect(hidden.output.contains("row ") && !hidden.output.contains("zqxjk"))
        let shown = try bench.run("spamkit drift m.spam odd.csv --json d.json --html d.html --show-text; cat d.json d.html")
        #expect(shown.output.components(separatedBy: "zqxjk").count >= 4)
    }

    @Test func whatWillNotDoIsToldWithTheNextStep() throws {
        let bench = try Workbench()
        _ = try bench.run("\(Self.setUp)\nspamkit train train.jsonl --out plain.spam --folds 0 --quiet > /dev/null")
        let cases: [(command: String, status: Int32, says: String)] = [
            ("spamkit drift plain.spam more.jsonl", 1, "train anew"),
            ("spamkit drift m.spam more.jsonl --by day", 1, "--column time=NAME"),
            ("spamkit drift m.spam more.jsonl --by year", 64, "day"),
            ("spamkit drift m.spam more.jsonl --level 2", 64, "--level"),
            ("spamkit drift m.spam more.jsonl --html -", 64, "--html"),
            ("spamkit drift m.spam /dev/null", 1, "expected messages"),
        ]
        for (command, status, says) in cases {
            let result = try bench.run(command)
            #expect(result.status == status && result.errors.contains(says), "\(command): \(result.status) \(result.errors)")
            #expect(result.output.isEmpty)
        }
    }

    /// Senders without a country are foreign to a model that learned with one.
    @Test func aMissingCountryIsNamedInTheAlarm() throws {
        let bench = try Workbench()
        let alarm = try bench.run(
            """
            grep '"lang":"ko' Datasets/starter/train.jsonl | sed '/"label":"junk"/s/"sender":"[^"]*"/"sender":"+821023456789"/; /"label":"allow"/s/"sender":"[^"]*"/"sender":"+447700900123"/' > all.jsonl
            awk 'NR % 2' all.jsonl > train.jsonl; awk 'NR % 2 == 0' all.jsonl | sed 's/"country":"KR",//' > bare.jsonl
            spamkit train train.jsonl --out m.spam --quiet > /dev/null; spamkit drift m.spam bare.jsonl --top 0
            """)
        let words = "First say where the phone was, such as --country KR: "
        #expect(alarm.status == 1 && alarm.output.replacing("\n", with: " ").contains(words), "\(alarm.output)")
        let quiet = try bench.run("spamkit drift m.spam bare.jsonl --quiet")
        #expect(quiet.status == 1 && quiet.output.isEmpty && quiet.errors.hasPrefix("Warning: \(words)"), "\(quiet.errors)")
        let given = try bench.run("spamkit drift m.spam bare.jsonl --country KR --top 0")
        #expect(given.status == 0 && !given.output.contains("First say"), "\(given.output)")
        // Also where all senders of training are of one kind, and texts differ as well.
        let mobile = #"s/"sender":"[^"]*"/"sender":"+821023456789"/"#
        _ = try bench.run(
            """
            sed '\(mobile)' train.jsonl > one.jsonl; sed '\(mobile); s/"text":"/"text":"qxz vkw jqy /' bare.jsonl > bare-one.jsonl
            spamkit train one.jsonl --out one.spam --quiet > /dev/null
            """)
        let one = try bench.run("spamkit drift one.spam bare-one.jsonl --quiet")
        #expect(one.status == 1 && one.errors.hasPrefix("Warning: \(words)"), "\(one.errors)")
        // Training without a country has foreign senders too.
        let same = try bench.run(
            "sed 's/\"country\":\"KR\",//' train.jsonl > plain.jsonl; spamkit train plain.jsonl --out p.spam -q > /dev/null; grep '\"lang\":\"en' Datasets/starter/test.jsonl | sed 's/\"country\":\"[A-Z]*\",//' > e.jsonl; spamkit drift p.spam e.jsonl"
        )
        #expect(same.status == 1 && !same.output.contains("First say"), "\(same.output)")
    }

    @Test func daysAreComparedByThemselves() throws {
        let bench = try Workbench()
        let result = try bench.run(
            """
            \(Self.setUp)
            head -n 600 more.jsonl | awk '{ sub(/^\\{/, "{\\"time\\":\\"2026-03-0" (NR % 3 + 1) "\\","); print }' > days.jsonl
            spamkit drift m.spam days.jsonl --by day --top 0
            """)
        #expect(result.output.contains("2026-03-01") && result.output.contains("2026-03-03"), "\(result.output)\(result.errors)")
    }

    /// A scheme in known words is in no other figure. It is an alarm, and its texts are for those
    /// who ask alone.
    @Test func textsThatBeginOnADayAreTold() throws {
        let bench = try Workbench()
        let rooms = "abcdefghijklmnopqrst".flatMap { room in
            (1...12).map { "{\"time\":\"2026-03-05\",\"text\":\"See you in room \(room) of the house, and bring \($0)\"}\n" }
        }
        try bench.write(rooms.joined(), to: "new.jsonl")
        let made = try bench.run(
            """
            \(Self.setUp)
            head -n 3000 more.jsonl | awk '{ sub(/^\\{/, "{\\"time\\":\\"2026-03-0" (NR % 6 + 1) "\\","); print }' > days.jsonl
            cat days.jsonl new.jsonl > all.jsonl
            spamkit drift m.spam all.jsonl --by day --json d.json; cat d.json
            """)
        let output = made.output
        #expect(
            output.replacing("\n", with: " ").contains(
                #/^In 2026-03-05 20 texts begin, [0-9.]+ % of its messages \(before: 0\.0 %\)\./#),
            "\(output)\(made.errors)")
        #expect(output.contains("\ntexts that begin in 2026-03-05; 10 more: --top\n") && output.contains("row 3"), "\(output)")
        #expect(output.contains("to read them: --show-text") && !output.contains("See you in room"))
        #expect(output.contains("\"texts\" : 20") && output.contains("\"usual\" : 0"), "\(output)")
        let alarm = try bench.run("spamkit drift m.spam all.jsonl --by day --quiet")
        #expect(alarm.status == 1 && alarm.output.isEmpty)
        let calm = try bench.run("spamkit drift m.spam days.jsonl --by day --top 0")
        #expect(!calm.output.contains("texts begin") && calm.output.contains("  begin: messages whose text"), "\(calm.output)")
        let shown = try bench.run("spamkit drift m.spam all.jsonl --by day --show-text --html d.html; cat d.html")
        #expect(shown.output.contains("See you in room") && shown.output.contains("Texts that begin in 2026-03-05"))
    }
}
