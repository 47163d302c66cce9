// Training: honest figures without a test set. Trains on all parts of a corpus but one, measures on that one, for each part in turn.

import Corpus
import SpamEvaluation
import SpamFilter

/// What a corpus is divided by.
public enum CorpusDivision: String, Sendable, CaseIterable {
    /// Into parts of like size, messages of one template in one of them: how good a model is at home, on messages unlike those it knows.
    case template
    /// Into its sources: how good a model of all others is on messages that came another way. What a phone is like.
    case source
}

/// One part that was left out and measured.
public struct CrossValidationPart: Sendable {
    /// The source, or the number of the fold.
    public let name: String
    /// The messages that the model was trained on.
    public let trained: Int
    /// Messages of the part that are of one template with messages trained on. None where the corpus is divided by template.
    public let overlap: Int
    /// Of all its messages by the model that has not seen the part; `nil` where none could be trained, and why.
    public let evaluation: Evaluation?
    public let problem: TrainingError?
}

/// Divides a corpus, and trains as often as there are parts.
public struct CrossValidation: Sendable {
    private let messages: [LabeledMessage]
    private let settings: TrainingSettings
    /// The group of each message and the part it belongs to.
    private let groups: [UInt64]
    private let partOfMessage: [Int]
    public let names: [String]

    /// - Parameters:
    ///   - folds: into how many parts, two or more, a corpus is divided by template; a corpus has as many sources as it has.
    ///   - settings: of every model, the split among them: its seed.
    public init(_ messages: [LabeledMessage], by division: CorpusDivision, folds: Int, settings: TrainingSettings) {
        precondition(folds > 1, "expected two folds or more, found \(folds)")
        self.messages = messages
        self.settings = settings
        var run = TrainingRun(settings)
        for message in messages { run.add(message) }
        let groups = run.groups()
        self.groups = groups
        switch division {
        case .template:
            partOfMessage = OutOfFoldScores.folds(of: groups, count: folds, seed: settings.seed)
            names = (1...folds).map { "part \($0)" }
        case .source:
            let names = Set(messages.map(\.source)).sorted()
            let indexOf = Dictionary(uniqueKeysWithValues: names.enumerated().map { ($1, $0) })
            partOfMessage = messages.map { indexOf[$0.source]! }
            self.names = names
        }
    }

    /// Trains without a part and measures on it.
    ///
    /// - Complexity: one training on all other messages, and one verdict a message of the part.
    public func measure(part: Int) -> CrossValidationPart {
        var run = TrainingRun(settings)
        var seen: Set<UInt64> = []
        for (i, message) in messages.enumerated() where partOfMessage[i] != part {
            run.add(message)
            seen.insert(groups[i])
        }
        let trained = run.rowCount
        let overlap = groups.indices.count { partOfMessage[$0] == part && seen.contains(groups[$0]) }
        do throws(TrainingError) {
            let model = try run.finish()
            let left = messages.indices.lazy.filter { partOfMessage[$0] == part }.map { messages[$0] }
            return CrossValidationPart(
                name: names[part], trained: trained, overlap: overlap, evaluation: model.evaluation(on: left), problem: nil)
        } catch {
            return CrossValidationPart(name: names[part], trained: trained, overlap: overlap, evaluation: nil, problem: error)
        }
    }
}
