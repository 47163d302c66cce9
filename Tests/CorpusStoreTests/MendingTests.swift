// Messages removed and labels corrected: all or nothing, and for good.

import Corpus
import Foundation
import GRDB
import SpamFilter
import Testing

@testable import CorpusStore

@Suite struct ForgettingTests {
    /// A secret that is long enough to be found in bytes, in the second of three messages.
    private static let secret = "qzvxk wplmr the blue door"

    private func folder() throws -> StoreFolder {
        let folder = try StoreFolder()
        try folder.add(
            "id,text,label\nx1,see you at nine,ham\nown-id-of-two,\(ForgettingTests.secret),ham\nx3,free gold,spam\n", as: "a.csv"
        )
        return folder
    }

    private func holds(_ text: String, _ folder: StoreFolder) -> Bool {
        ["", "-wal"].contains { ending in
            let bytes = try? Data(contentsOf: URL(fileURLWithPath: folder.storePath + ending))
            return bytes?.range(of: Data(text.utf8)) != nil
        }
    }

    @Test(arguments: [MessageChoice.numbers([2, 2]), .ownIDs(["own-id-of-two"])])
    func nothingOfAMessageStays(choice: MessageChoice) throws {
        let folder = try folder()
        _ = try folder.store.curation.search("blue", limit: 1)
        try folder.store.groups.update()
        _ = try folder.store.splits.make(Split(by: .template, testShare: 0.5))
        try folder.store.labels.give(.junk, to: 2, by: "tester")
        #expect(holds(ForgettingTests.secret, folder))
        let trial = try folder.store.curation.forget(choice, isTrial: true)
        #expect(try trial == folder.store.curation.forget(choice) && trial.messages == 1 && trial.labelledByHand == 1)
        #expect(try folder.messages.map(\.number) == [1, 3])
        #expect(!holds(ForgettingTests.secret, folder) && !holds("own-id-of-two", folder))
        let curation = folder.store.curation
        #expect(try curation.search("blue", limit: 1).isEmpty && curation.search("gold", limit: 1) == [3])
        let statistics = try folder.store.statistics()
        #expect(statistics.integrity == "ok" && statistics.groups == 2)
    }

    @Test func importsAreForgottenByName() throws {
        let folder = try folder()
        try folder.add("id,text,label\ny1,see you at nine,ham\n", as: "b.csv")
        #expect(try folder.store.curation.forget(.imports(["a.csv"])).messages == 3)
        #expect(try folder.messages.map(\.id) == ["y1"])
        #expect(try folder.store.imports.all().map(\.name) == ["b.csv"])
        #expect(try folder.store.statistics().sources.map(\.name) == ["b.csv"])
        // What is forgotten can be imported anew.
        #expect(try folder.store.imports.add(file: folder.path("a.csv")).added == 3)
    }

    /// Pipes and files of one name in other folders.
    @Test func importsOfOneNameAreToldApartByNumber() throws {
        let folder = try StoreFolder()
        var options = ImportOptions()
        for (i, source) in ["warehouse", "phones"].enumerated() {
            options.reading.sourceName = source
            try folder.add("ham\tnight \(i)\n", as: "nightly.tsv", options)
        }
        let path = folder.storePath
        #expect(try folder.store.imports.all().map(\.number) == [1, 2])
        #expect(try folder.store.imports.all().map(\.sources) == [["warehouse"], ["phones"]])
        #expect(throws: StoreError.severalImports(path: path, name: "nightly.tsv", numbers: [1, 2])) {
            try folder.store.curation.forget(.imports(["nightly.tsv"]))
        }
        #expect(try folder.store.curation.forget(.imports(["2"])).messages == 1)
        #expect(try folder.texts == ["night 0"])
        #expect(try folder.store.curation.forget(.imports(["nightly.tsv"])).messages == 1)
    }

    /// Messages that a later file has too go with the first, and the later file stays.
    @Test func messagesOfOtherImportsStay() throws {
        let folder = try StoreFolder()
        try folder.add("ham\tone\n", as: "a.tsv")
        try folder.add("ham\tone\nham\ttwo\n", as: "a.tsv")
        try folder.add("ham\tthree\n", as: "c.tsv")
        #expect(try folder.store.imports.undoLast().removal.messages == 1)
        #expect(try folder.store.imports.undoLast().removal.messages == 1)
        #expect(try folder.texts == ["one"])
        #expect(try folder.store.statistics().integrity == "ok")
    }

    /// The numbers of groups may have gaps only so wide.
    @Test func aSplitOutlivesItsFirstGroups() throws {
        let folder = try StoreFolder()
        var invented = Invented(seed: 5)
        try folder.add((0..<40).map { _ in "ham\t\(invented.sentence(9))\n" }.joined(), as: "a.tsv")
        _ = try folder.store.splits.make(Split(by: .template, testShare: 0.5))
        let part = try #require(SplitPart("test", of: Split.defaultName))
        func test() throws -> Set<Int64> {
            var numbers: Set<Int64> = []
            try folder.store.splits.forEachMessage(of: part) { if $1 { numbers.insert($0.number) } }
            return numbers
        }
        let before = try test()
        _ = try folder.store.curation.forget(.numbers((1...36).map { Int64($0) }))
        #expect(try test() == before.filter { $0 > 36 })
        #expect(try folder.store.statistics().groups == 4)
    }

    @Test func unknownNamesChangeNothing() throws {
        let folder = try folder()
        let path = folder.storePath
        for (choice, error) in [
            (MessageChoice.numbers([1, 99]), StoreError.noMessage(path: path, ids: ["99"])),
            (.ownIDs(["x1", "zz", "z"]), .noMessage(path: path, ids: ["zz", "z"])),
            (.imports(["b.csv"]), .noImport(path: path, name: "b.csv", known: ["a.csv"])),
        ] {
            #expect(throws: error) { try folder.store.curation.forget(choice) }
            #expect(throws: error) { try folder.store.curation.forget(choice, isTrial: true) }
            #expect(throws: error) { try folder.store.labels.relabel(choice, as: .junk, by: "tester") }
        }
        #expect(try folder.messages.map(\.label) == [.allow, .allow, .junk])
    }

    /// A session goes on without the messages that are gone.
    @Test func labellingGoesOn() throws {
        let folder = try StoreFolder()
        try folder.add("text\naaa\nbbb\n", as: "a.csv")
        var session = try LabelingSession(folder.store, person: "tester") { _ in 1 }
        _ = try CorpusStore(path: folder.storePath).curation.forget(.numbers([1]))
        #expect(try session.current()?.number == 2)
        try session.apply(.label(.junk))
        #expect(try session.current() == nil && folder.messages.map(\.label) == [.junk])
        #expect(session.othersCount == 0)
    }

    /// Between the message's showing and its label.
    @Test func aMessageThatIsGoneTakesNoLabel() throws {
        let folder = try StoreFolder()
        try folder.add("text\naaa\nbbb\nccc\n", as: "a.csv")
        var session = try LabelingSession(folder.store, person: "tester") { _ in 1 }
        let shown = try #require(try session.current()).number
        _ = try folder.store.curation.forget(.numbers([shown]))
        #expect(try session.apply(.label(.junk)) == 0)
        let second = try #require(try session.current()).number
        try session.apply(.label(.junk))
        _ = try folder.store.curation.forget(.numbers([second]))
        try session.apply(.undo)
        #expect(session.labelledCount == 0 && session.othersCount == 0)
        #expect(try folder.messages.map(\.label) == [nil])
        #expect(throws: StoreError.noMessage(path: folder.storePath, ids: ["\(shown)"])) {
            try folder.store.labels.give(.junk, to: shown, by: "tester")
        }
    }

    @Test func aMessageThatIsGoneTakesNoSecondLabel() throws {
        let folder = try StoreFolder()
        try folder.add("ham\tone\nham\ttwo\n", as: "a.tsv")
        var session = try SecondLabelingSession(folder.store, person: "ben")
        let shown = try #require(try session.current()).number
        _ = try folder.store.curation.forget(.numbers([shown]))
        try session.apply(.label(.junk))
        #expect(session.labelledCount == 0)
        try session.apply(.label(.junk))
        #expect(session.labelledCount == 1)
    }

    @Test func secondLabelsAreCounted() throws {
        let folder = try StoreFolder()
        try folder.add("ham\tone\n", as: "a.tsv")
        var session = try SecondLabelingSession(folder.store, person: "ben")
        try session.apply(.label(.junk))
        let removal = Removal(messages: 1, labelledByHand: 1)
        #expect(try folder.store.curation.forget(.numbers([1]), isTrial: true) == removal)
        #expect(try folder.store.imports.undoLast().removal == removal)
    }

    /// Only `file` and `file NAME` stand for files.
    @Test func peopleMayHaveNamesLikeFiles() throws {
        let folder = try StoreFolder()
        try folder.add("ham\tone\n", as: "a.tsv")
        try folder.store.labels.give(.junk, to: 1, by: "File Ann")
        #expect(try folder.store.curation.forget(.numbers([1]), isTrial: true).labelledByHand == 1)
        var options = ImportOptions()
        options.again = true
        try folder.add("ham\tone\n", as: "a.tsv", options)
        #expect(try folder.messages.map(\.label) == [.junk] && folder.store.curation.conflicts().isEmpty)
    }
}

@Suite struct RelabelingTests {
    @Test func aTrialChangesNothing() throws {
        let folder = try StoreFolder()
        try folder.add("text,label\none,ham\ntwo,spam\n", as: "a.csv")
        let trial = try folder.store.labels.relabel(.numbers([1, 2]), as: .junk, by: "tester", isTrial: true)
        #expect(trial == Relabeling(changed: 1, before: ["allow": 1], confirmed: 1))
        #expect(try folder.messages.map(\.label) == [.allow, .junk])
    }

    @Test func aPersonsLabelCounts() throws {
        let folder = try StoreFolder()
        try folder.add("id,text,label\nx1,one,ham\nx2,two,spam\nx3,three,ham\n", as: "a.csv")
        let done = try folder.store.labels.relabel(.numbers([1, 2]), as: .junk, by: "tester")
        #expect(done == Relabeling(changed: 1, before: ["allow": 1], confirmed: 1))
        #expect(try folder.store.labels.relabel(.ownIDs(["x3"]), as: .junk, by: "tester").changed == 1)
        #expect(try folder.messages.map(\.label) == [.junk, .junk, .junk])
        let givers = try folder.store.database.read {
            try String.fetchAll($0, sql: "SELECT givenBy FROM label WHERE messageID = 1 ORDER BY revision")
        }
        #expect(givers == ["file", "tester"])
    }
}
