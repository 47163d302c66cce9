// Files as people have them: each is read as it was meant, or what is in doubt is told. One row for
// each complaint that needs no other test, and for each of its siblings.

import SpamFilter
import Testing

@testable import Corpus

/// What a reader would say of a file.
extension Noticed {
    fileprivate var told: Set<String> {
        var told: Set<String> = []
        func tell(_ count: Int, _ what: String) { if count > 0 { told.insert(what) } }
        tell(loose.words.areNone ? 0 : 1, "numbers")
        tell(loose.sent, "sent by number")
        tell(loose.perhapsSent, "perhaps sent")
        tell(left["one that was sent"] ?? 0, "sent")
        tell(left["none"] ?? 0, "blank")
        tell(left["a draft"] ?? 0, "draft")
        tell(left["a line of totals"] ?? 0, "totals")
        tell(left["the header again"] ?? 0, "header")
        tell(left["a mark for none, such as NULL"] ?? 0, "mark")
        tell(left["a message that was deleted"] ?? 0, "deleted")
        tell(left["a mark for a picture or file"] ?? 0, "media")
        tell(beside, "beside")
        tell(values.countries, "country")
        tell(values.openCountries, "open country")
        tell(values.unknownSenders, "no sender")
        tell(values.sendersGivenZero, "zero")
        tell(values.sendersWithoutZero, "perhaps zero")
        tell(values.entities, "entities")
        tell(values.spoiltTexts, "spoilt text")
        tell(layout.otherLabels.count, "labels too")
        tell(layout.zoneColumn == nil ? 0 : 1, "zones")
        tell(layout.mayHaveHeader ? 1 : 0, "perhaps header")
        tell(values.languages, "language")
        tell(values.spoiltSenders, "spoilt")
        tell(values.formulaSenders, "formula")
        tell(values.ownSenders, "owner")
        tell(values.sendersWithoutPlus, "plus")
        tell(values.streets, "street")
        tell(values.openGroups, "no group")
        tell(values.timesSince2001, "since 2001")
        tell(left["the answer reject or ignore"] ?? 0, "rejected")
        tell(values.twiceEncoded, "twice")
        tell(values.coded, "coded")
        tell(values.lostLetters, "lost")
        tell(layout.isUnread("group") ? 1 : 0, "group")
        tell(layout.otherFlags.count, "flags")
        tell(layout.repeatedNames.count, "names")
        for look in layout.looks { told.insert("\(look.role)s in \(look.name)") }
        for guess in guesses { told.insert("\(guess.word) -> \(guess.label.map(\.description) ?? "-")") }
        switch error {
        case nil: break
        case .unknownLabels?: told.insert("unknown labels")
        case .flagForDirection?: told.insert("0 for direction")
        case .otherHeader(_, let line)?: told.insert("other header in \(line)")
        case .unknownDirection?: told.insert("unknown direction")
        case .jsonDocument?: told.insert("document")
        case .repeatedKey?: told.insert("key twice")
        case .contradictingLabels(_, _, let columns)?: told.insert("labels contradict: \(columns.joined(separator: ", "))")
        case .rowsInQuotes(_, _, let rows)?: told.insert("\(rows) rows in quotes")
        case .scoreForLabel?: told.insert("score")
        case .noColumn?: told.insert("no column")
        case .jsonArray?: told.insert("array")
        default: told.insert("error")
        }
        return told
    }
}

@Suite struct PeoplesFilesTests {
    struct File: Sendable, CustomStringConvertible {
        let complaint: String
        let name: String
        let content: String
        let texts: [String]
        /// All that has to be told.
        let told: Set<String>
        var description: String { "\(complaint) \(name)" }

        init(_ complaint: String, _ name: String, _ content: String, _ texts: String, _ told: String...) {
            (self.complaint, self.name, self.content) = (complaint, name, content)
            self.texts = texts.split(separator: "|").map(String.init)
            self.told = Set(told)
        }
    }

    static let files: [File] = [
        // Android's numbers are no labels.
        File("type", "a.csv", "address,type,body\nJo,1,one\nAl,1,two\n", "one|two", "numbers"),
        File(
            "type", "a.csv", "address,date,type,body\nJo,1700000000000,1,one\nAl,1700000001000,2,two\n", "one", "numbers", "sent",
            "sent by number"),
        File(
            "type", "a.jsonl",
            "{\"address\":\"Jo\",\"type\":1,\"body\":\"one\"}\n{\"address\":\"Jo\",\"type\":4,\"body\":\"two\"}\n", "one",
            "numbers", "sent", "sent by number"),
        File(
            "type", "a.json",
            "[{\"address\":\"Jo\",\"type\":1,\"body\":\"one\"},{\"address\":\"Jo\",\"type\":2,\"body\":\"two\"}]", "one",
            "numbers", "sent", "sent by number"),
        File("type", "a.csv", "class,text\n1,one\n1,two\n", "one|two", "numbers"),
        File("type", "a.csv", "category,text\n0,one\n1,two\n", "one|two", "numbers"),
        File("type", "a.tsv", "분류\ttext\n1\tone\n2\ttwo\n", "one|two", "numbers"),
        File(
            "type", "a.csv", "number,message,type,read,time\nJo,one,1,1,2024-03-02\nJo,two,1,0,2024-03-03\n", "one|two", "numbers"
        ),
        File("type", "a.csv", "type,address,body\nReceived,Jo,one\nSent,Jo,two\n", "one", "sent"),
        File(
            "type", "a.csv", "Type,Sender ID,Message Date,Text\nIncoming,Jo,2024-03-02,one\nOutgoing,,2024-03-02,two\n", "one",
            "sent"),
        File("type", "a.csv", "Type,Text\nIncoming,one\nNotification,two\n", "one", "unknown direction"),
        // What the owner wrote.
        File("own", "a.csv", "sender,sent,text\nJo,0,one\nJo,1,two\n", "one", "sent"),
        File("own", "a.csv", "Status;Telefon;Nachricht\nEmpfangen;1;one\nGesendet;1;two\n", "one", "sent"),
        File("own", "a.csv", "folder,from,text\nInbox,Jo,one\nSent Messages,Jo,two\n", "one", "sent"),
        File("own", "a.csv", "from,text\nJo,one\nMe,two\n", "one|two", "owner"),
        File(
            "own", "a.jsonl", "{\"sent_by_me\":false,\"text\":\"one\"}\n{\"sent_by_me\":true,\"text\":\"two\"}\n", "one", "sent"),
        File(
            "own", "a.jsonl", "{\"sender\":\"You\",\"text\":\"one\"}\n{\"sender\":\"Jo\",\"text\":\"two\"}\n", "one|two", "owner"),
        File("own", "a.csv", "text,sent\none,2024-03-02 10:00\ntwo,2024-03-03 10:00\n", "one|two", "times in sent"),
        File("own", "a.csv", "direction,text\nrecv,one\noutbound-reply,two\n", "one", "sent"),
        // The rest of a text, and lines above the header.
        File("rest", "a.csv", "v1,v2,,,\nham,one,,,\nham,two, more,,\n", "one|two", "ham -> allow", "beside"),
        File("rest", "a.csv", "text,label,\none,ham,\ntwo,ham,x\n", "one|two", "ham -> allow", "beside"),
        File("rest", "a.tsv", "text\tlabel\t\none\tham\tx\n", "one", "ham -> allow", "beside"),
        File("rest", "a.csv", "text;label;;\none;ham;;y\n", "one", "ham -> allow", "beside"),
        File("above", "a.csv", "sep=;\nAbsender;Klasse;Nachricht\nJo;ham;one\n", "one", "ham -> allow"),
        File("above", "a.csv", "Export\nlabel,text\nham,one\n", "one", "ham -> allow"),
        File("above", "a.csv", "\"sep=\t\"\nlabel\ttext\nham\tone\n", "one", "ham -> allow"),
        File("above", "a.csv", "Export;;\nStand 1. 3. 2024;;\nlabel;text;sender\nham;one;Jo\n", "one", "ham -> allow"),
        // Shapes of JSON.
        File("json", "a.json", "{\"messages\":[\n{\"text\":\"one\"},\n{\"text\":\"two\"}\n]}\n", "", "document"),
        File("json", "a.json", "[{\"messages\":[{\"text\":\"one\"}]}]", "", "document"),
        File("json", "a.json", "{\"text\":{\"0\":\"one\"},\"label\":{\"0\":\"ham\"}}", "", "error"),
        File("json", "a.jsonl", "[{\"text\":\"one\"}]\n", "", "array"),
        File("json", "a.jsonl", "{\"text\":\"one\",\"text\":\"two\"}\n", "", "key twice"),
        File("json", "a.json", "[{\"text\":\"one\",\"sender\":\"a\",\"sender\":\"b\"}]", "", "key twice"),
        File("json", "a.jsonl", "{\"text\":\"one\"}\n{\"text\":\"\",\"body\":\"two\"}\n", "one", "blank", "texts in body"),
        // Words for labels.
        File("labels", "a.csv", "label,text\nvalid,one\nspam,two\nvalid,three\n", "", "unknown labels"),
        File("labels", "a.csv", "text,spam,promo,otp\none,1,0,0\ntwo,0,1,0\n", "one|two", "0 -> allow", "1 -> junk", "flags"),
        File("labels", "a.csv", "text,label,label_text\none,1,ham\ntwo,0,spam\n", "one|two", "ham -> allow", "spam -> junk"),
        File(
            "labels", "a.jsonl",
            "{\"text\":\"one\",\"label\":1,\"label_text\":\"ham\"}\n{\"text\":\"two\",\"label\":0,\"label_text\":\"spam\"}\n",
            "one|two", "ham -> allow", "spam -> junk"),
        File("labels", "a.csv", "label,text\nNot Spam,one\nHAM,two\n", "one|two", "not_spam -> allow", "ham -> allow"),
        File("labels", "a.csv", "label,text\nham,\nham,one\n", "one", "ham -> allow", "blank"),
        // Senders that a spreadsheet rewrote.
        File("cells", "a.csv", "text,sender\none,4.479E+11\n", "one", "spoilt"),
        File("cells", "a.csv", "text,sender\none,4479E8\n", "one", "spoilt"),
        File("cells", "a.tsv", "text\tsender\none\t+4.479E+11\n", "one", "spoilt"),
        File("cells", "a.csv", "text,sender\none,#NAME?\n", "one", "spoilt"),
        File("cells", "a.csv", "text,sender\none,\"=\"\"0790\"\"\"\n", "one", "formula"),
        File("cells", "a.csv", "text,sender\none,=447900900123\n", "one", "formula", "plus"),
        File("cells", "a.csv", "text,sender\none,447900900123\n", "one", "plus"),
        File("cells", "a.jsonl", "{\"text\":\"one\",\"sender\":\"=447900900123\"}\n", "one"),
        // Values of known columns.
        File("values", "a.csv", "text,country\none,India\ntwo,IND\nthree,+91\n", "one|two|three"),
        File("values", "a.csv", "text,country\none,Atlantis\n", "one", "country"),
        File("values", "a.csv", "text,lang\none,Klingonish\n", "one", "language"),
        File("values", "a.csv", "text,group\none,Family\n", "one", "group"),
        File("values", "a.csv", "text,address\none,12 High Street Leeds\n", "one", "street"),
        File("values", "a.csv", "text,text\none,two\n", "one", "names"),
        // Letters.
        File("letters", "a.csv", "text,sender\nfÃ¼r dich,Jo\n", "fÃ¼r dich", "twice"),
        File("letters", "a.jsonl", "{\"text\":\"itâ€™s\"}\n", "itâ€™s", "twice"),
        File("letters", "a.tsv", "ham\tWin Â£5\nham\tone\n", "Win Â£5|one", "ham -> allow", "twice"),
        File("letters", "a.csv", "text\nfür dich\n", "für dich"),
        File("letters", "a.csv", "text,sender\nb'see you at nine',Jo\n", "b'see you at nine'", "coded"),
        File("letters", "a.csv", "text,sender\nf\\u00fcr dich,Jo\n", "f\\u00fcr dich", "coded"),
        File("letters", "a.csv", "text,sender\nf\\xc3\\xbcr dich,Jo\n", "f\\xc3\\xbcr dich", "coded"),
        File("letters", "a.csv", "text,sender\nf=C3=BCr dich,Jo\n", "f=C3=BCr dich", "coded"),
        File("letters", "a.csv", "text,sender\nsee%20you%20at%20nine,Jo\n", "see%20you%20at%20nine", "coded"),
        File("letters", "a.csv", "text,sender\nc2VlIHlvdSBhdCBuaW5l,Jo\n", "c2VlIHlvdSBhdCBuaW5l", "coded"),
        File("letters", "a.csv", "text,sender\n73656520796f75206174206e696e65,Jo\n", "73656520796f75206174206e696e65", "coded"),
        File("letters", "a.csv", "text,sender\n00730065006500200079006F0075,Jo\n", "00730065006500200079006F0075", "coded"),
        File("letters", "a.csv", "text,sender\nРґРѕРјР°,Jo\n", "РґРѕРјР°", "coded"),
        File("letters", "a.csv", "text,sender\nsee y\u{FFFD}u,Jo\n", "see y\u{FFFD}u", "lost"),
        File("letters", "a.csv", "text,sender\n?????? ??? ok,Jo\n", "?????? ??? ok", "lost"),
        // What only looks so.
        File("letters", "a.csv", "text,sender\nhttps://a.example/%EA%B0%80%20b,Jo\n", "https://a.example/%EA%B0%80%20b"),
        File("letters", "a.csv", "text,sender\nreally??? why??,Jo\n", "really??? why??"),
        File("letters", "a.csv", "text,sender\nabcdefghijklmnopqrst,Jo\n", "abcdefghijklmnopqrst"),
        File("letters", "a.csv", "text,sender\n1234567890123456,Jo\n", "1234567890123456"),
        File("letters", "a.csv", "text,sender\nC:\\users\\x,Jo\n", "C:\\users\\x"),
        File("letters", "a.csv", "text,sender\nСіль і хліб,Jo\n", "Сіль і хліб"),
        File("own", "a.csv", "I/O,text,number\nIn,one,5\nOut,two,5\n", "one", "sent"),
    ]

    @Test(arguments: files) func nothingIsSilent(file: File) throws { try check(file) }

    func check(_ file: File) throws {
        var options = CorpusOptions()
        options.takesUnlabelled = true
        let found = try Noticed(file.content, file.name, options)
        #expect(found.told == file.told, "\(found)")
        if found.error == nil || !file.texts.isEmpty { #expect(found.texts == file.texts, "\(found)") }
    }
}
