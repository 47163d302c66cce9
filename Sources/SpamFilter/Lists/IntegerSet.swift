// Lists: a sorted set of whole numbers, read in place. In: untrusted bytes, and a number. Out:
// whether the set holds it. IntegerSetEncoding writes the bytes; Models/LISTS.md has the layout.
// The code is Elias and Fano's, partition by partition: of each key the low bits are stored as they
// are, the high ones in unary (Elias, JACM 1974; Fano 1971; Ottaviano and Venturini, SIGIR 2014).
// Why this one: Benchmarks/decisions/big-lists.md.

/// A set of numbers in the bytes of a file.
///
/// It does not own the bytes. A file that is altered while it is open may give wrong answers, but
/// never makes a look-up leave the bytes or loop: each checks what it reads.
public struct IntegerSet {
    /// The parts of the bytes, in order: head, first keys, offsets, data.
    enum Layout {
        /// UInt32: how many keys. UInt32: the bytes of data.
        static let headSize = 8
        /// Keys of a partition; the last one has the rest.
        static let partition = 512
        /// The widest low part: with a shift of up to 7 bits it still fits a load of 8 bytes.
        static let widest: UInt64 = 56
        /// Zeros behind the last partition, so that each load of 8 bytes lies inside.
        static let spare = 8
        static let firstSize = 8
        static let offsetSize = 4

        static func partitions(_ count: Int) -> Int { (count + partition - 1) / partition }
    }

    private let bytes: UnsafeRawBufferPointer
    /// How many numbers it holds.
    public let count: Int
    private let partitions: Int
    private let offsets: Int
    private let data: Int
    /// The end of the last partition, from `data` on.
    private let dataEnd: Int

    /// Opens the bytes of a set.
    ///
    /// - Complexity: O(count / 512): the order of the partitions is checked.
    public init(_ bytes: UnsafeRawBufferPointer) throws(ListError) {
        guard bytes.count >= Layout.headSize else { throw .truncated(expected: Layout.headSize, found: bytes.count) }
        let count = Int(bytes.uint32(at: 0)), length = Int(bytes.uint32(at: 4))
        let partitions = Layout.partitions(count)
        let offsets = Layout.headSize + partitions * Layout.firstSize
        let data = offsets + partitions * Layout.offsetSize
        guard bytes.count >= data + length else { throw .truncated(expected: data + length, found: bytes.count) }
        guard bytes.count == data + length else { throw .leftoverBytes(expected: data + length, found: bytes.count) }
        guard length >= Layout.spare else { throw .truncated(expected: data + Layout.spare, found: bytes.count) }
        self.bytes = bytes
        self.count = count
        self.partitions = partitions
        self.offsets = offsets
        self.data = data
        dataEnd = length - Layout.spare
        var i = 1
        while i < partitions {
            guard first(i - 1) < first(i) else { throw .partition(i) }
            i += 1
        }
        var begin = 0
        i = 0
        while i < partitions {
            guard offset(i) == begin else { throw .partition(i) }
            begin = i + 1 < partitions ? offset(i + 1) : length - Layout.spare
            guard begin > offset(i), begin <= length - Layout.spare else { throw .partition(i) }
            i += 1
        }
        guard begin == length - Layout.spare else { throw .leftoverBytes(expected: data + begin, found: bytes.count) }
    }

    /// Whether the set holds `key`.
    ///
    /// - Complexity: O(log(count / 512)) steps among first keys, then at most some 20 words.
    public func contains(_ key: UInt64) -> Bool {
        guard partitions > 0 else { return false }
        var index = 0, left = partitions
        while left > 1 {
            let half = left / 2
            index += first(index + half) <= key ? half : 0
            left -= half
        }
        let first = first(index)
        guard first <= key else { return false }
        let isLast = index + 1 == partitions
        let begin = offset(index), end = isLast ? dataEnd : offset(index + 1)
        guard begin < end, end <= dataEnd else { return false }
        let keys = isLast ? count - index * Layout.partition : Layout.partition
        return Partition(bytes, data + begin, data + end, keys: keys).contains(key - first)
    }

    @inline(__always)
    private func first(_ i: Int) -> UInt64 { bytes.uint64(at: Layout.headSize + i * Layout.firstSize) }
    @inline(__always)
    private func offset(_ i: Int) -> Int { Int(bytes.uint32(at: offsets + i * Layout.offsetSize)) }
}

/// One partition: a byte with the width of the low parts, the high parts in unary, the low parts.
///
/// The high parts are a row of bits: for each value of the high part, as many ones as there are
/// keys with it, and a zero. All are distances from the partition's first key.
private struct Partition {
    private let bytes: UnsafeRawBufferPointer
    /// Where the high and the low parts begin.
    private let highs: Int
    private let lows: Int
    private let keys: Int
    private let width: UInt64

    /// - Precondition: `begin < end`, and 8 bytes follow `end`.
    @inline(__always)
    init(_ bytes: UnsafeRawBufferPointer, _ begin: Int, _ end: Int, keys: Int) {
        let width = min(UInt64(bytes[begin]), IntegerSet.Layout.widest)
        self.bytes = bytes
        self.keys = keys
        self.width = width
        highs = begin + 1
        lows = end - (keys * Int(width) + 7) / 8
    }

    @inline(__always)
    func contains(_ distance: UInt64) -> Bool {
        let high = distance &>> width
        // Negative where damaged bytes claim more low parts than there is room for.
        let bits = (lows - highs) * 8
        guard bits > 0, high < UInt64(bits), let begin = position(behind: Int(high), bits) else { return false }
        let first = begin - Int(high)
        let run = min(ones(from: begin, bits), keys - first)
        guard run > 0 else { return false }
        return isAmong(first, first + run, low: distance & (1 &<< width - 1))
    }

    /// The bit behind the `zeros`-th zero.
    @inline(__always)
    private func position(behind zeros: Int, _ bits: Int) -> Int? {
        guard zeros > 0 else { return 0 }
        var left = zeros, bit = 0
        while bit < bits {
            let inverted = ~bytes.uint64(at: highs + bit >> 3)
            let found = inverted.nonzeroBitCount
            if found >= left {
                let end = bit + IntegerSet.select(inverted, left) + 1
                return end < bits ? end : nil
            }
            left -= found
            bit += 64
        }
        return nil
    }

    /// How many ones there are from a bit on.
    @inline(__always)
    private func ones(from begin: Int, _ bits: Int) -> Int {
        var bit = begin
        while bit < bits {
            let shift = UInt64(bit & 7)
            let row = (~(bytes.uint64(at: highs + bit >> 3) &>> shift)).trailingZeroBitCount
            bit += row
            // The bits above were shifted in.
            if row < 64 - Int(shift) { break }
        }
        return min(bit, bits) - begin
    }

    /// Whether one of the low parts from `first` to `end` is `low`. They rise.
    @inline(__always)
    private func isAmong(_ first: Int, _ end: Int, low: UInt64) -> Bool {
        var first = first, left = end - first
        while left > 1 {
            let half = left / 2
            first += self.low(first + half) <= low ? half : 0
            left -= half
        }
        return self.low(first) == low
    }

    @inline(__always)
    private func low(_ i: Int) -> UInt64 {
        let bit = i * Int(width)
        return bytes.uint64(at: lows + bit >> 3) &>> UInt64(bit & 7) & (1 &<< width - 1)
    }
}

extension IntegerSet {
    /// The index of the `n`-th one of a word that has so many, counted from 1 and the lowest bit.
    ///
    /// First the byte, then the bit in it, both by sums side by side (Vigna, WEA 2008).
    @inline(__always)
    static func select(_ word: UInt64, _ n: Int) -> Int {
        let sums = onesUpToEachByte(word)
        let shift = UInt64(truncatingIfNeeded: firstByte(of: sums, notBelow: n) * 8)
        let before = (sums &<< 8) &>> shift & 0xFF
        let byte = word &>> shift & 0xFF
        // Bit i of the byte as 0 or 1 in byte i.
        let spread = (byte &* lowBits & 0x8040_2010_0804_0201) &+ 0x7F7F_7F7F_7F7F_7F7F
        let bits = (spread &>> 7 & lowBits) &* lowBits
        return Int(shift) + firstByte(of: bits, notBelow: n - Int(before))
    }

    @inline(__always) private static var lowBits: UInt64 { 0x0101_0101_0101_0101 }

    @inline(__always)
    private static func onesUpToEachByte(_ word: UInt64) -> UInt64 {
        let pairs = word &- (word &>> 1 & 0x5555_5555_5555_5555)
        let fours = pairs & 0x3333_3333_3333_3333 &+ (pairs &>> 2 & 0x3333_3333_3333_3333)
        return ((fours &+ fours &>> 4) & 0x0F0F_0F0F_0F0F_0F0F) &* lowBits
    }

    /// The index of the first of eight rising sums that is `n` or more. All are at most 64.
    @inline(__always)
    private static func firstByte(of sums: UInt64, notBelow n: Int) -> Int {
        let highBits: UInt64 = 0x8080_8080_8080_8080
        let reached = ((sums | highBits) &- UInt64(truncatingIfNeeded: n) &* lowBits) & highBits
        return reached.trailingZeroBitCount &>> 3
    }
}
