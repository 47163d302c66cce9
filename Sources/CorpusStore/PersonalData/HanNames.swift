// Store: Chinese names before titles and greetings, and after words of respect: 王芳女士, 王芳您好, 尊敬的王芳.

enum HanNames {
    private static let titles = list("先生 女士 小姐 太太 老师 老師 同学 同學 经理 經理 医生 醫生 师傅 師傅")
    private static let greetings = list("您好 你好")
    private static let respect = list("尊敬的 亲爱的 親愛的 敬爱的 敬愛的 致")
    /// Whom a message to many greets. A name may follow: 尊敬的客户王芳.
    private static let groups = list("客户 客戶 会员 會員 用户 用戶 顾客 顧客 旅客 家长 家長 业主 業主")
    private static let endsOfNames = titles + greetings
    /// What any of these words begins with: most characters of a text begin none.
    private static let firsts = ScalarSet((endsOfNames + respect).compactMap(\.first))
    /// The most common surnames, in simplified and traditional characters.
    private static let surnames = ScalarSet(
        """
        王李张張刘劉陈陳杨楊黄黃赵趙吴吳周徐孙孫马馬朱胡郭何高林罗羅郑鄭梁谢謝宋唐许許韩韓冯馮邓鄧曹彭曾肖萧蕭田董袁潘于蒋蔣蔡余杜叶葉程苏蘇魏吕呂丁任沈姚卢盧姜崔钟鍾谭譚陆陸汪范
        金石廖贾賈夏韦韋付傅方白邹鄒孟熊秦邱江尹薛闫閆閻段雷侯龙龍史陶黎贺賀顾顧毛郝龚龔邵万萬钱錢严嚴覃武戴莫孔向汤湯温溫康施牛樊葛邢安齐齊易乔喬伍庞龐颜顏倪庄莊聂聶章鲁魯岳翟殷詹申
        欧歐耿关關兰蘭焦俞左柳甘祝包宁寧尚符舒阮柯纪紀梅童凌毕畢单單季裴霍涂成苗谷曲盛冉路翁蓝藍辛管柴蒙鲍鮑华華喻祁蒲房滕屈饶饒解牟艾尤阳陽时時穆农農卓古吉缪繆简簡车車项項连連芦蘆麦麥
        褚娄婁窦竇戚岑景党黨宫宮费費卜冷晏席卫衛柏宗瞿佟应應臧闵閔苟邬鄔边邊卞姬邝鄺桂
        """.unicodeScalars.filter { $0.value > 0x7F })
    /// Surnames that end words as well. Behind another character they are no name: 冬季女士, 主管医生.
    private static let endsOfWords = ScalarSet(
        "管季时時成万萬方路连連关關边邊单單向应應解安车車金高白马馬华華石温溫康施平毛章党黨费費席卫衛项項古吉简簡农農牛尚任房包程史纪紀景江龙龍阳陽田宫宮林钱錢谷曲段钟鍾童梅叶葉于何易余"
            .unicodeScalars)
    private static let longSurnames = list("欧阳 歐陽 上官 司马 司馬 诸葛 諸葛 东方 東方 慕容 司徒 夏侯 尉迟 皇甫 令狐")
    /// Words of two characters that begin with a surname.
    private static let general = Set(
        list(
            """
            顾客 顧客 车主 車主 高级 高級 高管 金卡 白金 安全 单位 單位 时间 时候 时段 关于 于是 谢谢 謝謝 高兴 高興 方便 马上 馬上 明天 金额 金額
            单号 單號 时尚 关注 關注 应聘 成功 祝您 康复 管理 经理 应该 童鞋 向您 祝你 施主 游客 党员 黨員 农户 房东 房東 连接 武汉 宁波 成都 温州 广州 万达 华为
            金融 白领 包裹 车险 車險 房贷 房貸 高薪 钱包 錢包 周末 週末 周一 周二 周三 周四 周五 周六 周日 周年 周边 周到 高铁 高鐵 高考 高中 高端 高温 高校 高清
            万科 万千 万元 平安 花呗 常年 安居 安装 安裝 安排 安心 安检 温馨 溫馨 金条 金主 金牌 金价 金秋 白酒 白班 车票 車票 车友 车辆 车位 车牌 车间 车站
            单身 單身 成熟 成人 成年 成交 成绩 成本 夏季 夏日 夏天 房产 房屋 房租 房款 房源 时节 时刻 项目 項目
            路上 路线 路况 方案 方面 方式 关爱 关闭 关怀 关系 连续 连锁 应急 应收 包邮 包装 包包 程序 任务 任何 任意 任课 许多 许可 向上 解锁 解除 解决 边境 史上
            路由 余额 餘額 余款 田园 石油 石材 古装 吉祥 简单 简历 农业 农村 农行 农历 汤圆 牛奶 牛年 马年 龙年 武术 卫生 卫视 席位 费用 党委 宫廷 景区 景点
            华夏 华润 江苏 江西 江南 江山 苏州 苏宁 丰田 林业 黄金 黃金 黄山 白天 白云 常州 叶子 柳州 石家 贵宾 梅花 桂林 桂花 何时 何处 易购 沈阳 郑州 徐州 杭州
            兰州 梁山 唐山 洪水 雷锋 毕业 畢業 曲目 谷歌 柏林 符合 舒适 尤其 单元 盛大 盛典 盛夏 盛世 甘肃 宁夏 连云 辛苦 卓越 康乐 季度 季节 左右 欧洲 祝贺 祝福
            祝大 贺岁 贺卡 谢您 高速 高层 高手 高年 周围 毕竟 石头 彭城 莫名 包车 钱款 严重 严禁 严格 尚未 顾问 陆续 陶瓷 毛衣 毛利 温度 温泉 汤泉 万一 万份 万圣 申请 申報 申购
            申报 付款 付费 管家 段子 童装 程女 阳光 陽光 阳台 时装 章程 马来 马拉 龙湖 金源 金地 金葵 单品 成为 成立
            """))

    private static func list(_ words: String) -> [[Unicode.Scalar]] {
        words.split(whereSeparator: \.isWhitespace).map { Array($0.unicodeScalars) }
    }

    static func find(in text: [Unicode.Scalar]) -> [PersonalSpan] {
        var spans: [PersonalSpan] = []
        for i in text.indices where firsts.contains(text[i]) { spans += find(at: i, text) }
        return spans
    }

    /// The name at a title, a greeting or a word of respect.
    private static func find(at i: Int, _ text: [Unicode.Scalar]) -> [PersonalSpan] {
        let rest = text[i...]
        if titles.contains(where: { rest.starts(with: $0) }) { return beforeTitle(i, text) }
        if let words = greetings.first(where: { rest.starts(with: $0) }) {
            return beforeGreeting(i, text) + afterGreeting(i + words.count, text)
        }
        // 导致 is a verb.
        if text[i] == "致", i > 0, isHan(text[i - 1]) { return [] }
        if let words = respect.first(where: { rest.starts(with: $0) }) { return after(i + words.count, text) }
        return []
    }

    /// The longest name that ends there: 恭喜王女士 has one of a single character.
    private static func beforeTitle(_ title: Int, _ text: [Unicode.Scalar]) -> [PersonalSpan] {
        let end = title > 0 && text[title - 1] == " " ? title - 1 : title
        let start = startOfRun(before: end, text)
        for length in stride(from: min(4, end - start), through: 1, by: -1) {
            let run = text[end - length..<end]
            if length == 1, start < end - 1, endsOfWords.contains(run[end - 1]) { continue }
            if isName(run, atLeast: 1) { return [PersonalSpan(kind: .name, range: run.startIndex..<end)] }
        }
        return []
    }

    /// A whole word with a known surname: 王芳您好, or 王芳，您好.
    private static func beforeGreeting(_ greeting: Int, _ text: [Unicode.Scalar]) -> [PersonalSpan] {
        let end = greeting > 0 && isComma(text[greeting - 1]) ? greeting - 1 : greeting
        let run = text[startOfRun(before: end, text)..<end]
        return isName(run, atLeast: 2) ? [PersonalSpan(kind: .name, range: run.startIndex..<end)] : []
    }

    /// A whole word up to a sign: 您好，王芳：, 您好王芳，.
    private static func afterGreeting(_ greeting: Int, _ text: [Unicode.Scalar]) -> [PersonalSpan] {
        let start = greeting < text.count && isComma(text[greeting]) ? greeting + 1 : greeting
        let run = text[start...].prefix(5).prefix(while: isHan)
        guard run.endIndex == text.count || isComma(text[run.endIndex]) || text[run.endIndex] == "。" else { return [] }
        return isName(run, atLeast: 2) ? [PersonalSpan(kind: .name, range: run.startIndex..<run.endIndex)] : []
    }

    private static func isComma(_ scalar: Unicode.Scalar) -> Bool { "，,：:！! ".unicodeScalars.contains(scalar) }

    /// The name up to the end of the word, a title or a greeting: 尊敬的 王芳 女士, 尊敬的客户王芳.
    private static func after(_ respect: Int, _ text: [Unicode.Scalar]) -> [PersonalSpan] {
        var start = respect < text.count && text[respect] == " " ? respect + 1 : respect
        if let group = groups.first(where: { text[start...].starts(with: $0) }) { start += group.count }
        var end = start
        while end < text.count, end - start <= 4, isHan(text[end]), !isEndOfName(end, text) { end += 1 }
        return isName(text[start..<end], atLeast: 2) ? [PersonalSpan(kind: .name, range: start..<end)] : []
    }

    private static func isEndOfName(_ i: Int, _ text: [Unicode.Scalar]) -> Bool {
        firsts.contains(text[i]) && endsOfNames.contains { text[i...].starts(with: $0) }
    }

    /// One to three characters with a surname first, or up to four with a surname of two
    /// characters.
    private static func isName(_ run: ArraySlice<Unicode.Scalar>, atLeast count: Int) -> Bool {
        guard let first = run.first, run.count >= count, run.count <= 4 else { return false }
        guard
            !run.indices.contains(where: { i in
                firsts.contains(run[i]) && titles.contains { run[i...].starts(with: $0) }
            })
        else { return false }
        if longSurnames.contains(where: { run.starts(with: $0) }) { return true }
        return run.count <= 3 && surnames.contains(first) && !general.contains(Array(run.prefix(2)))
    }

    private static func startOfRun(before end: Int, _ text: [Unicode.Scalar]) -> Int {
        NameRun.start(before: end, text, limit: 4) { isHan($0) && $0 != "的" && $0 != "致" }
    }

    static func isHan(_ scalar: Unicode.Scalar) -> Bool {
        (0x4E00...0x9FFF).contains(scalar.value) || (0x3400...0x4DBF).contains(scalar.value)
    }
}
