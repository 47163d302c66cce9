// Doubts counted by what is suggested for what, and labels that nobody can judge.

import LabeledMessages
@testable import Experiments
import SpamFilter
import SpamTraining
import Statistics
import Testing

@Suite struct LabelReviewTests {
    private let transaction = Label(.transaction)!, promotion = Label(.promotion)!

    /// Across the border of junk first, then what one answer corrects, then the most frequent.
    @Test func doubtsAreInTheOrderInWhichCorrectingPays() {
        let junk = DoubtPair(given: .allow, suggested: .junk), wanted = DoubtPair(given: .junk, suggested: .allow)
        let likely = DoubtPair(given: .allow, suggested: transaction), many = DoubtPair(given: promotion, suggested: .allow)
        let doubts: [DoubtPair: [Double]] = [
            many: Array(repeating: 0.6, count: 90), likely: [0.9, 0.95, 0.99], wanted: [0.5, 0.91], junk: [0.93, 0.94],
        ]
        #expect(DoubtPair.ordered(doubts) == [junk, wanted, likely, many])
    }

    /// A word of all messages tells nothing, and one of few is chance.
    @Test(arguments: [
        ("Your parcel waits", "parcel"), ("택배가 도착", "도착"), ("您的快递已到", "已到"), ("hello there", nil),
    ])
    func theWordOfMostDoubtsIsFound(text: String, word: String?) {
        let others = (0..<400).map { (stratum: "a", text: "hello \($0 % 2 == 0 ? "your" : "there") \($0)") }
        let doubted = ((0..<12).map { "\(text) \($0)" } + (0..<20).map { "hello x\($0)" }).map { (stratum: "a", text: $0) }
        let found = DoubtedWord.most(of: doubted, among: others + doubted)
        #expect(found?.word == word)
        if word != nil { #expect(found?.doubted == Rate(12, of: 32) && found?.all == Rate(12, of: 432)) }
        // The word of a language is rare among others, and so frequent among its own.
        let own = (0..<100).map { (stratum: "a", text: "\(text) y\($0)") },
            foreign = (0..<2000).map { (stratum: "b", text: "z\($0)") }
        #expect(DoubtedWord.most(of: doubted, among: own + others.prefix(150) + doubted + foreign) == nil)
        #expect(DoubtedWord.most(of: doubted.prefix(9), among: others) == nil)
        #expect(DoubtedWord.most(of: [], among: others) == nil)
    }

    @Test(arguments: [
        (
            [],
            "10 labels could not be judged, since an action has too few different messages; add some of it, or correct wrong ones"
        ),
        (
            [Label.junk],
            "10 labels could not be judged, since junk has too few different messages; add some of it, or correct wrong ones"
        ),
        (
            [.allow, .junk],
            "10 labels could not be judged, since allow and junk have too few different messages; add some of each, or correct wrong ones"
        ),
    ])
    func labelsThatAreNotJudgedNameTheirActions(lacking: [Label], words: String) {
        #expect(JudgedLabels(labels: 30, judged: 20, lacking: lacking, doubts: []).notJudged == words)
        #expect(JudgedLabels(labels: 20, judged: 20, lacking: [], doubts: []).notJudged == nil)
    }

    /// One template cannot be learned without itself.
    @Test func anActionOfOneTemplateIsNotJudged() throws {
        var review = LabelReview(TrainingSettings()), random = SplitMix(seed: 3)
        func text(_ letter: String) -> String { (0..<8).map { _ in "\(letter)\(random.next() % 40)x" }.joined(separator: " ") }
        for i in 0..<Int64(60) {
            review.add(LabeledMessage(Message(body: text("a")), .allow), number: i)
            review.add(LabeledMessage(Message(body: text("j")), .junk), number: 100 + i)
            review.add(LabeledMessage(Message(body: "everything half price, today alone"), promotion), number: 200 + i)
        }
        let judged = try review.judged()
        #expect(judged.lacking == [promotion] && judged.notJudged?.contains("since promotion has") == true)
    }
}
