// Studio: asking, labelling and taking back, for one of several people.

import CorpusStore
import SpamFilter
import Statistics

/// What was taken back.
public struct UndoneStep: Sendable, Equatable, Codable {
    public let said: String
    /// The queue in which the message is in front again; `nil` where it was a correction.
    public let mode: QueueMode?
    /// Messages that have their label from before.
    public let messages: [Int64]
}

/// Messages of a row with the label that the row shows; `nil` for none.
public struct SeenRow: Sendable, Equatable, Codable {
    public var messages: [Int64]
    public var from: String?
    /// The mark of the text that they all have; `nil` where they may differ.
    public var textMark: String?

    public init(_ messages: [Int64], from: String?, textMark: String? = nil) {
        self.messages = messages
        self.from = from
        self.textMark = textMark
    }
}

extension Studio {
    /// The message in front of a person.
    ///
    /// - Complexity: the first one takes as long as ordering the queue: some seconds for a million
    ///   messages.
    public func ask(_ person: String, _ mode: QueueMode) throws -> QueueItem {
        let desk = try desk(of: person)
        let model = shelf.asking
        return try item(mode, try desk.front(mode, model), model)
    }

    /// Labels or skips the message in front of a person. The labels are stored when this returns.
    ///
    /// - Parameters:
    ///   - id: the message that the person sees.
    ///   - seen: the mark of the text that they see.
    /// - Throws: `StudioError.movedOn` where that is not the one in front, such as when somebody
    ///   else has labelled it, or an import has changed its text.
    public func take(
        _ step: QueueStep, of id: Int64, seen: String? = nil, by person: String, _ mode: QueueMode
    ) throws -> StepResult {
        let action: LabelingAction =
            switch step {
            case .label(let word): .label(try label(word))
            case .labelTemplate(let word): .labelTemplate(try label(word))
            case .skip: .skip
            }
        let desk = try desk(of: person), model = shelf.asking
        let (along, given, front) = try desk.take(action, of: id, seen: seen, mode, model)
        didLabel(given)
        var said: String?
        if along > 0 {
            said =
                if case .labelTemplate = step {
                    "\(grouped(along + 1)) messages labelled"
                } else {
                    "and \(grouped(along)) exact \(along == 1 ? "repeat" : "repeats")"
                }
        }
        return StepResult(said: said, next: try item(mode, front, model))
    }

    /// Gives messages another label, each if it still has the one that the person saw. It is one
    /// step, which is taken back as one.
    ///
    /// - Returns: the messages that have the new label.
    /// - Throws: `StudioError.labelledSince` where none had the label that the person saw.
    public func correct(_ seen: [SeenRow], to word: String, by person: String) throws -> [Int64] {
        let messages = try seen.map { SeenLabels($0.messages, label: try $0.from.map(label), textMark: $0.textMark) }
        let changed = try desk(of: person).correct(messages, to: try label(word))
        guard !changed.isEmpty else { throw StudioError.labelledSince }
        didLabel(changed.count)
        return changed
    }

    /// Takes back the last thing that a person did here: a label, a skip or a correction.
    public func undo(by person: String) throws -> UndoneStep {
        guard let (mode, messages, isTaken) = try desk(of: person).undo() else {
            return UndoneStep(said: "nothing to take back", mode: nil, messages: [])
        }
        let said =
            !isTaken ? "somebody has labelled it since: nothing taken back" : mode != nil ? "taken back" : "label taken back"
        return UndoneStep(said: said, mode: mode, messages: messages)
    }

    private func label(_ word: String) throws(StudioError) -> Label {
        guard let label = Label(word) else { throw .badLabel }
        return label
    }

    private func item(_ mode: QueueMode, _ front: Desk.Front, _ model: StudioModel?) throws -> QueueItem {
        // Who labels second sees neither the label nor what a model says.
        let message = front.stored.map { ShownMessage($0, mode == .first ? model : nil, hidesLabel: true) }
        let example = try (front.alike.last { !$0.isRepeat }).flatMap { try store.message($0.id) }.map { TextLine($0) }
        return QueueItem(
            mode: mode, message: message, reason: message == nil ? nil : front.reason?.words, alike: front.alike.count,
            example: example, labelled: front.labelled, left: front.left, messages: front.messages, others: front.others,
            isTimeToLearn: mode == .first && isTimeToLearn)
    }
}
