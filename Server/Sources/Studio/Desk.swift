// Studio: where one person labels: their queue, and what they can take back. Several people have a
// desk each, at one store.

import CorpusStore
import SpamFilter
import Synchronization

final class Desk: Sendable {
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

    let person: String
    private let store: CorpusStore
    private let state = Mutex(State())
    private let looks: Looks

    init(_ store: CorpusStore, person: String, _ looks: Looks) {
        self.store = store
        self.looks = looks
        self.person = person
    }

    /// The message to be labelled now, and the queue it comes from.
    struct Front {
        let stored: StoredMessage?
        let reason: LabelingReason?
        let alike: [MessageAlike]
        let labelled: Int
        let left: Int
        let messages: Int
        let others: Int
    }

    func front(_ mode: QueueMode, _ model: StudioModel?) throws -> Front {
        try state.withLock { try front(mode, &$0, model) }
    }

    /// - Returns: the messages labelled along with the one in front, the labels given in all, and
    ///   what comes next.
    /// - Throws: `StudioError.movedOn` where another message is in front by now.
    func take(
        _ step: LabelingAction, of id: Int64, seen: String?, _ mode: QueueMode, _ model: StudioModel?
    ) throws -> (along: Int, given: Int, front: Front) {
        try state.withLock { state in
            // In the order in which the message was shown. A model that was trained meanwhile
            // orders what comes after it.
            if mode == .second ? state.second == nil : state.first == nil { try sitDown(mode, &state, model) }
            let result: (along: Int, given: Int)
            switch mode {
            case .first: result = try take(step, of: id, seen, &state.first!, &state.steps, mode)
            case .second: result = try take(step, of: id, seen, &state.second!, &state.steps, mode)
            }
            return (result.along, result.given, try front(mode, &state, model))
        }
    }

    private func take(
        _ step: LabelingAction, of id: Int64, _ seen: String?, _ session: inout some Labeling, _ steps: inout [Step],
        _ mode: QueueMode
    ) throws -> (along: Int, given: Int) {
        guard try session.current()?.number == id else { throw StudioError.movedOn }
        let (labelled, left) = (session.labelledCount, session.leftCount)
        let along = try session.apply(step, seen: seen)
        if step == .skip {
            if session.leftCount < left { steps.append(.inQueue(mode)) }
            return (0, 0)
        }
        // Somebody else was quicker, or has brought another text.
        guard session.labelledCount > labelled else { throw StudioError.movedOn }
        steps.append(.inQueue(mode))
        return (along, 1 + along)
    }

    /// Gives messages another label, where they still have the one that the person saw.
    func correct(_ seen: [SeenLabels], to label: Label) throws -> [Int64] {
        try state.withLock { state in
            let correction = try store.correct(seen, to: label, by: person)
            if !correction.messages.isEmpty { state.steps.append(.corrected(correction)) }
            state.first?.setAside(correction.messages)
            return correction.messages
        }
    }

    /// Takes the person's last step back.
    ///
    /// - Returns: the queue it was in, or the messages that have their label from before again, and
    ///   whether anything was taken back; `nil` where there is nothing to take back.
    func undo() throws -> (mode: QueueMode?, messages: [Int64], isTaken: Bool)? {
        try state.withLock { state in
            guard let last = state.steps.last else { return nil }
            // A step that the store did not take back can be taken back still.
            let undone: (mode: QueueMode?, messages: [Int64], isTaken: Bool)
            switch last {
            case .inQueue(.first):
                undone = (.first, [], try Desk.takesBack(&state.first))
            case .inQueue(.second):
                undone = (.second, [], try Desk.takesBack(&state.second))
            case .corrected(let correction):
                let messages = try store.takeBack(correction, by: person)
                state.first?.putBack(messages)
                undone = (nil, messages, !messages.isEmpty)
            }
            state.steps.removeLast()
            return undone
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

    // MARK: -

    /// Makes the queue, or orders it by a model that has learned since.
    private func sitDown(_ mode: QueueMode, _ state: inout State, _ model: StudioModel?) throws {
        if mode == .second {
            if state.second == nil { state.second = try SecondLabelingSession(store, person: person) }
            return
        }
        if state.first == nil {
            state.first = try LabelingSession(store, person: person) { model?.asking.uncertainty($0) }
            state.messages = try store.labelingProgress().messages
        } else if state.orderedBy != model?.number {
            try state.first?.order { model?.asking.uncertainty($0) }
        }
        state.orderedBy = model?.number
    }

    private func front(_ mode: QueueMode, _ state: inout State, _ model: StudioModel?) throws -> Front {
        try sitDown(mode, &state, model)
        if mode == .second {
            let stored = try state.second!.current(), session = state.second!
            looks.end(for: person)
            return Front(
                stored: stored, reason: nil, alike: [], labelled: session.labelledCount, left: session.leftCount,
                messages: session.labelledCount + session.leftCount, others: 0)
        }
        // Ordering takes long, and others may choose meanwhile.
        var stored = try choose(&state.first!)
        if stored == nil, try store.hasUnlabelled() {
            // An import came, or somebody took a label back.
            if try store.hasUngrouped() { _ = try store.group() }
            try state.first!.order { model?.asking.uncertainty($0) }
            state.messages = try store.labelingProgress().messages
            stored = try choose(&state.first!)
        }
        let session = state.first!
        return Front(
            stored: stored, reason: session.reason, alike: stored == nil ? [] : try session.alike(),
            labelled: session.labelledCount,
            left: session.leftCount, messages: state.messages, others: session.othersCount)
    }

    private func choose(_ session: inout LabelingSession) throws -> StoredMessage? {
        try looks.choose(for: person) { try session.current(besides: $0) }
    }
}
