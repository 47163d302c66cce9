// Tags, placeholders, emoji and pictures again, from the comments of their tokenizers alone.

@testable import SpamFilter

struct ReferenceMarks {
    let text: [Character]
    /// Up to here stand only tags and spaces.
    private var onlyTags = 0
    private let closing: [Character: Character] = [
        "(": ")", "*": "*", "<": ">", "[": "]", "{": "}", "【": "】", "〔": "〕", "〖": "〗",
    ]
    init(_ text: [Character]) { self.text = text }

    /// The names of placeholders, as Placeholder has them; Traditional ones in Simplified
    /// characters too, as they fold to.
    private static let placeholders: [(name: String, hash: UInt64, words: String)] = [
        ("a link", FeatureHash.close(1, .link), "url link website httpurl 网址 主页 링크 リンク"),
        ("an address in brackets", FeatureHash.close(2, .link), "mail email 邮箱 이메일"),
        ("class phone", NumberClass.phone.feature, "tel phone mobile telephone 电话 電話 手机号 전화번호 휴대전화 电话号码 手机号码 電話番号 电话番号"),
        ("class plain", NumberClass.plain.feature, "num not code digit digits number decimal 号码 数字 번호 숫자 番号 验证码 인증번호 계좌번호"),
        ("class time", NumberClass.time.feature, "time datetime 时间 시간"),
        ("class date", NumberClass.date.feature, "date 日期 날짜 日付"),
        ("class money", NumberClass.money.feature, "money price amount 金额 금액"),
    ]

    /// The tag or placeholder that begins at this sign; signs are asked for from the first to the
    /// last.
    mutating func tags(at i: Int) -> [(String, UInt64)] {
        var found: [(String, UInt64)] = []
        guard let (end, inside) = bracketed(at: i) else { return found }
        let letters = inside.filter { isAlphabetic($0) || isCJK($0) || isDigit($0) }
        if text[i] != "*" {
            let word = String(
                inside[(inside.firstIndex { letters.contains($0) } ?? inside.endIndex)...].prefix { letters.contains($0) })
            if word.count == letters.count, !word.isEmpty,
                let placeholder = ReferenceMarks.placeholders.first(where: {
                    $0.words.split(separator: " ").contains { $0 == word }
                }),
                !(text[i] == "(" && isAlphabetic(word.first!) && word.first != "u")
            {
                found.append((placeholder.name, placeholder.hash))
                return found
            }
            if letters.isEmpty, inside.last == "#" { found.append(("class plain", NumberClass.plain.feature)) }
        }
        guard !letters.isEmpty, text[i] != "&" else { return found }
        let hash = letters.reduce(0) { FeatureHash.roll($0, isDigit($1) ? 0x30 : scalar($1)) } &* FeatureHash.m3
        let before = text[..<i].reversed().prefix { $0.isWhitespace }
        let isSignature = text[i] == "[" || text[i] == "【"
        if i - before.count == onlyTags {
            onlyTags = end
            found.append(("tag \(String(letters)) at the start", FeatureHash.close(hash &+ FeatureHash.m1, .tag)))
            if isSignature { found.append(("signature at the start", FeatureHash.close(1, .tag))) }
        } else if text[end...].allSatisfy({ $0.isWhitespace }) {
            found.append(("tag \(String(letters)) at the end", FeatureHash.close(hash &+ FeatureHash.m2, .tag)))
            if isSignature { found.append(("signature at the end", FeatureHash.close(2, .tag))) }
        } else if before.contains(where: { $0 == "\n" || $0 == "\r" }) {
            found.append(("tag \(String(letters)) in a line", FeatureHash.close(hash &+ FeatureHash.m5, .tag)))
        }
        return found
    }

    private func bracketed(at i: Int) -> (end: Int, inside: [Character])? {
        guard let close = closing[text[i]] else { return nil }
        let begin = i + 1
        guard let end = text[begin...].prefix(25).firstIndex(of: close) else { return nil }
        let inside = Array(text[begin..<end])
        if inside.contains(text[i]) || inside.contains("\n") || inside.contains("\r") { return nil }
        if inside.filter({ isAlphabetic($0) || isCJK($0) || isDigit($0) }).count > 12 { return nil }
        return (end + 1, inside)
    }

    func pictures() -> [(String, UInt64)] {
        let isPicture = { (c: Character) in c == "\u{FFFC}" }
        let count = text.filter(isPicture).count
        guard count > 0 else { return [] }
        var found = [("\(min(count, 3)) pictures", FeatureHash.close(UInt64(min(count, 3)) &* FeatureHash.m1, .image))]
        let alone: UInt64 = text.allSatisfy { isPicture($0) || $0.isWhitespace } ? 1 : 2
        found.append(("pictures \(alone)", FeatureHash.close(FeatureHash.m5 &* alone, .image)))
        let isLetter = { (c: Character) in isAlphabetic(c) || isCJK(c) }
        var i = 0
        while let from = text[i...].firstIndex(where: isPicture) {
            i = text[from...].firstIndex { !isPicture($0) } ?? text.count
            if from > 0, i < text.count, isLetter(text[from - 1]), isLetter(text[i]) {
                found.append(("picture between letters", FeatureHash.close(FeatureHash.m4, .image)))
            }
        }
        return found
    }

    /// A run of one flag, emoji, or sequence of joined ones.
    func emoji(at i: Int) -> (String, UInt64, Int) {
        func isRegional(_ j: Int) -> Bool { j < text.count && (0x1F1E6...0x1F1FF).contains(scalar(text[j])) }
        func sequence(_ j: Int) -> [UInt32] {
            if isRegional(j), isRegional(j + 1) { return [scalar(text[j]), scalar(text[j + 1])] }
            var end = j
            while text[end].unicodeScalars.count == 2, end + 1 < text.count, isEmoji(text[end + 1]) { end += 1 }
            return text[j...end].map(scalar)
        }
        let first = sequence(i)
        var end = i, run = 0
        while end < text.count, isEmoji(text[end]), sequence(end) == first {
            end += first.count
            run += 1
        }
        let hash = first.dropFirst().reduce(UInt64(first[0])) { FeatureHash.roll($0, $1) }
        let token = UInt64(min(run, 3)) &* FeatureHash.m1 &+ hash &* FeatureHash.m3
        return ("emoji \(first) \(min(run, 3))", FeatureHash.close(token, .emoji), end)
    }
}
