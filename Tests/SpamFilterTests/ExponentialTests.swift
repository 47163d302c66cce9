import Foundation
import Testing

@testable import SpamFilter

@Suite struct ExponentialTests {
    /// How far two numbers are apart, in units in the last place of the second.
    private func ulps(_ a: Double, _ b: Double) -> Double { a == b ? 0 : abs(a - b) / b.ulp }

    @Test func exponentialIsThatOfTheCLibrary() {
        var worst = (ulps: 0.0, at: 0.0)
        for i in -70_800...70_900 {
            // A grid of hundredths, off the grid by a little so that no place is exact.
            for x in [Double(i) / 100, Double(i) / 100 * (1 + 0x1p-30)] where x <= 709 && x >= -708 {
                let distance = ulps(exponential(x), exp(x))
                if distance > worst.ulps { worst = (distance, x) }
            }
        }
        #expect(worst.ulps <= 2, "\(worst)")
    }

    @Test func logarithmIsThatOfTheCLibrary() {
        var worst = (ulps: 0.0, at: 0.0)
        for exponent in stride(from: -1074, through: 1023, by: 7) {
            for i in 0..<64 {
                let x = Double(sign: .plus, exponent: exponent, significand: 1 + Double(i) / 64)
                let distance = ulps(logarithm(x), log(x))
                if distance > worst.ulps { worst = (distance, x) }
            }
        }
        for i in 1...40_000 {
            let distance = ulps(logarithm(Double(i) / 10_000), log(Double(i) / 10_000))
            if distance > worst.ulps { worst = (distance, Double(i) / 10_000) }
        }
        #expect(worst.ulps <= 4, "\(worst)")
    }

    @Test func edgesAreAsDocumented() {
        #expect(exponential(0) == 1)
        #expect(exponential(-708.1) == 0 && exponential(-.infinity) == 0)
        #expect(exponential(709.1) == .infinity && exponential(.infinity) == .infinity)
        #expect(exponential(709).isFinite && exponential(-708) > 0)
        #expect(exponential(.nan).isNaN)
        #expect(logarithm(1) == 0)
        #expect(logarithm(0) == -.infinity && logarithm(-0.0) == -.infinity)
        #expect(logarithm(.infinity) == .infinity)
        #expect(logarithm(-1).isNaN && logarithm(.nan).isNaN && logarithm(-.infinity).isNaN)
        #expect(logarithm(.leastNonzeroMagnitude).isFinite)
    }
}
