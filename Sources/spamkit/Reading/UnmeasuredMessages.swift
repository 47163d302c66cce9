// Messages that --where leaves out, as far as a model knows them.

import SpamEvaluation
import SpamFilter
import SpamTraining

/// What conditions leave out of files that a model may have been trained on. A small part of these
/// may hold none of the few texts that the model's card knows; the rest tells of it.
///
/// Unchecked `Sendable`: one thread reads, and who measures asks when it has ended.
final class UnmeasuredMessages: @unchecked Sendable {
    private var seen: SeenMessages
    private var count = 0

    init(_ model: ModelView) { seen = SeenMessages(model) }

    func add(_ message: Message) {
        count += 1
        seen.add(message)
    }

    /// That these taught the model, so that those measured may have, too; `nil` where they did not,
    /// or where the measured ones tell by themselves.
    ///
    /// - Parameter measured: counts the messages that were measured.
    func sentence(beside measured: borrowing SeenMessages) -> String? {
        guard TrainingTrace(own: measured.own, background: measured.background) == nil else { return nil }
        let rates = [(seen.own, measured.own), (seen.background, measured.background)]
        guard let (known, told) = rates.first(where: \.0.isMostOfSeveral), told.count == told.of else { return nil }
        let words = known.knownWords(of: count, "messages that --where leaves out")
        return
            "\(words) in the model's training data; if the measured ones are in it, too, these figures say nothing of new messages; "
            + "measure on other messages"
    }
}
