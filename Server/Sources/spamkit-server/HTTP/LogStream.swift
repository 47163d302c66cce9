// HTTP: where lines of the log go. A log that cannot be written ends nothing and holds nothing up.

import Dispatch
import Foundation
import Synchronization

/// Standard error, written to by one thread. Lines that it cannot take in time are lost, and the
/// next one that it takes says how many.
final class LogStream: Sendable {
    static let standardError = LogStream()

    /// Lines that may wait.
    private static let most = 10_000
    private let queue = DispatchQueue(label: "spamkit.log")
    private let waiting = Atomic<Int>(0)
    private let lost = Atomic<Int>(0)

    func write(_ line: String) {
        guard waiting.add(1, ordering: .relaxed).newValue <= LogStream.most else {
            waiting.subtract(1, ordering: .relaxed)
            lost.add(1, ordering: .relaxed)
            return
        }
        queue.async {
            let lost = self.lost.exchange(0, ordering: .relaxed)
            let note = lost > 0 ? "{\"level\":\"warning\",\"event\":\"lines of the log were lost\",\"lines\":\(lost)}\n" : ""
            try? FileHandle.standardError.write(contentsOf: Data((note + line).utf8))
            self.waiting.subtract(1, ordering: .relaxed)
        }
    }

    /// Waits for the lines so far, a second at most.
    func flush() {
        let done = DispatchSemaphore(value: 0)
        queue.async { done.signal() }
        _ = done.wait(timeout: .now() + 1)
    }
}
