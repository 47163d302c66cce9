import Corpus
import SpamEvaluation
import SpamFilter
import Statistics
import Testing

@testable import Experiments
@testable import SpamTraining

@Suite struct SeenAlikeTests {
    private func row(_ text: String, source: String = "a", group: String? = nil) -> LabeledMessage {
        LabeledMessage(Message(body: text), .allow, source: source, group: group)
    }

    private let training = [
        "your parcel waits at the front desk until nine", "dinner tomorrow at the old harbour", "code 402913 is yours",
    ]

    @Test func nearDuplicatesAreSeen() throws {
        let test = [
            "your parcel waits at the front desk until five", "an entirely different remark about cats",
            "dinner tomorrow at the old harbour",
        ]
        let found = try TrainingOverlap(of: test.map { row($0) }, with: training.map { row($0) })
        #expect(found.trained == 3 && found.seenAlike == Rate(2, of: 3) && found.groups == 2)
    }

    /// Whatever the corpora call their templates.
    @Test func namesDoNotHideNearDuplicates() throws {
        let found = try TrainingOverlap(of: [row(training[0], source: "b", group: "x")], with: [row(training[0], group: "y")])
        #expect(found.seenAlike == Rate(1, of: 1))
    }

    @Test func templatesOfOneNameAreSeen() throws {
        let test = [row("nothing alike whatsoever", group: "t1"), row("equally unlike all of it", source: "b", group: "t1")]
        let found = try TrainingOverlap(of: test, with: [row(training[1], group: "t1")])
        #expect(found.seenAlike == Rate(2, of: 2) && found.groups == 1)
    }
}
