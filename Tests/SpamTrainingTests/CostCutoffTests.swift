import Foundation
import SpamEvaluation
import SpamFilter
import Statistics
import Testing

@testable import SpamTraining

@Suite struct CostCutoffTests {
    private func answer(_ logOdds: Double, _ cutoffs: (junk: Double, unsure: Double)) -> String {
        logOdds >= cutoffs.junk ? "junk" : logOdds >= cutoffs.unsure ? "unsure" : "wanted"
    }

    private func cutoffs(_ costs: MistakeCosts) -> (junk: Double, unsure: Double) {
        (costs.junkCutoff, min(costs.junkCutoff, costs.unsureCutoff))
    }

    /// For all costs and probabilities, the cutoffs' answer costs least.
    @Test(arguments: [
        (10, 1, 0.2), (10, 1, 0), (1, 1, 0.3), (1, 1, 0.5), (1, 1, 0.6), (1, 30, 2), (5, 5, 40), (0.001, 1000, 0.0005),
        (10, 1, 0.95), (10, 1, 1),
    ])
    func theCheapestAnswerIsGiven(falseJunk: Double, missedJunk: Double, unsure: Double) {
        let cutoffs = cutoffs(MistakeCosts(falseJunk: falseJunk, missedJunk: missedJunk, unsure: unsure))
        for i in 1..<1000 {
            let p = Double(i) / 1000
            let logOdds = log(p / (1 - p))
            // On a cutoff two answers cost the same.
            guard abs(logOdds - cutoffs.junk) > 1e-9, abs(logOdds - cutoffs.unsure) > 1e-9 else { continue }
            var costs = ["junk": (1 - p) * falseJunk, "wanted": p * missedJunk]
            if unsure > 0 { costs["unsure"] = unsure }
            #expect(costs[answer(logOdds, cutoffs)]! <= costs.values.min()! * (1 + 1e-9), "p \(p)")
        }
    }

    /// Wanted messages at log-odds around -2, junk around 2: calibration leaves them about where
    /// they are.
    private let scores: OutOfFoldScores = {
        var random = SplitMix(seed: 3)
        func normal() -> Double { (0..<12).reduce(-6) { sum, _ in sum + Double(random.next() % 1_000_000) / 1_000_000 } }
        let isJunk = (0..<2000).map { $0 % 2 == 0 }
        return OutOfFoldScores(junkLogOdds: isJunk.map { ($0 ? 2 : -2) + 2 * normal() }, isJunk: isJunk)
    }()

    @Test func cutoffsAreThoseOfTheCosts() throws {
        let costs = MistakeCosts(falseJunk: 10, missedJunk: 1, unsure: 0.2)
        let found = OutOfFoldCalibration(scores, maxFalseJunk: 1, costs: costs)
        #expect(found.policy.junkCutoff == Float(log(9.8 / 0.2)) && found.policy.unsureCutoff == Float(log(0.2 / 0.8)))
        // Added up by hand.
        var sum = 0.0
        for i in 0..<scores.count {
            let row = Array(scores.scores(i))
            let given = answer(try found.junkLogOdds(row[1] - row[0]), cutoffs(costs))
            sum += given == "unsure" ? 0.2 : scores.classes[i] == 1 ? (given == "wanted" ? 1 : 0) : given == "junk" ? 10 : 0
        }
        #expect(abs(try #require(found.promise?.meanCost) - sum / 2000) < 1e-9 && sum > 20)
        #expect(OutOfFoldCalibration(scores, maxFalseJunk: 1).promise?.meanCost == nil)
    }

    /// The bound goes before the costs; what lies between them is unsure.
    @Test func theBoundGoesBeforeTheCosts() {
        let costs = MistakeCosts(falseJunk: 1, missedJunk: 1)
        let bound = OutOfFoldCalibration(scores, maxFalseJunk: 0.01).policy
        let both = OutOfFoldCalibration(scores, maxFalseJunk: 0.01, costs: costs).policy
        #expect(bound.junkCutoff > 0 && both.junkCutoff == bound.junkCutoff && both.unsureCutoff == 0)
        // Costs that ask for less junk than the bound allows get it.
        let careful = OutOfFoldCalibration(scores, maxFalseJunk: 0.01, costs: MistakeCosts(falseJunk: 1e9, missedJunk: 1)).policy
        #expect(careful.junkCutoff == Float(log(1e9)) && careful.unsureCutoff == careful.junkCutoff)
    }

    /// If a bound lifts the junk cutoff, no other unsure cutoff below it has a lower expected cost:
    /// unsure is chosen where it is cheaper than wanted, not where junk would have been.
    @Test(
        arguments: [
            (1, 1, 5), (10, 1, 0.2), (1, 1, 0.3), (1, 1, 0.5), (1, 1, 0.6), (1, 30, 2), (5, 5, 40), (0.001, 1000, 0.0005),
            (10, 1, 0.95),
            (1, 1, 1), (0.1, 3, 2.9),
        ], [-3.0, 0.5, 2, 9])
    func noOtherUnsureCutoffCostsLess(costs: (Double, Double, Double), highest: Double) {
        let costs = MistakeCosts(falseJunk: costs.0, missedJunk: costs.1, unsure: costs.2)
        // One message sets the cutoff: too few for any limit.
        let wanted = ScoredMessage(logOdds: highest, label: .allow, group: 1, wantedAction: 0, isProtected: false)
        let policy = JunkCutoffs(maxFalseJunk: 0.001, costs: costs, protected: []).policy([wanted], junk: []).policy
        #expect(policy.junkCutoff == max(Float(costs.junkCutoff), Float(highest + 1e-5).nextUp))
        #expect(policy.problem(classes: LabelSet([.allow, .junk])) == nil)
        let odds = (-120...120).map { Double($0) / 10 }
        func cost(unsure: Double) -> Double {
            odds.reduce(0) { sum, logOdds in
                let p = 1 / (1 + exp(-logOdds))
                switch answer(logOdds, (Double(policy.junkCutoff), unsure)) {
                case "junk": return sum + (1 - p) * costs.falseJunk
                case "unsure": return sum + costs.unsure
                default: return sum + p * costs.missedJunk
                }
            }
        }
        let found = cost(unsure: Double(policy.unsureCutoff))
        for other in [-.infinity] + odds + [.infinity] { #expect(found <= cost(unsure: other) * (1 + 1e-6), "\(other)") }
    }
}
