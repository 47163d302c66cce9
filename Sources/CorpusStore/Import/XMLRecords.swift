// Store: cuts an XML file into the elements below its root, so that a backup of any size is read
// piece by piece. Document types are skipped: an entity that is never declared cannot expand.

import Corpus

/// One element below the root.
struct XMLRecord {
    var bytes: ArraySlice<UInt8>
    /// The line of the file, from 1.
    var line: Int
}

final class XMLRecordReader {
    private let path: String
    private var file: InputFile
    var bytesRead: Int { file.bytesRead }
    var totalBytes: Int? { file.totalBytes }
    private var buffer: [UInt8] = []
    /// The first byte of `buffer` after the last token.
    private var position = 0
    private var recordStart: Int?
    private var depth = 0
    private var line = 1
    private var recordLine = 1
    private var isAtEnd = false
    private var scan: Scan?
    /// No tag begins between `position` and this byte.
    private var withoutTag = 0
    /// The one that was asked for, else what a mark, the zeros of the first tag or the declaration
    /// says; UTF-8 where that names none that is known.
    private(set) var encoding = TextEncoding.utf8
    /// To UTF-8, in which tags are looked for.
    private var transcoder: (any Transcoder)?

    /// The longest message, with small pictures. A record that a chunk cuts is scanned again, so
    /// this bounds the time too.
    private static let limit = 16 << 20

    init(path: String, encoding asked: TextEncoding?) throws(CorpusError) {
        let opened = try InputFile(path: path, chunkBytes: 256 << 10)
        self.path = FileName.shown(path)
        file = opened
        try fill()
        let mark = TextEncoding.marked(by: buffer[...])
        encoding = asked ?? mark?.encoding ?? TextEncoding.told(byZerosOf: buffer.prefix(64)) ?? declared
        let raw = buffer.dropFirst(mark?.length ?? 0)
        buffer = []
        transcoder = encoding.transcoder
        append(raw)
    }

    /// A file whose declaration can be read as it is, is not of UTF-16, whatever it says.
    private var declared: TextEncoding {
        let head = String(decoding: buffer.prefix(200), as: UTF8.self)
        guard let mark = head.range(of: "encoding=") else { return .utf8 }
        let name = String(head[mark.upperBound...].dropFirst().prefix { $0 != "\"" && $0 != "'" })
        return name.uppercased().hasPrefix("UTF-") ? .utf8 : TextEncoding(name) ?? .utf8
    }

    private func append(_ raw: ArraySlice<UInt8>) {
        if transcoder == nil { buffer += raw } else { transcoder!.transcode(raw, into: &buffer) }
    }

    func next() throws(CorpusError) -> XMLRecord? {
        while true {
            guard let token = try nextToken() else {
                guard recordStart == nil, depth == 0 else { throw .badXML(file: path, line: line) }
                return nil
            }
            switch token.kind {
            case .open:
                if depth == 1 { begin(token) }
                depth += 1
            case .empty:
                if depth == 1 {
                    begin(token)
                    return end(token)
                }
            case .close:
                depth -= 1
                guard depth >= 0 else { throw .badXML(file: path, line: line) }
                if depth == 1 { return end(token) }
            case .other: break
            }
        }
    }

    private enum Kind { case open, empty, close, other }
    private typealias Token = (kind: Kind, range: Range<Int>, line: Int)

    private func begin(_ token: Token) {
        recordStart = token.range.lowerBound
        recordLine = token.line
    }

    private func end(_ token: Token) -> XMLRecord {
        defer { recordStart = nil }
        return XMLRecord(bytes: buffer[recordStart!..<token.range.upperBound], line: recordLine)
    }

    /// The next tag, comment or the like; `nil` at the end of the file. Ranges are valid until the
    /// next call.
    private func nextToken() throws(CorpusError) -> Token? {
        while true {
            let open = buffer[max(position, withoutTag)...].firstIndex(of: UInt8(ascii: "<"))
            withoutTag = open ?? buffer.count
            if let open, let end = try end(from: open) {
                line += buffer[position..<open].count { $0 == 0x0A }
                let at = line
                line += buffer[open..<end].count { $0 == 0x0A }
                position = end
                return (Self.kind(buffer[open..<end]), open..<end, at)
            }
            guard try fill() else {
                guard open == nil else { throw .badXML(file: path, line: line) }
                return nil
            }
        }
    }

    private static func kind(_ token: ArraySlice<UInt8>) -> Kind {
        switch token[token.startIndex + 1] {
        case UInt8(ascii: "?"), UInt8(ascii: "!"): .other
        case UInt8(ascii: "/"): .close
        default: token[token.endIndex - 2] == UInt8(ascii: "/") ? .empty : .open
        }
    }

    /// How far a token was looked through, so that it is not read again with each chunk.
    private struct Scan {
        /// The first byte that was not looked at.
        var at: Int
        /// The quote that is open, and its place.
        var quote: UInt8?
        var quoteStart = 0
        var brackets = 0
        var values = 0
    }

    /// The end of the token that begins at `open`; `nil` where more bytes are needed.
    private func end(from open: Int) throws(CorpusError) -> Int? {
        for (start, end) in [("<!--", "-->"), ("<![CDATA[", "]]>"), ("<?", "?>")] {
            let head = buffer[open..<min(buffer.count, open + start.utf8.count)]
            if start.utf8.starts(with: head), head.count < start.utf8.count { return nil }
            guard head.elementsEqual(start.utf8) else { continue }
            var at = scan?.at ?? open + start.utf8.count
            while let found = buffer[at...].firstIndex(of: UInt8(ascii: ">")) {
                at = found + 1
                if buffer[open..<at].suffix(end.utf8.count).elementsEqual(end.utf8) {
                    scan = nil
                    return at
                }
            }
            scan = Scan(at: buffer.count)
            return nil
        }
        var scan = scan ?? Scan(at: open)
        while scan.at < buffer.count {
            let byte = buffer[scan.at]
            scan.at += 1
            if let quote = scan.quote {
                if byte == quote { scan.quote = nil }
                continue
            }
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "'"):
                (scan.quote, scan.quoteStart) = (byte, scan.at - 1)
                scan.values += 1
                // No message has so many.
                guard scan.values <= Self.mostAttributes else { throw .badXML(file: path, line: line) }
            case UInt8(ascii: "["): scan.brackets += 1
            case UInt8(ascii: "]"): scan.brackets -= 1
            case UInt8(ascii: ">") where scan.brackets <= 0:
                self.scan = nil
                return scan.at
            default: break
            }
        }
        self.scan = scan
        return nil
    }

    private static let mostAttributes = 10_000

    /// Leaves out what was read of a picture: nobody looks at it, and with it a message would be
    /// too long.
    private func dropPicture() {
        guard let scan, scan.quote != nil, scan.at - scan.quoteStart > 1 << 16,
            buffer[..<scan.quoteStart].suffix(6).elementsEqual(" data=".utf8)
        else { return }
        buffer.removeSubrange(scan.quoteStart + 1..<scan.at)
        self.scan?.at = scan.quoteStart + 1
    }

    /// Drops the bytes of finished records and reads on. `false` at the end of the file.
    @discardableResult
    private func fill() throws(CorpusError) -> Bool {
        guard !isAtEnd else { return false }
        dropPicture()
        let keep = recordStart ?? position
        buffer.removeSubrange(..<keep)
        position -= keep
        withoutTag = max(0, withoutTag - keep)
        scan?.at -= keep
        scan?.quoteStart -= keep
        if recordStart != nil { recordStart = 0 }
        guard buffer.count <= Self.limit else {
            throw .rowTooLong(file: path, line: recordLine, limitBytes: Self.limit)
        }
        let chunk = try file.nextChunk()
        guard !chunk.isEmpty else {
            isAtEnd = true
            return false
        }
        append(chunk)
        return true
    }
}
