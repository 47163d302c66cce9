// HTTP: whether the server is about to end.

import Synchronization

final class ServerState: Sendable {
    private let ending = Atomic<Bool>(false)

    var isEnding: Bool { ending.load(ordering: .relaxed) }

    func end() { ending.store(true, ordering: .relaxed) }
}
