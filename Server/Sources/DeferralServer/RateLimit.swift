// Server: how many requests one address may send. Addresses and times in, yes or no out.

import Synchronization

/// Lets each address send some requests a second, and some more at once.
///
/// The generic cell rate algorithm (ITU-T I.371): an address is due again when all that it sent
/// would have been sent at the steady rate. Kept is a hash of the address with a key of this
/// process, and one time.
public final class RateLimit: Sendable {
    /// Nanoseconds between two requests at the steady rate.
    private let interval: UInt64
    /// Nanoseconds that an address may be ahead of it.
    private let tolerance: UInt64
    private let most: Int
    /// When an address will be even with the steady rate.
    private let even = Mutex<[Int: UInt64]>([:])

    /// - Parameters:
    ///   - rate: requests a second, more than 0.
    ///   - burst: requests at once, at least 1.
    ///   - most: addresses to remember, 16 bytes and more each.
    public init(rate: Double, burst: Int, most: Int = 1 << 16) {
        precondition(rate > 0 && burst >= 1 && most >= 1)
        interval = UInt64(max(1, 1e9 / rate))
        tolerance = interval * UInt64(burst - 1)
        self.most = most
    }

    /// Whether a request of an address may be answered. One that may not counts for nothing.
    ///
    /// - Parameters:
    ///   - address: its text or bytes.
    ///   - now: nanoseconds of a clock that never goes back.
    /// - Returns: `nil` where it may, else the whole seconds to wait, at least 1.
    /// - Complexity: O(1) on average.
    public func wait(_ address: some Hashable, now: UInt64) -> Int? {
        var hasher = Hasher()
        hasher.combine(address)
        let key = hasher.finalize()
        return even.withLock { even in
            let due = max(even[key] ?? 0, now)
            guard due - now <= tolerance else {
                return Int((due - now - tolerance + 999_999_999) / 1_000_000_000)
            }
            if even.count >= most, even[key] == nil { forget(&even, now) }
            even[key] = due + interval
            return nil
        }
    }

    /// Forgets addresses that owe nothing. Where all do, forgets half of them: their next burst is
    /// allowed, and memory is bounded.
    private func forget(_ even: inout [Int: UInt64], _ now: UInt64) {
        even = even.filter { $0.value > now }
        guard even.count > most / 2 else { return }
        for key in Array(even.keys.prefix(even.count - most / 2)) { even[key] = nil }
    }

    /// How many addresses are remembered.
    var count: Int { even.withLock { $0.count } }
}
