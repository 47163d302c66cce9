// The models of each trainer, with one thread and with two, for models.sh to compare builds by.

import Corpus
import Foundation
import SpamTraining

/// A program of its own: a debug build of the tool takes four times as long.
@main enum Models {
    private static let trainers: [any Trainer] = [
        BlendedRegression(), LogisticRegression(), NBLogisticRegression(), NaiveBayes(),
    ]

    /// usage: models ROWS FOLDER
    static func main() throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 3 else { fatalError("expected rows and a folder, found \(arguments.count - 1) arguments") }
        let reader = try CorpusReader(path: arguments[1])
        var messages: [LabeledMessage] = []
        while let row = try reader.next() {
            if let message = LabeledMessage(row) { messages.append(message) }
        }
        for trainer in trainers {
            for threads in 1...2 {
                var settings = TrainingSettings()
                (settings.trainer, settings.threads) = (trainer, threads)
                let model = try TrainedModel(training: messages, settings)
                let file = URL(filePath: arguments[2]).appending(path: "\(type(of: trainer)).\(threads).spam")
                try Data(model.bytes).write(to: file)
            }
        }
    }
}
