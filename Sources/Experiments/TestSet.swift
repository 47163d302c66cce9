// Experiments: labelled messages as measurements and comparisons need them: each with the slices it
// belongs to.

import LabeledMessages
import SpamEvaluation
import SpamFilter
import SpamTraining
import Statistics

/// A test set. It keeps messages only where they must be grouped.
public final class TestSet {
    private var columns: SliceColumns
    private let protected: Set<Label>
    private let keepsMessages: Bool
    /// The messages that were added; none where they are not kept.
    package private(set) var messages: [LabeledMessage] = []
    private var found: [UInt64] = []

    /// An empty test set.
    ///
    /// - Parameters:
    ///   - dimensions: of the slices.
    ///   - protected: the labels that the model protects.
    ///   - keepsMessages: whether groups or a comparison will be asked for.
    public init(_ dimensions: [SliceDimension], protected: [Label], keepsMessages: Bool) {
        columns = SliceColumns(dimensions)
        self.protected = Set(protected)
        self.keepsMessages = keepsMessages
    }

    /// Adds the next message.
    ///
    /// - Parameter row: with its right label.
    /// - Parameter traits: what the classifier noticed when it read the message.
    public func add(_ row: LabeledMessage, traits: MessageTraits) {
        if keepsMessages { messages.append(row) }
        guard !columns.dimensions.isEmpty else { return }
        columns.add { value(of: row, traits, $0) }
    }

    private func value(of row: LabeledMessage, _ traits: MessageTraits, _ dimension: SliceDimension) -> String {
        switch dimension {
        case .lang: row.language ?? Script(of: row.message.body).name
        case .script: Script(of: row.message.body).name
        case .source: row.source
        case .country: row.message.receiverCountry ?? "unknown"
        case .action: row.label.action.name
        case .class: row.label.description
        case .protected: protected.contains(row.label) || protected.contains(Label(row.label.action)!) ? "yes" : "no"
        case .length: TestSet.length(row.message.body.unicodeScalars.count)
        case .link: traits.hasLink ? "yes" : "no"
        case .image: traits.hasImage ? "yes" : "no"
        case .sender: traits.senderKind?.name ?? "unknown"
        case .hidden: traits.tricks.isEmpty ? "no" : traits.tricks.map(\.name).joined(separator: " + ")
        case .day, .week, .month:
            row.time?.seconds().flatMap { time in dimension.period.map { $0.name(of: time) } } ?? Slice.withoutTime
        }
    }

    /// Bounded by what fits one SMS: 70 characters of any script, 160 of the GSM alphabet.
    private static func length(_ scalars: Int) -> String {
        switch scalars {
        case ...20: "to 20"
        case ...70: "21 to 70"
        case ...160: "71 to 160"
        default: "over 160"
        }
    }

    /// The slices, the worst first. Dimensions in which all messages have one value are left
    /// out, unless they were asked for.
    public func slices(of evaluation: Evaluation, asked: Bool) -> [Slice] {
        Slice.all(of: evaluation, by: asked ? columns : columns.telling)
    }

    /// Two models' outcomes on it.
    ///
    /// - Parameters:
    ///   - first: of all messages, in their order.
    ///   - second: as many, of the other model.
    ///   - figures: those to compare.
    ///   - known: the labels that a model knows.
    ///   - maxFalseJunk: the limit on false junk, a share in 0...1.
    ///   - rounds: draws of groups for intervals; 0 for none.
    ///   - asked: whether all dimensions count, as for `slices(of:asked:)`.
    ///   - random: draws the groups.
    /// - Precondition: messages are kept.
    package func comparison(
        _ first: Evaluation, _ second: Evaluation, _ figures: [Figure], known: Set<Label>, maxFalseJunk: Double, rounds: Int,
        asked: Bool, using random: inout SplitMix
    ) throws -> Comparison {
        try Comparison(
            first, second, by: asked ? columns : columns.telling, groups: groups(), figures: figures,
            untested: Evaluation.names(ofUntested: known, messages: Set(messages.lazy.map(\.label))), maxFalseJunk: maxFalseJunk,
            rounds: rounds, using: &random)
    }

    /// The group of each message, as training groups them. Junk and wanted messages are apart, so
    /// that there are as many groups of wanted ones as `WantedMessages` finds. Found once for as
    /// many messages.
    ///
    /// - Precondition: messages are kept.
    package func groups() throws -> [UInt64] {
        guard found.count != messages.count else { return found }
        found = Array(repeating: 0, count: messages.count)
        for isJunk in [false, true] {
            let places = messages.indices.filter { (messages[$0].label == .junk) == isJunk }
            // No two of both have one number.
            for (place, group) in zip(places, try TrainingRun.groups(of: places.map { messages[$0] })) {
                found[place] = group << 1 | (isJunk ? 1 : 0)
            }
        }
        return found
    }
}

extension TrainedModel {
    /// The outcomes of labelled messages.
    ///
    /// - Parameter messages: with their right labels.
    /// - Parameter each: gets each verdict, and the model's classes.
    /// - Complexity: one verdict a message.
    public func evaluation(
        on messages: some Sequence<LabeledMessage>, each: (Verdict, [Label]) -> Void = { _, _ in }
    ) -> Evaluation {
        var evaluation = Evaluation()
        bytes.withUnsafeBytes { bytes in
            // What was just written can be read.
            guard let view = try? ModelView(bytes) else { preconditionFailure("a model that its own reader refuses") }
            var classifier = Classifier(view)
            let classes = view.labels
            for message in messages {
                let verdict = classifier.classify(message.message)
                evaluation.add(Outcome(truth: message.label, verdict))
                each(verdict, classes)
            }
        }
        return evaluation
    }
}
