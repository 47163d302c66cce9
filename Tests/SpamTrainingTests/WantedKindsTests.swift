import SpamFilter
import Testing

@testable import SpamTraining

@Suite struct WantedKindsTests {
    private func labels(_ names: [(String, Int)]) -> [Label] {
        names.flatMap { Array(repeating: Label($0.0)!, count: $0.1) }
    }

    private func sources(_ numbers: [(UInt64, Int)]) -> [UInt64] { numbers.flatMap { Array(repeating: $0.0, count: $0.1) } }

    @Test func aKindIsAnActionAndASource() {
        let labels = labels([
            ("allow", 60), ("allow", 70), ("transaction/finance", 80), ("transaction/orders", 5), ("junk", 9), ("allow", 3),
        ])
        let sources = sources([(1, 60), (2, 70), (2, 85), (1, 9), (3, 3)])
        let kinds = WantedKinds(labels, sources: sources, most: 20)
        // Allowed of 1, of 2, and of the small source 3; transactions of 2, whatever their folder.
        #expect(kinds.count == 4)
        #expect(Set(kinds.kindOfRow[0..<60]).count == 1 && Set(kinds.kindOfRow[60..<130]).count == 1)
        #expect(Set(kinds.kindOfRow[130..<215]).count == 1 && kinds.kindOfRow[215..<224].allSatisfy { $0 == -1 })
        #expect(Set([0, 60, 130, 224].map { kinds.kindOfRow[$0] }) == [0, 1, 2, 3])
        // Without sources a kind an action; with little room the largest sources, and one for the others of each action.
        #expect(WantedKinds(labels, sources: [], most: 20).count == 2)
        #expect(WantedKinds(labels, sources: sources, most: 4).count == 3)
        #expect(WantedKinds(labels, sources: sources, most: 2).count == 2)
    }

    /// A trainer that says which rows it was given, and what they counted.
    private struct Spy: Trainer {
        let name = "spy"
        let settingsByName: [String: String] = [:]
        let scalesByInverseDocumentFrequency = false
        let weighsFeaturesTogether = false

        func fit(_ matrix: FeatureMatrix, classes: [Int], classCount: Int, rows: [Int], rowWeights: [Float]) -> LinearWeights {
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
    private func fit(_ labels: [Label], _ sources: [UInt64]) -> LearnedClass {
        var matrix = FeatureMatrix()
        for row in labels.indices { matrix.add(norm: 1, [MatrixEntry(column: row, count: 1)]) }
        return WantedKinds(labels, sources: sources, most: 20).fit(Array(labels.indices), []) {
            Spy().fit(matrix, classes: $0, classCount: $1, rows: $2, rowWeights: $3)
        }
    }

    /// 200 junk messages of a source and 100 of another: beside each source's own, those of the other count a share of these together.
    /// Kinds of 60 messages are fitted less closely, one of 2,000 as closely as any.
    @Test func junkOfOtherSourcesCountsLittleBesideItsOwn() {
        for (wanted, count) in [("allow", 60), ("promotion/offers", 500), ("transaction", 2_000), ("transaction", 3_000)] {
            let labels = labels([(wanted, count), ("junk", 200), ("allow", 60), ("junk", 100)])
            let learned = fit(labels, sources([(1, count + 200), (2, 160)]))
            #expect(learned.vectors.count == 2 && learned.combination == .softMinimum)
            // Of the first kind is its own first row, of the other not.
            guard let first = learned.vectors.first(where: { $0.weights[0] < 0 }),
                let second = learned.vectors.first(where: { $0.weights[0] == 0 })
            else {
                Issue.record("expected a vector for each kind")
                continue
            }
            let closeness = min(1, Float(count) / 2_000)
            let isNear = { (found: Float, expected: Float) in abs(found - expected) <= 1e-6 * expected }
            #expect(isNear(-first.weights[0], closeness) && first.weights[count + 200] == 0, "of its kind alone")
            #expect(isNear(first.weights[count], closeness), "junk of its own")
            #expect(isNear(first.weights[count + 260], closeness * 0.04), "200 of its own beside 100")
            #expect(isNear(second.weights[count], 0.03 * 0.01), "100 of its own beside 200")
            #expect(isNear(second.weights[count + 260], 0.03))
        }
    }

    /// A source with next to no junk of its own takes all there is.
    @Test func aSourceWithoutJunkTakesThatOfOthers() {
        let learned = fit(labels([("allow", 60), ("junk", 200), ("allow", 60), ("junk", 59)]), sources([(1, 260), (2, 119)]))
        #expect(learned.vectors[1].weights[60] == 0.03 && learned.vectors[1].weights[320] == 0.03)
    }

    @Test func oneKindIsOneVector() {
        let learned = fit(labels([("allow", 60), ("junk", 20)]), [])
        #expect(learned.vectors.count == 1 && learned.combination == .sum && learned.label == .junk)
    }
}
