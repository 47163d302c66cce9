// What is labelled along with a message: its exact repeats, its template; and why it is asked for.

import GRDB
import SpamFilter
import Testing

@testable import CorpusStore

@Suite struct LabelingAlikeTests {
    /// A template of four, two of them the same; and two strangers.
    private func folder() throws -> StoreFolder {
        let folder = try StoreFolder()
        let parcel = "alpha beta gamma delta epsilon zeta eta theta iota"
        try folder.add(
            "text,sender\nsee you at nine,\n\(parcel) 1,x\n\(parcel) 1,y\n\(parcel) 2,x\n\(parcel) 1,z\nqqq vvv zzz,\n",
            as: "a.csv")
        try folder.store.groups.update()
        return folder
    }

    /// A session of which 2 is the first message.
    private func session(_ folder: StoreFolder) throws -> LabelingSession {
        let session = try LabelingSession(folder.store, person: "ann") { $0.body.hasPrefix("alpha") ? 1 : 0.1 }
        return session
    }

    private func labels(_ folder: StoreFolder) throws -> [Label?] { try folder.messages.map(\.label) }

    @Test func exactRepeatsGetTheLabelToo() throws {
        let folder = try folder()
        var session = try session(folder)
        #expect(try session.current()?.number == 2)
        #expect(try session.alike().map(\.id) == [3, 4, 5] && session.alike().map(\.isRepeat) == [true, false, true])
        #expect(try session.apply(.label(.junk)) == 2)
        #expect(try labels(folder) == [nil, .junk, .junk, nil, .junk, nil])
        #expect(session.labelledCount == 1 && session.alongCount == 2 && session.leftCount == 3)
        #expect(try session.apply(.undo) == 2)
        #expect(try labels(folder) == [nil, nil, nil, nil, nil, nil])
        #expect(try session.current()?.number == 2 && session.leftCount == 6)
    }

    /// Older versions imported blank rows, of which nobody can tell a label.
    @Test func whatHasNoTextIsNotAskedFor() throws {
        let folder = try folder()
        try folder.store.database.write { try $0.execute(sql: "UPDATE message SET text = ' \n' WHERE id IN (1, 3)") }
        var session = try session(folder)
        var asked: Set<Int64> = []
        while let id = try session.current()?.number {
            asked.insert(id)
            try session.apply(.skip, seen: nil)
        }
        #expect(asked == [2, 4, 5, 6])
    }

    @Test func aTemplateGetsOneLabel() throws {
        let folder = try folder()
        var session = try session(folder)
        // What has a label keeps it.
        try folder.store.labels.give(.allow, to: 4, by: "ben")
        #expect(try session.apply(.labelTemplate(.junk)) == 2)
        #expect(try labels(folder) == [nil, .junk, .junk, .allow, .junk, nil])
        // Undo takes back what is not labelled anew since.
        try folder.store.labels.give(Label(.promotion), to: 5, by: "ben")
        #expect(try session.apply(.undo) == 1)
        #expect(try labels(folder) == [nil, nil, nil, .allow, Label(.promotion), nil])
        #expect(session.othersCount == 1 && session.labelledCount == 0)
    }

    @Test func whoWasQuickerLabelsTheRepeats() throws {
        let folder = try folder()
        var session = try session(folder)
        #expect(try session.current()?.number == 2)
        try folder.store.labels.give(.allow, to: 2, by: "ben")
        #expect(try session.apply(.label(.junk)) == 0)
        #expect(try labels(folder) == [nil, .allow, nil, nil, nil, nil])
        #expect(session.labelledCount == 0 && session.othersCount == 1)
    }

    @Test(
        arguments: [
            // Whether another of the template came before, uncertainty, messages alike, covered.
            (1, 1, 4, 0, LabelingReason.moreOfTemplate), (0, 0.5, 4, 0, .unsure), (0, 0.4, 4, 0.4, .newKind),
            (0, nil, 4, 0.4, .newKind), (0, nil, 4, 0.5, .firstOfTemplate), (0, 0, 1, 0.5, .left),
        ] as [(Int, Double?, Int, Float, LabelingReason)])
    func aMessageIsAskedForWithAReason(before: Int, uncertainty: Double?, size: Int, covered: Float, reason: LabelingReason) {
        #expect(LabelingReason(before: before, uncertainty: uncertainty, size: size, covered: covered) == reason)
    }

    @Test func theReasonIsThatOfTheMessageShown() throws {
        let folder = try folder()
        var session = try session(folder)
        var reasons: [Int64: LabelingReason] = [:]
        while let stored = try session.current() {
            reasons[stored.number] = session.reason
            try session.apply(.skip)
        }
        #expect(reasons == [2: .unsure, 3: .moreOfTemplate, 4: .moreOfTemplate, 5: .moreOfTemplate, 1: .newKind, 6: .newKind])
    }
}

@Suite struct SecondLabelTests {
    /// Six labelled messages, two of one text; the last has no label.
    private func folder() throws -> StoreFolder {
        let folder = try StoreFolder()
        try folder.add("label,text\nham,aaa\nham,bbb\nspam,ccc\nspam,ddd\nspam,ddd \nham,eee\n,fff\n", as: "a.csv")
        return folder
    }

    private func label(_ session: inout SecondLabelingSession, _ labels: [String: Label]) throws -> [String] {
        var asked: [String] = []
        while let stored = try session.current() {
            asked.append(stored.message.body)
            try session.apply(labels[stored.message.body].map { .label($0) } ?? .skip)
        }
        return asked
    }

    @Test func theFirstLabelStays() throws {
        let folder = try folder()
        let before = try folder.messages.map(\.label)
        var ben = try SecondLabelingSession(folder.store, person: "ben")
        let asked = try label(&ben, ["aaa": .junk, "bbb": .allow, "ccc": .junk, "ddd": .junk])
        #expect(
            Set(asked).isSuperset(of: ["aaa", "bbb", "ccc", "ddd", "eee"]) && !asked.contains("fff") && ben.labelledCount == 4)
        #expect(try folder.messages.map(\.label) == before)
        let found = try folder.store.labels.agreements()
        #expect(found.count == 1 && found[0].first == "file" && found[0].second == "ben")
        #expect(found[0].count == 4 && found[0].agreed == 3)
        // By hand: 3/4 agree, chance 2/4 x 1/4 + 2/4 x 3/4 = 1/2.
        #expect(found[0].kappa == 0.5 && found[0].junkKappa == 0.5)
        #expect(
            found[0].labels(of: \.first) == ["allow": 2, "junk": 2] && found[0].labels(of: \.second) == ["allow": 1, "junk": 3])
        // A later label of the first is not what was compared.
        try folder.store.labels.give(.junk, to: 1, by: "ann")
        #expect(try folder.store.labels.agreements() == found)
        // What was skipped is asked for again, what was labelled is not.
        ben = try SecondLabelingSession(folder.store, person: "ben")
        #expect(Set(try label(&ben, [:])).isDisjoint(with: ["aaa", "bbb", "ccc", "ddd"]))
    }

    @Test func oneTextIsAskedForOnceAndInAnyOrder() throws {
        let folder = try StoreFolder()
        try folder.add("label,text,sender\n" + (0..<40).map { "ham,text \($0 / 2),s\($0)\n" }.joined(), as: "a.csv")
        var first = try SecondLabelingSession(folder.store, person: "ben", seed: 1)
        var second = try SecondLabelingSession(folder.store, person: "ben", seed: 2)
        let orders = try (label(&first, [:]), label(&second, [:]))
        #expect(orders.0.count == 20 && Set(orders.0).count == 20 && Set(orders.1) == Set(orders.0) && orders.0 != orders.1)
    }

    @Test func undoTakesASecondLabelBack() throws {
        let folder = try folder()
        var ben = try SecondLabelingSession(folder.store, person: "ben")
        let first = try ben.current()?.number
        try ben.apply(.label(.junk))
        try ben.apply(.skip)
        for _ in 0..<3 { try ben.apply(.undo) }
        #expect(try ben.current()?.number == first && ben.labelledCount == 0)
        #expect(try folder.store.labels.agreements().isEmpty)
    }

    /// One's own labels are not asked for.
    @Test func thoseOfSomebodyElseAreAskedFor() throws {
        let folder = try StoreFolder()
        try folder.add("text\naaa\nbbb\nccc\n", as: "a.csv")
        try folder.store.labels.give(.junk, to: 1, by: "ben")
        try folder.store.labels.give(.junk, to: 2, by: "ann")
        try folder.store.labels.give(.junk, to: 3, by: "ann")
        try folder.store.labels.give(nil, to: 3, by: "ann")
        var ben = try SecondLabelingSession(folder.store, person: "ben")
        #expect(try label(&ben, ["bbb": .junk]) == ["bbb"])
        #expect(try folder.store.labels.agreements().map(\.kappa) == [nil])
    }
}
