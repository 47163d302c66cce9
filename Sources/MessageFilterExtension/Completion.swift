// Extension: a completion of the system, called once.

/// Calls a completion exactly once: with the first answer or, if it is released without one, with
/// `none`. Safe from any thread.
final class Completion: Sendable {
    private struct Pending: @unchecked Sendable {
        // The system hands over its completion for good, to be called on any thread.
        let call: (FilterAnswer) -> Void
    }

    private let pending: Locked<Pending?>

    init(_ call: @escaping (FilterAnswer) -> Void) { pending = Locked(Pending(call: call)) }

    func callAsFunction(_ answer: FilterAnswer) {
        let taken = pending.withLock { pending in
            defer { pending = nil }
            return pending
        }
        // Outside the lock, as the completion may call back.
        taken?.call(answer)
    }

    deinit { self(.none) }
}
