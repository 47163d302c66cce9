// Corpus: whether a message came in or went out, by the words and numbers of exports. A filter
// never sees what the owner of a phone wrote.

/// Which way a message went.
enum Direction {
    case received
    /// Also drafts, and what was not sent in the end.
    case sent
}

/// A value of a column that tells the direction, and what the column's name says of it.
struct DirectionField: Equatable {
    enum Column {
        /// `direction`, `msg_box`: words; or 1 for the inbox, and 2 to 6 for what the owner wrote,
        /// as Android has it.
        case box
        /// `is_from_me`: 1 is sent.
        case fromOwner
        /// `is_incoming`: 1 is received.
        case toOwner
        /// `type`: like `box`, or something else altogether.
        case loose
    }

    var column: Column
    var word: String
}

extension DirectionField {
    /// The direction that the value tells; `nil` for a value that tells none.
    var direction: Direction? {
        let word = self.word.foldedName
        switch column {
        case .fromOwner, .toOwner:
            guard let isOne = Self.flags[word] else { return Self.words[word] }
            return isOne == (column == .toOwner) ? .received : .sent
        case .box, .loose:
            return word == "1" ? .received : ["2", "3", "4", "5", "6"].contains(word) ? .sent : Self.words[word]
        }
    }

    /// Whether a word, not a number, tells a direction.
    static func isWord(_ word: String) -> Bool { words[word.foldedName] != nil }

    private static let flags = [
        "1": true, "true": true, "yes": true, "y": true, "0": false, "false": false, "no": false, "n": false,
    ]

    /// In the form that is compared. In English, Korean, Chinese, Japanese, German, Spanish,
    /// French, Portuguese, Indonesian, Turkish, Vietnamese, Thai, Italian and Russian.
    private static let words: [String: Direction] = {
        let received = """
            received receive recv incoming inbound in inbox 수신 받은 받음 수신함 받은메시지 받은메시지함 받은편지함 接收 收到 已接收 已收 收件 \
            收件箱 收件匣 接收短信 受信 受信箱 empfangen eingehend eingang erhalten posteingang recibido recibidos recibida recibidas \
            entrante entrantes entrada reçu reçue reçus reçues entrant entrante entrants réception recebido recebidos recebida recebidas \
            masuk diterima kotakmasuk pesanmasuk gelen alınan alındı gelenkutusu đến nhận đãnhận tinđến hộpthưđến รับ รับเข้า ได้รับ \
            ขาเข้า กล่องขาเข้า ricevuto ricevuti ricevuta inentrata входящее входящие входящий получено полученное принято
            """
        let sent = """
            sent send outgoing outbound outboundapi outboundreply out outbox draft drafts failed queued undelivered 발신 보낸 보냄 송신 발신함 보낸메시지 \
            보낸메시지함 보낸편지함 임시보관 发送 發送 已发送 已發送 已发 发出 发件 发件箱 寄件 寄件匣 寄件備份 草稿 送信 送信済み 送信箱 下書き \
            gesendet ausgehend ausgang postausgang entwurf enviado enviados enviada enviadas saliente salientes salida borrador envoyé \
            envoyée envoyés envoyées sortant sortants émis brouillon saída rascunho keluar terkirim dikirim kotakkeluar pesankeluar draf \
            giden gönderilen gönderildi gidenkutusu taslak đi gửi đãgửi tinđi hộpthưđi nháp ส่ง ส่งแล้ว ส่งออก ขาออก กล่องขาออก \
            แบบร่าง inviato inviati inviata inuscita bozza исходящее исходящие исходящий отправлено отправленное черновик
            """
        var words: [String: Direction] = [:]
        for word in received.split(separator: " ") { words[String(word)] = .received }
        for word in sent.split(separator: " ") { words[String(word)] = .sent }
        return words
    }()
}
