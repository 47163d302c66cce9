// Text: hosts that hide where a link goes.

/// Well-known public shorteners, whole hosts. Senders cannot be told by them, but how they write can.
enum Shortener {
    static func holds(_ host: UnsafeMutablePointer<FoldedScalar>, _ count: Int, _ words: WordTable) -> Bool {
        count <= longest && words.contains(host, count, in: .shorteners)
    }

    /// `smarturl.it` and `m.tb.cn` are short, as their trade asks.
    private static var longest: Int { 18 }

    static var list: StaticString {
        """
         0x3.me 1link.in 3.cn 985.so a.co abit.ly adf.ly adfoc.us alie.kr amzn.to app.link asq.kr bc.vc bit.do bit.ly bit.ws \
        bitly.com bitly.kr bl.ink bre.is buff.ly buly.kr c.naver.me c11.kr c1ns.cn c7.gg clck.ru cli.gs clk.im cutt.ly db.tt \
        dlj.li dlvr.it dub.sh durl.kr dwz.cn dwz.date dwz.mk dwz.win fb.me ft12.com gg.gg goo.gl han.gl heylink.me hyp.ae \
        hyperurl.co ift.tt iii.im is.gd ity.im j.mp joo.is kakao.link kko.to kutt.it lihi.cc lihi1.cc lihi1.com lihi2.cc \
        lihi3.cc link24.kr linkis.com linkto.im linktr.ee lnk.to lnkd.in lrl.kr lynk.id m.me m.site.naver.com m.tb.cn m6z.cn \
        me2.do me2.kr mrw.so mssg.me muz.so myppt.cc n.kr naver.me onelink.me onl.la onl.sc onl.tw ouo.io ow.ly page.link \
        po.st ppt.cc prettylinkpro.com pse.is qps.ru qr.ae qr.net qr.paps.jp qrco.de rb.gy rebrand.ly reurl.cc risu.io \
        rotf.lol rrd.me s.click.taobao.com s.id scrnch.me short.gy short.io shorte.st shorturl.at shrtco.de site.naver.com \
        smarturl.it snip.ly snipurl.com soo.gd sourl.cn suo.im suo.nz suo.yt supr.link t.cn t.co t.hk t.ly t.me t2m.kr tb.cn \
        tcnurl.cn tiny.cc tiny.one tiny.pl tinyarrows.com tinyl.io tinyurl.com tr.ee tr.im trib.al u.jd.com u.nu u.to url.cn \
        url.kr urlz.fr ux.nu v.gd v.ht vk.cc vo.la vvd.bz w.url.cn wa.link wa.me wii.kr wo.to x.co x.gd yo.fan yourls.org \
        youtu.be zpr.io zrr.kr\u{20}
        """
    }
}
