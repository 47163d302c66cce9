// More files as people have them, where a table of texts does not say it: opposite flags, marks
// around senders, hours and zones.

import SpamFilter
import Testing

@testable import Corpus

@Suite struct MoreFilesTests {
    /// Below a name of what is wanted, yes is never taken for junk.
    @Test(
        arguments: [
            "is_legit", "isLegit", "legit", "ham", "is_ham", "not_spam", "is_safe", "is_wanted", "genuine", "real", "isReal",
        ], [("true", "false"), ("1", "0")])
    func flagsOfWantedAreNotReversed(name: String, flags: (yes: String, no: String)) throws {
        let files = [
            ("a.jsonl", "{\"text\":\"one\",\"\(name)\":\(flags.yes)}\n{\"text\":\"two\",\"\(name)\":\(flags.no)}\n"),
            ("a.csv", "text,\(name)\none,\(flags.yes)\ntwo,\(flags.no)\n"),
        ]
        for (file, content) in files {
            var options = CorpusOptions()
            options.takesUnlabelled = true
            let found = try Noticed(content, file, options)
            let meanings = "\(flags.yes)=allow,\(flags.no)=junk"
            let look = FileLayout.Look(role: .label, name: name, meanings: meanings, isOpen: CorpusColumns.isNegated(name))
            let looks = found.layout.looks.map {
                FileLayout.Look(role: $0.role, name: $0.name, meanings: $0.meanings, isOpen: $0.isOpen)
            }
            #expect(looks == [look], "\(file)")
            options.columns = ColumnChoice([.label: name])
            let chosen = try Noticed(content, file, options)
            guard case .unknownLabels(_, _, let unknown)? = chosen.error else {
                Issue.record("\(file): \(chosen)")
                continue
            }
            #expect(unknown.words.map(\.text) == [flags.yes, flags.no] && unknown.likelyMeaning(of: flags.yes) == .allow)
            #expect(unknown.likelyMeaning(of: flags.no) == .junk && unknown.likelyMeaning(of: "block") == .junk)
            options.labels = try LabelMap(parsing: meanings)
            #expect(try Noticed(content, file, options).labels == ["allow", "junk"], "\(file)")
        }
    }

    /// Phones and spreadsheets put marks of direction around senders.
    @Test(arguments: ["\u{202A}+49 151 0001\u{202C}", "\u{2066}+49 151 0001\u{2069}", "+49 151 0001\u{200E}"])
    func marksAroundSendersAreDropped(sender: String) throws {
        var options = CorpusOptions()
        options.takesUnlabelled = true
        let found = try Noticed("sender,text\n\(sender),one\n", "a.csv", options)
        #expect(found.rows.map(\.message.sender) == ["+49 151 0001"])
    }

    /// The hours may stand in a column of their own, and the best of several times is read.
    @Test(arguments: [
        ("date,time,text\n2024-05-03,10:00,one\n2024-05-04,11:30:05,two\n", ["2024-05-03 10:00", "2024-05-04 11:30:05"]),
        ("Datum;Uhrzeit;Nachricht\n03.05.2024;10:00;one\n04.05.2024;11:00;two\n", ["03.05.2024 10:00", "04.05.2024 11:00"]),
        ("日期,时间,内容\n2024/5/3,10:00,one\n2024/5/4,11:00,two\n", ["2024/5/3 10:00", "2024/5/4 11:00"]),
        (
            "date,time,text\n2024-05-03 00:00:00,3:05 PM,one\n2024-05-04 00:00:00,,two\n",
            ["2024-05-03 3:05 PM", "2024-05-04 00:00:00"]
        ),
        (
            "date,timestamp,text\n2024-05-03,1714730400000,one\n2024-05-04,1714816800000,two\n",
            ["1714730400000", "1714816800000"]
        ),
        (
            "timestamp,date,text\n2024-05-03,2024-05-03 10:00,one\n2024-05-04,2024-05-04 11:00,two\n",
            ["2024-05-03 10:00", "2024-05-04 11:00"]
        ),
        ("date,time,text\n2024-05-03,2024-05-03 10:00,one\n", ["2024-05-03 10:00"]),
        (
            "date,time,ampm,text\n2024-05-03,03:20,PM,one\n2024-05-04,03:20,AM,two\n",
            ["2024-05-03 03:20 PM", "2024-05-04 03:20 AM"]
        ),
        ("timestamp,AM/PM,text\n2024-05-03 03:20,p.m.,one\n", ["2024-05-03 03:20 p.m."]),
        ("timestamp,ampm,text\n2024-05-03 03:20,x,one\n", ["2024-05-03 03:20"]),
        ("date,text\n2024-05-03,one\n", ["2024-05-03"]),
    ])
    func hoursAreReadWithTheirDay(content: String, times: [String]) throws {
        var options = CorpusOptions()
        options.takesUnlabelled = true
        let found = try Noticed(content, "a.csv", options)
        #expect(found.rows.map { $0.time?.text } == times, "\(found)")
        options.columns = ColumnChoice([.time: content.contains("Datum") ? "Datum" : content.contains("日期") ? "日期" : "date"])
        #expect(try Noticed(content, "a.csv", options).rows.allSatisfy { !($0.time?.text.contains("PM") ?? true) })
    }

    @Test(
        arguments: [
            ("2024-05-03 오후 3:05", 1_714_748_700), ("2024. 5. 3. 오전 12:05", 1_714_694_700), ("2024/5/3 下午3:05", 1_714_748_700),
            ("2024/5/3 午後3:05", 1_714_748_700), ("2024-05-03 3:05 p. m.", 1_714_748_700), ("2024-05-03 3:05 P.M.", 1_714_748_700),
            ("2024-05-03 12:05 a.m.", 1_714_694_700), ("2024-05-04 00:05 KST", 1_714_748_700),
            ("2024-05-03 17:05 CEST", 1_714_748_700),
            ("2024-05-03 15:05 UTC", 1_714_748_700), ("2024-05-03 15:05 IST", nil), ("2024-05-03 15:05 CST", nil),
            ("2024-05-04T00:05:00+09:00", 1_714_748_700), ("2024-05-03 15:05Z", 1_714_748_700),
        ] as [(String, Int?)])
    func halfDaysAndZonesAreRead(text: String, seconds: Int?) {
        #expect(MessageTime.seconds(text) == seconds, "\(text)")
    }

    @Test(arguments: [
        ("2024-05-03 10:00", true), ("2024-05-03T10:00:00Z", false), ("2024-05-03 10:00 +0900", false), ("2024-05-03", false),
        ("1714730400000", false), ("20240503100000", true), ("2024-05-03 10:00 KST", false), ("2024-05-03 오후 3:05", true),
    ])
    func timesWithoutAZoneAreKnown(text: String, lacksZone: Bool) {
        #expect(MessageTime.written(text).read(order: nil)?.lacksZone == lacksZone, "\(text)")
    }
}
