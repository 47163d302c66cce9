// Values of known columns: read in the forms that people write, or counted.

import SpamFilter
import Testing

@testable import Corpus

@Suite struct ColumnValueTests {
    @Test(arguments: [
        ("IN", "IN"), ("in", "IN"), ("IND", "IN"), ("India", "IN"), ("+91", "IN"), ("인도", "IN"), ("España", "ES"),
        ("Deutschland", "DE"),
        ("대한민국", "KR"), ("한국", "KR"), ("South Korea", "KR"), ("korea", "KR"), ("日本", "JP"), ("中国", "CN"), ("台灣", "TW"),
        ("Việt Nam", "VN"), ("Vietnam", "VN"), ("Türkiye", "TR"), ("Turkey", "TR"), ("ประเทศไทย", "TH"), ("ไทย", "TH"),
        ("UK", "GB"),
        ("USA", "US"), ("U.S.A.", "US"), ("+1", "US"), ("+44", "GB"), ("+82", "KR"), ("United Kingdom", "GB"), ("Россия", "RU"),
        ("Hong Kong", "HK"), ("Indonesia", "ID"), ("Brasil", "BR"), ("XX", nil), ("ZZZ", nil), ("Atlantis", nil), ("+999", nil),
        ("91", nil),
        ("70kg", nil), ("-", nil), ("KR ", "KR"), ("+82 ", "KR"), ("Côte d'Ivoire", "CI"), ("England", "GB"), ("UAE", "AE"),
        ("Holland", "NL"), ("Corea del Sur", "KR"), ("México", "MX"), ("香港", "HK"), ("印度", "IN"), ("0082", nil),
    ])
    func countriesAreReadAsPeopleWriteThem(word: String, letters: String?) throws {
        #expect(CountryWord.letters(of: word) == letters, "\(word)")
        let found = try Noticed("text,label,country\nhello,ham,\(word)\n", "a.csv", CorpusOptions())
        // A person who says +1 is heard; a file may mean Canada.
        let isOpen = word == "+1"
        #expect(found.rows.map(\.message.receiverCountry) == [isOpen ? nil : letters])
        #expect(found.values[.countries] == (letters == nil ? 1 : 0) && found.values[.openCountries] == (isOpen ? 1 : 0))
    }

    @Test func anUnreadCountryLeavesTheGivenOne() throws {
        var options = CorpusOptions()
        options.defaultCountry = "KR"
        let found = try Noticed("text,label,country\na,ham,Atlantis\nb,ham,\nc,ham,jp\n", "a.csv", options)
        #expect(found.rows.map(\.message.receiverCountry) == ["KR", "KR", "JP"] && found.values[.countries] == 1)
    }

    @Test(arguments: [
        ("ko", "ko"), ("KO", "ko"), ("zh-TW", "zh-TW"), ("zh_TW", "zh-TW"), ("zh-Hans", "zh-Hans"), ("eng", "en"), ("kor", "ko"),
        ("English", "en"), ("Korean", "ko"), ("한국어", "ko"), ("日本語", "ja"), ("Deutsch", "de"), ("español", "es"), ("中文", "zh"),
        ("fil", "fil"), ("jp", nil), ("kr", nil), ("Klingonish", nil), ("1", nil), ("xx", nil), ("e", nil),
    ])
    func languagesAreReadAsPeopleWriteThem(word: String, tag: String?) throws {
        let found = try Noticed("text,label,lang\nhello,ham,\(word)\n", "a.csv", CorpusOptions())
        #expect(found.rows.map(\.language) == [tag] && found.values[.languages] == (tag == nil ? 1 : 0), "\(word)")
    }

    @Test(arguments: [
        ("\"=\"\"0790090012\"\"\"", "0790090012"), ("'07900900124", "07900900124"), ("'+4479009", "+4479009"),
        ("4.479E+11", "4.479E+11"),
        ("447900900123", "447900900123"), ("=cmd", "=cmd"), ("'Tis Me", "'Tis Me"), ("+447900900123", "+447900900123"),
        ("13800138000", "13800138000"), ("12 High Street Leeds", "12 High Street Leeds"), ("\"4,479E+11\"", "4,479E+11"),
        ("4.479e+11", "4.479e+11"), ("########", "########"), ("#deal", "#deal"), ("447900900123.0", "447900900123"),
        ("88.0", "88"), (" +447900900123 ", "+447900900123"), ("  Jo", "Jo"), ("1.5", "1.5"),
        ("4.48E11", "4.48E11"), ("447900900123 ", "447900900123"), ("+447 900 900123", "+447 900 900123"), ("88E2", "88E2"),
        ("4479E8", "4479E8"), ("+4.479E+11", "+4.479E+11"), ("+4479e8", "+4479e8"), ("8E+13", "8E+13"), ("#NAME?", "#NAME?"),
        ("#N/A", "#N/A"), ("#WERT!", "#WERT!"), ("#DIV/0!", "#DIV/0!"), ("#VALUE!", "#VALUE!"), ("#Sale!", "#Sale!"),
        ("=4479009", "4479009"), ("=+4479009", "+4479009"), ("=12+7", "=12+7"), ("=0790-900", "=0790-900"), ("=A1", "=A1"),
        ("=", "="), ("1E5", "1E5"), ("3E", "3E"), ("E45", "E45"), ("+3E", "+3E"), ("#1 Pizza!", "#1 Pizza!"),
    ])
    func sendersOfSpreadsheetsAreRead(written: String, sender: String) throws {
        let found = try Noticed("text,label,sender\nhello,ham,\(written)\n", "a.csv", CorpusOptions())
        #expect(found.rows.map(\.message.sender) == [sender])
        let counts = [found.values[.spoiltSenders], found.values[.sendersWithoutPlus], found.values[.streets]]
        let isSpoilt = ["E+", "E11", "79E8", "##"].contains { sender.uppercased().contains($0) }
        let isError = sender.hasPrefix("#") && !sender.contains { $0.isLowercase }
        #expect(counts == [isSpoilt || isError ? 1 : 0, sender == "447900900123" ? 1 : 0, sender.contains("Street") ? 1 : 0])
        #expect(
            found.values[.formulaSenders] == (written.hasPrefix("\"=") || sender != written && written.hasPrefix("=") ? 1 : 0))
    }

    /// JSON says what is a text and what a number: nothing is taken off a sender.
    @Test(arguments: ["=\\\"0790090012\\\"", "'0790090012", "=4479009", "4479E8"]) func sendersOfJSONStay(written: String) throws
    {
        let object = "{\"text\":\"hello\",\"label\":\"ham\",\"sender\":\"\(written)\"}"
        for (name, content) in [("a.jsonl", object + "\n"), ("a.json", "[\(object)]")] {
            let found = try Noticed(content, name, CorpusOptions())
            #expect(found.rows.map(\.message.sender) == [written.replacing("\\", with: "")] && found.values == ValueProblems())
        }
    }

    /// The owner's name for himself is told, and left out on demand; a contact may have a like
    /// name.
    @Test(arguments: [
        ("Me", 1), ("ME", 1), ("me", 1), ("Ich", 1), ("나", 1), ("我", 1), ("自分", 1), ("Yo", 1), ("Moi", 1), ("Eu", 1), ("Saya", 1),
        ("Tôi", 1), ("ฉัน", 1), ("Я", 1), ("You", 1), ("Meg", 0), ("Ben", 0), ("MeShop", 0), ("Me & Co", 0), ("1588", 0),
    ])
    func theOwnerAmongSendersIsTold(sender: String, count: Int) throws {
        let table = "text,label,from\nhello,ham,Jo\nmine,ham,\(sender)\n"
        let lines =
            "{\"text\":\"hello\",\"label\":\"ham\",\"from\":\"Jo\"}\n{\"text\":\"mine\",\"label\":\"ham\",\"from\":\"\(sender)\"}\n"
        for (name, content) in [("a.csv", table), ("a.tsv", table.replacing(",", with: "\t")), ("a.jsonl", lines)] {
            let found = try Noticed(content, name, CorpusOptions())
            #expect(found.texts == ["hello", "mine"] && found.values[.ownSenders] == count, "\(name)")
            var options = CorpusOptions()
            options.columns = ColumnChoice([.direction: "from"])
            let chosen = try Noticed(content, name, options)
            #expect(
                chosen.texts == (count == 1 ? ["hello"] : ["hello", "mine"]) && chosen.rows[0].message.sender == "Jo", "\(chosen)"
            )
        }
    }

    /// The example of a number without its 0 has the form of its country.
    @Test(arguments: [
        ("KR", "1098765432", "1012345678"), ("GB", "7900900123", "7123456789"), ("TW", "912000000", "912345678"),
        ("KR", "7012340000", "1012345678"), ("KR", "234560000", "1012345678"), ("KR", "311230000", "1012345678"),
        ("JP", "5012340000", "7012345678"), ("JP", "312340000", "7012345678"), ("VN", "2812340000", "312345678"),
    ])
    func theExampleOfALostZeroIsOfTheCountry(country: String, sender: String, example: String) throws {
        let found = try Noticed("text,label,sender,country\nhello,ham,\(sender),\(country)\n", "a.csv", CorpusOptions())
        #expect(found.rows.map(\.message.sender) == ["0\(sender)"] && found.values[.sendersGivenZero] == 1)
        #expect(found.values.numberWithoutZero == example)
    }

    /// A spreadsheet drops the + of a table. JSON has it, or the number has none.
    @Test(arguments: [("a.csv", 1), ("a.tsv", 1), ("a.jsonl", 0), ("a.json", 0)])
    func onlyTablesLoseThePlus(name: String, count: Int) throws {
        let cut = name == "a.tsv" ? "\t" : ","
        let object = "{\"text\":\"hello\",\"label\":\"ham\",\"sender\":\"447900900123\"}"
        let table = ["text,label,sender", "hello,ham,447900900123", ""].joined(separator: "\n").replacing(",", with: cut)
        let found = try Noticed(count == 1 ? table : name == "a.json" ? "[\(object)]" : object, name, CorpusOptions())
        #expect(found.rows.map(\.message.sender) == ["447900900123"] && found.values[.sendersWithoutPlus] == count)
    }

    /// What databases, programs and phones write for none is no sender, no country and no time.
    @Test(arguments: ["NULL", "null", "\\N", "(null)", "<null>", "None", "nan", "NaN", "N/A", "insert-address-token", ""])
    func marksForNothingAreNothing(mark: String) throws {
        let names = "sender,country,lang,time,id,source,template"
        let table = "text,label,\(names)\nhello,ham,\(names.split(separator: ",").map { _ in mark }.joined(separator: ","))\n"
        let keys = names.split(separator: ",").map { "\"\($0)\":\"\(mark.replacing("\\", with: "\\\\"))\"" }.joined(
            separator: ",")
        let object = "{\"text\":\"hello\",\"label\":\"ham\",\(keys)}\n"
        for (name, content) in [("a.csv", table), ("a.tsv", table.replacing(",", with: "\t")), ("a.jsonl", object)] {
            let found = try Noticed(content, name, CorpusOptions()), row = try #require(found.rows.first, "\(found)")
            #expect(row.message.body == "hello" && row.message.sender == nil && row.message.receiverCountry == nil)
            #expect(row.language == nil && row.time == nil && row.id == nil && row.group == nil && row.source == name)
            #expect(found.values == ValueProblems())
        }
    }

    @Test(arguments: ["Nan", "Null Bar", "none", "N", "null@example.org", "Nonex"]) func otherWordsAreSenders(word: String)
        throws
    {
        #expect(try Noticed("text,label,sender\na,ham,\(word)\n", "a.csv", CorpusOptions()).rows.map(\.message.sender) == [word])
    }

    /// A `group` may be a chat. A template is one by its name, or because a person says so.
    @Test func aGroupIsNoTemplateUnlessChosen() throws {
        let table = "text,label,group\na,ham,Family\nb,ham,Work chat\n"
        #expect(try Noticed(table, "a.csv", CorpusOptions()).rows.map(\.group) == [nil, nil])
        #expect(try Noticed(table, "a.csv", CorpusOptions()).layout.isUnread("group"))
        var options = CorpusOptions()
        options.columns = ColumnChoice([.group: "group"])
        #expect(try Noticed(table, "a.csv", options).rows.map(\.group) == ["Family", "Work chat"])
        #expect(
            try Noticed(table.replacing("group", with: "template"), "a.csv", CorpusOptions()).rows.map(\.group) == [
                "Family", "Work chat",
            ])
    }

    /// Import learns nothing from weights, and still says which it could not read.
    @Test func badWeightsAreCounted() throws {
        var options = CorpusOptions()
        options.needsWeights = false
        let found = try Noticed("text,label,weight\na,ham,70kg\nb,ham,-1\nc,ham,2\n", "a.csv", options)
        #expect(found.rows.map(\.weight) == [1, 1, 2] && found.values[.weights] == 2)
    }

    @Test(
        arguments: [
            ("1709402711000000", 1_709_402_711), ("1709402711000000000", 1_709_402_711), ("1709402711123", 1_709_402_711),
            ("731095511000000000", 1_709_402_711), ("1709402711.5", 1_709_402_711), ("20240302180511", 1_709_402_711),
            ("202403021805", 1_709_402_700), ("20240302", 1_709_337_600), ("2567-03-02 18:05:11", 1_709_402_711),
            ("25670302", 1_709_337_600),
            ("2567/03/02", 1_709_337_600), ("99999999999999", nil), ("20241399180511", nil), ("2100-01-01", nil),
            ("4102444800", nil),
            ("1985-06-01", nil), ("0", nil), ("1402/12/12", nil), ("45353", nil), ("12", nil), ("20240302180599", nil),
            ("2024-02-30", nil), ("20230229", nil),
            ("1709402711123456", 1_709_402_711), ("2024-03-02T18:05:11.123456Z", 1_709_402_711),
            ("25670302180511", 1_709_402_711),
            ("17094027110", nil), ("170940271100", nil), ("03.03.2567", 1_709_424_000), ("731095511", 731_095_511),
        ] as [(String, Int?)])
    func numbersAreTimesByTheirSize(text: String, seconds: Int?) {
        #expect(MessageTime.seconds(text) == seconds, "\(text)")
    }
}
