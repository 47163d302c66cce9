// Model: every offset, size and constant of the file, once. Models/FORMAT.md says the same in prose; reader and writer use these.

/// The model file, format version 1. All numbers are little-endian.
enum ModelLayout {
    /// `\x93SPAMKIT`: the first byte is no text in any encoding that a mail or a browser would guess.
    static let magic: UInt64 = 0x5449_4B4D_4150_5393
    static let formatVersion: UInt16 = 1

    /// The head of the file; the section table follows it at once.
    enum Header {
        static let magic = 0  // 8 bytes
        static let formatVersion = 8  // 2
        static let tokenizerVersion = 10  // 2
        static let sectionCount = 12  // 4
        static let fileLength = 16  // 8
        static let checksum = 24  // 4: CRC-32 of head and section table, these four bytes read as zero
        static let reserved = 28  // 4: zero
        static let size = 32
    }

    /// One entry of the section table. Entries stand in the order of their sections.
    enum SectionEntry {
        static let kind = 0  // 2
        static let flags = 2  // 2: bit 0 = required
        static let offset = 4  // 4: from the beginning of the file, a multiple of 8
        static let length = 8  // 4: bytes; zero bytes pad up to the next section
        static let checksum = 12  // 4: CRC-32 of the section's bytes
        static let size = 16
    }

    static let required: UInt16 = 1
    static let alignment = 8
    static let maxSections = 64

    enum Tokenizer {
        static let wordOrder = 0
        static let shortestGram = 1
        static let longestGram = 2
        static let syllabicOrder = 3
        static let weighting = 4  // 1: FeatureWeighting.rawValue
        static let simplifiesHan = 5  // 1: 1 where Traditional characters are read as Simplified ones, else 0
        static let reserved = 6  // 2: zero
        static let size = 8
    }

    /// One class; classes stand in the order of Label. Classes without a sub-action are the actions, of which there are two or more;
    /// a class with one stands behind its action. Weights are relative to the first class of the level (the actions, or the sub-actions of
    /// one action); those of the very first class are all zero and not stored.
    enum Class {
        static let action = 0  // 4: ILMessageFilterAction
        static let subAction = 4  // 4: ILMessageFilterSubAction
        static let bias = 8  // 4: float
        static let scale = 12  // 4: float, one weight step; 0 for the first class
        static let size = 16
    }
    /// As many as there are labels; sums of weights fit one SIMD register file.
    static let maxClasses = 16

    /// The head of the feature section. Behind it: bucketCount + 1 starts (4 bytes each), then a fingerprint (2 bytes) a feature, then,
    /// a feature after the other, one weight (1 byte, signed) for each class but the first.
    enum Features {
        static let featureCount = 0  // 4
        static let bucketCount = 4  // 4
        static let size = 8
        static let startSize = 4
        static let fingerprintSize = 2
        /// Features a bucket on average: 4 bytes of start over 8 features are half a byte each, and a look-up reads 32 bytes.
        static let bucketLoad = 8
    }

    enum Calibration {
        static let slope = 0  // 4: float, above 0
        static let reserved = 4  // 4: zero
        static let size = 8
    }

    /// Cutoffs in calibrated natural log-odds, infinite where an action is never to be taken.
    enum Policy {
        static let junk = 0  // 4: float
        static let unsure = 4  // 4: float, not above junk
        static let promotion = 8  // 4: float
        static let transaction = 12  // 4: float
        static let size = 16
    }

    static func aligned(_ offset: Int) -> Int { (offset + alignment - 1) & ~(alignment - 1) }
}

/// The sections of a model file.
public enum SectionKind: UInt16, Sendable, CaseIterable {
    case tokenizer = 1
    case classes = 2
    case features = 3
    case calibration = 4
    case policy = 5
    /// JSON for people; the only section that a reader may do without.
    case card = 6

    /// What the flags of its entry must be.
    var flags: UInt16 { self == .card ? 0 : ModelLayout.required }

    public var name: String {
        switch self {
        case .tokenizer: "tokenizer"
        case .classes: "classes"
        case .features: "features"
        case .calibration: "calibration"
        case .policy: "policy"
        case .card: "card"
        }
    }
}

/// How the number of times a feature occurs becomes the value that its weight is multiplied with.
public enum FeatureWeighting: UInt8, Sendable, CaseIterable {
    /// The count itself.
    case count = 0
    /// The count over the square root of the number of features in the message, so that long messages don't shout.
    case lengthNormalized = 1
}
