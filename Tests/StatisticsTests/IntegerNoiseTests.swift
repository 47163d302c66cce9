// Noise for whole numbers: the draws of a second program, and the chances of the definition.

import Foundation
import Testing

@testable import Statistics

@Suite struct IntegerNoiseTests {
    /// Written in Python with big integers, from the same bits.
    @Test func drawsAreThoseOfAnotherProgram() throws {
        for row in referenceRows("draws") {
            let kind: IntegerNoise.Kind = row[0] == "discreteLaplace" ? .discreteLaplace : .discreteGaussian
            let noise = IntegerNoise(kind, scale: UInt64(row[1])!)
            var generator = SplitMix(seed: UInt64(row[2])!)
            let draws = row[3].split(separator: " ").map { Int64($0)! }
            #expect(draws.map { _ in noise.draw(using: &generator) } == draws, "\(row[0]) \(row[1])")
        }
    }

    /// Chi-squared of the draws against the definition's chances. A right sampler fails one seed in
    /// a million; the seed is fixed.
    @Test(arguments: IntegerNoise.Kind.allCases, [1, 2, 3, 7] as [UInt64])
    func chancesAreThoseOfTheDefinition(kind: IntegerNoise.Kind, scale: UInt64) {
        let noise = IntegerNoise(kind, scale: scale), draws = 200_000, scale = Double(scale)
        func weight(_ x: Int) -> Double {
            let x = Double(x)
            return kind == .discreteLaplace ? exp(-abs(x) / scale) : exp(-x * x / (2 * scale * scale))
        }
        let all = (-400...400).map(weight).reduce(0, +)
        var generator = SplitMix(seed: 20_260_101 + UInt64(scale)), found: [Int: Int] = [:]
        for _ in 0..<draws { found[Int(noise.draw(using: &generator)), default: 0] += 1 }
        // The tails are one bin.
        let bins = (-400...400).filter { Double(draws) * weight($0) / all >= 20 }
        var expectedRest = Double(draws), foundRest = Double(draws), chiSquared = 0.0
        for x in bins {
            let expected = Double(draws) * weight(x) / all, count = Double(found[x] ?? 0)
            chiSquared += (count - expected) * (count - expected) / expected
            expectedRest -= expected
            foundRest -= count
        }
        chiSquared += (foundRest - expectedRest) * (foundRest - expectedRest) / expectedRest
        let degrees = Double(bins.count)
        // Wilson & Hilferty 1931: the cube root of chi-squared / degrees is nearly normal.
        let z = (pow(chiSquared / degrees, 1 / 3) - (1 - 2 / (9 * degrees))) / (2 / (9 * degrees)).squareRoot()
        #expect(z < 4.75, "chi-squared \(chiSquared) of \(degrees) degrees")
    }

    @Test(arguments: IntegerNoise.Kind.allCases, [1 << 24, 1 << 40, 1 << 48] as [UInt64])
    func largeNoiseHasTheStatedSpreadAndBothSigns(kind: IntegerNoise.Kind, scale: UInt64) {
        let noise = IntegerNoise(kind, scale: scale), draws = 20_000
        var generator = SplitMix(seed: scale), sum = 0.0, squares = 0.0, negative = 0, odd = 0
        for _ in 0..<draws {
            let drawn = noise.draw(using: &generator), x = Double(drawn) / noise.standardDeviation
            sum += x
            squares += x * x
            negative += drawn < 0 ? 1 : 0
            odd += drawn & 1 == 0 ? 0 : 1
        }
        let n = Double(draws)
        #expect(abs(sum / n) < 5 / n.squareRoot() && abs(squares / n - 1) < 0.1)
        // Also the lowest bit is random: sums are not given away by it.
        for half in [negative, odd] { #expect(abs(Double(half) - n / 2) < 5 * (n / 4).squareRoot()) }
    }

    @Test func exponentialChancesAreRight() {
        var generator = SplitMix(seed: 9)
        for (numerator, denominator) in [(0, 5), (1, 3), (1, 1), (7, 2), (9, 1)] as [(UInt128, UInt128)] {
            let draws = 100_000
            var yes = 0.0
            for _ in 0..<draws where generator.isWithinExponential(numerator, over: denominator) { yes += 1 }
            let chance = exp(-Double(numerator) / Double(denominator))
            let spread = (chance * (1 - chance) / Double(draws)).squareRoot()
            #expect(abs(yes / Double(draws) - chance) <= 5 * spread, "\(numerator)/\(denominator)")
        }
    }

    @Test func numbersBelowABoundAreEquallyLikely() {
        var generator = SplitMix(seed: 3)
        #expect(generator.exactly(below: 1) == 0)
        for bound in [3, 1 << 64, 1 << 64 + 1, 3 << 90] as [UInt128] {
            var inUpperThird = 0
            for _ in 0..<30_000 {
                let drawn = generator.exactly(below: bound)
                #expect(drawn < bound)
                if drawn >= bound - bound / 3 { inUpperThird += 1 }
            }
            #expect(abs(inUpperThird - 10_000) < 500, "\(bound)")
        }
    }
}
