// Lists: a sorted set of whole numbers, read in place. In: untrusted bytes, and a number. Out:
// whether the set holds it. IntegerSetEncoding writes the bytes; Models/LISTS.md has the layout.
// The code is Elias and Fano's, partition by partition: of each key the low bits are stored as they
// are, the high ones in unary (Elias, JACM 1974; Fano 1971; Ottaviano and Venturini, SIGIR 2014).
// Why this one: Benchmarks/decisions/big-lists.md.

/// A set of numbers in the bytes of a file.
///
/// It does not own the bytes, which must outlive it. A file that is altered while it is open may
/// give wrong answers, but never makes a look-up leave the bytes or loop: each checks what it
/// reads.
struct IntegerSet {
    /// The parts of the bytes, in order: head, directory, data.
    enum Layout {
        /// UInt32: how many keys. UInt32: the bytes of data.
        static let headSize = 8
        /// Keys of a partition; the last one has the rest.
        static let partition = 256
        /// The widest low part: with a shift of up to 7 bits it still fits a load of 8 bytes.
        static let widest: UInt64 = 56
        /// Zeros behind the last partition, so that each load of 8 bytes lies inside.
        static let spare = 8
        /// The bytes that a partition has in the directory. UInt64: its first key. UInt32: where it
        /// begins in the data.
        static let entrySize = 12

        static func partitions(_ count: Int) -> Int { (count + partition - 1) / partition }
    }

    private let bytes: UnsafeRawPointer
    /// How many numbers it holds.
    let count: Int
    private let partitions: Int
    private let data: Int
    /// The end of the last partition, from `data` on.
    private let dataEnd: Int
    /// Partitions per 2^(`shift` + 32) of distance from the first key, were all of one width.
    private let slope: UInt64
    private let shift: UInt64
    /// How far beside its guess a partition is searched for: three standard deviations among two
    /// million random keys.
    private static let reach = 8

    /// Opens the bytes of a set.
    ///
    /// - Throws: `list`, where its size is wrong or a partition out of order.
    /// - Complexity: O(count / 256): the order of the partitions is checked.
    init(_ bytes: UnsafeRawBufferPointer) throws(RuleFileError) {
        func fail(_ expected: Int) -> RuleFileError { .list(0, reason: "expected \(expected) bytes, found \(bytes.count)") }
        func fail(partition i: Int) -> RuleFileError { .list(0, reason: "its partition \(i) is out of order or outside of it") }
        guard let base = bytes.baseAddress, bytes.count >= Layout.headSize else { throw fail(Layout.headSize) }
        let count = Int(bytes.uint32(at: 0)), length = Int(bytes.uint32(at: 4))
        let partitions = Layout.partitions(count)
        let data = Layout.headSize + partitions * Layout.entrySize
        guard bytes.count == data + length, length >= Layout.spare else { throw fail(data + max(length, Layout.spare)) }
        self.bytes = base
        self.count = count
        self.partitions = partitions
        self.data = data
        dataEnd = length - Layout.spare
        let lastEntry = Layout.headSize + max(0, partitions - 1) * Layout.entrySize
        let span = partitions > 1 ? bytes.uint64(at: lastEntry) &- bytes.uint64(at: Layout.headSize) : 0
        shift = UInt64(max(0, 32 - span.leadingZeroBitCount))
        slope = span == 0 ? 0 : UInt64(partitions - 1) << 32 / (span >> shift)
        var begin = 0
        for i in 0..<partitions {
            let end = i + 1 < partitions ? offset(i + 1) : dataEnd
            guard offset(i) == begin, begin < end, end <= dataEnd, i == 0 || first(i - 1) < first(i) else {
                throw fail(partition: i)
            }
            begin = end
        }
        guard begin == dataEnd else { throw fail(data + begin + Layout.spare) }
    }

    /// Whether the set holds `key`.
    ///
    /// - Complexity: O(1) where some million keys lie evenly, else O(log(count / 256)) steps among
    ///   first keys; then at most some 20 words.
    func contains(_ key: UInt64) -> Bool {
        guard partitions > 0 else { return false }
        let index = partition(of: key)
        let first = first(index)
        guard first <= key else { return false }
        let isLast = index + 1 == partitions
        let begin = offset(index), end = isLast ? dataEnd : offset(index + 1)
        guard begin < end, end <= dataEnd else { return false }
        let keys = isLast ? count - index * Layout.partition : Layout.partition
        return Partition(bytes + (data + begin), length: end - begin, keys: keys).contains(key - first)
    }

    /// The last partition that does not begin behind `key`; 0 where each does.
    ///
    /// Hashes and numbers of one plan lie evenly: where a line through the first and the last
    /// partition puts the key, few partitions are left to search (Peterson, 1957).
    @inline(__always)
    private func partition(of key: UInt64) -> Int {
        let distance = (key &- first(0)) &>> shift
        let guess = Int(truncatingIfNeeded: min((distance &* slope) &>> 32, UInt64(truncatingIfNeeded: partitions)))
        let low = max(0, guess &- IntegerSet.reach)
        let left = min(2 &* IntegerSet.reach, partitions &- low)
        let isNear = first(low) <= key && (low &+ left == partitions || key < first(low &+ left))
        return isNear ? partition(of: key, from: low, among: left) : partition(of: key, from: 0, among: partitions)
    }

    @inline(__always)
    private func partition(of key: UInt64, from begin: Int, among count: Int) -> Int {
        var index = begin, left = count
        while left > 1 {
            let half = left &>> 1
            if first(index &+ half) <= key { index = index &+ half }
            left = left &- half
        }
        return index
    }

    @inline(__always)
    private func first(_ i: Int) -> UInt64 { bytes.uint64(at: Layout.headSize &+ i &* Layout.entrySize) }
    @inline(__always)
    private func offset(_ i: Int) -> Int { Int(bytes.uint32(at: Layout.headSize &+ 8 &+ i &* Layout.entrySize)) }
}

/// One partition: a byte with the width of the low parts, the high parts in unary, the low parts.
///
/// The high parts are a row of bits: for each value of the high part, as many ones as there are
/// keys with it, and a zero. All are distances from the partition's first key.
private struct Partition {
    private let highs: UnsafeRawPointer
    /// How many bits of high parts there are; negative where damaged bytes claim more low parts
    /// than there is room for.
    private let highBits: Int
    private let lows: UnsafeRawPointer
    private let keys: Int
    private let width: UInt64

    /// - Precondition: `length` is positive, and 8 bytes follow.
    @inline(__always)
    init(_ bytes: UnsafeRawPointer, length: Int, keys: Int) {
        let width = min(UInt64(bytes.load(as: UInt8.self)), IntegerSet.Layout.widest)
        let lowBytes = (keys &* Int(truncatingIfNeeded: width) &+ 7) &>> 3
        highs = bytes + 1
        highBits = (length &- 1 &- lowBytes) &* 8
        lows = bytes + (length &- lowBytes)
        self.keys = keys
        self.width = width
    }

    @inline(__always)
    func contains(_ distance: UInt64) -> Bool {
        let high = distance &>> width
        guard highBits > 0, high < UInt64(truncatingIfNeeded: highBits) else { return false }
        let zeros = Int(truncatingIfNeeded: high)
        guard let begin = bit(behind: zeros) else { return false }
        let first = begin &- zeros
        let run = min(ones(from: begin), keys &- first)
        return run > 0 && isAmong(first, run, low: distance & (1 &<< width &- 1))
    }

    /// The bit behind so many zeros.
    @inline(__always)
    private func bit(behind zeros: Int) -> Int? {
        guard zeros > 0 else { return 0 }
        var left = zeros, bit = 0
        while bit < highBits {
            let inverted = ~highs.uint64(at: bit &>> 3)
            let found = inverted.nonzeroBitCount
            if found >= left {
                let end = bit &+ IntegerSet.select(inverted, left) &+ 1
                return end < highBits ? end : nil
            }
            left = left &- found
            bit = bit &+ 64
        }
        return nil
    }

    /// How many ones there are from a bit on.
    @inline(__always)
    private func ones(from begin: Int) -> Int {
        var bit = begin
        while bit < highBits {
            let shift = bit & 7
            let row = (~(highs.uint64(at: bit &>> 3) &>> UInt64(truncatingIfNeeded: shift))).trailingZeroBitCount
            bit = bit &+ row
            // The bits above were shifted in.
            if row < 64 &- shift { break }
        }
        return min(bit, highBits) &- begin
    }

    /// Whether one of `count` low parts from `first` on is `low`. They rise.
    @inline(__always)
    private func isAmong(_ first: Int, _ count: Int, low: UInt64) -> Bool {
        var first = first, left = count
        while left > 1 {
            let half = left &>> 1
            if self.low(first &+ half) <= low { first = first &+ half }
            left = left &- half
        }
        return self.low(first) == low
    }

    @inline(__always)
    private func low(_ i: Int) -> UInt64 {
        let bit = i &* Int(truncatingIfNeeded: width)
        return lows.uint64(at: bit &>> 3) &>> UInt64(truncatingIfNeeded: bit & 7) & (1 &<< width &- 1)
    }
}

extension UnsafeRawPointer {
    @inline(__always)
    fileprivate func uint64(at offset: Int) -> UInt64 {
        UInt64(littleEndian: loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }
    @inline(__always)
    fileprivate func uint32(at offset: Int) -> UInt32 {
        UInt32(littleEndian: loadUnaligned(fromByteOffset: offset, as: UInt32.self))
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
