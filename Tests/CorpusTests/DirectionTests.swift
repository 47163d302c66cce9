// Which way a message went: what the owner of a phone wrote is left out, and told.

import SpamFilter
import Testing

@testable import Corpus

@Suite struct DirectionTests {
    private static func read(_ text: String, _ name: String = "a.csv", choice: ColumnChoice = ColumnChoice()) throws -> Noticed {
        var options = CorpusOptions()
        options.takesUnlabelled = true
        options.columns = choice
        return try Noticed(text, name, options)
    }

    @Test(arguments: [
        ("direction", "incoming", "outgoing"), ("Direction", "Received", "Sent"), ("direction", "inbound", "outbound-api"),
        ("msg_box", "1", "2"), ("msg_box", "1", "4"), ("is_from_me", "0", "1"), ("isFromMe", "false", "true"),
        ("From Me", "No", "Yes"), ("sms_type", "1", "2"), ("box", "inbox", "sent"), ("outgoing", "false", "true"),
        ("Direction", "Eingehend", "Ausgehend"),
        ("is_incoming", "1", "0"), ("Type", "Received", "Sent"), ("type", "inbox", "draft"), ("Folder", "Inbox", "Outbox"),
        ("구분", "받은메시지", "보낸메시지"), ("방향", "수신", "발신"), ("类型", "接收", "发送"), ("類型", "收件匣", "寄件匣"),
        ("種別", "受信", "送信"), ("Typ", "Empfangen", "Gesendet"), ("tipo", "Recibido", "Enviado"), ("type", "Reçu", "Envoyé"),
        ("tipo", "recebida", "enviada"), ("jenis", "Masuk", "Keluar"), ("tür", "Gelen", "Giden"), ("loại", "Đến", "Đi"),
        ("ประเภท", "รับ", "ส่ง"), ("тип", "Входящее", "Исходящее"), ("tipo", "ricevuto", "inviato"),
        ("sent", "0", "1"), ("Sent", "No", "Yes"), ("sent_by_me", "false", "true"), ("is_sent", "0", "1"), ("received", "1", "0"),
        ("Received", "TRUE", "FALSE"), ("isMine", "false", "true"), ("outbound", "n", "y"), ("inbound", "true", "false"),
        ("Status", "Received", "Sent"), ("status", "received", "delivered"), ("State", "inbox", "outbox"),
        ("message_status", "Received", "Failed"), ("Folder", "Inbox", "Sent Items"), ("mailbox", "inbox", "sent"),
        ("상태", "수신", "발신"), ("보관함", "받은메시지함", "보낸메시지함"), ("状态", "已接收", "已发送"), ("文件夹", "收件箱", "发件箱"),
        ("状態", "受信", "送信済み"), ("フォルダ", "受信トレイ", "送信トレイ"), ("Ordner", "Posteingang", "Gesendete Objekte"),
        ("gesendet", "0", "1"), ("Estado", "Recibido", "Enviado"), ("carpeta", "Bandeja de entrada", "Bandeja de salida"),
        ("Statut", "Reçu", "Envoyé"), ("dossier", "Boîte de réception", "Boîte d'envoi"),
        ("pasta", "Caixa de entrada", "Caixa de saída"),
        ("enviado", "false", "true"), ("status", "Diterima", "Terkirim"), ("durum", "Alındı", "Gönderildi"),
        ("klasör", "Gelen Kutusu", "Giden Kutusu"), ("trạng thái", "Đã nhận", "Đã gửi"), ("สถานะ", "ได้รับ", "ส่งแล้ว"),
        ("статус", "Получено", "Отправлено"), ("папка", "Входящие", "Исходящие"), ("stato", "Ricevuto", "Inviato"),
    ])
    func sentMessagesAreLeftOut(column: String, received: String, sent: String) throws {
        let rows = [(received, "one"), (sent, "two"), (received, "three")]
        let table = "sender,\(column),text\n" + rows.map { "Jo,\($0),\($1)\n" }.joined()
        let lines = rows.map { "{\"sender\":\"Jo\",\"\(column)\":\"\($0)\",\"text\":\"\($1)\"}\n" }.joined()
        for (name, content) in [("a.csv", table), ("a.tsv", table.replacing(",", with: "\t")), ("a.jsonl", lines)] {
            let found = try Self.read(content, name)
            #expect(found.texts == ["one", "three"] && found.labels == [nil, nil], "\(name): \(found)")
            #expect(found.left == [sent == "draft" ? "a draft" : "one that was sent": 1])
            #expect(
                try Self.read(content, name, choice: ColumnChoice(without: [.direction, .label])).texts.count == 3, "\(name)")
        }
    }

    /// A state is that of a parcel too, and `sent` a time: only values tell.
    @Test(arguments: [
        ("status", ["0", "1", "-1"]), ("Status", ["read", "unread", "read"]),
        ("sent", ["2024-03-02", "2024-03-03", "2024-03-04"]),
        ("sent", ["1709402711", "1709402712", "1709402713"]), ("received", ["2024-03-02 10:00", "2024-03-02", ""]),
        ("status", ["delivered", "read", "delivered"]), ("state", ["NY", "CA", "TX"]),
        ("kind", ["otp", "bank", "otp"]),
    ])
    func otherValuesBelowTheSameNamesAreNone(column: String, values: [String]) throws {
        let table = "sender,\(column),text\n" + values.enumerated().map { "Jo,\($1),t\($0)\n" }.joined()
        let lines = values.enumerated().map { "{\"sender\":\"Jo\",\"\(column)\":\"\($1)\",\"text\":\"t\($0)\"}\n" }.joined()
        for (name, content) in [("a.csv", table), ("a.tsv", table.replacing(",", with: "\t")), ("a.jsonl", lines)] {
            let found = try Self.read(content, name)
            #expect(found.texts.count == 3 && found.error == nil, "\(name): \(found)")
            #expect(!found.layout.has(.direction), "\(name): \(found)")
        }
    }

    /// Also where it does after many rows that say nothing.
    @Test func aLateDirectionIsTold() throws {
        let rows = (1...40).map { "{\"kind\":\"\($0 < 40 ? "otp" : "sent")\",\"sender\":\"Jo\",\"text\":\"t\($0)\"}\n" }
        let found = try Self.read(rows.joined(), "a.jsonl")
        #expect(found.texts.count == 39 && found.left == ["one that was sent": 1] && found.layout.has(.direction), "\(found)")
    }

    /// The column whose values tell wins over one that only may.
    @Test func theColumnThatTellsIsTaken() throws {
        let table = "type,status,sender,text\nSMS,Received,Jo,one\nSMS,Sent,Jo,two\nMMS,Received,Jo,three\n"
        let line = { (status: String, text: String) in
            "{\"folder\":\"SMS\",\"status\":\"\(status)\",\"sender\":\"Jo\",\"text\":\"\(text)\"}\n"
        }
        #expect(try Self.read(table).texts == ["one", "three"])
        #expect(try Self.read(line("Received", "one") + line("Sent", "two"), "a.jsonl").texts == ["one"])
        // Also where the first rows, or the first thirty, say nothing.
        let late = (1...30).map { line("", "a\($0)") }.joined() + line("Received", "b") + line("Sent", "two") + line("Sent", "c")
        let found = try Self.read(late, "a.jsonl")
        #expect(found.texts.count == 31 && found.left == ["one that was sent": 2], "\(found)")
        #expect(try Self.read("Sent,Status,text\n2024-03-02,Received,one\n2024-03-03,Sent,two\n").texts == ["one"])
    }

    /// JSON has true and false, and numbers.
    @Test(arguments: [
        ("is_from_me", "false", "true"), ("is_from_me", "0", "1"), ("type", "1", "2"), ("msg_box", "1", "5"),
        ("sent", "false", "true"),
        ("sent", "0", "1"), ("sentByMe", "false", "true"), ("received", "true", "false"), ("outgoing", "0", "1"),
    ])
    func directionsOfJSONAreOfAnyType(key: String, received: String, sent: String) throws {
        let lines =
            "{\"address\":\"Jo\",\"\(key)\":\(received),\"body\":\"one\"}\n{\"address\":\"Jo\",\"\(key)\":\(sent),\"body\":\"two\"}\n"
        for count in [1, 15] {
            let found = try Self.read(String(repeating: lines, count: count), "a.jsonl")
            #expect(found.texts.count == count && found.left == ["one that was sent": count], "\(found)")
        }
    }

    /// Android's `type`, where rows have a sender; codes of labels have none.
    @Test func numbersBelowTypeAreDirectionsOfAPhone() throws {
        let phone = try Self.read("address,type,body\nJo,1,one\nJo,2,two\nAl,3,three\nAl,1,four\n")
        #expect(phone.texts == ["one", "four"] && phone.loose.sent == 2)
        let codes = try Self.read("type,body\n1,one\n2,two\n")
        #expect(codes.texts == ["one", "two"] && codes.labels == [nil, nil] && codes.loose.sent == 0)
        let class2 = try Self.read("address,class,body\nJo,1,one\nJo,2,two\n")
        #expect(class2.texts == ["one", "two"] && class2.labels == [nil, nil])
        // What a person says wins.
        var options = CorpusOptions()
        options.labels = try LabelMap(parsing: "1=allow,2=junk")
        #expect(try Noticed("address,type,body\nJo,1,one\nJo,2,two\n", "a.csv", options).labels == ["allow", "junk"])
        let chosen = ColumnChoice([.direction: "kind"])
        #expect(try Self.read("kind,text\nin,one\nout,two\n", choice: chosen).texts == ["one"])
    }

    /// Without a sender, numbers below `type` are taken for neither, and told; who names the column
    /// is heard.
    @Test(arguments: [
        ("a.csv", "type,label,text\n1,ham,one\n2,ham,two\n1,spam,three\n"),
        ("a.tsv", "label\ttype\ttext\nham\t1\tone\nham\t6\ttwo\nspam\t1\tthree\n"),
        (
            "a.jsonl",
            "{\"type\":1,\"label\":\"ham\",\"text\":\"one\"}\n{\"type\":2,\"label\":\"ham\",\"text\":\"two\"}\n{\"type\":1,\"label\":\"spam\",\"text\":\"three\"}\n"
        ),
        (
            "a.json",
            "[{\"type\":\"1\",\"label\":\"ham\",\"text\":\"one\"},{\"type\":\"4\",\"label\":\"ham\",\"text\":\"two\"},{\"type\":\"1\",\"label\":\"spam\",\"text\":\"three\"}]"
        ),
    ])
    func numbersWithoutSendersAreTold(name: String, content: String) throws {
        let found = try Self.read(content, name)
        #expect(found.texts == ["one", "two", "three"] && found.loose.perhapsSent == 1 && found.loose.sent == 0, "\(found)")
        let chosen = try Self.read(content, name, choice: ColumnChoice([.direction: "type"]))
        #expect(chosen.texts == ["one", "three"] && chosen.labels == ["allow", "junk"] && chosen.loose.perhapsSent == 0)
        let none = try Self.read(content, name, choice: ColumnChoice(without: [.direction]))
        #expect(none.texts.count == 3 && none.loose.perhapsSent == 0)
    }

    /// A label beside the direction is read as ever.
    @Test func labelsStayBesideDirections() throws {
        let found = try Self.read("sender,type,text,label\nJo,1,one,ham\nJo,2,two,ham\nX,1,three,spam\n")
        #expect(found.texts == ["one", "three"] && found.labels == ["allow", "junk"])
        let words = try Self.read("type,text\nham,one\nspam,two\n")
        #expect(words.labels == ["allow", "junk"] && words.texts.count == 2)
    }

    /// A word that tells no direction is asked about where the column tells directions for certain.
    @Test func otherWordsAreAskedAbout() throws {
        let found = try Self.read("Type,Text\nIncoming,one\nNotification,two\nOutgoing,three\n")
        #expect(found.texts == ["one"] && found.error == .unknownDirection(file: found.path, line: 3))
        #expect(try Self.read("direction,text\n,one\nin,two\n").texts == ["one", "two"])
    }

    /// Who asks for an answer to each row is told of those that have none.
    @Test func sentRowsAreToldWhereTheyAreAskedFor() throws {
        var options = CorpusOptions(needsLabels: false, skipsBadRows: true)
        options.throwsNotReceived = true
        let file = try CorpusFile("direction,text\nin,one\nout,two\n".utf8, name: "a.csv")
        let reader = try CorpusReader(path: file.path, options: options)
        var rows: [Bool] = []
        while let read = try reader.nextOrLeftOut() {
            if case .row = read { rows.append(true) } else { rows.append(false) }
        }
        #expect(rows == [true, false])
    }
}
