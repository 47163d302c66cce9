// What is asked while another program holds the store can be asked again: nothing is forgotten.

import CorpusStore
import SpamFilter
import Testing

@testable import Studio

@Suite struct LockedStoreTests {
    private static let rows = [("", "see you at nine"), ("", "qqq vvv zzz"), ("allow", "good night")]

    @Test func aStepThatTheStoreDidNotTakeBackIsTakenBackNext() throws {
        let folder = try StudioFolder(Self.rows), studio = try Studio(store: folder.path, models: [], secondsToWait: 0)
        let first = try #require(try studio.desk(of: "ann").ask(.first).message?.id)
        let second = try #require(try studio.desk(of: "ann").take(.label("junk"), of: first, .first).next.message?.id)
        _ = try studio.desk(of: "ann").take(.label("junk"), of: second, .first)
        try folder.whileLocked {
            #expect(throws: StoreError.self) { try studio.desk(of: "ann").undo() }
        }
        #expect(try studio.desk(of: "ann").undo().mode == .first)
        #expect(try studio.lookup.stored(second).label == nil && studio.lookup.stored(first).label == .junk)
        #expect(try studio.desk(of: "ann").ask(.first).message?.id == second)
    }

    @Test func aCorrectionThatTheStoreDidNotTakeBackIsTakenBackNext() throws {
        let folder = try StudioFolder(Self.rows), studio = try Studio(store: folder.path, models: [], secondsToWait: 0)
        let front = try #require(try studio.desk(of: "ann").ask(.first).message?.id)
        _ = try studio.desk(of: "ann").take(.label("junk"), of: front, .first)
        _ = try studio.desk(of: "ann").correct([SeenRow([3], from: "allow")], to: "junk")
        try folder.whileLocked {
            #expect(throws: StoreError.self) { try studio.desk(of: "ann").undo() }
        }
        #expect(try studio.desk(of: "ann").undo().messages == [3])
        #expect(try studio.lookup.stored(3).label == .allow && studio.lookup.stored(front).label == .junk)
    }

    @Test func aSecondLookThatTheStoreDidNotTakeComesAgain() throws {
        let folder = try StudioFolder(Self.rows), studio = try Studio(store: folder.path, models: [], secondsToWait: 0)
        #expect(try studio.desk(of: "ann").ask(.second).message?.id == 3)
        try folder.whileLocked {
            #expect(throws: StoreError.self) { try studio.desk(of: "ann").take(.label("junk"), of: 3, .second) }
        }
        #expect(try studio.desk(of: "ann").ask(.second).message?.id == 3)
        #expect(try studio.desk(of: "ann").take(.label("junk"), of: 3, .second).next.message == nil)
        try folder.whileLocked {
            #expect(throws: StoreError.self) { try studio.desk(of: "ann").undo() }
        }
        #expect(try studio.desk(of: "ann").undo().mode == .second)
        #expect(try studio.desk(of: "ann").ask(.second).message?.id == 3 && studio.lookup.people().agreements.isEmpty)
    }
}
