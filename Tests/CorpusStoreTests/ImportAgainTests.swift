// A file that is read again brings its messages up to date, and keeps what people have said.

import Corpus
import GRDB
import SpamFilter
import Testing

@testable import CorpusStore

@Suite struct ImportAgainTests {
    private static var again: ImportOptions {
        var options = ImportOptions()
        options.again = true
        return options
    }

    /// The columns of a file were not all known at first: its rows are the same messages still.
    @Test func columnsChosenLaterFillTheSameMessages() throws {
        let folder = try StoreFolder()
        let text = "ref,body,xa,xb\na1,see you at home,5550,ham\na2,free gold,CASH,spam\na2,free gold,CASH,spam\n"
        #expect(try folder.add(text, as: "feed.csv").added == 3)
        #expect(try folder.messages.allSatisfy { $0.message.sender == nil })
        var options = ImportAgainTests.again
        options.reading.columns = ColumnChoice([.label: "xb", .sender: "xa"])
        let summary = try folder.add(text, as: "feed.csv", options)
        #expect(summary.added == 0 && summary.known == 3 && summary.updated == 3)
        #expect(try folder.messages.map(\.message.sender) == ["5550", "CASH", "CASH"])
        #expect(try folder.messages.map(\.label) == [.allow, .junk, .junk])
        // Once more changes nothing; what is not read this time stays.
        let third = try folder.add(text, as: "feed.csv", ImportAgainTests.again)
        #expect(third.known == 3 && third.updated == 0 && third.added == 0)
        #expect(try folder.messages[0].message.sender == "5550")
    }

    @Test func rowsWithIDsAreUpdatedWhateverElseChanges() throws {
        let folder = try StoreFolder()
        try folder.add("id,text,label,sender\n7,one,ham,1\n8,two,ham,1\n", as: "a.csv")
        let summary = try folder.add(
            "id,text,label,sender\n8,two!,spam,2\n7,one,ham,1\n9,two,ham,1\n", as: "a.csv", ImportAgainTests.again)
        #expect(summary.added == 1 && summary.known == 2 && summary.updated == 1)
        let messages = try folder.messages
        #expect(messages.map(\.id) == ["7", "8", "9"])
        #expect(messages.map(\.message.body) == ["one", "two!", "two"])
        #expect(messages.map(\.label) == [.allow, .junk, .allow])
    }

    /// Without --again a row with a known id is added, and counted.
    @Test func knownIDsAreCounted() throws {
        let folder = try StoreFolder()
        try folder.add("id,text,label\n7,one,ham\n8,two,ham\n9,x,ham\n9,y,ham\n", as: "a.csv")
        let summary = try folder.add("id,text,label\n7,one!,ham\n8,two,ham\n9,z,ham\n10,new,ham\n", as: "a.csv")
        // 9 is the id of two messages, so that it tells none.
        #expect(summary.known == 1 && summary.added == 3 && summary.knownIDs == 1 && summary.repeatedIDs == 0)
        #expect(summary.idsElsewhere == 0 && summary.sourceOfIDs == nil)
    }

    /// A feed whose files have names of their own has sources of their own too.
    @Test func idsAndTextsOfAnotherSourceAreCounted() throws {
        let folder = try StoreFolder()
        try folder.add("id,text,label\n7,one,ham\n8,two,ham\n", as: "monday.csv")
        let summary = try folder.add("id,text,label\n7,one,spam\n8,other,ham\n9,three,ham\n", as: "tuesday.csv")
        #expect(summary.added == 3 && summary.knownIDs == 0)
        #expect(summary.idsElsewhere == 1 && summary.sourceOfIDs == "monday.csv")
    }

    /// Of another source the same id is another message.
    @Test func idsAreOfTheirSource() throws {
        let folder = try StoreFolder()
        try folder.add("id,text,label\n7,one,ham\n", as: "a.csv")
        #expect(try folder.add("id,text,label\n7,two,ham\n", as: "b.csv", ImportAgainTests.again).added == 1)
        #expect(try folder.texts == ["one", "two"])
    }

    /// A column that numbers messages from one in each part of a file names none of them.
    @Test(arguments: ["1,ccc,ham\n1,aaa,ham\n1,bbb,ham\n", "1,aaa,ham\n1,ccc,ham\n1,bbb,ham\n", "1,ccc,ham\n"])
    func idsOfSeveralMessagesTellNone(rows: String) throws {
        let folder = try StoreFolder()
        try folder.add("id,text,label\n1,aaa,ham\n1,bbb,ham\n", as: "a.csv")
        try folder.store.labels.give(.junk, to: 1, by: "tester")
        let summary = try folder.add("id,text,label\n" + rows, as: "a.csv", ImportAgainTests.again)
        #expect(summary.added == 1 && summary.repeatedIDs == rows.count / 10 - 1)
        #expect(try folder.texts == ["aaa", "bbb", "ccc"])
        #expect(try folder.messages.map(\.label) == [.junk, .allow, .allow])
    }

    /// Rows that were numbered anew are known by their texts, and labels stay with these.
    @Test func textsGoBeforeIDs() throws {
        let folder = try StoreFolder()
        try folder.add("id,text,label\n1,aaa,ham\n2,bbb,ham\n3,ccc,ham\n", as: "a.csv")
        try folder.store.labels.give(.junk, to: 2, by: "tester")
        let summary = try folder.add("id,text,label\n1,bbb,ham\n2,ccc,ham\n", as: "a.csv", ImportAgainTests.again)
        #expect(summary.known == 2 && summary.added == 0)
        #expect(try folder.texts == ["aaa", "bbb", "ccc"] && folder.messages.map(\.label) == [.allow, .junk, .allow])
    }

    /// Of equal texts each row finds the message with its id.
    @Test func equalTextsAreToldApartByTheirIDs() throws {
        let folder = try StoreFolder()
        try folder.add("id,text,lang\n1,aaa,de\n2,aaa,fr\n", as: "a.csv")
        let summary = try folder.add("id,text,lang\n2,aaa,fr\n1,aaa,de\n", as: "a.csv", ImportAgainTests.again)
        #expect(summary.known == 2 && summary.updated == 0)
        #expect(try folder.messages.map(\.language) == ["de", "fr"])
    }

    /// A second opinion is about the text that was read.
    @Test func aChangedTextHasNoSecondLabel() throws {
        let folder = try StoreFolder()
        try folder.add("id,text,label\n1,aaa,ham\n2,bbb,ham\n", as: "a.csv")
        var session = try SecondLabelingSession(folder.store, person: "ben")
        for _ in 0..<2 { try session.apply(.label(.junk)) }
        try folder.add("id,text,label\n1,aaa!,ham\n2,bbb,ham\n", as: "a.csv", ImportAgainTests.again)
        #expect(try folder.store.labels.agreements().flatMap(\.pairs).flatMap(\.messages) == [2])
    }

    @Test func labelsOfPeopleStay() throws {
        let folder = try StoreFolder()
        try folder.add("id,text,label\n1,one,ham\n2,two,ham\n3,three,ham\n", as: "a.csv")
        try folder.store.labels.give(.junk, to: 1, by: "tester")
        try folder.store.labels.give(.junk, to: 2, by: "tester")
        let summary = try folder.add(
            "id,text,label\n1,one,promotion\n2,two,spam\n3,three,spam\n", as: "a.csv", ImportAgainTests.again)
        #expect(summary.updated == 1 && summary.labelledOtherwise == 1)
        #expect(try folder.messages.map(\.label) == [.junk, .junk, .junk])
        // A file's own label goes back and forth with the file.
        #expect(try folder.add("id,text,label\n3,three,ham\n", as: "a.csv", ImportAgainTests.again).updated == 1)
        #expect(try folder.messages[2].label == .allow)
    }

    /// A text that comes back under another id is the message that is known, and keeps its first.
    @Test func theFirstIDOfATextIsKept() throws {
        let folder = try StoreFolder()
        try folder.add("id,text,label\n1,one,ham\n,two,ham\n", as: "a.csv")
        for options in [ImportOptions(), ImportAgainTests.again] {
            let text = "id,text,label\n5,one,ham\n6,two,ham\n\(options.again ? "" : "\n")"
            #expect(try folder.add(text, as: "a.csv", options).known == 2)
        }
        #expect(try folder.messages.map(\.id) == ["1", "6"])
    }

    /// A row that was refused at first is a message of its own, though it is like a later one.
    @Test func rowsThatWereRefusedAreAdded() throws {
        let folder = try StoreFolder()
        let text = "text,label\nfour,maybe\nfour,ham\n"
        #expect(try folder.add(text, as: "a.csv").added == 1)
        var options = ImportAgainTests.again
        options.reading.labels = try LabelMap(parsing: "maybe=promotion")
        let summary = try folder.add(text, as: "a.csv", options)
        #expect(summary.added == 1 && summary.known == 1)
        #expect(try folder.texts.count == 2)
    }

    /// A line of a JSON array may hold several messages, so that its number tells none.
    @Test func rowsThatShareALineAreKnownByWhatTheyHold() throws {
        let folder = try StoreFolder()
        let text = #"[{"text":"one","label":"ham"},{"text":"two","label":"spam"}]"#
        try folder.add(text, as: "a.json")
        let summary = try folder.add(text, as: "a.json", ImportAgainTests.again)
        #expect(summary.known == 2 && summary.updated == 0)
        #expect(try folder.texts == ["one", "two"])
    }

    @Test func theSearchIndexFollowsChangedTexts() throws {
        let folder = try StoreFolder()
        try folder.add("id,text\n1,free gold\n2,see you\n", as: "a.csv")
        #expect(try folder.store.curation.search("gold", limit: 9) == [1])
        try folder.add("id,text\n1,free tea\n", as: "a.csv", ImportAgainTests.again)
        #expect(try folder.store.curation.search("gold", limit: 9).isEmpty)
        #expect(try folder.store.curation.search("tea", limit: 9) == [1])
        #expect(try folder.store.statistics().integrity == "ok")
    }
}
