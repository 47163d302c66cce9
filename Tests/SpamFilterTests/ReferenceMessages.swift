// Random messages made of pieces that meet every rule of reading.

import Foundation

enum ReferenceMessages {
    private static let ordinary = [
        "free", "Gold", "a", "I", "l", "sale", "ß", "é", "e\u{301}", "đ", "ﬁ", "ё", "Σ", "ς", "ا", "ไ", "हि", "x", "xx", "1", "22",
        "٣", "①",
        ".", ",", ":", ";", "-", "*", "**", "○", "!", "!!", "?", "&", "£", "€", "@", "|", "+", "#", "##", "__", "'", "_", "~",
        "\"", "…", "·",
        "금", "대출", "각", "\u{1100}\u{1161}\u{11A8}", "ㅋㅋ", "ㅏ", "ㄱ", "加", "微信", "龍門", "後", "88元", "か", "か\u{3099}", "ｶﾞ", "ー", "、",
        "。",
        "😀", "😀😀", "👍🏽", "\u{FFFC}", "\u{FE0F}", " ", " ", " ", " ", "\n", "\u{3000}", "㎏", "½", "o", "5oo0", "lO", "i", "xxx",
        "$", "¥", "원",
        "万", "元", "%", "/", "010", "1588", "TL", "Rp", "Rp5", "usd", "월", "시", "12:30", "(", ")", "[", "]", "<", ">", "【", "】",
        "<URL>",
        "[번호]", "&lt;#&gt;", "(광 고)", "[Web발신]", "\r\n", "🇰🇷", "👨‍👩‍👧", "👩", "🇯", "🇰", "*gold*", "Деньги", "дом", "Срочно", "в", "и",
        "Χρήμα",
        "τώρα", "ъ", "Լավ", "ᎠᏂ", "ɢ", "ⅳ", "كارت", "ک", "ی", "ة", "ۀ", "THN", "ΓIA ", "ΣAΣ", "ΩPA", "KAI ", "\u{E000}",
    ]
    private static let hidden = [
        "Ａ", "ｆｒｅｅ", "ⓕⓡⓔⓔ", "🅶🅾🅻🅳", "𝐠𝐨𝐥𝐝", "ƒ", "ɐ", "ʀᴇ", "frее", "gоld", "сash", "αβ", "ωin", "яeal", "сор", "Дoма", "fr33",
        "c@sh", "$ale", "w1n",
        "0ffer", "g0", "l0an", "f.r.e.e", "f r e e", "F-R-E-E", "a b", "g*o*l*d", "don't", "w!n", "b|g", "5ale", "3e", "fr@@e",
        "fr\u{200B}ee", "\u{200B}",
        "\u{200D}", "\u{AD}", "\u{FEFF}", "d\u{336}", "o\u{338}", "e\u{301}\u{302}\u{303}", "\u{301}", "\u{20DD}", "ㄷㅐㅊㅜㄹ",
        "ㅁㅜㄹㅛ", "ㅎ", "ㅘ", "ㄳ", "ￄￂ",
        "대\u{200B}출", "대.출.금.액", "加.微.信", "加 微 信 群", "대 출 상 담", "加*微*信*x", "か・な・で", "대, 출, 금, 액, ", "㉠", "㊎", "𝛑", "ℓ", "℮", "©",
        "†", "§",
    ]

    /// Pieces side by side.
    static func pieces(_ random: inout SeededNumbers) -> String {
        (0..<Int.random(in: 1...14, using: &random)).map { _ in
            (Int.random(in: 0..<3, using: &random) > 0 ? ordinary : hidden).randomElement(using: &random)!
        }.joined()
    }

    private static let words = [
        "free", "loan", "bonus", "gold", "winner", "sale", "cash", "деньги", "кредит", "сорок", "Χρήμα", "προσφορά", "대출", "무료상담",
        "광고", "加微信",
        "免費領取", "贷款", "むりょう", "カード", "12", "click", "привет", "ваша", "fall", "illegal", "zoo",
    ]
    private static let signs = [
        ".", "-", "*", "'", "_", "~", "·", "😀", "\u{FFFC}", "!", ",", "/", "|", "+", "、", "。", "?", "(", "@", ". ", "* ", "**",
        " - ",
    ]
    private static let invisible = ["\u{200B}", "\u{200C}", "\u{200D}", "\u{AD}", "\u{2060}", "\u{FEFF}", "\u{34F}"]
    private static let marks = ["\u{301}", "\u{336}", "\u{338}", "\u{301}\u{302}\u{303}", "\u{20DD}"]
    private static let twins: [Character: [String]] = [
        "a": ["а", "α", "@", "4", "ａ", "ⓐ", "𝐚", "ɐ"], "e": ["е", "ε", "3", "€", "ｅ", "ⓔ", "𝐞", "ǝ"],
        "o": ["о", "ο", "0", "օ", "ｏ", "ø"],
        "i": ["і", "ι", "1", "!", "|", "ｉ"], "s": ["ѕ", "$", "5", "ｓ"], "l": ["1", "ӏ", "|", "ⅼ", "£"], "n": ["п", "ո", "ｎ"],
        "c": ["с", "ϲ", "©"],
        "r": ["г", "ʀ"], "t": ["7", "+", "т"], "b": ["8", "ь", "Ь"], "h": ["һ", "н", "հ"], "g": ["9", "ɡ"], "w": ["ω", "ш"],
        "f": ["ƒ"],
        "е": ["e", "3"], "о": ["o", "0"], "р": ["p"], "с": ["c"], "и": ["u"], "ρ": ["p"], "ο": ["o"], "З": ["3"],
    ]

    /// Ordinary words and hidden ones with spaces between, mostly.
    static func hiddenWords(_ random: inout SeededNumbers) -> String {
        (0..<Int.random(in: 1...7, using: &random)).map { _ in
            let word = words.randomElement(using: &random)!
            return hidden(word, Int.random(in: 0..<9, using: &random), &random)
        }.joined(
            separator: Int.random(in: 0..<5, using: &random) > 0
                ? " " : ["", ".", "\n", "! ", "，"].randomElement(using: &random)!)
    }

    /// A word with one trick played on it.
    private static func hidden(_ word: String, _ trick: Int, _ random: inout SeededNumbers) -> String {
        switch trick {
        case 0: return word
        case 1: return word.map(String.init).joined(separator: " ")
        case 2: return word.map(String.init).joined(separator: signs.randomElement(using: &random)!)
        case 3: return word.map { twins[$0]?.randomElement(using: &random) ?? String($0) }.joined()
        case 4:
            let odds = Int.random(in: 2...4, using: &random)
            return word.map { c in
                Int.random(in: 0..<odds, using: &random) == 0 ? twins[c]?.randomElement(using: &random) ?? String(c) : String(c)
            }.joined()
        case 5: return word.map(String.init).joined(separator: invisible.randomElement(using: &random)!)
        case 6:
            return word.map { c in Bool.random(using: &random) ? "\(c)" + signs.randomElement(using: &random)! : "\(c)" }.joined()
        case 7: return word.map { "\($0)" + marks.randomElement(using: &random)! }.joined()
        default: return word.decomposedStringWithCompatibilityMapping.unicodeScalars.map { standAlone($0) }.joined()
        }
    }

    /// The stand-alone form of a jamo.
    private static func standAlone(_ scalar: Unicode.Scalar) -> String {
        let leading = Array("ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ"), closing = Array("ㄱㄲㄳㄴㄵㄶㄷㄹㄺㄻㄼㄽㄾㄿㅀㅁㅂㅄㅅㅆㅇㅈㅊㅋㅌㅍㅎ")
        switch scalar.value {
        case 0x1100...0x1112: return String(leading[Int(scalar.value - 0x1100)])
        case 0x1161...0x1175: return String(Unicode.Scalar(scalar.value - 0x1161 + 0x314F)!)
        case 0x11A8...0x11C2: return String(closing[Int(scalar.value - 0x11A8)])
        default: return String(scalar)
        }
    }

    private static let linkPieces = [
        "http://", "https://", "hxxp://", "hxxps[:]//", "http[://]", "http:\\\\", "kakaotalk://", "www.", "m.", "gold", "shop12",
        "my-bank", "win88", "a",
        "bit.ly", "t.co", "gold.test", "gold.com", "gold.co.kr", "co.in", "github.io", "gold.rest", "so", ".so", ".com", ".kr",
        ".test", ".rest",
        ".is", ".vip", "2.app", ".", ".", "[.]", "(dot)", " (.) ", " dot ", " . ", " .", "。", " dot com", " . com", "-", "*", "_",
        "+", "%", "@", "[at]",
        " (at) ", "[@]", "user@", "kim.min", "/", "/a8f3k", "/a/b.apk", "/index.html?id=1", "?q", "#top", ":8080", ":80/x",
        "192.0.2.7", "3221225985",
        "0x7f000001", "[2001:db8::1]", "xn--bj0bj06e", "xn--80ak6aa92e", "xn--gld-", "xn--", "한글", "金币", "에서", "gоld", "ｇｏｌｄ",
        "bank.example",
        "\u{200B}", "()", ")", "]", "'", "\"", ",", "!", "?", ":", ";", " ", " ", " ", " ", "\n", "Call", "now", "v1.2.3", "8.30",
        "$5", "x", "1", ". ", ". com/x", ". net/x", "%70", "%2E", "%7a", "%20", "%", "my-", "/p",
    ]

    /// Pieces of links and addresses, right and wrong ones.
    static func links(_ random: inout SeededNumbers) -> String {
        (0..<Int.random(in: 1...10, using: &random)).map { _ in linkPieces.randomElement(using: &random)! }.joined()
    }

    /// Thousands of words of no rule that looks at the text around, with spaces between.
    static func long(_ random: inout SeededNumbers) -> String {
        let words = [
            "free", "gold", "today", "12:30", "5,000", "대출", "상담은", "加微信", "免費", "かな", "don't", "fr33", "gоld", "деньги", "!",
            "😀", "ⓕⓡⓔⓔ",
        ]
        return (0..<600).map { _ in words.randomElement(using: &random)! }.joined(separator: " ")
    }
}
