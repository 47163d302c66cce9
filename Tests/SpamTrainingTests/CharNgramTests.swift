import LabeledMessages
import SpamFilter
import Testing
import TrainingFixtures

@testable import SpamTraining

@Suite struct CharNgramTests {
    /// What a reader without n-grams does not make, another one marks; features of the body as of
    /// the sender.
    @Test(arguments: [
        "Free prize, call 0900 123 now", "오늘 대출 승인 ok", "免费领取88元", "see http://gold.example/x", "f r e e", "d0n't naïve Привет",
        "",
    ])
    func gramsAreMarked(_ body: String) {
        for lengths in [(3, 3), (2, 4), (0, 0)] as [(UInt8, UInt8)] {
            let message = Message(body: body, sender: "MYBANK", receiverCountry: "KR")
            var counter = FeatureCounter(), others = FeatureCounter()
            for (settings, isAll) in [
                (TokenizerSettings(shortestNgram: lengths.0, longestNgram: lengths.1), true),
                (TokenizerSettings(shortestNgram: 0, longestNgram: 0), false),
            ] {
                var reader = MessageReader(settings)
                if isAll {
                    counter.startMessage()
                    reader.read(message, into: &counter)
                } else {
                    others.startMessage()
                    reader.read(message, into: &others)
                }
            }
            let words = Set(others.features)
            for (feature, isCharNgram) in zip(counter.features, counter.areCharNgrams) {
                #expect(isCharNgram != words.contains(feature))
            }
            #expect(
                words.isSubset(of: counter.features)
                    && counter.areCharNgrams.contains(true)
                        == (lengths.0 > 0 && body.contains(where: { $0.isASCII && $0.isLetter }))
            )
        }
    }

    /// An n-gram counts less than a word; without inverse document frequency both count alike.
    @Test func gramsWeighLess() throws {
        let texts = [("gold prize", "junk"), ("see you home", "allow")]
        let messages = (0..<40).map { i in
            LabeledMessage(Message(body: texts[i % 2].0), Label(texts[i % 2].1)!, group: "\(i)")
        }
        func weights(_ scale: Float) throws -> [String: Float] {
            let model = try train(messages) {
                $0.charNgramScale = scale
                $0.namesFeatures = true
                $0.folds = 0
            }
            return Dictionary(model.readableFeatures.map { ($0.text, abs($0.weights[0])) }) { max($0, $1) }
        }
        let alike = try weights(1), less = try weights(0.5)
        #expect(less["riz"]! / less["prize"]! < 0.7 * (alike["riz"]! / alike["prize"]!))
    }
}
