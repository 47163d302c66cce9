// Releases of private counts: their noise, their promise, and models of them.

import Corpus
import Foundation
import SpamFilter
import Statistics
import Testing
import TrainingFixtures

@testable import SpamTraining

@Suite struct PrivateReleaseTests {
    private let plan: PrivacyPlan
    private let sum: Contributions

    init() throws {
        plan = try PrivateCounts.plan()
        sum = try PrivateCounts.sum(plan, contributors: 400)
    }

    private func noise(of release: PrivateRelease) -> [Double] {
        zip(release.values, sum.values).map { Double($0 - $1) / release.noiseDeviation }
    }

    /// Also numbers that no contributor has: which these are is private.
    @Test func everyNumberGetsNoiseOfTheStatedScale() throws {
        let release = try PrivateCounts.release(sum, epsilon: 1), noise = noise(of: release)
        #expect(noise.count == 2 * 65 && sum.values.contains(0))
        #expect(!noise.contains(0))
        let square = noise.reduce(0) { $0 + $1 * $1 } / Double(noise.count)
        #expect(square > 0.6 && square < 1.5 && abs(noise.reduce(0, +)) < 4 * Double(noise.count).squareRoot())
        // The least that OpenDP knows for epsilon 1, delta 1e-6 (noise.csv), times the bound of 4.
        #expect(abs(release.guarantee.noise / (4 * 4.530877117036472) - 1) < 1e-6)
    }

    @Test func laplaceNoiseNeedsNoDelta() throws {
        let plan = try PrivateCounts.plan(clip: 16, noise: .discreteLaplace)
        let sum = try PrivateCounts.sum(plan, contributors: 20)
        let release = try PrivateCounts.release(sum, epsilon: 2, delta: 0)
        #expect(abs(Double(release.records[0].noise.scale) / PrivateCountsLayout.unit - 8) < 1e-6)
        #expect(release.guarantee.delta == 0 && release.guarantee.epsilon == 2)
        #expect(throws: PrivateCountsError.self) { try PrivateCounts.release(sum, delta: 1e-6) }
    }

    @Test func noiseIsDrawnAnew() throws {
        let first = try PrivateCounts.release(sum, seed: 1), second = try PrivateCounts.release(sum, seed: 2)
        #expect(first.records[0].name != second.records[0].name && zip(first.values, second.values).allSatisfy { $0 != $1 })
        var system = SystemRandomNumberGenerator()
        let bound = PrivacyBound(epsilon: 8, delta: 1e-6)
        let systems = try (0..<2).map { _ in try PrivateRelease(sum, bound: bound, using: &system) }
        #expect(systems[0] != systems[1])
    }

    @Test func impossiblePromisesAreRefused() throws {
        for epsilon in [0, -1, 0.0001, 101, .nan, .infinity] {
            #expect(throws: PrivateCountsError.self, "\(epsilon)") { try PrivateCounts.release(sum, epsilon: epsilon) }
        }
        for delta in [0, -1, 1e-16, 0.01, 1, .nan] {
            #expect(throws: PrivateCountsError.self, "\(delta)") { try PrivateCounts.release(sum, delta: delta) }
        }
        let wide = try PrivateCounts.sum(PrivateCounts.plan(clip: 1024), contributors: 2)
        #expect(throws: PrivateCountsError.tooMuchNoise) { try PrivateCounts.release(wide, epsilon: 0.001, delta: 1e-15) }
    }

    @Test func readingGivesWhatWasWritten() throws {
        let release = try PrivateCounts.release(sum)
        #expect(try PrivateRelease(release.bytes) == release && PrivateRelease(release.bytes).bytes == release.bytes)
    }

    /// Two releases of the same people: rho doubles. Reference from OpenDP's accountant: with
    /// scales of 4 each and delta 1e-6 epsilon goes from 1.1429 to 1.6600 (privacy.csv).
    @Test func addedReleasesPromiseWhatBothDo() throws {
        let releases = try (1...2).map { try PrivateCounts.release(sum, epsilon: 1.1429257095713568, seed: $0) }
        let both = try PrivateRelease(adding: releases)
        #expect(abs(both.guarantee.epsilon - 1.6599790778) < 1e-5 && both.guarantee.releases == 2)
        #expect(zip(both.values, zip(releases[0].values, releases[1].values)).allSatisfy { $0 == $1.0 + $1.1 })
        #expect(try PrivateRelease(adding: releases.reversed()).bytes == both.bytes)
        #expect(try PrivateRelease(both.bytes) == both)
        #expect(abs(both.guarantee.noise / releases[0].guarantee.noise - 2.0.squareRoot()) < 1e-9)
    }

    @Test func aReleaseIsAddedOnce() throws {
        let release = try PrivateCounts.release(sum), other = try PrivateCounts.release(sum, seed: 2)
        #expect(throws: PrivateCountsError.releaseTwice) { try PrivateRelease(adding: [release, release]) }
        let both = try PrivateRelease(adding: [release, other])
        #expect(throws: PrivateCountsError.releaseTwice) { try PrivateRelease(adding: [both, other]) }
        #expect(throws: PrivateCountsError.noContributions) { try PrivateRelease(adding: []) }
        let foreign = try PrivateCounts.release(PrivateCounts.sum(PrivateCounts.plan(clip: 2), contributors: 3))
        #expect(throws: PrivateCountsError.otherPlan) { try PrivateRelease(adding: [release, foreign]) }
    }

    @Test func kindsOfCountsAreNotTakenForEachOther() throws {
        let release = try PrivateCounts.release(sum).bytes, raw = try counts(InventedMessages.all)
        for bytes in [release, sum.bytes, plan.bytes] {
            #expect(throws: CountsError.otherKind(isPrivate: true)) { try withCounts([bytes]) { _ in } }
        }
        #expect(throws: PrivateCountsError.file(.otherKind(isPrivate: false))) { try PrivateRelease(raw) }
        #expect(throws: PrivateCountsError.file(.otherKind(isPrivate: false))) { try Contributions(raw, to: plan) }
        #expect(throws: PrivateCountsError.otherFile(expected: "a release of private counts", found: "contributions")) {
            try PrivateRelease(sum.bytes)
        }
        #expect(throws: PrivateCountsError.otherFile(expected: "a plan of private counts", found: "a release of private counts"))
        {
            try PrivacyPlan(release)
        }
    }

    private func model(of release: PrivateRelease, background: [[UInt8]] = []) throws -> TrainedModel {
        var settings = TrainingSettings()
        settings.trainer = NaiveBayes()
        return try withCounts(background) { try CountedCorpus(release, background: $0).train(settings) }
    }

    @Test func aModelOfAReleaseFindsJunkAndNamesItsPromise() throws {
        let trained = try model(of: PrivateCounts.release(sum, epsilon: 100))
        trained.bytes.withUnsafeBytes { bytes in
            let view = try! ModelView(bytes)
            var classifier = Classifier(view), right = 0, all = 0
            for message in InventedMessages.many where [.allow, .junk].contains(message.label) {
                right += classifier.classify(message.message).action == message.label.action ? 1 : 0
                all += 1
            }
            #expect(right * 10 > all * 8, "\(right) of \(all)")
            let privacy = ModelCard(view)?.privacy
            #expect(privacy?.epsilon == 100 && privacy?.delta == 1e-6 && privacy?.clip == 4 && privacy?.releases == 1)
            #expect(privacy?.mechanism == .discreteGaussian && privacy?.features == 64)
        }
        let raw = try train(counts: [counts(InventedMessages.many)])
        raw.bytes.withUnsafeBytes { #expect(ModelCard(try! ModelView($0))?.privacy == nil) }
    }

    /// All of the model is computed from the release: the same one gives the same bytes.
    @Test func aModelDependsOnTheReleaseAlone() throws {
        let release = try PrivateCounts.release(sum, epsilon: 20)
        #expect(try model(of: release).bytes == model(of: PrivateRelease(release.bytes)).bytes)
        let background = try counts(InventedMessages.many)
        #expect(try model(of: release, background: [background]).learnedFeatures > model(of: release).learnedFeatures)
    }

    @Test func countsThatAreNoiseAreRefused() throws {
        let lone = try PrivateCounts.contribution(plan, "a")
        var refused = 0
        for seed in 1...20 {
            do throws(PrivateCountsError) {
                var generator = SplitMix(seed: UInt64(seed))
                let release = try PrivateRelease(lone, bound: PrivacyBound(epsilon: 0.01, delta: 1e-9), using: &generator)
                let sums = try NoisedSums(release)
                #expect(sums.sums.joined().allSatisfy { $0 > 0 && $0.isFinite } && sums.messages.allSatisfy { $0 >= 1 })
            } catch {
                if case .onlyNoise = error { refused += 1 }
            }
        }
        #expect(refused > 5)
    }

    /// Without noise to speak of, the sums are the contributions'.
    @Test func sumsWithoutNoiseStayAsTheyAre() throws {
        let plan = try PrivateCounts.plan(clip: 1.0 / 128), sum = try PrivateCounts.sum(plan, contributors: 400)
        let release = PrivateRelease(
            plan: plan,
            records: [.init(name: [], noise: IntegerNoise(plan.noise, scale: 1), bound: .init(epsilon: 1, delta: 0.1))],
            values: sum.values)
        let sums = try NoisedSums(release)
        for (place, label) in sums.labels.enumerated() {
            #expect(plan.labels[place] == label)
            for (i, feature) in sums.features.enumerated() {
                let at = plan.features.firstIndex(of: feature)!
                let value =
                    Double(sum.values[place * plan.stride + 1 + at]) / PrivateCountsLayout.unit * 16 / Double(plan.weights[at])
                let whole =
                    plan.labels.indices.reduce(0) { $0 + Double(sum.values[$1 * plan.stride + 1 + at]) }
                    / PrivateCountsLayout.unit * 16 / Double(plan.weights[at])
                #expect(abs(sums.sums[place][i] - value) < max(1e-3 * value, 0.02 * whole))
            }
        }
    }

    @Test func cardsWithImpossiblePromisesAreNoCards() throws {
        let right = PrivacyGuarantee(
            epsilon: 1, delta: 1e-6, mechanism: .discreteGaussian, noise: 4, clip: 1, releases: 1, features: 9)
        #expect(right.isPlausible)
        for (epsilon, delta, releases) in [(0, 0.1, 1), (-1, 0.1, 1), (1, -0.1, 1), (1, 1, 1), (1, 0.1, 0)]
            as [(Double, Double, Int)]
        {
            let wrong = PrivacyGuarantee(
                epsilon: epsilon, delta: delta, mechanism: .discreteLaplace, noise: 4, clip: 1, releases: releases, features: 9)
            #expect(!wrong.isPlausible)
        }
    }
}
