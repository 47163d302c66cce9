import Testing

@testable import SpamFilter

/// Traditional characters as Simplified ones, so that a model of one reads the other.
@Suite struct HanTests {
    private let asWritten = TokenizerSettings(simplifiesHan: false)

    /// Sentences as they are written in Taiwan, Hong Kong and on the mainland.
    @Test(arguments: [
        ("恭喜您獲得現金紅包", "恭喜您获得现金红包"), ("您的包裹已到達，請點擊連結領取優惠券", "您的包裹已到达，请点击连结领取优惠券"),
        ("閣下嘅戶口已被凍結，請即刻覆核", "阁下嘅户口已被冻结，请即刻复核"), ("貸款額度已開通，無抵押", "贷款额度已开通，无抵押"),
        ("【測試銀行】驗證碼為１２３４", "【测试银行】验证码为１２３４"), ("電話費帳單逾期，請儘速繳納", "电话费帐单逾期，请尽速缴纳"),
        ("歡迎參觀博物館", "欢迎参观博物馆"), ("頭髮護理體驗", "头发护理体验"), ("馬上訂購禮盒", "马上订购礼盒"),
    ])
    func traditionalReadsAsSimplified(_ row: (traditional: String, simplified: String)) {
        #expect(hashes(of: row.traditional) == hashes(of: row.simplified), "\(folded(row.traditional))")
        #expect(hashes(of: row.traditional, asWritten) != hashes(of: row.simplified, asWritten))
        #expect(signals(of: row.traditional).isEmpty)
    }

    /// A character that both write, or only the mainland does, is read alike whatever the setting.
    @Test(arguments: ["恭喜您获得现金红包", "加微信", "请即刻领取", "二〇二六年", "𠀀𪛖𰀀", "時", "々"])
    func settingOnlyMovesTraditionalCharacters(_ text: String) {
        let holdsTraditional = text == "時"
        #expect((hashes(of: text) != hashes(of: text, asWritten)) == holdsTraditional)
    }

    /// What a character becomes stays; two spellings of one thing never part.
    @Test func simplifiedCharactersStay() {
        let table = FoldingTable(simplifiesHan: true)
        for scalar in UInt32(0x3400)..<0xA000 {
            let once = table.fold(scalar)
            guard once.kind == .han else { continue }
            #expect(table.fold(once.scalar).scalar == once.scalar, "U+\(String(scalar, radix: 16, uppercase: true))")
        }
    }

    /// Japanese forms that are Traditional ones too become Simplified like these, in every text the
    /// same; those of Japan alone stay.
    @Test(arguments: [
        ("当選おめでとうございます", "当选おめでとうございます"), ("無料登録", "无料登録"), ("沢山の円", "沢山の円"), ("時々", "时々"),
    ])
    func japaneseIsReadTheSameEverywhere(_ row: (text: String, read: String)) {
        #expect(folded(row.text) == row.read)
        #expect(hashes(of: row.text) == hashes(of: row.read))
    }

    /// Twins of one character for old code pages, and radicals.
    @Test(arguments: [
        ("\u{F90A}", "金"), ("\u{F9DA}", "栗"), ("\u{F92F}", "勞"), ("\u{F92F}", "劳"), ("\u{2F81A}", "冬"), ("⼤⼩⼈", "大小人"),
        ("㊗㊙㊣", "祝秘正"), ("\u{2F1A}", "厂"),
    ])
    func compatibilityIdeographsReadAsTheirOwn(_ pair: (String, String)) {
        #expect(hashes(of: pair.0) == hashes(of: pair.1), "\(scalarNumbers(folded(pair.0)))")
    }
}
