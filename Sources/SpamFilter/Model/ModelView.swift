// Model: reads a model file in place. In: its bytes, mapped or loaded, never trusted. Out: classes,
// weights of a feature, policy. Opening checks every length and offset, so that no later read can
// leave the bytes, and copies some hundred bytes.

/// A model file, read in place. The bytes must outlive the view.
///
/// If the file is overwritten while it is mapped, verdicts come from other weights, and nothing
/// worse happens: lengths and offsets were copied when the model opened. If it is *shortened*, its
/// pages are gone, and the next read of one ends the process.
public struct ModelView {
    package let bytes: UnsafeRawBufferPointer
    private let sectionCount: Int
    /// How messages are read.
    public let settings: TokenizerSettings
    /// How the count of a feature becomes a factor of its weight.
    public let weighting: FeatureWeighting
    package let classes: ClassTable
    /// The cutoffs, and the labels that are protected and declared.
    public let policy: DecisionPolicy
    package let features: FeatureTable
    /// The card, JSON in UTF-8; empty when the model has none.
    public let card: UnsafeRawBufferPointer
    /// Which of two models is newer: the higher number. 0 when the model has none. A number proves
    /// nothing unless the file is signed: see `verify(signedBy:)`.
    public let sequence: UInt64

    /// Opens a model.
    ///
    /// Checks the magic bytes, the versions, the checksum of the head, that sections follow each
    /// other without holes or leftovers, that every number that a later read depends on is in
    /// range, and that reserved bytes are zero. Does not read features and card: see `verify()`.
    ///
    /// - Complexity: O(1), some hundred bytes.
    public init(_ bytes: UnsafeRawBufferPointer) throws(ModelError) {
        let table = try SectionTable(bytes)
        self.bytes = bytes
        sectionCount = table.count

        let tokenizer = try table.section(.tokenizer, size: ModelLayout.Tokenizer.size)
        settings = TokenizerSettings(
            wordNgrams: tokenizer[ModelLayout.Tokenizer.wordNgrams],
            shortestNgram: tokenizer[ModelLayout.Tokenizer.shortestNgram],
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
        try SectionTable.check(reserved: ModelLayout.Tokenizer.reserved, of: tokenizer, .tokenizer)

        classes = try ClassTable(table)
        policy = try DecisionPolicy(table.section(.policy, size: ModelLayout.Policy.size), classes: classes.labels)
        features = try FeatureTable(table.section(.features), vectors: classes.vectorCount)
        card = table.optionalSection(.card) ?? UnsafeRawBufferPointer(start: nil, count: 0)
        sequence = try table.sequence()
    }

    /// Reads the whole file and compares the checksum of every section.
    ///
    /// - Complexity: O(bytes), some 2 ms a megabyte.
    public func verify() throws(ModelError) {
        // The head again: the file may have changed since it was opened.
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
    public var sections: [ModelSection] { SectionTable.entries(bytes, count: sectionCount) }

    /// The size of the file in bytes.
    public var byteCount: Int { bytes.count }

    /// The checksum of the head, which has those of all sections: other for another file.
    public var headChecksum: UInt32 { bytes.uint32(at: ModelLayout.Header.checksum) }
}

extension DecisionPolicy {
    /// Reads and checks the section.
    init(_ section: UnsafeRawBufferPointer, classes: LabelSet) throws(ModelError) {
        typealias Policy = ModelLayout.Policy
        junkCutoff = section.float(at: Policy.junk)
        unsureCutoff = section.float(at: Policy.unsure)
        promotionCutoff = section.float(at: Policy.promotion)
        transactionCutoff = section.float(at: Policy.transaction)
        protectedJunkCutoff = section.float(at: Policy.protectedJunk)
        protected = LabelSet(rawValue: section.uint16(at: Policy.protectedLabels))
        declared = LabelSet(rawValue: section.uint16(at: Policy.declaredLabels))
        if let problem = problem(classes: classes) { throw .section(.policy, reason: problem) }
    }
}
