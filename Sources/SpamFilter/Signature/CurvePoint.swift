// Signature: points of the twisted Edwards curve of RFC 8032, -x^2 + y^2 = 1 + d x^2 y^2.

/// A point in extended coordinates (Hisil, Wong, Carter and Dawson, ASIACRYPT 2008): x = X / Z, y =
/// Y / Z, x y = T / Z. Time depends on the values: for public points alone.
struct CurvePoint {
    private var x, y, z, t: FieldElement

    private init(_ x: FieldElement, _ y: FieldElement, _ z: FieldElement, _ t: FieldElement) {
        (self.x, self.y, self.z, self.t) = (x, y, z, t)
    }

    static let identity = CurvePoint(.zero, .one, .one, .zero)
    /// The base point, whose y is 4/5.
    static let base = CurvePoint(
        FieldElement(0x62D6_08F2_5D51A, 0x412A_4B4F_6592A, 0x75B7_171A_4B31D, 0x1FF6_0527_118FE, 0x2169_36D3_CD6E5),
        FieldElement(0x6666_6666_66658, 0x4CCC_CCCC_CCCCC, 0x1999_9999_99999, 0x3333_3333_33333, 0x6666_6666_66666), .one,
        FieldElement(0x68AB_3A5B_7DDA3, 0x00EE_A2A5_EADBB, 0x2AF8_DF48_3C27E, 0x332B_3752_74732, 0x6787_5F0F_D78B7))
    /// -121665 / 121666.
    private static let d = FieldElement(
        0x34DC_A135_978A3, 0x1A82_83B1_56EBD, 0x5E7A_2600_1C029, 0x739C_663A_03CBB, 0x5203_6CEE_2B6FF)
    private static let twiceD = d + d
    private static let rootOfMinusOne = FieldElement(
        0x61B2_74A0_EA0B0, 0x0D5A_5FC8_F189D, 0x7EF5_E9CB_D0C60, 0x7859_5A68_04C9E, 0x2B83_2480_4FC1D)

    /// A point from its y, whose highest bit is the sign of x. `nil` where y is not below the
    /// prime, where the curve has no such point, and for -0.
    init?(_ bytes: SIMD32<UInt8>) {
        let y = FieldElement(bytes)
        let isNegative = bytes[31] & 0x80 != 0
        var canonical = y.bytes
        if isNegative { canonical[31] |= 0x80 }
        guard canonical == bytes else { return nil }
        // x^2 = u / v. The root of u / v is u v^3 (u v^7)^((p - 5) / 8), or that times the root of
        // -1.
        let square = y.squared
        let u = square - .one
        let v = CurvePoint.d * square + .one
        let v3 = v.squared * v
        var x = u * v3 * (u * v3.squared * v).rootPower
        let check = v * x.squared
        if !(check == u) {
            guard check == -u else { return nil }
            x = x * CurvePoint.rootOfMinusOne
        }
        if x.isZero, isNegative { return nil }
        if x.isOdd != isNegative { x = -x }
        self.init(x, y, .one, x * y)
    }

    /// The only encoding: y in 32 bytes, the sign of x as its highest bit.
    var bytes: SIMD32<UInt8> {
        let inverse = z.inverse
        var bytes = (y * inverse).bytes
        if (x * inverse).isOdd { bytes[31] |= 0x80 }
        return bytes
    }

    /// Whether eight times the point is the identity. As a public key, such a point would take one
    /// signature for many messages.
    var hasSmallOrder: Bool {
        let eight = doubled.doubled.doubled
        return eight.x.isZero && eight.y == eight.z
    }

    static prefix func - (p: CurvePoint) -> CurvePoint { CurvePoint(-p.x, p.y, p.z, -p.t) }

    /// Holds for every two points, equal ones and the identity among them.
    static func + (p: CurvePoint, q: CurvePoint) -> CurvePoint {
        let a = (p.y - p.x) * (q.y - q.x)
        let b = (p.y + p.x) * (q.y + q.x)
        let c = p.t * twiceD * q.t
        let d = (p.z + p.z) * q.z
        return CurvePoint(e: b - a, f: d - c, g: d + c, h: b + a)
    }

    var doubled: CurvePoint {
        let a = x.squared, b = y.squared, c = z.squared
        let g = b - a
        return CurvePoint(e: (x + y).squared - a - b, f: g - c - c, g: g, h: -a - b)
    }

    private init(e: FieldElement, f: FieldElement, g: FieldElement, h: FieldElement) {
        self.init(e * f, g * h, f * g, e * h)
    }

    /// m times this point and n times another one, by one chain of doublings (Shamir's trick).
    ///
    /// - Complexity: O(1), 253 doublings and at most as many additions.
    func times(_ m: CurveScalar, plus other: CurvePoint, times n: CurveScalar) -> CurvePoint {
        let both = self + other
        var sum = CurvePoint.identity
        for i in (0..<CurveScalar.bitCount).reversed() {
            sum = sum.doubled
            switch (m.bit(i), n.bit(i)) {
            case (1, 1): sum = sum + both
            case (1, _): sum = sum + self
            case (_, 1): sum = sum + other
            default: break
            }
        }
        return sum
    }
}
