// The groups of a test set: as many wanted ones as the report counts.

@testable import Experiments
import LabeledMessages
import SpamEvaluation
import SpamFilter
import SpamTraining
import Testing

@Suite struct TestSetTests {
    /// A junk message like two wanted ones would join them.
    @Test func junkJoinsNoWantedMessages() throws {
        let words = (0..<16).map { "word\($0)" }
        func text(_ range: Range<Int>) -> String { words[range].joined(separator: " ") }
        let messages = [(text(0..<10), Label.allow), (text(3..<13), .junk), (text(6..<16), .allow), (text(3..<13), .junk)]
            .map { LabeledMessage(Message(body: $0), $1) }
        let test = TestSet([], protected: [], keepsMessages: true)
        var wanted = WantedMessages(), evaluation = Evaluation()
        for message in messages {
            test.add(message, traits: MessageTraits())
            wanted.add(message)
            evaluation.add(Outcome(truth: message.label, predicted: .allow, action: .allow, junkLogOdds: 0))
        }
        let groups = try test.groups()
        #expect(groups[1] == groups[3])
        #expect(Set(groups).count == 3)
        #expect(try wanted.groups(of: evaluation)?.groups == 2)
        // As training groups them: one template, whatever their labels.
        #expect(try Set(TrainingRun.groups(of: messages)).count == 1)
    }
}
