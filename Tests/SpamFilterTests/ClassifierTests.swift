import Foundation
import Testing

@testable import SpamFilter

@Suite struct ClassifierTests {
    /// The class scores by a dictionary, from the content that the file was written from.
    private func naiveScores(_ content: ModelContent, _ message: Message) -> [Double] {
        let width = content.vectorCount
        // A feature is known by its bucket and the low bits of its hash.
        func key(_ feature: UInt64) -> UInt64 {
            feature.multipliedFullWidth(by: UInt64(content.bucketCount)).high << 16 | feature & (width == 1 ? 0x3FF : 0xFFFF)
        }
        var rows: [UInt64: Int] = [:]
        for (i, feature) in content.features.enumerated() where rows[key(feature)] == nil { rows[key(feature)] = i }
        let read = features(of: message, content.settings)
        let norm = content.weighting == .count ? 1 : 1 / Double(max(1, read.count)).squareRoot()
        var all = content.classes.indices.map { c in
            let entry = content.classes[c]
            let first = content.classes[..<c].reduce(0) { $0 + $1.vectors.count }
            let scores = entry.vectors.indices.map { v in
                let sum = read.compactMap { rows[key($0.hash)] }.reduce(0) { $0 + Int(content.weights[$1 * width + first + v]) }
                return Double(entry.vectors[v].bias) + Double(entry.vectors[v].scale) * Double(sum) * norm
            }
            let score = entry.combination == .sum ? scores.reduce(0, +) : -log(scores.reduce(0) { $0 + exp(-$1) })
            return Double(entry.slope) * score + Double(entry.offset)
        }
        // Junk is as likely against all other actions together as its score says.
        let labels = content.classes.map(\.label)
        if let junk = labels.firstIndex(of: .junk) { all[junk] += logOfWanted(all, labels) }
        return all
    }

    /// ln of the sum of e to the scores of all actions but junk.
    private func logOfWanted(_ scores: [Double], _ labels: [Label]) -> Double {
        log(zip(scores, labels).reduce(0) { $1.1.subAction == .none && $1.1 != .junk ? $0 + exp($1.0) : $0 })
    }

    private func randomMessage(_ random: inout SeededNumbers) -> Message {
        let pieces = [
            "Free", "gold", "오늘", "대출 승인", "免费", "领取88元", "http://gold.example/x", "you", "010-1234", "!", " ", "😀", "\u{FFFC}",
            "zz",
        ]
        let body = (0..<Int.random(in: 0...12, using: &random)).map { _ in pieces.randomElement(using: &random)! }.joined(
            separator: " ")
        return Message(body: body, sender: [nil, "MYBANK", "+15550100"].randomElement(using: &random)!, receiverCountry: "KR")
    }

    @Test func scoresAreThoseOfADictionary() throws {
        var random = SeededNumbers(seed: 12)
        for (labels, weighting) in [
            ([Label.allow, .junk], FeatureWeighting.count), (ModelContent.manyLabels, .lengthNormalized),
        ] {
            let content = ModelContent.sample(labels: labels, weighting: weighting, seed: 3)
            try withModel(content.encoded()) { model in
                var classifier = Classifier(model)
                for _ in 0..<300 {
                    let message = randomMessage(&random)
                    let scores = naiveScores(content, message)
                    let verdict = classifier.classify(message)
                    // Softmax of the actions, the way of the textbook.
                    let actions = labels.indices.filter { labels[$0].subAction == .none }
                    let total = actions.reduce(0) { $0 + exp(scores[$1]) }
                    for i in actions { #expect(abs(Double(verdict.probabilities[i]) - exp(scores[i]) / total) < 1e-6) }
                    let others = actions.filter { $0 != 1 }.reduce(0) { $0 + exp(scores[$1]) }
                    #expect(abs(verdict.junkLogOdds - (scores[1] - log(others))) < 1e-9)
                    #expect(verdict.label.action == labels[actions.max { scores[$0] < scores[$1] }!].action)
                    #expect(isSound(verdict, model))
                }
            }
        }
    }

    @Test func explanationsSumToTheirScore() throws {
        var random = SeededNumbers(seed: 13)
        for (labels, weighting) in [
            ([Label.allow, .junk], FeatureWeighting.lengthNormalized), (ModelContent.manyLabels, .count),
        ] {
            let content = ModelContent.sample(labels: labels, weighting: weighting, seed: 5)
            try withModel(content.encoded()) { model in
                var classifier = Classifier(model)
                for _ in 0..<200 {
                    let message = randomMessage(&random)
                    let why = classifier.explain(message)
                    let verdict = classifier.classify(message)
                    #expect("\(why.verdict)" == "\(verdict)", "explaining is classifying")
                    #expect(abs(why.clues.reduce(why.bias) { $0 + $1.contribution } - why.score) < 1e-9)
                    #expect(
                        why.clues.allSatisfy { $0.bytes.map { !$0.isEmpty && $0.upperBound <= message.body.utf8.count } ?? true })
                    #expect(why.favored.action == verdict.label.action && why.against != why.favored)
                    let scores = naiveScores(content, message)
                    let best = labels.firstIndex(of: why.favored)!, next = labels.firstIndex(of: why.against)!
                    if why.favored == .junk || why.against == .junk {
                        let junk = scores[labels.firstIndex(of: .junk)!] - logOfWanted(scores, labels)
                        #expect(abs(why.score - (why.favored == .junk ? junk : -junk)) < 1e-9)
                    } else {
                        #expect(abs(why.score - (scores[best] - scores[next])) < 1e-9 && why.score >= 0)
                    }
                }
            }
        }
    }

    @Test func cluesNameTheirPlaces() throws {
        let words = TokenizerSettings(wordNgrams: 1, shortestNgram: 0, longestNgram: 0)
        let content = ModelContent(
            settings: words, weighting: .count,
            classes: [.init(label: .allow), .init(label: .junk, bias: -1, scale: 0.5)],
            features: ["free", "gold", "prize"].map(wordFeature), weights: [8, -2, 8])
        try withModel(content.encoded()) { model in
            var classifier = Classifier(model)
            let why = classifier.explain(Message(body: "so Free gold prize free"))
            // -1 + 0.5 x (8 - 2 + 8) = 6
            #expect(why.favored == .junk && why.against == .allow && why.score == 6 && why.bias == -1)
            #expect(why.clues.map(\.bytes) == [3..<7, 8..<12, 13..<18])
            #expect(why.clues.map(\.contribution) == [4, -1, 4])
            // Favored is what it is: the signs turn when allow wins.
            let other = classifier.explain(Message(body: "gold"))
            #expect(other.favored == .allow && other.score == 2 && other.bias == 1 && other.clues.map(\.contribution) == [1])
        }
    }

    /// A feature that ended within the scalars of one sign had an empty place, as those of the
    /// sender have none, and was taken for one.
    @Test(arguments: ["㈜", "so ﬁne", "a㈜b", "ﬁ", "…", "㍿ 대출", "㈎나", "½ off", "ﷺ"])
    func onlyCluesOfTheSenderAndTheLengthHaveNoBytes(_ body: String) throws {
        let message = Message(body: body, sender: "MYBANK", receiverCountry: "KR")
        let read = features(of: message)
        let content = ModelContent.sample(features: Array(Set(read.map(\.hash))).sorted())
        try withModel(content.encoded()) { model in
            var classifier = Classifier(model)
            let clues = classifier.explain(message).clues
            #expect(clues.count == read.count)
            #expect(clues.map { $0.place == .sender } == read.map { $0.start == Int(outsideBody) })
            #expect(clues.suffix(3).allSatisfy { $0.place == .sender })
            #expect(clues.count { $0.place == .message } == 1)
            let utf8 = Array(body.utf8)
            for bytes in clues.compactMap(\.bytes) {
                #expect(!bytes.isEmpty)
                #expect(String(validating: utf8[bytes], as: UTF8.self) != nil, "\(bytes) cuts a sign")
            }
        }
    }

    @Test func aPartOfASignHasTheWholeSignForItsPlace() throws {
        let body = "a ㈜b"
        let content = ModelContent.sample(features: hashes(of: "("))
        try withModel(content.encoded()) { model in
            var classifier = Classifier(model)
            #expect(classifier.explain(Message(body: body)).clues.map(\.bytes) == [2..<5])
        }
    }

    /// After a model opens, classification is total.
    @Test func everyMessageHasAVerdict() throws {
        let messages: [[UInt8]] = [
            [], [0], Array(String(repeating: "a", count: 100_000).utf8), Array(String(repeating: "금", count: 33_000).utf8),
            Array(String(repeating: "😀", count: 500).utf8), Array(String(repeating: "\u{FFFC}", count: 500).utf8),
            [UInt8](repeating: 0xFF, count: 500), [UInt8](repeating: 0xE3, count: 500), Array("\u{200B}\u{301}\u{FE0F}".utf8),
            Array(String(repeating: "Free gold 대출 免费 ", count: 1_000_000 / 26).utf8), (0...255).map { UInt8($0) },
        ]
        for labels in [[Label.allow, .junk], ModelContent.manyLabels] {
            for weighting in FeatureWeighting.allCases {
                try withModel(ModelContent.sample(labels: labels, weighting: weighting).encoded()) { model in
                    var classifier = Classifier(model)
                    for message in messages where message.count < 200_000 || weighting == .count {
                        let verdict = message.withUnsafeBufferPointer { classifier.classify(utf8: $0) }
                        #expect(isSound(verdict, model))
                        let text = String(decoding: message, as: UTF8.self)
                        #expect(isSound(classifier.classify(Message(body: text, sender: text, receiverCountry: text)), model))
                    }
                }
            }
        }
    }

    /// Weights and scales at the ends of their ranges: probabilities are 0 and 1, never NaN.
    @Test func extremeModelsAnswer() throws {
        for (bias, scale) in [
            (Float.greatestFiniteMagnitude, Float.greatestFiniteMagnitude), (-.greatestFiniteMagnitude, 0),
            (0, .leastNonzeroMagnitude),
        ] {
            var content = ModelContent.sample(labels: ModelContent.manyLabels)
            for i in 1..<content.classes.count {
                content.classes[i].vectors = [.init(bias: i % 2 == 0 ? bias : -bias, scale: scale)]
                content.classes[i].offset = i % 2 == 0 ? -bias : bias
            }
            content.calibrate(slope: .greatestFiniteMagnitude)
            try withModel(content.encoded()) { model in
                var classifier = Classifier(model)
                for message in try GoldenMessage.all() {
                    #expect(isSound(classifier.classify(Message(body: message.body)), model))
                    let why = classifier.explain(Message(body: message.body))
                    #expect(!why.score.isNaN)
                }
            }
        }
    }

    @Test func oneClassifierForgetsTheMessageBefore() throws {
        try withModel(ModelContent.sample(labels: ModelContent.manyLabels).encoded()) { model in
            var used = Classifier(model)
            for message in try GoldenMessage.all() {
                var fresh = Classifier(model)
                let body = Message(body: message.body)
                #expect("\(used.classify(body))" == "\(fresh.classify(body))", "\(message.name)")
            }
        }
    }
}
