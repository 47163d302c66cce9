// Extension: a completion of the system, called once.

import SpamFilter

/// Calls a completion exactly once: with the first answer or, if it is released without one, with
/// `none`. Safe from any thread.
final class Completion: Sendable {
    private struct Pending: @unchecked Sendable {
        // The system hands over its completion for good, to be called on any thread.
        let call: (Answer) -> Void
    }

    private let pending: Locked<Pending?>

    init(_ call: @escaping (Answer) -> Void) { pending = Locked(Pending(call: call)) }

    func callAsFunction(_ answer: Answer) {
        let taken = pending.withLock { pending in
            defer { pending = nil }
            return pending
        }
        // Outside the lock, as the completion may call back.
        taken?.call(answer)
    }

    deinit { self(.none) }
}
