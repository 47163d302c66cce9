// Texts that were read as another encoding before they came into the file.

import Testing

@testable import Corpus

@Suite struct MisreadPageTests {
    private static let languages = ["ko", "zh-Hans", "zh-Hant", "ja"]

    private static func texts(_ language: String) throws -> LegacyTexts {
        try #require(LegacyTexts.all.first { $0.language == language })
    }

    /// Bytes as a program reads them that leaves out what is no character.
    private static func read(_ bytes: [UInt8], as page: String) throws -> String {
        let transcoder = try #require(TextEncoding(page)?.charsetTranscoder)
        var text: [UInt8] = []
        transcoder.transcode(bytes[...], into: &text)
        transcoder.finish(into: &text)
        return String(decoding: text.filter { $0 != 0xFF }, as: UTF8.self)
    }

    private static func likely(_ texts: [String]) -> (encodings: [String], readAs: String, texts: Int)? {
        var page = MisreadPage()
        for var text in texts { page.add(text, text.withUTF8 { TextSigns(of: $0) }) }
        return page.likely(besides: nil)
    }

    /// Too many bytes are no character there, or both have the kana: named, or left open.
    private static let open = [
        "zh-Hans GB18030 as CP932", "ja EUC-JP as GB18030", "ko UTF-8 as CP932", "ja UTF-8 as BIG5-HKSCS", "ja UTF-8 as CP949",
    ]

    @Test(arguments: languages) func whatWasReadAsAnotherEncodingIsNamed(language: String) throws {
        let texts = try Self.texts(language)
        for encoding in texts.encodings + ["UTF-8"] where encoding == "UTF-8" || TextEncoding(encoding) != nil {
            for page in ["CP949", "GB18030", "BIG5-HKSCS", "CP932"] where page != encoding {
                let name = "\(language) \(encoding) as \(page)"
                for (count, first) in [(4, 3), (10, 0), (10, 17), (40, 0)] {
                    let misread = try texts.messages(count, from: first).map {
                        try Self.read(EncodingTests.bytes($0, as: encoding), as: page)
                    }
                    let found = Self.likely(misread)
                    if found == nil, Self.open.contains(name) { continue }
                    #expect(
                        found?.encodings.contains(encoding) == true && found?.readAs == page, "\(name), \(count): \(misread[0])")
                }
            }
        }
    }

    /// As Excel on a Mac opens a table of UTF-8 or of Windows, and as a terminal of DOS shows one.
    @Test(arguments: ["de", "es", "fr", "pt", "tr"]) func alphabetsReadAsOthersAreNamed(language: String) throws {
        let texts = try Self.texts(language)
        let own = ["UTF-8", language == "tr" ? "WINDOWS-1254" : "WINDOWS-1252"]
        for encoding in own {
            for page in ["MACINTOSH", "CP850", "CP437"] {
                for (count, first) in [(10, 0), (10, 13), (40, 0)] {
                    let misread = try texts.messages(count, from: first).map {
                        try Self.read(EncodingTests.bytes($0, as: encoding), as: page)
                    }
                    let found = Self.likely(misread)
                    // Few texts may leave it open.
                    if found == nil, count < 40, encoding != "UTF-8" { continue }
                    // CP850 and CP437 have most signs in the same places.
                    let isPage = found.map { $0.readAs == page || $0.readAs != "MACINTOSH" && page != "MACINTOSH" } ?? false
                    #expect(
                        found?.encodings.contains(encoding) == true && isPage,
                        "\(language) \(encoding) as \(page), \(count): \(misread[0])")
                }
            }
        }
    }

    /// One letter in English is the writers' own, however often it comes.
    @Test func aSingleLetterTellsNoEncoding() {
        var page = WrongPage()
        for i in 0..<20 { page.add("see Ü at the shop, \(i % 2 == 1 ? "then call" : "or write to") me") }
        #expect(page.texts == 20 && page.likely == nil)
    }

    @Test(arguments: LegacyTexts.all.indices) func textsAsTheyShouldBeAreLeftAlone(index: Int) {
        for (count, first) in [(2, 0), (2, 7), (2, 21), (10, 0), (10, 13), (40, 0)] {
            let found = Self.likely(LegacyTexts.all[index].messages(count, from: first))
            #expect(found == nil, "\(LegacyTexts.all[index].language): \(found!)")
        }
    }
}
