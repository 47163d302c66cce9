// What is asked while another program holds the store can be asked again: nothing is forgotten.

import CorpusStore
import SpamFilter
import Testing

@testable import Studio

@Suite struct LockedStoreTests {
    private static let rows = [("", "see you at nine"), ("", "qqq vvv zzz"), ("allow", "good night")]

    @Test func aStepThatTheStoreDidNotTakeBackIsTakenBackNext() throws {
        let folder = try StudioFolder(Self.rows), studio = try Studio(store: folder.path, models: [], secondsToWait: 0)
        let first = try #require(try studio.ask("ann", .first).message?.id)
        let second = try #require(try studio.take(.label("junk"), of: first, by: "ann", .first).next.message?.id)
        _ = try studio.take(.label("junk"), of: second, by: "ann", .first)
        try folder.whileLocked {
            #expect(throws: StoreError.self) { try studio.undo(by: "ann") }
        }
        #expect(try studio.undo(by: "ann").mode == .first)
        #expect(try studio.stored(second).label == nil && studio.stored(first).label == .junk)
        #expect(try studio.ask("ann", .first).message?.id == second)
    }

    @Test func aCorrectionThatTheStoreDidNotTakeBackIsTakenBackNext() throws {
        let folder = try StudioFolder(Self.rows), studio = try Studio(store: folder.path, models: [], secondsToWait: 0)
        let front = try #require(try studio.ask("ann", .first).message?.id)
        _ = try studio.take(.label("junk"), of: front, by: "ann", .first)
        _ = try studio.correct([SeenRow([3], from: "allow")], to: "junk", by: "ann")
        try folder.whileLocked {
            #expect(throws: StoreError.self) { try studio.undo(by: "ann") }
        }
        #expect(try studio.undo(by: "ann").messages == [3])
        #expect(try studio.stored(3).label == .allow && studio.stored(front).label == .junk)
    }

    @Test func aSecondLookThatTheStoreDidNotTakeComesAgain() throws {
        let folder = try StudioFolder(Self.rows), studio = try Studio(store: folder.path, models: [], secondsToWait: 0)
        #expect(try studio.ask("ann", .second).message?.id == 3)
        try folder.whileLocked {
            #expect(throws: StoreError.self) { try studio.take(.label("junk"), of: 3, by: "ann", .second) }
        }
        #expect(try studio.ask("ann", .second).message?.id == 3)
        #expect(try studio.take(.label("junk"), of: 3, by: "ann", .second).next.message == nil)
        try folder.whileLocked {
            #expect(throws: StoreError.self) { try studio.undo(by: "ann") }
        }
        #expect(try studio.undo(by: "ann").mode == .second)
        #expect(try studio.ask("ann", .second).message?.id == 3 && studio.people().agreements.isEmpty)
    }
}
