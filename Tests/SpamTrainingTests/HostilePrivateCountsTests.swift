// Files of private counts are trusted by nobody: whatever their bytes, opening gives a typed error,
// or counts whose bound and noise are as stated.

import Corpus
import SpamFilter
import Statistics
import Testing

@testable import SpamTraining

@Suite struct HostilePrivateCountsTests {
    private let plan: PrivacyPlan
    private let files: [(kind: PrivateCountsLayout.Kind, bytes: [UInt8])]

    init() throws {
        plan = try PrivateCounts.plan(features: 9)
        let sum = try PrivateCounts.sum(plan, contributors: 3)
        let release = try PrivateRelease(adding: [PrivateCounts.release(sum), PrivateCounts.release(sum, seed: 2)])
        files = [(.plan, plan.bytes), (.contributions, sum.bytes), (.release, release.bytes)]
    }

    /// What was read, written again. A release can also be learned from.
    private func opened(_ bytes: [UInt8], _ kind: PrivateCountsLayout.Kind, learns: Bool = false) throws(PrivateCountsError)
        -> [UInt8]
    {
        switch kind {
        case .plan: return try PrivacyPlan(bytes).bytes
        case .contributions: return try Contributions(bytes, to: plan).bytes
        case .release:
            let release = try PrivateRelease(bytes)
            if learns {
                var settings = TrainingSettings()
                settings.trainer = NaiveBayes()
                settings.maxBytes = 16 << 10
                _ = try? CountedCorpus(release).train(settings)
            }
            #expect(release.guarantee.isPlausible)
            return release.bytes
        }
    }

    private func sealed(_ bytes: [UInt8]) -> [UInt8] {
        var bytes = bytes
        CountsHead.seal(&bytes, number: bytes.withUnsafeBytes { $0.number(at: CountsLayout.Header.cellCount, UInt64.self) })
        return bytes
    }

    @Test func everyTruncationIsATypedError() throws {
        for (kind, bytes) in files {
            #expect(try opened(bytes, kind) == bytes)
            for length in bytes.indices {
                #expect(throws: PrivateCountsError.self) { try opened(Array(bytes[..<length]), kind) }
                guard length >= CountsLayout.Header.size else { continue }
                #expect(throws: PrivateCountsError.self, "sealed") { try opened(sealed(Array(bytes[..<length])), kind) }
            }
            #expect(throws: PrivateCountsError.self) { try opened(bytes + [0], kind) }
            #expect(throws: PrivateCountsError.self) { try opened(sealed(bytes + [0]), kind) }
        }
    }

    @Test func everyChangedByteIsATypedError() {
        for (kind, bytes) in files {
            for i in bytes.indices {
                for flip in [UInt8(1), 0x80, 0xFF] {
                    var damaged = bytes
                    damaged[i] ^= flip
                    #expect(throws: PrivateCountsError.self, "byte \(i)") { try opened(damaged, kind) }
                }
            }
        }
    }

    @Test func everySealedChangeIsATypedErrorOrOtherCounts() {
        for (kind, bytes) in files {
            var accepted = 0
            for i in bytes.indices where !(CountsLayout.Header.checksum..<CountsLayout.Header.cellCount).contains(i) {
                for value in [0, 1, 0x7F, 0x80, 255, bytes[i] ^ 0x80, bytes[i] &+ 1, bytes[i] &- 1] where value != bytes[i] {
                    var damaged = bytes
                    damaged[i] = value
                    damaged = sealed(damaged)
                    do throws(PrivateCountsError) {
                        #expect(try opened(damaged, kind, learns: i % 8 == 0) == damaged, "byte \(i) = \(value)")
                        accepted += 1
                    } catch {}
                }
            }
            #expect(accepted > 100, "\(kind): the test would notice that nothing opens")
        }
    }

    /// Counts in the file that memory would be asked for.
    @Test func hugeNumbersAreNoTrap() throws {
        let (_, contributions) = files[1], (_, release) = files[2]
        let names = CountsLayout.Header.size + 16, features = CountsLayout.Header.size + PrivateCountsLayout.Plan.featureCount
        for huge in [1 << 20, 1 << 24, 1 << 32, UInt64.max, 1 << 63] as [UInt64] {
            for (bytes, kind, at) in [
                (contributions, .contributions, names), (contributions, .contributions, names + 8 + 3 * 16),
                (release, .release, features),
                (release, .release, CountsLayout.Header.size + plan.body.count),
            ] as [([UInt8], PrivateCountsLayout.Kind, Int)] {
                var damaged = bytes
                damaged.put(huge, at: at)
                #expect(throws: PrivateCountsError.self, "\(kind) \(at) \(huge)") { try opened(sealed(damaged), kind) }
            }
        }
    }

    /// A file that promises more than its noise keeps was altered.
    @Test func aPromiseThatTheNoiseDoesNotKeepIsRefused() throws {
        let release = try PrivateCounts.release(PrivateCounts.sum(plan, contributors: 3), epsilon: 8)
        let scaleAt = CountsLayout.Header.size + plan.body.count + 8 + 16
        for (offset, value) in [
            (8, 7.99.bitPattern), (8, 0.001.bitPattern), (16, 9.9e-7.bitPattern), (0, release.records[0].noise.scale * 99 / 100),
        ] {
            var damaged = release.bytes
            damaged.put(value, at: scaleAt + offset)
            #expect(
                throws: PrivateCountsError.file(
                    .invalid(atByte: scaleAt - 16, expected: "noise that keeps the epsilon and the delta"))
            ) {
                try opened(sealed(damaged), .release)
            }
        }
        for value in [Double.nan, .infinity, -1, 0, 1e300] {
            var damaged = release.bytes
            damaged.put(value.bitPattern, at: scaleAt + 8)
            #expect(throws: PrivateCountsError.self) { try opened(sealed(damaged), .release) }
        }
    }

    @Test func sumsBeyond64BitsAreRefused() throws {
        let release = try PrivateCounts.release(PrivateCounts.sum(plan, contributors: 3))
        func huge(_ seed: UInt64, _ value: Int64) throws -> PrivateRelease {
            let record = try PrivateCounts.release(PrivateCounts.sum(plan, contributors: 3), seed: seed).records
            return PrivateRelease(plan: plan, records: record, values: release.values.map { _ in value })
        }
        #expect(throws: PrivateCountsError.tooLarge) { try PrivateRelease(adding: [huge(5, .max), huge(6, .max)]) }
        #expect(throws: PrivateCountsError.tooLarge) { try PrivateRelease(adding: [huge(5, .min), huge(6, .min)]) }
        for value in [Int64.max, .min] { #expect(try opened(huge(5, value).bytes, .release) == huge(5, value).bytes) }
    }
}
