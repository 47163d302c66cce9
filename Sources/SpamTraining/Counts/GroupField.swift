// Counts: sums over the groups of messages that tell whether all messages are of one group.

import Statistics

/// Integers modulo the prime p = 2^61 - 1, in 0..<p.
///
/// All of n messages with the groups g are of one group if
///
///     n x (sum of g^2) = (sum of g)^2
///
/// as the difference of both sides is the sum of (g[i] - g[j])^2 over all pairs i < j. For random
/// groups that are not all equal it is 0 modulo p with a chance of at most 2 / p, some 10^-18: a
/// polynomial of degree 2 has no more roots (Schwartz 1980).
enum GroupField {
    static let prime: UInt64 = 1 << 61 - 1

    /// The element of a group: its number, well mixed.
    static func element(_ group: UInt64) -> UInt64 {
        var mix = SplitMix(seed: group)
        return mix.next() % prime
    }

    @inline(__always)
    static func sum(_ a: UInt64, _ b: UInt64) -> UInt64 {
        let sum = a &+ b
        return sum >= prime ? sum &- prime : sum
    }

    @inline(__always)
    static func difference(_ a: UInt64, _ b: UInt64) -> UInt64 { a >= b ? a &- b : a &+ prime &- b }

    /// 2^61 is 1 modulo p: the bits from 61 on are added to the others.
    @inline(__always)
    static func product(_ a: UInt64, _ b: UInt64) -> UInt64 {
        let (high, low) = a.multipliedFullWidth(by: b)
        return sum(low & prime, high << 3 | low >> 61)
    }

    /// - Parameters:
    ///   - count: n, below p.
    ///   - groups: the sum of g.
    ///   - squares: the sum of g^2.
    @inline(__always)
    static func isOneGroup(_ count: UInt64, groups: UInt64, squares: UInt64) -> Bool {
        product(count, squares) == product(groups, groups)
    }
}
