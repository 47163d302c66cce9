// What an import leaves open rather than guesses: the order of days, who of a group wrote, what was
// sent.

import Corpus
import Foundation
import SpamFilter
import Testing

@testable import CorpusStore

@Suite struct ImportDoubtTests {
    /// Where both orders are in one file, only dates that are of one by themselves have a time.
    @Test(arguments: [
        ["13/5/2024", "5/14/2024", "3/4/2024", "4/3/2024"], ["3/4/2024", "13/5/2024", "4/3/2024", "5/14/2024"],
        ["5/14/2024", "3/4/2024", "4/3/2024", "13/5/2024"], ["3/4/2024", "4/3/2024", "5/14/2024", "13/5/2024"],
    ])
    func twoOrdersOfDaysAreToldAndNotGuessed(dates: [String]) throws {
        let folder = try StoreFolder()
        let rows = dates.map { "at \($0),ham,\($0)\n" }.joined()
        let summary = try folder.add("text,label,time\n" + rows, as: "a.csv")
        #expect(summary.hasTwoDayOrders && summary.timesInEitherOrder == 2 && summary.timesLost == 2)
        let times = try Dictionary(uniqueKeysWithValues: folder.messages.map { ($0.message.body, $0.receivedAt) })
        #expect(times == ["at 13/5/2024": 1_715_558_400, "at 5/14/2024": 1_715_644_800, "at 3/4/2024": nil, "at 4/3/2024": nil])
        #expect(summary.times == 1_715_558_400...1_715_644_800)
        // The same messages again, of a file that has grown, are known.
        let grown = try folder.add("text,label,time\n" + rows + "new,ham,13/6/2024\n", as: "a.csv")
        #expect(grown.rows == 5 && grown.hasTwoDayOrders)
    }

    /// Rows wait for a date that tells the order, but not more than memory has room for, with dates
    /// of their own or without.
    @Test(arguments: [("", 40, false), ("", 4, true), ("4/5/2025", 40, false)])
    func rowsDoNotWaitForever(date: String, count: Int, isRead: Bool) throws {
        let folder = try StoreFolder()
        let long = String(repeating: "word ", count: 190_000)
        let rows = (0..<count).map { "\($0) \(long),ham,\(date)\n" }.joined()
        let summary = try folder.add("text,label,time\nfirst,ham,3/5/2025\n\(rows)last,ham,25/12/2025\n", as: "a.csv")
        #expect(summary.added == count + 2 && summary.timesLost == (isRead ? 0 : date.isEmpty ? 1 : 41))
    }

    @Test func oneOrderIsReadAsEver() throws {
        let folder = try StoreFolder()
        let summary = try folder.add("text,label,time\na,ham,3/4/2024\nb,ham,13/4/2024\nc,ham,5/4/2024\n", as: "a.csv")
        #expect(!summary.hasTwoDayOrders && summary.timesLost == 0 && summary.times == 1_712_102_400...1_712_966_400)
    }

    @Test(arguments: [
        ("2024-05-03 10:00", true), ("2024-05-03T10:00:00Z", false), ("1714730400", false), ("2024-05-03", false),
        ("2024-05-03 10:00 +09:00", false),
    ])
    func timesWithoutAZoneAreTold(time: String, isTold: Bool) throws {
        let folder = try StoreFolder()
        #expect(try folder.add("text,label,time\na,ham,\(time)\n", as: "a.csv").hasTimesWithoutZone == isTold)
    }

    /// Rows of two annotators are kept, and their messages counted, with an id and without.
    @Test func twoLabelsOfOneMessageAreTold() throws {
        let folder = try StoreFolder()
        let summary = try folder.add(
            "id,text,label\n1,win,spam\n1,win,ham\n2,ok,ham\n2,ok,ham\n3,a,ham\n3,b,spam\n", as: "a.csv")
        #expect(summary.added == 6 && summary.repeatedIDs == 3 && summary.contradictingLabels == 1)
        #expect(try folder.add("id,text,label\n1,win,spam\n2,win,ham\n", as: "b.csv").contradictingLabels == 1)
        let bare = "text,label,annotator\nwin,spam,A\nwin,ham,B\nwin,ham,C\nok,ham,A\nok,ham,B\n"
        #expect(try folder.add(bare, as: "c.csv").contradictingLabels == 1)
        let senders = "text,label,sender\nwin,spam,A\nwin,ham,B\n"
        #expect(try folder.add(senders, as: "d.csv").contradictingLabels == 0)
    }

    /// Rows in a quote of another are lost, and counted.
    @Test func rowsInQuotesAreCounted() throws {
        let folder = try StoreFolder()
        let summary = try folder.add("label,text\nham,\"win\nspam,loan\nham,\"ok\nham,fine\n", as: "a.csv")
        #expect(summary.rows == 4 && summary.rejected == 3 && summary.rowsInQuotes == 2 && summary.added == 1)
        #expect(try folder.store.imports.rejectedRows().map(\.line) == [2])
    }

    /// What the file marks as sent only now, was kept before: it is told by its number.
    @Test func messagesMarkedAsSentLaterAreTold() throws {
        let folder = try StoreFolder()
        let content = "who,text,label\nin,one,ham\nout,two,ham\nin,three,ham\nout,four,ham\n"
        #expect(try folder.add(content, as: "a.csv").added == 4)
        var options = ImportOptions()
        options.again = true
        options.reading.columns = ColumnChoice([.direction: "who"])
        let again = try folder.store.imports.add(file: folder.path("a.csv"), options)
        #expect(again.leftOutNow == [2, 4] && again.rejected == 2 && again.known == 2)
        _ = try folder.store.curation.forget(.numbers(again.leftOutNow))
        #expect(try folder.texts == ["one", "three"])
        #expect(try folder.store.imports.add(file: folder.path("a.csv"), options).leftOutNow.isEmpty)
    }

    /// Rows that were messages, and are a header or a line of totals once columns are named.
    @Test func rowsThatAreNoneAnyMoreAreNamed() throws {
        let folder = try StoreFolder()
        let content = "Q1,Q2\nPlease paste the message,Is it spam?\nwin a prize,spam\nsee you,ham\n"
        var options = ImportOptions()
        options.reading.hasHeader = false
        options.reading.columns = ColumnChoice([.text: "1"], without: [.label])
        #expect(try folder.add(content, as: "q.csv", options).added == 4)
        options.again = true
        options.reading.hasHeader = true
        options.reading.columns = ColumnChoice([.text: "Q1", .label: "Q2"])
        let again = try folder.store.imports.add(file: folder.path("q.csv"), options)
        #expect(again.leftOutNow.sorted() == [1, 2] && again.labelled == 2, "\(again)")
    }

    @Test func aGroupsSenderIsLeftOpenAndTold() throws {
        let folder = try StoreFolder()
        let summary = try folder.add(
            """
            <smses><mms msg_box="1" date="1650000002000" address="+1555~+1556"><parts><part ct="text/plain" text="hi"/></parts></mms>
            <mms msg_box="1" date="1650000002000" address="+1555~+1556"><parts><part ct="text/plain" text="yo"/></parts>
            <addrs><addr type="137" address="+1556"/></addrs></mms><sms type="3" date="1650000002000" body="draft"/></smses>
            """, as: "a.xml")
        #expect(try folder.messages.map(\.message.sender) == [nil, "+1556"] && summary.values[.groupSenders] == 1)
        #expect(summary.frequentReasons.map(\.reason).contains { $0.contains("found a draft") })
    }
}
