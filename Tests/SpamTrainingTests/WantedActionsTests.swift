import SpamFilter
import Testing

@testable import SpamTraining

@Suite struct WantedActionsTests {
    private func labels(_ names: [(String, Int)]) -> [Label] {
        names.flatMap { Array(repeating: Label($0.0)!, count: $0.1) }
    }

    private func sources(_ numbers: [(UInt32, Int)]) -> [UInt32] { numbers.flatMap { Array(repeating: $0.0, count: $0.1) } }

    @Test func labelsOfOneActionAreOneWantedAction() {
        let labels = labels([
            ("allow", 60), ("transaction/finance", 80), ("transaction/orders", 5), ("junk", 9), ("allow", 3),
        ])
        for sources in [[], labels.indices.map { UInt32($0 % 7) }] {
            let wantedActions = WantedActions(labels, sources: sources)
            #expect(wantedActions.count == 2)
            #expect(wantedActions.placeOfRow == labels.map { $0.action == .junk ? -1 : $0.action == .allow ? 0 : 1 })
        }
    }

    /// A trainer that says which rows it was given, and what they counted.
    private struct Spy: Trainer {
        let name = "spy"
        let settingsByName: [String: String] = [:]
        let scalesByInverseDocumentFrequency = false
        let weighsFeaturesTogether = false

        func fit(_ matrix: FeatureMatrix, classes: [UInt8], classCount: Int, rows: RowList, rowWeights: [Float]) -> LinearWeights
        {
            var learned = LinearWeights(featureCount: matrix.columnCount, classCount: classCount)
            for row in rows {
                let weight = rowWeights.isEmpty ? 1 : rowWeights[row]
                matrix.forEachValue(ofRow: row) { column, _ in
                    learned.weights[column * 2 + 1] += classes[row] == 1 ? weight : -weight
                }
            }
            return learned
        }
    }

    /// Row i has the feature i alone.
    private func fit(_ labels: [Label], _ sources: [UInt32], rowWeights: [Float] = []) -> LearnedClass {
        var matrix = FeatureMatrix()
        for row in labels.indices { matrix.add(norm: 1, [MatrixEntry(column: row, count: 1)]) }
        return WantedActions(labels, sources: sources).fit(RowList(labels.indices), rowWeights) {
            Spy().fit(matrix, classes: $0, classCount: $1, rows: $2, rowWeights: $3)
        }
    }

    private func isNear(_ found: Float, _ expected: Float) -> Bool { abs(found - expected) <= 1e-5 * expected }

    /// What a message of a source counts by how many there are: all, and of its own side, junk or
    /// wanted.
    private func sourceFactor(_ all: Int, _ side: Int) -> Float {
        min(1, Float(all) / 2_000) * min(1, (1_000 / Float(side)).squareRoot())
    }

    /// 200 junk messages of a source and 100 of another: beside each source's own, those of the
    /// other count a share of these together. Kinds of 60 messages are fitted less closely, one of
    /// 2,000 as closely as any.
    @Test(arguments: [("allow", 60), ("promotion/offers", 500), ("transaction", 2_000), ("transaction", 3_000)])
    func junkOfOtherSourcesCountsLittleBesideItsOwn(_ wanted: String, _ count: Int) throws {
        let labels = labels([(wanted, count), ("junk", 200), (wanted == "allow" ? "transaction" : "allow", 60), ("junk", 100)])
        let learned = fit(labels, sources([(0, count + 200), (1, 160)]))
        #expect(learned.vectors.count == 2 && learned.combination == .softMinimum)
        // Of the first wanted action is its own first row, of the other not.
        let first = try #require(learned.vectors.first { $0.weights[0] < 0 })
        let second = try #require(learned.vectors.first { $0.weights[0] == 0 })
        let closeness = min(1, Float(count) / 2_000)
        let own = sourceFactor(count + 200, 200), other = sourceFactor(160, 100)
        let wantedAction = sourceFactor(count + 200, count), foreign = min(other, 0.1 * own * 200 / 100)
        let ratio = balance(wantedAction: [(wantedAction, count)], junk: [(own, 200), (foreign, 100)])
        #expect(isNear(-first.weights[0], closeness * wantedAction / ratio), "of its wantedAction alone")
        #expect(first.weights[count + 200] == 0)
        #expect(isNear(first.weights[count], closeness * own * ratio), "junk of its own")
        #expect(isNear(first.weights[count + 260], closeness * foreign * ratio), "200 of its own beside 100")
        let far = min(own, 0.1 * other * 100 / 200)
        let secondRatio = balance(wantedAction: [(sourceFactor(160, 60), 60)], junk: [(far, 200), (other, 100)])
        #expect(isNear(second.weights[count], 0.03 * far * secondRatio), "100 of its own beside 200")
        #expect(isNear(second.weights[count + 260], 0.03 * other * secondRatio))
    }

    /// What junk is multiplied with, and the wanted action divided by, so that both weigh the same.
    private func balance(wantedAction: [(Float, Int)], junk: [(Float, Int)]) -> Float {
        func sum(_ parts: [(Float, Int)]) -> Float { parts.reduce(0) { $0 + $1.0 * Float($1.1) } }
        return (sum(wantedAction) / sum(junk)).squareRoot()
    }

    /// Junk and each wanted action weigh the same, whatever their numbers; weights that a person
    /// gives stay.
    @Test func junkWeighsWhatAKindDoes() {
        let labels = labels([("allow", 900), ("junk", 100), ("transaction", 25)])
        for (rowWeight, times) in [([], 1), (labels.map { $0 == .junk ? Float(3) : 1 }, 3)] as [([Float], Float)] {
            let learned = fit(labels, [], rowWeights: rowWeight)
            for (vector, wantedAction) in zip(learned.vectors, [0..<900, 1000..<1025]) {
                let wanted = wantedAction.reduce(0) { $0 - vector.weights[$1] }
                let junk = (900..<1000).reduce(0) { $0 + vector.weights[$1] }
                #expect(abs(junk - times * wanted) <= 1e-3 * junk)
            }
        }
    }

    /// Chats of a source without junk count three tenths of those beside junk.
    @Test func wantedMessagesFarFromJunkCountLess() {
        let labels = labels([("allow", 100), ("junk", 100), ("transaction", 100), ("allow", 1_000)])
        let learned = fit(labels, sources([(0, 300), (1, 1_000)]))
        let near = (0..<100).reduce(0) { $0 - learned.vectors[0].weights[$1] }
        let far = (300..<1_300).reduce(0) { $0 - learned.vectors[0].weights[$1] }
        #expect(isNear(far, 0.3 * near) && near > 0)
    }

    /// A source with next to no junk of its own takes all there is.
    @Test func aSourceWithoutJunkTakesThatOfOthers() {
        let learned = fit(
            labels([("allow", 60), ("junk", 200), ("transaction", 60), ("junk", 59)]), sources([(0, 260), (1, 119)]))
        let far = sourceFactor(260, 200), near = sourceFactor(119, 59)
        let ratio = balance(wantedAction: [(sourceFactor(119, 60), 60)], junk: [(far, 200), (near, 59)])
        #expect(isNear(learned.vectors[1].weights[60], 0.03 * far * ratio))
        #expect(isNear(learned.vectors[1].weights[320], 0.03 * near * ratio))
    }

    /// With one wanted action too; one source alone counts as it is.
    @Test func messagesOfLargeAndOfSmallSourcesCountLess() {
        let labels = labels([("allow", 4_000), ("junk", 1_000), ("allow", 90), ("junk", 10), ("allow", 2_500)])
        let learned = fit(labels, sources([(0, 5_000), (1, 100), (2, 2_500)]))
        let found = [0, 4_000, 5_000, 5_090, 5_100].map { abs(learned.vectors[0].weights[$0]) }
        for (found, expected) in zip(found, [0.5, 1, 0.05, 0.05, Float(0.4).squareRoot()]) { #expect(isNear(found, expected)) }
        #expect(fit(labels, sources([(0, 7_600)])).vectors[0].weights.allSatisfy { abs($0) == 1 })
    }

    @Test func oneKindIsOneVector() {
        let learned = fit(labels([("allow", 60), ("junk", 20)]), [])
        #expect(learned.vectors.count == 1 && learned.combination == .sum && learned.label == .junk)
    }
}
