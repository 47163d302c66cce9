// Texts that were encoded twice are counted, and others are not.

import Testing

@testable import Corpus

@Suite struct TwiceEncodedTests {
    /// UTF-8 read as Windows-1252, whose open bytes are controls.
    private static func twice(_ text: String) -> String {
        var result: [UInt8] = []
        var transcoder = TextEncoding.windows1252.transcoder!
        transcoder.transcode(Array(text.utf8)[...], into: &result)
        return String(decoding: result, as: UTF8.self)
    }

    @Test(arguments: [
        "Schöne Grüße", "für dich", "I’ll be there", "“See you”", "Win £500 now", "Only €5", "déjà vu", "mañana", "¿Qué tal?",
        "Größe",
        "Österreich", "Über uns", "até amanhã", "não há", "wait… what", "a – b", "😀 ok", "안녕하세요", "您好，快递", "お荷物が",
        "Привет, как дела",
        "สวัสดีครับ", "łącze i hasło", "Yarın görüşürüz", "xin chào bạn", "Straße 5 °C", "© 2024", "Ça va ?", "مرحبا بك",
    ])
    func textsThatWereEncodedTwiceAreCounted(text: String) throws {
        let found = try Noticed("ham\t\(text)\nham\t\(Self.twice(text))\n", "a.tsv", CorpusOptions())
        #expect(found.values[.twiceEncoded] == 1, "\(Self.twice(text))")
    }

    /// Letters that may begin such a pair stand before signs in many languages.
    @Test(arguments: [
        "AMANHÃ…", "“AMANHÔ", "voilà »", "«été»", "c'est là !", "SÃO PAULO", "PÃO", "NÃO – SIM", "Â", "ĐÃ…", "QUÂ”", "CHÂN",
        "à 5 €",
        "là-bas…", "naïve", "ÀÉÎ", "Æ’", "ñ°", "ò”", "à…", "ä“", "Café “Ü”", "ÎÏ", "Привет…", "안녕…", "hello", "", "Ü'll", "ã",
        "Ã", "â€",
    ])
    func othersAreNot(text: String) throws {
        let found = try Noticed("ham\tx\nham\t\(text) a\n", "a.tsv", CorpusOptions())
        #expect(found.values[.twiceEncoded] == 0 && found.texts == ["x", "\(text) a"], "\(text)")
    }

    /// In any format, and beside other rows.
    @Test(arguments: ["a.csv", "a.tsv", "a.jsonl", "a.json"]) func theyAreCountedInAllFormats(name: String) throws {
        let texts = ["fÃ¼r", "für", "itâ€™s", "its", "Â£5"], cut = name == "a.tsv" ? "\t" : ","
        let objects = texts.map { "{\"text\":\"\($0)\",\"label\":\"ham\"}" }
        let content =
            name == "a.jsonl"
            ? objects.joined(separator: "\n") + "\n"
            : name == "a.json"
                ? "[\(objects.joined(separator: ","))]" : "text\(cut)label\n" + texts.map { "\($0)\(cut)ham\n" }.joined()
        let found = try Noticed(content, name, CorpusOptions())
        #expect(found.texts == texts && found.values[.twiceEncoded] == 3, "\(found)")
    }
}
