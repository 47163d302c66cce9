// What is promised from scores out of fold: cutoffs, slopes and offsets.

import Foundation
import SpamFilter
import Statistics
import Testing

@testable import SpamTraining

extension OutOfFoldCalibration {
    /// By settings of which the others have their defaults. Without labels, nothing but scores is
    /// known of the rows.
    init(
        _ scores: OutOfFoldScores, maxFalseJunk: Double, costs: MistakeCosts? = nil, labels: [Label] = [],
        protected: [ProtectedLabel] = []
    ) {
        var settings = TrainingSettings()
        (settings.maxFalseJunk, settings.costs, settings.protected) = (maxFalseJunk, costs, protected)
        self.init(scores, LabelLevels(labels), settings)
    }

    /// Of a row of allow and junk whose scores differ by so much.
    func junkLogOdds(_ difference: Double) throws -> Double {
        let fitted = try #require(calibration).parameters([.allow, .junk])[1]
        return Double(fitted.slope) * difference + Double(fitted.offset)
    }
}

/// Numbers in 0..<1.
extension SplitMix {
    fileprivate mutating func uniform() -> Double { Double(next() >> 11) / 9_007_199_254_740_992 }
}

@Suite struct OutOfFoldCalibrationTests {
    /// Junk about 2 and wanted messages about -2, on a line wide enough that they overlap.
    private static func overlapping(wanted: Int, junk: Int) -> (logOdds: [Double], isJunk: [Bool]) {
        var random = SplitMix(seed: 51)
        let isJunk = (0..<wanted + junk).map { $0 < junk }
        return (isJunk.map { ($0 ? 2 : -2) + 6 * (random.uniform() + random.uniform() - 1) }, isJunk)
    }

    @Test(arguments: [0.002, 0.005, 0.01, 0.05])
    func theCutoffKeepsTheBoundAndNoneLowerWould(bound: Double) throws {
        let (logOdds, isJunk) = OutOfFoldCalibrationTests.overlapping(wanted: 3000, junk: 1000)
        let calibration = OutOfFoldCalibration(OutOfFoldScores(junkLogOdds: logOdds, isJunk: isJunk), maxFalseJunk: bound)
        let promise = try #require(calibration.promise)
        let called = try logOdds.map { try calibration.junkLogOdds($0) >= Double(calibration.policy.junkCutoff) }
        #expect(promise.wanted == 3000 && promise.junk == 1000 && promise.bound == bound)
        #expect(promise.falseJunk == zip(called, isJunk).count { $0 && !$1 })
        #expect(promise.found == zip(called, isJunk).count { $0 && $1 })
        #expect(promise.isKept && promise.found > 0)
        #expect(promise.upperLimit == BinomialInterval.clopperPearsonUpper(successes: promise.falseJunk, trials: 3000))
        #expect(BinomialInterval.clopperPearsonUpper(successes: promise.falseJunk + 1, trials: 3000)! > bound)
        #expect(calibration.policy.problem(classes: [.init([.allow, .junk])]) == nil && calibration.policy.junkCutoff > 0)
    }

    @Test func tooFewWantedMessagesPromiseNothing() throws {
        let (logOdds, isJunk) = OutOfFoldCalibrationTests.overlapping(wanted: 1000, junk: 300)
        let calibration = OutOfFoldCalibration(OutOfFoldScores(junkLogOdds: logOdds, isJunk: isJunk), maxFalseJunk: 0.002)
        let promise = try #require(calibration.promise)
        #expect(!promise.isKept && promise.falseJunk == 0)
        let wanted = try zip(logOdds, isJunk).filter { !$1 }.map { try calibration.junkLogOdds($0.0) }
        #expect(wanted.allSatisfy { $0 < Double(calibration.policy.junkCutoff) })
        // None of n called junk promises the bound from (1 - 0.002)^n <= 0.05 on: n = ln 0.05 / ln
        // 0.998 = 1496.4.
        #expect(Int((log(0.05) / log1p(-0.002)).rounded(.up)) == 1497)
        #expect(promise.wantedNeeded == 1497)
    }

    @Test func oneMessageLessThanNeededPromisesNothing() throws {
        for (wanted, isKept) in [(1496, false), (1497, true)] {
            let isJunk = (0..<wanted + 50).map { $0 < 50 }
            let logOdds = isJunk.indices.map { isJunk[$0] ? 4 + Double($0) / 10 : -4 - Double($0) / 1000 }
            let calibration = OutOfFoldCalibration(OutOfFoldScores(junkLogOdds: logOdds, isJunk: isJunk), maxFalseJunk: 0.002)
            let promise = try #require(calibration.promise)
            #expect(promise.isKept == isKept && promise.falseJunk == 0 && promise.found == 50)
        }
    }

    /// Ten copies of a message are worth one.
    @Test(
        arguments: [([1, 2, 3, 4], 4), (Array(repeating: 5, count: 10), 1), ([1, 2, 2, 3, 3, 3], 3), ([], 0)] as [([UInt64], Int)]
    )
    func messagesOfAGroupAreNotIndependent(groups: [UInt64], independent: Int) {
        let sample = GroupedSample(groups: groups)
        #expect(sample.count == groups.count && sample.independentCount == independent)
        #expect(abs(sample.weights.reduce(0, +) - Double(independent)) < 1e-9)
        #expect(sample.upperLimit(0) == (BinomialInterval.clopperPearsonUpper(successes: 0, trials: independent) ?? 1))
    }

    /// 1,500 wanted messages promise 0.2 % where each is its own group (1,497 are needed), and not
    /// where any two share one.
    @Test func aPromiseCountsGroups() {
        let apart = GroupedSample(groups: (0..<1500).map { $0 }), pairs = GroupedSample(groups: (0..<1500).map { $0 / 2 })
        #expect(apart.upperLimit(0) <= 0.002 && pairs.upperLimit(0) > 0.002)
        // Three messages of pairs are a group and a half, so two.
        #expect(pairs.upperLimit(1.5) == BinomialInterval.clopperPearsonUpper(successes: 2, trials: 750))
    }

    /// The groups that a limit is of are told from the limit, as a card has it: none, some, a part
    /// of one, all.
    @Test(arguments: [(0, 1), (1, 1), (0, 750), (1, 750), (2, 750), (54, 6969), (6969, 6969), (0, 0)])
    func aLimitTellsItsGroups(groups: Int, all: Int) throws {
        let sample = GroupedSample(groups: (0..<UInt64(all)).map { $0 })
        let written = try JSONEncoder().encode([sample.upperLimit(Double(groups))])
        let limit = try JSONDecoder().decode([Double].self, from: written)[0]
        #expect(GroupedSample.groups(ofLimit: limit, of: all) == groups)
        let partly = sample.upperLimit(Double(groups) - 0.4)
        #expect(GroupedSample.groups(ofLimit: partly, of: all) == groups)
    }

    /// However much the bound allows, a message that is more likely wanted than junk is not called
    /// junk.
    @Test(arguments: [0.5, 1])
    func theCutoffIsNeverBelowEvenOdds(bound: Double) throws {
        let (logOdds, isJunk) = OutOfFoldCalibrationTests.overlapping(wanted: 500, junk: 500)
        let calibration = OutOfFoldCalibration(OutOfFoldScores(junkLogOdds: logOdds, isJunk: isJunk), maxFalseJunk: bound)
        #expect(calibration.policy.junkCutoff == 0)
        #expect(try #require(calibration.promise).isKept)
    }

    /// A bound of 0 can be asked for, but no corpus is large enough to promise it; a bound of 1 is
    /// no promise.
    @Test(arguments: [(0, nil), (0.05, 59), (1, 0)] as [(Double, Int?)])
    func boundsAtTheEndsHaveAnAnswer(bound: Double, needed: Int?) throws {
        let (logOdds, isJunk) = OutOfFoldCalibrationTests.overlapping(wanted: 300, junk: 100)
        let calibration = OutOfFoldCalibration(OutOfFoldScores(junkLogOdds: logOdds, isJunk: isJunk), maxFalseJunk: bound)
        let promise = try #require(calibration.promise)
        #expect(promise.wantedNeeded == needed && promise.isKept == (bound > 0))
    }

    /// Scores that say too little or too much by a known factor, and lean to a class: labels are
    /// drawn with P(junk) = sigmoid(factor x score + lean).
    @Test(arguments: [0.3, 1, 3], [0, 1.5, -2])
    func theSlopeAndOffsetAreRecovered(factor: Double, lean: Double) throws {
        var random = SplitMix(seed: 61)
        let logOdds = (0..<12_000).map { _ in (random.uniform() - 0.5) * 8 / factor }
        let isJunk = logOdds.map { random.uniform() < 1 / (1 + exp(-factor * $0 - lean)) }
        let calibration = OutOfFoldCalibration(OutOfFoldScores(junkLogOdds: logOdds, isJunk: isJunk), maxFalseJunk: 0.01)
        let fitted = try #require(calibration.calibration).junk
        #expect(abs(fitted.slope / factor - 1) < 0.04 && fitted.offsets[0] == 0 && abs(fitted.offsets[1] - lean) < 0.06)
    }

    /// Three classes: drawn from the softmax of 2 x score + offset.
    @Test func offsetsOfThreeClassesAreRecovered() {
        var random = SplitMix(seed: 62)
        let offsets = [0, -1.0, 0.5]
        var level = LevelScores(classCount: 3)
        for _ in 0..<20_000 {
            let scores = (0..<3).map { $0 == 0 ? 0 : (random.uniform() - 0.5) * 4 }
            let powers = zip(scores, offsets).map { exp(2 * $0 + $1) }
            var draw = random.uniform() * powers.reduce(0, +), own = 0
            while own < 2, draw > powers[own] {
                draw -= powers[own]
                own += 1
            }
            level.add(own, scores)
        }
        let fitted = Calibration(level)
        #expect(abs(fitted.slope - 2) < 0.06)
        for c in 0..<3 { #expect(abs(fitted.offsets[c] - offsets[c]) < 0.07, "\(c): \(fitted.offsets[c])") }
    }

    /// The offset of a class without rows stays, and the others are nearly as without it: a little
    /// of each row's target is its.
    @Test func aClassWithoutRowsIsLeftAlone() {
        var random = SplitMix(seed: 64), two = LevelScores(classCount: 2), three = LevelScores(classCount: 3)
        for _ in 0..<2000 {
            let score = (random.uniform() - 0.5) * 4, own = random.uniform() < 1 / (1 + exp(-score)) ? 1 : 0
            two.add(own, [0, score])
            three.add(own, [0, score, -8])
        }
        let (without, with) = (Calibration(two), Calibration(three))
        #expect(with.offsets.count == 3 && with.offsets[2] == 0)
        #expect(abs(with.slope - without.slope) < 0.05 && abs(with.offsets[1] - without.offsets[1]) < 0.05)
        for classes in 0...1 {
            var one = LevelScores(classCount: classes)
            if classes == 1 { one.add(0, [3]) }
            #expect(Calibration(one) == .identity(classes: classes))
        }
    }

    /// Junk and the wanted actions have a slope of their own each, and rows of sources that call
    /// all that is wanted `allow` teach junk alone.
    @Test func junkAndWantedActionsAreCalibratedApart() throws {
        let actions: [Label] = [.allow, .junk, Label("promotion")!]
        struct Known: RowScorer {
            let labels: [Label]
            let rows: [[Double]]
            func scores(_ matrix: FeatureMatrix, row: Int) -> [Double] { rows[row] }
        }
        var random = SplitMix(seed: 63), rows: [[Double]] = [], labels: [Label] = [], matrix = FeatureMatrix(), tells: [Bool] = []
        for row in 0..<24_000 {
            let junk = (random.uniform() - 0.5) * 6, promotion = (random.uniform() - 0.5) * 6
            let isJunk = random.uniform() < 1 / (1 + exp(-2 * junk - 1))
            let isPromotion = random.uniform() < 1 / (1 + exp(-0.5 * promotion + 0.7))
            tells.append(row % 2 == 0)
            labels.append(isJunk ? .junk : isPromotion && tells[row] ? actions[2] : .allow)
            rows.append([0, junk, promotion])
            matrix.add(norm: 1, [MatrixEntry(column: row, count: 1)])
        }
        let groups = labels.indices.map { UInt64($0) }, levels = LabelLevels(labels)
        let folds = ScoringFolds(levels, groups: groups, count: 4, seed: 1)
        let scores = OutOfFoldScores(matrix, levels, groups: groups, in: folds) { [rows] _ in Known(labels: actions, rows: rows) }
        let fitted = ActionCalibration(scores, tellsWantedApart: tells).parameters(actions)
        for (found, expected) in zip(fitted, [(0.5, 0), (2, 1), (0.5, -0.7)] as [(Float, Float)]) {
            #expect(abs(found.slope - expected.0) < 0.07 && abs(found.offset - expected.1) < 0.09, "\(found)")
        }
    }

    /// A small wanted action that alone looks like junk: it may lose a little more than the bound,
    /// and sets the cutoff.
    @Test func noWantedActionLosesTooMuch() throws {
        let promotion = Label("promotion")!
        var logOdds: [Double] = [], labels: [Label] = []
        for i in 0..<8_000 {
            labels.append(i % 2 == 0 ? .junk : i / 2 % 20 == 7 ? promotion : .allow)
            logOdds.append(labels[i] == .junk ? Double(i) / 4000 : labels[i] == promotion ? Double(i) / 5000 - 0.5 : -3)
        }
        let scores = OutOfFoldScores(junkLogOdds: logOdds, isJunk: labels.map { $0 == .junk })
        let held = OutOfFoldCalibration(scores, maxFalseJunk: 0.01, labels: labels)
        let free = OutOfFoldCalibration(scores, maxFalseJunk: 0.01, labels: labels.map { $0 == .junk ? .junk : .allow })
        // Of 4,000 wanted messages 29 are few enough for 1 %; of the 200 of a wanted action 2 are 1
        // %.
        #expect(free.promise?.falseJunk == 29 && held.promise?.falseJunk == 2)
        // And it is said: 200 messages of the wanted action, and what the cutoff could find without
        // it.
        let wantedAction = try #require(held.decidingAction)
        #expect(wantedAction.action == .promotion && wantedAction.messages == 200)
        #expect(wantedAction.foundWithout == free.promise?.found)
        #expect(free.decidingAction == nil)
    }

    /// Scores that tell every row, or none, or the wrong way, near 0 or far from it: the slope
    /// stays a number within its range, and junk that is told apart without a mistake has the odds
    /// of its 101 to 1.
    @Test(arguments: [1, -1, 0], [0.01, 5, 40, 800, 1e6])
    func extremeScoresGiveAUsableSlope(sign: Double, size: Double) throws {
        let isJunk = (0..<400).map { $0 % 4 == 0 }
        let logOdds = isJunk.map { ($0 ? size : -size) * sign }
        let calibration = OutOfFoldCalibration(OutOfFoldScores(junkLogOdds: logOdds, isJunk: isJunk), maxFalseJunk: 0.01)
        let fitted = try #require(calibration.calibration).junk
        #expect(fitted.slope >= 1e-3 && fitted.slope <= 100 && fitted.offsets.allSatisfy(\.isFinite))
        if sign > 0, (1...4000).contains(size) {
            #expect(try abs(calibration.junkLogOdds(size) - log(101)) < 0.1)
            #expect(try abs(calibration.junkLogOdds(-size) + log(301)) < 0.1)
        }
        // Nothing is known where scores say nothing: the odds of the classes, 1 to 3.
        if sign <= 0, size <= 5 { #expect(try abs(calibration.junkLogOdds(logOdds[0]) - log(1.0 / 3)) < 0.05) }
    }

    /// Allow, junk, transaction and its two sub-actions. Codes score as junk at 3 and 4, and the
    /// model takes one of ten for an `allow`.
    @Test func protectedMessagesAreJunkAboveAllOfThemOnly() throws {
        let labels: [Label] = [.allow, .junk, Label("transaction")!, Label("transaction/finance")!, Label("transaction/orders")!]
        struct Known: RowScorer {
            let labels: [Label]
            let rows: [[Double]]
            func scores(_ matrix: FeatureMatrix, row: Int) -> [Double] { rows[row] }
        }
        var rows: [[Double]] = [], truth: [Label] = [], matrix = FeatureMatrix()
        for i in 0..<400 {
            switch i % 4 {
            case 0:  // junk, from 1 to 6 above all others
                rows.append([0, 1 + 5 * Double(i) / 400, -9, 0, 0])
                truth.append(.junk)
            case 1:  // codes: transaction of finance, or allow where the model is wrong
                let junk = i == 5 ? 4.0 : i == 9 ? 3 : -4
                rows.append(i == 9 ? [0, junk, -9, 1, 0] : [-9, junk, 0, 2, 0])
                truth.append(labels[3])
            default:
                rows.append([0, -5 + Double(i % 7) / 2, -3, 0, 1])
                truth.append(.allow)
            }
            matrix.add(norm: 1, [MatrixEntry(column: i, count: 1)])
        }
        let groups = truth.indices.map { UInt64($0) }, levels = LabelLevels(truth)
        let folds = ScoringFolds(levels, groups: groups, count: 4, seed: 1)
        let scores = OutOfFoldScores(matrix, levels, groups: groups, in: folds) { [rows] _ in Known(labels: labels, rows: rows) }
        let calibration = OutOfFoldCalibration(
            scores, maxFalseJunk: 0.05, labels: truth, protected: [ProtectedLabel(labels[3])])
        let fitted = try #require(calibration.calibration).junk
        let promise = try #require(calibration.promise?.protectedLabels?.first)
        let policy = calibration.policy
        #expect(policy.protected == LabelSet([labels[3]]) && policy.protectedJunkCutoff > policy.junkCutoff)
        // Above the one that the model knows for a code; the one that it takes for `allow` is junk
        // like any other.
        func odds(_ row: [Double]) -> Double { fitted.slope * row[1] + fitted.offsets[1] }
        #expect(Double(policy.protectedJunkCutoff) > odds(rows[5]) && Double(policy.protectedJunkCutoff) < odds([-9, 4.1, 0]))
        #expect(promise.wanted == 100 && promise.falseJunk == (odds(rows[9]) >= Double(policy.junkCutoff) ? 1 : 0))
        #expect(promise.upperLimit == BinomialInterval.clopperPearsonUpper(successes: promise.falseJunk, trials: 100))
        // None of that label among the rows: nothing is known of it, and it is never junk.
        let unknown = OutOfFoldCalibration(scores, maxFalseJunk: 0.05, labels: truth, protected: [ProtectedLabel(labels[4])])
        #expect(unknown.policy.protectedJunkCutoff == .infinity && unknown.promise?.protectedLabels?.map(\.wanted) == [0])
        #expect(OutOfFoldCalibration(scores, maxFalseJunk: 0.05).promise?.protectedLabels == nil)
    }
}
