// Rates, tokens and numbers.

import Foundation
import SpamFilter
import Testing

@testable import DeferralServer

@Suite struct RateLimitTests {
    private let second: UInt64 = 1_000_000_000

    @Test func aBurstIsLetThroughAndThenTheSteadyRate() {
        let limit = RateLimit(rate: 2, burst: 3)
        let waits = (0..<4).map { _ in limit.wait("a", now: second) }
        #expect(waits == [nil, nil, nil, 1])
        #expect(limit.wait("a", now: second + second / 2) == nil)
        #expect(limit.wait("a", now: second + second / 2) == 1)
    }

    @Test func addressesDoNotCountTogether() {
        let limit = RateLimit(rate: 1, burst: 1)
        #expect(limit.wait("a", now: 5) == nil)
        #expect(limit.wait("b", now: 5) == nil)
        #expect(limit.wait("a", now: 5) == 1)
    }

    @Test func oneThatIsRefusedPaysNothing() {
        let limit = RateLimit(rate: 1, burst: 1)
        #expect(limit.wait("a", now: 0) == nil)
        for _ in 0..<50 { #expect(limit.wait("a", now: second / 2) == 1) }
        #expect(limit.wait("a", now: second) == nil)
    }

    @Test func theSecondsToWaitAreEnough() {
        let limit = RateLimit(rate: 0.2, burst: 1)
        #expect(limit.wait("a", now: 0) == nil)
        let seconds = limit.wait("a", now: second)
        #expect(seconds == 4)
        #expect(limit.wait("a", now: second * 5) == nil)
    }

    @Test func memoryIsBounded() {
        let limit = RateLimit(rate: 0.001, burst: 1, most: 100)
        for address in 0..<5000 { #expect(limit.wait(address, now: 0) == nil) }
        #expect(limit.count <= 100)
    }
}

@Suite struct SecretTokenTests {
    private let secret = "0123456789abcdef"

    @Test(arguments: ["Bearer 0123456789abcdef", "bearer 0123456789abcdef"])
    func theTokenIsKnown(header: String) throws {
        let token = try #require(SecretToken(secret + "\n"))
        #expect(token.isIn(authorization: header))
    }

    @Test(arguments: [
        nil, "", "Bearer ", "Bearer 0123456789abcdeg", "Bearer 0123456789abcde", "Basic 0123456789abcdef", "0123456789abcdef",
    ])
    func everythingElseIsNot(header: String?) throws {
        let token = try #require(SecretToken(secret))
        #expect(!token.isIn(authorization: header))
    }

    @Test(arguments: ["", "short", "0123456789 abcdef", "비밀번호비밀번호비밀번호"])
    func aWeakOrUnusableTokenIsNone(text: String) { #expect(SecretToken(text) == nil) }
}

@Suite struct ServerMetricsTests {
    private func text(_ metrics: ServerMetrics) throws -> [Substring] {
        metrics.text(try ServedModel.sample()).split(separator: "\n")
    }

    @Test func everythingIsCounted() throws {
        let metrics = ServerMetrics()
        for (status, seconds) in [(200, 0.0004), (200, 0.004), (400, 7.0)] {
            metrics.begin()
            metrics.end(.query, status: status, seconds: seconds)
        }
        metrics.begin()
        metrics.add(QueryAnswer(answer: Answer(.junk), probability: 1, model: "m"))
        metrics.addReload(failed: true)
        let lines = try text(metrics)
        for line in [
            #"spamkit_requests_total{route="query",status="200"} 2"#, #"spamkit_requests_total{route="query",status="400"} 1"#,
            #"spamkit_answers_total{action="junk"} 1"#, #"spamkit_answers_total{action="none"} 0"#,
            #"spamkit_request_seconds_bucket{route="query",le="0.0005"} 1"#,
            #"spamkit_request_seconds_bucket{route="query",le="2.5"} 2"#,
            #"spamkit_request_seconds_bucket{route="query",le="+Inf"} 3"#, #"spamkit_request_seconds_count{route="query"} 3"#,
            "spamkit_requests_in_flight 1", #"spamkit_model_reloads_total{result="refused"} 1"#,
        ] { #expect(lines.contains { $0 == line }, "\(line)") }
    }

    /// Every sample follows the lines of its family, and every line is one of the format's.
    @Test func theTextIsWellFormed() throws {
        let metrics = ServerMetrics()
        metrics.begin()
        metrics.end(.batch, status: 200, seconds: 0.1)
        var family = ""
        for line in try text(metrics) {
            if line.hasPrefix("# HELP ") { family = String(line.split(separator: " ")[2]) }
            if line.hasPrefix("#") { continue }
            #expect(line.hasPrefix(family), "\(line)")
            #expect(line.wholeMatch(of: /[a-z_]+(\{[a-z]+="[^"\\]*"(,[a-z]+="[^"\\]*")*\})? [0-9.e+-]+/) != nil, "\(line)")
        }
    }
}
