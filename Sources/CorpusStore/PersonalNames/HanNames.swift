// Store: Chinese names before titles and greetings, and after words of respect: 王芳女士, 王芳您好, 尊敬的王芳.

enum HanNames {
    private static let titles = list("先生 女士 小姐 太太 老师 老師 同学 同學 经理 經理 医生 醫生 师傅 師傅")
    private static let greetings = list("您好 你好")
    private static let respect = list("尊敬的 亲爱的 親愛的 敬爱的 敬愛的 致")
    /// The most common surnames, in simplified and traditional characters.
    private static let surnames = Set(
        """
        王李张張刘劉陈陳杨楊黄黃赵趙吴吳周徐孙孫马馬朱胡郭何高林罗羅郑鄭梁谢謝宋唐许許韩韓冯馮邓鄧曹彭曾肖萧蕭田董袁潘于蒋蔣蔡余杜叶葉程苏蘇魏吕呂丁任沈姚卢盧姜崔钟鍾谭譚陆陸汪范
        金石廖贾賈夏韦韋付傅方白邹鄒孟熊秦邱江尹薛闫闫閻段雷侯龙龍史陶黎贺賀顾顧毛郝龚龔邵万萬钱錢严嚴覃武戴莫孔向汤湯温溫康施牛樊葛邢安齐齊易乔喬伍庞龐颜顏倪庄莊聂聶章鲁魯岳翟殷詹申
        欧歐耿关關兰蘭焦俞左柳甘祝包宁寧尚符舒阮柯纪紀梅童凌毕畢单單季裴霍涂成苗谷曲盛冉路翁蓝藍辛管柴蒙鲍鮑华華喻祁蒲房滕屈饶饒解牟艾尤阳陽时時穆农農司卓古吉缪繆简簡车車项項连連芦蘆麦麥
        褚娄婁窦竇戚岑景党黨宫宮费費卜冷晏席卫衛柏宗瞿全佟应應臧闵閔苟邬鄔边邊卞姬邝鄺桂
        """.unicodeScalars.filter { $0.value > 0x7F })
    private static let longSurnames = list("欧阳 歐陽 上官 司马 司馬 诸葛 諸葛 东方 東方 慕容 司徒 夏侯 尉迟 皇甫 令狐")
    /// Words that begin with a surname.
    private static let general = Set(
        list(
            """
            顾客 顧客 车主 車主 高级 高級 高管 金卡 白金 安全 全体 全體 全家 单位 單位 时间 时候 关于 向 应 解 成 连 路 时 安 万 于 于是 何 方 易
            谢谢 謝謝 高兴 高興 方便 马上 馬上 明天 金额 金額 单号 單號 时尚 关注 關注 应聘 成功 贺 祝 祝您 康复 管理 经理 司机 边 应该 童鞋 季 高 温 向您 祝你 施主 游客 党员 黨員 农户 房东 房東 连接 武汉 宁波 成都 温州 广州 万达 华为 金融 白领 包裹
            """
        ).map { NameRun.string($0[...]) })
    private static let nobody = Set(list("各位 这位 這位 那位 一位 几位 幾位 诸位 諸位 两位 兩位 空中 老 的").map { NameRun.string($0[...]) })

    private static func list(_ words: String) -> [[Unicode.Scalar]] {
        words.split(whereSeparator: \.isWhitespace).map { Array($0.unicodeScalars) }
    }

    static func find(in text: [Unicode.Scalar]) -> [PersonalSpan] {
        text.indices.flatMap { i -> [PersonalSpan] in
            guard isHan(text[i]) else { return [] }
            let rest = text[i...]
            if titles.contains(where: { rest.starts(with: $0) }) { return beforeTitle(i, text) }
            if let words = greetings.first(where: { rest.starts(with: $0) }) {
                return beforeGreeting(i, text) + afterGreeting(i + words.count, text)
            }
            if let words = respect.first(where: { rest.starts(with: $0) }) { return after(i + words.count, text) }
            return []
        }
    }

    /// The longest name that ends there: 恭喜王女士 has one of a single character. Without a known
    /// surname, the whole word.
    private static func beforeTitle(_ end: Int, _ text: [Unicode.Scalar]) -> [PersonalSpan] {
        let start = startOfRun(before: end, text)
        guard start < end else { return [] }
        for length in stride(from: min(4, end - start), through: 1, by: -1) {
            let run = text[end - length..<end]
            if isName(run, atLeast: 1) { return [PersonalSpan(kind: .name, range: run.startIndex..<end)] }
        }
        let word = NameRun.string(text[start..<end])
        guard end - start <= 3, !nobody.contains(where: { word.hasSuffix($0) }) else { return [] }
        return [PersonalSpan(kind: .name, range: start..<end)]
    }

    /// A whole word with a known surname: 王芳您好, or 王芳，您好.
    private static func beforeGreeting(_ greeting: Int, _ text: [Unicode.Scalar]) -> [PersonalSpan] {
        let end = greeting > 0 && isComma(text[greeting - 1]) ? greeting - 1 : greeting
        let run = text[startOfRun(before: end, text)..<end]
        return isName(run, atLeast: 2) ? [PersonalSpan(kind: .name, range: run.startIndex..<end)] : []
    }

    /// A whole word between two signs: 您好，王芳：.
    private static func afterGreeting(_ end: Int, _ text: [Unicode.Scalar]) -> [PersonalSpan] {
        guard end < text.count, isComma(text[end]) else { return [] }
        let run = text[(end + 1)...].prefix(5).prefix(while: isHan)
        guard run.endIndex == text.count || isComma(text[run.endIndex]) || text[run.endIndex] == "。" else { return [] }
        return isName(run, atLeast: 2) ? [PersonalSpan(kind: .name, range: run.startIndex..<run.endIndex)] : []
    }

    private static func isComma(_ scalar: Unicode.Scalar) -> Bool { "，,：:！! ".unicodeScalars.contains(scalar) }

    /// The name up to the end of the word, a title or a greeting.
    private static func after(_ start: Int, _ text: [Unicode.Scalar]) -> [PersonalSpan] {
        var end = start
        while end < text.count, end - start <= 4, isHan(text[end]) {
            let rest = text[end...]
            if (titles + greetings).contains(where: { rest.starts(with: $0) }) { break }
            end += 1
        }
        return isName(text[start..<end], atLeast: 2) ? [PersonalSpan(kind: .name, range: start..<end)] : []
    }

    /// One to three characters with a surname first, or up to four with a surname of two
    /// characters.
    private static func isName(_ run: ArraySlice<Unicode.Scalar>, atLeast count: Int) -> Bool {
        guard let first = run.first, run.count >= count, !titles.contains(where: { run.firstRange(of: $0) != nil }) else {
            return false
        }
        if longSurnames.contains(where: { run.starts(with: $0) }) { return run.count <= 4 }
        let word = NameRun.string(run)
        return run.count <= 3 && surnames.contains(first)
            && !(run.count > 1 && general.contains(where: { word.hasPrefix($0) && $0.count > 1 }))
    }

    private static func startOfRun(before end: Int, _ text: [Unicode.Scalar]) -> Int {
        NameRun.start(before: end, text, limit: 4) { isHan($0) && $0 != "的" && $0 != "致" }
    }

    static func isHan(_ scalar: Unicode.Scalar) -> Bool {
        (0x4E00...0x9FFF).contains(scalar.value) || (0x3400...0x4DBF).contains(scalar.value)
    }
}
