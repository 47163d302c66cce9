// Fuzzing: any bytes as a store. Opening must give a typed error, or a store that is listed,
// searched, grouped, split and masked without a trap, an endless loop or a table of another.

import CorpusStore
import Foundation

/// In memory where the system has such a folder: each input is a file.
private let folder = FileManager.default.fileExists(atPath: "/dev/shm") ? "/dev/shm" : NSTemporaryDirectory()
private let path = "\(folder)/spamkit-fuzz-\(ProcessInfo.processInfo.processIdentifier).sqlite"

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    try! Data(UnsafeBufferPointer(start: start, count: count)).write(to: URL(fileURLWithPath: path))
    defer { for ending in ["", "-wal", "-shm", "-journal"] { unlink(path + ending) } }
    _ = CorpusStore.isStore(path)
    for readsOnly in [true, false] {
        guard let store = try? CorpusStore(path: path, readsOnly: readsOnly) else { continue }
        _ = try? store.statistics()
        _ = try? store.curation.conflicts()
        _ = try? store.curation.export(.csv) { _ in }
        if let messages = try? StoredMessages(store) {
            while case _? = try? messages.next() {}
        }
        _ = try? store.curation.search("free gold", limit: 10)
        guard !readsOnly else { continue }
        _ = try? store.groups.update()
        _ = try? store.groups.largest(3)
        _ = try? store.splits.make(Split(name: "fuzz", by: .template, testShare: 0.5, folds: 2, seed: 1))
        _ = try? Masking(seed: 1).mask(store)
    }
    return 0
}
