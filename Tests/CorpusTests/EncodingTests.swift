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
    private static func bytes(_ text: String, as encoding: String) -> [UInt8] {
        let conversion = iconv_open(encoding, "UTF-8")!
        defer { iconv_close(conversion) }
        var source = text.utf8.map { CChar(bitPattern: $0) }, target = [CChar](repeating: 0, count: source.count * 4)
        var left = source.count, free = target.count
        source.withUnsafeMutableBufferPointer { source in
            target.withUnsafeMutableBufferPointer { target in
                var input = source.baseAddress, output = target.baseAddress
                _ = iconv(conversion, &input, &left, &output, &free)
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
            options.guessesByContent = true
            if chunk < 1 << 16 { options.encoding = encoding }
            var reader = try CorpusReader(path: file.path, options: options)
            #expect(reader.encoding == encoding)
            var found: [String] = []
            while let row = try reader.next() { found.append(row.message.body) }
            #expect(found == texts + ["plain text 100"])
        }
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
        options.guessesByContent = true
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
    func packedFilesAreNotOpened(kind: FileSignature) throws {
        let heads: [FileSignature: [UInt8]] = [
            .zip: [0x50, 0x4B, 3, 4, 20, 0], .gzip: [0x1F, 0x8B, 8, 0], .bzip2: Array("BZh91AY".utf8),
            .xz: [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0],
            .zstd: [0x28, 0xB5, 0x2F, 0xFD], .sevenZip: [0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C], .rar: Array("Rar!".utf8),
            .parquet: Array("PAR1".utf8), .sqlite: Array("SQLite format 3\0".utf8), .pdf: Array("%PDF-1.7".utf8),
        ]
        let file = try CorpusFile(try #require(heads[kind]) + [UInt8](repeating: 0, count: 100), name: "a.csv")
        #expect(Reading(file).error == .notText(file: file.path, kind))
        #expect(FileSignature(path: file.path) == kind)
    }
}

@Suite struct MessageTimeTests {
    @Test(
        arguments: [
            ("1650000000", 1_650_000_000), ("1650000000000", 1_650_000_000), ("2024-03-05", 1_709_596_800),
            ("2024.03.05 10:11", 1_709_633_460),
            ("2024-03-05T10:11:12Z", 1_709_633_472), ("2024-03-05T10:11:12+09:00", 1_709_601_072),
            ("2024/3/5 10:11:12", 1_709_633_472),
            ("Sat, 7 May 2022 19:48:00 UTC", 1_651_952_880), ("yesterday", nil), ("", nil), ("2024-13-45", nil), ("-5", nil),
            ("99999999999999999999999", nil),
        ] as [(String, Int?)])
    func timesAreRead(text: String, seconds: Int?) { #expect(MessageTime.seconds(text) == seconds, "\(text)") }
}

@Suite struct FlatObjectTests {
    /// What the short cut takes must be what the decoder makes of it; what it leaves must not be lost.
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
        long.columns = ColumnChoice(text: "text")
        let short = try read(line + "\n", name: "a.jsonl"), other = try read(line + "\n", name: "a.jsonl", options: long)
        #expect(short.texts == other.texts && short.labels == other.labels)
        #expect((short.error == nil) == (other.error == nil))
    }
}
