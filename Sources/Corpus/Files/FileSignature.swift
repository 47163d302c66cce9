// Corpus: files that are no text, known by their first bytes. None of them is opened: what a packed file unpacks to has no bound.

/// What a file is instead of text.
public enum FileSignature: String, Sendable, CaseIterable {
    case zip, gzip, bzip2, xz, zstd
    case sevenZip = "7z"
    case rar, parquet, sqlite, pdf
    /// Of messages that are no longer there: see `CountingRun`.
    case counts = "spamkit counts"
    case model = "spamkit model"
    /// Not packed, but of a shape that only an import knows.
    case xml = "phone backup or other XML"

    /// What such a file begins with.
    public var bytes: [UInt8] {
        switch self {
        case .zip: [0x50, 0x4B, 3, 4]
        case .gzip: [0x1F, 0x8B]
        case .bzip2: Array("BZh".utf8)
        case .xz: [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0]
        case .zstd: [0x28, 0xB5, 0x2F, 0xFD]
        case .sevenZip: [0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C]
        case .rar: Array("Rar!".utf8)
        case .parquet: Array("PAR1".utf8)
        case .sqlite: Array("SQLite format 3\0".utf8)
        case .pdf: Array("%PDF-".utf8)
        case .counts: [0x93] + Array("SPAMCNT".utf8)
        case .model: [0x93] + Array("SPAMKIT".utf8)
        case .xml: Array("<?xml".utf8)
        }
    }

    init?(of head: ArraySlice<UInt8>) {
        let start = head.starts(with: [0xEF, 0xBB, 0xBF]) ? head.dropFirst(3) : head
        guard let found = Self.allCases.first(where: { start.starts(with: $0.bytes) }) else { return nil }
        self = found
    }

    /// Of a plain file; `nil` for text, for what cannot be read, and for a pipe, which cannot be read twice.
    public init?(path: String) {
        guard path != "-", var file = try? InputFile(path: path, chunkBytes: 64), file.totalBytes != nil,
            let head = try? file.nextChunk()
        else { return nil }
        self.init(of: head)
    }

    var nextStep: String {
        switch self {
        case .zip, .gzip, .bzip2, .xz, .zstd, .sevenZip, .rar: "unpack it and give the files in it"
        case .parquet: "write it as CSV, for example with pandas: read_parquet(FILE).to_csv(FILE.csv)"
        case .sqlite: "give a store that spamkit import has made, or import a phone's sms.db into one"
        case .pdf: "give the table it was made from"
        case .counts: "give it to spamkit merge, or to spamkit train with --trainer nb or cnb"
        case .model: "give files of messages; where a command takes a model, it takes one, and that first"
        case .xml: "import it first, as a file and not through a pipe: spamkit import FILE --into STORE.sqlite"
        }
    }
}
