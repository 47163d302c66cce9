import SpamEvaluation
import SpamFilter
import Statistics
import Testing

extension JunkRanking {
    /// Of messages with these scores, in any order.
    fileprivate init(junk: [Double], wanted: [Double]) {
        self =
            Evaluation(
                wanted.map { Outcome("allow", "allow", score: $0) } + junk.map { Outcome("junk", "junk", score: $0) }
            ).junkRanking()
    }
}

@Suite struct JunkRankingTests {
    @Test func byHand() {
        // From the top: junk, wanted, junk, wanted.
        let ranking = JunkRanking(junk: [3, 1], wanted: [2, 0])
        #expect(ranking.auc == 0.75)
        #expect(agree(ranking.averagePrecision, 5.0 / 6))
        #expect(ranking.recall(at: .onePercent) == Rate(1, of: 2))
    }

    @Test func allTiesAreChance() {
        let ranking = JunkRanking(junk: [7, 7, 7], wanted: [7, 7, 7, 7, 7, 7, 7])
        #expect(ranking.auc == 0.5)
        #expect(agree(ranking.averagePrecision, 0.3))
        #expect(ranking.recall(at: .onePercent) == Rate(0, of: 3))
    }

    @Test func infiniteScoresAreInOrder() {
        let perfect = JunkRanking(junk: [.infinity, 1], wanted: [-.infinity, 0])
        #expect(perfect.auc == 1 && perfect.averagePrecision == 1)
        #expect(JunkRanking(junk: [.infinity], wanted: [.infinity]).auc == 0.5)
        #expect(JunkRanking(junk: [-.infinity], wanted: [-.infinity]).auc == 0.5)
        #expect(JunkRanking(junk: [-.infinity], wanted: [.infinity]).auc == 0)
    }

    @Test func bothZerosTie() {
        #expect(JunkRanking(junk: [0.0, -0.0], wanted: [-0.0, 0.0]).auc == 0.5)
    }

    @Test(
        arguments: [
            (JunkRanking(junk: [.nan, 1], wanted: [0]), nil),
            (JunkRanking(junk: [1], wanted: [0, .nan]), nil),
            (JunkRanking(junk: [], wanted: [0]), nil),
            (JunkRanking(junk: [], wanted: []), nil),
            // Without wanted messages every cutoff is precise, and nothing else is known.
            (JunkRanking(junk: [1, 2], wanted: []), 1),
        ] as [(JunkRanking, Double?)])
    func whatCannotBeRankedIsUndefined(ranking: JunkRanking, averagePrecision: Double?) {
        #expect(ranking.auc == nil)
        #expect(ranking.averagePrecision == averagePrecision)
        for bound in FalseJunkBound.allCases {
            #expect(ranking.recall(at: bound).value == nil)
        }
    }

    @Test func negatedScoresTurnTheRankingOver() {
        for seed in 1...20 {
            let (junk, wanted) = scores(seed: UInt64(seed), count: 300)
            let auc = JunkRanking(junk: junk, wanted: wanted).auc
            let turned = JunkRanking(junk: junk.map(-), wanted: wanted.map(-)).auc
            #expect(agree(turned, auc.map { 1 - $0 }))
        }
    }

    @Test func theRankingIsThatOfTheDefinitions() {
        for seed in 1...5 {
            let (junk, wanted) = scores(seed: UInt64(seed), count: 3000)
            let ranking = JunkRanking(junk: junk, wanted: wanted)
            let expected = naiveRanking(junk: junk, wanted: wanted)
            #expect(agree(ranking.auc, expected.auc))
            #expect(agree(ranking.averagePrecision, expected.averagePrecision))
            for bound in FalseJunkBound.allCases {
                #expect(ranking.recall(at: bound) == Rate(expected.caught[bound]!, of: junk.count))
            }
        }
    }

    /// The figures straight from their definitions, one cutoff at a time.
    private func naiveRanking(
        junk: [Double], wanted: [Double]
    ) -> (auc: Double, averagePrecision: Double, caught: [FalseJunkBound: Int]) {
        var auc = 0.0
        for score in junk {
            let below = wanted.count { $0 < score }
            let level = wanted.count { $0 == score }
            auc += (Double(below) + Double(level) / 2) / Double(junk.count) / Double(wanted.count)
        }
        var averagePrecision = 0.0
        var caught = Dictionary(uniqueKeysWithValues: FalseJunkBound.allCases.map { ($0, 0) })
        for cutoff in Set(junk + wanted) {
            let right = junk.count { $0 >= cutoff }
            let wrong = wanted.count { $0 >= cutoff }
            let step = junk.count { $0 == cutoff }
            averagePrecision += Double(step) / Double(junk.count) * Double(right) / Double(right + wrong)
            for bound in FalseJunkBound.allCases where Double(wrong) / Double(wanted.count) <= bound.rate {
                caught[bound] = max(caught[bound]!, right)
            }
        }
        return (auc, averagePrecision, caught)
    }

    /// Scores in steps of 1/8, so that many tie, junk on average above wanted messages.
    private func scores(seed: UInt64, count: Int) -> (junk: [Double], wanted: [Double]) {
        var state = seed
        func next(_ mean: Double) -> Double {
            // Knuth's MMIX generator; the sum of four uniform numbers is near enough to a bell.
            let sum = (0..<4).reduce(0.0) { sum, _ in
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                return sum + Double(state >> 40) / Double(1 << 24)
            }
            return (8 * (4 * (sum - 2) + mean)).rounded() / 8
        }
        return ((0..<count / 3).map { _ in next(4) }, (0..<count - count / 3).map { _ in next(-1) })
    }
}
