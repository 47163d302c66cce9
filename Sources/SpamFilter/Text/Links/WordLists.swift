// Text: the lists of words that hosts are looked up in, as constant data.

/// A list of ASCII words.
enum WordList: UInt16, CaseIterable {
    /// Top-level domains, by how far each is to be trusted (TopLevelDomain).
    case knownEndings, nouns, words, spokenEndings
    /// Second levels that most countries share, and other public suffixes of two labels
    /// (PublicSuffix).
    case sharedLevels, publicSuffixes
    case shorteners

    /// The words in the order of their bytes, between spaces, with a space at either end; fewer
    /// than 8,192 bytes.
    var text: StaticString {
        switch self {
        case .knownEndings: WordList.knownOnes
        case .nouns: WordList.nounList
        case .words: WordList.wordList
        case .spokenEndings: WordList.spoken
        case .sharedLevels: WordList.shared
        case .publicSuffixes: WordList.suffixes
        case .shorteners: WordList.shortenerList
        }
    }

    private static var spoken: StaticString { " biz cn co com example hk info jp kr net org test tw uk xyz " }

    private static var knownOnes: StaticString {
        """
         africa ai app asia au bd berlin bg bid biz br bz ca cc cf cfd ch cl club cn co com cyou cz de dk dz edu eg example fr \
        fyi gd gh gl gmbh gov gq gr gt hk hm hn hu il info ink invalid io iq ir jo jp kh kim kr kw kz lat lb lk llc london \
        ltda lv ly mg ml mn mobi moe mx net ng nl np nyc nz online org osaka ph pk pro pt pw py qa ren ro rs ru rw sbs sg shop \
        site sk sx tech test th tk tn tokyo top tr tv tw tz ua ug uk uy uz vg vin vip vn wang webcam website ws xin xxx xyz za \
        zm zw\u{20}
        """
    }

    private static var nounList: StaticString {
        """
         academy accountant ads art autos baby band bar beauty best bet bingo bio black blackfriday blog blue boats bond buzz \
        cab cafe cam camera care cash casino center charity chat cheap city click clinic cloud coach codes coffee college \
        community company cool credit credits cricket crypto date dating day deal deals delivery dev diamonds digital direct \
        download eco email energy estate eu exchange express faith fan fans farm film finance fish fit fitness fo food forex \
        foundation fun fund game games gift gifts global green group guru hair health help holdings homes host hosting house \
        icu inc ke kg kids land legal life link links live loan loans lol lotto love ltd lu makeup market marketing markets \
        men mom money monster mov movie name network news ni ninja nu one page party pet photo photos pics pink pizza pl plus \
        poker press productions promo pub quest racing red rest review reviews rich rocks run sale school science services \
        sexy shopping show singles skin social software solutions space store stream support surf systems tax taxi team tel \
        tips today tours trade uno vacations ventures vet video vote watch wiki win work works world wow wtf yachts yoga zip \
        zone\u{20}
        """
    }

    private static var wordList: StaticString {
        """
         ac ad ae al am an ar as at ba be bo by cu do ee es et fi fm go hi hr id ie im in is it la li ma me mo ms my no ok om \
        pa pe pm re sa se sh si so st to us ve\u{20}
        """
    }

    private static var shared: StaticString { " ac co com edu go gob gov ne net nom or org " }

    private static var suffixes: StaticString {
        """
         000webhostapp.com ad.jp adv.br alt.za altervista.org amazonaws.com amplifyapp.com angelfire.com app.br appspot.com \
        art.br asn.au asso.fr av.tr azurestaticapps.net azurewebsites.net bbs.tr bel.tr biz.id biz.tr biz.vn bj.cn blog.br \
        blogspot.com blogspot.in blogspot.jp blogspot.kr blogspot.tw br.com bubbleapps.io busan.kr byethost.com cafe24.com \
        carrd.co chungbuk.kr chungnam.kr cloudfront.net club.tw cn.com co.vu codesandbox.io cq.cn creatorlink.net cri.nz \
        daegu.kr daejeon.kr ddns.net de.com deno.dev desa.id dev.br dr.tr duckdns.org dweb.link dyndns.org dynu.net ebiz.tw \
        eco.br ed.jp editorx.io emp.br eng.br epizy.com es.kr eu.com eu.org fc2.com firebaseapp.com firm.in fj.cn fly.dev \
        framer.app framer.website freeddns.org gabia.io game.tw gangwon.kr gd.cn geek.nz gen.in gen.nz gen.tr github.io \
        githubusercontent.com gitlab.io glitch.me gob.mx godaddysites.com gouv.fr gr.jp gub.uy gwangju.kr gyeongbuk.kr \
        gyeonggi.kr gyeongnam.kr hatenablog.com hb.cn health.nz health.vn herokuapp.com hn.cn hopto.org hs.kr i.ng i.ph id.au \
        idv.hk idv.tw imweb.me in.net in.th in.ua incheon.kr ind.br ind.in inf.br infinityfreeapp.com info.tr info.vn int.pt \
        int.vn ipfs.io iwi.nz jeju.kr jeonbuk.kr jeonnam.kr jimdofree.com jimdosite.com jp.net jpn.com js.cn jus.br k12.tr \
        kep.tr kg.kr kiev.ua kiwi.nz kyiv.ua law.za leg.br lg.jp loca.lt log.br lovable.app ltd.uk maori.nz me.uk med.br mi.th \
        mil.br mil.cn mil.id mil.kr mil.my mil.ng mil.ph mil.tw mobi.ng modoo.at ms.kr msk.ru my-free.website my.id myftp.org \
        myshopify.com mystrikingly.com name.my name.ng name.tr name.vn neocities.org netlify.app ngo.ph ngrok-free.app \
        ngrok-free.dev ngrok.app ngrok.io nhs.uk nic.in nis.za no-ip.biz no-ip.org nom.br nom.es nom.fr nom.za nome.pt \
        notion.site now.sh onrender.com oopy.io pages.dev pe.kr per.sg plc.uk pol.tr police.uk ponpes.id pro.vn psc.br publ.pt \
        r2.dev railway.app re.kr repl.co replit.app replit.dev res.in rf.gd ru.com run.app sa.com sc.cn sc.kr sch.id sch.ng \
        sch.uk school.nz school.za sd.cn se.net seoul.kr serveo.net sh.cn softr.app spb.ru square.site srv.br stackblitz.io \
        strikingly.com super.site surge.sh sytes.net tec.br tel.tr tistory.com tj.cn translate.goog tripod.com \
        trycloudflare.com tumblr.com tur.br tv.br tv.tr typedream.app uk.com uk.net ulsan.kr us.com vercel.app web.app web.id \
        web.tr web.za webflow.io webnode.page weebly.com weeblysite.com wiki.br windows.net wixsite.com wixstudio.com \
        wordpress.com workers.dev yolasite.com za.com zapto.org zj.cn\u{20}
        """
    }

    private static var shortenerList: StaticString {
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
