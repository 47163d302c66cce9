import Foundation
import SpamEvaluation
import SpamFilter
import Testing

@Suite struct SliceTests {
    private func slices(_ outcomes: [Outcome], _ dimension: SliceDimension = .lang, _ value: (Int) -> String) -> [Slice] {
        var columns = SliceColumns([dimension])
        for i in outcomes.indices { columns.add { _ in value(i) } }
        return Slice.all(of: Evaluation(outcomes), by: columns)
    }

    /// Two hundred outcomes; all mistakes are in language "b".
    private static let outcomes: [Outcome] = (0..<200).map { i in
        let isJunk = i % 4 == 0, isBad = i % 2 == 1 || i % 8 == 0
        return Outcome(isJunk ? "junk" : "allow", isJunk != (isBad && i < 100) ? "junk" : "allow", score: Double(i % 17))
    }

    @Test func aSliceIsTheEvaluationOfItsRows() throws {
        let outcomes = try ReferenceFile.outcomes()
        let found = slices(outcomes) { "\($0 % 3)" }
        #expect(Set(found.map(\.value)) == ["0", "1", "2"])
        for slice in found {
            let own = EvaluationReport(Evaluation(outcomes.indices.filter { $0 % 3 == Int(slice.value)! }.map { outcomes[$0] }))
            #expect(slice.n == own.n && slice.junk == own.junk && slice.falseJunk == own.rate(.falseJunk))
            #expect(slice.unsure == own.rate(.unsure) && slice.recall == own.rate(.recall(.junk)))
            #expect(agree(slice.auc, own[.auc]))
        }
    }

    @Test func theWorstComesFirstAndIsSurelyWorse() throws {
        let found = slices(Self.outcomes) { $0 < 100 ? "bad" : "good" }
        #expect(found.map(\.value) == ["bad", "good"])
        #expect(try #require(found[0].gap) > 0)
        #expect((found[1].gap ?? -1) < 0)
        #expect(found[0].falseJunk.value! > found[1].falseJunk.value!)
    }

    /// All of them are lost.
    @Test(arguments: [(4, false), (5, true)])
    func aHandfulHasNoGap(count: Int, isMarked: Bool) throws {
        var left = count
        let outcomes = Self.outcomes
        let lost = Set(
            outcomes.indices.filter { i in
                guard left > 0, outcomes[i].truth != .junk, outcomes[i].action == .junk else { return false }
                left -= 1
                return true
            })
        try #require(lost.count == count)
        let found = slices(outcomes) { lost.contains($0) ? "few" : "others" }
        let gap = try #require(found.first { $0.value == "few" }).gap ?? -1
        #expect((gap > 0) == isMarked)
    }

    @Test func aSliceOfAllIsNotWorse() throws {
        let found = slices(Self.outcomes) { _ in "all" }
        #expect(found.count == 1 && (found[0].gap ?? 1) < 0)
    }

    @Test func slicesOfOneKindAreRankedAgainstAllOfTheOther() throws {
        let outcomes = try ReferenceFile.outcomes()
        let found = slices(outcomes, .class) { outcomes[$0].truth.description }
        #expect(found.count > 4)
        for slice in found {
            // The naive way: every pair.
            let own = outcomes.filter { $0.truth.description == slice.value }
            let isJunk = slice.value == "junk"
            let others = outcomes.filter { ($0.truth == .junk) != isJunk }
            var sum = 0.0
            for a in own {
                for b in others {
                    let (junk, wanted) = isJunk ? (a, b) : (b, a)
                    sum += junk.junkLogOdds > wanted.junkLogOdds ? 1 : junk.junkLogOdds == wanted.junkLogOdds ? 0.5 : 0
                }
            }
            #expect(agree(slice.auc, sum / Double(own.count * others.count)))
        }
    }

    /// Two classes, and no language known: each slice would come twice.
    @Test func theSameMessagesAreShownOnce() {
        let outcomes = (0..<200).map { Outcome($0 % 2 == 0 ? "junk" : "allow", "junk", score: Double($0)) }
        var columns = SliceColumns([.action, .class, .lang, .script])
        for i in outcomes.indices {
            columns.add { dimension in
                switch dimension {
                case .action, .class: outcomes[i].truth.description
                // The language of some is known.
                case .lang: i < 10 ? "ko" : i < 150 ? "Hangul" : "Latin"
                default: i < 150 ? "Hangul" : "Latin"
                }
            }
        }
        let all = Slice.all(of: Evaluation(outcomes), by: columns)
        var shown = EvaluationReport(Evaluation(outcomes))
        shown.slices = all
        #expect(all.count == 9)
        for slice in ["action junk", "action allow", "lang ko", "lang Hangul", "lang Latin", "script Hangul"] {
            #expect(shown.text.contains(" \(slice) "), "\(slice): \(shown.text)")
        }
        for slice in ["class junk", "class allow", "script Latin"] {
            #expect(
                !shown.text.contains(" \(slice) ") && all.contains { "\($0.dimension.rawValue) \($0.value)" == slice }, "\(slice)"
            )
        }
    }

    @Test func rareValuesArePooled() {
        let outcomes = (0..<5000).map { Outcome($0 % 2 == 0 ? "junk" : "allow", "junk", score: Double($0)) }
        let found = slices(outcomes, .source) { $0 < 2500 ? "large" : "s\($0)" }
        #expect(found.count == Slice.mostValues && found.reduce(0) { $0 + $1.n } == 5000)
        #expect(found.first { $0.value == "(others)" }?.n == 2500 - (Slice.mostValues - 2))
        #expect(found.contains { $0.value == "large" && $0.n == 2500 })
    }

    @Test func whatIsUndefinedIsNull() throws {
        let found = slices([Outcome("allow", "allow", score: .nan), Outcome("allow", "allow")]) { "\($0)" }
        #expect(found.allSatisfy { $0.auc == nil && $0.recall.value == nil && $0.gap == nil })
        let fields = try #require(JSONSerialization.jsonObject(with: JSONEncoder().encode(found[0])) as? [String: Any])
        #expect(fields["auc"] is NSNull && fields["gap"] is NSNull && fields["dimension"] as? String == "lang")
        #expect(slices([]) { _ in "" }.isEmpty)
    }

    @Test(arguments: [
        ("Your code is 402913", "Latin"), ("안녕하세요 OTP", "Hangul"), ("您的验证码", "Han"), ("您のコードは", "Kana"),
        ("東京の店舗案内情報特別価格大阪名古屋", "Han"),
        ("Ваш код", "Cyrillic"), ("ｆｒｅｅ", "Latin"), ("123 !!", "no letters"), ("", "no letters"), ("\u{FFFC}", "no letters"),
        ("รหัส", "Thai"),
        ("ሰላም", "other script"),
    ])
    func scriptsAreFound(text: String, name: String) {
        #expect(Script(of: text).name == name)
    }
}
