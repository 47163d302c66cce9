// Store: masks many messages on all cores. Each surrogate depends on the key and its message alone,
// so the threads change none.

import Dispatch
import Foundation
import SpamFilter

/// A message after masking.
struct MaskedMessage: Sendable {
    var message: Message
    /// The name of its template: see `Masker.masked(name:)`.
    var group: String?
    /// Whether digits stay that may be a number: see `PersonalSpans.digitsLeft`.
    var holdsDigits: Bool
}

/// As many maskers as there are threads.
final class MaskingThreads {
    private let maskers: [Masker]

    init(_ masking: Masking, threads: Int = ProcessInfo.processInfo.activeProcessorCount) {
        maskers = (0..<max(1, threads)).map { _ in Masker(masking) }
    }

    /// The messages, masked, in the same order. Thread t of n takes t, t + n, t + 2n and so on.
    func masked(_ messages: [(message: Message, group: String?)]) -> [MaskedMessage] {
        let workers = min(maskers.count, messages.count)
        return [MaskedMessage](unsafeUninitializedCapacity: messages.count) { results, written in
            // Each masker is used by one thread, and each place written by one, once.
            nonisolated(unsafe) let places = results
            nonisolated(unsafe) let maskers = maskers
            DispatchQueue.concurrentPerform(iterations: workers) { worker in
                let masker = maskers[worker]
                for i in stride(from: worker, to: messages.count, by: workers) {
                    let before = masker.holdingDigits, message = masker.masked(messages[i].message)
                    let group = messages[i].group.map(masker.masked(name:))
                    places.initializeElement(
                        at: i,
                        to: MaskedMessage(message: message, group: group, holdsDigits: masker.holdingDigits > before))
                }
            }
            written = messages.count
        }
    }

    /// Messages in which digits stay.
    var holdingDigits: Int { maskers.reduce(0) { $0 + $1.holdingDigits } }
}
