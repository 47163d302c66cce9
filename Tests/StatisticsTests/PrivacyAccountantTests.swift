// What noise promises, against OpenDP and Google's dp-accounting.

import Foundation
import Testing

@testable import Statistics

/// The fields of each row of a file of reference values, without its head.
func referenceRows(_ name: String) -> [[Substring]] {
    let file = Bundle.module.url(forResource: name, withExtension: "csv", subdirectory: "Reference")!
    return try! String(contentsOf: file, encoding: .utf8).split(separator: "\n").dropFirst().map {
        $0.split(separator: ",", omittingEmptySubsequences: false)
    }
}

@Suite struct PrivacyAccountantTests {
    struct Releases: Sendable {
        let laplace, gaussian: [UInt64]
        let delta: Double
        let opendp, rdp: Double?
        let pld: Double

        var accountant: PrivacyAccountant {
            var accountant = PrivacyAccountant()
            for scale in laplace { accountant.add(IntegerNoise(.discreteLaplace, scale: scale << 20), sensitivity: 1 << 20) }
            for scale in gaussian { accountant.add(IntegerNoise(.discreteGaussian, scale: scale << 20), sensitivity: 1 << 20) }
            return accountant
        }
    }

    static let releases = referenceRows("privacy").map { row in
        func scales(_ field: Substring) -> [UInt64] { field.split(separator: " ").map { UInt64($0)! } }
        return Releases(
            laplace: scales(row[0]), gaussian: scales(row[1]), delta: Double(row[2])!, opendp: Double(row[3]),
            rdp: Double(row[4]),
            pld: Double(row[5])!)
    }

    @Test(arguments: releases)
    func epsilonsAreThoseOfOtherAccountants(releases: Releases) throws {
        let epsilon = releases.accountant.epsilon(delta: releases.delta)
        #expect(releases.accountant.keeps(PrivacyBound(epsilon: epsilon * (1 + 1e-12), delta: releases.delta)))
        #expect(!releases.accountant.keeps(PrivacyBound(epsilon: epsilon * 0.999, delta: releases.delta)))
        if let opendp = releases.opendp { #expect(abs(epsilon / opendp - 1) < 1e-8, "\(epsilon) \(opendp)") }
        if let rdp = releases.rdp {
            // A grid of orders misses the best one by a little, and is never better. Of Laplace
            // noise it knows more than rho.
            let range = releases.laplace.isEmpty ? 0.999...(1 + 1e-7) : 1...1.07
            #expect(range.contains(epsilon / rdp), "\(epsilon) \(rdp)")
        }
        // Rho forgets a part of what is known of the noise, up to a sixth of epsilon.
        #expect(epsilon > releases.pld * 0.9998 && epsilon < releases.pld * 1.17, "\(epsilon) \(releases.pld)")
    }

    @Test func scalesAreTheLeastOfOpenDP() throws {
        for row in referenceRows("noise").map({ $0.map { Double($0)! } }) {
            let bound = PrivacyBound(epsilon: row[0], delta: row[1]), sensitivity: UInt64 = 1 << 30
            let noise = try #require(PrivacyAccountant.noise(.discreteGaussian, for: bound, sensitivity: sensitivity))
            let scale = Double(noise.scale) / Double(sensitivity)
            #expect(scale >= row[2] * (1 - 1e-9) && scale < row[2] * (1 + 1e-7), "\(bound): \(scale)")
            #expect(scale > row[3] && scale < row[3] * 1.11, "\(bound): the continuous Gaussian's exact scale is \(row[3])")
        }
    }

    /// All the range that is allowed: what is asked for is kept, and a thousandth less noise would
    /// not keep it.
    @Test func noiseKeepsItsBoundAndNoMore() throws {
        for epsilon in [PrivacyBound.epsilons.lowerBound, 0.01, 0.5, 1, 3, 10, PrivacyBound.epsilons.upperBound] {
            for delta in [0, PrivacyBound.deltas.lowerBound, 1e-9, 1e-6, PrivacyBound.deltas.upperBound] {
                let kind: IntegerNoise.Kind = delta == 0 ? .discreteLaplace : .discreteGaussian
                let bound = PrivacyBound(epsilon: epsilon, delta: delta), sensitivity: UInt64 = 1 << 24
                let noise = try #require(PrivacyAccountant.noise(kind, for: bound, sensitivity: sensitivity))
                var kept = PrivacyAccountant(), less = PrivacyAccountant()
                kept.add(noise, sensitivity: sensitivity)
                less.add(IntegerNoise(kind, scale: noise.scale - noise.scale / 1000 - 1), sensitivity: sensitivity)
                #expect(kept.epsilon(delta: delta) <= epsilon && less.epsilon(delta: delta) > epsilon, "\(bound)")
            }
        }
    }

    @Test func noiseThatDoesNotFitIsNone() {
        let bound = PrivacyBound(epsilon: 0.001, delta: 1e-15)
        #expect(PrivacyAccountant.noise(.discreteGaussian, for: bound, sensitivity: 1 << 40) == nil)
        #expect(
            PrivacyAccountant.noise(.discreteLaplace, for: PrivacyBound(epsilon: 0.001, delta: 0), sensitivity: 1 << 48) == nil)
    }

    @Test func deltaAndEpsilonAreInverse() {
        for rho in [1e-8, 1e-4, 0.01, 0.5, 3, 60] {
            let privacy = ConcentratedPrivacy(rho: rho)
            var previous = 1.0
            for epsilon in [0, 0.001, 0.1, 1, 5, 30, 100, 300] {
                let delta = privacy.delta(epsilon: epsilon)
                #expect(delta >= 0 && delta <= previous, "rho \(rho), epsilon \(epsilon)")
                previous = delta
            }
            for delta in [1e-15, 1e-9, 1e-5, 0.1] {
                let epsilon = privacy.epsilon(delta: delta)
                #expect(privacy.delta(epsilon: epsilon) <= delta)
                if epsilon > 0 {
                    #expect(privacy.delta(epsilon: epsilon * 0.999) > delta, "rho \(rho), delta \(delta)")
                    // Between the steps, rho itself is found again.
                    #expect(abs(ConcentratedPrivacy.most(epsilon: epsilon, delta: delta).rho / rho - 1) < 1e-6)
                }
            }
        }
    }

    @Test func nothingReleasedIsNothingLost() {
        let accountant = PrivacyAccountant()
        #expect(accountant.epsilon(delta: 0) == 0 && accountant.epsilon(delta: 1e-6) == 0)
        #expect(ConcentratedPrivacy(rho: 0).delta(epsilon: 0) == 0)
    }

    @Test func gaussianNoiseHasNoPureEpsilon() {
        var accountant = PrivacyAccountant()
        accountant.add(IntegerNoise(.discreteGaussian, scale: 5), sensitivity: 1)
        #expect(accountant.epsilon(delta: 0) == .infinity && !accountant.isPure)
    }
}
