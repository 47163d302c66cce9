// The argument of commands that work on a store.

import ArgumentParser
import CorpusStore

struct StoreArguments: ParsableArguments {
    @Argument(help: "The store.", completion: .file())
    var store: String

    func open() throws(StoreError) -> CorpusStore { try openStore(store) }
    func openToRead() throws(StoreError) -> CorpusStore { try openStore(store, readsOnly: true) }
}

/// Opens a store. Who waits for another writer is told so.
func openStore(_ path: String, creates: Bool = false, readsOnly: Bool = false) throws(StoreError) -> CorpusStore {
    try CorpusStore(
        path: path, creates: creates, readsOnly: readsOnly,
        wait: WriterWait { note("waiting for another spamkit that writes to \(onOneLine(path))") })
}
