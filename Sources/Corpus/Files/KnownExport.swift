// Corpus: files of other programs whose messages are not in rows, recognised by their first line or
// their first keys. Each is refused with the way to rows.

import Foundation

/// An export that is no table of messages.
public enum KnownExport: String, Sendable, CaseIterable {
    /// Lines with a time and a name, as WhatsApp writes a chat.
    case whatsApp = "a chat of WhatsApp"
    /// Lines of a day, a name and a time.
    case kakaoTalk = "a chat of KakaoTalk"
    /// Lines of a day, a time and a name.
    case line = "a chat of LINE"
    /// One object of JSON with all messages, whose texts may be lists of parts.
    case telegram = "an export of Telegram"
    /// A table without names above its columns: `sms;deliver;…`.
    case nokia = "a table of Nokia without a header"
    /// A message or contact of a phone, or several.
    case versit = "a file of a phone's memory (VMG or vCard)"
    /// Tasks with the annotations of each.
    case labelStudio = "the full export of Label Studio"
    /// Columns, or rows by their number, in one object.
    case pandas = "one object of columns or of numbered rows, as pandas writes"
    /// Examples to tune a chat model with.
    case conversations = "conversations with a language model"
    /// Statements of SQL.
    case sql = "a dump of a database"
    /// A mailbox, or one mail with its head.
    case mail = "mail with its head"
    /// A page of the web.
    case html = "a page of HTML"
    /// A document of a word processor.
    case richText = "a document (RTF)"
    /// A table of Weka.
    case weka = "a table of Weka (ARFF)"

    /// What to do with such a file, as the end of an error's sentence.
    var nextStep: String {
        switch self {
        case .whatsApp, .kakaoTalk, .line:
            "write it as CSV with the columns text and sender, without the messages of the phone's owner"
        case .telegram:
            """
            write its messages as rows, without your own: jq -c '.. | objects | select(.type? == "message" and .from != "YOUR NAME") \
            | {text: ([.text] | flatten | map(.text? // .) | join("")), sender: .from, time: .date}' FILE > rows.jsonl
            """
        case .nokia: "write this line above it: kind;direction;from;to;parts;time;more;text, with the delimiter of the file"
        case .versit, .mail, .html, .richText: "write it as CSV with a line for each message and the columns text and label"
        case .labelStudio: "export it as CSV or JSON-MIN, where each message has a text and one label"
        case .pandas: "write it anew: to_json(FILE, orient='records', lines=True)"
        case .conversations: "write a text and a label: jq -c '{text: .messages[-2].content, label: .messages[-1].content}' FILE"
        case .sql: "export the table as CSV with a header"
        case .weka: "write it as CSV: the names of its attributes above the lines below @data"
        }
    }

    /// The export whose first line this is; `nil` for rows.
    init?(firstLine line: [UInt8]) {
        let start = String(decoding: line.prefix(200), as: UTF8.self).replacing("\u{200E}", with: "")
        guard let found = Self.starts.first(where: { _, words in words.contains(where: start.lowercased().hasPrefix) })?.export
        else {
            if start.contains("님과 카카오톡 대화") || start.contains("KakaoTalk Chats with") {
                self = .kakaoTalk
            } else if Self.isOfWhatsApp(start) {
                self = .whatsApp
            } else if Self.isOfNokia(line) {
                self = .nokia
            } else {
                return nil
            }
            return
        }
        self = found
    }

    private static let starts: [(export: KnownExport, words: [String])] = [
        (.line, ["[line] "]),
        (.versit, ["begin:vmsg", "begin:vcard"]),
        (
            .sql,
            [
                "insert into ", "create table ", "-- mysql dump", "-- mariadb dump", "-- phpmyadmin sql dump",
                "-- postgresql database dump",
                "pragma foreign_keys", "/*!40",
            ]
        ),
        (.mail, ["return-path: ", "received: from ", "delivered-to: ", "mime-version: "]),
        (.html, ["<!doctype html", "<html"]),
        (.richText, ["{\\rtf"]),
        (.weka, ["@relation "]),
    ]

    /// `[01/05/26, 20:14:03] Ann: see you` on an iPhone, `01/05/26, 20:14 - Ann: see you` on
    /// Android, with the order and the signs of the phone's language.
    private static func isOfWhatsApp(_ line: String) -> Bool {
        guard let first = line.unicodeScalars.first, first == "[" || ("0"..."9").contains(first) else { return false }
        let day = "[0-9]{1,4}[./-] ?[0-9]{1,2}[./-] ?[0-9]{1,4}\\.?,?", word = "[^0-9\\],;|\t]{0,12}"
        let time = "\(word)[0-9]{1,2}[:.][0-9]{2}([:.][0-9]{2})?\(word)", end = first == "[" ? "\\]" : " -"
        return line.range(of: "^\\[?\(day) \(time)\(end) [^;|\t]", options: .regularExpression) != nil
    }

    /// `sms;deliver;…` and six fields more, quoted or not.
    private static func isOfNokia(_ line: [UInt8]) -> Bool {
        [UInt8.semicolon, .comma].contains { delimiter in
            var scanner = QuotedScanner(delimiter: delimiter)
            line.withUnsafeBufferPointer { _ = scanner.scan($0, isAll: true) }
            guard scanner.fields.count == 8 else { return false }
            let words = scanner.fields.prefix(2).map { String(decoding: line[$0.bytes], as: UTF8.self) }
            return words[0].lowercased() == "sms" && CorpusColumns.role(of: words[1]) == nil && DirectionField.isWord(words[1])
        }
    }

    /// The export whose first object has these keys; `nil` for rows.
    init?(_ object: ObjectKeys) {
        let keys = Set(object.keys)
        if keys.isSuperset(of: ["data", "annotations"]), !keys.contains("text") {
            self = .labelStudio
        } else if keys.contains("text_entities") || keys.isSuperset(of: ["messages", "type", "id"])
            || keys.isSuperset(of: ["chats", "about"])
        {
            self = .telegram
        } else if object.ofList == "messages", object.innerKey == "role" || object.innerKey == "content" {
            self = .conversations
        } else if object.areOfPandas {
            self = .pandas
        } else {
            return nil
        }
    }
}
