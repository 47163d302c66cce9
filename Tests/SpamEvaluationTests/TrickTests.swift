// Every trick: what it makes of words that people hide, and that it does so alike every time,
// leaves links alone, and takes any text.

import Foundation
import SpamEvaluation
import Statistics
import Testing

/// Invented, one a script, with what tricks look for.
private let messages = [
    "Claim your free prize now at https://win.example.com/x?id=7 or call 0909 555 0100 today",
    "무료 대출 상담 받으세요 최대 3000만원 http://loan.example/k 머리 커피",
    "加微信领取优惠贷款，点击链接 http://dk.example/a 联系客服，代开发票，群里有红包",
    "請點擊連結領取優惠貸款 https://tw.example/b",
    "カードが利用できません。ロト当選おめでとうございます 二千円",
    "Ваш код 402913",
    "", " ", "🎉🎉", "ok", "12", "\u{FFFC}",
]

extension AttackTrick {
    func hidden(_ text: String, _ strength: Strength = .full, seed: UInt64 = 1) -> String? {
        var random = SplitMix(seed: seed)
        return apply(Plaintext(text), strength, using: &random)
    }
}

/// Swift holds texts equal that are canonically so: tricks make some of these.
private func scalars(_ text: String?) -> [UInt32]? { text.map { $0.unicodeScalars.map(\.value) } }

private func trick(_ name: String) throws -> any AttackTrick {
    try #require(TrickLibrary.all.first { $0.name == name })
}

@Suite struct TrickTests {
    static let all: [any AttackTrick] = TrickLibrary.all + [GoodWords(["home", "집"])]

    @Test func namesAreDifferent() {
        #expect(Set(Self.all.map(\.name)).count == Self.all.count)
        #expect(Self.all.allSatisfy { $0.name.allSatisfy { $0.isLowercase || $0 == "-" } })
    }

    /// At every strength the same messages are touched, so that rates of different strengths are of
    /// the same rows.
    @Test(arguments: all.indices)
    func aMessageIsTouchedAtEveryStrengthOrAtNone(index: Int) {
        let trick = Self.all[index]
        var touched = 0
        for text in messages {
            for seed in UInt64(1)...5 {
                let hidden = Strength.allCases.map { trick.hidden(text, $0, seed: seed) }
                #expect(Set(hidden.map { $0 == nil }).count == 1, "\(trick.name): \(text)")
                for written in hidden { #expect(scalars(written) != scalars(text), "\(trick.name): \(text)") }
                #expect(scalars(hidden[2]) == scalars(trick.hidden(text, .full, seed: seed)))
            }
            touched += trick.hidden(text) == nil ? 0 : 1
        }
        #expect(touched > 0)
    }

    /// Light touches fewer characters than full does, in a text with many that can be.
    @Test func strengthIsAShare() throws {
        let text = Array(repeating: "wonder", count: 50).joined(separator: " ")
        let signs = try trick("zero-width")
        let added = Strength.allCases.map { (scalars(signs.hidden(text, $0)) ?? []).count - text.count }
        #expect(added == [5 * 5, 15 * 5, 50 * 5])
    }

    @Test(arguments: all.indices)
    func linksStayButForTheOneThatHidesThem(index: Int) {
        let trick = Self.all[index]
        guard trick.name != "defanged-links", trick.name != "two-tricks" else { return }
        for text in messages {
            guard let hidden = trick.hidden(text), let link = text.split(separator: " ").first(where: { $0.contains("://") })
            else { continue }
            #expect(hidden.contains(link), "\(trick.name): \(hidden)")
        }
    }

    /// What each writes, at full strength: where several styles are possible, one of these.
    static let examples: [(trick: String, text: String, written: [String])] = [
        ("spaces", "win free money", ["w i n f r e e m o n e y"]),
        ("jamo", "대출 상담", ["ㄷㅐㅊㅜㄹ ㅅㅏㅇㄷㅏㅁ"]),
        ("hangul-look-alikes", "대리 커피 멍", ["머리 귀피 댕"]),
        ("leet", "free call", ["fr33 c411"]),
        ("han-parts", "加群", ["力口君羊"]),
        ("pinyin", "加微信领取", ["jiaweixinlingqu"]),
        ("homophones", "贷款", ["待宽"]),
        ("traditional", "贷款优惠", ["貸款優惠"]),
        ("simplified", "貸款優惠", ["贷款优惠"]),
        ("other-kana", "カードとがん", ["かーどトガン"]),
        ("voicing-apart", "が", ["か\u{3099}", "か゛"]),
        ("kangxi", "一大日", ["\u{2F00}\u{2F24}\u{2F47}"]),
        ("cyrillic", "exacpoy", ["ехасроу"]),
        ("full-width", "win 24 ガ", ["ｗｉｎ ２４ ｶﾞ"]),
        ("circled", "win 가 ア 日", ["ⓦⓘⓝ ㉮ ㋐ ㊐"]),
        (
            "defanged-links", "go https://a.example/x.y now",
            ["[.]", "(.)", " dot ", " . ", "(dot)", "\u{3002}", "\u{FF0E}", "\u{2024}", "[dot]"].map {
                "go hxxps://a\($0)example/x.y now"
            }
        ),
        ("pictures", "加微信", ["加\u{FFFC}微\u{FFFC}信"]),
        ("entities", "oak 반", ["&#111;&#97;&#107; &#48152;", "&#x6F;&#x61;&#x6B; &#xBC18;", "&#x6f;&#x61;&#x6b; &#xbc18;"]),
    ]

    @Test(arguments: examples.indices)
    func aTrickWritesWhatItSays(row: Int) throws {
        let (name, text, written) = Self.examples[row]
        for seed in UInt64(1)...20 {
            let hidden = try trick(name).hidden(text, seed: seed)
            #expect(written.contains { scalars($0) == scalars(hidden) }, "\(name): \(hidden ?? "nothing")")
        }
    }

    /// What people read is what was there: only invisible scalars were added.
    @Test(arguments: ["zero-width", "rare-invisible"])
    func invisibleScalarsAreAllThatIsAdded(name: String) throws {
        for text in messages {
            guard let hidden = try trick(name).hidden(text) else { continue }
            let seen = hidden.unicodeScalars.filter { !$0.properties.isDefaultIgnorableCodePoint }
            #expect(scalars(String(String.UnicodeScalarView(seen))) == scalars(text), "\(name)")
        }
    }

    /// Unicode's own compatibility forms give back the letters.
    @Test(arguments: ["mathematical", "circled", "kangxi", "full-width", "jamo-conjoining"])
    func compatibilityFormsFoldBack(name: String) throws {
        for text in messages where !text.contains("、") && !text.contains("。") {
            guard let hidden = try trick(name).hidden(text) else { continue }
            #expect(
                scalars(hidden.precomposedStringWithCompatibilityMapping)
                    == scalars(text.precomposedStringWithCompatibilityMapping),
                "\(name): \(hidden)")
        }
    }

    @Test(arguments: ["stacked-marks", "one-mark", "struck-through"])
    func marksAreAllThatIsAdded(name: String) throws {
        for text in messages {
            guard let hidden = try trick(name).hidden(text) else { continue }
            let letters = hidden.unicodeScalars.filter { $0.properties.generalCategory != .nonspacingMark }
            #expect(scalars(String(String.UnicodeScalarView(letters))) == scalars(text), "\(name)")
        }
    }

    /// Random bytes, repaired to UTF-8 as every text that arrives is.
    @Test func anyBytesAreTaken() {
        var random = SplitMix(seed: 7)
        for length in stride(from: 0, to: 200, by: 3) {
            let text = String(decoding: (0..<length).map { _ in UInt8(truncatingIfNeeded: random.next()) }, as: UTF8.self)
            for trick in Self.all {
                for strength in Strength.allCases {
                    #expect(scalars(trick.hidden(text, strength)) != scalars(text), "\(trick.name)")
                }
            }
        }
    }

    @Test func goodWordsAreThoseTheModelLikesBest() {
        var search = GoodWordSearch()
        for text in ["meet me home", "home at last meet", "무료 집", "집 앞"] { search.add(wanted: Plaintext(text)) }
        // Asked of those of two messages alone: "집" has one character, and words have two.
        let words = search.words { $0 == "home" ? -2 : -1 }
        #expect(words == ["home", "meet"])
        #expect(GoodWords(words).hidden("win a prize now", .light)?.hasPrefix("win a prize now ") == true)
        #expect(GoodWords([]).hidden("win a prize now") == nil)
    }
}
