// The rows of files that nobody labelled, whatever labels they have.

import CorpusStore
import SpamTraining
import Statistics

extension UnlabelledArguments {
    /// Adds all messages, and says whether labels were passed over.
    func add(to pool: inout UnlabelledMessages, _ arguments: CorpusArguments) throws {
        for path in unlabelled {
            var arguments = arguments
            if !CorpusStore.isStore(path) { arguments.part = nil }
            var reading = try CorpusReading(of: [path], arguments, for: .asking), labelled = 0
            while let (row, _) = try reading.next() {
                if row.label != nil { labelled += 1 }
                pool.add(row)
            }
            if labelled > 0 { note("\(path): \(grouped(labelled)) labels are ignored (--unlabelled)") }
        }
    }
}
