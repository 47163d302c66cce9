// The argument of commands that work on a store.

import ArgumentParser
import CorpusStore

struct StoreArguments: ParsableArguments {
    @Argument(help: "The store.", completion: .file())
    var store: String

    func open() throws(StoreError) -> CorpusStore { try CorpusStore(path: store) }
    func openToRead() throws(StoreError) -> CorpusStore { try CorpusStore(path: store, readsOnly: true) }
}
