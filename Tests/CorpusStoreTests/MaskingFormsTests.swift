// Masking of a text: forms of numbers, links, addresses and names, in twelve languages.

import Foundation
import SpamFilter
import Testing

@testable import CorpusStore

@Suite struct MaskingFormsTests {
    typealias Row = (text: String, gone: [String], kept: [String])

    private static let links: [Row] = [
        ("https://shop.example/konto/müller?token=geheim77&pin=4711", ["müller", "geheim77", "4711"], ["https://shop.example/"]),
        ("https://x.example/compte/hélène/jeton99x ok", ["hélène", "jeton99x"], [" ok"]),
        ("https://x.example/compte/he\u{301}le\u{300}ne/jeton99x ok", ["jeton99x"], [" ok"]),
        ("https://post.example/đơn/nguyễn-văn-bình?k=a1b2", ["nguyễn", "văn", "bình", "a1b2"], []),
        ("https://kargo.example/takip?ad=ayşe&tel=5321", ["ayşe", "5321"], ["?", "&"]),
        ("https://bank.example/kim홍길동/secret99", ["kim", "홍길동", "secret99"], []),
        ("https://bank.example/a1b2查看https://shop.example/c3d4", ["a1b2", "c3d4"], ["查看https://shop.example/"]),
        ("https://bank.example/a1b2를 눌러", ["a1b2"], ["를 눌러"]), ("https://bank.example/a1b2查看详情", ["a1b2"], ["查看详情"]),
        ("https://x.example/anna.weber https://x.example/in.html", ["anna.weber", "weber"], [".html"]),
        ("https://x.example/eyJhbG.eyJzdWIi.c2lnbg", ["eyJhbG", "eyJzd", "c2lnbg"], []),
        (
            "https://bank.example/%E7%8E%8B%E8%8A%B3?x=%c3%a9", ["%E7%8E%8B", "%E8%8A%B3", "%c3%a9"],
            ["https://bank.example/%E", "?"]
        ),
        ("xn--e1afmkfd.xn--p1ai/secret99token пример.онлайн/secret99", ["secret99", "token"], ["xn--e1afmkfd.xn--p1ai/"]),
        ("2001:db8::7/secret99 bank。example/secret99", ["secret99"], ["2001:db8::7/", " bank。example/"]),
        ("https://bank.example\\secret99 https://bank.example;sid=secret99", ["secret99"], ["https://bank.example"]),
        ("bankapp:pay?token=secret99 https://bank。example/secret99", ["secret99"], ["bankapp:pay?", "https://bank。example/"]),
        ("at 12:30:45/day, is it so:why? Two.words/and", [], ["at 12:30:45/day, is it so:why?"]),
    ]

    private static let addresses: [Row] = [
        ("jo.weller (at) mail (dot) com", ["weller"], [" (at) mail (dot) com"]),
        ("jo.weller [at] mail [dot] com", ["weller"], [" [at] mail [dot] com"]),
        (
            "li.wei@vip.163.com lan@vip.126.com jo@mail.1und1.de", ["wei", "lan", "jo@"],
            ["@vip.163.com", "@vip.126.com", "@mail.1und1.de"]
        ),
        ("jose\u{301}@mail.example สมศักดิ์@อีเมล.ไทย", ["jos", "สมศ"], ["@mail.example", "@อีเมล.ไทย"]),
        ("иван.petrov@mail.example हिन्दी@mail.example", ["иван", "petrov", "हिन्दी"], ["@mail.example"]),
        ("문의jo.weller@mail.example", ["jo.weller"], ["문의"]), ("only @Rs.1.50 each", [], ["only @Rs.1.50 each"]),
    ]

    private static let codes: [Row] =
        [
            "Ihr Bestätigungscode lautet 4711", "Sicherheitscode 4711", "Zugangscode: 4711", "Einmalpasswort 4711", "mTAN 4711",
            "smsTAN: 4711", "Ma xac thuc cua ban la 4711", "PIN번호 4711", "OTP번호는 4711", "확인번호 4711", "비번 4711", "OTP是4711",
            "提取码4711",
            "OTPของคุณคือ 4711", "ŞİFRENİZ 4711", "kodunuzu 4711", "şifrenizi 4711", "Kodenya 4711", "رمزك 4711",
            "كلمة المرور 4711",
            "кодом 4711", "確認番号 4711", "安全码 4711", "确认码 4711", "登录码 4711", "授权码 4711", "비밀 번호 4711", "ma kich hoat 4711",
            "ma bao mat 4711", "Geheimzahl 4711", "TOTP 4711", "passkey 4711",
        ].map { ($0, ["4711"], []) } + [
            ("验证码四七一一", ["四七一一"], ["验证码"]), ("code 123,456", ["123,456"], ["code "]),
            ("your code is 4711, pay $123,456 or 1,250,000", ["4711"], ["$123,456 or 1,250,000"]),
            ("Your code: 7F3K9A", ["7F3K9A", "F3K", "K9A"], ["Your code: "]), ("code AB12CD34", ["AB12CD", "12CD34"], ["code "]),
            ("Verification: K4F7J2.", ["K4F7", "4F7J2"], ["Verification: ", "."]),
            // Words with a number, and codes that no word tells of.
            ("code SAVE20, FREE500", [], ["code SAVE20, FREE500"]), ("kode Combo3GB30hari", [], ["kode Combo3GB30hari"]),
            ("flight 7F3K9A", [], ["flight 7F3K9A"]),
            ("TV 4K2K8 at our shop, in all colours and sizes, with code 4711", ["4711"], ["TV 4K2K8 at"]),
        ]

    private static let numbers: [Row] = [
        ("id 1234A5678B90123", ["1234", "5678", "90123"], ["id ", "A", "B"]),
        ("order 12A34B56C78901", ["78901", "12A34B5"], ["order "]), ("1Z999AA10123456784", ["999AA1", "12345"], ["AA"]),
        ("1Z999AA2525089282", ["1Z999AA2", "25089"], ["AA"]),
        ("ref AB-1234-CD-5678", ["1234-CD-5", "5678"], ["ref AB-", "-CD-"]),
        ("ref A1234-B5678 end", ["1234-B5", "B5678"], ["ref A", "-B"]),
        ("ref AB12 CD34 EF56", ["12 CD34", "34 EF56"], ["ref AB"]),
        ("电话一三八-零零五七-二九四六", ["一三八-零零", "二九四六"], ["电话"]), ("电话 一三八 零零五七 二九四六", ["零零五七 二", "二九四六"], ["电话 "]),
        ("电话 138-零零五七-二九四六", ["零零五七-二", "二九四六"], ["电话 "]), ("电话幺三八零零五七两九四六", ["零零五七两", "五七两九四六"], ["电话"]),
        ("金额壹贰叁肆伍陆柒", ["壹贰叁肆伍"], ["金额"]), ("一、二月 第三四章", [], ["一、二月 第三四章"]),
        ("call 06:12:34:56:78", ["12:34:56"], ["call "]), ("call 020----7946----0123", ["7946", "0123"], ["call "]),
        ("call 020       7946      0123", ["7946", "0123"], ["call "]), ("account 02-12-2345", ["2-2345"], ["account "]),
        ("call 020\(String(repeating: "\u{200B}", count: 17))79460123", ["7946", "0123"], ["call "]),
        ("card 6222 0212 3456 7890 123", ["3456", "7890", " 123"], ["card "]),
        ("call 020 7946 0123, 2024-05-01 12:30", ["7946", "0123"], [", 2024-05-01 12:30"]),
        ("order 48291 - 12:30", ["48291"], [" - 12:30"]), ("Ref 48291, 12.05.2024", ["48291"], [", 12.05.2024"]),
        ("110-123-456789 1,250,000원", ["456789"], [" 1,250,000원"]),
        ("am 01.05.2567 09:05, 3:2 2:1 0:0", [], ["01.05.2567 09:05, 3:2 2:1 0:0"]),
        ("file 2024-05-01T12:30 at 10:30pm 12:00am", [], ["file 2024-05-01T12:30 at 10:30pm 12:00am"]),
        ("hash 0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef", ["0123456", "789abcdef0"], ["hash "]),
    ]

    /// Numbers joined to letters of any script, official forms, odd joints.
    private static let joined: [Row] = [
        ("билет АБ-1234-ВГ-5678", ["1234", "5678"], ["билет АБ-", "-ВГ-"]),
        ("Авто А123ВС777", ["123ВС", "777"], ["Авто А", "ВС"]),
        ("Buchung ÄÖ-1234-ÜÄ-5678", ["1234", "5678"], ["ÄÖ-", "-ÜÄ-"]), ("αρ. ΑΒ-1234-ΓΔ-5678", ["1234", "5678"], ["ΑΒ-"]),
        ("تذكرة أب-1234-جد-5678", ["1234", "5678"], ["أب-"]), ("आरक्षण कख1234गघ5678", ["1234", "5678"], ["कख"]),
        ("จอง กข1234คง5678", ["1234", "5678"], ["กข", "คง"]), ("차량 12가3456 과태료", ["12가3456"], ["차량 ", " 과태료"]),
        ("차량 123너 4567", ["123너", "4567"], ["차량 "]), ("品川300さ1234", ["300さ1234"], ["品川"]), ("ref 12京3456", ["12京3456"], ["ref "]),
        ("код 7Ж3К9А", ["7Ж3К", "3К9"], ["код "]), ("NI no QQ 12 34 56 C ok", ["QQ", "12 34", "56 C"], ["NI no ", " ok"]),
        ("PAN ABCDE1234F", ["ABCDE", "1234"], ["PAN "]), ("MAC 00:1A:2B:3C:4D:5E", ["1A:2B", "3C:4D"], ["MAC "]),
        ("call 12=345=6789", ["345=6", "6789"], ["call "]), ("call 190:850:3", ["190:85", "850:3"], ["call "]),
        ("call 四九五一:八四四二:〇", ["四九五一:八", "四四二:〇"], ["call "]), ("call 一四〇 二六〇 四", ["四〇 二六〇"], ["call "]),
        ("call 683,515,22,285,0862", ["683,515,2", "515,22,2"], ["call "]),
        ("10시30분 3만5000원 满200减100 第12期2025年", [], ["10시30분 3만", "满200减100 第12期2025年"]),
        ("score 21:9 3:2 11:7", [], ["score 21:9 3:2 11:7"]),
    ]

    /// Passwords and user names behind their words, handles, addresses of payment, spelled
    /// addresses.
    private static let secrets: [Row] = [
        ("Password: hunter2secret!", ["hunter2", "secret"], ["Password: ", "!"]),
        ("Your password is kX9$mQ2v", ["kX9", "mQ2v"], ["is ", "$"]),
        ("temp pw: zebra-99-lamp", ["zebra", "99", "lamp"], ["pw: "]), ("PW：haru2024", ["haru", "2024"], ["PW："]),
        ("Tên đăng nhập: lan_ng92 MK: Sen!hong5", ["lan", "ng92", "Sen", "hong5"], ["nhập: ", " MK: "]),
        ("ชื่อผู้ใช้ somchai_88 แล้ว", ["somchai", "88"], ["ชื่อผู้ใช้ "]), ("كلمة السر هي Nour!77", ["Nour", "77"], ["هي "]),
        ("Wifi password for our guests: Sunset!Beach", ["Sunset", "Beach"], ["guests: ", "!"]),
        ("Passwort: sonnenschein", ["sonnen"], ["Passwort: "]),
        ("mot de passe: Abc12345", ["Abc12345"], ["passe: "]), ("su clave: perro77x.", ["perro77x"], ["clave: "]),
        ("senha é gato77x", ["gato77x"], ["senha é "]), ("kata sandi kucing88x", ["kucing88x"], ["sandi "]),
        ("şifreniz: Kedi1923x", ["Kedi1923x"], ["şifreniz: "]), ("mật khẩu là Abc12345", ["Abc12345"], ["khẩu là "]),
        ("密码是kX9$mQ2v，请勿泄露", ["kX9", "mQ2v"], ["密码是", "，请勿泄露"]), ("密碼:9kw57k", ["9kw57k"], ["密碼:"]),
        ("パスワードは「Neko77aB」です", ["Neko77aB"], ["パスワードは「", "」です"]), ("비밀번호는 kX9m2v!", ["kX9m2v"], ["비밀번호는 "]),
        ("รหัสผ่าน abc1234x", ["abc1234x"], ["รหัสผ่าน "]), ("пароль: Zima2290x", ["Zima2290x"], ["пароль: "]),
        ("CVV 123, user jdoe1979", ["123", "jdoe1979"], ["CVV ", ", user "]), ("用户名m32yw7", ["m32yw7"], ["用户名"]),
        ("Instagram @anna.schmidt1984", ["anna", "schmidt", "1984"], ["Instagram @", "."]), ("客服@oyzhbj", ["oyzhbj"], ["客服@"]),
        ("pay ann.bell@okbank", ["ann", "bell"], ["pay ", "@okbank"]),
        ("mail anna at example dot org now", ["anna"], [" at example dot org now"]),
        ("j.doe ät post punkt example", ["j.doe"], [" ät post punkt example"]),
        ("a.roy AT mail DOT example", ["a.roy"], [" AT mail DOT example"]),
        (
            "Forgot your password? Click. Password: please enter it. New password required", [],
            ["Forgot your password? Click. Password: please enter it. New password required"]
        ),
        (
            "see you @home, lunch@work, @Rs500 or @Ksh2,500, 6 for @5", [],
            ["see you @home, lunch@work, @Rs500 or @Ksh2,500, 6 for @5"]
        ),
        ("@bank.example j***@mail.example", [], ["@bank.example", "***@mail.example"]),
        (
            "your password: https://bank.example/login user at BC point Indore", [],
            ["https://bank.example/", "user at BC point Indore"]
        ),
    ]

    private static let names: [Row] = [
        ("홍길동 님, 결제가", ["홍길동"], [" 님, 결제가"]), ("Hello, John Smith", ["John", "Smith"], ["Hello, "]),
        ("Hola, María Pérez", ["María", "Pérez"], ["Hola, "]), ("Olá, João Silva", ["João", "Silva"], ["Olá, "]),
        ("Bonjour, Jean Dupont", ["Jean", "Dupont"], ["Bonjour, "]), ("Hallo, Max Weber", ["Max", "Weber"], ["Hallo, "]),
        ("Merhaba, Ayşe Yılmaz", ["Ayşe", "Yılmaz"], ["Merhaba, "]), ("Halo, Budi Santoso", ["Budi", "Santoso"], ["Halo, "]),
        ("王芳，您好", ["王芳"], ["，您好"]), ("您好，王芳：", ["王芳"], ["您好，"]), ("您好，谢谢！客户，您好。您好！阳光12", [], ["您好，谢谢！客户，您好。您好！阳光12"]),
        ("SAYIN ADA EFE NUR FIRSAT", ["ADA", "EFE", "NUR"], [" FIRSAT"]),
        ("เรียน คุณสมชาย ใจดี ยอด", ["สมชาย", "ใจดี"], ["เรียน คุณ", " ยอด"]), ("สวัสดีค่ะ คุณสมชาย", ["สมชาย"], ["สวัสดีค่ะ คุณ"]),
        ("เรียน คุณลูกค้า สวัสดีคุณได้รับรางวัล", [], ["เรียน คุณลูกค้า สวัสดีคุณได้รับรางวัล"]),
        ("Frau von der Heide, Ihr", ["Heide"], ["Frau von der "]), ("Sra. de la Cruz, su", ["Cruz"], ["Sra. de la "]),
        ("Dear Vincent van Gogh, hi", ["Vincent", "Gogh"], [" van "]),
        ("Olá João Pedro da Silva Santos", ["João", "Pedro", "Silva", "Santos"], [" da "]),
        ("Estimado Juan Carlos Pérez García", ["Juan", "Carlos", "Pérez", "García"], ["Estimado "]),
        ("Dear Will Smith, Dear May Chen", ["Will", "Smith", "May", "Chen"], []),
        ("Hello, This is. Hi Will You. HI WILL YOU COME. Dear Customer Service", [], ["This is. Hi Will You. HI WILL YOU COME"]),
        ("Hola de nuevo. Hello, Parcels are here", [], ["Hola de nuevo. Hello, Parcels are here"]),
    ]

    @Test(arguments: [1, 7, 4711]) func whatIsPersonalIsGone(seed: UInt64) {
        let masker = Masker(Masking(seed: seed))
        for (text, gone, kept) in Self.links + Self.addresses + Self.codes + Self.numbers + Self.joined + Self.secrets
            + Self.names
        {
            let masked = masker.masked(Message(body: text)).body
            for word in gone { #expect(!masked.contains(word), "\(text) -> \(masked)") }
            for word in kept { #expect(masked.contains(word), "\(text) -> \(masked)") }
            #expect(masked.unicodeScalars.count == text.unicodeScalars.count)
        }
    }

    @Test func linksKeepValidEscapes() {
        for seed in 0..<20 {
            let masked = Masker(Masking(seed: UInt64(seed)))
                .masked(Message(body: "https://bank.example/%E7%8E%8B%E8%8A%B3%20%C3%A9t%C3%A9%41")).body
            #expect(masked.removingPercentEncoding != nil, "\(masked)")
        }
    }

    @Test func numbersOfAListAreEachTheirOwn() {
        let masker = Masker(Masking(seed: 5))
        let alone = masker.masked(Message(body: "call 020-7946-0123 now")).body
        let first = masker.masked(Message(body: "call 020-7946-0123, 020-7946-0999 now")).body
        #expect(first.hasPrefix(alone.dropLast(4)))
    }

    @Test func sendersAreMaskedLikeMessages() {
        let masker = Masker(Masking(seed: 5))
        for (sender, gone) in [
            ("M1A2B3C4D5", "1A2B3"), ("https://x.example/secret99", "secret99"), ("jo.weller@mail.example", "weller"),
        ] {
            let masked = masker.masked(Message(body: "hi", sender: sender)).sender ?? ""
            #expect(!masked.contains(gone) && masked.count == sender.count, "\(masked)")
        }
        #expect(masker.masked(Message(body: "hi", sender: "HARBORLN")).sender == "HARBORLN")
        #expect(masker.holdingDigits == 0)
        _ = masker.masked(Message(body: "hi", sender: "010;1234;5678"))
        #expect(masker.holdingDigits == 1)
    }

    /// Numbers, codes, links and addresses, planted in twelve languages.
    @Test func nothingPlantedIsLeft() {
        var words = Invented(seed: 77)
        let codes = [
            "your code is %", "인증번호 %", "验证码：%", "認証コードは%です", "su código es %", "votre code % est",
            "Ihr Sicherheitscode lautet %",
            "sua senha %", "şifreniz %", "Kodenya %", "mã OTP là %", "รหัส OTP %",
        ]
        let joints = ["", "-", " ", ".", "\u{A0}", "  ", "----", "\u{200B}", "/", ":", " - ", ") "]
        let scripts: [(Int) -> String] = [
            { String($0) }, { String(Unicode.Scalar(0x660 + UInt32($0))!) }, { String(Unicode.Scalar(0xFF10 + UInt32($0))!) },
            { String(Array("〇一二三四五六七八九")[$0]) },
        ]
        for round in 0..<250 {
            let joint = joints[words.next(joints.count)], script = scripts[words.next(scripts.count)]
            func number(_ lengths: [Int]) -> String {
                lengths.map { words.digits($0).map { script($0.wholeNumberValue!) }.joined() }.joined(separator: joint)
            }
            let code = number([4]), phone = number([3, 4, 4]), local = words.word() + "." + words.word()
            let path = words.word() + words.digits(2), id = "\(words.digits(2))A\(words.digits(4))B\(words.digits(5))"
            let text =
                codes[round % 12].replacingOccurrences(of: "%", with: code)
                + ". tel \(phone) id \(id) \(local)@mail.example https://shop.example/\(path)"
            let masked = Masker(Masking(seed: UInt64(round % 9))).masked(Message(body: text)).body
            for planted in [local, path, code] { #expect(!masked.contains(planted), "\(text)\n\(masked)") }
            let runs = { (digits: ArraySlice<Int>) in Set(digits.indices.dropLast(4).map { Array(digits[$0..<$0 + 5]) }) }
            let digits = { (text: String) in text.unicodeScalars.compactMap(Digits.valueWithHan) }
            let (before, after) = (digits(text), digits(masked))
            #expect(before.count == after.count)
            var start = 0
            for planted in [code, phone, id] {
                let range = start..<start + digits(planted).count
                start = range.upperBound
                let same = range.count { before[$0] == after[$0] }
                #expect(2 * same <= range.count, "\(planted)\n\(masked)")
                let isFree = runs(before[range]).isDisjoint(with: runs(after[range]))
                #expect(isFree, "\(text)\n\(masked)")
            }
        }
    }

    /// Each place was tried with the features of all that stands around it, however long. How long
    /// a megabyte takes is asked by Tests/Hostile.
    @Test func longPlacesAreMaskedWhole() {
        let texts = [
            String(repeating: "id M12345679 ", count: 38) + "http://a.b/" + String(repeating: "c1/", count: 1000),
            String(repeating: "0918273645", count: 300), "http://a.b/" + String(repeating: "%E7%8E%8B", count: 300),
            String(repeating: "1 ", count: 1000), "1" + String(repeating: " ", count: 3000) + "2",
            String(repeating: "A1-", count: 1000),
        ]
        for text in texts {
            let masked = Masker(Masking(seed: 1)).masked(Message(body: text)).body
            #expect(masked.utf8.count == text.utf8.count)
        }
    }
}
