// Naive Bayes by hand, on a textbook's example.

import Foundation
import Testing

@testable import SpamTraining

/// Example 13.1 of Manning, Raghavan & Schütze, Introduction to Information Retrieval (2008),
/// section 13.2,
/// https://nlp.stanford.edu/IR-book/html/htmledition/naive-bayes-text-classification-1.html
///
/// Four documents, three of them about China; which is the fifth?
///
///     1  Chinese Beijing Chinese         China
///     2  Chinese Chinese Shanghai        China
///     3  Chinese Macao                   China
///     4  Tokyo Japan Chinese             not
///     5  Chinese Chinese Chinese Tokyo Japan
@Suite struct NaiveBayesTests {
    private let words = ["Chinese", "Beijing", "Shanghai", "Macao", "Tokyo", "Japan"]
    private let documents = FeatureMatrix([
        [2, 1, 0, 0, 0, 0],
        [2, 0, 1, 0, 0, 0],
        [1, 0, 0, 1, 0, 0],
        [1, 0, 0, 0, 1, 1],
    ])
    private let not = 0, china = 1
    private let classes: [UInt8] = [1, 1, 1, 0]

    @Test func theTextbookExampleHoldsToTheDigit() {
        let learned = NaiveBayes(.init(smoothing: 1)).fit(documents, classes: classes, classCount: 2)

        // Three documents of four.
        #expect(abs(exp(learned.bias[china]) - 3.0 / 4) < 1e-12)
        #expect(abs(exp(learned.bias[not]) - 1.0 / 4) < 1e-12)

        // China has 3 + 3 + 2 = 8 words, the other class 3; there are 6 words to tell apart. Each
        // count gains 1: Chinese (5 + 1) / (8 + 6) = 3/7, Tokyo and Japan (0 + 1) / (8 + 6) = 1/14,
        // the three places (1 + 1) / (8 + 6) = 1/7; of the other class Chinese, Tokyo and Japan (1
        // + 1) / (3 + 6) = 2/9, the rest (0 + 1) / (3 + 6) = 1/9.
        let fourteenths: [Double] = [6, 2, 2, 2, 1, 1], ninths: [Double] = [2, 1, 1, 1, 2, 2]
        for f in words.indices {
            #expect(abs(exp(Double(learned.weight(feature: f, class: china))) - fourteenths[f] / 14) < 1e-7, "\(words[f])")
            #expect(abs(exp(Double(learned.weight(feature: f, class: not))) - ninths[f] / 9) < 1e-7, "\(words[f])")
        }

        // P(China | 5) ~ 3/4 x (3/7)^3 x 1/14 x 1/14 = 0.0003, P(not | 5) ~ 1/4 x (2/9)^3 x 2/9 x
        // 2/9 = 0.0001: China.
        let fifth = FeatureMatrix([[3, 0, 0, 0, 1, 1]])
        let scores = learned.scores(fifth, row: 0)
        let byHandChina: Double = 0.75 * pow(3.0 / 7, 3) / 196
        let byHandNot: Double = 0.25 * pow(2.0 / 9, 5)
        #expect(abs(exp(scores[china]) - byHandChina) < 1e-9)
        #expect(abs(exp(scores[not]) - byHandNot) < 1e-9)
        #expect(learned.best(fifth, row: 0) == china)
    }

    /// Twice the corpus, counted with twice the smoothing, says the same: (2 n + 2 a) / (2 N + 2 a
    /// V).
    @Test func everyDocumentTwiceIsTwiceTheCounts() {
        let once = NaiveBayes(.init(smoothing: 0.5)).fit(documents, classes: classes, classCount: 2)
        var doubled = documents
        for row in 0..<4 { doubled.add(norm: 1, documents.entries(ofRow: row).map { MatrixEntry(column: $0[0], count: $0[1]) }) }
        let twice = NaiveBayes(.init(smoothing: 1)).fit(doubled, classes: classes + classes, classCount: 2)
        for (a, b) in zip(once.weights, twice.weights) { #expect(abs(a - b) < 1e-6) }
        #expect(once.bias == twice.bias)
    }

    /// A word that no document has makes all others a little less likely, by the smoothing.
    @Test func aFeatureOfNoRowTakesItsShareOfTheSmoothing() {
        var wider = documents
        wider.add(norm: 1, [MatrixEntry(column: 6, count: 1)])
        let learned = NaiveBayes(.init(smoothing: 1)).fit(wider, classes: classes + [0], classCount: 2, rows: [0, 1, 2, 3])
        // 8 words and 3 words as before, 7 to tell apart.
        #expect(abs(exp(Double(learned.weight(feature: 0, class: china))) - 6.0 / 15) < 1e-7)
        #expect(abs(exp(Double(learned.weight(feature: 6, class: china))) - 1.0 / 15) < 1e-7)
        #expect(abs(exp(Double(learned.weight(feature: 6, class: not))) - 1.0 / 10) < 1e-7)
    }
}
