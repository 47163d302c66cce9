import Corpus
import SpamFilter
import Testing

@testable import SpamTraining

@Suite struct WordFeatureTests {
    /// What a reader without n-grams makes is part of what one with them makes; the rest are the n-grams.
    @Test(arguments: ["Free prize, call 0900 123 now", "오늘 대출 승인", "免费领取88元", "see http://gold.example/x", "f r e e", ""])
    func wordsAreAPartOfTheFeatures(_ body: String) {
        var counter = FeatureCounter()
        counter.startMessage()
        var reader = MessageReader(TokenizerSettings())
        let message = Message(body: body, sender: "MYBANK", receiverCountry: "KR")
        reader.read(message, into: &counter)
        var words = WordFeatures(TokenizerSettings())
        let found = words.of(message)
        #expect(Set(found).isSubset(of: Set(counter.features)))
        #expect(body.isEmpty || !found.isEmpty)
        if body.contains("prize") { #expect(Set(found).count < counter.count) }
    }

    /// An n-gram counts less than a word; without inverse document frequency both count alike.
    @Test func gramsWeighLess() throws {
        let texts = [("gold prize", "junk"), ("see you home", "allow")]
        let messages = (0..<40).map { i in
            LabeledMessage(Message(body: texts[i % 2].0), Label(texts[i % 2].1)!, group: "\(i)")
        }
        func weights(_ scale: Float) throws -> [String: Float] {
            let model = try train(messages) {
                $0.gramScale = scale
                $0.namesFeatures = true
                $0.folds = 0
            }
            return Dictionary(model.readableFeatures.map { ($0.text, abs($0.weights[0])) }) { max($0, $1) }
        }
        let alike = try weights(1), less = try weights(0.5)
        #expect(less["riz"]! / less["prize"]! < 0.7 * (alike["riz"]! / alike["prize"]!))
    }
}
