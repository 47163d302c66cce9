// Confident learning, by hand and on invented messages.

import LabeledMessages
import SpamEvaluation
import SpamFilter
import Statistics
import Testing

@testable import SpamTraining

@Suite struct LabelSuspectTests {
    @Test func offDiagonalOfTheConfidentJointIsRanked() {
        // Thresholds: the mean of 0.9, 0.8, 0.1 is 0.6 for allow, of 0.7, 0.9, 0.4 is 2/3 for junk.
        let judged = OutOfFoldProbabilities(
            actions: [.allow, .junk], rows: [4, 7, 9, 1, 2, 3], given: [0, 0, 0, 1, 1, 1],
            probabilities: [0.9, 0.1, 0.8, 0.2, 0.1, 0.9, 0.3, 0.7, 0.1, 0.9, 0.6, 0.4])
        let found = judged.suspects()
        #expect(found.map(\.row) == [9, 3])
        #expect(found.map(\.suggested) == [.junk, .allow])
        #expect(abs(found[0].logOdds - 2.1972) < 1e-4)
    }

    @Test func flippedLabelsAreFound() throws {
        var random = SplitMix(seed: 11)
        func word(_ list: [String]) -> String { list[Int(random.next() % UInt64(list.count))] }
        let junk = "prize win claim cash loan urgent casino bonus winner credit reward lottery".split(separator: " ").map(
            String.init)
        let wanted = "dinner home meeting tomorrow train parcel kids school lunch doctor garden call".split(separator: " ").map(
            String.init)
        var run = TrainingRun(TrainingSettings())
        var flipped: Set<Int> = []
        for i in 0..<1000 {
            let isJunk = i % 3 == 0
            let text = (0..<7).map { _ in word(isJunk ? junk : wanted) }.joined(separator: " ")
            let isFlipped = i % 33 == 5
            if isFlipped { flipped.insert(i) }
            run.add(LabeledMessage(Message(body: text), isJunk != isFlipped ? .junk : .allow))
        }
        let judged = try run.outOfFoldProbabilities()
        #expect(judged.rows.count == 1000)
        for i in 0..<judged.rows.count { #expect(abs(judged.probabilities(i).reduce(0, +) - 1) < 1e-9) }
        let top = judged.suspects().prefix(flipped.count)
        #expect(Double(top.count { flipped.contains($0.row) }) >= 0.7 * Double(flipped.count))
    }

    @Test func othersOfAGroupVote() {
        let judged = OutOfFoldProbabilities(
            actions: [.allow, .junk], rows: [0, 1, 2, 3, 4], given: [0, 0, 1, 0, 1],
            probabilities: [0.2, 0.8, 0.2, 0.8, 0.2, 0.8, 0.2, 0.8, 0.6, 0.4]
        ).agreeing(withOthersOf: [7, 7, 7, 7, 9])
        // Votes: two allow, one junk and the models; then three allow; then the models alone.
        let expected: [Double] = [0.55, 0.45, 0.55, 0.45, 0.8, 0.2, 0.55, 0.45, 0.6, 0.4]
        #expect(zip(judged.probabilities, expected).allSatisfy { abs($0 - $1) < 1e-12 })
        #expect(judged.suspects().map(\.row) == [2, 4])
    }

    /// What is unlike all others looks like the few messages of a label, and is not to be called
    /// so.
    @Test(arguments: [(9, [Label(.promotion)!]), (40, [])])
    func aLabelOfFewGroupsIsNotSuggested(count: Int, unsuggested: [Label]) throws {
        var run = TrainingRun(TrainingSettings()), random = SplitMix(seed: 3)
        func text(_ letter: String) -> String { (0..<8).map { _ in "\(letter)\(random.next() % 40)x" }.joined(separator: " ") }
        for _ in 0..<200 { run.add(LabeledMessage(Message(body: text("j")), .junk)) }
        for _ in 0..<200 { run.add(LabeledMessage(Message(body: text("a")), .allow)) }
        for _ in 0..<30 { run.add(LabeledMessage(Message(body: text("p")), .allow)) }
        for _ in 0..<count { run.add(LabeledMessage(Message(body: text("p")), Label(.promotion)!)) }
        let judged = try run.outOfFoldProbabilities()
        #expect(judged.unsuggestedActions == unsuggested)
        #expect(judged.suspects().contains { $0.suggested == Label(.promotion)! } == unsuggested.isEmpty)
    }

    /// Labels that do not depend on words: only the other messages of a template tell its label.
    @Test func flippedLabelsOfTemplatesAreFound() throws {
        var random = SplitMix(seed: 5)
        var run = TrainingRun(TrainingSettings())
        var flipped: Set<Int> = []
        for i in 0..<900 {
            let template = i / 6, isJunk = template % 2 == 0
            if random.next() % 33 == 0 { flipped.insert(i) }
            var words = SplitMix(seed: UInt64(template))
            let text = (0..<8).map { _ in "word\(["a", "b", "c", "d", "e"][Int(words.next() % 5)])\(words.next() % 50)" }.joined(
                separator: " ")
            let label: Label = isJunk != flipped.contains(i) ? .junk : .allow
            run.add(LabeledMessage(Message(body: text), label, group: "\(template)"))
        }
        let top = try run.outOfFoldProbabilities().suspects().prefix(flipped.count)
        #expect(flipped.count > 15 && Double(top.count { flipped.contains($0.row) }) >= 0.9 * Double(flipped.count))
    }
}
