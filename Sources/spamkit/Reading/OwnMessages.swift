// What train keeps of the messages that it learns from.

import Corpus
import SpamFilter
import SpamTraining

/// The messages of a corpus, without those of the background.
struct OwnMessages {
    private var messages: [(action: Action, count: Int)] = []
    private(set) var times = TimeBounds()
    private var countries: Set<String?> = []

    var actions: [Action: Int] { Dictionary(uniqueKeysWithValues: messages.map { ($0.action, $0.count) }) }

    var sides: (junk: Int, wanted: Int) {
        let actions = actions, junk = actions[.junk] ?? 0
        return (junk, actions.values.reduce(0, +) - junk)
    }

    /// Of all receivers; `nil` where there are several, or some have none.
    var country: String? { countries.count == 1 ? countries.first! : nil }

    mutating func add(_ message: LabeledMessage) {
        // Few: a search is faster than a hash.
        if let place = messages.firstIndex(where: { $0.action == message.label.action }) {
            messages[place].count += 1
        } else {
            messages.append((message.label.action, 1))
        }
        times.add(message.time, of: message.source)
        if countries.count < 2 { countries.insert(message.message.receiverCountry) }
    }

    /// One without a label, which teaches too.
    mutating func add(unlabelled row: CorpusRow, to pool: inout UnlabelledMessages) {
        pool.add(row)
        times.add(row.time, of: row.source)
    }
}
