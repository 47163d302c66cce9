// Asking, labelling and taking back, by one person and several.

import CorpusStore
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
        let item = try studio.ask("미나", .first)
        let id = try #require(item.message?.id)
        #expect(item.left == 4 && item.messages == 5 && item.message?.label == nil)
        let next = try studio.take(.label("transaction/finance"), of: id, by: "미나", .first).next
        #expect(next.labelled == 1 && next.left == 3 && next.message?.id != id)
        // Another program sees it while the studio is open.
        let given = try CorpusStore(path: folder.path, readsOnly: true).labelHistory(of: id)
        #expect(given.map(\.label) == ["transaction/finance"] && given.map(\.givenBy) == ["미나"])
        #expect(given[0].givenAt >= before)
    }

    @Test func undoTakesBackStepByStep() throws {
        let folder = try StudioFolder(Self.rows), studio = try folder.studio()
        let first = try #require(try studio.ask("ann", .first).message?.id)
        let second = try #require(try studio.take(.label("junk"), of: first, by: "ann", .first).next.message?.id)
        _ = try studio.take(.skip, of: second, by: "ann", .first)
        #expect(try studio.correct([SeenRow([5], from: "allow")], to: "junk", by: "ann") == [5])
        #expect(try studio.undo(by: "ann") == UndoneStep(said: "label taken back", mode: nil, messages: [5]))
        #expect(try studio.stored(5).label == .allow)
        #expect(try studio.undo(by: "ann").mode == .first)
        #expect(try studio.ask("ann", .first).message?.id == second)
        #expect(try studio.undo(by: "ann").mode == .first)
        #expect(try studio.ask("ann", .first).message?.id == first && studio.stored(first).label == nil)
        #expect(try studio.undo(by: "ann").said == "nothing to take back")
    }

    @Test func aCorrectionKeepsEarlierLabelsAndOthersLaterOnes() throws {
        let folder = try StudioFolder(Self.rows), studio = try folder.studio()
        _ = try studio.correct([SeenRow([5], from: "allow")], to: "junk", by: "ann")
        // Ben saw the old label: his is not given.
        #expect(throws: StudioError.labelledSince) {
            try studio.correct([SeenRow([5], from: "allow")], to: "promotion", by: "ben")
        }
        _ = try studio.correct([SeenRow([5], from: "junk")], to: "promotion", by: "ben")
        #expect(try studio.undo(by: "ann").messages == [])
        #expect(try studio.details(of: 5).history.map(\.label) == ["allow", "junk", "promotion"])
    }

    @Test func aCorrectionOfSeveralLabelsIsOneStep() throws {
        let folder = try StudioFolder([("allow", "good night"), ("junk", "Good night"), ("promotion", "GOOD NIGHT")])
        let studio = try folder.studio()
        let row = try #require(try studio.conflicts().rows.first)
        let seen = row.sides.map { SeenRow($0.messages, from: $0.label) }
        #expect(try studio.correct(seen, to: "junk", by: "ann") == [1, 3])
        #expect(try studio.undo(by: "ann").messages == [1, 3])
        #expect(try studio.messages.map(\.label?.description) == ["allow", "junk", "promotion"])
        #expect(try studio.undo(by: "ann").said == "nothing to take back")
    }

    @Test func peopleAreNotAskedAboutOneMessageAtOnce() throws {
        let folder = try StudioFolder(Self.rows), studio = try folder.studio()
        let ann = try #require(try studio.ask("ann", .first).message?.id)
        let ben = try #require(try studio.ask("ben", .first).message?.id)
        #expect(ann != ben)
        // Asked again, each sees the same.
        #expect(try studio.ask("ann", .first).message?.id == ann && studio.ask("ben", .first).message?.id == ben)
        _ = try studio.take(.label("junk"), of: ben, by: "ben", .first)
        _ = try studio.take(.label("allow"), of: ann, by: "ann", .first)
        let labels = try studio.messages.map(\.label)
        #expect(labels[Int(ann) - 1] == .allow && labels[Int(ben) - 1] == .junk)
    }

    @Test func aMessageThatIsNotInFrontIsNotLabelled() throws {
        let folder = try StudioFolder(Self.rows), studio = try folder.studio()
        let front = try #require(try studio.ask("ann", .first).message?.id)
        let other: Int64 = front == 1 ? 4 : 1
        #expect(throws: StudioError.movedOn) { try studio.take(.label("junk"), of: other, by: "ann", .first) }
        // Somebody labels it by another program meanwhile.
        try CorpusStore(path: folder.path).give(.allow, to: front, by: "ben")
        #expect(throws: StudioError.movedOn) { try studio.take(.label("junk"), of: front, by: "ann", .first) }
        #expect(try studio.stored(front).label == .allow && studio.stored(other).label == nil)
    }

    @Test func aTextThatNobodyHasReadGetsNoLabel() throws {
        let folder = try StudioFolder([("", "see you at nine"), ("allow", "good night")], ids: true)
        let studio = try folder.studio()
        let shown = try #require(try studio.ask("ann", .first).message)
        let second = try #require(try studio.ask("ben", .second).message), row = try studio.details(of: 2).message
        try folder.importAgain([("", "win a prize"), ("allow", "you owe us")])
        #expect(throws: StudioError.movedOn) {
            try studio.take(.label("allow"), of: shown.id, seen: shown.textMark, by: "ann", .first)
        }
        #expect(throws: StudioError.movedOn) {
            try studio.take(.label("allow"), of: second.id, seen: second.textMark, by: "ben", .second)
        }
        #expect(throws: StudioError.labelledSince) {
            try studio.correct([SeenRow([2], from: "allow", textMark: row.textMark)], to: "junk", by: "ann")
        }
        #expect(try studio.messages.map(\.label) == [nil, .allow] && studio.people().agreements.isEmpty)
        // The new text comes to the front, and gets one.
        let changed = try #require(try studio.ask("ann", .first).message)
        #expect(changed.id == shown.id && changed.pieces.map(\.text).joined() == "win a prize")
        _ = try studio.take(.label("junk"), of: changed.id, seen: changed.textMark, by: "ann", .first)
        #expect(try studio.stored(changed.id).label == .junk)
    }

    @Test func whatSomebodyHasLabelledSinceIsSaidToStay() throws {
        let folder = try StudioFolder(Self.rows), studio = try folder.studio()
        let front = try #require(try studio.ask("ann", .first).message?.id)
        _ = try studio.take(.label("junk"), of: front, by: "ann", .first)
        _ = try studio.correct([SeenRow([front], from: "junk")], to: "allow", by: "ben")
        #expect(try studio.undo(by: "ann").said == "somebody has labelled it since: nothing taken back")
        #expect(try studio.stored(front).label == .allow)
    }

    @Test func messagesOfAnImportAreAskedForWhenNoOtherIsLeft() throws {
        let folder = try StudioFolder([("", "see you at nine"), ("allow", "good night")], ids: true)
        let studio = try folder.studio()
        let front = try #require(try studio.ask("ann", .first).message?.id)
        #expect(try studio.take(.label("allow"), of: front, by: "ann", .first).next.message == nil)
        try folder.importAgain([("", "see you at nine"), ("allow", "good night"), ("", "qqq vvv zzz")])
        let item = try studio.ask("ann", .first)
        #expect(item.message?.id == 3 && item.messages == 3 && item.labelled == 1)
    }

    @Test func aMessageThatIsCorrectedAndTakenBackIsAskedForAgain() throws {
        let folder = try StudioFolder(Self.rows), studio = try folder.studio()
        let item = try studio.ask("ann", .first), front = try #require(item.message?.id)
        _ = try studio.correct([SeenRow([front], from: nil)], to: "junk", by: "ann")
        let next = try studio.ask("ann", .first)
        #expect(next.message?.id != front && next.others == 0 && next.left == item.left - 1)
        #expect(try studio.undo(by: "ann").messages == [front])
        let again = try studio.ask("ann", .first)
        #expect(again.message?.id == front && again.others == 0 && again.left == item.left)
        #expect(again.reason == item.reason)
    }

    @Test func peopleWhoAskAtOnceAreAskedAboutDifferentMessages() throws {
        let texts = ["red", "blue", "green", "white", "black", "brown", "pink", "grey"]
        let folder = try StudioFolder(texts.map { ("", "\($0) \($0)ish") }), studio = try folder.studio()
        let fronts = Mutex<[Int64]>([])
        DispatchQueue.concurrentPerform(iterations: texts.count) { i in
            let item = try? studio.ask("person \(i)", .first)
            fronts.withLock { $0.append(item?.message?.id ?? 0) }
        }
        #expect(fronts.withLock { $0.sorted() } == Array(1...8))
    }

    @Test func aTemplateGetsOneLabel() throws {
        let folder = try StudioFolder(Self.rows), studio = try folder.studio()
        var item = try studio.ask("ann", .first)
        while item.alike == 0 { item = try studio.take(.skip, of: item.message!.id, by: "ann", .first).next }
        #expect(item.alike == 1 && item.example?.text.hasPrefix("alpha") == true)
        let result = try studio.take(.labelTemplate("junk"), of: item.message!.id, by: "ann", .first)
        #expect(result.said == "2 messages labelled")
        #expect(try studio.stored(2).label == .junk && studio.stored(3).label == .junk)
        _ = try studio.undo(by: "ann")
        #expect(try studio.stored(2).label == nil && studio.stored(3).label == nil)
    }

    @Test func aSecondLookHidesWhatOthersSaid() throws {
        let folder = try StudioFolder(Self.rows), studio = try folder.studio([try folder.model("a.spam")])
        let item = try studio.ask("ann", .second)
        #expect(item.message?.id == 5 && item.message?.label == nil && item.message?.verdict == nil)
        #expect(item.message?.pieces.allSatisfy { $0.mark == nil } == true && item.message?.clues == [])
        #expect(try studio.take(.label("junk"), of: 5, by: "ann", .second).next.message == nil)
        let agreement = try #require(try studio.people().agreements.first)
        #expect(agreement.first == "file" && agreement.second == "ann" && agreement.messages == 1 && agreement.agreed == 0)
        #expect(agreement.differences.map(\.message) == [5])
        // The first label counts still.
        #expect(try studio.stored(5).label == .allow)
        #expect(try studio.people().progress.people.map(\.secondLabels) == [1])
        #expect(try studio.undo(by: "ann").mode == .second)
        #expect(try studio.people().agreements.isEmpty)
    }

    @Test(arguments: ["", "  ", "file", "file a.tsv", "a\nb", "a\u{202E}b", String(repeating: "n", count: 61)])
    func aNameThatIsNoneIsRefused(_ name: String) throws {
        let folder = try StudioFolder(Self.rows), studio = try folder.studio()
        #expect(throws: StudioError.badName) { try studio.ask(name, .first) }
        #expect(throws: StudioError.badName) { try StudioSession(person: nil).sitDown(name) }
    }

    @Test func aWordThatIsNoLabelIsRefused() throws {
        let folder = try StudioFolder(Self.rows), studio = try folder.studio()
        let front = try #require(try studio.ask("ann", .first).message?.id)
        #expect(throws: StudioError.badLabel) { try studio.take(.label("spam"), of: front, by: "ann", .first) }
        #expect(throws: StudioError.badLabel) { try studio.correct([SeenRow([5], from: "allow")], to: "", by: "ann") }
    }
}
