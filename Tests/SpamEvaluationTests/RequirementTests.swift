import Foundation
import SpamEvaluation
import SpamFilter
import Statistics
import Testing

@Suite struct RequirementTests {
    private static let report: EvaluationReport = {
        let evaluation = Evaluation(EvaluationTests.tenMessages)
        var report = EvaluationReport(evaluation, costs: MistakeCosts(falseJunk: 1))
        var columns = SliceColumns([.lang])
        for i in 0..<10 { columns.add { _ in i < 7 ? "ko" : "zh-Hans" } }
        report.slices = Slice.all(of: evaluation, by: columns)
        return report
    }()

    @Test(arguments: [
        "false-junk<=0.3", "false-junk <= 30%", "false-junk(transaction)<=.34", "false-junk(transaction/finance)<0.34",
        "recall>=66%",
        "recall(allow)>=0.5", "recall@0.2%>=0.3", "f1>0.57", "auc>0.78", "ap>=0.66", "mcc>0.35", "ece>0.08", "log-loss>0.5",
        "unsure<=0.1", "mcc>=-1", "mcc>35%", "hm<29%", "hm>28.5%", "sm<=33.4%", "sc>66%", "sc>66.6%", "bh<=28.6%", "lam<32%",
        "1-roca<22%",
        "cost<=0.2", "1-roca<22", "recall[lang=ko]>=0.6", "false-junk[lang=zh-Hans]<=0.34", "accuracy>=0.6", "hm<29", "sc>66",
    ])
    func whatHoldsDoesNotFail(spelling: String) throws {
        #expect(try Requirement(parsing: spelling).failure(in: Self.report) == nil)
    }

    @Test(arguments: [
        ("false-junk<=0.001", "false-junk<=0.001: found 0.28571 [0.08222, 0.64107] 2/7"),
        ("recall@0.2%>=0.9", "recall@0.2%>=0.9: found 0.33333 without an interval"),
        ("auc>=.9", "auc>=.9: found 0.78571 without an interval"),
        ("recall(promotion)>=0", "recall(promotion)>=0: undefined: no promotion in the test set"),
        ("false-junk(promotion/offers)<=1", "false-junk(promotion/offers)<=1: undefined: no such wanted message in the test set"),
        ("sc>=90%", "sc>=90%: found 66.66667 [20.76596, 93.85081] 2/3"),
        ("sm<=1%", "sm<=1%: found 33.33333 [6.14919, 79.23404] 1/3"),
        ("hm<=1%", "hm<=1%: found 28.57143 [8.22189, 64.10655] 2/7"),
        ("bh<=1", "bh<=1: found 28.57143 [8.22189, 64.10655] 2/7"),
        ("lam<=10%", "lam<=10%: found 30.90170 without an interval"),
        ("1-roca<=2%", "1-roca<=2%: found 21.42857 without an interval"),
        ("auc[lang=ko]>=.99", "auc[lang=ko]>=.99: found 0.79167 without an interval; slices have none"),
        ("recall[lang=ko]>=0.9", "recall[lang=ko]>=0.9: found 0.66667 [0.20766, 0.93851] 2/3"),
        ("recall[lang=zh-Hans]>=0.9", "recall[lang=zh-Hans]>=0.9: undefined: no junk in the slice"),
        ("recall[lang=ja]>=0.9", "recall[lang=ja]>=0.9: undefined: expected a slice of ko, zh-Hans, found ja"),
    ])
    func whatFailsSaysSo(spelling: String, failure: String) throws {
        #expect(try Requirement(parsing: spelling).failure(in: Self.report)?.description == failure)
    }

    @Test(arguments: [
        ("", "expected a figure"), ("recall", "expected a figure"), ("recall>=", "expected a number"),
        ("recall>=x", "expected a number"),
        ("recall>=inf", "expected a number"), ("recal>=1", "expected one of accuracy"), ("recall@0.3%>=1", "recall@0.2%"),
        ("recall[ko]>=1", "expected [dimension=value]"), ("recall[tongue=ko]>=1", "lang, script"),
        ("f1[lang=ko]>=1", "of a slice"),
        ("recall==1", "expected a figure"), ("false-junk(junk)<=1", "expected one of"),
        ("false-junk<=0x1p-4", "expected a number"), ("false-junk<=1e-3", "expected a number"),
        ("false-junk<=2", "in 0...1 for false-junk"), ("false-junk<=2", "; is 2% meant?"), ("recall>=90", "; is 90% meant?"),
        ("recall>=900%", "in 0...1 for recall"), ("false-junk<=-0.1", "in 0...1"), ("mcc>=2", "in -1...1"),
        ("sc>=101%", "in 0...100"),
        ("auc[lang=ko]>=2", "in 0...1"), ("log-loss<=-1", "from 0 on"), ("cost<-1", "from 0 on"),
    ])
    func whatIsNoBoundIsRejected(spelling: String, says: String) {
        let problem = #expect(throws: SpellingError.self) { try Requirement(parsing: spelling) }
        #expect(problem?.description.contains(says) == true && problem?.description.contains("found \(spelling)") == true)
    }

    /// A failure names what the report was made without; the tool knows the option that gives it.
    @Test(arguments: [("auc>=.9", Requirement.Failure.Missing.draws), ("recall>=.9", nil), ("auc[lang=ko]>=.99", nil)])
    func whatTheReportLacksIsNamed(spelling: String, missing: Requirement.Failure.Missing?) throws {
        #expect(try #require(Requirement(parsing: spelling).failure(in: Self.report)).missing == missing)
        let poor = EvaluationReport(Evaluation(EvaluationTests.tenMessages))
        #expect(try Requirement(parsing: "cost<=1").failure(in: poor)?.missing == .costs)
    }

    /// Of rates both intervals, of recall at a bound the drawn one alone, of a rate whose draws are
    /// all alike Wilson's.
    @Test func drawnIntervalsAreSaidOfRatesToo() throws {
        let outcomes = (0..<100).map { (i: Int) -> Outcome in
            let truth = i % 2 == 0 ? "junk" : "allow", verdict = i % 2 == 0 && i % 3 == 0 ? "junk" : "allow"
            return Outcome(truth, verdict, score: Double(i * 7 % 50))
        }
        var report = EvaluationReport(Evaluation(outcomes))
        var random = BootstrapTests.Numbers(state: 1)
        report.bootstrap = BootstrapIntervals(
            Evaluation(outcomes), groups: outcomes.indices.map { UInt64($0 / 4) }, rounds: 100, using: &random)
        func failure(_ spelling: String) throws -> String {
            try #require(Requirement(parsing: spelling).failure(in: report)).description
        }
        #expect(
            try failure("recall>=1").contains(#/found 0\.34000 \[0\.\d+, 0\.\d+\] 17/50, drawn by group \[0\.\d+, 0\.\d+\]$/#))
        #expect(try failure("recall@1%>=1").contains(#/found 0\.\d+ \[0\.\d+, 0\.\d+\]$/#))
        #expect(try failure("false-junk>0").contains(#/found 0\.00000 \[0\.00000, 0\.\d+\] 0/50$/#))
    }

    @Test(arguments: ["recall>=900", "recall>=900%", "recall>=-2", "sc>=101", "mcc>=2", "log-loss<=-2"])
    func noPercentageIsGuessedWhereNoneIsMeant(spelling: String) {
        let problem = #expect(throws: SpellingError.self) { try Requirement(parsing: spelling) }
        #expect(problem?.description.hasSuffix("found \(spelling)") == true)
    }

    /// 7 of 1,000 are .7 %, though .7 / 100 and 100 x .007 are other numbers.
    @Test(arguments: 1...99)
    func aBoundThatIsJustMetHolds(lost: Int) throws {
        let outcomes = (0..<1000).map { Outcome("allow", $0 < lost ? "junk" : "allow") }
        let report = EvaluationReport(Evaluation(outcomes))
        let percent = "\(lost / 10).\(lost % 10)%"
        for name in ["false-junk", "false-junk(allow)", "hm", "bh"] {
            for relation in ["<=", ">="] {
                #expect(try Requirement(parsing: name + relation + percent).failure(in: report) == nil, "\(name)")
            }
            #expect(try Requirement(parsing: "\(name)<\(percent)").failure(in: report) != nil)
        }
    }

    @Test func drawsAreSaidWhereThereAreSome() throws {
        let evaluation = Evaluation(try ReferenceFile.outcomes())
        var report = EvaluationReport(evaluation), random = SplitMix(seed: 1)
        report.bootstrap = BootstrapIntervals(
            evaluation, groups: evaluation.outcomes.indices.map { UInt64($0) }, rounds: 100, using: &random)
        func failure(_ spelling: String) throws -> String {
            try #require(try Requirement(parsing: spelling).failure(in: report)).description
        }
        for name in ["auc", "recall@1%"] {
            #expect(try failure("\(name)>=1").contains(/found 0\.\d{5} \[0\.\d{5}, [01]\.\d{5}\]$/), "\(name)")
        }
        for name in ["accuracy", "micro-recall", "recall"] {
            #expect(try failure("\(name)>=1").contains(/\d\/\d+, drawn by group \[0\.\d{5}, [01]\.\d{5}\]$/), "\(name)")
        }
        for name in ["sc", "hm"] {
            let spelling = name == "sc" ? "sc>=100" : "hm<=0"
            #expect(try failure(spelling).contains(/\d\/\d+, drawn by group \[\d+\.\d{5}, \d+\.\d{5}\]$/), "\(name)")
        }
        report.bootstrap = try JSONDecoder().decode(
            BootstrapIntervals.self, from: Data(#"{"rounds":9,"groups":1,"intervals":{}}"#.utf8))
        #expect(try failure("auc>=1").hasSuffix("without an interval; its draws give none"))
    }

    @Test func scoresThatAreNoNumbersKeepNoBound() throws {
        let report = EvaluationReport(Evaluation([Outcome("allow", "allow", score: .nan), Outcome("junk", "junk")]))
        for spelling in ["auc>=0", "ap>=0", "ece<=1", "recall@1%>=0", "log-loss<=9"] {
            #expect(
                try Requirement(parsing: spelling).failure(in: report)?.description.contains(
                    "undefined: scores that are not numbers: 1")
                    == true)
        }
        #expect(try Requirement(parsing: "recall>=1").failure(in: report) == nil)
    }
}
