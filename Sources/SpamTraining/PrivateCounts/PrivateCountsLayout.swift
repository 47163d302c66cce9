// Private counts: every size and bound of version 2 of the counts file, once; Models/COUNTS.md
// describes them.

/// What follows the head of a counts file of version 2 (`CountsLayout.Header`).
enum PrivateCountsLayout {
    /// The number of the head.
    enum Kind: UInt64 {
        case plan = 0
        case contributions = 1
        case release = 2
    }

    /// The beginning of a plan: its source in UTF-8 follows, then its features.
    enum Plan {
        static let noise = 0  // 1: IntegerNoise.Kind.rawValue
        static let reserved = 1  // 1: zero
        static let labels = 2  // 2: LabelSet.rawValue
        static let sourceLength = 4  // 4
        static let clip = 8  // 8: in `unit`
        static let featureCount = 16  // 8
        static let size = 24
    }

    /// Bytes of the names of plans, contributors and releases.
    static let nameSize = 16
    /// A release's name, the scale of its noise, epsilon and delta.
    static let releaseSize = nameSize + 3 * 8

    /// Units in a value of 1 of a feature of weight 1: a sixteenth of what version 1 has.
    static let unit = Double(1 << 28)
    /// Units in a value of 1 of `FeatureSums` for each unit of weight: weights are in sixteenths.
    static let weightUnit = 16.0
    /// Of a feature, in sixteenths: as much as a hundredfold norm.
    static let weights: ClosedRange<UInt64> = 16...1600
    /// A message counts as a value of a sixteenth. Few bits of a label's share suffice, and its
    /// noise would be the same were it a feature's.
    static let messageUnits: UInt64 = 1 << 24

    static let mostFeatures: UInt64 = 1 << 20
    /// Of one contributor, in units: a value of 1/256 to 1,024. With `mostContributors`, squares of
    /// norms fit 128 bits.
    static let clips: ClosedRange<UInt64> = 1 << 20...1 << 38
    static let mostContributors: UInt64 = 1 << 24
    static let mostReleases: UInt64 = 1024
    /// Of a number before it is clipped; larger ones count as this.
    static let mostBeforeClip: UInt64 = 1 << 50
}
