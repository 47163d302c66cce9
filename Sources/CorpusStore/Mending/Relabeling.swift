// Store: a person corrects the labels of messages.

import GRDB
import SpamFilter

/// What was labelled.
public struct Relabeling: Sendable, Equatable, Encodable {
    public let changed: Int
    /// Messages that had the label already; a person has confirmed it now.
    public let confirmed: Int
}

extension CorpusStore {
    /// Gives messages a label, all or none of them. Their earlier labels are kept.
    ///
    /// - Parameter isTrial: only counts.
    /// - Throws: `StoreError.noMessage` or `noImport`.
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
            var changed = 0
            for number in numbers {
                last.setUncheckedArguments([number])
                if try String.fetchOne(last) != label.description { changed += 1 }
                give?.setUncheckedArguments([number, label.description, person, CorpusStore.now, 1.0])
                try give?.execute()
            }
            return Relabeling(changed: changed, confirmed: numbers.count - changed)
        }
        return isTrial ? try read(run) : try write(run)
    }
}
