// Model: every offset, size and constant of the file, for reader and writer. Its numbers are read
// as here. Models/FORMAT.md says the same in prose.

/// The model file, format version 1. All numbers are little-endian.
enum ModelLayout {
    static var magic: UInt64 { FileMagic.model.rawValue }
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

    /// One entry of the section table. Entries have the order of their sections.
    enum SectionEntry {
        static let kind = 0  // 2
        static let flags = 2  // 2: bit 0 = required
        static let offset = 4  // 4: from the beginning of the file, a multiple of 16
        static let length = 8  // 4: bytes; zero bytes pad up to the next section
        static let checksum = 12  // 4: CRC-32 of the section's bytes
        static let size = 16
    }

    static let required: UInt16 = 1
    /// So that a bucket of features lies in one cache line.
    static let alignment = 16
    static let maxSections = 64

    enum Tokenizer {
        static let wordNgrams = 0
        static let shortestNgram = 1
        static let longestNgram = 2
        static let cjkNgrams = 3
        static let weighting = 4  // 1: FeatureWeighting.rawValue
        static let simplifiesHan = 5  // 1: 1 where Traditional characters are read as Simplified ones, else 0
        static let reserved = 6  // 2: zero
        static let size = 8
    }

    /// The head of the classes section. Behind it the classes, then the weight vectors, in the
    /// order of the classes.
    enum Classes {
        static let classCount = 0  // 2
        static let vectorCount = 2  // 2
        static let reserved = 4  // 4: zero
        static let size = 8
    }

    /// One class. Classes have the order of `Label`. Those without a sub-action are the actions,
    /// two or more; a class with a sub-action is behind its action.
    enum Class {
        static let action = 0  // 1: ILMessageFilterAction
        static let combination = 1  // 1: VectorCombination.rawValue
        static let vectorCount = 2  // 1
        static let reserved = 3  // 1: zero
        static let subAction = 4  // 4: ILMessageFilterSubAction
        static let size = 8
    }
    /// As many as there are labels.
    static let maxClasses = 16

    /// One weight vector. The weights are in the features section, those of a feature side by side.
    enum Vector {
        static let bias = 0  // 4: float
        static let scale = 4  // 4: float, one weight step
        static let size = 8
    }
    static let maxVectors = 32

    /// The head of the features section. Behind it the buckets, 16 bytes each. Where there are
    /// several vectors, a row of one signed byte a vector for each slot follows, and sixteen zero
    /// bytes, so that sixteen can be read from any row.
    enum Features {
        static let bucketCount = 0  // 4
        static let featureCount = 4  // 4: slots in use
        static let fingerprintBits = 8  // 1: 10 where there is one vector, else 16
        static let reserved = 9  // 7: zero
        static let size = 16
        static let bucketSize = 16
        static let slotsPerBucket = 8
        /// The low bits of a slot where its high ones are the weight.
        static let narrowFingerprintBits = 10
        static let wideFingerprintBits = 16
        /// Bytes that can be read behind the last row.
        static let rowPadding = 16

        static func sectionSize(buckets: Int, vectors: Int) -> Int {
            size + buckets * bucketSize + (vectors == 1 ? 0 : buckets * slotsPerBucket * vectors + rowPadding)
        }
    }

    /// One for each class, in their order.
    enum Calibration {
        static let slope = 0  // 4: float, above 0
        static let offset = 4  // 4: float
        static let size = 8
    }

    /// Cutoffs in calibrated natural log-odds, infinite where an action is never taken.
    enum Policy {
        static let junk = 0  // 4: float
        static let unsure = 4  // 4: float, not above junk
        static let promotion = 8  // 4: float
        static let transaction = 12  // 4: float
        static let protectedJunk = 16  // 4: float, not below junk
        static let protectedLabels = 20  // 2: bit i for the i-th label there is
        static let declaredLabels = 22  // 2: the same, labels with a sub-action, five at most
        static let size = 24
    }

    /// Which of two files is newer. The same section serves every file of the family.
    enum Release {
        static let sequence = 0  // 8: counts up from 1
        static let reserved = 8  // 8: zero
        static let size = 16
    }

    /// Who made the file. The last section of any file of the family that has it.
    enum Signature {
        static let scheme = 0  // 1: SignatureScheme.rawValue
        static let reserved = 1  // 7: zero
        static let keyID = 8  // 8: PublicKey.id
        static let signature = 16  // 64
        static let size = 80
    }

    static func aligned(_ offset: Int) -> Int { (offset + alignment - 1) & ~(alignment - 1) }
}

/// The sections of a model file, and of a file of rules.
public enum SectionKind: UInt16, Sendable, CaseIterable {
    /// How messages are read.
    case tokenizer = 1
    /// Labels, vectors and how they combine.
    case classes = 2
    /// Hashes with their weights.
    case features = 3
    /// Slope and offset of each class.
    case calibration = 4
    /// The cutoffs, the protected labels and the declared ones.
    case policy = 5
    /// JSON for people.
    case card = 6
    // 7 and 10 are kept free.
    /// Over the whole file; `ModelView.verify(signedBy:)` reads it.
    case signature = 8
    /// The sequence number.
    case release = 9
    /// Who decides in a file of rules, in order.
    case conditions = 11
    /// The lists of senders and hosts of a file of rules.
    case lists = 12

    /// Whether a file may lack the section, and a reader pass it over.
    var isOptional: Bool {
        switch self {
        case .card, .signature, .release: true
        case .tokenizer, .classes, .features, .calibration, .policy, .conditions, .lists: false
        }
    }

    /// The only valid flags of its entry.
    var flags: UInt16 { isOptional ? 0 : ModelLayout.required }

    /// The name in errors and in `inspect`.
    public var name: String {
        switch self {
        case .tokenizer: "tokenizer"
        case .classes: "classes"
        case .features: "features"
        case .calibration: "calibration"
        case .policy: "policy"
        case .card: "card"
        case .signature: "signature"
        case .release: "release"
        case .conditions: "conditions"
        case .lists: "lists"
        }
    }
}

/// How a file is signed.
enum SignatureScheme: UInt8 {
    /// Ed25519 (RFC 8032) over `SignedFile.message`.
    case ed25519 = 1
}

/// Which key signed a file: the first 8 bytes of SHA-512 of the public key. No secret and no proof:
/// it only says which key to try.
public struct KeyID: Hashable, Sendable, CustomStringConvertible {
    /// The bytes as a little-endian number, as in the file.
    public let rawValue: UInt64

    init(rawValue: UInt64) { self.rawValue = rawValue }

    /// The bytes in order, as 16 hexadecimal digits.
    public var description: String {
        let digits = String(rawValue.byteSwapped, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}

/// How the count of a feature in a message becomes the factor of its weight.
public enum FeatureWeighting: UInt8, Sendable, CaseIterable {
    /// The count itself.
    case count = 0
    /// The count over the square root of the number of features in the message, so that long
    /// messages do not get extreme scores.
    case lengthNormalized = 1
}

/// How the scores of a class that has several weight vectors become one.
public enum VectorCombination: UInt8, Sendable, CaseIterable {
    /// The sum of all.
    case sum = 0
    /// -ln of the sum of e to the negative of each. Junk has a vector against each of several kinds
    /// of wanted messages, and the odds against them add up. Near the lowest score where that is
    /// far below the others.
    case softMinimum = 2
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
