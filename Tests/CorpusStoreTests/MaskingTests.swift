// Masking: persons are gone, features are not.

import Corpus
import Foundation
import SpamFilter
import SpamTraining
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

    @Test func anotherSeedIsRefused() throws {
        let folder = try StoreFolder()
        let text = "ham\tcall 020-7946-0123\n"
        func options(_ seed: UInt64) throws -> ImportOptions {
            var options = ImportOptions()
            options.masking = Masking(seed: seed)
            options.lastFileBefore = try folder.store.lastFile()
            return options
        }
        try folder.add(text, as: "a.tsv", options(1))
        #expect(throws: StoreError.otherMaskSeed) { try folder.add(text + "ham\tbye\n", as: "a.tsv", options(2)) }
        #expect(throws: StoreError.otherMaskSeed) { try folder.store.mask(Masking(seed: 2)) }
        #expect(try folder.add(text + "ham\tbye\n", as: "a.tsv", options(1)).known == 1)
        // What is masked stays as it is.
        let before = try folder.texts
        #expect(try folder.store.mask(Masking(seed: 1)) == 0)
        #expect(try folder.texts == before)
    }

    @Test func whatWasMaskedWithoutTheSeedIsNotAddedAgain() throws {
        let folder = try StoreFolder()
        let text = "ham\tcall 020-7946-0123\n", grown = text + "ham\tbye\n"
        var options = ImportOptions()
        try folder.add(text, as: "clear.tsv")
        options.masking = Masking()
        try folder.add(text + text, as: "forgotten.tsv", options)
        options.masking = Masking(seed: 5)
        options.lastFileBefore = try folder.store.lastFile()
        for name in ["clear.tsv", "forgotten.tsv"] {
            #expect(throws: StoreError.maskedOtherwise(source: name)) { try folder.add(grown, as: name, options) }
        }
        // Masked in place with the seed, what was in clear is known.
        #expect(try folder.store.mask(Masking(seed: 5)) == 1)
        options.lastFileBefore = try folder.store.lastFile()
        #expect(try folder.add(grown, as: "clear.tsv", options).known == 1)
    }

    @Test func templatesKeepNoNumber() throws {
        let folder = try StoreFolder()
        let rows =
            #"{"text":"one","template":"t 010-2345-6789"}"# + "\n" + #"{"text":"two","template":"t 010-2345-6789"}"# + "\n"
            + #"{"text":"three","template":"t7"}"# + "\n"
        try folder.add(rows, as: "a.jsonl")
        #expect(try folder.store.mask(Masking(seed: 5)) == 2)
        let inPlace = try folder.messages.map { $0.template ?? "" }
        #expect(inPlace[0] == inPlace[1] && inPlace[0].hasPrefix("masked-") && inPlace[2] == "t7")
        var options = ImportOptions()
        options.masking = Masking(seed: 5)
        let summary = try folder.add(rows + "\n", as: "of 010-2345-6789.jsonl", options)
        #expect(summary.hasNumbersInNames)
        #expect(try folder.messages.map { $0.template ?? "" } == inPlace + inPlace)
        #expect(try !folder.add(rows + "\n\n", as: "sms-20240101.jsonl", options).hasNumbersInNames)
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

    @Test func modelOfTheMaskedCorpusHasTheSameWeights() throws {
        let folder = try StoreFolder()
        var words = Invented(seed: 5)
        let junk = ["win", "prize", "claim", "loan", "urgent"], wanted = ["dinner", "parcel", "meeting", "tomorrow", "home"]
        var text = ""
        for i in 0..<400 {
            let list = i % 2 == 0 ? junk : wanted
            let sentence = (0..<4).map { _ in list[words.next(5)] }.joined(separator: " ")
            text += "\(i % 2 == 0 ? "spam" : "ham")\t\(sentence) \(words.word()) 020-\(words.digits(4))-\(words.digits(4)) "
            text += "https://\(words.word()).test/\(words.word())?c=\(words.digits(5)) \(words.word())@mail.example\n"
        }
        try folder.add(text, as: "a.tsv")
        func model() throws -> TrainedModel {
            var run = TrainingRun(TrainingSettings())
            try folder.store.forEachMessage { run.add($0.labeled!) }
            return try run.finish()
        }
        let before = try model()
        let original = try folder.texts
        #expect(try folder.store.mask(Masking()) == 400)
        #expect(try zip(original, folder.texts).allSatisfy { $0 != $1 })
        #expect(try model().bytes == before.bytes)
    }

    @Test func nothingIsLeftInTheFile() throws {
        let folder = try StoreFolder()
        let secret = "020-7946-0555"
        try folder.add((0..<50).map { "ham\tmessage \($0) call \(secret) soon\n" }.joined(), as: "a.tsv")
        #expect(try folder.store.search(secret, limit: 100).count == 50)
        #expect(try folder.store.mask(Masking()) == 50)
        #expect(try folder.store.search(secret, limit: 100).isEmpty)
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.url.path) where name.hasPrefix("corpus.sqlite") {
            let bytes = try Data(contentsOf: folder.url.appendingPathComponent(name))
            #expect(bytes.firstRange(of: Data("7946-0555".utf8)) == nil, "\(name)")
        }
        #expect(try folder.store.statistics().integrity == "ok")
    }

    @Test func maskedImportStoresSurrogatesOnly() throws {
        let folder = try StoreFolder()
        var options = ImportOptions()
        options.masking = Masking(seed: 4)
        try folder.add("ham\tcall 020-7946-0123\n", as: "a.tsv", options)
        #expect(try folder.texts[0].hasPrefix("call 020-"))
        #expect(try !folder.texts[0].contains("7946"))
        // With the same seed a grown file is known again.
        #expect(try folder.add("ham\tcall 020-7946-0123\nham\tbye\n", as: "a.tsv", options).known == 1)
    }

    @Test func maskedStoresTakeNothingInClear() throws {
        let folder = try StoreFolder()
        let text = "ham\tcall 020-7946-0123\n"
        try folder.add(text, as: "a.tsv")
        #expect(try folder.store.mask(Masking()) == 1)
        #expect(throws: StoreError.masked(path: folder.store.path)) { try folder.add(text + "ham\tbye\n", as: "a.tsv") }
        // What was imported before adds nothing, so nothing in clear.
        #expect(try folder.add(text, as: "a.tsv").importedBefore == "a.tsv")
        #expect(try folder.texts.count == 1 && !folder.texts[0].contains("7946"))
    }

    @Test func aKnownSourceIsMaskedWithASeedOnly() throws {
        let folder = try StoreFolder()
        var options = ImportOptions()
        options.masking = Masking()
        options.lastFileBefore = try folder.store.lastFile()
        let text = "ham\tcall 020-7946-0123\n"
        try folder.add(text, as: "a.tsv", options)
        // The same key, as of several files of one command.
        #expect(try folder.add(text + "ham\tbye\n", as: "a.tsv", options).known == 1)
        options.masking = Masking()
        options.lastFileBefore = try folder.store.lastFile()
        #expect(throws: StoreError.needsMaskSeed(source: "a.tsv")) { try folder.add(text + "ham\tso\n", as: "a.tsv", options) }
        #expect(try folder.texts.count == 2)
        // Nothing to mask, nothing that differs.
        #expect(try folder.add("ham\tbye\nham\tso\n", as: "a.tsv", options).known == 1)
        #expect(try folder.add(text + text, as: "b.tsv", options).added == 2)
    }

    /// SQLite's texts may hold a NUL, behind which C sees nothing.
    @Test func whatStandsBehindANULStays() throws {
        let folder = try StoreFolder()
        try folder.add(#"{"text":"before\u0000after 020-7946-0123 end"}"# + "\n", as: "a.jsonl")
        #expect(try folder.texts == ["before\0after 020-7946-0123 end"])
        #expect(try folder.store.text(of: 1) == folder.texts[0])
        #expect(try folder.store.message(1)?.message.body == folder.texts[0])
        #expect(try folder.store.mask(Masking(seed: 1)) == 1)
        let masked = try folder.texts[0]
        #expect(masked.hasPrefix("before\0after 020-") && masked.hasSuffix(" end") && !masked.contains("7946"))
    }

    /// Each 님 looked back over all that stands before it: minutes for a message of this length.
    @Test(.timeLimit(.minutes(1))) func namesAreLookedForInLinearTime() {
        for text in [String(repeating: "님", count: 60_000), String(repeating: "王先生先生", count: 20_000)] {
            #expect(NameSpans.find(in: Array(text.unicodeScalars)).count < 30_000)
        }
    }
}
