// Corpora that cannot be trained on or measured, found by more than one command.

import Corpus
import SpamEvaluation
import SpamTraining

/// Nothing to measure.
struct EmptyTestSet: Error, CustomStringConvertible {
    let paths: [String]
    var description: String {
        "\(paths.joined(separator: ", ")): expected labelled messages, found none; give a file with rows"
    }
}

/// No model could be trained to measure.
struct NothingMeasured: Error, CustomStringConvertible {
    let paths: [String]
    let problem: String
    var description: String {
        "\(paths.joined(separator: ", ")): expected messages that a model can be trained on, found: \(problem)"
    }
}

/// Sources cannot be left out in turn where there is only one, or where each would be a training of
/// its own for hours.
struct UnfitSources: Error, CustomStringConvertible {
    /// The option that asked for sources.
    let option: String
    let found: String

    private static let most = 100

    var description: String {
        """
        \(option): expected messages of 2 to \(UnfitSources.most) sources, found \(found); give files of other sources, or \
        divide by template with crossval
        """
    }

    static func check(_ messages: [LabeledMessage], for option: String) throws {
        let sources = Set(messages.map(\.source))
        if let only = sources.first, sources.count == 1 { throw UnfitSources(option: option, found: "all of \(only)") }
        if sources.count > most { throw UnfitSources(option: option, found: "\(sources.count)") }
    }
}

/// Figures on messages that were trained on say nothing.
struct OverlappingTestSet: Error, CustomStringConvertible {
    let paths: [String]
    let overlap: TrainingOverlap
    var description: String {
        """
        \(paths.joined(separator: ", ")): expected messages unlike those trained on, found \(overlap.seenAlike.count) of \
        \(overlap.seenAlike.of), of \(overlap.groups) groups, of one template with some; divide the corpus with spamkit \
        split --by template, or leave --validate out and measure anyway with spamkit evaluate
        """
    }
}

/// A weight for a source that the corpus does not have.
struct UnknownSource: Error, CustomStringConvertible {
    let name: String
    let known: [String]

    var description: String {
        let first = known.prefix(8).map(\.visibleName).joined(separator: ", ") + (known.count > 8 ? ", …" : "")
        return "--source-weight: expected a source of the corpus, found \(name.visibleName); name one of \(first)"
    }
}
