// Corpus: the known names of columns and keys. One table for TSV, CSV and JSON Lines.

/// The known names of columns (TSV, CSV) and keys (JSON). Case, spaces and punctuation do not
/// count: `Sender Address` is `sender_address`.
public enum CorpusColumns {
    /// What a column of a corpus is read as, by its name.
    public enum Role: String, CaseIterable, Sendable {
        /// The message.
        case text
        /// What the message is, in the user's words.
        case label
        /// Who sent it.
        case sender
        /// The receiver's country, of two letters.
        case country
        /// Its language.
        case language = "lang"
        /// Where the message was collected.
        case source
        /// Messages of one group are like each other.
        case group
        /// When it was sent.
        case time
        /// Whether it came in, or the owner of the phone wrote it.
        case direction
        /// How much it counts in training; see `CorpusRow.weights`.
        case weight
        /// What the user knows it by; nothing is learned from it.
        case id
    }

    /// In the form that is compared, the best first: in a file with `text` and `content`, the text
    /// is `text`.
    static func names(of role: Role) -> [String] { englishNames(of: role) + otherNames(of: role) }

    private static func englishNames(of role: Role) -> [String] {
        switch role {
        case .text:
            [
                "text", "message", "body", "content", "sms", "msg", "v2", "q", "messagebody", "messagetext", "messagecontent",
                "shortmessage",
                "textmessage", "smstext", "smsbody", "smscontent", "smsmessage", "msgbody", "msgtext",
            ]
        // `label_text` has the words where `label` has numbers of another order.
        case .label: ["labeltext", "labelname", "label", "verdict", "class", "category", "type", "v1", "grouptext"]
        case .sender:
            """
            sender senderaddress address from senderid sendername originator fromnumber fromaddress namenumber sourceaddr \
            sourceaddress
            """.words
        case .country: ["country", "countrycode"]
        case .language: ["lang", "language"]
        case .source: ["source"]
        // A `group` may be a chat.
        case .group: ["template", "templateid"]
        case .time:
            """
            datetime timestamp time date updateat ts receivedat receivedtime receiveddate datereceived timereceived \
            messagedate messagetime smsdate smstime sentat datesent sentdate senttime timesent
            """.words
        case .direction:
            """
            direction isfromme fromme isfromowner issent isoutgoing outgoing isincoming isreceived incoming msgbox \
            messagebox boxid sentreceived sentbyme byme ismine mine isme isself issender isfromself isown isoutbound \
            outbound isinbound inbound isinbox dir messagedirection msgdirection smsdirection
            """.words
        case .weight: ["weight"]
        case .id: ["id", "messageid", "msgid", "guid", "uuid"]
        }
    }

    /// Names in exports in Korean, Chinese, Japanese, German, Spanish, French, Portuguese,
    /// Indonesian, Turkish, Vietnamese, Thai, Italian, Russian, Dutch and Polish, where a name
    /// means one role alone. People leave accents out, too.
    private static func otherNames(of role: Role) -> [String] {
        switch role {
        case .text:
            """
            내용 본문 메시지 문자 메시지내용 문자내용 内容 短信 正文 短信内容 簡訊內容 本文 メッセージ nachricht nachrichtentext mensaje mensagem texto texte \
            pesan isipesan mesaj mesajmetni nộidung tinnhắn ข้อความ inhalt nachrichteninhalt contenido contenu conteúdo \
            teks isi metin içerik nộidungtinnhắn messaggio testo contenuto сообщение текст текстсообщения bericht \
            berichttekst treść wiadomość treśćwiadomości conteudo icerik tresc wiadomosc trescwiadomosci noidung tinnhan \
            noidungtinnhan
            """.words
        case .label:
            """
            분류 라벨 레이블 标签 类别 分类 ラベル 分類 kategorie klasse etiqueta categoría categoria catégorie kategori nhãn ป้ายกำกับ \
            étiquette etiquette rótulo rotulo etichetta метка категория класс etykieta klasa kategoria
            """.words
        case .sender:
            """
            발신자 발신번호 보낸사람 보낸이 发件人 发送者 发信人 寄件者 寄件人 送信者 差出人 absender remitente remetente expéditeur pengirim gönderen \
            ngườigửi nguoigui expediteur gonderen ผู้ส่ง von mittente afzender van nadawca od отправитель 发送号码 發送者 發件人 送信元
            """.words
        case .time:
            """
            날짜 일시 수신일시 시각 시간 받은시각 받은시간 받은날짜 수신시각 수신시간 수신일 时间 日期 接收时间 收到时间 時間 接收時間 日時 日付 受信日時 datum zeit zeitstempel \
            empfangen empfangenam uhrzeit 타임스탬프 タイムスタンプ 时间戳记 時間戳記 \
            horodateur marcatemporal carimbodedatahora informazionicronologiche отметкавремени zamandamgası dấuthờigian \
            ประทับเวลา zamandamgasi thoigian ngay fecha hora dateetheure tanggal waktu tarih zaman thờigian ngày วันที่ เวลา heure \
            horodatage дата время датаивремя orario tijd tijdstip czas godzina
            """.words
        case .direction:
            """
            수발신 송수신 방향 收发 收发类型 方向 送受信 richtung sentido sens direção direcao arah yön yon hướng huong ทิศทาง kierunek
            """.words
        case .country:
            [
                "kraj", "국가", "나라", "国家", "國家", "国", "land", "país", "pais", "pays", "negara", "ülke", "ulke", "quốcgia",
                "quocgia", "ประเทศ",
            ]
        case .language:
            """
            언어 语言 語言 言語 sprache idioma langue língua lingua bahasa dil ngônngữ ngonngu ภาษา taal język jezyk
            """.words
        case .source, .group, .weight, .id: []
        }
    }

    /// Names below which a direction may stand, or something else: only values tell.
    private static let looseDirections: Set<String> = """
        type messagetype msgtype smstype kind folder box io inout 구분 유형 종류 类型 類型 種別 種類 typ art tipo tür jenis loại ประเภท тип \
        mailbox 보관함 메시지함 문자함 文件夹 資料夾 信箱 フォルダ フォルダー soort rodzaj ordner carpeta buzón dossier pasta klasör thưmục โฟลเดอร์ \
        cartella папка
        """.setOfWords

    /// Names below which a direction stands only if values say so. A state may be that of a parcel,
    /// and `sent` a time.
    private static let saidDirections: [String: DirectionField.Column] = {
        var columns: [String: DirectionField.Column] = [:]
        let states =
            "status state messagestatus smsstatus 상태 状态 狀態 状態 zustand estado statut état durum trạngthái สถานะ stato статус"
        let sent = "sent 보냄 发送 發送 已发送 送信 gesendet enviado enviada envoyé terkirim gönderildi đãgửi ส่ง inviato отправлено"
        let received =
            "received 받음 接收 已接收 受信 recibido recibida reçu recebido recebida diterima alındı đãnhận ได้รับ ricevuto получено"
        for name in states.split(separator: " ") { columns[String(name)] = .box }
        for name in sent.split(separator: " ") { columns[String(name)] = .fromOwner }
        for name in received.split(separator: " ") { columns[String(name)] = .toOwner }
        return columns
    }()

    /// What a column of this name tells of directions if its values do; `nil` for other names.
    static func saidDirection(named name: String) -> DirectionField.Column? { saidDirections[name.foldedName] }

    private static let flagsOfSent: Set = [
        "isfromme", "fromme", "isfromowner", "issent", "isoutgoing", "outgoing", "sentbyme", "byme", "ismine", "mine", "isme",
        "isself", "isfromself", "isown", "isoutbound", "outbound", "issender",
    ]
    private static let flagsOfReceived: Set = ["isincoming", "isreceived", "incoming", "isinbound", "inbound", "isinbox"]

    /// What the name of a column says of directions; `nil` where it does not speak of any.
    static func directionColumn(named name: String) -> DirectionField.Column? {
        let folded = name.foldedName
        if looseDirections.contains(folded) { return .loose }
        if let said = saidDirections[folded] { return said }
        if receivers.contains(folded) { return .receiver }
        guard places[folded]?.role == .direction else { return nil }
        return flagsOfSent.contains(folded) ? .fromOwner : flagsOfReceived.contains(folded) ? .toOwner : .box
    }

    /// Whether a name is that of receivers.
    static func isOfReceivers(_ name: String) -> Bool { receivers.contains(name.foldedName) }

    private static let receivers: Set<String> = """
        to recipient recipients receiver destination destinationaddr destinationaddress tonumber toaddress recipientaddress an empfänger para destinatario destinataire à \
        destinatário kepada penerima alıcı kime đến ngườinhận ถึง ผู้รับ a aan ontvanger do odbiorca кому получатель 받는사람 수신자 \
        수신번호 收件人 接收者 收信人 宛先 受信者
        """.setOfWords

    /// The role that a name has in every file; `nil` where it has none.
    static func role(of name: String) -> Role? { places[name.foldedName]?.role }

    /// The place of a name among those of its role: the best is 0.
    static func rank(of name: String) -> Int { places[name.foldedName]?.rank ?? .max }

    /// Whether a name is that of zones of time, such as KST.
    static func isOfZones(_ name: String) -> Bool { zones.contains(name.foldedName) }

    private static let zones: Set<String> = """
        tz timezone timezoneoffset tzoffset utcoffset zone zoneoffset 시간대 时区 時區 タイムゾーン zeitzone zonahoraria fuseauhoraire \
        fusohorário zonawaktu saatdilimi múigiờ เขตเวลา fusoorario часовойпояс
        """.setOfWords

    /// Whether a name is that of senders.
    static func isOfSenders(_ name: String) -> Bool { places[name.foldedName]?.role == .sender }

    /// One line for each role: its name, then its other names.
    public static var documentation: String {
        Role.allCases.map { role in
            let others = englishNames(of: role).filter { $0 != role.rawValue }.joined(separator: ", ")
            return others.isEmpty ? role.rawValue : "\(role.rawValue) (or \(others))"
        }.joined(separator: "\n")
    }

    /// One line for each role with names in other languages: its name, then those.
    public static var otherLanguages: String {
        Role.allCases.filter { !otherNames(of: $0).isEmpty }.map { role in
            "\(role.rawValue): \(otherNames(of: role).joined(separator: ", "))"
        }.joined(separator: "\n")
    }

    /// For an error: the usual names.
    static let textAndLabel = "text (or message, body, content, sms) and label (or class, category, type)"

    /// The role of a name and its place among the names of the role.
    private static let places: [String: (role: Role, rank: Int)] = Dictionary(
        uniqueKeysWithValues: Role.allCases.flatMap { role in
            names(of: role).enumerated().map { ($0.element, (role, $0.offset)) }
        })

    static func isKnown(_ name: String) -> Bool { places[name.foldedName] != nil }

    /// Whether a column of this name holds labels if its values are words for labels, or 0 and 1:
    /// `verdict`, `is_spam`, `Target`. Below `not_spam` a 1 would be the opposite of junk, and
    /// below `prediction` stands what a program took it for.
    static func mayNameLabel(_ name: String) -> Bool {
        let folded = name.foldedName
        guard !meansWanted(name), !isPrediction(name) else { return false }
        return folded == "flag" || (labelStems + ["class", "categor"]).contains { folded.contains($0) }
    }

    /// Whether a name is one of labels, predictions or flags, in some way of writing it.
    static func speaksOfLabels(_ name: String) -> Bool {
        mayNameLabel(name) || meansWanted(name) || meansBlocked(name) || isPrediction(name)
    }

    /// Whether a name has one of texts in it: `email_text`, `SMS received`.
    static func mayNameText(_ name: String) -> Bool {
        let folded = name.foldedName
        return names(of: .text).contains { $0.utf8.count > 2 && folded.contains($0) }
    }

    /// Whether a number below this name is a label, 0 or 1. A class, a category or a type may be
    /// anything else, such as the box of a phone, until a person says that it is the label.
    static func numbersAreLabels(_ name: String) -> Bool {
        let folded = name.foldedName
        return ["v1", "grouptext"].contains(folded) || labelStems.contains { folded.contains($0) }
    }

    /// Whether yes in a column of this name means junk: `Spam?`, `is_fraud`, `스팸여부`.
    static func isAboutJunk(_ name: String) -> Bool {
        let folded = name.foldedName
        return !meansWanted(name) && junkStems.contains { folded.contains($0) }
    }

    /// Whether yes in a column of this name likely means junk: it was blocked or reported.
    static func meansBlocked(_ name: String) -> Bool {
        ["blocked", "isblocked", "reported", "isreported", "flagged", "차단", "차단여부", "신고", "拦截", "是否拦截", "屏蔽", "ブロック"]
            .contains(name.foldedName)
    }

    /// Whether a column of this name has what a program took the messages for.
    static func isPrediction(_ name: String) -> Bool {
        let folded = name.foldedName
        return folded == "pred" || name.lowercased().hasPrefix("pred_") || predictionStems.contains { folded.contains($0) }
    }

    /// Whether a column of this name has what people found, beside what a program took it for.
    static func isTruth(_ name: String) -> Bool {
        let folded = name.foldedName
        return folded.hasPrefix("true") || truthStems.contains { folded.contains($0) }
    }

    private static let junkStems = """
        spam junk smish phish fraud scam unerwünscht indésirable indesejad nodesead indesiderat istenmeyen нежелат 스팸 스미싱 피싱 \
        사기 垃圾 诈骗 詐騙 钓鱼 スパム 迷惑 詐欺 フィッシング betrug estafa arnaque hameçon penipuan doland lừađảo สแปม спам мошен
        """.words
    private static let predictionStems = """
        predict predlabel predclass ypred yhat modellabel modeloutput autolabel 예측 预测 預測 予測 vorhersage
        """.words
    private static let truthStems = ["actual", "gold", "truth", "ytrue", "annotat"]
    private static let labelStems =
        junkStems + truthStems + [
            "label", "verdict", "target", "라벨", "레이블", "标签", "標籤", "ラベル", "etiqueta", "étiquette", "nhãn", "ป้ายกำกับ",
        ]

    /// Whether a 1 in a column of this name would mean wanted: `is_ham`, `not_spam`, `legit`.
    static func meansWanted(_ name: String) -> Bool {
        let folded = name.trimmingSpaces().lowercased()
        // Within a longer name, `real_label` is what people found.
        let whole = name.foldedName
        if wanted.contains(whole.hasPrefix("is") ? String(whole.dropFirst(2)) : whole) { return true }
        let parts = folded.split { !$0.isLetter }.map { $0.hasPrefix("is") ? $0.dropFirst(2) : $0 }
        return parts.contains {
            ["ham", "legit", "legitimate", "wanted", "normal", "clean", "good", "safe", "allow", "allowed"].contains($0)
        }
            || isNegated(name)
    }

    /// Whether a name joins a word for junk with one that turns it round, or says that a check was
    /// passed: `not_spam`, `spam_free`, `스팸아님`. What yes means there is not sure.
    static func isNegated(_ name: String) -> Bool {
        // In camel case a word begins with its capital letter.
        let apart = zip(" " + name, name).reduce(into: "") { $0 += $1.0.isLowercase && $1.1.isUppercase ? " \($1.1)" : "\($1.1)" }
        var words = apart.lowercased().split { !$0.isLetter }.joined(separator: " ")
        for (apart, stem) in [("lừa đảo", "lừađảo"), ("no desead", "nodesead")] { words = words.replacing(apart, with: stem) }
        if let question = questions.first(where: words.hasSuffix) { words.removeLast(question.count) }
        let rest = junkStems.reduce(words) { $0.replacing($1, with: " ") }
        guard rest != words else { return false }
        return rest.split(separator: " ").contains { word in
            negations.contains(String(word.hasPrefix("is") && word != "is" ? word.dropFirst(2) : word))
        } || negationsInWords.contains { rest.replacing("非法", with: "").replacing("是不是", with: "").contains($0) }
    }

    /// Both answers at the end of a name, as in `Spam (yes/no)`.
    private static let questions = [
        " yes no", " y n", " true false", " or not", " ja nein", " oder nicht", " sí no", " si no", " o no", " oui non",
        " ou non",
        " ou pas", " sim não", " ou não", " sì no", " evet hayır", " ya tidak", " không", " да нет", "인지 아닌지",
    ]
    private static let negations: Set<String> = """
        not no non un none never without anti free pass passed passes clear cleared ok okay false fp negative safe whitelisted \
        allowlisted dismissed kein keine nicht ohne frei sin libre pas sans aucun aucune não nao sem livre senza nessun \
        nessuna niet geen nie bez не нет без değil degil yok olmayan bukan tidak tanpa không khong chẳng 비 无 無
        """.setOfWords
    private static let negationsInWords = [
        "không phải", "아님", "아닌", "아니", "않", "정상", "해제", "통과", "非", "不是", "不算", "并非", "並非", "正常", "通过", "ない", "なし", "ไม่ใช่",
    ]

    private static let wanted: Set = ["genuine", "real", "benign", "trusted", "authentic"]

    /// Whether a name is that of what an annotator thought of a label: accept, reject or ignore.
    static func isOfAnswers(_ name: String) -> Bool { name.foldedName == "answer" }

    /// Whether a name is that of halves of a day, AM or PM, beside the hours.
    static func isOfHalfDays(_ name: String) -> Bool { halfDays.contains(name.foldedName) }

    private static let halfDays: Set = ["ampm", "meridiem", "meridian", "오전오후", "上午下午", "午前午後"]

    /// The name of each role that occurs in `names`, spelt as there. Of two spellings of one name,
    /// the one in lower case. A label and a direction may be found in one column.
    ///
    /// - Parameter tells: whether the values below a name that may be of directions are some.
    static func find(
        in names: some Sequence<String>, tells: (_ name: String, DirectionField.Column) -> Bool = { _, _ in false }
    ) -> [Role: String] {
        var found: [Role: String] = [:]
        var ranks: [Role: Int] = [:]
        var loose: (name: String, isTold: Bool)?
        // Questions are texts beside answers alone: another Q may be a score.
        let hasAnswers = names.contains { $0.foldedName == "a" }
        // Prodigy keeps the chosen ones of its `options` under `accept`, and the time of the click.
        // A gateway logs both ends.
        let isOfGateway = names.contains { $0.foldedName == "destination" }
        let choice = names.contains("options") ? names.first { $0 == "accept" } : nil
        for name in names {
            let folded = name.foldedName
            let isLoose = looseDirections.contains(folded)
            if loose?.isTold != true, isLoose || saidDirections[folded] != nil {
                let isTold = tells(name, saidDirections[folded] ?? .loose)
                if isTold || isLoose && loose == nil { loose = (name, isTold) }
            }
            let known = isOfGateway && folded == "source" ? (.sender, .max - 1) : places[folded]
            guard let (role, rank) = known, folded != "q" || hasAnswers, name != "_timestamp" else { continue }
            let best = ranks[role] ?? .max
            guard rank < best || rank == best && name > found[role]! else { continue }
            ranks[role] = rank
            found[role] = name
        }
        if found[.direction] == nil { found[.direction] = loose?.name }
        if found[.label] == nil { found[.label] = choice }
        return found
    }
}
