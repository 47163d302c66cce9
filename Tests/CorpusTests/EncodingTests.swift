// Encodings: each is told from the others, and read wherever the file was cut into chunks.

import Foundation
import SpamFilter
import Testing

@testable import Corpus

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#endif

@Suite struct EncodingTests {
    private static let korean = ["오늘 저녁에 시간 되면 같이 밥 먹어요", "고객님께 무료 대출 상담을 안내해 드립니다", "택배가 문 앞에 도착했습니다", "내일 회의는 열 시에 시작합니다"]
    private static let chinese = ["您的快递已经到了，请到门口取", "今天晚上一起吃饭好吗？我等你的消息", "恭喜您获得大奖，请点击链接领取", "明天的会议改到下午三点开始"]
    private static let traditional = ["您的包裹已經到了，請到門口領取", "今天晚上一起吃飯好嗎？我等你的消息", "恭喜您獲得大獎，請點擊連結領取", "明天的會議改到下午三點開始"]
    private static let japanese = ["お荷物が届きましたのでご確認ください", "今日の夜、一緒にご飯を食べませんか", "おめでとうございます！賞品が当たりました", "明日の会議は三時からに変わりました"]
    private static let french = [
        "Ça va ? On se voit à midi près de la gare", "Votre colis est arrivé, merci de le récupérer",
        "Félicitations, vous avez gagné un prix de 100 £", "“See you” — at the café",
    ]

    static let table: [(name: String, encoding: TextEncoding, texts: [String])] = [
        ("UTF-8", .utf8, korean), ("CP949", .cp949, korean), ("GB18030", .gb18030, chinese), ("BIG5-HKSCS", .big5, traditional),
        ("CP932", .cp932, japanese), ("WINDOWS-1252", .windows1252, french), ("UTF-16LE", .utf16LittleEndian, french),
        ("UTF-16BE", .utf16BigEndian, french), ("UTF-8", .utf8, chinese), ("GB18030", .gb18030, korean.map { _ in "您好，我是小王，在吗" }),
    ]

    /// iconv(3) the other way.
    static func bytes(_ text: String, as encoding: String) -> [UInt8] {
        let conversion = iconv_open(encoding, "UTF-8")!
        defer { iconv_close(conversion) }
        var source = text.utf8.map { CChar(bitPattern: $0) }, target = [CChar](repeating: 0, count: source.count * 4)
        var left = source.count, free = target.count
        source.withUnsafeMutableBufferPointer { source in
            target.withUnsafeMutableBufferPointer { target in
                var input = source.baseAddress, output = target.baseAddress
                _ = iconv(conversion, &input, &left, &output, &free)
                // The escape that ends Japanese.
                _ = iconv(conversion, nil, nil, &output, &free)
            }
        }
        #expect(left == 0, "\(encoding)")
        return target.dropLast(free).map { UInt8(bitPattern: $0) }
    }

    @Test(arguments: table.indices)
    func encodingIsFoundAndRead(index: Int) throws {
        let (name, encoding, texts) = EncodingTests.table[index]
        let file = try CorpusFile(
            EncodingTests.bytes(texts.map { "ham\t\($0)\n" }.joined() + "ham\tplain text 100\n", as: name), name: "a.tsv")
        for chunk in [1, 2, 7, 1 << 16] {
            var options = CorpusOptions()
            options.chunkBytes = chunk
            options.guessesEncoding = true
            if chunk < 1 << 16 { options.encoding = encoding }
            let reader = try CorpusReader(path: file.path, options: options)
            #expect(reader.encoding == encoding)
            var found: [String] = []
            while let row = try reader.next() { found.append(row.message.body) }
            #expect(found == texts + ["plain text 100"])
        }
    }

    /// It is judged in parts, of which none may begin or end within a character.
    @Test(arguments: [1 << 16, (1 << 16) + 1, 1_000_003]) func aLongLineIsUTF8(chunk: Int) throws {
        let text = String(repeating: "님", count: 600_000)
        let file = try CorpusFile("{\"text\":\"\(text)\",\"label\":\"junk\"}\n".utf8, name: "a.jsonl")
        var options = CorpusOptions()
        options.chunkBytes = chunk
        options.guessesEncoding = true
        let reader = try CorpusReader(path: file.path, options: options)
        let body = try reader.next()?.message.body
        #expect(reader.encoding == .utf8 && body == text)
    }

    /// Invented messages, run together.
    private static let passages: [(name: String, encoding: TextEncoding, text: String)] = [
        (
            "CP949", .cp949,
            "안녕하세요 주문하신 상품이 오늘 오후에 도착할 예정입니다 문 앞에 두고 갈까요 엄마가 저녁은 몇 시에 먹느냐고 물어보셨어 비 오니까 우산 꼭 챙겨 "
                + "이번 달 카드 대금이 내일 출금됩니다 잔액을 확인해 주세요 주말에 등산 갈래 날씨가 참 좋다더라 회의실이 삼층으로 바뀌었으니 늦지 마세요 "
                + "무료 상담 신청하시고 최저 금리 대출 받아 보세요 선착순 마감 생일 축하해 선물은 집에 가서 줄게 병원 예약이 확인되었습니다"
        ),
        (
            "GB18030", .gb18030,
            "您好，您订购的商品预计今天下午送达，请保持手机畅通。妈妈问你晚上几点回来吃饭？外面下雨了，记得带伞。您本月的信用卡账单已出，请按时还款。"
                + "周末一起去爬山吧，听说天气不错。会议室改到三楼了，别迟到。免费咨询，低息贷款，名额有限，先到先得！生日快乐，礼物回家再给你。"
                + "您的挂号已预约成功，请提前十五分钟到医院。验证码请勿告诉他人，如非本人操作请忽略。快递放在门口的柜子里了，谢谢。"
        ),
        (
            "BIG5-HKSCS", .big5,
            "您好，您訂購的商品預計今天下午送達，請保持手機暢通。媽媽問你晚上幾點回來吃飯？外面下雨了，記得帶傘。您本月的信用卡帳單已出，請按時繳款。"
                + "週末一起去爬山吧，聽說天氣不錯。會議室改到三樓了，別遲到。免費諮詢，低利貸款，名額有限，先到先得！生日快樂，禮物回家再給你。"
                + "您的掛號已預約成功，請提前十五分鐘到醫院。驗證碼請勿告訴他人，如非本人操作請忽略。包裹放在門口的櫃子裡了，謝謝。"
        ),
        (
            "CP932", .cp932,
            "こんにちは、ご注文の商品は本日午後にお届けする予定です。玄関の前に置いてもよろしいですか。お母さんが晩ご飯は何時に食べるか聞いていたよ。"
                + "雨だから傘を忘れないでね。今月のカードのご請求額が確定しました。明日までにご確認ください。週末に山へ登りませんか、天気がいいそうです。"
                + "会議室は三階に変わりましたので遅れないように。無料相談、低金利ローン、先着順で締め切ります！誕生日おめでとう、プレゼントは家で渡すね。"
        ),
        (
            "WINDOWS-1252", .windows1252,
            "Votre colis est arrivé à l'école, où êtes-vous ? Ça dépend du café d'à côté, j'espère être là dès midi. Déjà payé : 12 € économisés. "
                + "Größere Änderungen möglich, bitte prüfen Sie Ihr Päckchen. Schöne Grüße aus Köln, wir hören uns später für die Prüfung. "
                + "Mañana te llamo, señora Núñez: la reunión será después. ¿Cuándo vendrás? Não há prorrogação, atenção à promoção de sábado, até amanhã."
        ),
    ]

    /// Five characters of each passage from every second place in it, twenty, and a hundred, where
    /// one of them is beyond ASCII. Whatever is told is right, and the rest is asked about.
    ///
    /// The floors are what must be told. A word with one accent is one in several encodings: of
    /// five characters a fifth is told, of twenty four fifths. Two syllables of Korean are pairs of
    /// Latin letters too; the other scripts share no words, and are told from twenty on.
    @Test(arguments: passages.indices)
    func fewCharactersTellTheEncoding(index: Int) throws {
        let (name, encoding, text) = EncodingTests.passages[index]
        let characters = Array(text), isLatin = encoding == .windows1252
        for (length, floor) in [(5, isLatin ? 0.2 : 0.8), (20, isLatin ? 0.8 : 1), (100, 1)] {
            var right = 0, tried = 0
            for start in stride(from: 0, through: characters.count - length, by: length == 5 ? 2 : 11) {
                let part = String(characters[start..<start + length])
                guard part.utf8.count > part.unicodeScalars.count else { continue }
                let file = try CorpusFile(EncodingTests.bytes("ham\t\(part)\n", as: name), name: "a.tsv")
                tried += 1
                guard let told = try guess(file) else { continue }
                var options = CorpusOptions()
                options.encoding = told
                let isRight = Reading(file, options: options).texts == [part]
                #expect(isRight, "\(name) of \(length) read as \(told)")
                if isRight { right += 1 }
            }
            #expect(Double(right) >= floor * Double(tried), "\(name) of \(length): \(right) of \(tried)")
        }
    }

    private func guess(_ file: CorpusFile) throws -> TextEncoding? {
        var input = try InputFile(path: file.path, chunkBytes: 1 << 16)
        return try? EncodingGuess.of(&input, rowLimitBytes: 1 << 20)
    }

    /// Few syllables among plain letters were taken for letters with accents.
    @Test func koreanAmongPlainLettersIsKorean() throws {
        let text = "call https://shop.example/a1b2c3 today 무료 상담"
        let file = try CorpusFile(EncodingTests.bytes("ham\t\(text)\n", as: "CP949"), name: "a.tsv")
        #expect(try guess(file) == .cp949)
    }

    /// UTF-32 is read by its mark as UTF-16 is; without one, both are named and not taken for
    /// something else.
    @Test(arguments: ["UTF-16LE", "UTF-16BE", "UTF-32LE", "UTF-32BE"])
    func wideEncodingsAreReadByTheirMarkAndNamedWithoutOne(name: String) throws {
        let encoding = try #require(TextEncoding(name))
        let text = "label,text\nham,안녕하세요 오늘\nspam,무료 상담\n"
        let marked = try read(EncodingTests.bytes("\u{FEFF}" + text, as: name), name: "a.csv")
        #expect(marked.texts == ["안녕하세요 오늘", "무료 상담"] && marked.labels == ["allow", "junk"])
        for options in [CorpusOptions(), .unlabeled, .skipping] {
            let bare = try read(EncodingTests.bytes(text, as: name), name: "a.csv", options: options)
            #expect(bare.error == .unmarkedEncoding(file: bare.path, encoding))
            #expect(bare.error!.description.contains("say that the encoding is \(name), or import"))
        }
        var options = CorpusOptions()
        options.guessesEncoding = true
        #expect(try read(EncodingTests.bytes(text, as: name), name: "a.csv", options: options).texts == marked.texts)
    }

    @Test func errorNamesTheEncodingThatWasSaid() throws {
        var options = CorpusOptions()
        options.encoding = .cp949
        let reading = try read(Array("ham\t".utf8) + [0xFF, 0xFE, 0x0A], options: options)
        #expect(reading.error == .invalidText(file: reading.path, line: 1, encoding: .cp949))
    }

    @Test func bytesOfNoCharacterSpoilTheirRowOnly() throws {
        var options = CorpusOptions(skipsBadRows: true)
        options.encoding = .cp949
        let bytes = Array("ham\tone\nham\t".utf8) + [0xFF, 0xFE] + Array("\nham\ttwo\nham\t".utf8) + [0xB0]
        let reading = try read(bytes, options: options)
        #expect(reading.texts == ["one", "two"])
        #expect(reading.skipped.firstLines == [2, 4])
    }

    @Test func fewBadLinesAreDamageNotAnotherEncoding() throws {
        var options = CorpusOptions(skipsBadRows: true)
        options.guessesEncoding = true
        let reading = try read(Array("ham\t안녕\nham\t여보세요\nham\t".utf8) + [0xE9] + Array("t\u{E9}\n".utf8), options: options)
        #expect(reading.texts == ["안녕", "여보세요"])
    }

    @Test func everySecondByteOfWindows1252IsSomething() throws {
        var options = CorpusOptions()
        options.encoding = .windows1252
        let all = (0x80...0xFF).map { UInt8($0) }
        let text = try #require(read(Array("ham\t".utf8) + all + [0x0A], options: options).texts.first)
        #expect(text.unicodeScalars.count == 128)
        #expect(text.hasPrefix("€\u{81}‚"))
    }

    @Test func namesOfEncodingsAreThoseOfPeopleAndOfIconv() {
        #expect(TextEncoding("euc-kr") == .cp949)
        #expect(TextEncoding("Latin-1") == .windows1252)
        #expect(TextEncoding("koi8-r")?.name == "KOI8-R")
        #expect(TextEncoding("no-such-encoding") == nil)
    }

    @Test(arguments: FileSignature.allCases)
    func filesThatAreNoTextAreRefused(kind: FileSignature) throws {
        /// The head of a ZIP archive of one entry.
        func archive(_ name: String, _ content: String = "") -> [UInt8] {
            [0x50, 0x4B, 3, 4] + [UInt8](repeating: 0, count: 22) + [UInt8(name.utf8.count), 0, 0, 0]
                + Array((name + content).utf8)
        }
        let heads: [FileSignature: [UInt8]] = [
            .zip: [0x50, 0x4B, 3, 4, 20, 0], .workbook: archive("xl/workbook.xml"),
            .openDocument: archive("mimetype", "application/vnd.oasis.opendocument.spreadsheet"),
            .iWork: archive("Index/Document.iwa"), .gzip: [0x1F, 0x8B, 8, 0xFF], .bzip2: Array("BZh91AY".utf8),
            .xz: [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0],
            .zstd: [0x28, 0xB5, 0x2F, 0xFD], .sevenZip: [0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C], .rar: Array("Rar!".utf8),
            .parquet: Array("PAR1".utf8), .arrow: Array("ARROW1".utf8), .pickle: [0x80, 4, 0x95, 0x10],
            .office: [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1], .sqlite: Array("SQLite format 3\0".utf8),
            .pdf: Array("%PDF-1.7".utf8),
            .counts: Array("\u{93}SPAMCNT".unicodeScalars.map { UInt8($0.value) }),
            .model: Array("\u{93}SPAMKIT".unicodeScalars.map { UInt8($0.value) }),
            .overlay: Array("\u{93}SPAMOWN".unicodeScalars.map { UInt8($0.value) }),
            .rules: Array("\u{93}SPAMRUL".unicodeScalars.map { UInt8($0.value) }),
            .xml: Array("<?xml version='1.0' encoding='UTF-8' standalone='yes' ?><smses count=\"2\">".utf8),
        ]
        let file = try CorpusFile(try #require(heads[kind]) + [UInt8](repeating: 0, count: 100), name: "a.csv")
        // What gzip has packed is opened, and damaged here.
        #expect(
            Reading(file).error == (kind == .gzip ? .badGzip(file: file.path, isCut: false) : .notText(file: file.path, kind)))
        #expect(FileSignature(path: file.path) == kind)
    }
}

@Suite struct MessageTimeTests {
    @Test(arguments: [
        (0, "1970-01-01T00:00:00Z"), (1_740_191_953, "2025-02-22T02:39:13Z"), (951_782_399, "2000-02-28T23:59:59Z"),
        (951_782_400, "2000-02-29T00:00:00Z"), (-1, "1969-12-31T23:59:59Z"), (-2_208_988_800, "1900-01-01T00:00:00Z"),
        (253_402_300_799, "9999-12-31T23:59:59Z"), (253_402_300_800, "253402300800"),
    ])
    func timesAreWrittenAsTheyAreRead(seconds: Int, text: String) {
        #expect(MessageTime.iso8601(seconds) == text)
        // What may be the time of a message is read back.
        #expect(MessageTime.seconds(text) == ((631_152_000...2_000_000_000).contains(seconds) ? seconds : nil))
    }

    @Test(
        arguments: [
            ("1650000000", 1_650_000_000), ("1650000000000", 1_650_000_000), ("2024-03-05", 1_709_596_800),
            ("2024.03.05 10:11", 1_709_633_460),
            ("2024-03-05T10:11:12Z", 1_709_633_472), ("2024-03-05T10:11:12+09:00", 1_709_601_072),
            ("2024/3/5 10:11:12", 1_709_633_472),
            ("Sat, 7 May 2022 19:48:00 UTC", 1_651_952_880), ("2024-03-05 10:11:12+0900", 1_709_601_072),
            ("2024-03-05 10:11:12 -0330", 1_709_646_072), ("2024-03-05T10:11:12.345+09", 1_709_601_072),
            ("2024-03-05 10:11 GMT+9", 1_709_601_060), ("20240305", 1_709_596_800), ("20241399", nil),
            ("05.03.2024", 1_709_596_800), ("5.3.2024 10:11", 1_709_633_460), ("05.03.2024 10:11:12", 1_709_633_472),
            ("Mar 5, 2024", 1_709_596_800), ("Tuesday, 5 March 2024 10:11:12 PM", 1_709_676_672),
            ("2024-03-05 12:00 AM", 1_709_596_800),
            ("2024년 3월 5일 10:11", 1_709_633_460), ("2024년 3월 5일 오후 10:11", 1_709_676_660),
            ("2024. 3. 5. 오전 10:11", 1_709_633_460),
            ("2024年3月5日 星期二 下午10:11", 1_709_676_660), ("2024年3月5日 火曜日 午前10:11:00", 1_709_633_460),
            ("2024년 3월 5일 화요일 오전 12:11", 1_709_597_460), ("2024. 3. 5. 오후 13:11", nil), ("2024. 3. 5. 모레 1:11", nil),
            ("2024-03-05 10:11:12 IST", nil),
            ("05/03/2024", nil), ("5.13.2024", nil), ("05.03.24", nil), ("see you at 10:30 on 2024-03-05", nil),
            ("yesterday", nil), ("", nil), ("2024-13-45", nil), ("-5", nil),
            ("99999999999999999999999", nil),
        ] as [(String, Int?)])
    func timesAreRead(text: String, seconds: Int?) { #expect(MessageTime.seconds(text) == seconds, "\(text)") }

    @Test(
        arguments: [
            ("05/03/2024", .either), ("13/03/2024 10:11", .only(.dayFirst)), ("3-13-2024", .only(.monthFirst)),
            ("13.03.2024", .none),
            ("2024/03/13", .none), ("13/13/2024", .none), ("hello", .none),
        ] as [(String, MessageTime.OrderClue)])
    func slashesLeaveTheOrderToTheFile(text: String, clue: MessageTime.OrderClue) {
        #expect(MessageTime.order(of: text) == clue)
        #expect(MessageTime.seconds("05/03/2024 10:11", order: .dayFirst) == 1_709_633_460)
        #expect(MessageTime.seconds("03/05/2024 10:11", order: .monthFirst) == 1_709_633_460)
    }
}

@Suite struct FlatObjectTests {
    /// What the short cut takes must be what the decoder makes of it; what it leaves must not be
    /// lost.
    @Test(arguments: [
        #"{"text":"a","label":"ham"}"#, #" { "text" : "a\n\"\\\/\t\r\u00e9\ud83d\ude00" , "label":"ham" } "#,
        #"{"text":"a","label":1}"#,
        #"{"text":"a","label":"ham","x":null}"#, #"{"text":"a","label":"ham","x":[1,{"y":"}"}]}"#,
        #"{"text":"a","text":"b","label":"ham"}"#,
        #"{"text":"\ud83d","label":"ham"}"#, #"{"text":"a\x","label":"ham"}"#, #"{"text":"a","label":"ham"},"#,
        #"{"text":"a" "label":"ham"}"#,
        #"{"te\u0078t":"a","label":"ham"}"#, #"{"text":"\b\f","label":"ham"}"#, #"{"text":null,"label":"ham"}"#, "{}",
        #"{"text":"a","label":"ham","sender":true}"#, #"{"text":"a","label":"ham","n":1.5e3}"#,
    ])
    func shortCutAgreesWithTheDecoder(line: String) throws {
        // A column that is chosen, here the one that would be found anyway, takes the long way.
        var long = CorpusOptions()
        long.columns = ColumnChoice([.text: "text"])
        let short = try read(line + "\n", name: "a.jsonl"), other = try read(line + "\n", name: "a.jsonl", options: long)
        #expect(short.texts == other.texts && short.labels == other.labels)
        #expect((short.error == nil) == (other.error == nil))
    }
}
