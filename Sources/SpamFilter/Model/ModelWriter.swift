// Model: what training has learned, as the bytes of a model file. In: quantised weights and policy. Out: bytes that ModelView opens.

/// Everything that a model file holds, before it is laid out.
public struct ModelContent: Sendable {
    /// A class with its bias and the worth of one step of its weights.
    public struct Class: Sendable {
        public var label: Label
        public var bias: Float
        public var scale: Float

        public init(label: Label, bias: Float, scale: Float) {
            self.label = label
            self.bias = bias
            self.scale = scale
        }
    }

    public var settings: TokenizerSettings
    public var weighting: FeatureWeighting
    /// 2 to 16 classes in the order of `Label`, two or more of them actions, sub-actions behind their action. The first is the reference
    /// of the actions; its weights are 0 and not stored, its scale is 0.
    public var classes: [Class]
    /// Features, heaviest first: where two share bucket and fingerprint, the first one stays.
    public var features: [UInt64]
    /// `features.count` rows of one weight for each class but the first.
    public var weights: [Int8]
    public var calibrationSlope: Float
    public var policy: DecisionPolicy
    /// JSON for people, in UTF-8.
    public var card: [UInt8]

    public init(
        settings: TokenizerSettings, weighting: FeatureWeighting, classes: [Class], features: [UInt64], weights: [Int8],
        calibrationSlope: Float = 1, policy: DecisionPolicy = .evenOdds, card: [UInt8] = []
    ) {
        self.settings = settings
        self.weighting = weighting
        self.classes = classes
        self.features = features
        self.weights = weights
        self.calibrationSlope = calibrationSlope
        self.policy = policy
        self.card = card
    }

    /// How many bytes a file with this many features has, at the most.
    ///
    /// - Complexity: O(1).
    public static func fileSize(features: Int, classes: Int, cardBytes: Int) -> Int {
        let sections = [
            ModelLayout.Tokenizer.size, classes * ModelLayout.Class.size, ModelLayout.Calibration.size, ModelLayout.Policy.size,
            featureSectionSize(features, classes), cardBytes,
        ]
        return sections.reduce(ModelLayout.Header.size + sections.count * ModelLayout.SectionEntry.size) {
            $0 + ModelLayout.aligned($1)
        }
    }

    private static func featureSectionSize(_ features: Int, _ classes: Int) -> Int {
        ModelLayout.Features.size + (bucketCount(features) + 1) * ModelLayout.Features.startSize
            + features * (ModelLayout.Features.fingerprintSize + classes - 1)
    }

    private static func bucketCount(_ features: Int) -> Int { max(1, features / ModelLayout.Features.bucketLoad) }

    /// The bytes of the model file. The same content always gives the same bytes.
    ///
    /// - Precondition: 2 to 16 classes in order, a weight for every feature and every class but the first.
    /// - Complexity: O(n log n) in the number of features.
    public func encoded() -> [UInt8] {
        precondition((2...ModelLayout.maxClasses).contains(classes.count), "a model has 2 to \(ModelLayout.maxClasses) classes")
        precondition(zip(classes, classes.dropFirst()).allSatisfy { $0.label < $1.label }, "classes out of order")
        precondition(weights.count == features.count * (classes.count - 1), "one weight a feature and class but the first")
        precondition(settings.isValid && policy.isValid, "settings or policy out of range")
        precondition(calibrationSlope > 0 && calibrationSlope.isFinite, "calibration out of range")
        precondition(
            classes.allSatisfy { $0.bias.isFinite && $0.scale.isFinite && $0.scale >= 0 } && classes[0].scale == 0,
            "a bias or scale out of range")

        var tokenizer = ByteBuilder()
        tokenizer.bytes = [
            settings.wordOrder, settings.shortestGram, settings.longestGram, settings.syllabicOrder, weighting.rawValue,
            settings.simplifiesHan ? 1 : 0,
        ]
        tokenizer.pad(to: ModelLayout.Tokenizer.size)
        var classTable = ByteBuilder()
        for entry in classes {
            classTable.add(UInt32(entry.label.action.rawValue))
            classTable.add(UInt32(entry.label.subAction.rawValue))
            classTable.add(entry.bias.bitPattern)
            classTable.add(entry.scale.bitPattern)
        }
        var calibration = ByteBuilder()
        calibration.add(calibrationSlope.bitPattern)
        calibration.pad(to: ModelLayout.Calibration.size)
        var cutoffs = ByteBuilder()
        for cutoff in [policy.junkCutoff, policy.unsureCutoff, policy.promotionCutoff, policy.transactionCutoff] {
            cutoffs.add(cutoff.bitPattern)
        }
        return assemble([
            (.tokenizer, tokenizer.bytes), (.classes, classTable.bytes), (.calibration, calibration.bytes),
            (.policy, cutoffs.bytes),
            (.features, encodedFeatures()), (.card, card),
        ])
    }

    /// Features sorted by bucket and fingerprint, of which each pair occurs once.
    private func encodedFeatures() -> [UInt8] {
        let buckets = UInt64(ModelContent.bucketCount(features.count))
        struct Slot {
            let bucket: UInt32
            let fingerprint: UInt16
            let index: Int
        }
        var slots = features.indices.map { i in
            Slot(
                bucket: UInt32(features[i].multipliedFullWidth(by: buckets).high),
                fingerprint: UInt16(truncatingIfNeeded: features[i]),
                index: i)
        }
        slots.sort { ($0.bucket, $0.fingerprint, $0.index) < ($1.bucket, $1.fingerprint, $1.index) }
        var kept: [Slot] = []
        kept.reserveCapacity(slots.count)
        for slot in slots where kept.last?.bucket != slot.bucket || kept.last?.fingerprint != slot.fingerprint {
            kept.append(slot)
        }

        var section = ByteBuilder()
        section.add(UInt32(kept.count))
        section.add(UInt32(buckets))
        var i = 0
        for bucket in 0...UInt32(buckets) {
            while i < kept.count, kept[i].bucket < bucket { i += 1 }
            section.add(UInt32(i))
        }
        for slot in kept { section.add(slot.fingerprint) }
        let width = classes.count - 1
        for slot in kept {
            for weight in weights[slot.index * width..<(slot.index + 1) * width] {
                section.bytes.append(UInt8(bitPattern: weight))
            }
        }
        return section.bytes
    }

    private func assemble(_ sections: [(kind: SectionKind, bytes: [UInt8])]) -> [UInt8] {
        let tableEnd = ModelLayout.Header.size + sections.count * ModelLayout.SectionEntry.size
        var offset = tableEnd
        var table = ByteBuilder()
        for section in sections {
            offset = ModelLayout.aligned(offset)
            table.add(section.kind.rawValue)
            table.add(section.kind.flags)
            table.add(UInt32(offset))
            table.add(UInt32(section.bytes.count))
            table.add(section.bytes.withUnsafeBytes { Checksum.of($0) })
            offset += section.bytes.count
        }
        var file = ByteBuilder()
        file.add(ModelLayout.magic)
        file.add(ModelLayout.formatVersion)
        file.add(TokenizerSettings.version)
        file.add(UInt32(sections.count))
        file.add(UInt64(ModelLayout.aligned(offset)))
        file.add(UInt32(0))
        file.add(UInt32(0))
        file.bytes += table.bytes
        let checksum = file.bytes.withUnsafeBytes { SectionTable.checksum($0, tableEnd) }
        withUnsafeBytes(of: checksum.littleEndian) { bytes in
            for i in 0..<4 { file.bytes[ModelLayout.Header.checksum + i] = bytes[i] }
        }
        for section in sections {
            file.pad(to: ModelLayout.aligned(file.bytes.count))
            file.bytes += section.bytes
        }
        file.pad(to: ModelLayout.aligned(file.bytes.count))
        return file.bytes
    }
}

/// Bytes under construction, numbers little-endian.
private struct ByteBuilder {
    var bytes: [UInt8] = []

    mutating func add(_ number: some FixedWidthInteger) {
        withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
    }

    mutating func pad(to size: Int) {
        while bytes.count < size { bytes.append(0) }
    }
}
