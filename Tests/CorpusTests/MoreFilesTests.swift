// More files as people have them: quotes, orders, marks, answers and columns that say one thing
// twice.

import SpamFilter
import Testing

@testable import Corpus

extension PeoplesFilesTests {
    private static let headers = "label,text,sender"

    static let moreFiles: [File] = [
        // A quote that takes rows.
        File(
            "quote", "a.csv", "label,text\nham,one\nham,\"win\nspam,loan\nham,\"ok\n", "one", "3 rows in quotes", "ham -> allow"),
        File(
            "quote", "a.csv", "label,text\nham,one\nham,\"win\nspam,loan\nham,ok\"\n", "one", "3 rows in quotes", "ham -> allow"),
        File("quote", "a.csv", "text,label\n\"win,ham\nloan,spam\nok\",ham\n", "", "3 rows in quotes"),
        File("quote", "a.csv", "Jo;\"win;ham\nAl;loan;spam\nAl;\"ok;ham\n", "", "error"),
        File(
            "quote", "a.csv", "sender,time,text\nJo,2024-05-03 10:00,\"win\nAl,2024-05-03 11:00,loan\nJo,2024-05-03 12:00,ok\"\n",
            "",
            "3 rows in quotes"),
        File("quote", "a.csv", "label,text\nham,\"pick:\n1, yes\n2, no\"\n", "pick:\n1, yes\n2, no", "ham -> allow"),
        File("quote", "a.csv", "label,text\nham,\"dear,\nspam, as you know\"\n", "dear,\nspam, as you know", "ham -> allow"),
        File("quote", "a.csv", "label,text\n1,\"pick:\n1, yes\"\n", "pick:\n1, yes", "1 -> junk"),
        File(
            "quote", "a.csv", "text,label\n\"hello\nworld\",ham\n\"win, spam\nnow\",spam\n", "hello\nworld|win, spam\nnow",
            "ham -> allow", "spam -> junk"),
        File("quote", "a.csv", "text,label\n\"win,ham\nok\",ham\n", "", "2 rows in quotes"),
        // A header again, where files were joined.
        File("joined", "a.csv", "label,text\nham,one\nlabel,text\nham,two\n", "one|two", "ham -> allow", "header"),
        File("joined", "a.csv", "text,label\none,ham\n\u{FEFF}text,label\ntwo,ham\n", "one|two", "ham -> allow", "header"),
        File("joined", "a.tsv", "label\ttext\nham\tone\n\u{FEFF}label\ttext\nham\ttwo\n", "one|two", "ham -> allow", "header"),
        File("joined", "a.csv", "text,sender\none,Jo\ntext,sender\ntext,Jo\n", "one|text", "header"),
        File("joined", "a.csv", "text\none\n\u{FEFF}text\ntwo\n", "one|two", "header"),
        File(
            "joined", "a.csv", "label,text,sender\nham,one,Jo\nsender,text,label\nBank,two,ham\n", "one", "ham -> allow",
            "other header in 3"),
        File(
            "joined", "a.tsv", "label\ttext\tsender\nham\tone\tJo\n\u{FEFF}text\tlabel\tsender\ntwo\tham\tAl\n", "one",
            "ham -> allow", "other header in 3"),
        File(
            "joined", "a.csv", "label,text,sender,date\nham,one,Jo,2024-05-03\nlabel,text,date,sender\nham,two,2024-05-03,Jo\n",
            "one", "ham -> allow", "other header in 3"),
        File(
            "joined", "a.csv", "label,text,from\nham,one,Jo\nclass,body,sender\nham,two,Jo\n", "one", "ham -> allow",
            "other header in 3"),
        File("joined", "a.csv", "text,label\none,ham\nlabel,text\nham,two\n", "one", "ham -> allow", "other header in 3"),
        File("joined", "a.csv", "text,sender,label\nsender,text,ham\ntext,Jo,ham\n", "sender|text", "ham -> allow"),
        File("joined", "a.csv", "text,sender\none,Jo\nbody,SMS\n", "one|body"),
        // Texts that are none.
        File("marks", "a.csv", "text,label\none,ham\nNULL,ham\nnan,ham\nundefined,spam\n-,ham\n", "one", "ham -> allow", "mark"),
        File("marks", "a.csv", "text\none\nNone\nN/A\n\\N\n<NA>\n", "one", "mark"),
        File("marks", "a.jsonl", "{\"text\":\"one\"}\n{\"text\":\"null\"}\n{\"text\":\"[deleted]\"}\n", "one", "mark", "deleted"),
        File("marks", "a.csv", "text\none\nThis message was deleted\n[removed]\n", "one", "deleted"),
        File("marks", "a.csv", "text\none\n<Media omitted>\n\u{200E}image omitted\n<attached: 1.jpg>\n[사진]\n", "one", "media"),
        File("marks", "a.csv", "text\none\n<Medien ausgeschlossen>\n[图片]\n\u{200E}<첨부: a.jpg>\n", "one", "media"),
        File("marks", "a.csv", "text\nnone\nok -\nnull and void\n<URL>\n?\n", "none|ok -|null and void|<URL>|?"),
        // Texts that a spreadsheet or a page of the web has changed.
        File(
            "web", "a.csv", "text\nTom &amp; Jerry\nit&#39;s on\n3 &lt; 5\n", "Tom &amp; Jerry|it&#39;s on|3 &lt; 5", "entities"),
        File("web", "a.csv", "text\nit&#x27;s\nf&uuml;r dich\n", "it&#x27;s|f&uuml;r dich", "entities"),
        File("web", "a.csv", "text\nAT&T; now\nyou & me\n&#; &x;\n", "AT&T; now|you & me|&#; &x;"),
        File(
            "cells", "a.csv", "text\n#NAME?\n#REF!\n########\n1E+05\nhello\n", "#NAME?|#REF!|########|1E+05|hello", "spoilt text"),
        File("cells", "a.csv", "text\n\"4,5E+11\"\n#WERT!\nhello\n", "4,5E+11|#WERT!|hello", "spoilt text"),
        File("cells", "a.csv", "text\n#winning!\n##\n1+1\n", "#winning!|##|1+1"),
        File("web", "a.jsonl", "{\"text\":\"{\\\"a\\\":\\\"hello\\\"}\"}\n", "{\"a\":\"hello\"}", "coded"),
        File("cells", "a.csv", "text\n\"win_x000D_\nstop\"\nhello\n", "win_x000D_\nstop|hello", "coded"),
        File("cells", "a.csv", "text\n_x_\nfile_x12_y\nmax_x0000\n", "_x_|file_x12_y|max_x0000"),
        // Lines below a table.
        File("totals", "a.csv", "text,label\none,ham\nTotal: 1,\n", "one", "ham -> allow", "totals"),
        File("totals", "a.csv", "text,sender\none,Jo\n(1 row),\n", "one", "totals"),
        File("totals", "a.csv", "text,sender\none,Jo\nTotal: 12,Jo\n", "one|Total: 12"),
        File("totals", "a.csv", "text\none\nTotal: 12\n", "one|Total: 12"),
        // Senders.
        File(
            "senders", "a.csv", "text,sender\none,-1\ntwo,unknown\nthree,Anonymous\nfour,-2\n", "one|two|three|four", "no sender"),
        File("senders", "a.csv", "text,sender\none,발신번호표시제한\ntwo,NA\n", "one|two", "no sender"),
        File("senders", "a.csv", "text,sender,country\none,1012345678,KR\ntwo,1588,KR\n", "one|two", "zero"),
        File("senders", "a.csv", "text,sender,country\none,7900900124,GB\n", "one", "zero"),
        File("senders", "a.csv", "text,sender,country\none,9812345678,IN\n", "one"),
        File("senders", "a.csv", "text,sender\none,1012345678\n", "one", "perhaps zero"),
        File("senders", "a.jsonl", "{\"text\":\"one\",\"sender\":\"1012345678\",\"country\":\"KR\"}\n", "one"),
        File("senders", "a.csv", "text,sender\none,\u{202A}-1\u{202C}\ntwo,\u{200E}Me\n", "one|two", "no sender", "owner"),
        // Groups.
        File("groups", "a.csv", "text,template\none,none\ntwo,-\nthree,0\nfour,Other\n", "one|two|three|four", "no group"),
        File("groups", "a.csv", "text,template\none,1\ntwo,nobody\n", "one|two"),
        // Countries.
        File("country", "a.csv", "text,country\none,NA\n", "one", "open country"),
        File("country", "a.csv", "text,country\none,+1\ntwo,+7\n", "one|two", "open country"),
        File("country", "a.csv", "text,country\none,NAM\ntwo,Namibia\nthree,US\nfour,+81\n", "one|two|three|four"),
        // Which column has the labels.
        File(
            "truth", "a.csv", "text,predicted_label,true_label\none,spam,ham\ntwo,ham,spam\n", "one|two", "ham -> allow",
            "spam -> junk"),
        File("truth", "a.csv", "text,prediction,gold\none,spam,ham\ntwo,ham,ham\n", "one|two", "ham -> allow"),
        File("truth", "a.csv", "text,pred,actual\none,1,0\ntwo,0,0\n", "one|two", "0 -> allow"),
        File("truth", "a.csv", "text,prediction\none,spam\ntwo,ham\n", "one|two", "labels in prediction"),
        File("truth", "a.csv", "text,label,is_spam\none,ham,1\ntwo,spam,0\n", "", "labels contradict: label, is_spam"),
        File(
            "truth", "a.csv", "text,annotator1,annotator2\none,ham,spam\ntwo,spam,spam\n", "",
            "labels contradict: annotator1, annotator2"),
        File(
            "truth", "a.csv", "text,label,is_spam\none,ham,0\ntwo,spam,1\n", "one|two", "ham -> allow", "spam -> junk",
            "labels too"),
        File("truth", "a.csv", "text,label,category\none,spam,bank\ntwo,ham,bank\n", "one|two", "ham -> allow", "spam -> junk"),
        File("truth", "a.csv", "text,label,label_num\none,ham,1\ntwo,spam,0\n", "one|two", "ham -> allow", "spam -> junk"),
        File("truth", "a.csv", "text,label,class\none,0,spam\ntwo,1,ham\n", "", "labels contradict: label, class"),
        File(
            "truth", "a.jsonl", "{\"text\":\"one\",\"label\":\"ham\",\"is_spam\":true}\n", "", "labels contradict: label, is_spam"
        ),
        File("truth", "a.jsonl", "{\"text\":\"one\",\"label\":\"ham\",\"predicted_label\":\"spam\"}\n", "one", "ham -> allow"),
        // Answers, scores and opposites.
        File("answers", "a.csv", "text,Spam?\none,Yes\ntwo,No\n", "one|two", "yes -> junk", "no -> allow"),
        File("answers", "a.csv", "문자,스팸여부\none,N\ntwo,Y\n", "one|two", "y -> junk", "n -> allow"),
        File(
            "answers", "a.csv", "Datum;Absender;Nachricht;Spam\n03.05.2024;Jo;one;nein\n04.05.2024;Al;two;ja\n", "one|two",
            "ja -> junk", "nein -> allow"),
        File("answers", "a.csv", "texte,Spam\none,FAUX\ntwo,VRAI\n", "one|two", "vrai -> junk", "faux -> allow"),
        File(
            "answers", "a.jsonl", "{\"text\":\"one\",\"is_legit\":true}\n{\"text\":\"two\",\"is_legit\":false}\n", "one|two",
            "labels in is_legit"),
        File(
            "answers", "a.jsonl",
            "{\"text\":\"one\",\"label\":\"ham\",\"answer\":\"accept\"}\n{\"text\":\"two\",\"label\":\"ham\",\"answer\":\"reject\"}\n",
            "one",
            "ham -> allow", "rejected"),
        File(
            "answers", "a.csv", "text,label,answer\none,ham,accept\ntwo,ham,ignore\nthree,ham,\n", "one|three", "ham -> allow",
            "rejected"),
        File("answers", "a.csv", "text,answer\none,reject\n", "one"),
        File("answers", "a.jsonl", "{\"text\":\"one\",\"answer\":\"ignore\"}\n", "one"),
        File("answers", "a.csv", "message,legit\none,1\ntwo,0\n", "one|two", "labels in legit"),
        File("answers", "a.csv", "text,is_ham\none,yes\ntwo,no\n", "one|two", "labels in is_ham"),
        File("answers", "a.csv", "text,Blocked\none,No\ntwo,Yes\n", "one|two", "labels in Blocked"),
        File("answers", "a.csv", "texte,Indésirable\none,non\ntwo,oui\n", "one|two", "non -> allow", "oui -> junk"),
        File("answers", "a.csv", "text,is_ham,is_spam\none,1,0\ntwo,0,1\n", "one|two", "0 -> allow", "1 -> junk"),
        File(
            "answers", "a.jsonl", "{\"text\":\"one\",\"is_spam\":true}\n{\"text\":\"two\",\"is_spam\":false}\n", "one|two",
            "labels in is_spam"),
        File(
            "answers", "a.csv", "message,legit\none,legit\ntwo,spam\n", "message|one|two", "legit -> allow", "spam -> junk",
            "perhaps header"),
        File("answers", "a.jsonl", "{\"text\":\"one\",\"label\":0.7}\n", "", "score"),
        File(
            "answers", "a.jsonl", "{\"text\":\"one\",\"label\":true}\n{\"text\":\"two\",\"label\":false}\n", "one|two",
            "true -> junk",
            "false -> allow"),
        File("answers", "a.csv", "text,label\none,0.7\ntwo,0.25\n", "", "score"),
        File("answers", "a.csv", "text,label\none,non-spam\ntwo,spam\n", "one|two", "non_spam -> allow", "spam -> junk"),
        File("answers", "a.csv", "text,label\none,no spam\ntwo,not junk\n", "one|two", "no_spam -> allow", "not_junk -> allow"),
        File(
            "words", "a.csv", "내용,분류\none,은행\ntwo,택배\nthree,광고\nfour,피싱\nfive,인증번호\n", "one|two|three|four|five",
            "은행 -> transaction/finance", "택배 -> transaction/orders", "광고 -> promotion", "피싱 -> junk",
            "인증번호 -> transaction/others"),
        File(
            "words", "a.csv", "内容,类别\none,快递\ntwo,广告\nthree,诈骗\nfour,验证码\n", "one|two|three|four", "快递 -> transaction/orders",
            "广告 -> promotion", "诈骗 -> junk", "验证码 -> transaction/others"),
        File("words", "a.csv", "text,label\none,blocked\ntwo,allowed\n", "", "unknown labels"),
        // Which way a message went.
        File("way", "a.csv", "dir,text\n<-,one\n->,two\n", "one", "sent"),
        File("way", "a.csv", "direction,text\n←,one\n→,two\n", "one", "sent"),
        File("way", "a.csv", "Direction,text\nR,one\nS,two\n", "one", "sent"),
        File("way", "a.csv", "from,to,text\nJo,me,one\nme,Jo,two\n", "one", "sent"),
        File("way", "a.csv", "from,to,text\nJo,Me,one\n+821,Jo,two\n", "one|two", "directions in to"),
        File("way", "a.csv", "folder,from,text\nInbox,Jo,one\nDrafts,,two\nSent,Jo,three\n", "one", "draft", "sent"),
        File("way", "a.csv", "msg_box,text\n1,one\n3,two\n", "one", "draft"),
        File("way", "a.csv", "direction,body\n1,one\n0,two\n", "one", "0 for direction"),
        File("way", "a.csv", "direction,body\n0,one\n1,two\n", "", "0 for direction"),
        File("way", "a.csv", "direction,body\n1,one\n1,two\n", "one|two"),
        File("way", "a.jsonl", "{\"msg_box\":0,\"body\":\"one\"}\n{\"msg_box\":1,\"body\":\"two\"}\n", "", "0 for direction"),
        File("way", "a.jsonl", "{\"direction\":true,\"body\":\"one\"}\n", "", "0 for direction"),
        File("way", "a.csv", "direction,body\nin,one\n0,two\n", "one", "unknown direction"),
        File(
            "way", "a.csv", "address,date,type,body\nJo,1777600000000,10485780,one\nAl,1777600001000,10485783,two\n", "one",
            "sent",
            "sent by number"),
        File("way", "a.csv", "address,type,body\nJo,20,one\nAl,87,two\nAl,4119,three\n", "one|two|three", "numbers"),
        File("way", "a.csv", "yön,text\nGELEN,one\nGİDEN,two\n", "one", "sent"),
        File("way", "a.csv", "kind,body\nSMS,one\nSMS,two\n", "one|two"),
        File("way", "a.csv", "kind,body\nreceived,one\nsent,two\n", "one", "sent"),
        File("way", "a.jsonl", "{\"text\":\"one\",\"is_sent\":false}\n{\"text\":\"two\",\"is_sent\":true}\n", "one", "sent"),
        // Times.
        File("zone", "a.csv", "text,time,tz\none,2024-05-03 10:00,KST\n", "one", "zones"),
        File("since", "a.csv", "date,is_from_me,text\n799000000,0,one\n799086400.5,0,two\n", "one|two", "since 2001"),
        File("since", "a.jsonl", "{\"date\":799000000,\"is_from_me\":0,\"text\":\"one\"}\n", "one", "since 2001"),
        File("since", "a.csv", "date,is_from_me,text\n1777600000,0,one\n", "one"),
        File("since", "a.csv", "date,text\n799000000,one\n", "one"),
        // Two columns of texts.
        File(
            "texts", "a.csv", "label,message,body\nham,RE: 1,one\nham,RE: 2,two\n", "RE: 1|RE: 2", "ham -> allow", "texts in body"
        ),
        File("texts", "a.jsonl", "{\"message\":\"one\",\"body\":\"two\"}\n", "one", "texts in body"),
        File("texts", "a.csv", "message,body,sender\none,one,Jo\ntwo,,Jo\n", "one|two"),
        File(
            "texts", "a.csv", "text,label,text,label\none,ham,two,spam\nthree,ham,four,spam\n", "", "labels contradict: 2, 4"),
        // A first line that may be a message.
        File("header", "a.csv", "ham,message\nspam,win\n", "message|win", "ham -> allow", "spam -> junk", "perhaps header"),
        File("header", "a.csv", "Текст,Класс\none,ham\n", "one", "ham -> allow"),
    ]

    @Test(arguments: moreFiles) func nothingMoreIsSilent(file: File) throws { try check(file) }

    /// Below a name of what is wanted, yes is never taken for junk.
    @Test(
        arguments: [
            "is_legit", "isLegit", "legit", "ham", "is_ham", "not_spam", "is_safe", "is_wanted", "genuine", "real", "isReal",
        ], [("true", "false"), ("1", "0")])
    func flagsOfWantedAreNotReversed(name: String, flags: (yes: String, no: String)) throws {
        let files = [
            ("a.jsonl", "{\"text\":\"one\",\"\(name)\":\(flags.yes)}\n{\"text\":\"two\",\"\(name)\":\(flags.no)}\n"),
            ("a.csv", "text,\(name)\none,\(flags.yes)\ntwo,\(flags.no)\n"),
        ]
        for (file, content) in files {
            var options = CorpusOptions()
            options.takesUnlabelled = true
            let found = try Noticed(content, file, options)
            let meanings = "\(flags.yes)=allow,\(flags.no)=junk"
            #expect(found.layout.looks == [FileLayout.Look(role: .label, name: name, meanings: meanings)], "\(file)")
            options.columns = ColumnChoice([.label: name])
            let chosen = try Noticed(content, file, options)
            guard case .unknownLabels(_, _, let unknown)? = chosen.error else {
                Issue.record("\(file): \(chosen)")
                continue
            }
            #expect(unknown.words.map(\.text) == [flags.yes, flags.no] && unknown.likelyMeaning(of: flags.yes) == .allow)
            #expect(unknown.likelyMeaning(of: flags.no) == .junk && unknown.likelyMeaning(of: "block") == .junk)
            options.labels = try LabelMap(parsing: meanings)
            #expect(try Noticed(content, file, options).labels == ["allow", "junk"], "\(file)")
        }
    }

    /// Phones and spreadsheets put marks of direction around senders.
    @Test(arguments: ["\u{202A}+49 151 0001\u{202C}", "\u{2066}+49 151 0001\u{2069}", "+49 151 0001\u{200E}"])
    func marksAroundSendersAreDropped(sender: String) throws {
        var options = CorpusOptions()
        options.takesUnlabelled = true
        let found = try Noticed("sender,text\n\(sender),one\n", "a.csv", options)
        #expect(found.rows.map(\.message.sender) == ["+49 151 0001"])
    }

    /// The hours may stand in a column of their own, and the best of several times is read.
    @Test(arguments: [
        ("date,time,text\n2024-05-03,10:00,one\n2024-05-04,11:30:05,two\n", ["2024-05-03 10:00", "2024-05-04 11:30:05"]),
        ("Datum;Uhrzeit;Nachricht\n03.05.2024;10:00;one\n04.05.2024;11:00;two\n", ["03.05.2024 10:00", "04.05.2024 11:00"]),
        ("日期,时间,内容\n2024/5/3,10:00,one\n2024/5/4,11:00,two\n", ["2024/5/3 10:00", "2024/5/4 11:00"]),
        (
            "date,time,text\n2024-05-03 00:00:00,3:05 PM,one\n2024-05-04 00:00:00,,two\n",
            ["2024-05-03 3:05 PM", "2024-05-04 00:00:00"]
        ),
        (
            "date,timestamp,text\n2024-05-03,1714730400000,one\n2024-05-04,1714816800000,two\n",
            ["1714730400000", "1714816800000"]
        ),
        (
            "timestamp,date,text\n2024-05-03,2024-05-03 10:00,one\n2024-05-04,2024-05-04 11:00,two\n",
            ["2024-05-03 10:00", "2024-05-04 11:00"]
        ),
        ("date,time,text\n2024-05-03,2024-05-03 10:00,one\n", ["2024-05-03 10:00"]),
        (
            "date,time,ampm,text\n2024-05-03,03:20,PM,one\n2024-05-04,03:20,AM,two\n",
            ["2024-05-03 03:20 PM", "2024-05-04 03:20 AM"]
        ),
        ("timestamp,AM/PM,text\n2024-05-03 03:20,p.m.,one\n", ["2024-05-03 03:20 p.m."]),
        ("timestamp,ampm,text\n2024-05-03 03:20,x,one\n", ["2024-05-03 03:20"]),
        ("date,text\n2024-05-03,one\n", ["2024-05-03"]),
    ])
    func hoursAreReadWithTheirDay(content: String, times: [String]) throws {
        var options = CorpusOptions()
        options.takesUnlabelled = true
        let found = try Noticed(content, "a.csv", options)
        #expect(found.rows.map { $0.time?.text } == times, "\(found)")
        options.columns = ColumnChoice([.time: content.contains("Datum") ? "Datum" : content.contains("日期") ? "日期" : "date"])
        #expect(try Noticed(content, "a.csv", options).rows.allSatisfy { !($0.time?.text.contains("PM") ?? true) })
    }

    @Test(
        arguments: [
            ("2024-05-03 오후 3:05", 1_714_748_700), ("2024. 5. 3. 오전 12:05", 1_714_694_700), ("2024/5/3 下午3:05", 1_714_748_700),
            ("2024/5/3 午後3:05", 1_714_748_700), ("2024-05-03 3:05 p. m.", 1_714_748_700), ("2024-05-03 3:05 P.M.", 1_714_748_700),
            ("2024-05-03 12:05 a.m.", 1_714_694_700), ("2024-05-04 00:05 KST", 1_714_748_700),
            ("2024-05-03 17:05 CEST", 1_714_748_700),
            ("2024-05-03 15:05 UTC", 1_714_748_700), ("2024-05-03 15:05 IST", nil), ("2024-05-03 15:05 CST", nil),
            ("2024-05-04T00:05:00+09:00", 1_714_748_700), ("2024-05-03 15:05Z", 1_714_748_700),
        ] as [(String, Int?)])
    func halfDaysAndZonesAreRead(text: String, seconds: Int?) {
        #expect(MessageTime.seconds(text) == seconds, "\(text)")
    }

    @Test(arguments: [
        ("2024-05-03 10:00", true), ("2024-05-03T10:00:00Z", false), ("2024-05-03 10:00 +0900", false), ("2024-05-03", false),
        ("1714730400000", false), ("20240503100000", true), ("2024-05-03 10:00 KST", false), ("2024-05-03 오후 3:05", true),
    ])
    func timesWithoutAZoneAreKnown(text: String, lacksZone: Bool) {
        #expect(MessageTime.written(text).read(order: nil)?.lacksZone == lacksZone, "\(text)")
    }
}
