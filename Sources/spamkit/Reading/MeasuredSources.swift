// Sources that a model's card names: whether what is measured may be what it was trained on.

import Corpus
import CorpusStore
import SpamTraining
import Statistics

/// The messages that are measured, by source.
struct MeasuredSources {
    private let corpora: [String]
    private let reading: CorpusArguments
    /// Of stores, by source.
    private var stored: [String: Int] = [:]
    /// How many there are, also of files.
    private(set) var messages = 0

    init(_ corpora: [String], _ reading: CorpusArguments) { (self.corpora, self.reading) = (corpora, reading) }

    mutating func add(_ message: LabeledMessage, at place: MessagePlace) {
        messages += 1
        if place.number != nil { stored[message.source, default: 0] += 1 }
    }

    /// The names of files, and of sources of stores, that a card names as sources too.
    ///
    /// Next month's store has the same sources, and a part may be one that was not trained on. So a
    /// store's count only where the model knows several of the messages, or the card counts exactly
    /// as many as the whole store has.
    func named(by card: ModelCard, _ seen: borrowing SeenMessages) throws -> [String] {
        let named = card.namedSources
        let files = corpora.map(FileName.of).filter { named[$0.visibleName] != nil }
        let both = visibly(stored).keys.filter { named[$0] != nil }
        guard !both.isEmpty else { return files }
        let isKnown = reading.part == nil && (card.sample == nil || seen.known > 1)
        if isKnown { return files + both.sorted() }
        guard card.part == nil else { return files }
        var whole: [String: Int] = [:]
        for path in corpora where CorpusStore.isStore(path) { whole.merge(try labelledBySource(path)) { $0 + $1 } }
        return files + both.filter { named[$0] == whole[$0] }.sorted()
    }
}

extension ModelCard {
    /// The sources, the background's too, and how many messages of each were trained on.
    fileprivate var namedSources: [String: Int] {
        let sources = (trainedOn + (background ?? [])).compactMap { words -> (String, Int)? in
            guard let bracket = words.range(of: " (", options: .backwards) else { return nil }
            return Int(words[bracket.upperBound...].prefix { $0.isNumber }).map { (String(words[..<bracket.lowerBound]), $0) }
        }
        // A card may say any number.
        return Dictionary(sources) { $0 &+ $1 }
    }

    /// Whether it was trained on more messages of a source than these.
    func namesMore(than counts: [String: Int]) -> Bool {
        let named = namedSources
        return counts.contains { source, count in named[source].map { $0 > count } ?? false }
    }
}

/// How many messages of a store, or of a part of it, have a label, by the visible name of their
/// source. A million take about a second.
func labelledBySource(_ path: String, part: String? = nil, of split: String = Split.defaultName) throws -> [String: Int] {
    let messages = try StoredMessages(openStore(path, readsOnly: true), part: part.flatMap { SplitPart($0, of: split) })
    var counts: [String: Int] = [:]
    while let stored = try messages.next() {
        if let labelled = stored.labeled { counts[labelled.source, default: 0] += 1 }
    }
    return visibly(counts)
}

/// Counts by the visible names of sources.
private func visibly(_ counts: [String: Int]) -> [String: Int] {
    Dictionary(counts.map { ($0.key.visibleName, $0.value) }) { $0 + $1 }
}
