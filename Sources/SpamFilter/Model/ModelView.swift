// Model: reads a model file in place. In: its bytes, mapped or loaded, trusted by nobody. Out: classes, weights of a feature, policy.
// Opening checks every length and offset, so that no later read can leave the bytes; it copies nothing but a few numbers.

/// A model file, looked at without a copy but for some hundred bytes. The bytes must outlive the view.
///
/// If other bytes come to stand in the file while it is mapped, verdicts are those of other weights, and that is all: what lengths and
/// offsets depend on was copied when the model opened. A file that is *shortened* takes its pages away, which no reader can survive.
public struct ModelView {
    /// A section as the table at the head of the file describes it.
    public struct Section {
        public let kind: SectionKind?
        public let rawKind: UInt16
        public let offset: Int
        public let length: Int
        let checksum: UInt32
    }

    private let bytes: UnsafeRawBufferPointer
    private let sectionCount: Int
    public let settings: TokenizerSettings
    public let weighting: FeatureWeighting
    public let classes: ClassTable
    public let policy: DecisionPolicy
    public let features: FeatureTable
    /// The card, JSON in UTF-8; empty when the model has none.
    public let card: UnsafeRawBufferPointer

    /// Opens a model.
    ///
    /// Checks the magic bytes, versions, the checksum of the head, that sections follow each other without holes or leftovers, that
    /// every number that a later read depends on is in range, and that what is reserved is zero. Does not read features and card:
    /// see `verify()`.
    ///
    /// - Complexity: O(1): some hundred bytes are read, whatever the size of the file.
    public init(_ bytes: UnsafeRawBufferPointer) throws(ModelError) {
        let table = try SectionTable(bytes)
        self.bytes = bytes
        sectionCount = table.count

        let tokenizer = try table.section(.tokenizer, size: ModelLayout.Tokenizer.size)
        settings = TokenizerSettings(
            wordNgrams: tokenizer[ModelLayout.Tokenizer.wordNgrams], shortestNgram: tokenizer[ModelLayout.Tokenizer.shortestNgram],
            longestNgram: tokenizer[ModelLayout.Tokenizer.longestNgram],
            cjkNgrams: tokenizer[ModelLayout.Tokenizer.cjkNgrams],
            simplifiesHan: tokenizer[ModelLayout.Tokenizer.simplifiesHan] != 0)
        guard settings.isValid, tokenizer[ModelLayout.Tokenizer.simplifiesHan] <= 1 else {
            throw .section(.tokenizer, reason: "a setting is out of range")
        }
        guard let weighting = FeatureWeighting(rawValue: tokenizer[ModelLayout.Tokenizer.weighting]) else {
            throw .section(.tokenizer, reason: "unknown weighting \(tokenizer[ModelLayout.Tokenizer.weighting])")
        }
        self.weighting = weighting
        try ModelView.check(reserved: ModelLayout.Tokenizer.reserved, of: tokenizer, .tokenizer)

        classes = try ClassTable(table)
        policy = try DecisionPolicy(table.section(.policy, size: ModelLayout.Policy.size), classes: classes.labels)
        features = try FeatureTable(table.section(.features), vectors: classes.vectorCount)
        card = table.optionalSection(.card) ?? UnsafeRawBufferPointer(start: nil, count: 0)
    }

    /// From this byte on a section is zero.
    private static func check(reserved: Int, of section: UnsafeRawBufferPointer, _ kind: SectionKind) throws(ModelError) {
        for i in reserved..<section.count where section[i] != 0 {
            throw .section(kind, reason: "its reserved byte \(i) is not zero")
        }
    }

    /// Checks the checksum of every section, reading the whole file.
    ///
    /// - Complexity: O(bytes), some 2 ms a megabyte.
    public func verify() throws(ModelError) {
        // The head once more: the file may not be what was opened.
        _ = try SectionTable(bytes)
        for section in sections {
            let found = Checksum.of(UnsafeRawBufferPointer(rebasing: bytes[section.offset..<section.offset + section.length]))
            guard found == section.checksum else {
                throw .sectionChecksum(kind: section.rawKind, expected: section.checksum, found: found)
            }
        }
    }

    /// The labels of the classes in order.
    public var labels: [Label] { (0..<classes.count).map(classes.label) }

    /// The sections in the order of the file.
    public var sections: [Section] { SectionTable.entries(bytes, count: sectionCount) }

    /// The size of the file in bytes.
    public var byteCount: Int { bytes.count }
}

extension UnsafeRawBufferPointer {
    @inline(__always)
    func uint16(at offset: Int) -> UInt16 { UInt16(littleEndian: loadUnaligned(fromByteOffset: offset, as: UInt16.self)) }
    @inline(__always)
    func uint32(at offset: Int) -> UInt32 { UInt32(littleEndian: loadUnaligned(fromByteOffset: offset, as: UInt32.self)) }
    @inline(__always)
    func uint64(at offset: Int) -> UInt64 { UInt64(littleEndian: loadUnaligned(fromByteOffset: offset, as: UInt64.self)) }
    @inline(__always)
    func float(at offset: Int) -> Float { Float(bitPattern: uint32(at: offset)) }
}
