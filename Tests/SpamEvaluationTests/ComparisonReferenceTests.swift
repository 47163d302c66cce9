// The tool and the Python package compare alike: both read Reference/comparison.csv and .json.

import Foundation
import SpamEvaluation
import SpamFilter
import Statistics
import Testing

@Suite struct ComparisonReferenceTests {
    private struct Expected: Decodable {
        let verdict: String
        let sentence: String
        let groups: Int
        let tallies: [String: [Double]]
        let figures: [String: Figures]

        struct Figures: Decodable {
            let first, second: Double?
            let difference: [Double]?

            init(from decoder: any Decoder) throws {
                var values = try decoder.unkeyedContainer()
                first = try values.decodeIfPresent(Double.self)
                second = try values.decodeIfPresent(Double.self)
                difference = try values.decodeIfPresent([Double].self)
            }
        }
    }

    /// The same scores, cut lower.
    @Test func aModelThatIsOnlyLessStrictIsSaidToBeSo() throws {
        func evaluation(cutoff: Double, weak: Int = 0) -> Evaluation {
            Evaluation(
                (0..<200).map { n in
                    let isJunk = n % 2 == 0, score = isJunk && n >= weak ? Double(n) / 40 : -3 - Double(n) / 100
                    return Outcome(isJunk ? "junk" : "allow", score >= cutoff ? "junk" : "allow", score: score)
                })
        }
        var random = SplitMix(seed: 1)
        let found = Comparison(
            evaluation(cutoff: 4), evaluation(cutoff: 1), by: SliceColumns([]), groups: (0..<200).map { UInt64($0) },
            figures: Comparison.comparedOfScores(), rounds: 100, using: &random)
        let words = found.sentence("a", "b")
        #expect(found.verdict == .better)
        #expect(words.hasSuffix("By scores alone neither is clearly better: the cutoffs may be the cause."), "\(words)")
        // As if both had been set on these messages.
        let weaker = Comparison(
            evaluation(cutoff: 4), evaluation(cutoff: 1, weak: 4), by: SliceColumns([]), groups: (0..<200).map { UInt64($0) },
            figures: Comparison.comparedOfScores(), rounds: 100, using: &random)
        let remark = try #require(weaker.remarkOnFittedCutoffs)
        let anew =
            #/Both cutoffs are set on these messages\. Set anew in each draw, junk caught differs by −[0-9.]+ to \+0\.0 points, which may be luck\./#
        #expect(try anew.wholeMatch(in: remark) != nil, "\(remark)")
    }

    @Test func verdictsAndDrawsAreThoseOfThePythonPackage() throws {
        let expected = try JSONDecoder().decode([String: Expected].self, from: ReferenceFile.data("comparison.json"))
        let rows = try ReferenceFile.rows("comparison.csv")
        #expect(Set(rows.map { String($0[0]) }) == Set(expected.keys))
        for (name, said) in expected {
            let own = rows.filter { $0[0] == name }
            func outcomes(_ column: Int) -> [Outcome] {
                own.map { row in
                    let score = Double(row[column])!
                    return Outcome(row[1] == "1" ? "junk" : "allow", score >= 0 ? "junk" : "allow", score: score)
                }
            }
            var random = SplitMix(seed: 7)
            let found = Comparison(
                Evaluation(outcomes(2)), Evaluation(outcomes(3)), by: SliceColumns([]),
                groups: own.map { stableHash($0[4].utf8) }, figures: Comparison.comparedOfScores(), rounds: 100, using: &random)
            #expect(found.verdict.rawValue == said.verdict, "\(name)")
            #expect(found.sentence("a", "b") == said.sentence, "\(name)")
            #expect(found.groups == said.groups, "\(name)")
            for (key, counts) in [
                ("junk", found.junk), ("false_junk", found.falseJunk), ("missed_junk", found.missedJunk),
                ("junk_by_group", found.junkByGroup), ("false_junk_by_group", found.falseJunkByGroup),
                ("missed_junk_by_group", found.missedJunkByGroup),
            ] {
                let tally = try #require(said.tallies[key])
                #expect([Double(counts.won), Double(counts.lost)] == Array(tally[..<2]), "\(name) \(key)")
                #expect(abs(counts.pValue - tally[2]) <= 1e-9 * tally[2], "\(name) \(key)")
            }
            for figure in found.figures {
                let value = try #require(said.figures[figure.figure], "\(figure.figure)")
                #expect(agree(figure.first, value.first) && agree(figure.second, value.second), "\(name) \(figure.figure)")
                #expect(
                    agree(figure.difference?.lower, value.difference?[0])
                        && agree(figure.difference?.upper, value.difference?[1]),
                    "\(name) \(figure.figure)")
            }
        }
    }
}
