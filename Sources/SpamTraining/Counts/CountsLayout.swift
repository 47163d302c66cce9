// Counts: every offset, size and constant of a counts file, once; Models/COUNTS.md describes them.

import SpamFilter

/// The counts file, format version 1. All numbers are little-endian; a varint is LEB128 in as few
/// bytes as it takes.
enum CountsLayout {
    static let magic = FileMagic.counts.bytes
    static let formatVersion: UInt16 = 1

    /// The head of the file; the cells follow it at once.
    enum Header {
        static let formatVersion = 8  // 2
        static let tokenizerVersion = 10  // 2
        static let wordNgrams = 12  // 1
        static let shortestNgram = 13  // 1
        static let longestNgram = 14  // 1
        static let cjkNgrams = 15  // 1
        static let weighting = 16  // 1: FeatureWeighting.lengthNormalized
        static let simplifiesHan = 17  // 1: 0 or 1
        static let reserved = 18  // 2: zero
        static let checksum = 20  // 4: CRC-32 of the file, these four bytes read as zero
        static let fileLength = 24  // 8
        static let cellCount = 32  // 8
        static let size = 40
    }

    /// The head of a cell; its source in UTF-8 follows, then its features.
    enum Cell {
        static let sourceLength = 0  // 4
        static let label = 4  // 1: the label's place among all labels in order, as the bits of a label set in a model
        static let reserved = 5  // 3: zero
        static let messages = 8  // 8
        static let featureCount = 16  // 8
        static let featureBytes = 24  // 8
        static let size = 32
    }

    /// Bytes of a source's name. What is longer is by mistake something else, such as a message.
    static let longestSource = 256
    /// More sources than any collection of corpora has: by mistake senders, or files of shards.
    static let mostSources = 1024
    /// So that no sum of a feature's messages leaves 64 bits.
    static let mostMessages: UInt64 = 1 << 40
}
