// Model: what training has learned, as the bytes of a model file. In: quantised weights and policy. Out: bytes that ModelView opens.

/// Everything that a model file holds, before it is laid out.
public struct ModelContent: Sendable {
    /// A weight vector: its bias and the worth of one step of its weights.
    public struct Vector: Sendable, Hashable {
        public var bias: Float
        public var scale: Float

        public init(bias: Float, scale: Float) {
            self.bias = bias
            self.scale = scale
        }
    }

    /// A class with its weight vectors and its calibration: calibrated score = slope x score + offset.
    public struct Class: Sendable, Hashable {
        public var label: Label
        /// Empty for a class that the others of its level are relative to: its score is 0.
        public var vectors: [Vector]
        /// How the scores of several vectors become one.
        public var combination = VectorCombination.sum
        public var slope: Float = 1
        public var offset: Float = 0

        public init(label: Label, vectors: [Vector] = []) {
            self.label = label
            self.vectors = vectors
        }

        /// A class of one weight vector.
        public init(label: Label, bias: Float, scale: Float) {
            self.init(label: label, vectors: [Vector(bias: bias, scale: scale)])
        }
    }

    public var settings: TokenizerSettings
    public var weighting: FeatureWeighting
    /// 2 to 16 classes in the order of `Label`, two or more of them actions, sub-actions behind their action.
    public var classes: [Class]
    /// Features, heaviest first: those that find their bucket full stay out.
    public var features: [UInt64]
    /// `features.count` rows of one weight for each vector, within `weightLimits`.
    public var weights: [Int8]
    /// Eight slots each; see `FeatureBuckets`.
    public var bucketCount: Int
    public var policy: DecisionPolicy
    /// JSON for people, in UTF-8.
    public var card: [UInt8]

    public init(
        settings: TokenizerSettings, weighting: FeatureWeighting, classes: [Class], features: [UInt64], weights: [Int8],
        bucketCount: Int? = nil, policy: DecisionPolicy = .evenOdds, card: [UInt8] = []
    ) {
        self.settings = settings
        self.weighting = weighting
        self.classes = classes
        self.features = features
        self.weights = weights
        self.bucketCount = bucketCount ?? FeatureBuckets.count(features: features.count)
        self.policy = policy
        self.card = card
    }

    public var vectorCount: Int { classes.reduce(0) { $0 + $1.vectors.count } }

    /// The most weight vectors of a model.
    public static let mostVectors = ModelLayout.maxVectors

    /// What a weight may be, as far up as down: six bits where there is one vector, else eight.
    public static func weightLimits(vectors: Int) -> ClosedRange<Int8> { vectors == 1 ? -31...31 : -127...127 }

    /// How many bytes a file of this shape has.
    ///
    /// - Complexity: O(1).
    public static func fileSize(buckets: Int, classes: Int, vectors: Int, cardBytes: Int) -> Int {
        let sections = [
            ModelLayout.Tokenizer.size,
            ModelLayout.Classes.size + classes * ModelLayout.Class.size + vectors * ModelLayout.Vector.size,
            classes * ModelLayout.Calibration.size, ModelLayout.Policy.size,
            ModelLayout.Features.sectionSize(buckets: buckets, vectors: vectors), cardBytes,
        ]
        return sections.reduce(ModelLayout.Header.size + sections.count * ModelLayout.SectionEntry.size) {
            $0 + ModelLayout.aligned($1)
        }
    }

    /// Why this is no content of a model; `nil` where it is.
    public var problem: String? {
        let limits = ModelContent.weightLimits(vectors: vectorCount)
        guard (2...ModelLayout.maxClasses).contains(classes.count), (1...ModelLayout.maxVectors).contains(vectorCount) else {
            return "expected 2 to \(ModelLayout.maxClasses) classes and 1 to \(ModelLayout.maxVectors) weight vectors, "
                + "found \(classes.count) and \(vectorCount)"
        }
        if zip(classes, classes.dropFirst()).contains(where: { $0.label >= $1.label }) { return "classes out of order" }
        if weights.count != features.count * vectorCount { return "expected a weight for every feature and vector" }
        if !weights.allSatisfy(limits.contains) { return "expected weights in \(limits)" }
        if bucketCount < 1 { return "expected a bucket or more" }
        if !settings.isValid { return "tokenizer settings out of range" }
        for entry in classes {
            let isNumber = entry.vectors.allSatisfy { $0.bias.isFinite && $0.scale.isFinite && $0.scale >= 0 }
            guard isNumber, entry.slope > 0, entry.slope.isFinite, entry.offset.isFinite else {
                return "a bias, scale, slope or offset of \(entry.label) is out of range"
            }
        }
        return policy.problem(classes: LabelSet(classes.map { $0.label }))
    }

    /// The bytes of the model file. The same content always gives the same bytes.
    ///
    /// - Precondition: `problem` is `nil`.
    /// - Complexity: O(features + buckets).
    public func encoded() -> [UInt8] {
        if let problem { preconditionFailure(problem) }
        var tokenizer = ByteBuilder()
        tokenizer.bytes = [
            settings.wordOrder, settings.shortestGram, settings.longestGram, settings.syllabicOrder, weighting.rawValue,
            settings.simplifiesHan ? 1 : 0,
        ]
        tokenizer.pad(to: ModelLayout.Tokenizer.size)
        var calibration = ByteBuilder()
        for entry in classes {
            calibration.add(entry.slope.bitPattern)
            calibration.add(entry.offset.bitPattern)
        }
        var cutoffs = ByteBuilder()
        for cutoff in [
            policy.junkCutoff, policy.unsureCutoff, policy.promotionCutoff, policy.transactionCutoff, policy.protectedJunkCutoff,
        ] {
            cutoffs.add(cutoff.bitPattern)
        }
        cutoffs.add(policy.protected.rawValue)
        cutoffs.add(policy.declared.rawValue)
        return assemble([
            (.tokenizer, tokenizer.bytes), (.classes, encodedClasses()), (.calibration, calibration.bytes),
            (.policy, cutoffs.bytes), (.features, encodedFeatures()), (.card, card),
        ])
    }

    private func encodedClasses() -> [UInt8] {
        var section = ByteBuilder()
        section.add(UInt16(classes.count))
        section.add(UInt16(vectorCount))
        section.add(UInt32(0))
        for entry in classes {
            section.add(UInt8(entry.label.action.rawValue))
            section.add(entry.combination.rawValue)
            section.add(UInt8(entry.vectors.count))
            section.add(UInt8(0))
            section.add(UInt32(entry.label.subAction.rawValue))
        }
        for vector in classes.lazy.flatMap({ $0.vectors }) {
            section.add(vector.bias.bitPattern)
            section.add(vector.scale.bitPattern)
        }
        return section.bytes
    }

    private func encodedFeatures() -> [UInt8] {
        typealias Features = ModelLayout.Features
        let vectors = vectorCount, mask = FeatureBuckets.mask(vectors: vectors)
        var buckets = FeatureBuckets(count: bucketCount, vectors: vectors)
        var slots = [UInt16](repeating: 0, count: bucketCount * Features.slotsPerBucket)
        var rows = [Int8](repeating: 0, count: vectors == 1 ? 0 : slots.count * vectors)
        var held = 0
        for (i, feature) in features.enumerated() {
            guard let slot = buckets.place(feature) else { continue }
            held += 1
            slots[slot] = UInt16(feature & mask)
            if vectors == 1 {
                slots[slot] |= UInt16(truncatingIfNeeded: Int(weights[i]) << Features.narrowFingerprintBits)
            } else {
                for vector in 0..<vectors { rows[slot * vectors + vector] = weights[i * vectors + vector] }
            }
        }
        var section = ByteBuilder()
        section.add(UInt32(bucketCount))
        section.add(UInt32(held))
        section.add(UInt8(vectors == 1 ? Features.narrowFingerprintBits : Features.wideFingerprintBits))
        section.pad(to: Features.size)
        for slot in slots { section.add(slot) }
        for weight in rows { section.add(weight) }
        section.pad(to: Features.sectionSize(buckets: bucketCount, vectors: vectors))
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
