// Model: everything that a model file holds, before it is laid out. In: what training learned. Out:
// whether a file can hold it, and its size.

/// Everything that a model file holds, before it is laid out.
public struct ModelContent: Sendable {
    /// A weight vector: its bias and the worth of one step of its weights.
    public struct Vector: Sendable, Hashable {
        /// What a message without known features scores, in natural log-odds before calibration.
        public var bias: Float
        /// What one step of a weight adds to the score; finite, 0 or more.
        public var scale: Float

        /// A vector of this bias and step.
        public init(bias: Float, scale: Float) {
            self.bias = bias
            self.scale = scale
        }
    }

    /// A class with its weight vectors and its calibration: calibrated score = slope x score +
    /// offset.
    public struct Class: Sendable, Hashable {
        /// The label that a message of this class has.
        public var label: Label
        /// Empty for a class that the others of its level are relative to: its score is 0.
        public var vectors: [Vector]
        /// How the scores of several vectors become one.
        public var combination = VectorCombination.sum
        /// The factor of calibration; finite, above 0.
        public var slope: Float = 1
        /// The summand of calibration, in natural log-odds.
        public var offset: Float = 0

        /// A class of any number of weight vectors, not calibrated yet.
        public init(label: Label, vectors: [Vector] = []) {
            self.label = label
            self.vectors = vectors
        }

        /// A class of one weight vector.
        public init(label: Label, bias: Float, scale: Float) {
            self.init(label: label, vectors: [Vector(bias: bias, scale: scale)])
        }
    }

    /// How messages are read.
    public var settings: TokenizerSettings
    /// How the count of a feature becomes a factor of its weight.
    public var weighting: FeatureWeighting
    /// 2 to 16 classes in the order of `Label`, two or more of them actions, sub-actions behind
    /// their action.
    public var classes: [Class]
    /// Features, heaviest first: those that find their bucket full stay out.
    public var features: [UInt64]
    /// `features.count` rows of one weight for each vector, within `weightLimits`: that of feature
    /// i and vector v is at i * `vectorCount` + v.
    public var weights: [Int8]
    /// How many buckets of eight slots the table of features has, 1 or more; see `FeatureBuckets`.
    public var bucketCount: Int
    /// The cutoffs, and the labels that are protected and declared.
    public var policy: DecisionPolicy
    /// JSON for people, in UTF-8; may be empty, and nothing checks it.
    public var card: [UInt8]

    /// A model of these parts; `bucketCount` is what the features need if it is not given.
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

    /// The weight vectors of all classes.
    public var vectorCount: Int { classes.reduce(0) { $0 + $1.vectors.count } }

    /// The range of a weight, symmetric: six bits where there is one vector, else eight.
    ///
    /// - Parameter vectors: how many weight vectors the model has.
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

    /// Why no model file can hold this, as a sentence for people; `nil` where one can.
    ///
    /// - Complexity: O(weights).
    public var problem: String? {
        let limits = ModelContent.weightLimits(vectors: vectorCount)
        guard (2...ModelLayout.maxClasses).contains(classes.count), (1...ModelLayout.maxVectors).contains(vectorCount) else {
            return "expected 2 to \(ModelLayout.maxClasses) classes and 1 to \(ModelLayout.maxVectors) weight vectors, "
                + "found \(classes.count) and \(vectorCount)"
        }
        if zip(classes, classes.dropFirst()).contains(where: { $0.label >= $1.label }) { return "classes out of order" }
        let labels = LabelSet(classes.map { $0.label })
        if classes.count(where: { $0.label.subAction == .none }) < 2 { return "expected two actions or more" }
        if weights.count != features.count * vectorCount { return "expected a weight for every feature and vector" }
        if !weights.allSatisfy(limits.contains) { return "expected weights in \(limits)" }
        if bucketCount < 1 { return "expected a bucket or more" }
        if !settings.isValid { return "tokenizer settings out of range" }
        for entry in classes {
            let isNumber = entry.vectors.allSatisfy { $0.bias.isFinite && $0.scale.isFinite && $0.scale >= 0 }
            guard isNumber, entry.slope > 0, entry.slope.isFinite, entry.offset.isFinite else {
                return "a bias, scale, slope or offset of \(entry.label) is out of range"
            }
            if entry.vectors.count < 2, entry.combination != .sum { return "\(entry.label) has too few vectors to combine" }
            if let action = Label(entry.label.action), !labels.contains(action) { return "\(entry.label) without its action" }
        }
        return policy.problem(classes: labels)
    }
}
