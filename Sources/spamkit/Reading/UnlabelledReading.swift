// The rows of files that nobody labelled, whatever labels they have.

import Corpus
import CorpusStore
import SpamTraining
import Statistics

extension UnlabelledArguments {
    /// Hands over all messages, and says whether labels were passed over.
    ///
    /// - Parameter labelled: files that are learned by their labels. Of a store that is one of
    ///   them, only messages without a label.
    func forEachMessage(_ arguments: CorpusArguments, beside labelled: [String], _ body: (CorpusRow) -> Void) throws {
        for path in unlabelled {
            var arguments = arguments
            if !CorpusStore.isStore(path) { arguments.part = nil }
            let isLabelled = UnlabelledArguments.isAmong(labelled, path)
            var reading = try CorpusReading(of: [path], arguments, for: .asking), ignored = 0, count = 0
            reading.mayLackSplit = !isLabelled
            while let (row, _) = try reading.next() {
                if row.label != nil {
                    if isLabelled { continue }
                    ignored += 1
                }
                count += 1
                body(row)
            }
            if isLabelled {
                note("\(FileName.of(path)): \(counted(count, "message")) without a label taught, as --unlabelled asks")
            }
            if ignored > 0 { note("\(FileName.of(path)): \(counted(ignored, "label")) ignored, as --unlabelled asks") }
        }
    }

    /// From so many labels on, messages without them add nothing (unlabelled.md).
    private static let fewLabels = 50

    /// Names stores whose other messages can teach too, where labels tell little of a phone.
    ///
    /// - Parameter labels: how many there are; `nil` where nobody counted.
    func noteStores(_ corpora: [String], labels: Int?, beside general: BackgroundArguments) throws {
        guard unlabelled.isEmpty, let labels, labels < Self.fewLabels else { return }
        for store in corpora.filter(CorpusStore.isStore) where try openStore(store, readsOnly: true).labels.hasUnlabelled() {
            let options = ["--unlabelled", store.quoted] + general.optionsOrStarter
            note(
                "\(FileName.of(store)): its messages without labels can teach too, while labels are few: \(options.joined(separator: " "))"
            )
        }
    }
}
