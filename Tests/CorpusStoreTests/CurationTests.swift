// Search, conflicts, labelling, export.

import Corpus
import Foundation
import GRDB
import SpamFilter
import Testing

@testable import CorpusStore

@Suite struct SearchTests {
    @Test func findsWordsOfEveryScript() throws {
        let folder = try StoreFolder()
        try folder.add("ham\t무료 대출 상담 안내입니다\nham\t您的贷款已批准\nham\tFree \"gold\" rings\nham\tfree tea\n", as: "a.tsv")
        let cases: [(String, [Int64])] = [
            ("대출", [1]), ("대출 상담", [1]), ("贷款", [2]), ("款已批", [2]), ("free", [3, 4]), ("free gold", [3]),
            ("free\tgold\u{3000}", [3]),
            ("\"gold\"", [3]),
            ("fre te", [4]), ("gold*", []), ("NEAR(", []), ("", []),
        ]
        for (query, ids) in cases { #expect(try folder.store.curation.search(query, limit: 10) == ids, "\(query)") }
        #expect(try folder.store.curation.search("free", limit: 1) == [3])
        // A quote with a mark on it is a quote still.
        #expect(try folder.store.curation.search("fre\"\u{301} tea", limit: 10).isEmpty)
        // The index follows.
        try folder.add("ham\tfree again\n", as: "b.tsv")
        #expect(try folder.store.curation.search("free", limit: 10) == [3, 4, 5])
    }

    /// Several pieces of the index, of 1,000 messages each.
    @Test func messagesOfEveryPieceAreFound() throws {
        let folder = try StoreFolder(), count = 4500
        let spelled = NumberFormatter()
        (spelled.locale, spelled.numberStyle) = (Locale(identifier: "en_US"), .spellOut)
        let rows = (1...count).map { "ham\t\(spelled.string(from: $0 as NSNumber)!) barrels of tar\n" }
        try folder.add(rows.joined(), as: "a.tsv")
        for id in [1, 1000, 1001, 4000, 4001, 4500] {
            let words = spelled.string(from: id as NSNumber)!.replacing("-", with: " ")
            #expect(try folder.store.curation.search(words, limit: count).contains(Int64(id)), "\(words)")
        }
        #expect(try folder.store.curation.search("barrels", limit: count).count == count)
        #expect(try folder.store.database.read { try Int.fetchOne($0, sql: "SELECT indexedTo FROM searchIndex") } == count)
    }

    /// Of a damaged store: nothing is found, and nothing traps.
    @Test(arguments: [Int64.max, .max - 1, .min]) func theIndexMayBeAnywhere(indexed: Int64) throws {
        let folder = try StoreFolder()
        try folder.add("ham\tfree tea\n", as: "a.tsv")
        try folder.store.database.write { try $0.execute(sql: "UPDATE searchIndex SET indexedTo = ?", arguments: [indexed]) }
        #expect(try folder.store.curation.search("free", limit: 10) == (indexed < 1 ? [1] : []))
    }
}

@Suite struct ConflictTests {
    @Test func oneTextWithTwoLabelsIsFound() throws {
        let folder = try StoreFolder()
        try folder.add("spam\tFREE gold 100\nham\tsee you\nham\tfree gold 205\nham\tsee you\n", as: "a.tsv")
        let found = try folder.store.curation.conflicts()
        #expect(found.count == 1)
        #expect(found[0].messages.map(\.id) == [1, 3])
        #expect(found[0].messages.map(\.label) == [.junk, .allow])
        try folder.store.labels.give(.junk, to: 3, by: "tester")
        #expect(try folder.store.curation.conflicts().isEmpty)
    }

    /// Of four and two messages two are likely wrong, of two only one.
    @Test func textsWithMostLikelyWrongLabelsAreFirst() throws {
        let folder = try StoreFolder()
        try folder.add(
            "spam\tfree gold\nham\tfree gold\n" + String(repeating: "ham\tsee you\n", count: 4)
                + String(repeating: "spam\tsee you\n", count: 2), as: "a.tsv")
        let found = try folder.store.curation.conflicts()
        #expect(found.map(\.rarer) == [[7, 8], [2]] && found.map { $0.messages[0].id } == [3, 1])
        #expect(found.map(\.commonLabel) == [.allow, .junk])
    }
}

@Suite struct LabelingTests {
    @Test func keysSayActionsAndSubActions() {
        let cases: [(String, [LabelingAction])] = [
            ("a", [.label(.allow)]), ("j", [.label(.junk)]), ("tf", [.label(Label(.transaction, .transactionalFinance)!)]),
            ("p ", [.label(Label(.promotion)!)]), ("pc", [.label(Label(.promotion, .promotionalCoupons)!)]),
            ("tuj", [.label(.junk)]),
            ("tz?o", [.label(Label(.transaction, .transactionalOrders)!)]), ("suq", [.skip, .undo, .quit]), ("x!", []),
            ("gj", [.labelTemplate(.junk)]),
            ("gtoj", [.labelTemplate(Label(.transaction, .transactionalOrders)!), .label(.junk)]),
            ("guj", [.label(.junk)]), ("gtuua", [.label(.allow)]), ("gsqgxj", [.labelTemplate(.junk)]),
        ]
        for (pressed, expected) in cases {
            var keys = LabelingKeys()
            #expect(pressed.compactMap { keys.press($0) } == expected, "\(pressed)")
        }
        // Every sub-action has a key.
        var keys = LabelingKeys(), reached: Set<Label> = []
        for first in "apjt" {
            for second in "abcdefghijklmnopqrstvwxyz " {
                keys = LabelingKeys()
                for key in [first, second] { if case .label(let label)? = keys.press(key) { reached.insert(label) } }
            }
        }
        #expect(reached == Set(Label.all))
    }

    /// Four messages, the second and third of one group.
    private func folderOfGroups() throws -> StoreFolder {
        let folder = try StoreFolder()
        try folder.add(
            "text\nsee you at nine\nalpha beta gamma delta epsilon zeta eta theta iota 1\n"
                + "alpha beta gamma delta epsilon zeta eta theta iota 2\nqqq vvv zzz\n", as: "a.csv")
        try folder.store.groups.update()
        return folder
    }

    /// The messages that are still to come, which are skipped.
    private func rest(of session: inout LabelingSession) throws -> [Int64] {
        var order: [Int64] = []
        while let next = try session.current() {
            order.append(next.number)
            try session.apply(.skip)
        }
        return order
    }

    @Test(arguments: [
        // A group is worth the uncertainty of its messages; its second message is last.
        (uncertainty: [0.1, 0.9, 0.9, 0.9], order: [2, 4, 1, 3]),
        // The most uncertain message stands for its group of two.
        ([0.65, 0.4, 0.5, 0.75], [3, 4, 1, 2]), ([0.65, 0.1, 0.2, 0.75], [4, 1, 3, 2]),
        // Where a model is sure of all, the larger group, then the store's order.
        ([0, 0, 0, 0], [2, 1, 4, 3]),
    ])
    func uncertainMessagesOfNewGroupsComeFirst(uncertainty: [Double], order: [Int64]) throws {
        let folder = try folderOfGroups()
        let of = Dictionary(uniqueKeysWithValues: zip(try folder.messages.map(\.message.body), uncertainty))
        var session = try LabelingSession(folder.store, person: "tester") { of[$0.body]! }
        #expect(try rest(of: &session) == order)
    }

    @Test func aModelThatLearnedOrdersTheRestAnew() throws {
        let folder = try folderOfGroups()
        var session = try LabelingSession(folder.store, person: "tester") { _ in 1 }
        #expect(try session.current()?.number == 2)
        try session.apply(.label(.allow))
        #expect(try session.current()?.number == 1)
        try session.apply(.skip)
        // Of 3 and 4, the other of a group that has its label waits, however unsure a model is.
        try session.order { $0.body.contains("qqq") ? 0.1 : 1 }
        #expect(session.leftCount == 2 && session.labelledCount == 1)
        #expect(try rest(of: &session) == [4, 3])
        // A skipped message is not asked for again, but by undo.
        try session.order { _ in 1 }
        #expect(session.leftCount == 0)
        try session.apply(.undo)
        #expect(try session.current()?.number == 3)
    }

    @Test func twoSessionsLeaveEachOthersLabels() throws {
        let folder = try StoreFolder()
        try folder.add("text\naaa\nbbb\nccc\n", as: "a.csv")
        var first = try LabelingSession(folder.store, person: "same") { _ in 1 }
        var second = try LabelingSession(folder.store, person: "same") { _ in 1 }
        #expect(try first.current()?.number == 1 && second.current()?.number == 1)
        try first.apply(.label(.junk))
        // Shown before, labelled after.
        try second.apply(.label(.allow))
        #expect(second.labelledCount == 0 && second.othersCount == 1)
        #expect(try folder.messages[0].label == .junk)
        try second.apply(.label(.allow))
        // Labelled by the other one before it was shown.
        #expect(try first.current()?.number == 3 && first.othersCount == 1)
        // Undo takes back one's own label only, and not from under a later one.
        try folder.store.labels.give(.allow, to: 1, by: "third")
        try first.apply(.undo)
        try first.apply(.undo)
        #expect(try folder.messages.map(\.label) == [.allow, .allow, nil])
    }

    @Test func labelsAreKeptUndoneAndResumed() throws {
        let folder = try StoreFolder()
        try folder.add("text\naaa\nbbb\nccc\nddd\n", as: "a.csv")
        var session = try LabelingSession(folder.store, person: "tester") { _ in 1 }
        try session.apply(.label(.junk))
        try session.apply(.skip)
        try session.apply(.label(.allow))
        #expect(session.labelledCount == 2 && session.leftCount == 1)
        try session.apply(.undo)
        #expect(session.labelledCount == 1 && session.leftCount == 2)
        #expect(try session.current()?.message.body == "ccc")
        try session.apply(.undo)
        try session.apply(.undo)
        try session.apply(.undo)
        #expect(try session.current()?.message.body == "aaa")
        try session.apply(.label(.allow))
        #expect(try folder.messages.map(\.label) == [.allow, nil, nil, nil])
        var resumed = try LabelingSession(folder.store, person: "tester") { _ in 1 }
        #expect(try resumed.leftCount == 3 && resumed.current()?.message.body == "bbb")
    }
}

@Suite struct ExportTests {
    private func lines(_ folder: StoreFolder, _ format: ExportFormat) throws -> [String] {
        var text = ""
        _ = try folder.store.curation.export(format) { text += $0 }
        return text.split(separator: "\n", omittingEmptySubsequences: true).map(String.init)
    }

    @Test(arguments: [ExportFormat.jsonl, .csv])
    func whatIsExportedImportsAgain(format: ExportFormat) throws {
        let folder = try StoreFolder()
        try folder.add(
            #"{"text":"tab\there, \"quotes\" \\ and\nlines \u0001","label":"transaction/finance","sender":"BANK","country":"KR","lang":"ko","template":"t1","source":"s","time":"1650000000"}"#
                + "\n" + #"{"text":"무료 😀","source":"s2"}"# + "\n", as: "a.jsonl")
        var text = ""
        #expect(try folder.store.curation.export(format) { text += $0 }.messages == 2)
        let other = try StoreFolder()
        try other.add(text, as: "b.\(format)")
        let (a, b) = try (folder.messages, other.messages)
        #expect(a.map(\.message) == b.map(\.message))
        #expect(a.map(\.label) == b.map(\.label))
        #expect(a.map(\.source) == b.map(\.source))
        #expect(a.map(\.group) == b.map(\.group))
        #expect(a.map(\.receivedAt) == b.map(\.receivedAt))
        #expect(a.map(\.language) == b.map(\.language))
    }

    /// Their readers know bytes: a sign with a combining mark is a sign still.
    @Test func signsWithMarksAreSigns() throws {
        let folder = try StoreFolder()
        let text = "he said \"\u{301}x, y\" a|\u{301}b:\u{301}c"
        let row = #"{"text":"he said \"\u0301x, y\" a|\u0301b:\u0301c","label":"junk"}"#
        try folder.add(row + "\n", as: "a.jsonl")
        #expect(try folder.texts == [text])
        let csv = try #require(try lines(folder, .csv).last)
        #expect(csv.utf8.starts(with: "\"he said \"\"\u{301}x, y\"\" a|".utf8))
        let vw = try #require(try lines(folder, .vw).first)
        #expect(vw.utf8.count { $0 == UInt8(ascii: "|") } == 1 && !vw.utf8.contains(UInt8(ascii: ":")))
        let other = try StoreFolder()
        try other.add(try lines(folder, .csv).joined(separator: "\n") + "\n", as: "b.csv")
        #expect(try other.texts == [text])
    }

    @Test func wordsOfATextAreNoLabels() throws {
        let folder = try StoreFolder()
        try folder.add("spam\t__label__allow win </s> __label__\u{301}x a__label__b\n", as: "a.tsv")
        let words = try #require(try lines(folder, .fasttext).first).unicodeScalars.split(separator: " ").map(String.init)
        #expect(words.filter { $0.utf8.starts(with: "__label__".utf8) } == ["__label__junk"])
        // Ends a line for fastText.
        #expect(!words.contains("</s>"))
    }

    @Test func otherToolsGetTheirLines() throws {
        let folder = try StoreFolder()
        try folder.add("label,text\nspam,\"win a:b|c\nnow\"\nham,see see\n,unlabelled\n", as: "a.csv")
        #expect(try lines(folder, .tsv) == ["junk\twin a:b|c now", "allow\tsee see"])
        #expect(try lines(folder, .fasttext) == ["__label__junk win a:b|c now", "__label__allow see see"])
        #expect(try lines(folder, .vw) == ["2 |text win a_b_c now", "1 |text see see"])
        let rows = try lines(folder, .svmlight).map { $0.split(separator: " ").map(String.init) }
        #expect(rows.map(\.first) == ["2", "1"])
        for row in rows {
            let columns = row.dropFirst().map { Int($0.split(separator: ":")[0])! }
            #expect(columns == columns.sorted() && Set(columns).count == columns.count && !columns.isEmpty)
        }
    }

    /// A line of a part is the line that the whole store has for the message, also where a part
    /// begins with another label or lacks one.
    @Test(arguments: [ExportFormat.svmlight, .vw])
    func partsAreNumberedAlike(format: ExportFormat) throws {
        let folder = try StoreFolder()
        let labels = ["spam", "ham", "promo"]
        try folder.add(
            (0..<60).map { "\(labels[$0 % 7 == 6 ? 2 : $0 % 2])\tmessage \($0) of the word\($0) kind\n" }.joined(), as: "a.tsv")
        _ = try folder.store.splits.make(Split(by: .random, testShare: 0.3))
        func export(_ part: String?) throws -> (summary: ExportSummary, lines: [Substring]) {
            var text = ""
            let summary = try folder.store.curation.export(format, part: part.flatMap { SplitPart($0) }) { text += $0 }
            return (summary, text.split(separator: "\n"))
        }
        let (whole, train, test) = try (export(nil), export("train"), export("test"))
        #expect(whole.summary.labels.map(\.description) == ["allow", "junk", "promotion"])
        #expect(train.summary.labels == whole.summary.labels && test.summary.labels == whole.summary.labels)
        #expect(!train.lines.isEmpty && !test.lines.isEmpty)
        #expect((train.lines + test.lines).sorted() == whole.lines.sorted())
    }
}

@Suite struct SipHashTests {
    /// The vectors of the paper's reference code: key 00 01 … 0f, input 00 01 … of each length.
    @Test(arguments: [
        (0, 0x726F_DB47_DD0E_0E31), (1, 0x74F8_39C5_93DC_67FD), (8, 0x93F5_F579_9A93_2462), (15, 0xA129_CA61_49BE_45E5),
    ])
    func matchesTheReference(length: Int, expected: UInt64) {
        for cut in 0...length {
            var hash = SipHash(key: (0x0706_0504_0302_0100, 0x0F0E_0D0C_0B0A_0908))
            let bytes = (0..<length).map { UInt8($0) }
            bytes.withUnsafeBytes { all in
                hash.add(UnsafeRawBufferPointer(rebasing: all[..<cut]))
                hash.add(UnsafeRawBufferPointer(rebasing: all[cut...]))
            }
            #expect(hash.value == expected)
        }
    }
}
