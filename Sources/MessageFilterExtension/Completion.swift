// Extension: a completion that the system gets, once.

/// Calls what it was made with exactly once: with the first answer it is given or, when whoever holds it lets it go without one, with
/// `none`. Safe from any thread.
final class Completion: Sendable {
    private struct Pending: @unchecked Sendable {
        // The system hands its completion over for good and lets it be called on any thread.
        let call: (FilterAnswer) -> Void
    }

    private let pending: Locked<Pending?>

    init(_ call: @escaping (FilterAnswer) -> Void) { pending = Locked(Pending(call: call)) }

    func callAsFunction(_ answer: FilterAnswer) {
        let taken = pending.withLock { pending in
            defer { pending = nil }
            return pending
        }
        // Outside of the lock: who is called may call back.
        taken?.call(answer)
    }

    deinit { self(.none) }
}
