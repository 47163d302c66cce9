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
        if isReaction(text) { return "a reaction to another" }
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

    /// What a phone sends for a reaction to phones of another kind: `Liked “see you”`,
    /// `Reacted 😂 to an image`; Android's in hair spaces: `👍 to “see you”`. A message has no such
    /// quotes at its end.
    private static func isReaction(_ text: String) -> Bool {
        guard let first = text.utf8.first, "LDEQRA".utf8.contains(first) || first == 0xE2 else { return false }
        switch text.utf8.last {
        // The second half of a quote, or a hair space, in UTF-8.
        case 0x9D where text.hasSuffix("”"): return verbs.contains { text.hasPrefix($0 + "“") } || reactedTo(text, " to “")
        case 0xBB where text.hasSuffix("»"): return ["A aimé «", "A adoré «"].contains(where: text.hasPrefix)
        case 0x8A where text.hasPrefix("\u{200A}\u{200B}"): return text.contains("\u{200B} to “")
        case UInt8(ascii: "e"), UInt8(ascii: "o"), UInt8(ascii: "r"), UInt8(ascii: "t"):
            guard text.utf8.count < 60, let thing = things.first(where: text.hasSuffix) else { return false }
            return verbs.contains { $0 + thing == text } || reactedTo(text, " to " + thing)
        default: return false
        }
    }

    /// `Reacted 😂 to “…”`: one sign, and no word between.
    private static func reactedTo(_ text: String, _ object: String) -> Bool {
        guard text.hasPrefix("Reacted "), case let rest = text.dropFirst(8), let end = rest.firstIndex(of: " ") else {
            return false
        }
        return rest[end...].hasPrefix(object) && !rest[..<end].contains(where: \.isLetter)
    }

    /// Whether a text is only what phones write where a picture is. Some filters are asked about
    /// it.
    static func isPicture(_ text: String) -> Bool {
        text.utf8.first == 0xEF && text.unicodeScalars.allSatisfy { $0 == "\u{FFFC}" }
    }

    private static let verbs = [
        "Liked ", "Loved ", "Disliked ", "Laughed at ", "Emphasized ", "Emphasised ", "Questioned ", "Removed a like from ",
        "Removed a heart from ", "Removed a dislike from ", "Removed a laugh from ", "Removed an exclamation from ",
        "Removed a question mark from ", "Le gustó ", "Le encantó ",
    ]
    private static let things = ["an image", "a movie", "an audio message", "an attachment", "a sticker", "a photo"]

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
            "<null>", "(none)", "(empty)", "[empty]", "-", "(No Subject)", "(no subject)", "<No Subject>", "NoSubject",
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
            "[表情]", "[文件]", "[写真]", "[スタンプ]", "[動画]", "<Multimedia message>", "[image omitted]", "[video omitted]",
            "[audio omitted]", "[sticker omitted]", "[GIF omitted]", "[document omitted]",
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
