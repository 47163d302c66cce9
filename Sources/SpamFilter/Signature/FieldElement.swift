// Signature: numbers modulo the prime 2^255 - 19, the coordinates of points of the curve.

/// A number modulo 2^255 - 19, as five limbs of 51 bits.
///
/// Every operation gives limbs below 2^52. So no product of limbs, and no sum of five of them,
/// times 19 leaves 128 bits. Time depends on the values: for public numbers alone.
struct FieldElement {
    private var l0, l1, l2, l3, l4: UInt64

    private static let mask: UInt64 = (1 << 51) - 1

    init(_ l0: UInt64, _ l1: UInt64, _ l2: UInt64, _ l3: UInt64, _ l4: UInt64) {
        (self.l0, self.l1, self.l2, self.l3, self.l4) = (l0, l1, l2, l3, l4)
    }

    static let zero = FieldElement(0, 0, 0, 0, 0)
    static let one = FieldElement(1, 0, 0, 0, 0)

    /// 32 bytes, little-endian. The highest bit is not read: it is the sign of a coordinate.
    init(_ bytes: SIMD32<UInt8>) {
        func word(_ offset: Int) -> UInt64 { withUnsafeBytes(of: bytes) { $0.uint64(at: offset) } }
        let mask = FieldElement.mask
        self.init(word(0) & mask, word(6) >> 3 & mask, word(12) >> 6 & mask, word(19) >> 1 & mask, word(24) >> 12 & mask)
    }

    /// The smallest such number in 32 bytes, little-endian.
    var bytes: SIMD32<UInt8> {
        var n = carried
        // 1 where the number is the prime or more.
        var q = (n.l0 &+ 19) >> 51
        q = (n.l1 &+ q) >> 51
        q = (n.l2 &+ q) >> 51
        q = (n.l3 &+ q) >> 51
        q = (n.l4 &+ q) >> 51
        n.l0 &+= 19 &* q
        n.l1 &+= n.l0 >> 51
        n.l2 &+= n.l1 >> 51
        n.l3 &+= n.l2 >> 51
        n.l4 &+= n.l3 >> 51
        let mask = FieldElement.mask
        (n.l0, n.l1, n.l2, n.l3, n.l4) = (n.l0 & mask, n.l1 & mask, n.l2 & mask, n.l3 & mask, n.l4 & mask)
        let words = SIMD4<UInt64>(
            n.l0 | n.l1 << 51, n.l1 >> 13 | n.l2 << 38, n.l2 >> 26 | n.l3 << 25, n.l3 >> 39 | n.l4 << 12)
        return withUnsafeBytes(of: words) { $0.loadUnaligned(as: SIMD32<UInt8>.self) }
    }

    /// Whether the smallest such number is odd: the sign of a coordinate in RFC 8032.
    var isOdd: Bool { bytes[0] & 1 == 1 }
    var isZero: Bool { bytes == .zero }

    static func == (a: FieldElement, b: FieldElement) -> Bool { a.bytes == b.bytes }

    static func + (a: FieldElement, b: FieldElement) -> FieldElement {
        FieldElement(a.l0 &+ b.l0, a.l1 &+ b.l1, a.l2 &+ b.l2, a.l3 &+ b.l3, a.l4 &+ b.l4).carried
    }

    /// Eight times the prime is added, so that no limb is negative.
    static func - (a: FieldElement, b: FieldElement) -> FieldElement {
        let low: UInt64 = 8 * (mask - 18), high: UInt64 = 8 * mask
        return FieldElement(
            a.l0 &+ low &- b.l0, a.l1 &+ high &- b.l1, a.l2 &+ high &- b.l2, a.l3 &+ high &- b.l3, a.l4 &+ high &- b.l4
        ).carried
    }

    static prefix func - (a: FieldElement) -> FieldElement { zero - a }

    static func * (a: FieldElement, b: FieldElement) -> FieldElement {
        // What leaves the top comes back at the bottom, times 19.
        let b1 = 19 &* b.l1, b2 = 19 &* b.l2, b3 = 19 &* b.l3, b4 = 19 &* b.l4
        let r0 = product(a.l0, b.l0) &+ product(a.l1, b4) &+ product(a.l2, b3) &+ product(a.l3, b2) &+ product(a.l4, b1)
        var r1 = product(a.l0, b.l1) &+ product(a.l1, b.l0) &+ product(a.l2, b4) &+ product(a.l3, b3) &+ product(a.l4, b2)
        var r2 = product(a.l0, b.l2) &+ product(a.l1, b.l1) &+ product(a.l2, b.l0) &+ product(a.l3, b4) &+ product(a.l4, b3)
        var r3 = product(a.l0, b.l3) &+ product(a.l1, b.l2) &+ product(a.l2, b.l1) &+ product(a.l3, b.l0) &+ product(a.l4, b4)
        var r4 = product(a.l0, b.l4) &+ product(a.l1, b.l3) &+ product(a.l2, b.l2) &+ product(a.l3, b.l1) &+ product(a.l4, b.l0)
        r1 &+= r0 >> 51
        r2 &+= r1 >> 51
        r3 &+= r2 >> 51
        r4 &+= r3 >> 51
        let l0 = limb(r0) &+ 19 &* UInt64(truncatingIfNeeded: r4 >> 51)
        return FieldElement(l0 & mask, limb(r1) &+ l0 >> 51, limb(r2), limb(r3), limb(r4))
    }

    @inline(__always)
    private static func product(_ a: UInt64, _ b: UInt64) -> UInt128 { UInt128(a) &* UInt128(b) }
    @inline(__always)
    private static func limb(_ n: UInt128) -> UInt64 { UInt64(truncatingIfNeeded: n) & mask }

    var squared: FieldElement { self * self }

    func squared(times: Int) -> FieldElement {
        var n = self
        for _ in 0..<times { n = n.squared }
        return n
    }

    /// The reciprocal; 0 of 0. By Fermat: the power 2^255 - 21.
    var inverse: FieldElement {
        let (long, eleven) = powers
        return long.squared(times: 5) * eleven
    }

    /// The power 2^252 - 3, of which a square root is made.
    var rootPower: FieldElement { powers.long.squared(times: 2) * self }

    /// The powers 2^250 - 1 and 11. `ones(n)` is the power 2^n - 1.
    private var powers: (long: FieldElement, eleven: FieldElement) {
        let two = squared
        let nine = two.squared(times: 2) * self
        let eleven = nine * two
        let ones5 = eleven.squared * nine
        let ones10 = ones5.squared(times: 5) * ones5
        let ones20 = ones10.squared(times: 10) * ones10
        let ones40 = ones20.squared(times: 20) * ones20
        let ones50 = ones40.squared(times: 10) * ones10
        let ones100 = ones50.squared(times: 50) * ones50
        let ones200 = ones100.squared(times: 100) * ones100
        return (ones200.squared(times: 50) * ones50, eleven)
    }

    /// The same number with limbs below 2^52, from limbs of up to 64 bits.
    private var carried: FieldElement {
        let mask = FieldElement.mask
        return FieldElement(
            l0 & mask &+ 19 &* (l4 >> 51), l1 & mask &+ l0 >> 51, l2 & mask &+ l1 >> 51, l3 & mask &+ l2 >> 51,
            l4 & mask &+ l3 >> 51)
    }
}
