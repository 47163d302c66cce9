// Overlay: every offset, size and constant of the file of own examples. Models/OVERLAY.md says the
// same in prose.

/// The overlay file, format version 1. All numbers are little-endian.
enum OverlayLayout {
    static var magic: UInt64 { FileMagic.overlay.rawValue }
    static let formatVersion: UInt16 = 1

    static let magicOffset = 0  // 8 bytes
    static let formatVersionOffset = 8  // 2
    static let tokenizerVersion = 10  // 2
    static let wordNgrams = 12  // 1
    static let shortestNgram = 13  // 1
    static let longestNgram = 14  // 1
    static let cjkNgrams = 15  // 1
    static let simplifiesHan = 16  // 1: 0 or 1
    static let reserved = 17  // 3: zero
    static let junkExamples = 20  // 2: at most `mostExamples`
    static let wantedExamples = 22  // 2: the same
    static let checksum = 24  // 4: CRC-32 of the file, these four bytes read as zero
    static let lastReserved = 28  // 4: zero
    static let headSize = 32

    /// As many as fit 16 KiB beside the head. One byte of junk examples a slot, then one of wanted
    /// examples a slot.
    static let slots = 8160
    static let junkCounters = headSize
    static let wantedCounters = headSize + slots
    static let byteCount = headSize + 2 * slots

    /// The most examples of each kind. One counts once in a slot, so no counter of one byte
    /// overflows.
    static let mostExamples = 255

    /// The most slots of one example: a longer text counts with a sample of its features. Else it
    /// would fill the slots of all messages.
    static let mostSlots = slots / 16

    /// The lower its rank, the sooner a feature of a long text is kept. It is the half of the hash
    /// that says nothing of the slot.
    @inline(__always)
    static func rank(of feature: UInt64) -> UInt32 { UInt32(truncatingIfNeeded: feature) }

    /// The slot of a feature, below `slots`, by the high half of its hash.
    @inline(__always)
    static func slot(of feature: UInt64) -> Int { Int(truncatingIfNeeded: ((feature >> 32) &* UInt64(slots)) >> 32) }
}
