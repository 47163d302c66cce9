// Corpus: files that are not text, recognised by their first bytes. Of packed files only gzip is
// opened, once: what unpacks to a packed file again is refused.

import SpamFilter

/// What a file is instead of text.
public enum FileSignature: String, Sendable, CaseIterable {
    /// A ZIP archive.
    case zip
    /// A workbook of Excel since 2007: a ZIP archive.
    case workbook = "newer Excel (.xlsx)"
    /// A sheet of LibreOffice: a ZIP archive.
    case openDocument = "LibreOffice (.ods)"
    /// A document of Apple's Numbers or Pages: a ZIP archive.
    case iWork = "Numbers or Pages"
    /// A file packed by gzip.
    case gzip
    /// A file packed by bzip2.
    case bzip2
    /// A file packed by xz.
    case xz
    /// A file packed by zstd.
    case zstd
    /// A 7-Zip archive.
    case sevenZip = "7z"
    /// A RAR archive.
    case rar
    /// A table of Apache Parquet.
    case parquet
    /// A table of Apache Arrow.
    case arrow = "Feather or Arrow"
    /// An object of Python.
    case pickle = "Python pickle"
    /// A document of an old Office, such as Excel's `.xls`.
    case office = "binary Excel or Word"
    /// A SQLite database.
    case sqlite
    /// A PDF document.
    case pdf
    /// Counts of features, made from messages that are no longer there.
    case counts = "spamkit counts"
    /// A model file.
    case model = "spamkit model"
    /// A person's own examples beside a model.
    case overlay = "spamkit overlay"
    /// A compiled file of rules.
    case rules = "spamkit rules"
    /// A phone's backup, or another XML file.
    case xml = "phone backup or other XML"

    /// The bytes that such a file begins with.
    public var bytes: [UInt8] {
        switch self {
        case .zip, .workbook, .openDocument, .iWork: [0x50, 0x4B, 3, 4]
        case .gzip: [0x1F, 0x8B]
        case .bzip2: Array("BZh".utf8)
        case .xz: [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0]
        case .zstd: [0x28, 0xB5, 0x2F, 0xFD]
        case .sevenZip: [0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C]
        case .rar: Array("Rar!".utf8)
        case .parquet: Array("PAR1".utf8)
        case .arrow: Array("ARROW1".utf8)
        case .pickle: [0x80, 4, 0x95]
        case .office: [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1]
        case .sqlite: Array("SQLite format 3\0".utf8)
        case .pdf: Array("%PDF-".utf8)
        case .counts: FileMagic.counts.bytes
        case .model: FileMagic.model.bytes
        case .overlay: FileMagic.overlay.bytes
        case .rules: FileMagic.rules.bytes
        case .xml: Array("<?xml".utf8)
        }
    }

    init?(of head: ArraySlice<UInt8>) {
        let start = head.starts(with: [0xEF, 0xBB, 0xBF]) ? head.dropFirst(3) : head
        guard let found = Self.allCases.first(where: { start.starts(with: $0.bytes) }) else { return nil }
        self = found == .zip ? .ofArchive(start) : found
    }

    /// What a ZIP archive is, by the names of its first entries.
    private static func ofArchive(_ head: ArraySlice<UInt8>) -> FileSignature {
        let mark = FileSignature.zip.bytes, nameStart = 30
        var i = head.startIndex
        while i + nameStart < head.endIndex {
            guard head[i...].starts(with: mark) else {
                i += 1
                continue
            }
            let name = head[(i + nameStart)...].prefix(Int(head[i + 26]) | Int(head[i + 27]) << 8)
            if name.starts(with: "xl/".utf8) { return .workbook }
            if name.starts(with: "Index/".utf8), name.suffix(4).elementsEqual(".iwa".utf8) { return .iWork }
            // It is not packed, and ends with the kind of document.
            let kind = "mimetypeapplication/vnd.oasis.opendocument.spreadsheet".utf8
            if head[(i + nameStart)...].starts(with: kind) { return .openDocument }
            i += nameStart
        }
        return .zip
    }

    /// What to do with such a file, as the end of an error's sentence.
    var nextStep: String {
        switch self {
        case .zip, .gzip, .bzip2, .xz, .zstd, .sevenZip, .rar: "unpack it and give the files in it"
        case .parquet:
            """
            write it as CSV, with DuckDB (COPY (FROM 'FILE') TO 'FILE.csv') or with pandas and pyarrow \
            (read_parquet('FILE').to_csv('FILE.csv', index=False))
            """
        case .sqlite: "give a store or a phone's sms.db, unpacked, as a file and not through a pipe"
        case .arrow, .pickle: "write it as CSV, with pandas: to_csv('FILE.csv', index=False)"
        case .workbook, .openDocument, .iWork: "save the sheet as CSV (UTF-8) and give that"
        case .office: "save it as CSV in UTF-8"
        case .pdf: "give the table it was made from"
        case .counts: "merge it with other counts, or train on it with a trainer that learns from sums, such as naive Bayes"
        case .model: "give files of messages here, and the model in its own place"
        case .overlay: "give files of messages here, and the overlay by --overlay or --from"
        case .rules: "give files of messages here, and the rules in their own place"
        case .xml: "give the backup as a file and not through a pipe, or say that its format is xml"
        }
    }
}
