// Store: finds numbers of letters and digits: A1B2C3D4E5, 1Z999AA10123456784, АБ-1234-ВГ-5678.

enum Identifiers {
    private static let fewest = 5
    /// So many scalars lie at most between a code and its word.
    private static let nearness = 30

    /// Words with letters of any script, five digits and more in all, and something between the
    /// digits. A number with letters only before or behind it is found as a number. Beside a word
    /// for codes, codes of capitals and digits too: 7F3K9A.
    static func find(in text: [Unicode.Scalar], codeWords: [CodeWord] = []) -> [PersonalSpan] {
        var spans: [PersonalSpan] = [], i = 0, near = codeWords[...]
        while i < text.count {
            guard isPart(text[i]) else {
                i += 1
                continue
            }
            if let end = NumberForms.any(at: i, text, hasCode: false) {
                i = end
                continue
            }
            var groups = [Group(at: i, text)]
            while let next = next(after: groups.last!, text) { groups.append(next) }
            i = groups.last!.range.upperBound
            near = near.drop { $0.range.upperBound <= groups[0].range.lowerBound - nearness }
            if let word = near.first, word.range.lowerBound < i + nearness, groups.count == 1, groups[0].isCode(text) {
                spans.append(PersonalSpan(kind: .number, range: groups[0].range))
                continue
            }
            guard groups.reduce(0, { $0 + $1.digits }) >= fewest, let first = groups.first(where: \.hasDigits),
                let last = groups.last(where: \.hasDigits)
            else { continue }
            let range = text[first.range].firstIndex(where: isDigit)!..<text[last.range].lastIndex(where: isDigit)! + 1
            guard text[range].contains(where: { ScalarTraits.of($0).isLetter }) else { continue }
            spans.append(PersonalSpan(kind: .number, range: range, keepsLetters: true))
        }
        return spans
    }

    /// Letters and digits without a sign between them.
    private struct Group {
        let range: Range<Int>
        let digits: Int
        /// Capitals and digits, a capital first: AB12.
        let isOfCapitals: Bool

        var hasDigits: Bool { digits > 0 }

        /// Whether it is a code: letters between two digits, all of them capitals. Nothing of it is
        /// a word, other than in SAVE20.
        func isCode(_ text: [Unicode.Scalar]) -> Bool {
            let word = text[range]
            return (5...10).contains(word.count) && word.split { !isDigit($0) }.count > 1
                && word.allSatisfy { isDigit($0) || ScalarTraits.of($0).isUppercase }
                && word.contains { !isDigit($0) }
        }

        init(at start: Int, _ text: [Unicode.Scalar]) {
            let end = endOfWord(start, text)
            range = start..<end
            digits = text[range].count(where: isDigit)
            isOfCapitals =
                ScalarTraits.of(text[start]).isUppercase && !text[range].contains { ScalarTraits.of($0).isLowercase }
        }
    }

    /// The next part of the same word. Spaces join short groups of capitals and digits only, and no
    /// sign joins a date.
    private static func next(after last: Group, _ text: [Unicode.Scalar]) -> Group? {
        let end = last.range.upperBound
        guard end + 1 < text.count, isPart(text[end + 1]), NumberForms.date(at: end + 1, text) == nil else { return nil }
        let next = Group(at: end + 1, text)
        let isPart =
            switch text[end] {
            case "-", "_": next.hasDigits || next.range.count <= 4
            case "/": last.hasDigits && next.hasDigits
            case " ": [last, next].allSatisfy { $0.isOfCapitals && (2...4).contains($0.digits) }
            default: false
            }
        return isPart ? next : nil
    }

    private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { ScalarTraits.of(scalar).isDecimal }

    /// Letters of scripts without spaces are no part: a sentence would be a word.
    private static func isPart(_ scalar: Unicode.Scalar) -> Bool {
        let traits = ScalarTraits.of(scalar)
        return traits.isDecimal || (traits.isLetter || traits.isMark && !traits.isInvisible) && !traits.isOfUnspacedScript
    }

    private static func endOfWord(_ start: Int, _ text: [Unicode.Scalar]) -> Int {
        var end = start
        while end < text.count {
            if isPart(text[end]) { end += 1 } else if let next = digit(behindUnspaced: end, text) { end = next } else { break }
        }
        return end
    }

    /// The digit behind the letters at a place that belong to the same word as the digit before
    /// them.
    static func digit(behindLetters start: Int, _ text: [Unicode.Scalar]) -> Int? {
        let end = text[start...].firstIndex { !isPart($0) || isDigit($0) } ?? text.count
        if end > start { return end < text.count && isDigit(text[end]) ? end : nil }
        return digit(behindUnspaced: start, text)
    }

    /// Of scripts without spaces one letter joins two digits and more, of Thai two, such as those
    /// of plates: 12가3456, 品川300あ1234. What counts or says how numbers belong together does not:
    /// 10시30.
    private static func digit(behindUnspaced start: Int, _ text: [Unicode.Scalar]) -> Int? {
        guard start > 0, start < text.count, isDigit(text[start - 1]), ScalarTraits.of(text[start]).isOfUnspacedScript else {
            return nil
        }
        let isThai = isThai(text[start])
        let end = text[start...].prefix(3).firstIndex { !ScalarTraits.of($0).isOfUnspacedScript } ?? text.count
        guard end < text.count, isDigit(text[end]) else { return nil }
        let letters = text[start..<end]
        if isThai { return letters.allSatisfy(self.isThai) && !units.contains(Array(letters)) ? end : nil }
        let isJoint =
            letters.count == 1 && !isCounter(text[start]) && text[..<start].suffix(2).count(where: isDigit) == 2
            && text[end...].prefix(2).count(where: isDigit) == 2
        return isJoint ? end : nil
    }

    /// A consonant.
    private static func isThai(_ scalar: Unicode.Scalar) -> Bool { (0xE01...0xE2E).contains(scalar.value) }

    /// Kilogram, kilometre, hour and the like.
    private static let units = Set(
        ["กก", "กม", "ซม", "มม", "มล", "ชม", "ลบ", "บ", "น", "ก", "ม"].map { Array($0.unicodeScalars) })

    static func isCounter(_ scalar: Unicode.Scalar) -> Bool { counters.contains(scalar) }

    private static let counters = ScalarSet(
        """
        年月日号號時时分秒元円圓块塊角点點个個件名位折减減送抵返赠贈至到或与與和及加共约約满滿得享比为為万萬千百亿億兆期第届屆级級路街弄巷幢座栋棟楼樓层層室单單户戶
        天周週岁歲份米里公克斤吨噸度条條款项項章节節页頁台臺部只隻双雙套组組轮輪场場局队隊线線站区區县縣市省村镇鎮乡鄉段班次回番歩倍枚冊本匹杯泊席口割階畳型版代世
        人坪戸丁目先后後前内內外间間起止开開付买買等价價原现現特仅僅超以下上中未含税的有于於码碼签籤笔筆在股币幣美韩韓港新钟鐘合寸片坐券询詢门門涨跌当當强強の内型式赔賠換换退存充领領抽兑兌奖獎赢贏打首末低高限
        はがをにでとものやへかよりまらヶカコケト々
        년월일시분초원개명번호회층동차대장권만천백억조세살주도점위급박인기강편판건통병잔줄쪽면칸평배켤벌채석매종곳곡군등단과와의에로를을은는이까부및또외각당전후간중
        """)
}
