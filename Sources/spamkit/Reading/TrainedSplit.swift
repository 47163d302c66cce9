// What a model's card and a store say of each other: whether the part that is measured holds
// messages that the model was trained on, or later ones.

import Corpus
import CorpusStore
import SpamEvaluation
import SpamTraining
import Statistics

/// The part of a split that a model was trained on, beside the part that is measured.
struct TrainedSplit {
    private let part, split: String
    private let measured: (part: String, split: String)
    private let stores: [String]

    /// `nil` where the card names no part, or no part of a store is measured.
    init?(_ card: ModelCard?, measuring corpora: [String], _ reading: CorpusArguments) {
        let stores = corpora.filter(CorpusStore.isStore)
        guard let part = card?.part, let split = card?.split, let measured = reading.part, !stores.isEmpty else { return nil }
        (self.part, self.split, self.measured, self.stores) = (part, split, (measured, reading.split), stores)
    }

    /// Whether all that is measured is later than what was trained on, by splits by time.
    func isEarlier(than corpora: [String]) throws -> Bool {
        guard part == "train" || part.hasPrefix("train-"), measured.part == "test", stores.count == corpora.count else {
            return false
        }
        return try stores.allSatisfy { path in
            let splits = try openStore(path, readsOnly: true).splits
            guard let end = try splits.testFrom(split), let start = try splits.testFrom(measured.split) else { return false }
            return end <= start
        }
    }

    /// Says that parts of a random split share templates.
    func noteIfRandom() throws {
        guard split == measured.split, part != measured.part else { return }
        for path in stores where try openStore(path, readsOnly: true).splits.unit(of: split) == .random {
            note(
                "The split \(split.visibleName) is random: test messages may share templates with training messages, which makes figures too good. To count them: --trained-on \(path.quoted); to part them: spamkit split --by template"
            )
            return
        }
    }

    /// Warns before anything is read that a part of another split is measured.
    func warnOfAnother(_ model: String, _ corpora: [String]) throws {
        guard split != measured.split, try !isEarlier(than: stores) else { return }
        for path in stores where try openStore(path, readsOnly: true).splits.names().contains(split) {
            warnEarly(
                "\(model) was trained on part \(part) of the split \(split.visibleName), so part \(measured.part) of \(measured.split.visibleName) "
                    + "may hold messages that it knows; to measure on others: --part \(CorpusArguments.unseenPart(of: part)) --split \(split.quoted)"
            )
            return
        }
    }
}

/// `31 of 40 messages are in the model's training data, but for digits and links`; `nil` of one
/// message, which may be a coincidence.
func knownWords(own: Rate, background: Rate, of messages: Int) -> String? {
    let isOwn = own.count >= background.count, seen = isOwn ? own : background
    guard seen.count > 1 else { return nil }
    return
        "\(seen.knownWords(of: messages, "messages")) in the model's \(isOwn ? "training data" : "background"), but for digits and links"
}

/// Says which split of several is read where none was named.
func noteSplit(_ split: String, of store: CorpusStore, _ path: String, part: String?) throws {
    guard let part, split == Split.defaultName else { return }
    let others = try store.splits.names().filter { $0 != split }
    guard !others.isEmpty else { return }
    note(
        "\(onOneLine(FileName.of(path))): part \(part) of the split \(split); for another: --split \(others.prefix(3).map(\.quoted).joined(separator: " or "))\(others.count > 3 ? ", …" : "")"
    )
}
