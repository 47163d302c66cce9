// Evaluation, attack: Chinese by its sound: the usual words of junk in Latin letters, and
// characters of the same sound.

/// Words in a text, each written another way.
private struct WordSwap: Sendable {
    /// By first scalar, the longest word first.
    private var words: [Unicode.Scalar: [(word: [Unicode.Scalar], hidden: String)]] = [:]
    private var hidden: [[Unicode.Scalar]: String] = [:]

    /// Pairs apart by spaces: `"微信=weixin 加=jia"`.
    init(_ pairs: String) {
        for pair in pairs.split(whereSeparator: \.isWhitespace) {
            let sides = pair.split(separator: "=")
            let word = Array(sides[0].unicodeScalars)
            words[word[0], default: []].append((word, String(sides[1])))
            hidden[word] = String(sides[1])
        }
        for first in words.keys { words[first]?.sort { $0.word.count > $1.word.count } }
    }

    func units(_ text: Plaintext) -> [Range<Int>] {
        var found: [Range<Int>] = []
        var i = 0
        while i < text.scalars.count {
            let rest = text.scalars[i...]
            if let entry = words[text.scalars[i]]?.first(where: { rest.starts(with: $0.word) }) {
                found.append(i..<i + entry.word.count)
                i += entry.word.count
            } else {
                i += 1
            }
        }
        return found
    }

    func rewrite(_ word: ArraySlice<Unicode.Scalar>) -> String { hidden[Array(word)] ?? "" }
}

extension UnitTrick {
    private init(_ name: String, _ summary: String, words makeWords: @autoclosure @escaping @Sendable () -> WordSwap) {
        let words = TableWhenNeeded(makeWords)
        self.init(
            name: name, scripts: [.han], summary: summary, find: { words.table.units($0) },
            rewrite: { unit, _, _, out in out.append(contentsOf: words.table.rewrite(unit).unicodeScalars) })
    }

    static let pinyin = UnitTrick(
        "pinyin", "the usual words of Chinese junk in pinyin",
        words: WordSwap(
            """
            微信=weixin 加微信=jiaweixin 威信=weixin 薇信=weixin 扣扣=koukou 电话=dianhua 手机=shouji 联系=lianxi 咨询=zixun 热线=rexian 客服=kefu 公众号=gongzhonghao \
            贷款=daikuan 无抵押=wudiya 抵押=diya 信用卡=xinyongka 额度=edu 利息=lixi 放款=fangkuan 借款=jiekuan 还款=huankuan 征信=zhengxin 银行=yinhang 套现=taoxian \
            发票=fapiao 代开=daikai 办证=banzheng 刻章=kezhang 税=shui 普票=pupiao 增值税=zengzhishui 股票=gupiao 牛股=niugu 涨停=zhangting 投资=touzi 理财=licai \
            收益=shouyi 赚钱=zhuanqian 返利=fanli 佣金=yongjin 兼职=jianzhi 日结=rijie 招聘=zhaopin 刷单=shuadan 赌博=dubo 博彩=bocai 彩票=caipiao 下注=xiazhu \
            娱乐城=yulecheng 棋牌=qipai 百家乐=baijiale 时时彩=shishicai 中奖=zhongjiang 领奖=lingjiang 抽奖=choujiang 奖金=jiangjin 红包=hongbao 优惠=youhui \
            打折=dazhe 折扣=zhekou 特价=tejia 促销=cuxiao 免费=mianfei 赠送=zengsong 活动=huodong 抢购=qianggou 秒杀=miaosha 满减=manjian 领取=lingqu 礼品=lipin \
            会员=huiyuan 开业=kaiye 楼盘=loupan 商铺=shangpu 首付=shoufu 别墅=bieshu 装修=zhuangxiu 美容=meirong 减肥=jianfei 壮阳=zhuangyang 美女=meinv 小姐=xiaojie \
            上门=shangmen 服务=fuwu 点击=dianji 链接=lianjie 网址=wangzhi 登录=denglu 注册=zhuce 充值=chongzhi 提现=tixian 到账=daozhang 冻结=dongjie 异常=yichang \
            退款=tuikuan 快递=kuaidi 验证码=yanzhengma 密码=mima 账户=zhanghu 账号=zhanghao 汇款=huikuan 转账=zhuanzhang 钱=qian 元=yuan 万=wan 加=jia 群=qun 送=song
            """))

    /// Traditional forms of the words are added.
    static let homophones = UnitTrick(
        "homophones", "characters of the same sound: 微信 as 薇芯, 贷款 as 代款",
        words: WordSwap(
            """
            微信=薇芯 加=佳 群=裙 发票=法瞟 贷款=待宽 代开=袋凯 彩票=采漂 博彩=搏采 赌博=堵搏 股票=古漂 棋牌=奇排 投资=头姿 理财=里材 银行=寅航 信用卡=芯用咔 抵押=底压 \
            额度=鹅度 利息=力西 放款=方宽 联系=莲系 电话=店话 手机=首机 咨询=姿询 兼职=尖直 招聘=召娉 赚钱=转前 返利=反力 佣金=拥巾 中奖=种浆 领取=令取 红包=宏包 免费=冕废 \
            优惠=忧会 打折=搭摺 特价=特假 活动=火动 促销=醋消 赠送=增颂 会员=汇圆 充值=冲直 提现=题线 到账=道帐 点击=典机 链接=恋接 网址=罔止 登录=灯录 注册=住册 退款=腿宽 \
            快递=筷弟 验证码=焰证马 密码=蜜马 账户=帐沪 转账=转帐 汇款=会宽 冻结=洞结 异常=易长 美女=镁铝 小姐=晓洁 上门=尚门 服务=福务 减肥=剪肥 楼盘=娄盘 商铺=伤铺 \
            首付=手付 装修=庄修 元=圆 万=萬 钱=前 送=颂 日结=日洁 刷单=唰单 办证=辦正 税=睡
            """))
}
