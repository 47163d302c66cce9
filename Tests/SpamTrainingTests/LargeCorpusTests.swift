// Corpora that do not fit into memory, or into the table of features.

import LabeledMessages
import Experiments
import Foundation
import SpamEvaluation
import SpamFilter
import Testing

@testable import SpamTraining

@Suite struct LargeCorpusTests {
    /// Two kinds of messages, each with a word of one in 26 and one of its own.
    private static let messages: [LabeledMessage] = (0..<400).map { i in
        let letters = Array("abcdefghijklmnopqrstuvwxyz")
        let own = String("\(i)".map { letters[$0.wholeNumberValue!] })
        let words = i % 2 == 0 ? "free prize call now" : "see you at home"
        return LabeledMessage(
            Message(body: "\(words) word\(letters[i % 26]) rare\(own)"), i % 2 == 0 ? .junk : .allow, source: "mine",
            group: "t\(i / 2)")
    }

    private func settings(_ change: (inout TrainingSettings) -> Void = { _ in }) -> TrainingSettings {
        var settings = TrainingSettings()
        change(&settings)
        return settings
    }

    private func train(_ settings: TrainingSettings, mostFeatures: Int? = nil) throws -> TrainedModel {
        var run = TrainingRun(settings, vocabulary: mostFeatures.map { Vocabulary(mostFeatures: $0) } ?? Vocabulary())
        run.add(contentsOf: LargeCorpusTests.messages)
        return try run.finish()
    }

    /// All entries in a file, learned once more among few features: the same bytes as in memory.
    @Test(arguments: [1 << 20, 1 << 11])
    func theModelDoesNotDependOnTheMemory(maxBytes: Int) throws {
        let inMemory = try train(settings { $0.maxBytes = maxBytes })
        let inFile = try train(
            settings {
                $0.maxBytes = maxBytes
                $0.memoryLimit = 0
            })
        #expect(inMemory.bytes == inFile.bytes)
    }

    /// With room for few features those that tell the classes apart stay, columns and n-grams
    /// renamed on the way.
    @Test func rareFeaturesAreForgottenOnTheWay() throws {
        let all = try train(settings()), few = try train(settings(), mostFeatures: 250)
        #expect(few.learnedFeatures < all.learnedFeatures && few.learnedFeatures > 40)
        let outcomes = few.evaluation(on: LargeCorpusTests.messages).outcomes
        #expect(outcomes.allSatisfy { ($0.junkLogOdds > 0) == ($0.truth == .junk) })
    }

    /// A folder that is not there is an error wherever groups are needed, with the folder's name.
    @Test func noRoomIsAnError() throws {
        let impossible = settings {
            $0.memoryLimit = 0
            $0.temporaryFolder = "/nowhere"
        }
        func isNoRoom(_ error: any Error) -> Bool {
            if case TrainingError.noRoom(folder: "/nowhere", _)? = error as? TrainingError {
                "\(error)".contains("TMPDIR")
            } else {
                false
            }
        }
        func run() -> TrainingRun {
            var run = TrainingRun(impossible)
            run.add(contentsOf: LargeCorpusTests.messages)
            return run
        }
        #expect(performing: { _ = try run().collected() }, throws: isNoRoom)
        #expect(performing: { _ = try run().finish() }, throws: isNoRoom)
        #expect(performing: { _ = try run().outOfFoldProbabilities() }, throws: isNoRoom)
    }
}
