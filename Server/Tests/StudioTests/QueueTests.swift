// Asking, labelling and taking back, by one person and several.

@testable import CorpusStore
import Foundation
import SpamFilter
import Synchronization
import Testing

@testable import Studio

@Suite struct QueueTests {
    private static let rows = [
        ("", "see you at nine"), ("", "alpha beta gamma delta epsilon zeta eta theta iota 1"),
        ("", "alpha beta gamma delta epsilon zeta eta theta iota 2"), ("", "qqq vvv zzz"), ("allow", "good night"),
    ]

    @Test func aLabelIsStoredAtOnceWithWhoAndWhen() throws {
        let folder = try StudioFolder(Self.rows), studio = try folder.studio()
        let before = Int(Date().timeIntervalSince1970)
        let item = try studio.desk(of: "미나").ask(.first)
        let id = try #require(item.message?.id)
        #expect(item.left == 4 && item.messages == 5 && item.message?.label == nil)
        let next = try studio.desk(of: "미나").take(.label("transaction/finance"), of: id, .first).next
        #expect(next.labelled == 1 && next.left == 3 && next.message?.id != id)
        // Another program sees it while the studio is open.
        let given = try CorpusStore(path: folder.path, readsOnly: true).labels.history(of: id)
        #expect(given.map(\.label) == ["transaction/finance"] && given.map(\.givenBy) == ["미나"])
        #expect(given[0].givenAt >= before)
    }

    @Test func undoTakesBackStepByStep() throws {
        let folder = try StudioFolder(Self.rows), studio = try folder.studio()
        let first = try #require(try studio.desk(of: "ann").ask(.first).message?.id)
        let second = try #require(try studio.desk(of: "ann").take(.label("junk"), of: first, .first).next.message?.id)
        _ = try studio.desk(of: "ann").take(.skip, of: second, .first)
        #expect(try studio.desk(of: "ann").correct([SeenRow([5], from: "allow")], to: "junk") == [5])
        #expect(try studio.desk(of: "ann").undo() == UndoneStep(said: "label taken back", mode: nil, messages: [5]))
        #expect(try studio.lookup.stored(5).label == .allow)
        #expect(try studio.desk(of: "ann").undo().mode == .first)
        #expect(try studio.desk(of: "ann").ask(.first).message?.id == second)
        #expect(try studio.desk(of: "ann").undo().mode == .first)
        #expect(try studio.desk(of: "ann").ask(.first).message?.id == first && studio.lookup.stored(first).label == nil)
        #expect(try studio.desk(of: "ann").undo().said == "nothing to take back")
    }

    @Test func aCorrectionKeepsEarlierLabelsAndOthersLaterOnes() throws {
        let folder = try StudioFolder(Self.rows), studio = try folder.studio()
        _ = try studio.desk(of: "ann").correct([SeenRow([5], from: "allow")], to: "junk")
        // Ben saw the old label: his is not given.
        #expect(throws: StudioError.labelledSince) {
            try studio.desk(of: "ben").correct([SeenRow([5], from: "allow")], to: "promotion")
        }
        _ = try studio.desk(of: "ben").correct([SeenRow([5], from: "junk")], to: "promotion")
        #expect(try studio.desk(of: "ann").undo().messages == [])
        #expect(try studio.lookup.details(of: 5).history.map(\.label) == ["allow", "junk", "promotion"])
    }

    @Test func aCorrectionOfSeveralLabelsIsOneStep() throws {
        let folder = try StudioFolder([("allow", "good night"), ("junk", "Good night"), ("promotion", "GOOD NIGHT")])
        let studio = try folder.studio()
        let row = try #require(try studio.lookup.conflicts().rows.first)
        let seen = row.sides.map { SeenRow($0.messages, from: $0.label) }
        #expect(try studio.desk(of: "ann").correct(seen, to: "junk") == [1, 3])
        #expect(try studio.desk(of: "ann").undo().messages == [1, 3])
        #expect(try studio.messages.map(\.label?.description) == ["allow", "junk", "promotion"])
        #expect(try studio.desk(of: "ann").undo().said == "nothing to take back")
    }

    @Test func peopleAreNotAskedAboutOneMessageAtOnce() throws {
        let folder = try StudioFolder(Self.rows), studio = try folder.studio()
        let ann = try #require(try studio.desk(of: "ann").ask(.first).message?.id)
        let ben = try #require(try studio.desk(of: "ben").ask(.first).message?.id)
        #expect(ann != ben)
        // Asked again, each sees the same.
        #expect(try studio.desk(of: "ann").ask(.first).message?.id == ann)
        #expect(try studio.desk(of: "ben").ask(.first).message?.id == ben)
        _ = try studio.desk(of: "ben").take(.label("junk"), of: ben, .first)
        _ = try studio.desk(of: "ann").take(.label("allow"), of: ann, .first)
        let labels = try studio.messages.map(\.label)
        #expect(labels[Int(ann) - 1] == .allow && labels[Int(ben) - 1] == .junk)
    }

    @Test func aMessageThatIsNotInFrontIsNotLabelled() throws {
        let folder = try StudioFolder(Self.rows), studio = try folder.studio()
        let front = try #require(try studio.desk(of: "ann").ask(.first).message?.id)
        let other: Int64 = front == 1 ? 4 : 1
        #expect(throws: StudioError.movedOn) { try studio.desk(of: "ann").take(.label("junk"), of: other, .first) }
        // Somebody labels it by another program meanwhile.
        try CorpusStore(path: folder.path).labels.give(.allow, to: front, by: "ben")
        #expect(throws: StudioError.movedOn) { try studio.desk(of: "ann").take(.label("junk"), of: front, .first) }
        #expect(try studio.lookup.stored(front).label == .allow && studio.lookup.stored(other).label == nil)
    }

    @Test func aTextThatNobodyHasReadGetsNoLabel() throws {
        let folder = try StudioFolder([("", "see you at nine"), ("allow", "good night")], ids: true)
        let studio = try folder.studio()
        let shown = try #require(try studio.desk(of: "ann").ask(.first).message)
        let second = try #require(try studio.desk(of: "ben").ask(.second).message), row = try studio.lookup.details(of: 2).message
        try folder.importAgain([("", "win a prize"), ("allow", "you owe us")])
        #expect(throws: StudioError.movedOn) {
            try studio.desk(of: "ann").take(.label("allow"), of: shown.id, seen: shown.textMark, .first)
        }
        #expect(throws: StudioError.movedOn) {
            try studio.desk(of: "ben").take(.label("allow"), of: second.id, seen: second.textMark, .second)
        }
        #expect(throws: StudioError.labelledSince) {
            try studio.desk(of: "ann").correct([SeenRow([2], from: "allow", textMark: row.textMark)], to: "junk")
        }
        #expect(try studio.messages.map(\.label) == [nil, .allow] && studio.lookup.people().agreements.isEmpty)
        // The new text comes to the front, and gets one.
        let changed = try #require(try studio.desk(of: "ann").ask(.first).message)
        #expect(changed.id == shown.id && changed.pieces.map(\.text).joined() == "win a prize")
        _ = try studio.desk(of: "ann").take(.label("junk"), of: changed.id, seen: changed.textMark, .first)
        #expect(try studio.lookup.stored(changed.id).label == .junk)
    }

    @Test func whatSomebodyHasLabelledSinceIsSaidToStay() throws {
        let folder = try StudioFolder(Self.rows), studio = try folder.studio()
        let front = try #require(try studio.desk(of: "ann").ask(.first).message?.id)
        _ = try studio.desk(of: "ann").take(.label("junk"), of: front, .first)
        _ = try studio.desk(of: "ben").correct([SeenRow([front], from: "junk")], to: "allow")
        #expect(try studio.desk(of: "ann").undo().said == "somebody has labelled it since: nothing taken back")
        #expect(try studio.lookup.stored(front).label == .allow)
    }

    @Test func messagesOfAnImportAreAskedForWhenNoOtherIsLeft() throws {
        let folder = try StudioFolder([("", "see you at nine"), ("allow", "good night")], ids: true)
        let studio = try folder.studio()
        let front = try #require(try studio.desk(of: "ann").ask(.first).message?.id)
        #expect(try studio.desk(of: "ann").take(.label("allow"), of: front, .first).next.message == nil)
        try folder.importAgain([("", "see you at nine"), ("allow", "good night"), ("", "qqq vvv zzz")])
        let item = try studio.desk(of: "ann").ask(.first)
        #expect(item.message?.id == 3 && item.messages == 3 && item.labelled == 1)
    }

    @Test func aMessageThatIsCorrectedAndTakenBackIsAskedForAgain() throws {
        let folder = try StudioFolder(Self.rows), studio = try folder.studio()
        let item = try studio.desk(of: "ann").ask(.first), front = try #require(item.message?.id)
        _ = try studio.desk(of: "ann").correct([SeenRow([front], from: nil)], to: "junk")
        let next = try studio.desk(of: "ann").ask(.first)
        #expect(next.message?.id != front && next.others == 0 && next.left == item.left - 1)
        #expect(try studio.desk(of: "ann").undo().messages == [front])
        let again = try studio.desk(of: "ann").ask(.first)
        #expect(again.message?.id == front && again.others == 0 && again.left == item.left)
        #expect(again.reason == item.reason)
    }

    @Test func peopleWhoAskAtOnceAreAskedAboutDifferentMessages() throws {
        let texts = ["red", "blue", "green", "white", "black", "brown", "pink", "grey"]
        let folder = try StudioFolder(texts.map { ("", "\($0) \($0)ish") }), studio = try folder.studio()
        let fronts = Mutex<[Int64]>([])
        DispatchQueue.concurrentPerform(iterations: texts.count) { i in
            let item = try? studio.desk(of: "person \(i)").ask(.first)
            fronts.withLock { $0.append(item?.message?.id ?? 0) }
        }
        #expect(fronts.withLock { $0.sorted() } == Array(1...8))
    }

    @Test func aTemplateGetsOneLabel() throws {
        let folder = try StudioFolder(Self.rows), studio = try folder.studio()
        var item = try studio.desk(of: "ann").ask(.first)
        while item.alike == 0 { item = try studio.desk(of: "ann").take(.skip, of: item.message!.id, .first).next }
        #expect(item.alike == 1 && item.example?.text.hasPrefix("alpha") == true)
        let result = try studio.desk(of: "ann").take(.labelTemplate("junk"), of: item.message!.id, .first)
        #expect(result.said == "2 messages labelled")
        #expect(try studio.lookup.stored(2).label == .junk && studio.lookup.stored(3).label == .junk)
        _ = try studio.desk(of: "ann").undo()
        #expect(try studio.lookup.stored(2).label == nil && studio.lookup.stored(3).label == nil)
    }

    @Test func aSecondLookHidesWhatOthersSaid() throws {
        let folder = try StudioFolder(Self.rows), studio = try folder.studio([try folder.model("a.spam")])
        let item = try studio.desk(of: "ann").ask(.second)
        #expect(item.message?.id == 5 && item.message?.label == nil && item.message?.verdict == nil)
        #expect(item.message?.pieces.allSatisfy { $0.mark == nil } == true && item.message?.clues == [])
        #expect(try studio.desk(of: "ann").take(.label("junk"), of: 5, .second).next.message == nil)
        let agreement = try #require(try studio.lookup.people().agreements.first)
        #expect(agreement.first == "file" && agreement.second == "ann" && agreement.messages == 1 && agreement.agreed == 0)
        #expect(agreement.differences.map(\.message) == [5])
        // The first label counts still.
        #expect(try studio.lookup.stored(5).label == .allow)
        #expect(try studio.lookup.people().progress.people.map(\.secondLabels) == [1])
        #expect(try studio.desk(of: "ann").undo().mode == .second)
        #expect(try studio.lookup.people().agreements.isEmpty)
    }

    @Test(arguments: ["", "  ", "file", "file a.tsv", "a\nb", "a\u{202E}b", String(repeating: "n", count: 61)])
    func aNameThatIsNoneIsRefused(_ name: String) throws {
        let folder = try StudioFolder(Self.rows), studio = try folder.studio()
        #expect(throws: StudioError.badName) { try studio.desk(of: name).ask(.first) }
        #expect(throws: StudioError.badName) { try StudioSession(person: nil).sitDown(name) }
    }

    @Test func aWordThatIsNoLabelIsRefused() throws {
        let folder = try StudioFolder(Self.rows), studio = try folder.studio()
        let front = try #require(try studio.desk(of: "ann").ask(.first).message?.id)
        #expect(throws: StudioError.badLabel) { try studio.desk(of: "ann").take(.label("spam"), of: front, .first) }
        #expect(throws: StudioError.badLabel) { try studio.desk(of: "ann").correct([SeenRow([5], from: "allow")], to: "") }
    }
}
