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
