// The limit of false junk that a model promises, against the share of an endless source: here of
// made-up templates, some of which read like junk. Benchmarks/limits.py asks the same of phones.

import LabeledMessages
import SpamFilter
import Statistics
import Testing
import TrainingFixtures

import SpamTraining

@Suite struct FalseJunkLimitTests {
    /// A source whose templates have words of their own beside those of their kind. One wanted
    /// template of twelve has words of junk, too.
    private static func templates(_ count: Int, seed: UInt64) -> [LabeledMessage] {
        var draw = SplitMix(seed: seed)
        return (0..<count).flatMap { _ -> [LabeledMessage] in
            let isJunk = draw.below(3) == 0, readsLikeJunk = isJunk || draw.below(12) == 0
            let number = draw.below(1 << 40)
            var words = (0..<3).map { "own\(number)x\($0)" }
            for _ in 0..<4 { words.append("\(isJunk ? "prize" : "visit")\(draw.below(12))") }
            if readsLikeJunk { for _ in 0..<3 { words.append("bonus\(draw.below(6))") } }
            let message = LabeledMessage(
                Message(body: words.joined(separator: " ")), isJunk ? .junk : .allow, group: "\(number)")
            return Array(repeating: message, count: 1 + draw.below(3))
        }
    }

    /// 95 % of limits of 95 % must hold. Of 100 at least 90 do, or it is no such limit.
    @Test func limitsHoldForTheSourceThatTheyAreOf() throws {
        let others = Self.templates(3000, seed: 0).filter { $0.label != .junk }
        var held = 0
        for seed in 1...100 {
            let model = try train(Self.templates(150, seed: UInt64(seed))) {
                $0.trainer = NaiveBayes()
                $0.maxFalseJunk = 0.05
            }
            let promise = try #require(model.promise)
            let lost = try verdicts(model, others).count { $0.action == .junk }
            if Double(lost) <= promise.upperLimit * Double(others.count) { held += 1 }
        }
        #expect(held >= 90, "\(held) of 100 limits hold")
    }
}
