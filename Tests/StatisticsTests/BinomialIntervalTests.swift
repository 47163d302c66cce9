import Foundation
import Statistics
import Testing

@Suite struct BinomialIntervalTests {
    @Test func intervalsAreThoseOfSciPy() throws {
        let rows = try ReferenceFile.rows("intervals.csv")
        #expect(rows.count > 500)
        for row in rows {
            let (k, n, confidence) = (Int(row[0])!, Int(row[1])!, Double(row[2])!)
            let expected = row[3...].map { Double($0)! }
            let wilson = try #require(BinomialInterval.wilson(successes: k, trials: n, confidence: confidence))
            let upper = try #require(BinomialInterval.clopperPearsonUpper(successes: k, trials: n, confidence: confidence))
            let found = [wilson.lower, wilson.upper, upper]
            for (a, b) in zip(found, expected) {
                // 1e-9 of the value itself, so that limits near 0 are checked too.
                #expect(abs(a - b) <= 1e-9 * b, "\(k) of \(n) at \(confidence): found \(a), expected \(b)")
            }
        }
    }

    @Test func trialsNeededAreThoseOfSciPy() throws {
        for row in try ReferenceFile.rows("trials.csv") {
            let found = BinomialInterval.trialsNeeded(
                forUpperBound: Double(row[0])!, confidence: Double(row[1])!, successes: Int(row[2])!)
            #expect(found == Int(row[3])!, "\(row)")
        }
    }

    @Test func trialsNeededIsTheFewestThatKeepTheBound() throws {
        for successes in 0...5 {
            let n = try #require(BinomialInterval.trialsNeeded(forUpperBound: 0.01, successes: successes))
            #expect(BinomialInterval.clopperPearsonUpper(successes: successes, trials: n)! <= 0.01)
            #expect(BinomialInterval.clopperPearsonUpper(successes: successes, trials: n - 1)! > 0.01)
        }
    }

    @Test func withoutSuccessesTheTrialsNeededHaveAClosedForm() {
        for bound in [0.3, 1e-2, 1e-4, 1e-6, 1e-8] {
            // (1 - bound)^n <= 0.05
            let expected = Int((log(0.05) / log1p(-bound)).rounded(.up))
            #expect(BinomialInterval.trialsNeeded(forUpperBound: bound) == expected)
        }
        #expect(BinomialInterval.trialsNeeded(forUpperBound: 0.001) == 2995)
        #expect(BinomialInterval.trialsNeeded(forUpperBound: 0.001, successes: 1) == 4742)
    }

    @Test func moreTrialsThanThereCanBeAreNone() {
        #expect(BinomialInterval.trialsNeeded(forUpperBound: 1e-15) == nil)
    }

    @Test func withoutTrialsThereIsNoInterval() {
        #expect(BinomialInterval.wilson(successes: 0, trials: 0) == nil)
        #expect(BinomialInterval.clopperPearsonUpper(successes: 0, trials: 0) == nil)
    }

    @Test func oneTrialByHand() {
        // P(X <= 0) = 1 - p = 0.05
        #expect(BinomialInterval.clopperPearsonUpper(successes: 1, trials: 1) == 1)
        #expect(agree(BinomialInterval.clopperPearsonUpper(successes: 0, trials: 1), 0.95))
    }

    @Test func exactLimitsHoldAtAHundredMillionTrials() throws {
        // (1 - p)^n = 0.05
        let n = 100_000_000
        let upper = try #require(BinomialInterval.clopperPearsonUpper(successes: 0, trials: n))
        let expected = -expm1(log(0.05) / Double(n))
        #expect(abs(upper - expected) <= 1e-12 * expected)
    }

    @Test func bothKindsHoldTheRateAndStayInRange() throws {
        for n in 1...60 {
            for k in 0...n {
                let rate = Double(k) / Double(n)
                let wilson = try #require(BinomialInterval.wilson(successes: k, trials: n))
                let upper = try #require(BinomialInterval.clopperPearsonUpper(successes: k, trials: n))
                #expect(0 <= wilson.lower && wilson.lower <= rate && rate <= wilson.upper && wilson.upper <= 1)
                #expect(rate <= upper && upper <= 1)
                // Mirror images.
                let mirrored = try #require(BinomialInterval.wilson(successes: n - k, trials: n))
                #expect(agree(wilson.lower, 1 - mirrored.upper))
            }
        }
    }

    @Test func moreConfidenceIsALongerInterval() throws {
        for k in [0, 3, 50, 100] {
            let lengths = try [0.5, 0.9, 0.95, 0.99].map { confidence in
                let interval = try #require(BinomialInterval.wilson(successes: k, trials: 100, confidence: confidence))
                return interval.upper - interval.lower
            }
            #expect(lengths == lengths.sorted())
        }
    }
}

/// The rows of a committed CSV file without quotes, without its header.
private enum ReferenceFile {
    static func rows(_ name: String) throws -> [[Substring]] {
        let folder = try #require(Bundle.module.url(forResource: "Reference", withExtension: nil))
        let text = String(decoding: try Data(contentsOf: folder.appending(path: name)), as: UTF8.self)
        return text.split(separator: "\n").dropFirst().map { $0.split(separator: ",") }
    }
}

/// Whether two figures agree to within 1e-9.
private func agree(_ a: Double?, _ b: Double) -> Bool { a.map { abs($0 - b) <= 1e-9 } ?? false }
