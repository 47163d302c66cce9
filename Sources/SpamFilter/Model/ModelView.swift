// Model: reads a model file in place. In: its bytes, mapped or loaded, trusted by nobody. Out: classes, weights of a feature, policy.
// Opening checks every length and offset, so that no later read can leave the bytes; it copies nothing but a few numbers.

/// A model file, looked at without a copy. The bytes must outlive the view.
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
    public let settings: TokenizerSettings
    public let weighting: FeatureWeighting
    public let policy: DecisionPolicy
    public let classCount: Int
    public let vectorCount: Int
    /// Slots of the feature table, of which `featureCount` are in use.
    public var slotCount: Int { Int(bucketCount) * ModelLayout.Features.slotsPerBucket }
    public let featureCount: Int
    let classes: UnsafeRawPointer
    let vectors: UnsafeRawPointer
    let calibration: UnsafeRawPointer
    /// Whether weights stand in the slots.
    let isNarrow: Bool
    let bucketCount: UInt64
    let buckets: UnsafeRawPointer
    let rows: UnsafeRawPointer
    private let sectionCount: Int

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
            wordOrder: tokenizer[ModelLayout.Tokenizer.wordOrder], shortestGram: tokenizer[ModelLayout.Tokenizer.shortestGram],
            longestGram: tokenizer[ModelLayout.Tokenizer.longestGram],
            syllabicOrder: tokenizer[ModelLayout.Tokenizer.syllabicOrder],
            simplifiesHan: tokenizer[ModelLayout.Tokenizer.simplifiesHan] != 0)
        guard settings.isValid, tokenizer[ModelLayout.Tokenizer.simplifiesHan] <= 1 else {
            throw .section(.tokenizer, reason: "a setting is out of range")
        }
        guard let weighting = FeatureWeighting(rawValue: tokenizer[ModelLayout.Tokenizer.weighting]) else {
            throw .section(.tokenizer, reason: "unknown weighting \(tokenizer[ModelLayout.Tokenizer.weighting])")
        }
        self.weighting = weighting
        try ModelView.check(reserved: ModelLayout.Tokenizer.reserved, of: tokenizer, .tokenizer)

        let classBytes = try table.section(.classes)
        let found = try ModelView.checkedClasses(classBytes)
        (classCount, vectorCount) = (found.classCount, found.vectorCount)
        classes = classBytes.baseAddress! + ModelLayout.Classes.size
        vectors = classes + classCount * ModelLayout.Class.size

        let calibration = try table.section(.calibration, size: classCount * ModelLayout.Calibration.size)
        for i in 0..<classCount {
            let slope = calibration.float(at: i * ModelLayout.Calibration.size + ModelLayout.Calibration.slope)
            let offset = calibration.float(at: i * ModelLayout.Calibration.size + ModelLayout.Calibration.offset)
            guard slope > 0, slope.isFinite, offset.isFinite else {
                throw .section(.calibration, reason: "class \(i) has a slope that is not above 0, or no number for an offset")
            }
        }
        self.calibration = calibration.baseAddress!

        policy = try DecisionPolicy(table.section(.policy, size: ModelLayout.Policy.size), classes: found.labels)

        let features = try table.section(.features)
        guard features.count >= ModelLayout.Features.size else { throw .section(.features, reason: "shorter than its head") }
        let bucketCount = Int(features.uint32(at: ModelLayout.Features.bucketCount))
        isNarrow = vectorCount == 1
        let expected = ModelLayout.Features.sectionSize(buckets: bucketCount, vectors: vectorCount)
        guard bucketCount >= 1, features.count == expected else {
            throw .section(.features, reason: "expected one bucket or more and \(expected) bytes, found \(features.count)")
        }
        let bits = isNarrow ? ModelLayout.Features.narrowFingerprintBits : ModelLayout.Features.wideFingerprintBits
        guard features[ModelLayout.Features.fingerprintBits] == bits else {
            throw .section(.features, reason: "expected fingerprints of \(bits) bits")
        }
        featureCount = Int(features.uint32(at: ModelLayout.Features.featureCount))
        guard featureCount <= bucketCount * ModelLayout.Features.slotsPerBucket else {
            throw .section(.features, reason: "more features than slots")
        }
        for i in ModelLayout.Features.reserved..<ModelLayout.Features.size where features[i] != 0 {
            throw .section(.features, reason: "its reserved byte \(i) is not zero")
        }
        self.bucketCount = UInt64(bucketCount)
        buckets = features.baseAddress! + ModelLayout.Features.size
        rows = buckets + bucketCount * ModelLayout.Features.bucketSize
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
        for i in 0..<sectionCount {
            let section = section(i)
            let found = Checksum.of(UnsafeRawBufferPointer(rebasing: bytes[section.offset..<section.offset + section.length]))
            guard found == section.checksum else {
                throw .sectionChecksum(section.kind ?? .card, expected: section.checksum, found: found)
            }
        }
    }

    /// The size of the file in bytes.
    public var byteCount: Int { bytes.count }

    /// The sections in the order of the file.
    public var sections: [Section] { (0..<sectionCount).map(section) }

    private func section(_ i: Int) -> Section { SectionTable.entry(i, in: bytes) }

    /// The card, JSON in UTF-8; empty when the model has none.
    public var card: UnsafeRawBufferPointer {
        guard let card = sections.first(where: { $0.kind == .card }) else { return UnsafeRawBufferPointer(start: nil, count: 0) }
        return UnsafeRawBufferPointer(rebasing: bytes[card.offset..<card.offset + card.length])
    }
}

extension UnsafeRawPointer {
    @inline(__always)
    func byte(_ offset: Int) -> UInt8 { load(fromByteOffset: offset, as: UInt8.self) }
    @inline(__always)
    func uint32(_ offset: Int) -> UInt32 { UInt32(littleEndian: loadUnaligned(fromByteOffset: offset, as: UInt32.self)) }
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
