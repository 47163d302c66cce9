// Corpus: exports of other programs, recognised by their first line or their first keys.

import Foundation

extension KnownExport {
    /// The export whose first line this is; `nil` for rows.
    init?(firstLine line: [UInt8]) {
        let start = String(decoding: line.prefix(200), as: UTF8.self).replacing("\u{200E}", with: "")
        guard let found = Self.starts.first(where: { _, words in words.contains(where: start.lowercased().hasPrefix) })?.export
        else {
            if start.contains("님과 카카오톡 대화") || start.contains("KakaoTalk Chats with") {
                self = .kakaoTalk
            } else if Self.isOfWhatsApp(start) {
                self = .whatsApp
            } else if Self.isOfMailbox(start) {
                self = .mail
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

    /// `From ann@example.com Mon Jan  5 09:10:11 2026`.
    private static func isOfMailbox(_ line: String) -> Bool {
        let words = line.split(maxSplits: 3) { $0 == " " }
        return words.count == 4 && words[0] == "From" && words[1].dropFirst().dropLast().contains("@")
            && ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"].contains(words[2])
    }

    /// `[01/05/26, 20:14:03] Ann: see you` on an iPhone, `01/05/26, 20:14 - Ann: see you` on
    /// Android, with the order and the signs of the phone's language.
    private static func isOfWhatsApp(_ line: String) -> Bool {
        guard let first = line.unicodeScalars.first, first == "[" || ("0"..."9").contains(first) else { return false }
        let day = "[0-9]{1,4}[./-] ?[0-9]{1,2}[./-] ?[0-9]{1,4}\\.?,?", word = "[^0-9\\],;|\t]{0,12}"
        let time = "\(word)[0-9]{1,2}[:.][0-9]{2}([:.][0-9]{2})?\(word)", end = first == "[" ? "\\]" : " -"
        // Foundation's expressions bring ICU's tables, an eighth of training on two messages.
        guard let start = try? Regex("\\[?\(day) \(time)\(end) [^;|\t]") else { return false }
        return line.prefixMatch(of: start) != nil
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
