// Lists: writes the bytes that IntegerSet reads. In: whole numbers in any order. Out: the set's
// bytes; the same set always gives the same.

extension IntegerSet {
    /// The bytes of a set. Repeated numbers count once.
    ///
    /// - Precondition: the set takes at most 2^32 - 1 bytes and numbers.
    /// - Complexity: O(n log n).
    static func encoded(_ keys: [UInt64]) -> [UInt8] {
        var sorted = keys
        sorted.sort()
        dropRepeats(&sorted)
        return encoded(sorted: sorted)
    }

    /// Keeps one of each row of equal numbers.
    static func dropRepeats(_ sorted: inout [UInt64]) {
        var kept = 0
        for key in sorted where kept == 0 || sorted[kept - 1] != key {
            sorted[kept] = key
            kept += 1
        }
        sorted.removeLast(sorted.count - kept)
    }

    /// - Precondition: the numbers rise.
    static func encoded(sorted: [UInt64]) -> [UInt8] {
        var directory: [UInt8] = [], data: [UInt8] = []
        var begin = 0
        while begin < sorted.count {
            let end = min(begin + Layout.partition, sorted.count)
            append(sorted[begin], bytes: 8, to: &directory)
            append(UInt64(data.count), bytes: 4, to: &directory)
            appendPartition(sorted[begin..<end], to: &data)
            begin = end
        }
        data += [UInt8](repeating: 0, count: Layout.spare)
        precondition(data.count <= Int(UInt32.max) && sorted.count <= Int(UInt32.max), "a list has at most 2^32 - 1 bytes")
        var bytes: [UInt8] = []
        append(UInt64(sorted.count), bytes: 4, to: &bytes)
        append(UInt64(data.count), bytes: 4, to: &bytes)
        return bytes + directory + data
    }

    private static func appendPartition(_ keys: ArraySlice<UInt64>, to data: inout [UInt8]) {
        let first = keys[keys.startIndex], span = keys[keys.endIndex - 1] - first
        let width = bestWidth(span: span, count: keys.count)
        data.append(UInt8(width))
        let highs = data.count
        let highBytes = (keys.count + Int(span &>> width) + 1 + 7) / 8
        let lowBytes = (keys.count * Int(width) + 7) / 8
        data += [UInt8](repeating: 0, count: highBytes + lowBytes)
        var lowBit = (highs + highBytes) * 8
        for (i, key) in keys.enumerated() {
            let distance = key - first
            let highBit = highs * 8 + Int(distance &>> width) + i
            data[highBit / 8] |= 1 << UInt8(highBit % 8)
            write(distance & (1 &<< width - 1), bits: Int(width), at: lowBit, to: &data)
            lowBit += Int(width)
        }
    }

    /// The width of the low parts that needs the fewest bits: each key costs it and a one, each
    /// value of the high part a zero.
    private static func bestWidth(span: UInt64, count: Int) -> UInt64 {
        var best: UInt64 = Layout.widest, bestBits = UInt64.max
        for width in 0...Layout.widest where span &>> width <= 1 << 32 {
            let bits = UInt64(count) * (width + 1) + span &>> width
            if bits < bestBits { (best, bestBits) = (width, bits) }
        }
        return best
    }

    private static func write(_ value: UInt64, bits: Int, at bit: Int, to data: inout [UInt8]) {
        var value = value, bit = bit, left = bits
        while left > 0 {
            let shift = bit & 7, taken = min(8 - shift, left)
            data[bit >> 3] |= UInt8(truncatingIfNeeded: value << UInt64(shift))
            value >>= UInt64(taken)
            bit += taken
            left -= taken
        }
    }

    static func append(_ number: UInt64, bytes count: Int, to bytes: inout [UInt8]) {
        for i in 0..<count { bytes.append(UInt8(truncatingIfNeeded: number &>> UInt64(8 * i))) }
    }
}
