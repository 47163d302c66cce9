// The last change of a store taken back: labels that a person gave, or an import.

import Corpus
import GRDB
import SpamFilter
import Testing

@testable import CorpusStore

@Suite struct UndoTests {
    /// The last thing done, one after another: two relabellings in one second, then the import.
    @Test func theLastChangeIsTakenBack() throws {
        let folder = try StoreFolder()
        try folder.add("ham\tone\nspam\ttwo\n", as: "a.tsv")
        try folder.store.labels.relabel(.numbers([1, 2]), as: .junk, by: "ann")
        try folder.store.labels.relabel(.numbers([1]), as: .allow, by: "ben")
        func undoneLabels() throws -> UndoneLabels {
            let trial = try folder.store.undoLastChange(isTrial: true), done = try folder.store.undoLastChange()
            guard trial == done, case .labels(let labels) = done else { throw StoreError.noImports(path: "") }
            return labels
        }
        let last = try undoneLabels()
        #expect(last.person == "ben" && last.messages == [.init(number: 1, label: "allow", now: "junk")])
        #expect(try folder.messages.map(\.label) == [.junk, .junk])
        #expect(try undoneLabels().messages.map(\.now) == ["allow", "junk"])
        #expect(try folder.messages.map(\.label) == [.allow, .junk])
        guard case .ofImport(let undone) = try folder.store.undoLastChange() else { throw StoreError.noImports(path: "") }
        #expect(undone.removal.messages == 2)
    }

    /// Labels that are older than the last import wait for it.
    @Test func anImportAfterLabelsIsTakenBackFirst() throws {
        let folder = try StoreFolder()
        try folder.add("ham\tone\n", as: "a.tsv")
        try folder.store.labels.relabel(.numbers([1]), as: .junk, by: "ann")
        try folder.add("ham\ttwo\n", as: "b.tsv")
        guard case .ofImport(let undone) = try folder.store.undoLastChange() else { throw StoreError.noImports(path: "") }
        #expect(undone.name == "b.tsv" && undone.removal.labelledByHand == 0)
        #expect(try folder.messages.map(\.label) == [.junk])
    }

    /// However many imports there are in one second: a label given after them is the last change.
    @Test(arguments: [false, true])
    func aLabelAfterManyImportsIsTakenBackFirst(isSecond: Bool) throws {
        let folder = try StoreFolder()
        for i in 1...20 { try folder.add("ham\tnumber \(i)\n", as: "\(i).tsv") }
        if isSecond {
            var session = try SecondLabelingSession(folder.store, person: "ann")
            try session.apply(.label(.junk))
        } else {
            try folder.store.labels.give(.junk, to: 3, by: "ann")
        }
        guard case .labels(let undone) = try folder.store.undoLastChange() else { throw StoreError.noImports(path: "") }
        #expect(undone.person == "ann" && undone.isSecond == isSecond && undone.messages.count == 1)
        #expect(try folder.messages.count == 20)
    }

    /// A second label goes alone, a first one with those beside it.
    @Test func secondLabelsAreTakenBack() throws {
        let folder = try StoreFolder()
        try folder.add("text,label\none,\n", as: "a.csv")
        try folder.store.labels.relabel(.numbers([1]), as: .junk, by: "ann")
        let second = "INSERT INTO secondLabel VALUES (1, 'ben', 1, 'allow', (SELECT max(givenAt) FROM label) + 1)"
        try folder.store.database.write { try $0.execute(sql: second) }
        guard case .labels(let last) = try folder.store.undoLastChange() else { throw StoreError.noImports(path: "") }
        #expect(last.isSecond && last.messages == [.init(number: 1, label: "allow", now: "junk")])
        #expect(try folder.messages.map(\.label) == [.junk])
        try folder.store.database.write { try $0.execute(sql: second.replacing(") + 1", with: ") - 1")) }
        guard case .labels(let first) = try folder.store.undoLastChange() else { throw StoreError.noImports(path: "") }
        #expect(!first.isSecond && first.secondLabels == 1 && first.messages == [.init(number: 1, label: "junk", now: nil)])
        #expect(try folder.messages.map(\.label) == [nil])
    }

    @Test func theLastImportIsTakenBack() throws {
        let folder = try StoreFolder()
        try folder.add("id,text,label\n1,one,\n2,two,ham\n", as: "a.csv")
        var options = ImportOptions()
        options.again = true
        try folder.add("id,text,label\n1,one,spam\n2,two,ham\n3,three,spam\n", as: "a.csv", options)
        try folder.store.labels.give(.allow, to: 3, by: "tester")
        let undone = UndoneImport(
            number: 2, name: "a.csv", removal: Removal(messages: 1, labelledByHand: 1), labels: 1, secondLabels: 0, updated: 1)
        #expect(try folder.store.imports.undoLast(isTrial: true) == undone)
        #expect(try folder.store.imports.all().map(\.updated) == [0, 1])
        #expect(try folder.store.imports.undoLast() == undone)
        #expect(try folder.messages.map(\.label) == [nil, .allow])
        #expect(try folder.store.imports.all().map(\.rows) == [2])
        #expect(try folder.store.imports.undoLast().removal.messages == 2)
        #expect(throws: StoreError.noImports(path: folder.storePath)) { try folder.store.imports.undoLast() }
        #expect(try folder.store.statistics().sources.isEmpty)
    }

    /// Also where a later import had the same messages.
    @Test func theLabelsOfEachImportAreTakenBack() throws {
        let folder = try StoreFolder()
        var options = ImportOptions()
        options.reading.sourceName = "s"
        try folder.add("ham\tone\n", as: "a.tsv", options)
        try folder.add("spam\tone\n", as: "b.tsv", options)
        try folder.add("spam\tone\nham\ttwo\n", as: "c.tsv", options)
        #expect(try folder.store.imports.undoLast().labels == 0 && folder.messages.map(\.label) == [.junk])
        #expect(try folder.store.imports.undoLast().labels == 1 && folder.messages.map(\.label) == [.allow])
    }

    @Test func secondLabelsGoWithTheirFirst() throws {
        let folder = try StoreFolder()
        try folder.add("text,label\none,\n", as: "a.csv")
        try folder.add("text,label\none,spam\n", as: "a.csv")
        var session = try SecondLabelingSession(folder.store, person: "ben")
        try session.apply(.label(.allow))
        let undone = UndoneImport(number: 2, name: "a.csv", removal: Removal(), labels: 1, secondLabels: 1, updated: 0)
        #expect(try folder.store.imports.undoLast() == undone)
        #expect(try folder.store.labels.agreements().isEmpty)
    }

    /// Imports of one name are told apart, however soon they follow each other.
    @Test func labelsOfAnEarlierImportOfTheNameStay() throws {
        let folder = try StoreFolder()
        try folder.add("text,label\none,\ntwo,\n", as: "a.csv")
        try folder.add("text,label\none,spam\n", as: "a.csv")
        try folder.add("text,label\ntwo,spam\n", as: "a.csv")
        #expect(try folder.store.imports.undoLast().labels == 1)
        #expect(try folder.messages.map(\.label) == [.junk, nil])
    }

    /// The rows that were refused are those of the reading that is left.
    @Test func refusedRowsOfTheImportBeforeAreKept() throws {
        let folder = try StoreFolder()
        let text = "text,label\none,ham\ntwo,maybe\n"
        try folder.add(text, as: "a.csv")
        func refused() throws -> [Int] {
            try folder.store.database.read { try Int.fetchAll($0, sql: "SELECT line FROM reject ORDER BY fileID") }
        }
        #expect(try refused() == [3])
        var options = ImportOptions()
        options.again = true
        try folder.add(text, as: "a.csv", options)
        #expect(try folder.store.statistics().rejected == 1)
        _ = try folder.store.imports.undoLast()
        #expect(try refused() == [3] && folder.store.statistics().rejected == 1)
    }

    /// After the second reading of a file is taken back, the first is known by its bytes again.
    @Test func theImportBeforeIsKnownAgain() throws {
        let folder = try StoreFolder()
        let text = "ham\tone\n"
        var options = ImportOptions()
        options.again = true
        try folder.add(text, as: "a.tsv")
        for _ in 0..<2 { try folder.add(text, as: "a.tsv", options) }
        for _ in 0..<2 { #expect(try folder.store.imports.undoLast().removal.messages == 0) }
        #expect(try folder.add(text, as: "a.tsv").importedBefore == "a.tsv")
        #expect(try folder.texts == ["one"])
    }
}
