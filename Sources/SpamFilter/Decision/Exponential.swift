// Decision: exp and log without a C library, so that the core compiles anywhere and every build
// gives the same bits.

/// e to the power of `x`, within 2 units in the last place; 0 below -708, infinite above 709.
/// The trainers' solver has one of its own: 11 digits are enough there, and its loop vectorises.
///
/// x = k ln 2 + r with |r| <= ln 2 / 2; e^r by its Taylor series to r^13 / 13!, whose next term is
/// below 2^-57.
func exponential(_ x: Double) -> Double {
    if x.isNaN { return x }
    if x > 709 { return .infinity }
    if x < -708 { return 0 }
    // In every message the highest score is compared with itself.
    if x == 0 { return 1 }
    // To the nearest whole number: the last bit of 3 x 2^51 is worth 1, so the sum is rounded to
    // one. rounded() may call the C library, and Int(_:) checks its range.
    let shifted = x * 1.4426950408889634 + 0x1.8p52
    let k = shifted - 0x1.8p52
    // ln 2 in two parts: k times the first is exact.
    let r = x - k * 0.693147180369123816490 - k * 1.90821492927058770002e-10
    // Even and odd powers apart, so that neither chain of additions waits for the other:
    // Benchmarks/decisions/exponential.md.
    let square = r * r
    var even = 1.0 / 479_001_600, odd = 1.0 / 6_227_020_800
    even = 1.0 / 3_628_800 + square * even
    odd = 1.0 / 39_916_800 + square * odd
    even = 1.0 / 40_320 + square * even
    odd = 1.0 / 362_880 + square * odd
    even = 1.0 / 720 + square * even
    odd = 1.0 / 5040 + square * odd
    even = 1.0 / 24 + square * even
    odd = 1.0 / 120 + square * odd
    odd = 1.0 / 6 + square * odd
    // Smallest first: r^2/2! + r^4 (...), then r + r^3 (...), then 1.
    let sum = 1 + (r + (square * (0.5 + square * even) + r * square * odd))
    // 2^k from its bits: k is from -1021 to 1023.
    return sum * Double(bitPattern: (shifted.bitPattern &+ 1023) &<< 52)
}

/// The natural logarithm of `x`, within a few units in the last place; minus infinity at 0, NaN
/// below.
///
/// x = 2^k m with m in [sqrt 1/2, sqrt 2); ln m = 2 artanh((m - 1) / (m + 1)) by its series to the
/// 25th power.
func logarithm(_ x: Double) -> Double {
    if x.isNaN || x < 0 { return .nan }
    if x == 0 { return -.infinity }
    if x == .infinity { return x }
    if x == 1 { return 0 }
    var k = Int(x.exponent)
    var m = x.significand
    if m > 1.4142135623730951 {
        m /= 2
        k += 1
    }
    let s = (m - 1) / (m + 1), square = s * s
    var sum = 1.0 / 25
    sum = 1.0 / 23 + square * sum
    sum = 1.0 / 21 + square * sum
    sum = 1.0 / 19 + square * sum
    sum = 1.0 / 17 + square * sum
    sum = 1.0 / 15 + square * sum
    sum = 1.0 / 13 + square * sum
    sum = 1.0 / 11 + square * sum
    sum = 1.0 / 9 + square * sum
    sum = 1.0 / 7 + square * sum
    sum = 1.0 / 5 + square * sum
    sum = s * (1 + square * (1.0 / 3 + square * sum))
    return 2 * sum + Double(k) * 0.693147180559945309417
}

/// ln(e^a + e^b).
@inline(__always)
func logSumExp(_ a: Double, _ b: Double) -> Double { max(a, b) + logarithm(1 + exponential(-abs(a - b))) }
