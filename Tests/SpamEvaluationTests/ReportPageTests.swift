import SpamFilter
import Statistics
import Testing

@testable import SpamEvaluation

@Suite struct ReportPageTests {
    @Test(arguments: [
        ("abc", 3), ("대출", 4), ("加微信", 6), ("カナ", 4), ("ｶﾅ", 2), ("é", 1), ("e\u{301}", 1), ("🎉", 2), ("", 0), ("Ｆ", 2),
        ("한a글", 5),
    ])
    func wideCharactersTakeTwoColumns(text: String, columns: Int) {
        #expect(terminalColumns(text) == columns)
    }

    @Test(arguments: [
        ("대출 상담", 5, "대출…"), ("abc", 3, "abc"), ("abcd", 3, "ab…"), ("a\nb\u{1B}", 9, "a b "), ("", 0, ""),
        ("a\u{202E}b\u{2066}c\u{FE01}", 9, "abc"), ("👩\u{200D}💻", 9, "👩\u{200D}💻"),
    ])
    func namesAreClippedByColumns(text: String, columns: Int, expected: String) {
        #expect(clipped(text, to: columns) == expected && terminalColumns(expected) <= columns)
    }

    @Test func paragraphsOfWideCharactersStayWithinEightyColumns() {
        var page = FigurePage()
        page.paragraph(Array(repeating: "무료통화상담", count: 42).joined(separator: " "))
        let widths = page.text.split(separator: "\n").map { terminalColumns(String($0)) }
        #expect(widths.count > 4 && widths.allSatisfy { (60...80).contains($0) }, "\(page.text)")
    }

    @Test(arguments: [
        ("1\u{200D}2", [true, false, true]), ("1\u{FE0F}", [true, false]), ("1\u{FE0F}\u{20E3}", [true, true, true]),
        ("❤\u{FE0F}\u{200D}🔥", [true, true, true, true]), ("😀\u{200D}", [true, false]), ("a\u{FE01}", [true, false]),
        ("🏴\u{E0067}\u{E007F}", [true, true, true]), ("😀\u{E0067}", [true, false]), ("o\u{34F}\u{301}", [true, false, true]),
        ("\u{3164}", [false]), ("\u{115F}", [false]), ("\u{2800}", [false]), ("\u{AD}", [false]), (" \n가", [true, true, true]),
        ("葛\u{E0100}", [true, false]),
    ])
    func whatCannotBeSeenIsKnown(text: String, expected: [Bool]) {
        #expect(text.flatMap(\.scalarsSeen).map(\.isSeen) == expected)
        #expect(String(String.UnicodeScalarView(text.flatMap(\.scalarsSeen).map(\.scalar))) == text)
    }

    @Test func tablesAreAlignedWhateverTheScript() {
        var page = FigurePage()
        page.table("", columns: ["n"], [["lang ko", "1"], ["source 통신사", "20"], ["source 移动", "300"]])
        let lines = page.text.split(separator: "\n").map(String.init)
        #expect(Set(lines.map(terminalColumns)).count == 1, "\(page.text)")
    }

    @Test func markdownHasTheSameFiguresAndEscapes() {
        var report = EvaluationReport(Evaluation(EvaluationTests.tenMessages))
        var columns = SliceColumns([.source])
        for i in 0..<10 { columns.add { _ in i < 5 ? "a|b_c" : "<img>" } }
        report.slices = Slice.all(of: Evaluation(EvaluationTests.tenMessages), by: columns)
        let text = report.markdown
        #expect(text.hasPrefix("2 of 7 wanted messages in Junk (29 %), at most 64 % (95 % confidence)"))
        #expect(text.contains("| all wanted | 28.57 % | 8.22 – 64.11 % | 2/7 |"))
        #expect(text.contains("source a\\|b\\_c") && text.contains("source \\<img\\>"))
        #expect(text.contains("| transaction | 0 | 1 | 0 | 2 | 0 |"))
        // Every row of a table has as many cells as its head.
        for block in text.components(separatedBy: "\n\n") where block.hasPrefix("|") {
            let cells = block.split(separator: "\n").map { $0.replacing("\\|", with: "").count { $0 == "|" } }
            #expect(Set(cells).count == 1, "\(block)")
        }
    }

    /// Two of 400 move no rate by a point; four may.
    @Test(arguments: [(0, "0 of 400", false), (1, "1 of 400", false), (3, "so these are not figures of new templates", true)])
    func fewKnownMessagesAreNoAlarm(alike: Int, words: String, isDoubt: Bool) {
        var evaluation = Evaluation()
        for i in 0..<400 { evaluation.add(i < 200 ? Outcome("junk", "junk", score: 1) : Outcome("allow", "allow", score: -1)) }
        var report = EvaluationReport(evaluation)
        report.overlap = TrainingOverlap(trained: 1000, seenAlike: Rate(alike, of: 400), groups: alike)
        let text = report.overview.replacing("\n", with: " ")
        #expect(text.contains(words) && report.doubts.isEmpty != isDoubt, "\(text)")
        #expect(text.contains("change recall or false junk by at most 0.5 points.") == (alike == 1), "\(text)")
        // Where the others do as well, nothing is too good.
        let others = Evaluation(
            (0..<200).map { $0 < 100 ? Outcome("junk", "junk", score: 1) : Outcome("allow", "allow", score: -1) })
        let few = "may be known texts with other codes."
        report.unseenTemplates = UnseenTemplates(Evaluation([Outcome("junk", "junk", score: 1)]), groups: nil)
        #expect(report.overview.replacing("\n", with: " ").contains(few) == (alike > 0))
        report.unseenTemplates = UnseenTemplates(others, groups: nil)
        #expect(report.doubts.isEmpty && !report.overview.replacing("\n", with: " ").contains(few))
        let ranked = "100 of 100 junk messages caught (100 %); ROC-AUC 1.0000, recall at 0.2 % false junk 100.00 %."
        #expect(report.overview.replacing("\n", with: " ").contains(ranked) == (alike > 0), "\(report.overview)")
        report.unseenTemplates = UnseenTemplates(
            Evaluation((0..<200).map { $0 < 100 ? Outcome("junk", "allow", score: 1) : Outcome("allow", "allow", score: -1) }),
            groups: nil)
        #expect(report.doubts.isEmpty != isDoubt)
        report.isLater = true
        #expect(report.doubts.isEmpty && (report.repeatSentence?.contains("Later messages often do") ?? false) == (alike > 0))
    }

    /// Junk in a folder of wanted messages is neither in Junk nor in the inbox.
    @Test func junkInFoldersIsOnTheFirstScreen() {
        func report(inPromotions count: Int) -> EvaluationReport {
            var evaluation = Evaluation()
            for i in 0..<40 { evaluation.add(Outcome("junk", i < count ? "promotion" : "junk", score: i < count ? 0 : 2)) }
            for _ in 0..<85 { evaluation.add(Outcome("allow", "allow", score: -1)) }
            return EvaluationReport(evaluation)
        }
        #expect(report(inPromotions: 24).overview.contains("  60 % of junk goes to Promotions (24 of 40)\n"))
        #expect(!report(inPromotions: 4).overview.contains("goes to"))
        #expect(
            report(inPromotions: 4).overview.contains(
                "  0.2 % of 85 wanted messages is none, so this is recall with none in Junk\n"))
    }

    @Test func allThatIsKnownIsWritten() {
        let outcomes = EvaluationTests.tenMessages
        var report = EvaluationReport(Evaluation(outcomes), costs: MistakeCosts(falseJunk: 10, unsure: 0.5))
        var random = BootstrapTests.Numbers(state: 1)
        report.bootstrap = BootstrapIntervals(
            Evaluation(outcomes), groups: (0..<10).map { UInt64($0) }, rounds: 20, costs: report.measured.costs, using: &random)
        var history = SenderHistory()
        for outcome in outcomes { history.add(outcome, sender: "MYBANK") }
        report.senders = history.figures
        report.overlap = TrainingOverlap(trained: 1000, seenAlike: Rate(3, of: 10), groups: 2)
        report.acrossSources = [
            SourceFigures(name: "통신사", trained: 90, overlap: 2, problem: nil, evaluation: Evaluation(outcomes)),
            SourceFigures(name: "bank", trained: 90, overlap: 0, problem: "one class only", evaluation: Evaluation()),
        ]
        for text in [report.text, report.markdown] {
            // Lines are broken where a page has them.
            let text = text.replacing("\n", with: " ")
            for phrase in [
                "Each source by a model of all others", "통신사", "bank: not measured: one class only",
                "20 draws of 10 groups of near duplicates",
                "use the default settings",
                "3 of 10 test messages (30 %) share a template with a training message (2 templates)",
                "senders of a lost message",
                "cost of a message",
                "10.00 for a wanted message in Junk",
            ] {
                #expect(text.contains(phrase), "\(phrase)\n\(text)")
            }
        }
        #expect(report.text.split(separator: "\n").allSatisfy { terminalColumns(String($0)) <= 100 }, "\(report.text)")
    }
}
