// Store: Japanese names before titles: 田中様, 田中 太郎 様, 田中さん, タナカさま.

enum JapaneseNames {
    private static let titles = ["様", "さん", "さま"].map { Array($0.unicodeScalars) }
    /// Surnames of a single character. Other single characters before 様 are no names: 同様, 仕様.
    private static let short = Set("林森原関東南西北堀岡谷辻菅畑金李朴王張陳星泉平島城".unicodeScalars)
    private static let general: Set<String> = [
        "お客", "客", "皆", "会員", "奥", "神", "王", "仏", "母", "父", "兄", "姉", "娘", "息子", "患者", "業者", "御社", "店員", "医者", "各位", "担当者", "契約者",
        "利用者",
        "購入者", "保護者", "加入者", "当選者", "同", "多", "仕", "模", "異", "一", "有", "殿", "屋", "多種多", "同業者", "ユーザー", "ゲスト", "メンバー", "オーナー",
        "カスタマー",
        "運転手", "御客", "貴", "両親", "孫", "嫁", "旦那", "弟", "妹", "皆々", "外", "人", "花屋", "本屋", "大家", "隣",
        "企業", "株主", "学生", "生徒", "店長", "社長", "会長", "部長", "課長", "院長", "園長", "先輩", "後輩", "社員", "職員", "差出人", "受取人", "代理人", "相続人",
        "名義人", "管理人", "本人", "友人", "知人", "恋人", "主人", "個人", "法人", "団体", "全員", "子供", "花嫁", "花婿", "新郎", "新婦", "家主", "荷主", "施主", "喪主",
        "読者", "視聴者", "参加者", "応募者", "申込者", "出品者", "落札者", "使用者", "所有者", "関係者", "対象者", "希望者", "受験生", "受講生", "大学生", "高校生",
        "スタッフ", "ドライバー", "パートナー", "リーダー", "ファン", "モデル", "オペレーター", "パパ", "ママ", "ショップ", "サポーター", "クライアント",
        "アカウント", "オタク", "新規", "一般", "既存", "加盟店", "取引先", "担当", "女性", "男性", "初回", "住民", "居住者", "入居者", "受講者", "外国人", "看護師", "芸能人",
        "農家", "職人", "先生", "八百屋", "警察官", "美容師", "主婦", "新人", "有名人", "東京都", "日本郵便",
    ]

    static func find(in text: [Unicode.Scalar]) -> [PersonalSpan] {
        var spans: [PersonalSpan] = []
        for i in text.indices where text[i] == "様" || text[i] == "さ" {
            guard let title = titles.first(where: { text[i...].starts(with: $0) }) else { continue }
            // 様子, 様々, さんざん are words.
            let next = i + title.count
            if next < text.count, title.count == 1 ? "子々式態相".unicodeScalars.contains(text[next]) : text[next] == "ざ" { continue }
            spans += before(i, text)
        }
        return spans
    }

    /// The word before a title, and the word before that after a space.
    private static func before(_ title: Int, _ text: [Unicode.Scalar]) -> [PersonalSpan] {
        var end = title
        if end > 0, isSpace(text[end - 1]) { end -= 1 }
        guard let given = name(endingAt: end, text) else { return [] }
        let start = given.lowerBound
        guard start > 1, isSpace(text[start - 1]), let family = name(endingAt: start - 1, text) else {
            return [PersonalSpan(kind: .name, range: given)]
        }
        return [family, given].map { PersonalSpan(kind: .name, range: $0) }
    }

    /// One to five Chinese characters, or two to eight of katakana.
    private static func name(endingAt end: Int, _ text: [Unicode.Scalar]) -> Range<Int>? {
        guard end > 0 else { return nil }
        let isHan = HanNames.isHan(text[end - 1]) || text[end - 1] == "々"
        let limit = isHan ? 5 : 8
        let start = NameRun.start(before: end, text, limit: limit) { isHan ? HanNames.isHan($0) || $0 == "々" : isKatakana($0) }
        let count = end - start, word = String(text[start..<end])
        guard count <= limit, count >= 2 || count == 1 && isHan && short.contains(text[start]) else { return nil }
        let isPolite = start > 0 && (text[start - 1] == "お" || text[start - 1] == "ご")
        guard !isPolite, !general.contains(word), !general.contains(where: { $0.count > 1 && word.hasSuffix($0) }) else {
            return nil
        }
        return start..<end
    }

    private static func isSpace(_ scalar: Unicode.Scalar) -> Bool { scalar == " " || scalar == "\u{3000}" }

    private static func isKatakana(_ scalar: Unicode.Scalar) -> Bool { (0x30A1...0x30FC).contains(scalar.value) }
}
