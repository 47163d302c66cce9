import SpamEvaluation
import SpamFilter
import Statistics
import Testing

@Suite struct PublishedFiguresTests {
    private func lam(wanted: [Action], junk: [Action]) throws -> Double? {
        let outcomes = wanted.map { Outcome("allow", "allow", $0) } + junk.map { Outcome("junk", "junk", $0) }
        return EvaluationReport(Evaluation(outcomes))[try #require(Figure("lam"))]
    }

    @Test func oneKindOfMistakeAloneIsNone() throws {
        #expect(try lam(wanted: [.allow, .junk], junk: [.junk]) == 0)
        #expect(try lam(wanted: [.allow], junk: [.junk, .none]) == 0)
        #expect(try lam(wanted: [.junk], junk: [.allow, .junk]) == 100)
    }

    @Test func halfAndHalfIsHalf() throws {
        #expect(try lam(wanted: [.allow, .junk], junk: [.junk, .allow]) == 50)
    }

    @Test func whatHasNoAverageIsUndefined() throws {
        #expect(try lam(wanted: [.junk], junk: [.junk]) == nil, "all against none")
        #expect(try lam(wanted: [], junk: [.junk]) == nil)
        #expect(try lam(wanted: [.allow], junk: []) == nil)
    }
}

@Suite struct MistakeCostsTests {
    @Test(arguments: [
        "falseJunk", "falseJunk=", "falseJunk=-1", "falseJunk=nan", "falseJunk=inf", "ham=1", "falseJunk=1,falseJunk=2", "",
        "unsure=1,", "falseJunk=1e10",
    ])
    func whatIsNoCostIsRejected(spelling: String) {
        let problem = #expect(throws: SpellingError.self) { try MistakeCosts(parsing: spelling) }
        #expect(problem?.description.contains("0 to 1000000000") == true)
    }

    @Test func costsAddUpByMistake() throws {
        let costs = try MistakeCosts(parsing: "unsure=0.5,falseJunk=10")
        #expect(costs == MistakeCosts(falseJunk: 10, missedJunk: 0, unsure: 0.5))
        // Two wanted messages in Junk, one unsure.
        #expect(agree(EvaluationReport(Evaluation(EvaluationTests.tenMessages), costs: costs)[.cost], 2.05))
        #expect(EvaluationReport(Evaluation(), costs: costs)[.cost] == nil)
        // Unsure junk counts as unsure alone.
        let unsure = Evaluation([Outcome("junk", "junk", Action.none), Outcome("junk", "junk", .allow)])
        #expect(MistakeCosts(falseJunk: 7, missedJunk: 1, unsure: 0.5).mean(over: unsure.confusion) == 0.75)
    }
}
