// Text: where hosts are sold one by one. The registrable domain is one label more than its public suffix: `bank.co.kr`, `gold.github.io`.

/// Public suffixes of two labels, chosen out of publicsuffix.org's list: those of the countries that the toolkit is for, and those of
/// hosting that anyone gets for nothing, which is where phishing lives. Any other suffix is one label, and of longer
/// ones the last two labels count.
enum PublicSuffix {
    /// Where the public suffix begins in the host of `count` scalars from `host` on: after a dot, or 0 when it is all suffix.
    static func start(of host: UnsafeMutablePointer<FoldedScalar>, _ count: Int, _ words: WordTable) -> Int {
        let top = labelStart(host, before: count)
        guard top > 0 else { return 0 }
        let second = labelStart(host, before: top - 1)
        // The second levels that most countries share need no row each.
        if count - top == 2, words.contains(host + second, top - 1 - second, in: .sharedLevels) { return second }
        return words.contains(host + second, count - second, in: .publicSuffixes) ? second : top
    }

    /// Where the label begins that ends before index `end`.
    static func labelStart(_ host: UnsafeMutablePointer<FoldedScalar>, before end: Int) -> Int {
        var start = end
        while start > 0, host[start - 1].scalar != 0x2E { start -= 1 }
        return start
    }

    /// Whether a label under a country's is one that all may register below: `co` of `co.kr`.
    static func isShared(_ label: UnsafeMutablePointer<FoldedScalar>, _ length: Int, _ words: WordTable) -> Bool {
        words.contains(label, length, in: .sharedLevels)
    }

    static var shared: StaticString { " ac co com edu go gob gov ne net nom or org " }

    static var list: StaticString {
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
}
