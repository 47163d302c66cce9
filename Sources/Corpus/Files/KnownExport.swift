// Corpus: files of other programs whose messages are not in rows. Each is refused with the way to
// rows.

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
}
