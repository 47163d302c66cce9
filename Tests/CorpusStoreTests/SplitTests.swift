// Splits: nothing stands on both sides, and nothing changes sides.

import Corpus
import Foundation
import SpamFilter
import Testing

@testable import CorpusStore

@Suite struct SplitTests {
    /// `groups` templates of `size` messages each, told apart by numbers; every third is junk.
    private func corpus(groups: Range<Int>, size: Int) -> String {
        groups.map { group in
            var words = Invented(seed: UInt64(group))
            let template = words.sentence(12)
            return (0..<size).map { _ in "\(group % 3 == 0 ? "spam" : "ham")\t\(template) \(words.digits(6))\n" }.joined()
        }.joined()
    }

    private func side(_ folder: StoreFolder, _ part: String) throws -> Set<Int64> {
        var ids: Set<Int64> = []
        let named = SplitPart(part)
        #expect(named != nil)
        try folder.store.splits.forEachMessage(of: named) { if $1 { ids.insert($0.number) } }
        return ids
    }

    @Test func groupsAreNeverDivided() throws {
        let folder = try StoreFolder()
        try folder.add(corpus(groups: 0..<90, size: 5), as: "a.tsv")
        let found = try folder.store.groups.update()
        #expect(found.groups == 90 && found.messages == 450 && found.folded == 360)
        _ = try folder.store.splits.make(Split(by: .template, testShare: 0.2))
        let test = try side(folder, "test"), train = try side(folder, "train")
        #expect(test.isDisjoint(with: train) && test.count + train.count == 450)
        let messages = try folder.messages
        for group in Dictionary(grouping: messages, by: { $0.groupNumber! }).values {
            #expect(Set(group.map { test.contains($0.number) }).count == 1)
        }
        // Both labels have a fifth of their messages in it, as near as groups of five allow.
        for label in [Label.allow, .junk] {
            let all = messages.filter { $0.label == label }
            #expect(abs(Double(all.count { test.contains($0.number) }) - 0.2 * Double(all.count)) <= 5)
        }
    }

    /// One at a time and over pages as all at once, whatever is added meanwhile.
    @Test(arguments: [nil, "test", "train"])
    func messagesAreReadOneAtATime(part: String?) throws {
        let folder = try StoreFolder()
        try folder.add(corpus(groups: 0..<500, size: 5), as: "a.tsv")
        _ = try folder.store.splits.make(Split(by: .template, testShare: 0.3))
        let part = part.flatMap { SplitPart($0) }
        for readsOnly in [true, false] {
            var expected: [Int64] = []
            try folder.store.splits.forEachMessage(of: part) { if $1 { expected.append($0.number) } }
            let messages = try StoredMessages(CorpusStore(path: folder.storePath, readsOnly: readsOnly), part: part)
            var numbers: [Int64] = []
            while let stored = try messages.next() {
                #expect(stored.row.line == stored.number)
                numbers.append(stored.number)
                if numbers.count == 1 { try folder.add("ham\tcome at \(readsOnly) o'clock\n", as: "b.tsv") }
            }
            #expect(numbers == expected)
        }
    }

    /// A place is a hash of a message: a threshold that is one tells of its text.
    @Test(arguments: [SplitUnit.template, .random])
    func thresholdsTellOfNoMessage(by: SplitUnit) throws {
        let folder = try StoreFolder()
        try folder.add((0..<64).map { "ham\tmessage \(String($0, radix: 2)) of \($0 * 7919)\n" }.joined(), as: "a.tsv")
        _ = try folder.store.splits.make(Split(by: by, testShare: 0.3))
        let thresholds = try folder.store.database.read { try Double.fetchAll($0, sql: "SELECT threshold FROM splitStratum") }
        #expect(!thresholds.isEmpty)
        // Sixty places in a row are told apart by some ten binary digits.
        for threshold in thresholds { #expect(threshold * 65536 == (threshold * 65536).rounded(), "\(threshold)") }
    }

    @Test(arguments: [SplitUnit.template, .random, .source])
    func nothingChangesSidesWhenRowsAreAdded(by: SplitUnit) throws {
        let folder = try StoreFolder()
        for source in 0..<10 {
            let options = ImportOptions(reading: CorpusOptions(sourceName: "source \(source)"))
            try folder.add(corpus(groups: source * 10..<source * 10 + 10, size: 3), as: "\(source).tsv", options)
        }
        try folder.store.groups.update()
        _ = try folder.store.splits.make(Split(by: by, testShare: 0.3, folds: 3))
        let before = try side(folder, "test"), fold = try side(folder, "fold2")
        #expect(!before.isEmpty)
        try folder.add(corpus(groups: 100..<200, size: 3), as: "new.tsv")
        try folder.store.groups.update()
        let after = try side(folder, "test")
        #expect(after.filter { $0 <= 300 } == before)
        #expect(try side(folder, "fold2").filter { $0 <= 300 } == fold)
        #expect(by == .source || after.count > before.count + 30)
    }

    @Test func equalTextsOfSeveralLabelsStandOnOneSide() throws {
        let folder = try StoreFolder()
        var words = Invented(seed: 8)
        // Few allowed and many unwanted: the thresholds of the two lie apart.
        let texts = (0..<150).map { "\($0) \(words.sentence(3))" }
        let rows = texts.enumerated().map { i, text in
            "\(i % 3 == 0 ? "ham" : "spam")\t\(text)\n\(i % 2 == 0 ? "ham" : "spam")\t\(text)\n"
        }
        try folder.add(rows.joined(), as: "a.tsv")
        _ = try folder.store.splits.make(Split(by: .random, testShare: 0.4))
        let test = try side(folder, "test")
        for messages in Dictionary(grouping: try folder.messages, by: \.message.body).values {
            #expect(Set(messages.map { test.contains($0.number) }).count == 1)
        }
    }

    /// Of unlabelled messages few are test, of labelled ones a third: a message that went to
    /// another stratum would change sides.
    @Test(arguments: [SplitUnit.template, .random])
    func aLabelMovesNothingToTheOtherSide(by: SplitUnit) throws {
        let folder = try StoreFolder()
        let rows = (0..<300).map { i in
            var words = Invented(seed: UInt64(i))
            return "\(["ham", "spam", ""][i % 3]),\(words.sentence(12))\n"
        }
        try folder.add("label,text\n" + rows.joined(), as: "a.csv")
        // Labelled by a person before the split, so of that stratum.
        for id in stride(from: 3, through: 90, by: 3) { try folder.store.labels.give(.junk, to: Int64(id), by: "tester") }
        _ = try folder.store.splits.make(Split(by: by, testShare: 0.3, folds: 2))
        let before = try side(folder, "test"), fold = try side(folder, "fold1")
        let counted = try folder.messages.filter { $0.label == .junk }
        #expect(abs(counted.count { before.contains($0.number) } - Int(0.3 * Double(counted.count))) <= 2)
        // Afterwards every message gets a label, or another one, and some lose theirs.
        for id in 1...300 { try folder.store.labels.give(id % 2 == 0 ? .allow : .junk, to: Int64(id), by: "tester") }
        for id in stride(from: 5, through: 300, by: 5) { try folder.store.labels.give(nil, to: Int64(id), by: "tester") }
        try folder.add("label,text\n" + rows.map { "spam" + $0.drop { $0 != "," } }.joined(), as: "a.csv")
        #expect(try side(folder, "test") == before && side(folder, "fold1") == fold)
    }

    /// A unit has the stratum of its first message, also when that is gone: most units here are of
    /// two labels, and strata have other thresholds.
    @Test(arguments: [SplitUnit.template, .random])
    func noMessageChangesSidesWhenTheFirstOfItsUnitIsForgotten(by: SplitUnit) throws {
        let folder = try StoreFolder()
        let texts = (0..<90).map { i in
            var words = Invented(seed: UInt64(i))
            return words.sentence(12)
        }
        func rows(_ range: Range<Int>, _ label: (Int) -> String) -> String {
            "label,text\n" + range.map { "\(label($0)),\(texts[$0])\n" }.joined()
        }
        try folder.add(rows(0..<60) { $0 % 4 == 3 ? "" : "ham" } + rows(60..<90) { _ in "spam" }.dropFirst(11), as: "a.csv")
        try folder.add(rows(0..<60) { _ in "spam" }, as: "b.csv")
        _ = try folder.store.splits.make(Split(by: by, testShare: 0.3))
        let before = try side(folder, "test")
        _ = try folder.store.curation.forget(.numbers((1...60).map { Int64($0) }))
        let left = before.filter { $0 > 60 }
        #expect(try side(folder, "test") == left && left.contains { $0 > 90 })
        // Also when the next one goes: here the last of its unit.
        _ = try folder.store.imports.undoLast()
        #expect(try side(folder, "test") == left.filter { $0 <= 90 })
    }

    @Test func foldsDivideTheTrainingPart() throws {
        let folder = try StoreFolder()
        try folder.add(corpus(groups: 0..<60, size: 2), as: "a.tsv")
        try folder.store.groups.update()
        _ = try folder.store.splits.make(Split(by: .template, testShare: 0.25, folds: 4))
        let train = try side(folder, "train")
        var union: Set<Int64> = []
        for fold in 1...4 {
            let held = try side(folder, "fold\(fold)")
            #expect(union.isDisjoint(with: held) && !held.isEmpty)
            #expect(try side(folder, "train-fold\(fold)") == train.subtracting(held))
            union.formUnion(held)
        }
        #expect(union == train)
        #expect(throws: StoreError.noPart(part: "fold 5", folds: 4)) { try side(folder, "fold5") }
    }

    @Test func byTimeTheNewestAreTest() throws {
        let folder = try StoreFolder()
        let rows = (1...20).map { "message number \($0),ham,2024-01-\($0 < 10 ? "0" : "")\($0)T10:00:00Z\n" }.joined()
        try folder.add("text,label,time\n" + rows + "no time,ham,\n", as: "a.csv")
        _ = try folder.store.splits.make(Split(by: .time, testShare: 0.25))
        let test = try side(folder, "test")
        #expect(
            try folder.messages.filter { test.contains($0.number) }.map(\.message.body)
                == (16...20).map { "message number \($0)" })
        let noon = 1_705_320_000  // 2024-01-15T12:00:00Z
        let counts = try folder.store.splits.make(Split(name: "day", by: .time, testShare: 0, testFrom: noon))
        #expect(counts.test == ["allow": 5] && counts.train == ["allow": 16] && counts.testFrom == noon)
        let times = 1_704_103_200...1_705_744_800
        for from in [times.lowerBound, times.upperBound + 1] {
            #expect(throws: StoreError.splitOutsideTimes(path: folder.storePath, from: from, times: times)) {
                try folder.store.splits.make(Split(name: "none", by: .time, testShare: 0, testFrom: from))
            }
        }
    }

    /// Messages of one time are of one part, and some are left to train on.
    @Test(arguments: [(0.9, 8), (0.8, 8), (0.5, 6), (0.2, 2), (0.05, 2)])
    func aShareByTimeLeavesTheOldest(share: Double, test: Int) throws {
        let folder = try StoreFolder()
        let rows = (2...11).map { "number \($0),ham,2024-01-0\($0 / 2)T10:00:00Z\n" }.joined()
        try folder.add("text,label,time\n" + rows, as: "a.csv")
        #expect(try folder.store.splits.make(Split(by: .time, testShare: share)).test == ["allow": test])
    }

    @Test func messagesOfOneTimeAreNotSplitByTime() throws {
        let folder = try StoreFolder()
        try folder.add("text,label,time\none,ham,2024-01-01T10:00:00Z\ntwo,spam,2024-01-01T10:00:00Z\n", as: "a.csv")
        #expect(throws: StoreError.oneTime(path: folder.storePath)) {
            try folder.store.splits.make(Split(by: .time, testShare: 0.2))
        }
    }

    @Test func splitsAreNotMadeTwice() throws {
        let folder = try StoreFolder()
        #expect(throws: StoreError.noMessages(path: folder.storePath)) {
            try folder.store.splits.make(Split(by: .random, testShare: 0.2))
        }
        try folder.add("ham\tone\nspam\ttwo\n", as: "a.tsv")
        #expect(throws: StoreError.noTimes(path: folder.storePath)) {
            try folder.store.splits.make(Split(by: .time, testShare: 0.2))
        }
        _ = try folder.store.splits.make(Split(by: .random, testShare: 0.2))
        #expect(throws: StoreError.splitExists(name: "main")) { try folder.store.splits.make(Split(by: .random, testShare: 0.5)) }
        #expect(throws: StoreError.noSplit(path: folder.storePath, name: "other", known: ["main"])) {
            try folder.store.splits.forEachMessage(of: SplitPart("test", of: "other")) { _, _ in }
        }
    }

    @Test func messagesThatCameLaterStandWithTheirTemplate() throws {
        let folder = try StoreFolder()
        try folder.add(corpus(groups: 0..<40, size: 2), as: "a.tsv")
        // Nobody groups: neither before the split nor after the second file.
        _ = try folder.store.splits.make(Split(by: .template, testShare: 0.3))
        let before = try side(folder, "test")
        try folder.add(corpus(groups: 0..<40, size: 6), as: "b.tsv")
        let test = try side(folder, "test")
        #expect(test.filter { $0 <= 80 } == before && !before.isEmpty)
        let templates = Dictionary(grouping: try folder.messages) { $0.message.body.split(separator: " ").dropLast() }
        #expect(templates.count == 40)
        for messages in templates.values { #expect(Set(messages.map { test.contains($0.number) }).count == 1) }
    }

    @Test func twoWhoGroupAtOnceMakeTheSameGroups() async throws {
        let folder = try StoreFolder()
        try folder.add(corpus(groups: 0..<60, size: 5), as: "a.tsv")
        let path = folder.storePath
        try await withThrowingTaskGroup(of: Int.self) { tasks in
            for _ in 0..<4 { tasks.addTask { try CorpusStore(path: path).groups.update().groups } }
            for try await groups in tasks { #expect(groups == 60) }
        }
        #expect(try folder.store.statistics().groups == 60)
    }

    @Test func laterMessagesJoinTheirGroups() throws {
        let folder = try StoreFolder()
        try folder.add(corpus(groups: 0..<20, size: 2), as: "a.tsv")
        try folder.store.groups.update()
        let before = try folder.messages.map(\.groupNumber)
        try folder.add(corpus(groups: 0..<20, size: 4), as: "b.tsv")
        #expect(try folder.store.groups.update().groups == 20)
        #expect(try folder.messages.prefix(40).map(\.groupNumber) == before)
        #expect(try folder.store.groups.largest(1)[0].messages == 6)
    }
}
