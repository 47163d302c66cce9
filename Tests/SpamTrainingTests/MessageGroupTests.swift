import LabeledMessages
import SpamFilter
import Testing
import TrainingFixtures

@testable import SpamTraining

/// Which messages are of one group.
@Suite struct MessageGroupTests {
    private func row(_ text: String, source: String = "here", group: String? = nil) -> LabeledMessage {
        LabeledMessage(Message(body: text), .allow, source: source, group: group)
    }

    private let parcel = "your parcel waits at the front desk until nine"
    private let likeIt = "your parcel waits at the front desk until five"
    private let dinner = "dinner tomorrow at the old harbour"

    /// A corpus in two files has messages of a template in both.
    @Test func aNameIsOneGroupInAllSources() throws {
        let groups = try TrainingRun.groups(of: [
            row(parcel, source: "a", group: "17"), row(dinner, source: "b", group: "17"), row(parcel, source: "a", group: "18"),
        ])
        #expect(groups[0] == groups[1] && groups[0] != groups[2])
    }

    @Test func aMessageWithoutANameIsOfTheGroupThatItIsLike() throws {
        let rows = [row(likeIt), row(dinner), row(parcel, group: "17"), row(likeIt, source: "b"), row("something else entirely")]
        let groups = try TrainingRun.groups(of: rows)
        #expect(groups[0] == groups[2] && groups[3] == groups[2])
        #expect(Set(groups).count == 3)
        // Whatever the order.
        #expect(try TrainingRun.groups(of: rows.reversed()) == groups.reversed())
    }

    /// What the corpus tells apart stays apart, however alike.
    @Test func namesAreBelieved() throws {
        let groups = try TrainingRun.groups(of: [row(parcel, group: "17"), row(parcel, group: "18"), row(likeIt)])
        #expect(groups[0] != groups[1] && groups[..<2].contains(groups[2]))
    }

    /// Of two files, one with names of templates and one without, none is on both sides of a fold.
    @Test func copiesWithoutNamesAreOfTheirGroups() throws {
        let named = InventedMessages.all.enumerated().map {
            LabeledMessage($1.message, $1.label, source: "named", group: "\($0)")
        }
        let bare = InventedMessages.all.map { LabeledMessage($0.message, $0.label, source: "bare") }
        let groups = try TrainingRun.groups(of: named + bare)
        let others = Dictionary(grouping: groups.indices, by: { groups[$0] }).values.filter {
            $0.allSatisfy { $0 >= named.count }
        }
        #expect(others.isEmpty)
    }
}
