// Corpus: whether a message came in or went out, by the words and numbers of exports. A filter
// never sees what the owner of a phone wrote.

/// Which way a message went.
enum Direction {
    case received
    /// Also what was not sent in the end.
    case sent
    case draft
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
        /// The sender itself, where a person says so: `Me` is the owner.
        case sender
        /// The receiver, where a person or the sender says so: `Me` is the owner.
        case receiver
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
        case .sender: return Self.owners.contains(word) ? .sent : .received
        case .receiver: return Self.owners.contains(word) ? .received : .sent
        case .box, .loose:
            switch word {
            case "1": return .received
            case "3": return .draft
            case "2", "4", "5", "6": return .sent
            default:
                if let signal = Self.signal(self.word.trimmingSpaces()) { return signal }
                return Self.words[word] ?? (column == .box ? Self.signs[self.word.trimmingSpaces().lowercased()] : nil)
            }
        }
    }

    /// Whether a number tells nothing, or perhaps the opposite: 0 beside 1, below `direction`.
    var isUnclearFlag: Bool { column == .box && Self.isFlag(word) }

    /// 0 or 1, yes or no.
    static func isFlag(_ word: String) -> Bool { flags[word.foldedName] != nil }

    /// Whether a number is a type of Signal's database, whose low five bits tell the direction. One
    /// of the bits that it sets for its own messages makes it larger than other codes.
    static func isOfSignal(_ word: String) -> Bool { signal(word) != nil }

    private static func signal(_ word: String) -> Direction? {
        guard word.utf8.count > 6, let type = Int(word), type & 0xA0_0000 != 0, type < 1 << 40 else { return nil }
        switch type & 31 {
        case 20: return .received
        case 21...26: return .sent
        case 27: return .draft
        default: return nil
        }
    }

    /// Arrows and letters, which tell a direction only below a name that says so.
    private static let signs: [String: Direction] = {
        var signs: [String: Direction] = [:]
        for sign in [
            "<-", "<--", "<", "<<", "<=", "←", "⇐", "◀", "⬅", "⬅️", "↓", "⬇", "⬇️", "↙", "📥", "i", "r", "rx", "rcvd", "inc",
        ] {
            signs[sign] = .received
        }
        for sign in ["->", "-->", ">", ">>", "=>", "→", "⇒", "▶", "➡", "➡️", "↑", "⬆", "⬆️", "↗", "📤", "o", "s", "tx", "snt"] {
            signs[sign] = .sent
        }
        return signs
    }()

    /// Whether a word, not a number, tells a direction.
    static func isWord(_ word: String) -> Bool { words[word.foldedName] != nil }

    /// Whether a word is what phones and apps write for their owner in the place of a sender.
    static func isOwner(_ word: String) -> Bool { areOwners(word.foldedName) }

    /// The same of a word in the form that is compared.
    static func areOwners(_ folded: String) -> Bool { owners.contains(folded) }

    /// Whether the values below a name such as `Status` or `sent` are directions. Some are sent or
    /// received by name: what was delivered or has failed may have come in as well. Flags all are.
    static func areTold(_ values: [String], _ column: Column) -> Bool {
        let values = values.lazy.map(\.foldedName)
        switch column {
        case .fromOwner, .toOwner:
            return !values.isEmpty && values.allSatisfy { flags[$0] != nil || words[$0] != nil }
        default: return values.contains { words[$0] != nil && !deliveries.contains($0) }
        }
    }

    private static let flags = [
        "1": true, "true": true, "yes": true, "y": true, "0": false, "false": false, "no": false, "n": false,
    ]

    /// What becomes of a message that was sent.
    private static let deliveries: Set = ["delivered", "failed", "queued", "undelivered", "sending"]

    /// I and you, in the languages below. Not the Turkish Ben, who may be a friend.
    private static let owners: Set<String> = """
        me myself you 나 본인 我 本人 自分 私 ich du yo tú moi vous eu você saya anda siz tôi bạn ฉัน คุณ io tu я вы ik jij ja
        """.setOfWords

    /// In the form that is compared. In English, Korean, Chinese, Japanese, German, Spanish,
    /// French, Portuguese, Indonesian, Turkish, Vietnamese, Thai, Italian, Russian, Dutch and
    /// Polish.
    private static let words: [String: Direction] = {
        let received = """
            received receive recv incoming inbound in inbox 수신 받은 받음 수신함 받은메시지 받은메시지함 받은편지함 接收 收到 已接收 已收 收件 \
            收件箱 收件匣 接收短信 受信 受信箱 empfangen eingehend eingang erhalten posteingang recibido recibidos recibida recibidas \
            entrante entrantes entrada reçu reçue reçus reçues entrant entrante entrants réception recebido recebidos recebida recebidas \
            masuk diterima kotakmasuk pesanmasuk gelen alınan alındı gelenkutusu đến nhận đãnhận tinđến hộpthưđến รับ รับเข้า ได้รับ \
            ขาเข้า กล่องขาเข้า ricevuto ricevuti ricevuta inentrata inboxmessages receivedmessages receiveditems boîtederéception \
            deliver readreceived unreadreceived ontvangen inkomend odebrane odebrana przychodzące przychodząca otrzymane \
            bandejadeentrada caixadeentrada caixadentrada postainarrivo 수신메시지 받은문자 已收到 收件夹 收件夾 受信トレイ входящее входящие входящий получено полученное принято
            """
        let sent = """
            submit verzonden verstuurd uitgaand wysłane wysłana wychodzące wychodząca sent send outgoing outbound outboundapi outboundreply outboundcall out outbox failed queued undelivered delivered \
            sending sentitems sentmessages sentmail sentbox 발신메시지 보낸문자 发件夹 已发送邮件 寄件夾 送信トレイ gesendete gesendeteobjekte \
            gesendeteelemente élémentsenvoyés messagesenvoyés boîtedenvoi bandejadesalida elementosenviados mensajesenviados \
            caixadesaída itensenviados mensagensenviadas postainviata 발신 보낸 보냄 송신 발신함 보낸메시지 \
            보낸메시지함 보낸편지함 发送 發送 已发送 已發送 已发 发出 发件 发件箱 寄件 寄件匣 寄件備份 送信 送信済み 送信箱 \
            gesendet ausgehend ausgang postausgang enviado enviados enviada enviadas saliente salientes salida envoyé \
            envoyée envoyés envoyées sortant sortants émis saída keluar terkirim dikirim kotakkeluar pesankeluar \
            giden gönderilen gönderildi gidenkutusu đi gửi đãgửi tinđi hộpthưđi ส่ง ส่งแล้ว ส่งออก ขาออก กล่องขาออก \
            inviato inviati inviata inuscita исходящее исходящие исходящий отправлено отправленное
            """
        let draft = """
            draft drafts concept concepten szkic szkice 임시보관 임시보관함 임시저장 草稿 草稿箱 下書き entwurf entwürfe borrador borradores brouillon brouillons rascunho \
            rascunhos draf konsep taslak taslaklar nháp thưnháp แบบร่าง ฉบับร่าง bozza bozze черновик черновики
            """
        var words: [String: Direction] = [:]
        for word in received.split(separator: " ") { words[String(word)] = .received }
        for word in sent.split(separator: " ") { words[String(word)] = .sent }
        for word in draft.split(separator: " ") { words[String(word)] = .draft }
        return words
    }()
}
