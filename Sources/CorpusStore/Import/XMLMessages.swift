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

    init(path: String) throws(CorpusError) {
        self.path = FileName.shown(path)
        reader = try XMLRecordReader(path: path)
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
        let start = head.drop { [0xEF, 0xBB, 0xBF, 0x20, 0x09, 0x0A, 0x0D].contains($0) }
        return start.starts(with: "<?xml".utf8) || start.starts(with: "<smses".utf8) || start.starts(with: "<smsCorpus".utf8)
    }

    func next() throws(CorpusError) -> RawRow? {
        guard let record = try reader.next() else { return nil }
        guard let text = reader.encoding.text(of: record.bytes), let element = XMLElement(text, keeping: XMLMessages.kept) else {
            throw .badRecord(file: path, line: record.line, expected: "well-formed XML", found: "something else")
        }
        return try row(element, line: record.line)
    }

    /// What is read inside a message.
    private static let kept: Set = ["part", "text", "srcNumber", "messageProfile.time", "messageProfile.language"]

    private func row(_ element: XMLElement, line: Int) throws(CorpusError) -> RawRow {
        var row = RawRow(line: line, text: "", source: source)
        switch element.name {
        case "sms", "mms":
            // 1 is the inbox, 2 sent, 3 a draft.
            let box = element.attributes[element.name == "sms" ? "type" : "msg_box"]
            guard box == "1" || box == nil else {
                throw .notReceived(file: path, line: line, expected: "a message that was received", found: "one that was sent")
            }
            row.text = element.attributes["body"] ?? element.texts["part"] ?? ""
            row.sender = element.attributes["address"]
            row.time = element.attributes["date"]
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

extension CorpusFormat {
    /// Backups of the Android app "SMS Backup & Restore", and the NUS SMS corpus.
    public static let xml = CorpusFormat("xml")
}
