// Scores of messages whose group the model has not seen.

import Foundation
import SpamFilter
import Statistics
import Testing

@testable import SpamTraining

/// A trainer that has learned the log-odds of junk of every row beforehand: row i has the feature i
/// alone, of this weight.
private struct KnownScores: Trainer {
    let junkLogOdds: [Double]
    let name = "known"
    let settingsByName: [String: String] = [:]
    let scalesByInverseDocumentFrequency = false
    let weighsFeaturesTogether = false

    func fit(_ matrix: FeatureMatrix, classes: [UInt8], classCount: Int, rows: RowList, rowWeights: [Float]) -> LinearWeights {
        var learned = LinearWeights(featureCount: matrix.columnCount, classCount: classCount)
        for (row, logOdds) in junkLogOdds.enumerated() { learned.weights[row * classCount + 1] = Float(logOdds) }
        return learned
    }
}

extension OutOfFoldScores {
    /// By models that are as the trainer leaves them.
    fileprivate init(
        _ matrix: FeatureMatrix, _ levels: LabelLevels, groups: [UInt64], folds: Int, seed: UInt64, trainer: any Trainer
    ) {
        self.init(matrix, levels, groups: groups, in: ScoringFolds(levels, groups: groups, count: folds, seed: seed)) {
            Learned(
                labels: levels.actions,
                weights: trainer.fit(matrix, classes: levels.actionOfRow, classCount: levels.actions.count, rows: $0))
        }
    }

    private struct Learned: RowScorer {
        let labels: [Label]
        let weights: LinearWeights
        func scores(_ matrix: FeatureMatrix, row: Int) -> [Double] { weights.scores(matrix, row: row) }
    }

    /// Messages of known log-odds of junk, each a group of its own.
    init(junkLogOdds: [Double], isJunk: [Bool]) {
        var matrix = FeatureMatrix()
        for row in junkLogOdds.indices { matrix.add(norm: 1, [MatrixEntry(column: row, count: 1)]) }
        self.init(
            matrix, LabelLevels(isJunk.map { $0 ? .junk : .allow }), groups: isJunk.indices.map { UInt64($0) }, folds: 4, seed: 1,
            trainer: KnownScores(junkLogOdds: junkLogOdds))
    }
}

@Suite struct OutOfFoldScoresTests {
    /// 40 groups of 5 rows. A row has one feature, the name of its group, and all rows of a group
    /// have one label.
    private let matrix: FeatureMatrix
    private let labels: [Label]
    private let groups: [UInt64]

    init() {
        var random = SplitMix(seed: 41)
        let isJunk = (0..<40).map { _ in random.next() % 2 == 0 }
        var matrix = FeatureMatrix()
        for row in 0..<200 { matrix.add(norm: 1, [MatrixEntry(column: row / 5, count: 1)]) }
        self.matrix = matrix
        labels = (0..<200).map { isJunk[$0 / 5] ? .junk : .allow }
        groups = (0..<200).map { UInt64($0 / 5) }
    }

    /// Whoever has not seen a group knows nothing of it: all rows of a fold get the same scores,
    /// those of the bias.
    @Test(arguments: [2, 4, 7])
    func aGroupIsNeverOnBothSides(folds: Int) {
        let scores = OutOfFoldScores(
            matrix, LabelLevels(labels), groups: groups, folds: folds, seed: 1, trainer: LogisticRegression())
        #expect(scores.count == 200)
        #expect(Set((0..<200).map { Array(scores.scores($0)) }).count <= folds)
    }

    @Test func anotherSeedSplitsOtherwise() {
        func scores(_ seed: UInt64) -> [Double] {
            OutOfFoldScores(matrix, LabelLevels(labels), groups: groups, folds: 4, seed: seed, trainer: NaiveBayes()).scores
        }
        #expect(scores(1) == scores(1) && scores(1) != scores(2))
    }

    /// The same rows split without regard to their groups are all told apart: the test above would
    /// notice a leak.
    @Test func aLeakWouldShow() {
        let scores = OutOfFoldScores(
            matrix, LabelLevels(labels), groups: (0..<200).map { UInt64($0) }, folds: 4, seed: 1, trainer: LogisticRegression())
        let right = (0..<scores.count).count { i in
            let row = Array(scores.scores(i))
            return (row[1] > row[0]) == (scores.classes[i] == 1)
        }
        #expect(right > 190)
    }

    /// Of many rows some of each group are scored, and by models of all the others.
    @Test func ofManyRowsSomeOfEachGroupAreScored() {
        func scores(most: Int) -> OutOfFoldScores {
            let folds = ScoringFolds(LabelLevels(labels), groups: groups, count: 4, seed: 1)
            return OutOfFoldScores(matrix, LabelLevels(labels), groups: groups, in: folds, most: most) { rows in
                ActionScorer(
                    labels: LabelLevels(labels).actions,
                    weights: LogisticRegression().fit(
                        matrix, classes: LabelLevels(labels).actionOfRow, classCount: 2, rows: rows, rowWeights: []))
            }
        }
        let all = scores(most: 200), some = scores(most: 80)
        #expect(all.count == 200 && (40..<160).contains(some.count) && some.unscored == 0)
        #expect(Set(some.groups) == Set(all.groups))
        let placeOf = Dictionary(uniqueKeysWithValues: all.rows.enumerated().map { ($1, $0) })
        #expect(some.rows.indices.allSatisfy { Array(all.scores(placeOf[some.rows[$0]]!)) == Array(some.scores($0)) })
    }

    /// No more than some of very many groups, each a row.
    @Test func ofManyGroupsSomeAreScored() {
        let drawn = OutOfFoldScores.drawn((0..<10_000).map { UInt64($0) }, most: 1000)
        #expect((800..<1200).contains(drawn.count { $0 }))
        #expect(OutOfFoldScores.drawn([1, 1, 2], most: 3).isEmpty)
    }

    /// The background that is to be scored is in folds, and all own messages are learned from; else
    /// it is always learned from. Group 0 is own and of the background: none of a scored group may
    /// be seen.
    @Test(arguments: [true, false])
    func generalKnowledgeIsScoredByModelsThatHaveNotSeenIt(isScored: Bool) {
        let isBackground = (0..<200).map { $0 % 10 < 5 }, levels = LabelLevels(labels, isBackground: isBackground)
        let groups = self.groups.map { $0 == 1 ? 0 : $0 }, foldOf = folds(ofGroups: groups, count: 4, seed: 1)
        let known = levels.background(RowList(0..<200)).filter { labels[$0] == .allow || groups[$0] == 0 }
        let folds =
            isScored
            ? ScoringFolds(scoring: known, of: levels, groups: groups, count: 4, seed: 1)
            : ScoringFolds(levels, groups: groups, count: 4, seed: 1)
        let scores = OutOfFoldScores(matrix, levels, groups: groups, in: folds) { rows in
            let left = Set(0..<200).subtracting(rows), fold = foldOf[left.first { isBackground[$0] == isScored }!]
            let expected = (0..<200).filter { row in
                foldOf[row] == fold && (isBackground[row] == isScored || groups[row] == 0)
                    || !isScored && isBackground[row] && groups[row] == 0
            }
            #expect(left == Set(expected))
            return ActionScorer(
                labels: levels.actions,
                weights: NaiveBayes().fit(matrix, classes: levels.actionOfRow, classCount: 2, rows: rows, rowWeights: []))
        }
        #expect(scores.rows.sorted() == Array(isScored ? known : levels.own(RowList(0..<200))) && scores.count > 50)
    }

    /// All junk is one group: without its fold there is none to learn from, and only the other
    /// folds are scored.
    @Test func aFoldThatWouldLoseAnActionIsLeftOut() throws {
        let labels = (0..<200).map { $0 < 5 ? Label.junk : .allow }
        let scores = OutOfFoldScores(matrix, LabelLevels(labels), groups: groups, folds: 4, seed: 1, trainer: NaiveBayes())
        #expect(scores.count > 0 && scores.count < 200 && scores.unscored == 200 - scores.count)
        #expect(scores.classes.allSatisfy { scores.actions[$0] == .allow })
        // Wanted messages alone tell how high the cutoff must be, but not how steep the scores are:
        // the steeper, the better for them.
        let calibration = OutOfFoldCalibration(scores, maxFalseJunk: 0.1)
        let promise = try #require(calibration.promise)
        #expect(calibration.calibration?.junk == .identity(classes: 2))
        #expect(promise.isKept && promise.wanted == scores.count && promise.junk == 0 && promise.found == 0)
    }

    /// One group is one fold, and without it nothing is left.
    @Test func oneGroupGivesNoScores() {
        let scores = OutOfFoldScores(
            matrix, LabelLevels(labels), groups: Array(repeating: 3, count: 200), folds: 4, seed: 1, trainer: NaiveBayes())
        #expect(scores.count == 0)
        let calibration = OutOfFoldCalibration(scores, maxFalseJunk: 0.01)
        // Nothing is known of false junk, so nothing is called junk.
        #expect(
            calibration.calibration?.junk == .identity(classes: 2) && calibration.policy.junkCutoff == .infinity
                && calibration.policy.problem(classes: [.init([.allow, .junk])]) == nil)
        #expect(calibration.promise?.wanted == 0 && calibration.promise?.isKept == false && calibration.promise?.unscored == 200)
    }

    /// A sub-action is told where it has a third of its action's probability or more, as by
    /// `Verdict`.
    @Test(arguments: [(1.01 / 3, true), (0.99 / 3, false)])
    func aSubActionIsToldFromAThirdOn(share: Double, isTold: Bool) throws {
        let (promotion, offers) = (try #require(Label("promotion")), try #require(Label("promotion/offers")))
        let others = try [#require(Label("promotion/coupons")), #require(Label("promotion/others"))]
        struct Known: RowScorer {
            let labels: [Label]
            let all: [Double]
            func scores(_ matrix: FeatureMatrix, row: Int) -> [Double] { all }
        }
        let rest = log((1 - share) / 2 / share)
        let known = Known(labels: [others[0], .junk, offers, promotion, others[1]], all: [rest, -1, 0, 3, rest])
        var matrix = FeatureMatrix()
        matrix.add(norm: 1, [])
        let scores = OutOfFoldScores(matrix, labels: [offers], groups: [1], by: known)
        #expect(scores.actions == [.junk, promotion] && scores.scores == [-1, 3])
        // Below a third two others have more: none of them half.
        #expect(scores.label(0, action: 0) == .junk)
        #expect((scores.label(0, action: 1) == offers) == isTold)
    }
}
