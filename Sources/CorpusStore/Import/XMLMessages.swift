// Store: messages out of XML: the backups of the Android app "SMS Backup & Restore", and the NUS
// SMS corpus.

import Corpus
import Foundation

final class XMLMessages: RecordFormat {
    static let format = CorpusFormat.xml
    static let remark: String? = "SMS Backup & Restore, NUS"
    static let hasLabels = false

    var totalBytes: Int? { reader.totalBytes }
    var encoding: TextEncoding { reader.encoding }
    var bytesRead: Int { reader.bytesRead }

    private let path: String
    private let reader: XMLRecordReader
    private let source: String

    init(path: String, encoding: TextEncoding?) throws(CorpusError) {
        self.path = FileName.shown(path)
        reader = try XMLRecordReader(path: path, encoding: encoding)
        source = XMLMessages.sourceName(FileName.of(path))
    }

    /// A file's name without the day it was written and the number of the copy: the backups of a
    /// phone, each grown from the one before, are one source. sms-20240101093000.xml,
    /// sms-2024-02-01.xml and sms (1).xml are sms.xml.
    static func sourceName(_ file: String) -> String {
        let name = file.replacing(
            /[-_ .]*(19|20)[0-9]{2}([-_.]?)[0-9]{2}\2[0-9]{2}([-_ .T]*[0-9]{2}([-_.:]?)[0-9]{2}(\4[0-9]{2})?)?(?![0-9])/, with: ""
        )
        .replacing(/\ ?\([0-9]+\)(?=\.|$)/, with: "")
        return name.isEmpty || name.hasPrefix(".") ? "sms" + name : name
    }

    static func recognises(path: String) -> Bool {
        guard FileDigest.isPlainFile(path), var file = try? InputFile(path: path, chunkBytes: 256),
            let head = try? file.nextChunk()
        else {
            return false
        }
        // Without the zeros of UTF-16 and the marks of encodings.
        let start = head.filter { $0 != 0 }.drop { [0xEF, 0xBB, 0xBF, 0xFE, 0xFF, 0x20, 0x09, 0x0A, 0x0D].contains($0) }
        return start.starts(with: "<?xml".utf8) || start.starts(with: "<smses".utf8) || start.starts(with: "<smsCorpus".utf8)
    }

    func next() throws(CorpusError) -> RawRow? {
        guard let record = try reader.next() else { return nil }
        guard let text = String(validating: record.bytes, as: UTF8.self),
            let element = XMLElement(text, keeping: XMLMessages.kept)
        else {
            throw .badRecord(file: path, line: record.line, expected: "well-formed XML", found: "something else")
        }
        return try row(element, line: record.line)
    }

    /// What is read inside a message.
    private static let kept: Set = [
        "part.text", "addr.address", "text", "srcNumber", "messageProfile.time", "messageProfile.language",
    ]

    private func row(_ element: XMLElement, line: Int) throws(CorpusError) -> RawRow {
        var row = RawRow(line: line, text: "", source: source)
        switch element.name {
        case "sms", "mms":
            // 1 is the inbox, 2 sent, 3 a draft.
            let box = element.attributes[element.name == "sms" ? "type" : "msg_box"]
            guard box == "1" || box == nil else {
                throw .notReceived(
                    file: path, line: line, expected: "a message that was received",
                    found: box == "3" ? "a draft" : "one that was sent")
            }
            row.text = XMLMessages.text(of: element)
            row.sender = element.given("addr.address") ?? element.given("address")
            // Several are those of a group, of which any may have sent it.
            if row.sender?.contains("~") ?? false { row.leaveSenderOpen() }
            row.time = element.given("date")
        case "message":
            row.text = element.texts["text"] ?? ""
            row.sender = element.texts["srcNumber"]
            row.time = element.attributes["messageProfile.time"]
            row.language = element.attributes["messageProfile.language"]
        default:
            throw .badRecord(file: path, line: line, expected: "an element sms, mms or message", found: "another")
        }
        guard !row.text.isEmpty else {
            throw .notReceived(file: path, line: line, expected: "a text", found: "none")
        }
        return row
    }
}

extension XMLMessages {
    /// The subject and the body, as a phone shows them. Apps write subjects of their own, for
    /// themselves and for none.
    private static func text(of element: XMLElement) -> String {
        let subject = element.given(element.name == "sms" ? "subject" : "sub")
        let body = element.given("body") ?? element.given("part.text") ?? ""
        guard let subject, subject != body, subject != "NoSubject", !subject.hasPrefix("proto:") else { return body }
        return body.isEmpty ? subject : "\(subject)\n\(body)"
    }
}

extension XMLElement {
    /// `null` is what Android's apps write for nothing.
    fileprivate func given(_ key: String) -> String? { attributes[key].flatMap { ["", "null"].contains($0) ? nil : $0 } }
}

extension CorpusFormat {
    /// Backups of the Android app "SMS Backup & Restore", and the NUS SMS corpus.
    public static let xml = CorpusFormat("xml")
}
