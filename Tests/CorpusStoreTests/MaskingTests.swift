// Masking of a text: persons are gone, features are not.

import Foundation
import SpamFilter
import Testing

@testable import CorpusStore

@Suite struct MaskingTests {
    /// Text, what must be gone, what must stay.
    private static let table: [(text: String, gone: [String], kept: [String])] = [
        ("Call 020-7946-0123 now", ["7946", "0123"], ["Call 020-", " now"]),
        ("문의 010-2345-6789 김가람님", ["2345", "6789", "김가람"], ["문의 010-", "님"]),
        ("您的卡号6222021234567890123已入账", ["6222021234567890123"], ["您的卡号", "已入账"]),
        ("주민번호 900101-1234567", ["900101", "1234567"], ["주민번호 ", "-"]),
        ("write to jo.weller@mail.example today", ["jo.weller"], ["@mail.example today"]),
        (
            "https://shop.example/track/ab12?id=jo77&x=9#f3 go", ["ab12", "jo77"],
            ["https://shop.example/", "?", "=", "&", "#", " go"]
        ),
        ("Dear Jonas Weller, your code is 482913", ["Jonas", "Weller", "482913"], ["Dear ", ", your code is "]),
        ("王小明先生，您好", ["王小明"], ["先生，您好"]),
        ("Dear Customer, on 2024-03-05 you paid 1,250,000", [], ["Dear Customer, on 2024-03-05 you paid 1,250,000"]),
        ("고객님 안녕하세요", [], ["고객님 안녕하세요"]),
        ("전화 010 - 1234 - 5678 로", ["1234", "5678"], ["전화 010 - ", " 로"]),
        ("전화 ０１０－１２３４－５６７８ 로", ["１２３４", "５６７８"], ["전화 ", "－", " 로"]),
        ("call 020\u{2212}7946\u{2212}0123", ["7946", "0123"], ["call 020\u{2212}"]),
        ("call 020\u{A0}7946\u{A0}0123", ["7946", "0123"], ["call 020\u{A0}"]),
        ("account 12-34-5678 there", ["34-5678", "5678"], ["account "]),
        ("on 31-12-2024 or 12/31/2024 or 2024.12.31", [], ["31-12-2024", "2024.12.31"]),
        (
            "at 2024-05-01 12:30 or 01.05.2024 09:05:10, 12:30 2024-05-01", [],
            ["at 2024-05-01 12:30 or 01.05.2024 09:05:10, 12:30 2024-05-01"]
        ),
        ("2024-05-01 12:30 010-2345-6789", ["2345", "6789"], ["2024-05-01 12:30 010-"]),
        ("주민번호 010203-3123456", ["010203", "3123456"], ["주민번호 "]),
        ("https://jo.weller:pass77@host.example/a1b2 x", ["jo.weller", "pass77", "a1b2"], ["https://", "@host.example/", " x"]),
        ("https://shop.example/a11,b22,c33?d=44 end", ["a11", "b22", "c33", "44"], ["https://shop.example/", " end"]),
        ("see http://a.test/x1y2,http://b.test/z3w4, ok", ["x1y2", "z3w4"], ["see http://a.test/", ",http://b.test/", ", ok"]),
        (
            "an o'hara+news@mail.example or josé.weller@mail.example", ["o'hara", "hara", "news", "josé", "weller"],
            ["@mail.example or "]
        ),
        ("문의jo.weller@mail.example", ["jo.weller"], ["문의", "@mail.example"]),
    ]

    /// Digits of other scripts, signs between digits, disguises.
    private static let disguises: [(text: String, gone: [String], kept: [String])] = [
        ("اتصل ٠٥٥١٢٣٤٥٦٧٨ الآن", ["٣٤٥٦", "٥٦٧٨"], ["اتصل ", " الآن"]), ("تماس ۰۹۳۵۷۷۱۲۲۳۴", ["۷۷۱۲", "۲۲۳۴"], ["تماس "]),
        ("कॉल ९८७६५४३२१० अभी", ["५४३२", "३२१०"], ["कॉल ", " अभी"]), ("কল ০১৭১২৩৪৫৬৭৮", ["৩৪৫৬", "৫৬৭৮"], ["কল "]),
        ("โทร ๐๘๑๒๓๔๕๖๗๘", ["๓๔๕๖", "๕๖๗๘"], ["โทร "]), ("call 𝟎𝟏𝟎𝟒𝟒𝟓𝟓𝟔𝟔𝟕𝟕", ["𝟒𝟒𝟓𝟓", "𝟔𝟔𝟕𝟕"], ["call "]),
        ("微信 ①③⑧⓪⓪①③⑧⓪⓪⓪", ["③⑧⓪⓪", "⑧⓪⓪⓪"], ["微信 "]),
        (
            "call 0\u{FE0F}\u{20E3}1\u{FE0F}\u{20E3}0\u{FE0F}\u{20E3}7\u{FE0F}\u{20E3}3\u{FE0F}\u{20E3}9\u{FE0F}\u{20E3}4\u{FE0F}\u{20E3}",
            ["7\u{FE0F}\u{20E3}3\u{FE0F}\u{20E3}9"], ["call "]
        ),
        ("电话一三八零零五七二九四六", ["零零五七", "二九四六"], ["电话"]),
        ("call 010\u{200B}7946\u{200B}0123", ["7946", "0123"], ["call ", "\u{200B}"]),
        ("call 010\u{AD}7946\u{AD}0123", ["7946", "0123"], ["call "]),
        ("call \u{202A}010 7946\u{2060}0123\u{202C}", ["7946", "0123"], ["call \u{202A}"]),
        ("call 030/12/34/56/78", ["12/34", "56/78"], ["call "]), ("call 010_7946_0123", ["7946", "0123"], ["call "]),
        ("call 010*7946*0123 or 010~7946~0123", ["7946", "0123"], [" or "]), ("call 010,7946,0123", ["7946", "0123"], ["call "]),
        ("電話 090ー7946ー0123 まで", ["7946", "0123"], ["電話 ", "ー", " まで"]), ("call 010  7946  0123", ["7946", "0123"], ["call "]),
        ("call 010-\n7946-\n0123", ["7946", "0123"], ["call ", "\n"]),
        ("appelez le 06\u{202F}12\u{202F}34\u{202F}56\u{202F}78", ["12\u{202F}34", "56\u{202F}78"], ["appelez le "]),
        ("call 06\u{2009}12\u{2009}34\u{2009}56\u{2009}78", ["12\u{2009}34", "56\u{2009}78"], ["call "]),
        ("IBAN DE89 3704 0044 0532 0130 00 bitte", ["3704", "0044", "0532", "0130"], ["IBAN DE", " bitte"]),
        ("GB29NWBK60161331926819", ["NWBK", "6016", "1331", "6819"], ["GB"]),
        ("code 4711", ["4711"], ["code "]), ("Your PIN: 123-456", ["123", "456"], ["Your PIN: "]),
        ("验证码 8264，请勿泄露", ["8264"], ["验证码 ", "，请勿泄露"]),
        ("인증번호 [8264]", ["8264"], ["인증번호 [", "]"]), ("kodunuz 82 64", ["82 64"], ["kodunuz "]),
        ("иван.петров@почта.example", ["иван", "петров"], ["@почта.example"]), ("ｊｏｈｎ＠mail.example", ["ｊｏｈｎ"], ["＠mail.example"]),
        ("jo.weller (at) mail.example", ["weller"], [" (at) mail.example"]),
        ("jo.weller @ mail.example", ["weller"], [" @ mail.example"]),
        ("\"jo weller\"@mail.example", ["weller"], ["@mail.example"]),
        ("jo.weller[@]mail[.]example", ["weller"], ["[@]mail[.]example"]),
        ("https://пример.рф/tajnoe/t99x", ["tajnoe", "t99x"], ["https://пример.рф/"]),
        ("https://bank.example/사용자/홍길동비밀?x=비밀번호 확인", ["사용자", "홍길동", "비밀"], ["https://bank.example/", "?", "=", " 확인"]),
        ("https://bank.example/a1b2를 눌러", ["a1b2"], ["https://bank.example/", "를 눌러"]),
        (
            "http://[::1]/hiddentoken 1.2.3.4/hiddentoken [2001:db8::1]:8080/hiddentoken", ["hiddentoken"],
            ["http://[::1]/", " 1.2.3.4/"]
        ),
        ("hxxps://bank[.]example/hiddentoken bank[.]example/hiddentoken", ["hiddentoken"], ["hxxps://bank[.]example/"]),
        (
            "bankapp://pay?token=hiddentoken http://localhost/hiddentoken", ["hiddentoken"],
            ["bankapp://pay?", " http://localhost/"]
        ),
        ("bank.example:8080/hiddentoken bank.example?hiddentoken", ["hiddentoken"], ["bank.example:8080/", " bank.example?"]),
        ("链接https://bank.example/hiddentoken。谢谢", ["hiddentoken"], ["链接https://bank.example/", "。谢谢"]),
        ("https://a.test/%34%37%31%31%39", ["%34%37%31"], ["https://a.test/%"]),
        // A link takes only a part of a number.
        ("https://a.test/77 7946 0123", ["7946", "0123"], ["https://a.test/"]),
        // Words with slashes and dots are no links.
        ("p.m./a.m., 1.50/week, und/oder, 办理。退订/拒收", [], ["p.m./a.m., 1.50/week, und/oder, 办理。退订/拒收"]),
    ]

    @Test func personsAreReplacedByTheSameShape() {
        let masker = Masker(Masking(seed: 7))
        for (text, gone, kept) in MaskingTests.table + MaskingTests.disguises {
            let masked = masker.masked(Message(body: text)).body
            for word in gone { #expect(!masked.contains(word), "\(masked)") }
            for word in kept { #expect(masked.contains(word), "\(masked)") }
            #expect(masked.unicodeScalars.count == text.unicodeScalars.count)
            #expect(masker.masked(Message(body: text)).body == masked)
        }
    }

    /// Each number was tried with the whole message read anew, once and more: a second for each of
    /// this one.
    @Test func manyNumbersAreMaskedInLinearTime() {
        var words = Invented(seed: 12)
        let masker = Masker(Masking(seed: 3))
        let numbers = (0..<800).map { _ in "010-\(words.digits(4))-\(words.digits(4))" }
        let masked = masker.masked(Message(body: numbers.map { "call \($0) now" }.joined(separator: ", "))).body
        #expect(masked.hasPrefix("call 010-") && numbers.allSatisfy { !masked.contains($0) })
        #expect(masker.masked(Message(body: "call \(numbers[0]) now")).body == String(masked.prefix(22)))
    }

    /// Letters around a number let few surrogates keep the features, and 6 and 8 read as b.
    @Test(arguments: ["passport M12345678", "id AB123456C", "R00000008 M86868686 C3141598", "key A1B2C3D4E5F6 1A23B456C"])
    func numbersWithLettersLoseHalfOfTheirDigits(text: String) {
        for seed in 0..<50 {
            let masked = Masker(Masking(seed: UInt64(seed))).masked(Message(body: text)).body
            for (word, other) in zip(text.split(separator: " "), masked.split(separator: " "))
            where word.contains(where: \.isNumber) {
                let digits = zip(word, other).filter { $0.0.isNumber }
                #expect(2 * digits.count { $0.0 == $0.1 } <= digits.count, "\(seed): \(masked)")
            }
        }
    }

    /// Numbers, codes and links of twelve languages: no five digits of a message are in the masked
    /// one, whatever is written between them.
    @Test func noFiveDigitsAreKept() {
        var words = Invented(seed: 31)
        let codes = [
            "your code is %", "인증번호 %", "验证码：%", "認証コードは%です", "su código es %", "votre code % est", "Ihr PIN lautet %",
            "seu código %",
            "kodunuz %", "kode OTP %", "mã OTP là %", "ваш код %",
        ]
        let phones = [
            "call %", "문의 %", "电话%", "電話 %", "llame al %", "appelez %", "Tel. %", "ligue %", "arayın %", "hub %", "gọi %",
            "тел %",
        ]
        let zeros: [UInt32] = [0x30, 0x30, 0x660, 0x6F0, 0x966, 0x9E6, 0xE50, 0xFF10, 0x1D7CE]
        let joints = [
            "", "-", " ", ".", "\u{A0}", "\u{2009}", "  ", "\n", "\u{AD}", "\u{2060}", "/", "_", "*", ",", "~", " - ", ") ",
            "\u{FE0F}\u{20E3}",
        ]
        func digits(_ text: String) -> [Int] { text.unicodeScalars.compactMap(Digits.value) }
        func runs(_ digits: [Int]) -> Set<[Int]> {
            digits.count < 5 ? [] : Set((0...digits.count - 5).map { Array(digits[$0..<$0 + 5]) })
        }
        for round in 0..<1200 {
            let zero = zeros[words.next(zeros.count)], joint = joints[words.next(joints.count)]
            let isCode = round % 3 == 0, groups = isCode ? 1 + words.next(2) : 3
            let number = (0..<groups).map { _ in
                words.digits(isCode ? 4 : 3 + words.next(2)).unicodeScalars.map {
                    String(Unicode.Scalar(zero + $0.value - 0x30)!)
                }.joined()
            }.joined(separator: joint)
            // 123,456,789 is an amount.
            if joint == ",", number.split(separator: ",").allSatisfy({ $0.count == 3 }) { continue }
            let template = (isCode ? codes : phones)[round % 12]
            var text = template.replacingOccurrences(of: "%", with: number)
            if round % 4 == 0 { text += " https://\(words.word()).test/\(words.digits(6))?u=\(words.word())" }
            let masked = Masker(Masking(seed: UInt64(round % 7))).masked(Message(body: text)).body
            #expect(runs(digits(text)).isDisjoint(with: runs(digits(masked))) == true, "\(text)\n\(masked)")
            #expect(digits(text).count == digits(masked).count, "\(text)\n\(masked)")
        }
    }

    /// Each of a million addresses was tried with the features of what stands around it: hours.
    @Test(arguments: ["a@a.", "a@a.a ", "010-2345-6789 ", "http://a.b/c1 "])
    func oneMessageDoesNotHoldItUp(unit: String) {
        let text = String(repeating: unit, count: 20_000 / unit.count)
        let masked = Masker(Masking(seed: 1)).masked(Message(body: text)).body
        #expect(masked != text && masked.utf8.count == text.utf8.count)
    }

    @Test func digitsThatStayAreCounted() {
        let masker = Masker(Masking(seed: 1))
        for text in ["1;2;3;4;5;6;7", "room 12;34;56;78", "room 12 345", "A1;B23C45"] { _ = masker.masked(Message(body: text)) }
        #expect(masker.holdingDigits == 4)
        for text in ["on 2024-05-01 at 12:30", "you paid 1,250,000", "call 010-7946-0123", "4 of 5, 6 of 7"] {
            _ = masker.masked(Message(body: text))
        }
        #expect(masker.holdingDigits == 4)
    }

    @Test func surrogatesFollowTheKey() {
        let message = Message(body: "Call 020-7946-0123", sender: "+4420794600123")
        let first = Masker(Masking(seed: 1)).masked(message)
        #expect(first == Masker(Masking(seed: 1)).masked(message))
        #expect(first != Masker(Masking(seed: 2)).masked(message))
        #expect(Masker(Masking()).masked(message) != Masker(Masking()).masked(message))
        #expect(first.sender != message.sender)
        // One number in two spellings is one number.
        let spaced = Masker(Masking(seed: 1)).masked(Message(body: "Call 020 7946 0123")).body
        #expect(spaced.filter(\.isNumber) == first.body.filter(\.isNumber))
    }

    @Test func featuresStayInInventedMessages() {
        var words = Invented(seed: 3), reader = MessageReader(TokenizerSettings())
        func features(_ message: Message) -> [UInt64] {
            var list = FeatureList()
            reader.read(message, into: &list)
            return list.hashes
        }
        let masker = Masker(Masking(seed: 9))
        for _ in 0..<300 {
            let parts = [
                words.sentence(3), "010-\(words.digits(4))-\(words.digits(4))", "+44 \(words.digits(4)) \(words.digits(6))",
                "\(words.word())@\(words.word()).example",
                "https://\(words.word()).test/\(words.word())/\(words.digits(3))?u=\(words.word())",
                "1\(words.digits(10))", words.digits(16), "KRW \(words.digits(7))원",
                "www.\(words.word()).test/\(words.word()).html", "계좌 \(words.digits(3))-\(words.digits(6))-\(words.digits(2))",
            ]
            let text = (0..<5).map { _ in parts[words.next(parts.count)] }.joined(separator: " ")
            let message = Message(body: text, sender: "010\(words.digits(8))", receiverCountry: "KR")
            let masked = masker.masked(message)
            #expect(masked != message)
            let isSame = features(masked) == features(message)
            #expect(isSame, "\(text)\n\(masked.body)")
        }
    }
}
