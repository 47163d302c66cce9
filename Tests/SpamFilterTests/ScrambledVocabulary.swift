// The invented words that ScrambledMessages shuffles.

/// The words of a language, whether it is written without spaces, and the letters of its made-up
/// words.
struct Vocabulary {
    let words: [String]
    let letters: Range<UInt32>
    var isUnspaced = false

    static let all = [
        Vocabulary(
            words: [
                "a", "account", "and", "at", "bank", "blocked", "bonus", "call", "card", "cash", "claim", "click", "code",
                "dinner",
                "free", "from", "gold", "here", "home", "I", "illegal", "in", "invoice", "is", "it's", "kept", "loan", "lunch",
                "meeting", "no", "now", "offer", "ok", "on", "order", "parcel", "pay", "please", "prize", "reply", "sale", "see",
                "stop", "the", "to", "tomorrow", "txt", "urgent", "verify", "we", "win", "winner", "won", "you", "your",
            ], letters: 0x61..<0x7B),
        Vocabulary(
            words: [
                "가입", "감사합니다", "계좌", "고객님", "광고", "금리", "내일", "대출", "무료", "무료수신거부", "문의", "배송", "번호", "상담", "안녕하세요",
                "오늘", "은행", "이벤트", "입금", "저녁에", "점심", "주문", "주식", "지금", "초대", "카드", "쿠폰", "클릭", "택배", "특가", "한도", "할인",
                "확인", "회의", "ㅋㅋㅋ", "ㅠㅠ", "ㄷㅐㅊㅜㄹ",
            ], letters: 0xAC00..<0xD7A4),
        Vocabulary(
            words: [
                "您好", "免费", "免費", "领取", "領取", "贷款", "貸款", "点击", "链接", "微信", "加", "信用卡", "银行", "账户", "余额", "元", "万",
                "优惠", "优惠券", "快递", "验证码", "今天", "明天", "会议", "吃饭", "了", "的", "我", "你", "退订", "回复", "中奖", "發票", "龍", "门店",
            ], letters: 0x4E00..<0x9FA6, isUnspaced: true),
        Vocabulary(
            words: [
                "お荷物", "ご確認", "ください", "カード", "キャンペーン", "ｷｬﾝﾍﾟｰﾝ", "ポイント", "当選", "無料", "登録", "銀行", "明日", "会議", "です", "ます",
                "の", "は", "を", "が", "へ", "こちら", "お得", "セール", "クーポン", "返信", "不要", "むりょう", "か\u{3099}", "株式", "々", "ヶ月",
            ], letters: 0x3041..<0x30FF, isUnspaced: true),
        Vocabulary(
            words: [
                "банк", "бесплатно", "Ваша", "в", "выигрыш", "деньги", "дом", "завтра", "заём", "звоните", "и", "карта", "код",
                "кредит",
                "на", "обед", "приз", "привет", "ответ", "скидка", "срочно", "СТОП", "счёт", "ссылка", "сорок", "только", "трое",
                "ъ",
            ], letters: 0x430..<0x450),
        Vocabulary(
            words: [
                "acele", "aday", "alışveriş", "banka", "bedava", "bonus", "çekiliş", "değerli", "fırsat", "geliyorum", "güncelle",
                "hesap", "İNDİRİM", "ısı", "iptal", "kampanya", "kazandınız", "kod", "kredi", "müşterimiz", "ödül", "şifre",
                "tıkla",
                "toplantı", "ücretsiz", "yarın",
            ], letters: 0xC0..<0x180),
        Vocabulary(
            words: [
                "Χρήμα", "τώρα", "Σας", "مبروك", "ربحت", "زكاة", "זכית", "בפרס", "ยินดี", "ฟรี", "बधाई", "हो", "Լավ", "ᎠᏂ",
                "naïve", "Straße", "ﬁn", "đồng", "thưởng", "khuyến", "mãi", "gratis", "promoción", "hadiah", "pulsa", "œuvre",
            ], letters: 0x370..<0x700),
    ]

    static let signs = [
        "!", "!!!", "?", ".", ",", "…", "***", "#", "&", "@", "→", "★", "※", "[", "]", "(광고)", "[Web발신]", "【示例】", "<URL>",
        "[PHONE]",
        "\n", "\r\n", "\u{3000}", "、", "。", "😀", "😀😀", "👍🏽", "👩\u{200D}💻", "🇰🇷", "1\u{FE0F}\u{20E3}", "🎁🎁🎁", "\u{FFFC}",
        "\u{FFFC}\u{FFFC}", "\u{FFFD}", "\u{FDFA}", "㈱", "㎏", "①", "½", "me@gold.example", "*gold*", "&amp;", "&#48152;",
        "&#x7ED9;", "&amp;#50896;", "&nbsp;", "&lt;", "&#55357;&#56832;", "&#0;", "&#x110000;", "&#;", "&#12", "~", "\0",
    ]
    static let currencies = ["$", "£", "€", "¥", "₩", "Rp", "TL", "US$", "₺", "₽"]
    static let numberSigns = ["-", ",", ".", ":", "/", " ", "--", "·"]
    static let units = ["원", "元", "万", "円", "%", "TL", "руб", "kg", "월", "日", "시", "th"]
    static let schemes = ["http://", "https://", "hxxp://", "www.", "", "", "HTTPS://", "http://192.0.2.7/", "ftp://x@"]
    static let dots = [".", ".", ".", "[.]", "。", " dot ", "-"]
    static let separators = [" ", ".", "-", "*", "_", "~", "·", "/", "|", "ᅠ", "😀", "♥"]
    static let countries = ["KR", "CN", "JP", "US", "TR", "RU", "GB", "ID", "", "kr", "ZZ", "한국"]
    static let senders = [
        "", "MYBANK", "Parcel", "1588-0000", "010-0000-0000", "+82 10-0000-0000", "+1 (555) 0100", "106500001", "12345",
        "someone.with.a.long.name@gold.example", "광고", "95555", "+90", "gold.example", "😀", "０１０",
    ]
    static let invisible: [UInt32] = [0x200B, 0x200C, 0x200D, 0xAD, 0x2060, 0xFEFF, 0x34F, 0x3164, 0xE0061]
    static let marks: [UInt32] = [0x301, 0x336, 0x338, 0x20DD, 0x302, 0x3099, 0x591]

    /// What stands in for the letters a to z, the letter itself where nothing does.
    static let twins: [LetterTwins] = [
        "аα@4ɐ", "8ь6", "сϲ(", "ԁd", "еε3€", "ƒf", "9ɡ", "һн#", "іι1!|l", "ϳj", "кκ", "1ӏ|I£", "мm", "пո", "оο0ø", "рρ", "qԛ",
        "гʀ", "ѕ$5", "7+т", "υuս", "νv", "ωшw", "хχ*", "уγ", "ʐ2",
    ].map { LetterTwins($0) }
}

/// The scalars that stand in for one letter.
struct LetterTwins {
    let scalars: [UInt32]

    init(_ text: String) { scalars = text.unicodeScalars.map { $0.value } }
}
