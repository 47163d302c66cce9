// Experiments: honest figures without a test set. Each part of a corpus is measured by a model
// trained on all other parts, or on all earlier ones.

import Foundation
import LabeledMessages
import SpamEvaluation
import SpamFilter
import SpamTraining

/// What a corpus is divided by.
public enum CorpusDivision: String, Sendable, CaseIterable {
    /// Into parts of like size; messages of one template are in one part. Tells how good a model is
    /// on new messages of the same sources.
    case template
    /// Into its sources. Tells how good a model is on a source that it has not seen, as on a phone.
    case source
    /// Into stretches of time of like size, each measured by a model of all earlier ones. Tells how
    /// long a model stays good. The first is only trained on.
    case time
}

/// One part that was left out and measured.
public struct CrossValidationPart: Sendable {
    /// The part's name: its source, `part` and its number from 1, or its first and last day in UTC.
    public let name: String
    /// How many messages the model was trained on, without the background.
    public let trained: Int
    /// How many messages of the part share a template with messages trained on. None if the corpus
    /// is divided by template; in time templates come back, as on a phone.
    public let overlap: Int
    /// The outcomes of all its messages, by the model that has not seen the part; `nil` where none
    /// could be trained.
    public let evaluation: Evaluation?
    /// The outcomes of the messages that share no template with messages trained on; `nil` without
    /// a model.
    public let unseen: Evaluation?
    /// How many junk messages share a template with messages trained on; 0 without a model.
    public var overlapOfJunk: Int { (evaluation?.junk ?? 0) - (unseen?.junk ?? 0) }
    /// The template group of each of these messages, in the order of the outcomes.
    public let groups: [UInt64]
    /// Protected labels of which there was no message to train on: the model protects the others.
    public let unprotected: [ProtectedLabel]
    /// Wanted actions that the part has and the model was not taught.
    public let untaught: [Action]
    /// Why no model could be trained; `nil` where one was.
    public let problem: TrainingError?
    /// Whether the model can promise the bound on false junk; `nil` without a model or its folds.
    public let keepsPromise: Bool?
}

/// Divides a corpus, and trains as often as there are parts.
public struct CrossValidation: Sendable {
    private let messages: [LabeledMessage]
    private let unlabelled: [CorpusRow], unlabelledGroups: [UInt64]
    private let settings: TrainingSettings
    /// The group of each message and the part it belongs to.
    private let groups: [UInt64]
    /// The places of `messages` among those that were given.
    private let places: [Int]
    private let partOfMessage: [Int]
    /// Whether a part is measured by a model of all earlier ones, from part -1 on.
    private let followsTime: Bool
    /// Whether a part shares no template with what its model is trained on.
    private let isByTemplate: Bool
    /// The names of the parts, in order; `measure` takes their indices.
    public let names: [String]

    /// Divides a corpus. The background is in no part, and messages of weight 0 are left out. By
    /// template, each part's model is trained without the background's near duplicates of the part.
    ///
    /// - Parameters:
    ///   - messages: with their right labels.
    ///   - unlabelled: messages without labels, which teach every model, but for near duplicates of
    ///     the messages that it is measured on.
    ///   - division: what parts are made of.
    ///   - folds: how many parts are measured of a corpus that is divided by template or time, at
    ///     least two; fewer where too many messages have one time. Not used by source.
    ///   - settings: of every model. Their seed is also that of the split.
    /// - Throws: `TrainingError.emptyCorpus` without messages, `oneClass` with one action,
    ///   `noTimes` where a corpus cannot be divided by time.
    /// - Precondition: `folds` is 2 or more.
    /// - Complexity: O(messages) and the search for near duplicates.
    public init(
        _ messages: [LabeledMessage], beside unlabelled: [CorpusRow] = [], by division: CorpusDivision, folds: Int,
        settings: TrainingSettings
    ) throws(TrainingError) {
        precondition(folds > 1, "expected two folds or more, found \(folds)")
        // Messages of weight 0 are left out of everything.
        places = messages.indices.filter { settings.weights.weight(of: messages[$0]) > 0 }
        let messages = places.map { messages[$0] }
        guard !messages.isEmpty else { throw .emptyCorpus }
        self.messages = messages
        self.settings = settings
        guard messages.contains(where: { !$0.isBackground }) else { throw .emptyCorpus }
        // Else every part would say so of its own training messages.
        let actions = Set(messages.map(\.label.action))
        if actions.count == 1, let only = Label(actions.first!) { throw .oneClass(only, rows: messages.count) }
        // Of the usual tokenizer, so that others are measured on the same parts.
        let all = try TrainingRun.groups(
            of: messages + unlabelled.map { LabeledMessage($0.message, .allow, source: $0.source, group: $0.group) })
        let groups = Array(all[..<messages.count])
        self.groups = groups
        (self.unlabelled, unlabelledGroups) = (unlabelled, Array(all[messages.count...]))
        (followsTime, isByTemplate) = (division == .time, division == .template)
        let own = messages.filter { !$0.isBackground }
        let partOfOwn: [Int]
        switch division {
        case .template:
            partOfOwn = CrossValidation.parts(
                of: zip(messages, groups).filter { !$0.0.isBackground }.map(\.1), count: folds, seed: settings.seed)
            names = (1...folds).map { "part \($0)" }
        case .source:
            let names = Set(own.map(\.source)).sorted()
            let indexOf = Dictionary(uniqueKeysWithValues: names.enumerated().map { ($1, $0) })
            partOfOwn = own.map { indexOf[$0.source]! }
            self.names = names
        case .time:
            let dated = Set(own.lazy.filter { $0.time?.seconds() != nil }.map(\.source))
            let times = own.filter { dated.contains($0.source) }.compactMap { $0.time?.seconds() }
            let missing = own.count { dated.contains($0.source) ? $0.time?.seconds() == nil : dated.isEmpty }
            guard missing == 0 else { throw .noTimes(missing: missing, of: own.count) }
            let sorted = times.sorted()
            // Messages of one time are in one part.
            let starts = Set((1...folds).map { sorted[sorted.count * $0 / (folds + 1)] }).filter { $0 > sorted[0] }.sorted()
            guard !starts.isEmpty else { throw .noTimes(missing: 0, of: times.count) }
            // A source without times, such as a general corpus, is before all.
            partOfOwn = own.map { message in
                dated.contains(message.source) ? message.time!.seconds().map { time in starts.count { $0 <= time } - 1 }! : -1
            }
            names = starts.indices.map { i in
                let last = i + 1 < starts.count ? sorted.last { $0 < starts[i + 1] }! : sorted.last!
                return [starts[i], last].map(CrossValidation.day).joined(separator: " to ")
            }
        }
        partOfMessage = CrossValidation.withBackground(messages, partOfOwn)
    }

    /// By template, with groups that are known already, so that they are the same for all settings.
    init(_ messages: [LabeledMessage], groups: [UInt64], folds: Int, settings: TrainingSettings) {
        self.messages = messages
        (unlabelled, unlabelledGroups) = ([], [])
        places = Array(messages.indices)
        self.settings = settings
        self.groups = groups
        (followsTime, isByTemplate) = (false, true)
        let own = zip(messages, groups).filter { !$0.0.isBackground }
        partOfMessage = CrossValidation.withBackground(
            messages, CrossValidation.parts(of: own.map(\.1), count: folds, seed: settings.seed))
        names = (1...folds).map { "part \($0)" }
    }

    /// The background is in a part before all others: always trained on, never measured.
    private static func withBackground(_ messages: [LabeledMessage], _ partOfOwn: [Int]) -> [Int] {
        var parts = partOfOwn[...]
        return messages.map { $0.isBackground ? -2 : parts.removeFirst() }
    }

    /// The part of each message, by its group. Another split than that into folds: a model of the
    /// other parts would else lack a fold.
    static func parts(of groups: [UInt64], count: Int, seed: UInt64) -> [Int] {
        SpamTraining.folds(ofGroups: groups, count: count, seed: seed ^ 0x5DEE_CE66)
    }

    /// The day in UTC, such as 2026-03-05.
    private static func day(_ seconds: Int) -> String {
        Date(timeIntervalSince1970: Double(seconds)).formatted(.iso8601.year().month().day())
    }

    /// Measures a part by a model of the others, or of all earlier ones. Where none can be trained,
    /// the part says why.
    ///
    /// - Parameter part: its number, from 0.
    /// - Parameter card: the words of the model's card, given how many messages of each source it
    ///   is trained on. They take room in the file: where its size binds, another card means other
    ///   features and cutoffs.
    /// - Parameter progress: told again and again how much of the training is done, and of how
    ///   much; by several threads.
    /// - Parameter each: gets for each message of the part its place among the messages given, from
    ///   0, its group, its verdict, and the model's classes.
    /// - Precondition: `part` is an index of `names`.
    /// - Complexity: one training, and one verdict for each message of the part.
    public func measure(
        part: Int, card: (_ sources: SourceCounts) -> ModelCard = { _ in ModelCard() },
        progress: @escaping @Sendable (_ done: Int, _ of: Int) -> Void = { _, _ in },
        each: (_ message: Int, _ group: UInt64, Verdict, [Label]) -> Void = { _, _, _, _ in }
    ) -> CrossValidationPart {
        let left = messages.indices.filter { partOfMessage[$0] == part }, leftGroups = Set(left.lazy.map { groups[$0] })
        let others = messages.indices.filter { i in
            guard followsTime ? partOfMessage[i] < part : partOfMessage[i] != part else { return false }
            return !(isByTemplate && messages[i].isBackground && leftGroups.contains(groups[i]))
        }
        let seen = Set(others.lazy.map { groups[$0] }), trained = others.count { !messages[$0].isBackground }
        let overlap = left.count { seen.contains(groups[$0]) }
        let unprotected = settings.protected.filter { asked in
            left.contains { asked.protects(messages[$0].label) } && !others.contains { asked.protects(messages[$0].label) }
        }
        let taught = Set(others.lazy.map { messages[$0].label.action }).union([.junk])
        let untaught = Set(left.lazy.map { messages[$0].label.action }).subtracting(taught)
        var settings = settings
        settings.protected.removeAll(where: unprotected.contains)
        func found(
            _ evaluation: Evaluation?, _ problem: TrainingError?, keepsPromise: Bool? = nil
        ) -> CrossValidationPart {
            let unseen = evaluation.map { whole in
                zip(whole.outcomes, left).filter { !seen.contains(groups[$0.1]) }.reduce(into: Evaluation()) { $0.add($1.0) }
            }
            return CrossValidationPart(
                name: names[part], trained: trained, overlap: overlap, evaluation: evaluation, unseen: unseen,
                groups: left.map { groups[$0] }, unprotected: unprotected, untaught: Outcome.actions.filter(untaught.contains),
                problem: problem, keepsPromise: keepsPromise)
        }
        do throws(TrainingError) {
            let model = try model(of: others, without: leftGroups, settings, card, progress)
            var next = left.startIndex
            let evaluation = model.evaluation(on: left.lazy.map { messages[$0] }) { verdict, classes in
                each(places[left[next]], groups[left[next]], verdict, classes)
                next += 1
            }
            return found(evaluation, nil, keepsPromise: model.promise?.isKept)
        } catch {
            return found(nil, error)
        }
    }

    /// A model of some messages, and of those without labels but for some groups.
    private func model(
        of some: [Int], without left: Set<UInt64>, _ settings: TrainingSettings, _ card: (_ sources: SourceCounts) -> ModelCard,
        _ progress: @escaping @Sendable (_ done: Int, _ of: Int) -> Void
    ) throws(TrainingError) -> TrainedModel {
        guard !unlabelled.isEmpty else {
            return try TrainedModel(training: some.lazy.map { messages[$0] }, settings, card: card, progress: progress)
        }
        var run = TrainingRun(settings), pool = UnlabelledMessages(settings)
        let hasBackground = messages.contains { $0.isBackground }
        for message in some.lazy.map({ messages[$0] }) {
            if hasBackground, !message.isBackground { pool.add(labelled: message) } else { run.add(message) }
        }
        for (row, group) in zip(unlabelled, unlabelledGroups) where !left.contains(group) { pool.add(row) }
        let card = card(run.sourceCounts)
        return try run.finish(card: card, beside: pool, progress: progress)
    }
}
