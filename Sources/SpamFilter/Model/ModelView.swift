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
    private let bucketCount: UInt64
    private let starts: UnsafeRawPointer
    private let fingerprints: UnsafeRawPointer
    private let weights: UnsafeRawPointer
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
        guard settings.isValid, tokenizer[ModelLayout.Tokenizer.simplifiesHan] <= 1 else { throw .section(.tokenizer, reason: "a setting is out of range") }
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

    /// How many bytes of weights there are from a place among them to their end.
    @inline(__always)
    func weightBytes(from place: UnsafeRawPointer) -> Int { weights + featureCount * (classCount - 1) - place }

    /// The weights of a feature, one signed byte for each class but the first; `nil` when the model does not hold it.
    ///
    /// A feature that the model does not hold is taken for one that it holds with a chance of some 8 in 65,536: the average number of
    /// fingerprints in a bucket over the number of fingerprints there are.
    @inline(__always)
    func weights(of feature: UInt64) -> UnsafePointer<Int8>? {
        let bucket = Int(feature.multipliedFullWidth(by: bucketCount).high)
        let at = starts + bucket * ModelLayout.Features.startSize
        let end = Int(at.uint32(ModelLayout.Features.startSize))
        // The file's byte order, so that what is read need not be turned.
        let wanted = SIMD16(repeating: UInt16(truncatingIfNeeded: feature).littleEndian)
        var i = Int(at.uint32(0))
        // Sixteen fingerprints at a time: 99.6 % of buckets hold no more, so that the processor guesses the end of the loop right.
        // Lost: no branch on whether the feature is known either, its weight masked to 0 if not (English 2.23 -> 2.52 us, 2026-11).
        while i < end {
            let agreeing = SIMD16(repeating: 0).replacing(with: ModelView.bitOfLane, where: sixteenFingerprints(at: i) .== wanted)
            let lane = ModelView.union(agreeing).trailingZeroBitCount
            if lane < 16 {
                let found = i + lane
                return found < end ? (weights + found * (classCount - 1)).assumingMemoryBound(to: Int8.self) : nil
            }
            i += 16
        }
        return nil
    }

    /// Adds up the weights of features in a model of two classes.
    ///
    /// Many in one loop without a branch on whether a feature is known: the look-ups overlap. Won over one after the other as they are
    /// read, NNN to NNN ns each (2026-11).
    func sumOfWeights(_ features: UnsafeBufferPointer<Feature>) -> Int32 {
        var sum: Int32 = 0
        if featureCount < 32 {
            for feature in features { sum = sum &+ Int32(weights(of: feature.hash)?.pointee ?? 0) }
            return sum
        }
        let starts = starts, fingerprints = fingerprints, weights = weights, bucketCount = bucketCount
        for feature in features {
            let bucket = Int(truncatingIfNeeded: feature.hash.multipliedFullWidth(by: bucketCount).high)
            let at = starts + bucket &* ModelLayout.Features.startSize
            let i = Int(truncatingIfNeeded: at.uint32(0))
            let count = Int(truncatingIfNeeded: at.uint32(ModelLayout.Features.startSize)) &- i
            let wanted = SIMD16(repeating: UInt16(truncatingIfNeeded: feature.hash).littleEndian)
            let found = fingerprints.loadUnaligned(fromByteOffset: i &* 2, as: SIMD16<UInt16>.self)
            let agreeing = SIMD16(repeating: 0).replacing(with: ModelView.bitOfLane, where: found .== wanted)
            let lane = ModelView.union(agreeing).trailingZeroBitCount
            // All ones where the feature is known. By arithmetic: the compiler would make a branch of a condition.
            let known = (lane &- count) &>> 63
            let weight = Int32(weights.load(fromByteOffset: (i &+ lane) & known, as: Int8.self)) & Int32(truncatingIfNeeded: known)
            sum = sum &+ weight
            // One bucket in 250 holds more than sixteen, and then lane 16, which is none, would be taken for known.
            if count > 16, lane == 16 {
                sum = sum &- weight &+ Int32(self.weights(of: feature.hash)?.pointee ?? 0)
            }
        }
        return sum
    }

    /// A bit for each of sixteen lanes.
    private static var bitOfLane: SIMD16<UInt16> {
        SIMD16(
            1, 1 << 1, 1 << 2, 1 << 3, 1 << 4, 1 << 5, 1 << 6, 1 << 7, 1 << 8, 1 << 9, 1 << 10, 1 << 11, 1 << 12, 1 << 13,
            1 << 14, 1 << 15)
    }

    /// The bits of all sixteen lanes, which are of one bit each and differ, in one number; 1 << 16 is set as well.
    ///
    /// Eight lanes, then four, then one by a multiplication that adds them up in the highest; `wrappedSum()` took twice as long.
    @inline(__always)
    private static func union(_ lanes: SIMD16<UInt16>) -> UInt64 {
        let eight = unsafeBitCast(lanes.lowHalf | lanes.highHalf, to: SIMD2<UInt64>.self)
        return ((eight.x | eight.y) &* 0x0001_0001_0001_0001) >> 48 | 1 << 16
    }

    /// Fingerprints i..<i + 16, as they stand in the file. Behind the last one come weights, at least one byte a feature, so that from
    /// 32 features on the read stays inside the section.
    @inline(__always)
    private func sixteenFingerprints(at i: Int) -> SIMD16<UInt16> {
        if featureCount >= 32 { return fingerprints.loadUnaligned(fromByteOffset: 2 * i, as: SIMD16<UInt16>.self) }
        return fewFingerprints(from: i)
    }

    /// The same for a model of few features, which nothing may be read behind.
    private func fewFingerprints(from i: Int) -> SIMD16<UInt16> {
        var lanes = SIMD16<UInt16>(repeating: 0)
        for lane in 0..<min(16, featureCount - i) {
            lanes[lane] = fingerprints.loadUnaligned(fromByteOffset: 2 * (i + lane), as: UInt16.self)
        }
        return lanes
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
