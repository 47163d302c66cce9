// Studio: where one person labels: their queue, and what they can take back. Several people have a
// desk each, at one store.

import CorpusStore
import SpamFilter
import Statistics
import Synchronization

/// Asks a person, labels and takes back.
public final class LabelingDesk: Sendable {
    /// What can be taken back.
    private enum Step {
        case inQueue(QueueMode)
        case corrected(LabelCorrection)
    }

    private struct State {
        var first: LabelingSession?
        var second: SecondLabelingSession?
        /// The model that the first queue is ordered by.
        var orderedBy: Int?
        /// Messages of the store when the first queue was made.
        var messages = 0
        var steps: [Step] = []
    }

    private let person: String
    private let store: CorpusStore
    private let models: ModelShelf
    private let reservations: Reservations
    private let pace: LearningPace
    private let state = Mutex(State())

    init(_ store: CorpusStore, person: String, _ models: ModelShelf, _ reservations: Reservations, _ pace: LearningPace) {
        self.store = store
        self.person = person
        self.models = models
        self.reservations = reservations
        self.pace = pace
    }

    /// The message in front of the person.
    ///
    /// - Complexity: the first one takes as long as ordering the queue: some seconds for a million
    ///   messages.
    public func ask(_ mode: QueueMode) throws -> QueueItem {
        let model = models.asking
        return try state.withLock { try front(mode, &$0, model) }
    }

    /// Labels or skips the message in front of the person. The labels are stored when this returns.
    ///
    /// - Parameters:
    ///   - id: the message that the person sees.
    ///   - seen: the mark of the text that they see.
    /// - Throws: `StudioError.movedOn` where that is not the one in front, such as when somebody
    ///   else has labelled it, or an import has changed its text.
    public func take(_ step: QueueStep, of id: Int64, seen: String? = nil, _ mode: QueueMode) throws -> StepResult {
        let action: LabelingAction =
            switch step {
            case .label(let word): .label(try label(word))
            case .labelTemplate(let word): .labelTemplate(try label(word))
            case .skip: .skip
            }
        let model = models.asking
        return try state.withLock { state in
            // In the order in which the message was shown. A model that was trained meanwhile
            // orders what comes after it.
            if mode == .second ? state.second == nil : state.first == nil { try sitDown(mode, &state, model) }
            let along =
                switch mode {
                case .first: try take(action, of: id, seen, &state.first!, &state.steps, mode)
                case .second: try take(action, of: id, seen, &state.second!, &state.steps, mode)
                }
            var said: String?
            if along > 0 {
                said =
                    if case .labelTemplate = step {
                        "\(grouped(along + 1)) messages labelled"
                    } else {
                        "and \(grouped(along)) exact \(along == 1 ? "repeat" : "repeats")"
                    }
            }
            return StepResult(said: said, next: try front(mode, &state, model))
        }
    }

    /// - Returns: the messages labelled along with the one in front.
    private func take(
        _ step: LabelingAction, of id: Int64, _ seen: String?, _ session: inout some Labeling, _ steps: inout [Step],
        _ mode: QueueMode
    ) throws -> Int {
        guard try session.current()?.number == id else { throw StudioError.movedOn }
        let (labelled, left) = (session.labelledCount, session.leftCount)
        let along = try session.apply(step, seen: seen)
        if step == .skip {
            if session.leftCount < left { steps.append(.inQueue(mode)) }
            return 0
        }
        // Somebody else was quicker, or has brought another text.
        guard session.labelledCount > labelled else { throw StudioError.movedOn }
        steps.append(.inQueue(mode))
        pace.add(1 + along)
        return along
    }

    /// Gives messages another label, each if it still has the one that the person saw. It is one
    /// step, which is taken back as one.
    ///
    /// - Returns: the messages that have the new label.
    /// - Throws: `StudioError.labelledSince` where none had the label that the person saw.
    public func correct(_ seen: [SeenRow], to word: String) throws -> [Int64] {
        let seen = try seen.map { SeenLabels($0.messages, label: try $0.from.map(label), textMark: $0.textMark) }
        let corrected = try label(word)
        return try state.withLock { state in
            let correction = try store.labels.correct(seen, to: corrected, by: person), changed = correction.messages
            guard !changed.isEmpty else { throw StudioError.labelledSince }
            state.steps.append(.corrected(correction))
            state.first?.setAside(changed)
            pace.add(changed.count)
            return changed
        }
    }

    /// Takes back the last thing that the person did here: a label, a skip or a correction.
    public func undo() throws -> UndoneStep {
        try state.withLock { state in
            guard let last = state.steps.last else {
                return UndoneStep(said: "nothing to take back", mode: nil, messages: [])
            }
            // A step that the store did not take back can be taken back still.
            let undone: (mode: QueueMode?, messages: [Int64], isTaken: Bool)
            switch last {
            case .inQueue(.first):
                undone = (.first, [], try LabelingDesk.takesBack(&state.first))
            case .inQueue(.second):
                undone = (.second, [], try LabelingDesk.takesBack(&state.second))
            case .corrected(let correction):
                let messages = try store.labels.takeBack(correction, by: person)
                state.first?.putBack(messages)
                undone = (nil, messages, !messages.isEmpty)
            }
            state.steps.removeLast()
            let said = undone.mode != nil ? "taken back" : "label taken back"
            return UndoneStep(
                said: undone.isTaken ? said : "somebody has labelled it since: nothing taken back", mode: undone.mode,
                messages: undone.messages)
        }
    }

    /// Takes the last step of a queue back.
    ///
    /// - Returns: whether a message is in the queue again: where somebody else has labelled it
    ///   since, none is.
    private static func takesBack(_ session: inout (some Labeling)?) throws -> Bool {
        let left = session?.leftCount ?? 0
        try session?.apply(.undo)
        return session?.leftCount ?? 0 > left
    }

    private func label(_ word: String) throws(StudioError) -> Label {
        guard let label = Label(word) else { throw .badLabel }
        return label
    }

    // MARK: - The queue

    /// Makes the queue, or orders it by a model that has learned since.
    private func sitDown(_ mode: QueueMode, _ state: inout State, _ model: StudioModel?) throws {
        if mode == .second {
            if state.second == nil { state.second = try SecondLabelingSession(store, person: person) }
            return
        }
        if state.first == nil {
            state.first = try LabelingSession(store, person: person) { model?.asking.uncertainty($0) }
            state.messages = try store.labels.progress().messages
        } else if state.orderedBy != model?.number {
            try state.first?.order { model?.asking.uncertainty($0) }
        }
        state.orderedBy = model?.number
    }

    private func front(_ mode: QueueMode, _ state: inout State, _ model: StudioModel?) throws -> QueueItem {
        try sitDown(mode, &state, model)
        if mode == .second {
            let stored = try state.second!.current(), session = state.second!
            reservations.end(for: person)
            // Who labels second sees neither the label nor what a model says.
            return QueueItem(
                mode: mode, message: stored.map { ShownMessage($0, nil, hidesLabel: true) }, reason: nil, alike: 0, example: nil,
                labelled: session.labelledCount, left: session.leftCount, messages: session.labelledCount + session.leftCount,
                others: 0, isTimeToLearn: false)
        }
        // Ordering takes long, and others may choose meanwhile.
        var stored = try choose(&state.first!)
        if stored == nil, try store.labels.hasUnlabelled() {
            // An import came, or somebody took a label back.
            try store.groups.addNew()
            try state.first!.order { model?.asking.uncertainty($0) }
            state.messages = try store.labels.progress().messages
            stored = try choose(&state.first!)
        }
        let session = state.first!, alike = stored == nil ? [] : try session.alike()
        let example = try (alike.last { !$0.isRepeat }).flatMap { try store.message($0.id) }.map { TextLine($0) }
        return QueueItem(
            mode: mode, message: stored.map { ShownMessage($0, model, hidesLabel: true) },
            reason: stored == nil ? nil : session.reason?.words, alike: alike.count, example: example,
            labelled: session.labelledCount, left: session.leftCount, messages: state.messages, others: session.othersCount,
            isTimeToLearn: pace.isTimeToLearn)
    }

    private func choose(_ session: inout LabelingSession) throws -> StoredMessage? {
        try reservations.choose(for: person) { try session.current(besides: $0) }
    }
}

/// The labels that people have given here together, and when a model should learn from them.
final class LearningPace: Sendable {
    private let state = Mutex((labels: 0, pace: LabelingPace()))

    func add(_ labels: Int) { state.withLock { $0.labels += labels } }

    func learned() { state.withLock { $0.pace.learned($0.labels) } }

    var isTimeToLearn: Bool { state.withLock { $0.pace.isDue($0.labels) } }
}
