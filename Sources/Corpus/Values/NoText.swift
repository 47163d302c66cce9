// Corpus: what programs, phones and chats write in the place of a text that is not there. A text
// in, what it stands for out.

/// Marks in the place of a text.
enum NoText {
    /// What a mark stands for, in the words of an error; `nil` for a message.
    ///
    /// Exactly so: `none` or `ok -` may be an answer.
    ///
    /// - Complexity: O(1) for most texts, which are longer.
    static func mark(_ text: String) -> String? {
        let length = text.utf8.count
        guard let first = text.utf8.first else { return nil }
        if first == UInt8(ascii: "i"), text.hasPrefix("id:"), text.contains(" stat:") { return "a delivery receipt" }
        guard length <= longest else { return nil }
        // WhatsApp writes a mark of direction before its own words.
        if first == 0xE2 || first == 0x20 || text.utf8.last == 0x20 {
            let plain = text.replacing("\u{200E}", with: "").trimmingSpaces()
            if plain.utf8.count < length { return mark(plain) }
        }
        if first == UInt8(ascii: "<"), text.utf8.last == UInt8(ascii: ">"), attached.contains(where: text.hasPrefix) {
            return media.found
        }
        guard starts[length << 8 | Int(first)] else { return nil }
        return found[text]
    }

    /// `Total: 123` or `(123 rows)`, below a table. A message may say so too, if nobody sent it.
    static func isTotal(_ text: String) -> Bool {
        guard text.utf8.count <= 40 else { return false }
        let total =
            /(?i)(grand total|total|totals|count|sum|summe|gesamt|totale|toplam|итого|합계|총계|총|合计|合計|总计)( rows| messages)?[ ::]*[0-9][0-9.,]*(건|条|件)?/
        return text.trimmingSpaces().wholeMatch(of: total) != nil || text.wholeMatch(of: /\([0-9,]+ rows?( affected)?\)/) != nil
    }

    private static let nothing = (
        found: "a mark for none, such as NULL",
        texts: [
            "NULL", "null", "Null", "None", "N/A", "n/a", "NA", "<NA>", "nan", "NaN", "NaT", "undefined", "\\N", "(null)",
            "(NULL)",
            "<null>", "(none)", "(empty)", "[empty]", "-",
        ]
    )
    private static let deleted = (
        found: "a message that was deleted",
        texts: [
            "[deleted]", "[removed]", "(deleted)", "<deleted>", "This message was deleted", "This message was deleted.",
            "You deleted this message", "You deleted this message.", "Diese Nachricht wurde gelöscht.",
            "Se eliminó este mensaje.", "Eliminaste este mensaje.", "Ce message a été supprimé", "Mensagem apagada",
            "Questo messaggio è stato eliminato", "Bu mesaj silindi", "Pesan ini telah dihapus", "Tin nhắn đã bị xóa",
            "삭제된 메시지입니다.", "此消息已删除", "此訊息已刪除", "このメッセージは削除されました", "ข้อความนี้ถูกลบแล้ว",
            "Данное сообщение удалено",
        ]
    )
    private static let media = (
        found: "a mark for a picture or file",
        texts: [
            "<Media omitted>", "image omitted", "video omitted", "audio omitted", "sticker omitted", "GIF omitted",
            "document omitted", "Contact card omitted", "<Medien ausgeschlossen>", "<Multimedia omitido>", "<Médias omis>",
            "<Mídia oculta>", "<Arquivo de mídia oculto>", "<Media omessi>", "<Medya dahil edilmedi>",
            "<Media tidak disertakan>", "<Без медиафайлов>", "<미디어 파일을 제외한 메시지입니다.>", "<メディアは含まれていません>",
            "<省略多媒体文件>", "<忽略多媒體檔>", "Bild weggelassen", "imagen omitida", "image absente", "imagem ocultada", "사진 생략됨",
            "[image]", "[Image]", "[photo]", "[Photo]", "[picture]", "[Picture]", "[video]", "[Video]", "[audio]", "[Audio]",
            "[sticker]", "[Sticker]", "[gif]", "[GIF]", "[file]", "[File]", "[voice]", "[Voice]", "[media]", "[Media]",
            "[attachment]", "[Attachment]", "[MMS]", "(MMS)", "[사진]", "[동영상]", "[图片]", "[圖片]", "[语音]", "[语音消息]", "[视频]",
            "[表情]", "[文件]", "[写真]", "[スタンプ]", "[動画]",
        ]
    )

    /// `<attached: 1.jpg>`.
    private static let attached = [
        "<attached: ", "<Anhang: ", "<adjunto: ", "<pièce jointe : ", "<anexado: ", "<allegato: ", "<첨부: ", "<附件: ",
        "<添付ファイル: ",
    ]

    private static let longest = 80
    private static let found: [String: String] = {
        var found: [String: String] = [:]
        for (words, texts) in [nothing, deleted, media] { for text in texts { found[text] = words } }
        return found
    }()

    /// By length and first byte, whether a mark is such: hashing every short text would take
    /// longer.
    private static let starts: [Bool] = {
        var starts = [Bool](repeating: false, count: (longest + 1) << 8)
        for text in found.keys { starts[text.utf8.count << 8 | Int(text.utf8.first!)] = true }
        return starts
    }()
}
