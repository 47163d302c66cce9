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

    @Test func personsAreReplacedByTheSameShape() {
        let masker = Masker(Masking(seed: 7))
        for (text, gone, kept) in MaskingTests.table {
            let masked = masker.masked(Message(body: text)).body
            for word in gone { #expect(!masked.contains(word), "\(masked)") }
            for word in kept { #expect(masked.contains(word), "\(masked)") }
            #expect(masked.unicodeScalars.count == text.unicodeScalars.count)
            #expect(masker.masked(Message(body: text)).body == masked)
        }
    }

    /// Text, names that must be gone, what must stay.
    private static let names: [(text: String, gone: [String], kept: [String])] = [
        ("홍길동 고객님 안녕하세요", ["홍길동"], [" 고객님 안녕하세요"]), ("홍길동고객님, 홍길동님", ["홍길동"], ["고객님, ", "님"]),
        ("남궁민수 회원님", ["남궁민수"], [" 회원님"]), ("홍길동 씨께 / 홍길동 귀하", ["홍길동"], [" 씨께 / ", " 귀하"]),
        ("소중한 고객님, 우수 회원님, 모든 고객님, 오늘 날씨, 부모님", [], ["소중한 고객님, 우수 회원님, 모든 고객님, 오늘 날씨, 부모님"]),
        ("田中様 ご利用ありがとうございます", ["田中"], ["様 ご利用"]), ("佐藤 健太 様、林さん", ["佐藤", "健太", "林"], [" 様、", "さん"]),
        ("スズキ様", ["スズキ"], ["様"]), ("お客様、皆様、同様に、会員様、様子", [], ["お客様、皆様、同様に、会員様、様子"]),
        ("王芳您好，欢迎", ["王芳"], ["您好，欢迎"]), ("恭喜王女士中奖", ["王"], ["恭喜", "女士中奖"]), ("尊敬的王芳：您好", ["王芳"], ["尊敬的", "：您好"]),
        ("尊敬的欧阳小明先生", ["欧阳", "小明"], ["尊敬的", "先生"]), ("親愛的陳美玲您好", ["陳美玲"], ["親愛的", "您好"]),
        ("尊敬的客户您好，顾客您好，各位女士，尊敬的车主", [], ["尊敬的客户您好，顾客您好，各位女士，尊敬的车主"]),
        ("Dear John Smith, hi", ["John", "Smith"], ["Dear ", ", hi"]),
        ("Dear Mr.Weller your", ["Weller"], ["Dear Mr.", " your"]),
        ("DEAR JOHN SMITH YOUR BILL", ["JOHN", "SMITH"], ["DEAR ", " YOUR BILL"]),
        ("Hi Anne-Marie O'Neil! ok", ["Anne", "Marie", "Neil"], ["Hi ", "-", "! ok"]),
        ("Hi J. Weller, ok", ["J.", "Weller"], [". ", ", ok"]),
        ("Hello There. Hi Your order. Dear Customer", [], ["Hello There. Hi Your order. Dear Customer"]),
        ("Estimada María Pérez, su", ["María", "Pérez"], ["Estimada ", ", su"]), ("Hola Tu pedido", [], ["Hola Tu pedido"]),
        ("Chère Zoé Lefèvre, votre", ["Zoé", "Lefèvre"], ["Chère ", ", votre"]),
        ("Bonjour Votre colis", [], ["Bonjour Votre colis"]),
        ("Sehr geehrte Frau Müller, Ihre", ["Müller"], ["geehrte Frau ", ", Ihre"]),
        ("Hallo Max Ihre Rechnung", ["Max"], [" Ihre Rechnung"]),
        ("Olá João Silva, seu", ["João", "Silva"], ["Olá ", ", seu"]), ("Prezado Cliente", [], ["Prezado Cliente"]),
        ("Sayın Ayşe Yılmaz, kargonuz", ["Ayşe", "Yılmaz"], ["Sayın ", ", kargonuz"]),
        ("Ayşe Hanım merhaba", ["Ayşe"], [" Hanım merhaba"]),
        ("Sayın müşterimiz, Değerli üyemiz", [], ["Sayın müşterimiz, Değerli üyemiz"]),
        ("Bpk/Ibu Siti, paket", ["Siti"], ["Bpk/Ibu ", ", paket"]),
        ("Yth. Bapak Budi Santoso", ["Budi", "Santoso"], ["Yth. Bapak "]),
        ("Yth. Nasabah, Halo Kak", [], ["Yth. Nasabah, Halo Kak"]),
        ("Kính gửi anh Nguyễn Văn Bình, đơn", ["Nguyễn", "Văn", "Bình"], ["Kính gửi anh ", ", đơn"]),
        ("Chào chị Lan, quý khách vui lòng", ["Lan"], ["Chào chị ", ", quý khách vui lòng"]),
    ]

    @Test func namesBehindSalutationsAreReplaced() {
        let masker = Masker(Masking(seed: 7))
        for (text, gone, kept) in MaskingTests.names {
            let masked = masker.masked(Message(body: text)).body
            for word in gone { #expect(!masked.contains(word), "\(text) -> \(masked)") }
            for word in kept { #expect(masked.contains(word), "\(text) -> \(masked)") }
            #expect(masked.unicodeScalars.count == text.unicodeScalars.count)
            #expect(masked.filter { $0.isUppercase }.count == text.filter { $0.isUppercase }.count)
        }
    }

    /// Each number was tried with the whole message read anew, once and more: a second for each of
    /// this one.
    @Test(.timeLimit(.minutes(1))) func manyNumbersAreMaskedInLinearTime() {
        var words = Invented(seed: 12)
        let masker = Masker(Masking(seed: 3))
        let numbers = (0..<3000).map { _ in "010-\(words.digits(4))-\(words.digits(4))" }
        let masked = masker.masked(Message(body: numbers.map { "call \($0) now" }.joined(separator: ", "))).body
        #expect(masked.hasPrefix("call 010-") && numbers.allSatisfy { !masked.contains($0) })
        #expect(masker.masked(Message(body: "call \(numbers[0]) now")).body == String(masked.prefix(22)))
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

    /// Each 님 looked back over all that stands before it: minutes for a message of this length.
    @Test(.timeLimit(.minutes(1))) func namesAreLookedForInLinearTime() {
        for text in [String(repeating: "님", count: 60_000), String(repeating: "王先生先生", count: 20_000)] {
            #expect(NameSpans.find(in: Array(text.unicodeScalars)).count < 30_000)
        }
    }
}
