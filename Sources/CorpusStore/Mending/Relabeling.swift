// Store: a person corrects the labels of messages.

import GRDB
import SpamFilter

/// What labelling of several messages did, or would do.
public struct Relabeling: Sendable, Equatable, Encodable {
    /// How many messages have another label now.
    public let changed: Int
    /// The labels that these had before, with the number of messages; "" for none.
    public let before: [String: Int]
    /// How many messages had the label already; a person has confirmed it now.
    public let confirmed: Int
}

extension CorpusStore {
    /// Gives messages a label, all or none of them. Their earlier labels are kept.
    ///
    /// - Parameter person: who gives it.
    /// - Parameter label: the label that they have from now on.
    /// - Parameter choice: which messages.
    /// - Parameter isTrial: only counts.
    /// - Throws: `StoreError.noMessage`, `noImport` or `severalImports`; then nothing is labelled.
    /// - Complexity: O(messages log labels).
    @discardableResult
    public func relabel(
        _ choice: MessageChoice, as label: Label, by person: String, isTrial: Bool = false
    ) throws(StoreError) -> Relabeling {
        func run(_ db: Database) throws -> Relabeling {
            _ = try choice.files(db, path: path)
            let numbers = try choice.numbers(db, path: path)
            let last = try db.makeStatement(
                sql: "SELECT label FROM label WHERE messageID = ? ORDER BY revision DESC LIMIT 1")
            let give = isTrial ? nil : try db.makeStatement(sql: LabelRevision.insert)
            // One moment for all, later than other changes, so that they can be taken back
            // together.
            let moment = try max(CorpusStore.now, CorpusStore.lastChange(db) &+ 1)
            var before: [String: Int] = [:]
            for number in numbers {
                last.setUncheckedArguments([number])
                let word = try String.fetchOne(last)
                if word != label.description { before[word ?? "", default: 0] += 1 }
                give?.setUncheckedArguments([number, label.description, person, moment, 1.0])
                try give?.execute()
            }
            let changed = before.values.reduce(0, +)
            return Relabeling(changed: changed, before: before, confirmed: numbers.count - changed)
        }
        return isTrial ? try read(run) : try write(run)
    }
}
