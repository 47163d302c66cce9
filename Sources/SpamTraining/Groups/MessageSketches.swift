// Training: sketches of messages, enough to tell most unlike pairs apart.

import Prefetch
import SpamFilterIO

/// Sketches of messages, which tell whether two may be near duplicates. 108 bytes a message.
///
/// The features fall into 32 bins by their hash, and the least hash of each bin is kept
/// (one-permutation hashing, Li, Owen & Zhang 2012); two bins are a band. A Bloom filter of 256
/// bits bounds the features that two messages can share.
struct MessageSketches {
    static let bands = 16
    private static let bins = 32
    private static let bitWords = 8
    /// The bits, the sum of all features in two words, and their count.
    private static let markWords = bitWords + 2 + 1
    /// The messages of a block: first all keys of each band, in the order of look-ups, then the
    /// marks of each message. Faster than message by message:
    /// Benchmarks/decisions/training-speed.md.
    private static let block = 256
    private static let blockWords = block * (bands + markWords)

    private let buffer: SpillingBuffer
    private(set) var count = 0

    var spillFailure: Int32? { buffer.failure }

    /// - Parameters: as of `SpillingBuffer`.
    init(memoryLimit: Int = SpillingBuffer.defaultMemoryLimit, folder: String = UnnamedFile.usualFolder) {
        buffer = SpillingBuffer(memoryLimit: memoryLimit, folder: folder)
    }

    /// Adds a message.
    mutating func add(_ features: UnsafeBufferPointer<UInt64>) {
        let message = count
        count += 1
        if message % MessageSketches.block == 0 {
            guard buffer.place(forMost: MessageSketches.blockWords) != nil else { return }
            buffer.take(MessageSketches.blockWords)
        }
        guard buffer.failure == nil else { return }
        let bits = marks(message), sums = bits + MessageSketches.bitWords
        bits.update(repeating: 0, count: MessageSketches.bitWords)
        var sum: UInt64 = 0
        withUnsafeTemporaryAllocation(of: UInt32.self, capacity: MessageSketches.bins) { least in
            least.update(repeating: .max)
            for hash in features {
                let bin = Int(hash >> 59)
                least[bin] = min(least[bin], UInt32(truncatingIfNeeded: hash >> 27))
                bits[Int(hash >> 5 & 7)] |= 1 << UInt32(truncatingIfNeeded: hash & 31)
                sum &+= hash
            }
            // An empty bin takes the value of the next one that is not.
            var full = least.first { $0 != .max } ?? 0
            for bin in (0..<MessageSketches.bins).reversed() {
                if least[bin] == .max { least[bin] = full } else { full = least[bin] }
            }
            for band in 0..<MessageSketches.bands {
                keys(message, band: band).pointee = least[2 * band] &* 0x9E37_79B1 ^ least[2 * band + 1] &* 0x85EB_CA77
            }
        }
        sums[0] = UInt32(truncatingIfNeeded: sum)
        sums[1] = UInt32(truncatingIfNeeded: sum >> 32)
        sums[2] = UInt32(clamping: features.count)
    }

    @inline(__always)
    private func keys(_ message: Int, band: Int) -> UnsafeMutablePointer<UInt32> {
        let (block, n) = MessageSketches.place(message)
        return buffer.words + (block &* MessageSketches.blockWords &+ band &* MessageSketches.block &+ n)
    }

    @inline(__always)
    private func marks(_ message: Int) -> UnsafeMutablePointer<UInt32> {
        let (block, n) = MessageSketches.place(message)
        return buffer.words
            + (block &* MessageSketches.blockWords &+ MessageSketches.bands &* MessageSketches.block &+ n
                &* MessageSketches.markWords)
    }

    @inline(__always)
    private static func place(_ message: Int) -> (block: Int, n: Int) {
        let message = UInt(bitPattern: message), block = UInt(MessageSketches.block)
        return (Int(message / block), Int(message % block))
    }

    /// The key of a band: equal in messages that agree in the band.
    @inline(__always)
    func key(_ message: Int, band: Int) -> UInt32 { keys(message, band: band).pointee }

    /// The sum of all features: a name that does not depend on the message's position.
    func sum(_ message: Int) -> UInt64 {
        let sums = marks(message) + MessageSketches.bitWords
        return UInt64(sums[0]) | UInt64(sums[1]) << 32
    }

    /// How many features a message has.
    @inline(__always)
    func featureCount(_ message: Int) -> Int { Int(marks(message)[MessageSketches.markWords - 1]) }

    /// Prefetches what `mostShared` reads of a message.
    @inline(__always)
    func prefetchMarks(_ message: Int) { prefetch(marks(message)) }

    /// As `mostShared`, higher or equal, for half of the work: a bit set in one alone is a feature
    /// that only one of the two has.
    @inline(__always)
    func roughlyMostShared(_ a: Int, _ b: Int) -> Int {
        let bitsA = bits(a), bitsB = bits(b)
        var ofOne = SetBits()
        for word in 0..<MessageSketches.bitWords / 2 {
            ofOne.add(
                bitsA.loadUnaligned(fromByteOffset: 8 &* word, as: UInt64.self)
                    ^ bitsB.loadUnaligned(fromByteOffset: 8 &* word, as: UInt64.self))
        }
        return (featureCount(a) &+ featureCount(b) &- ofOne.count) / 2
    }

    /// The most features that two messages can share: each bit set in one alone is at least one
    /// feature that the other lacks.
    @inline(__always)
    func mostShared(_ a: Int, _ b: Int) -> Int {
        let bitsA = bits(a), bitsB = bits(b)
        var ofA = SetBits(), ofB = SetBits()
        for word in 0..<MessageSketches.bitWords / 2 {
            let wordA = bitsA.loadUnaligned(fromByteOffset: 8 &* word, as: UInt64.self)
            let wordB = bitsB.loadUnaligned(fromByteOffset: 8 &* word, as: UInt64.self)
            ofA.add(wordA & ~wordB)
            ofB.add(wordB & ~wordA)
        }
        return min(featureCount(a) &- ofA.count, featureCount(b) &- ofB.count)
    }

    /// Whether two messages have the same features, by their sums: wrong with probability 2^-64.
    @inline(__always)
    func areEqual(_ a: Int, _ b: Int) -> Bool { featureCount(a) == featureCount(b) && sum(a) == sum(b) }

    @inline(__always)
    private func bits(_ message: Int) -> UnsafeRawPointer {
        UnsafeRawPointer(marks(message))
    }
}

/// Counts the bits set in fewer than 32 words, byte by byte. Not every x86-64 has an instruction.
private struct SetBits {
    private var ofBytes: UInt64 = 0

    @inline(__always)
    mutating func add(_ word: UInt64) {
        let pairs = word &- (word >> 1 & 0x5555_5555_5555_5555)
        let fours = (pairs & 0x3333_3333_3333_3333) &+ (pairs >> 2 & 0x3333_3333_3333_3333)
        ofBytes = ofBytes &+ ((fours &+ fours >> 4) & 0x0F0F_0F0F_0F0F_0F0F)
    }

    @inline(__always)
    var count: Int {
        let ofPairs = (ofBytes & 0x00FF_00FF_00FF_00FF) &+ (ofBytes >> 8 & 0x00FF_00FF_00FF_00FF)
        return Int(truncatingIfNeeded: (ofPairs &* 0x0001_0001_0001_0001) >> 48)
    }
}
