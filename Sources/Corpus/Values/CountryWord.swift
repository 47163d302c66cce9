// Corpus: countries as files write them. A code, a name or a calling code in, two letters out.

import Foundation

/// A country as a file or a person writes it.
public enum CountryWord {
    /// The two letters of ISO 3166-1; `nil` for anything that is no country.
    ///
    /// `in`, `IND`, `India`, `인도` and `+91` are `IN`. Of a calling code that several countries
    /// share it is the one with the most people: `+1` is `US`. Case, spaces and punctuation do not
    /// count.
    ///
    /// - Complexity: O(1). The first name reads the system's names in all `languages`, some 50 ms.
    public static func letters(of word: String) -> String? {
        let folded = word.foldedName
        if word.contains("+") { return byCallingCode[folded] }
        switch folded.utf8.count {
        case 2 where byThreeLetters.two.contains(folded.uppercased()): return folded.uppercased()
        case 3 where byThreeLetters.three[folded] != nil: return byThreeLetters.three[folded]
        default: return otherNames[folded] ?? names[folded]
        }
    }

    /// Whether a word that was read as a country by these letters may as well be something else in
    /// a file: `NA` is how programs write none, and `+1` and `+7` are of two large countries each.
    static func isOpen(_ word: String, _ letters: String) -> Bool {
        switch letters {
        case "NA": word.trimmingSpaces() == "NA"
        case "US", "RU": word.contains("+")
        default: false
        }
    }

    /// Those of the project's corpora, and a few more.
    private static let languages = """
        en ko zh-Hans zh-Hant ja de es fr pt id tr vi th it ru ar hi nl pl
        """.words

    /// The names that people write and the system does not, in the form that is compared.
    private static let otherNames = [
        "uk": "GB", "greatbritain": "GB", "england": "GB", "america": "US", "unitedstatesofamerica": "US", "uae": "AE",
        "korea": "KR", "republicofkorea": "KR", "한국": "KR", "南韩": "KR", "南韓": "KR", "holland": "NL", "czechrepublic": "CZ",
        "vietnam": "VN", "hongkong": "HK", "香港": "HK", "홍콩": "HK", "macau": "MO", "macao": "MO", "turkey": "TR", "china": "CN",
        "中国": "CN", "中國": "CN", "중국": "CN",
        "russianfederation": "RU", "burma": "MM", "ivorycoast": "CI", "ประเทศไทย": "TH", "mainlandchina": "CN",
    ]

    private static let names: [String: String] = {
        var names: [String: String] = [:]
        for language in languages {
            let locale = Locale(identifier: language)
            for letters in rows.map({ String($0.prefix(2)) }) {
                guard let name = locale.localizedString(forRegionCode: letters).map(\.foldedName) else { continue }
                if names[name] == nil { names[name] = letters }
            }
        }
        return names
    }()

    private static let rows = table.split(separator: " ")

    private static let byThreeLetters: (two: Set<String>, three: [String: String]) = (
        Set(rows.map { String($0.prefix(2)) }),
        Dictionary(uniqueKeysWithValues: rows.map { ($0.dropFirst(2).prefix(3).lowercased(), String($0.prefix(2))) })
    )

    private static let byCallingCode: [String: String] = Dictionary(
        uniqueKeysWithValues: rows.filter { $0.count > 5 }.map { (String($0.dropFirst(5)), String($0.prefix(2))) })

    /// The two and the three letters of each country, and its calling code where it is the first
    /// country of that.
    private static let table = """
        ADAND376 AEARE971 AFAFG93 AGATG AIAIA ALALB355 AMARM374 AOAGO244 AQATA ARARG54 ASASM ATAUT43 \
        AUAUS61 AWABW297 AXALA AZAZE994 BABIH387 BBBRB BDBGD880 BEBEL32 BFBFA226 BGBGR359 BHBHR973 \
        BIBDI257 BJBEN229 BLBLM BMBMU BNBRN673 BOBOL591 BQBES BRBRA55 BSBHS BTBTN975 BVBVT BWBWA267 \
        BYBLR375 BZBLZ501 CACAN CCCCK CDCOD243 CFCAF236 CGCOG242 CHCHE41 CICIV225 CKCOK682 CLCHL56 \
        CMCMR237 CNCHN86 COCOL57 CRCRI506 CUCUB53 CVCPV238 CWCUW599 CXCXR CYCYP357 CZCZE420 DEDEU49 \
        DJDJI253 DKDNK45 DMDMA DODOM DZDZA213 ECECU593 EEEST372 EGEGY20 EHESH ERERI291 ESESP34 \
        ETETH251 FIFIN358 FJFJI679 FKFLK500 FMFSM691 FOFRO298 FRFRA33 GAGAB241 GBGBR44 GDGRD GEGEO995 \
        GFGUF594 GGGGY GHGHA233 GIGIB350 GLGRL299 GMGMB220 GNGIN224 GPGLP590 GQGNQ240 GRGRC30 GSSGS \
        GTGTM502 GUGUM GWGNB245 GYGUY592 HKHKG852 HMHMD HNHND504 HRHRV385 HTHTI509 HUHUN36 IDIDN62 \
        IEIRL353 ILISR972 IMIMN ININD91 IOIOT246 IQIRQ964 IRIRN98 ISISL354 ITITA39 JEJEY JMJAM \
        JOJOR962 JPJPN81 KEKEN254 KGKGZ996 KHKHM855 KIKIR686 KMCOM269 KNKNA KPPRK850 KRKOR82 KWKWT965 \
        KYCYM KZKAZ LALAO856 LBLBN961 LCLCA LILIE423 LKLKA94 LRLBR231 LSLSO266 LTLTU370 LULUX352 \
        LVLVA371 LYLBY218 MAMAR212 MCMCO377 MDMDA373 MEMNE382 MFMAF MGMDG261 MHMHL692 MKMKD389 \
        MLMLI223 MMMMR95 MNMNG976 MOMAC853 MPMNP MQMTQ596 MRMRT222 MSMSR MTMLT356 MUMUS230 MVMDV960 \
        MWMWI265 MXMEX52 MYMYS60 MZMOZ258 NANAM264 NCNCL687 NENER227 NFNFK672 NGNGA234 NINIC505 \
        NLNLD31 NONOR47 NPNPL977 NRNRU674 NUNIU683 NZNZL64 OMOMN968 PAPAN507 PEPER51 PFPYF689 PGPNG675 \
        PHPHL63 PKPAK92 PLPOL48 PMSPM508 PNPCN PRPRI PSPSE970 PTPRT351 PWPLW680 PYPRY595 QAQAT974 \
        REREU262 ROROU40 RSSRB381 RURUS7 RWRWA250 SASAU966 SBSLB677 SCSYC248 SDSDN249 SESWE46 SGSGP65 \
        SHSHN290 SISVN386 SJSJM SKSVK421 SLSLE232 SMSMR378 SNSEN221 SOSOM252 SRSUR597 SSSSD211 \
        STSTP239 SVSLV503 SXSXM SYSYR963 SZSWZ268 TCTCA TDTCD235 TFATF TGTGO228 THTHA66 TJTJK992 \
        TKTKL690 TLTLS670 TMTKM993 TNTUN216 TOTON676 TRTUR90 TTTTO TVTUV688 TWTWN886 TZTZA255 UAUKR380 \
        UGUGA256 UMUMI USUSA1 UYURY598 UZUZB998 VAVAT VCVCT VEVEN58 VGVGB VIVIR VNVNM84 VUVUT678 \
        WFWLF681 WSWSM685 YEYEM967 YTMYT ZAZAF27 ZMZMB260 ZWZWE263
        """
}
