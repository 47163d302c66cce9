// Evaluation, attack: letters of other alphabets, digits, signs and other characters that look
// alike. Our own tables; Unicode's confusables have most of the pairs.

extension UnitTrick {
    static let cyrillic = UnitTrick(
        "cyrillic", [.latin], "Cyrillic letters that look like Latin ones",
        swap: LetterSwap(pairs: "aаcсdԁeеhһiіjјkкoоpрqԛsѕwԝxхyуAАBВCСEЕHНIІJЈKКMМOОPРSЅTТXХYУ"))

    static let greek = UnitTrick(
        "greek", [.latin], "Greek letters that look like Latin ones",
        swap: LetterSwap(pairs: "aαcϲeεiιjϳkκnηoοpρtτuυvνwωxχyγAΑBΒEΕHΗIΙKΚMΜNΝOΟPΡTΤXΧYΥZΖ"))

    /// Armenian, Cherokee, Lisu, and Latin letters of phoneticians.
    static let otherAlphabets = UnitTrick(
        "other-alphabets", [.latin], "Armenian, Cherokee and Lisu letters, small capitals and letters of phoneticians",
        swap: LetterSwap(
            pairs: "aɑbʙcᴄdɗeҽfƒgɡhհiɩjʝkᴋlӏmᴍnոoօpƿqզrгsꜱtᴛuսvᴠwᴡxⅹyʏzᴢAᎪBᏴCᏟDᎠEᎬFꓝGᏀHᎻIꓲJᎫKᏦLᏞMᎷNꓠOՕPᏢRᏒSᏚTᎢUՍVᏙWᎳXꓫYᎩZᏃ"))

    /// Han for katakana, katakana for Han, and kana of the one kind for the other where both look
    /// alike.
    static let kanaAndHan = UnitTrick(
        "kana-and-han", [.kana, .han], "Han that looks like katakana, and katakana that looks like Han",
        swap: LetterSwap(pairs: "カ力ロ口ニ二エ工タ夕ト卜ハ八へヘべベぺペリりミ彡チ千力カ口ロ二ニ工エ夕タ卜ト八ハ千チ"))

    /// The Han character of each Kangxi radical, U+2F00 to U+2FD5 (Unicode 15, NFKC of the block).
    static let kangxi = UnitTrick(
        "kangxi", [.han], "Kangxi radicals for the same Han characters",
        swap: {
            let radicals =
                "一丨丶丿乙亅二亠人儿入八冂冖冫几凵刀力勹匕匚匸十卜卩厂厶又口囗土士夂夊夕大女子宀寸小尢尸屮山巛工己巾干幺广廴廾弋弓彐彡彳心戈戶手支攴文斗斤方无日曰月木欠止歹殳毋比毛氏气水火爪"
                + "父爻爿片牙牛犬玄玉瓜瓦甘生用田疋疒癶白皮皿目矛矢石示禸禾穴立竹米糸缶网羊羽老而耒耳聿肉臣自至臼舌舛舟艮色艸虍虫血行衣襾見角言谷豆豕豸貝赤走足身車辛辰辵邑酉釆里金長門阜隶隹雨靑非面革韋韭音"
                + "頁風飛食首香馬骨高髟鬥鬯鬲鬼魚鳥鹵鹿麥麻黃黍黑黹黽鼎鼓鼠鼻齊齒龍龜龠"
            var swap = LetterSwap()
            for (i, scalar) in radicals.unicodeScalars.enumerated() { swap.add(scalar, count: 1, from: 0x2F00 + UInt32(i)) }
            return swap
        }())

    /// As young Koreans write: 대 for 머 and back, 귀 for 커, 며 for 띠, 비 for 네, 과 for 파, each with its
    /// final consonant.
    static let hangulLookAlikes = UnitTrick(
        "hangul-look-alikes", [.hangul], "syllables of a similar shape: 대 and 머, 귀 and 커, 며 and 띠, 비 and 네, 과 and 파",
        swap: {
            var swap = LetterSwap()
            for pair in ["대머", "귀커", "며띠", "비네", "과파"] {
                let (a, b) = (pair.unicodeScalars.first!, pair.unicodeScalars.last!)
                swap.add(a, count: Hangul.tails, from: b.value)
                swap.add(b, count: Hangul.tails, from: a.value)
            }
            return swap
        }())
}

extension UnitTrick {
    static let leet = UnitTrick(
        "leet", [.latin], "digits for letters: fr33, b0nu5",
        swap: LetterSwap(pairs: "a4A4b8B8e3E3g9G9i1I1l1L1o0O0s5S5t7T7z2Z2"))

    static let leetSigns = UnitTrick(
        "leet-signs", [.latin], "signs for letters: c@$h, w!n",
        swap: LetterSwap(pairs: "a@A@c©C©e€E€i!I!l|L|s$S$t+T+x×X×y¥Y¥"))
}
