// Text: the digits of a sender's number, and the prefixes that it begins with.

/// The first 16 digits of a number, four bits each.
struct PhoneDigits {
    private(set) var packed: UInt64 = 0
    /// How many there are, also beyond the 16th.
    private(set) var count = 0

    init() {}

    init(packed: UInt64, count: Int) {
        self.packed = packed
        self.count = count
    }

    mutating func append(_ digit: UInt32) {
        if count < 16 { packed |= UInt64(digit & 0xF) << UInt64(60 - 4 * count) }
        count += 1
    }

    subscript(_ i: Int) -> UInt8 { i < 16 ? UInt8(packed >> UInt64(60 - 4 * i) & 0xF) : 0 }

    func dropFirst(_ n: Int) -> PhoneDigits {
        var rest = self
        rest.packed = n < 16 ? packed << UInt64(4 * n) : 0
        rest.count = max(0, count - n)
        return rest
    }

    /// The number behind a digit that precedes it at home.
    func withTrunkPrefix(_ digit: UInt64 = 0) -> PhoneDigits {
        var longer = self
        longer.packed = digit << 60 | packed >> 4
        longer.count += 1
        return longer
    }

    /// The number behind those of a calling code.
    func behind(_ code: CallingCode) -> PhoneDigits {
        PhoneDigits(
            packed: code.packed << UInt64(64 - 4 * code.length) | packed >> UInt64(4 * code.length), count: count + code.length)
    }

    /// The number without the digit at a place below 16.
    func dropping(at place: Int) -> PhoneDigits {
        let front = ~UInt64(0) << UInt64(64 - 4 * place)
        return PhoneDigits(packed: packed & front | packed << 4 & ~front, count: count - 1)
    }

    /// The length of the prefix in `list`, between spaces, that the number begins with; 0 where
    /// there is none. `?` is any digit.
    func prefix(of list: StaticString) -> Int {
        let bytes = list.utf8Start, space = UInt8(ascii: " ")
        var i = 1
        while i < list.utf8CodeUnitCount {
            var left = packed, length = 0
            while length < count, bytes[i + length] != space {
                let digit = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: left >> 60)
                guard bytes[i + length] == digit || bytes[i + length] == UInt8(ascii: "?") else { break }
                left <<= 4
                length += 1
            }
            if length > 0, bytes[i + length] == space { return length }
            while bytes[i] != space { i += 1 }
            i += 1
        }
        return 0
    }
}
