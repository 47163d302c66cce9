import SpamFilter
import Testing

@testable import Corpus

@Suite struct LabelMapTests {
    @Test(arguments: [
        ("ham", "allow"), ("Legit", "allow"), ("legitimate", "allow"), ("NORMAL", "allow"), ("good", "allow"),
        ("wanted", "allow"),
        ("notspam", "allow"), ("not_spam", "allow"), ("Not Spam", "allow"), ("not-spam", "allow"), ("clean", "allow"),
        ("0", "allow"), ("0.0", "allow"), ("False", "allow"), ("1.0", "junk"), ("TRUE", "junk"),
        ("spam", "junk"), ("smishing", "junk"), ("fraud", "junk"), ("scam", "junk"), ("phishing", "junk"), ("phish", "junk"),
        ("bad", "junk"), ("1", "junk"), (" spam ", "junk"), ("promo", "promotion"), ("promotional", "promotion"),
        ("ad", "promotion"),
        ("ads", "promotion"), ("advertisement", "promotion"), ("marketing", "promotion"), ("coupon", "promotion/coupons"),
        ("transactional", "transaction"), ("otp", "transaction/others"), ("codes", "transaction/others"),
        ("bank", "transaction/finance"),
        ("finance", "transaction/finance"), ("orders", "transaction/orders"), ("delivery", "transaction/orders"),
        ("스팸", "junk"), ("스미싱", "junk"), ("정상", "allow"), ("垃圾短信", "junk"), ("正常", "allow"), ("迷惑メール", "junk"),
        ("TRANSACTION/PublicServices", "transaction/publicServices"),
    ])
    func wordsOfPublicCorporaAreKnown(word: String, label: String) {
        #expect(LabelMap().label(for: word)?.description == label)
    }

    @Test(arguments: ["", "2", "maybe", "none", "junk/offers", "spam!", "позже"])
    func otherWordsAreNot(word: String) {
        #expect(LabelMap().label(for: word) == nil)
    }

    @Test func everyStrictSpellingIsKnownAndIsNoGuess() {
        for label in Label.all {
            let meaning = LabelMap().meaning(of: label.description)
            #expect(meaning?.label == label)
            #expect(meaning?.guessedFrom == nil)
        }
    }

    @Test(arguments: [
        ("spma", "spam"), ("psam", "spam"), ("spamm", "spam"), ("hma", "ham"), ("juk", "junk"), ("spaam", "spam"),
    ])
    func aSlipIsNearItsWord(slip: String, word: String) {
        #expect(LabelMap.nearest(to: slip)?.word == word)
        #expect(LabelMap.nearest(to: "maps") == nil && LabelMap.nearest(to: "mah") == nil)
    }

    @Test func overrideWinsOverBuiltInWordsAndStrictSpellings() throws {
        let labels = try LabelMap(parsing: "ham=transaction, 2=Promotion/Coupons,junk=allow,확인=Spam,a=b=junk")
        #expect(labels.label(for: "HAM") == Label(.transaction))
        #expect(labels.label(for: "2") == Label(.promotion, .promotionalCoupons))
        #expect(labels.label(for: "junk") == .allow)
        #expect(labels.label(for: "확인") == .junk)
        #expect(labels.label(for: "a=b") == .junk)
        #expect(labels.label(for: "spam") == .junk)
        #expect(try LabelMap(parsing: "") == LabelMap())
    }

    @Test(
        arguments: [
            ("2=junk,spam", "spam", .noEqualsSign, "found no =; write for example spam=junk"),
            (" =junk", " =junk", .noWord, "found nothing before =; "),
            ("2=none", "2=none", .notALabel("none"), "expected a label after =, found \"none\"; write one of: allow, junk, "),
            ("2=", "2=", .notALabel(""), "expected a label after =, found nothing; write one of: allow, "),
            ("2= spamm", "2= spamm", .notALabel("spamm"), "did you mean junk? write one of: allow, "),
            ("2=1", "2=1", .notALabel("1"), "expected a label after =, found \"1\"; "),
            ("2=promotio", "2=promotio", .notALabel("promotio"), "did you mean promotion? "),
            ("2=junk,2=allow", "2=allow", .secondLabel(word: "2", first: .junk), "a second one after 2=junk; leave one "),
        ] as [(String, String, LabelMapError.Problem, String)])
    func badEntryIsRefusedWithWhatIsWrong(entries: String, entry: String, problem: LabelMapError.Problem, words: String) {
        let error = LabelMapError(entry: entry, problem: problem)
        #expect(throws: error) { try LabelMap(parsing: entries) }
        #expect(error.description.hasPrefix("label map \"\(entry)\": expected "))
        #expect(error.description.contains(words))
    }

    @Test func guessesAreCountedAndStrictSpellingsAreNot() throws {
        var options = CorpusOptions()
        options.labels = LabelMap(["2": .junk])
        let reading = try read("ham\ta\nHam\tb\nallow\tc\nspam\td\n2\te\n", options: options)
        #expect(reading.guesses.map(\.description) == ["ham -> allow (2 rows)", "2 -> junk (1 row)", "spam -> junk (1 row)"])
    }

    @Test func endlessSpellingsOfAWordAreOneGuess() throws {
        let rows = (0..<200).map { "\(String(repeating: " ", count: $0))spam\ttext \($0)" }.joined(separator: "\n")
        #expect(try read(rows).guesses.map(\.description) == ["spam -> junk (200 rows)"])
    }
}
