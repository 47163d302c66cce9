// Store: messages out of XML: the backups of the Android app "SMS Backup & Restore", and the NUS SMS corpus.

import Corpus
import Foundation
import SpamFilter

#if canImport(FoundationXML)
    import FoundationXML
#endif

final class XMLMessages: ImportSource {
    let format = "xml"
    let layout = ""
    let guesses: [LabelGuess] = []
    let totalBytes: Int?
    var encoding: String { reader.encoding }
    var bytesRead: Int { reader.bytesRead }

    private var reader: XMLRecordReader
    private let source: String
    private let language: String?
    private var rows: ArraySlice<ImportRow> = []
    /// So many bytes are handed to the parser at a time: it takes longer to set up than to read a message.
    private static let batchBytes = 256 << 10

    init(path: String, _ options: CorpusOptions) throws(StoreError) {
        reader = try XMLRecordReader(path: path)
        source = options.sourceName ?? XMLMessages.sourceName(URL(fileURLWithPath: path).lastPathComponent)
        language = options.defaultLanguage
        totalBytes = (try? FileManager.default.attributesOfItem(atPath: path)[.size]) as? Int
    }

    /// A file's name without the day it was written and the number of the copy: the backups of a phone, each grown from the one before, are one
    /// source. sms-20240101093000.xml, sms-2024-02-01.xml and sms (1).xml are sms.xml.
    static func sourceName(_ file: String) -> String {
        let name = file.replacing(
            /[-_ .]*(19|20)[0-9]{2}([-_.]?)[0-9]{2}\2[0-9]{2}([-_ .T]*[0-9]{2}([-_.:]?)[0-9]{2}(\4[0-9]{2})?)?(?![0-9])/, with: ""
        )
        .replacing(/\ ?\([0-9]+\)(?=\.|$)/, with: "")
        return name.isEmpty || name.hasPrefix(".") ? "sms" + name : name
    }

    /// Whether a file begins as XML does.
    static func isXML(_ path: String) -> Bool {
        guard FileDigest.isPlainFile(path), let file = FileHandle(forReadingAtPath: path),
            let head = try? file.read(upToCount: 256)
        else {
            return false
        }
        let start = head.drop { [0xEF, 0xBB, 0xBF, 0x20, 0x09, 0x0A, 0x0D].contains($0) }
        return start.starts(with: "<?xml".utf8) || start.starts(with: "<smses".utf8) || start.starts(with: "<smsCorpus".utf8)
    }

    func next() throws -> ImportRow? {
        while rows.isEmpty {
            var records: [XMLRecord] = []
            var bytes = 0
            while bytes < Self.batchBytes, let record = try reader.next() {
                records.append(record)
                bytes += record.bytes.count
            }
            guard !records.isEmpty else { return nil }
            rows = parse(records)[...]
        }
        return rows.removeFirst()
    }

    private func parse(_ records: [XMLRecord]) -> [ImportRow] {
        if let elements = XMLElements.parse(records.map(\.bytes), encoding: reader.encoding) {
            return zip(elements, records).map { row($0, line: $1.line) }
        }
        // One of them is not well-formed: each for itself.
        return records.map { record in
            XMLElements.parse([record.bytes], encoding: reader.encoding).map { row($0[0], line: record.line) }
                ?? .reject(line: record.line, reason: "expected well-formed XML, found something else")
        }
    }

    private func row(_ element: XMLElements.Element, line: Int) -> ImportRow {
        var row = CorpusRow(message: Message(body: ""), language: language, source: source, line: line)
        switch element.name {
        case "sms", "mms":
            // 1 is the inbox, 2 sent, 3 a draft.
            let box = element.attributes[element.name == "sms" ? "type" : "msg_box"]
            guard box == "1" || box == nil else {
                return .reject(line: line, reason: "expected a message that was received, found one that was sent")
            }
            row.message.body = element.attributes["body"] ?? element.texts["part"] ?? ""
            row.message.sender = element.attributes["address"]
            row.time = element.attributes["date"]
        case "message":
            row.message.body = element.texts["text"] ?? ""
            row.message.sender = element.texts["srcNumber"]
            row.time = element.attributes["messageProfile.time"]
            if let language = element.attributes["messageProfile.language"] { row.language = language }
        default:
            return .reject(line: line, reason: "expected an element sms, mms or message, found another")
        }
        guard !row.message.body.isEmpty else { return .reject(line: line, reason: "expected a text, found none") }
        return .message(row)
    }
}

/// What Foundation's parser finds in some elements.
private final class XMLElements: NSObject, XMLParserDelegate {
    struct Element {
        var name: String
        /// Its own by their names; those of elements in it as `element.attribute`.
        var attributes: [String: String]
        /// What stands in the elements in it, by their names.
        var texts: [String: String] = [:]
    }

    private var elements: [Element] = []
    private var path: [String] = []

    /// `nil` when they are not well-formed.
    static func parse(_ records: [Data], encoding: String) -> [Element]? {
        var document = Data("<?xml version=\"1.0\" encoding=\"\(encoding)\"?><records>".utf8)
        for record in records { document += withoutSplitEmoji(record) }
        document += Data("</records>".utf8)
        let parser = XMLParser(data: document)
        let delegate = XMLElements()
        parser.delegate = delegate
        guard parser.parse(), delegate.elements.count == records.count else { return nil }
        return delegate.elements
    }

    /// The app writes an emoji as two references, `&#55357;&#56832;`, which XML forbids: makes one of them.
    private static func withoutSplitEmoji(_ record: Data) -> Data {
        guard record.firstRange(of: Data("&#5".utf8)) != nil, let text = String(data: record, encoding: .utf8) else {
            return record
        }
        let joined = text.replacing(/&#(5[5-6][0-9]{3});&#(5[6-7][0-9]{3});/) { match in
            guard let high = UInt32(match.1), let low = UInt32(match.2), (0xD800...0xDBFF).contains(high),
                (0xDC00...0xDFFF).contains(low), let scalar = Unicode.Scalar(0x10000 + (high - 0xD800) << 10 + (low - 0xDC00))
            else { return String(match.0) }
            return String(Character(scalar))
        }
        return Data(joined.utf8)
    }

    func parser(
        _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
        attributes: [String: String] = [:]
    ) {
        path.append(name)
        if path.count == 2 {
            elements.append(Element(name: name, attributes: attributes))
        } else if path.count > 2 {
            for (key, value) in attributes { elements[elements.count - 1].attributes["\(name).\(key)"] = value }
            // A part of a picture message says its text in an attribute.
            if name == "part", attributes["ct"] == "text/plain", let text = attributes["text"] {
                elements[elements.count - 1].texts["part", default: ""] += text
            }
        }
    }

    func parser(_ parser: XMLParser, foundCharacters text: String) {
        if path.count > 2, let name = path.last { elements[elements.count - 1].texts[name, default: ""] += text }
    }

    func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) {
        path.removeLast()
    }
}
