// Evaluation: signs that a test set was trained on, which makes all figures too good.

import Statistics

/// What a model's card knows of the test set.
public struct TrainingTrace: Hashable, Sendable, Codable {
    /// The names of test files, and of sources of test stores, that the card names.
    public let files: [String]
    /// Test messages that the card can tell, and how many of these were trained on.
    public let trainedOn: Rate

    /// `nil` where nothing speaks for it: no file is named, and fewer than half of the messages
    /// that can be told, or a single one, were trained on. A single message may be a common one.
    public init?(files: [String], trainedOn: Rate) {
        guard !files.isEmpty || trainedOn.count > 1 && 2 * trainedOn.count >= trainedOn.of else { return nil }
        (self.files, self.trainedOn) = (files, trainedOn)
    }

    package var sentence: String {
        var signs: [String] = []
        if !files.isEmpty { signs.append("the card says that the model was trained on \(files.joined(separator: ", "))") }
        if trainedOn.count > 0 {
            signs.append(
                "the model was trained on \(grouped(trainedOn.count)) of the \(grouped(trainedOn.of)) test messages that can be checked, as it has traces of some"
            )
        }
        return "These figures are too good: \(signs.joined(separator: "; ")). Measure on other messages."
    }
}
