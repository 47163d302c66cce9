// Text: which endings make a bare word.word a host. Under the full list every pair of words joined by a missing space
// ("now.Call me") would be a host; so endings that are words too ask for more than the word before them.

/// How far the last label of a bare host is to be trusted.
enum TopLevelDomain {
    /// Taken for a host wherever it stands.
    case known
    /// A noun too, as `rest` or `bond`: taken with a path, a third label, or a label such as `win-88`.
    case alsoNoun
    /// A word that begins sentences, as `is` or `so`: taken with a path, under a second level (`co.in`), or behind `www.` or `m.`
    case alsoWord
    case unknown

    init(_ label: UnsafeMutablePointer<FoldedScalar>, _ length: Int, _ words: WordTable) {
        switch length {
        // None begins with a digit: numbers with dots are not looked up.
        case 2...10 where label[0].kind == .letter && label[0].scalar < 0x80:
            if words.contains(label, length, in: .knownEndings) {
                self = .known
            } else if words.contains(label, length, in: .nouns) {
                self = .alsoNoun
            } else {
                self = words.contains(label, length, in: .words) ? .alsoWord : .unknown
            }
        default: self = .unknown
        }
    }

    /// Whether the label ends hosts that are read out: `gold dot com`.
    static func isSpoken(_ label: UnsafeMutablePointer<FoldedScalar>, _ length: Int, _ words: WordTable) -> Bool {
        words.contains(label, length, in: .spokenEndings)
    }

    static var spoken: StaticString { " biz cn co com example hk info jp kr net org test tw uk xyz " }

    static var knownOnes: StaticString {
        """
         africa ai app asia au bd berlin bg bid biz br bz ca cc cf cfd ch cl club cn co com cyou cz de dk dz edu eg example fr \
        fyi gd gh gl gmbh gov gq gr gt hk hm hn hu il info ink invalid io iq ir jo jp kh kim kr kw kz lat lb lk llc london \
        ltda lv ly mg ml mn mobi moe mx net ng nl np nyc nz online org osaka ph pk pro pt pw py qa ren ro rs ru rw sbs sg shop \
        site sk sx tech test th tk tn tokyo top tr tv tw tz ua ug uk uy uz vg vin vip vn wang webcam website ws xin xxx xyz za \
        zm zw\u{20}
        """
    }

    static var nouns: StaticString {
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

    static var words: StaticString {
        """
         ac ad ae al am an ar as at ba be bo by cu do ee es et fi fm go hi hr id ie im in is it la li ma me mo ms my no ok om \
        pa pe pm re sa se sh si so st to us ve\u{20}
        """
    }
}
