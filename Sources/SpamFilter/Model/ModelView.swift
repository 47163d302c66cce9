// Model: reads a model file in place. In: its bytes, mapped or loaded, trusted by nobody. Out: classes, weights of a feature, policy.
// Opening checks every length and offset, so that no later read can leave the bytes; it copies nothing but a few numbers.

/// A model file, looked at without a copy. The bytes must outlive the view.
public struct ModelView {
    /// A class of the model: its label, its bias, and what one step of its weights is worth.
    struct ClassEntry {
        let label: Label
        let bias: Float
        let scale: Float
    }

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
    /// Calibrated log-odds are this times the raw ones.
    public let calibrationSlope: Float
    public let classCount: Int
    public let featureCount: Int
    private let classes: UnsafeRawPointer
    let bucketCount: UInt64
    let starts: UnsafeRawPointer
    let fingerprints: UnsafeRawPointer
    let weights: UnsafeRawPointer
    private let sectionCount: Int

    /// Opens a model.
    ///
    /// Checks the magic bytes, versions, the checksum of the head, that sections follow each other without holes or leftovers, that
    /// every number that a later read depends on is in range, and that what is reserved is zero. Does not read fingerprints, weights and
    /// card: see `verify()`.
    ///
    /// - Complexity: O(buckets), that is 4 bytes for 8 features.
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

        let calibration = try table.section(.calibration, size: ModelLayout.Calibration.size)
        calibrationSlope = calibration.float(at: ModelLayout.Calibration.slope)
        guard calibrationSlope > 0, calibrationSlope.isFinite else {
            throw .section(.calibration, reason: "the slope is not above 0")
        }
        try ModelView.check(reserved: ModelLayout.Calibration.reserved, of: calibration, .calibration)

        policy = try DecisionPolicy(table.section(.policy, size: ModelLayout.Policy.size))

        let classBytes = try table.section(.classes)
        let count = classBytes.count / ModelLayout.Class.size
        guard classBytes.count % ModelLayout.Class.size == 0, (2...ModelLayout.maxClasses).contains(count) else {
            throw .section(.classes, reason: "expected 2 to \(ModelLayout.maxClasses) classes of \(ModelLayout.Class.size) bytes")
        }
        classCount = count
        classes = classBytes.baseAddress!
        try ModelView.check(classes: classBytes)

        let features = try table.section(.features)
        guard features.count >= ModelLayout.Features.size else { throw .section(.features, reason: "shorter than its head") }
        let featureCount = Int(features.uint32(at: ModelLayout.Features.featureCount))
        let buckets = Int(features.uint32(at: ModelLayout.Features.bucketCount))
        guard buckets >= 1 else { throw .section(.features, reason: "it has no bucket") }
        let fingerprintsAt = ModelLayout.Features.size + (buckets + 1) * ModelLayout.Features.startSize
        let weightsAt = fingerprintsAt + featureCount * ModelLayout.Features.fingerprintSize
        let expected = weightsAt + featureCount * (count - 1)
        guard features.count == expected else {
            throw .section(.features, reason: "expected \(expected) bytes, found \(features.count)")
        }
        starts = features.baseAddress! + ModelLayout.Features.size
        var before: UInt32 = 0
        for i in 0...buckets {
            let start = features.uint32(at: ModelLayout.Features.size + i * ModelLayout.Features.startSize)
            guard start >= before, i > 0 || start == 0, i < buckets || start == featureCount else {
                throw .section(.features, reason: "bucket \(i) begins out of order")
            }
            before = start
        }
        self.featureCount = featureCount
        bucketCount = UInt64(buckets)
        fingerprints = features.baseAddress! + fingerprintsAt
        weights = features.baseAddress! + weightsAt
    }

    /// From this byte on a section is zero.
    private static func check(reserved: Int, of section: UnsafeRawBufferPointer, _ kind: SectionKind) throws(ModelError) {
        for i in reserved..<section.count where section[i] != 0 {
            throw .section(kind, reason: "its reserved byte \(i) is not zero")
        }
    }

    private static func check(classes: UnsafeRawBufferPointer) throws(ModelError) {
        var before: Label?
        var actions = 0
        for i in 0..<classes.count / ModelLayout.Class.size {
            let at = i * ModelLayout.Class.size
            let action = classes.uint32(at: at + ModelLayout.Class.action),
                sub = classes.uint32(at: at + ModelLayout.Class.subAction)
            guard let a = Action(rawValue: Int(action)), let s = SubAction(rawValue: Int(sub)), let label = Label(a, s) else {
                throw .section(.classes, reason: "class \(i) has the unknown pair of action \(action) and sub-action \(sub)")
            }
            if let before, before >= label { throw .section(.classes, reason: "class \(i) is out of order") }
            // In order, so that the action of a sub-action stands before it: as the last class, or before its other sub-actions.
            if label.subAction != .none, before?.action != label.action {
                throw .section(.classes, reason: "class \(i) is a sub-action without its action")
            }
            if label.subAction == .none { actions += 1 }
            before = label
            let bias = classes.float(at: at + ModelLayout.Class.bias), scale = classes.float(at: at + ModelLayout.Class.scale)
            guard bias.isFinite, scale.isFinite, scale >= 0 else {
                throw .section(.classes, reason: "class \(i) has a bias or scale that is not a number")
            }
            guard i > 0 || scale == 0 else { throw .section(.classes, reason: "the first class has a scale other than 0") }
        }
        guard actions >= 2 else { throw .section(.classes, reason: "expected two actions or more, found \(actions)") }
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

    /// The labels of the classes in order.
    public var labels: [Label] { (0..<classCount).map { classEntry($0).label } }

    @inline(__always)
    func classEntry(_ i: Int) -> ClassEntry {
        let at = classes + i * ModelLayout.Class.size
        let action = Action(rawValue: Int(at.uint32(ModelLayout.Class.action)))
        let sub = SubAction(rawValue: Int(at.uint32(ModelLayout.Class.subAction)))
        return ClassEntry(
            label: Label(action.unsafelyUnwrapped, sub.unsafelyUnwrapped).unsafelyUnwrapped,
            bias: Float(bitPattern: at.uint32(ModelLayout.Class.bias)),
            scale: Float(bitPattern: at.uint32(ModelLayout.Class.scale)))
    }

    /// Whether class `i` stands at a level: an action at the level `none`, a sub-action at that of its action.
    ///
    /// Compares the numbers as they stand in the file: making labels of them at every look took half the time of a verdict.
    @inline(__always)
    func isClass(_ i: Int, at level: Action) -> Bool {
        let at = classes + i * ModelLayout.Class.size
        let isAction = at.uint32(ModelLayout.Class.subAction) == UInt32(SubAction.none.rawValue)
        return level == .none ? isAction : !isAction && isClass(i, of: level)
    }

    /// Whether class `i` is an action or one of its sub-actions.
    @inline(__always)
    func isClass(_ i: Int, of action: Action) -> Bool {
        (classes + i * ModelLayout.Class.size).uint32(ModelLayout.Class.action) == UInt32(action.rawValue)
    }

    /// The bias of class `i` and what one step of its weights is worth.
    @inline(__always)
    func biasAndScale(_ i: Int) -> (bias: Float, scale: Float) {
        let at = classes + i * ModelLayout.Class.size
        return (Float(bitPattern: at.uint32(ModelLayout.Class.bias)), Float(bitPattern: at.uint32(ModelLayout.Class.scale)))
    }
}

extension UnsafeRawPointer {
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
