// Rules: the sender of a message. In: its bytes. Out: what rules compare, in room that is allocated
// once.

/// A sender that is read to be compared. Of one that is longer than every sender of the rules only
/// the beginning and the end are kept.
struct SenderText: ~Copyable {
    /// How many digits of a number all ways to write it end with.
    static let endingCount = 4

    private var digits: KeptBytes
    private var text: KeptBytes
    private(set) var isNumber = false
    private var hasPlus = false
    /// A number as it is dialled from abroad and at home, where that is known.
    private var ways = NumberWays()

    init(capacity: Int) {
        digits = KeptBytes(capacity: max(16, capacity))
        text = KeptBytes(capacity: max(16, capacity))
    }

    var heapBytes: Int { digits.heapBytes + text.heapBytes }

    /// Whether there is anything to compare.
    var isUsable: Bool { (isNumber ? digits.count : text.count) > 0 }

    /// Reads another sender to compare it, of a number the digits alone.
    ///
    /// - Parameters:
    ///   - form: its digits, if it is a number.
    ///   - ways: the ways to write it, if its beginning or end is asked.
    mutating func read(_ sender: UnsafeBufferPointer<UInt8>, _ form: SenderDigits?, _ ways: NumberWays) {
        guard let form else { return read(sender) }
        if form.count <= 16 {
            text.clear()
            digits.clear()
            let first = form.first
            for i in 0..<form.count { digits.append(UInt8(ascii: "0") + first[i]) }
            (isNumber, hasPlus) = (true, form.hasPlus)
        } else {
            read(sender)
        }
        self.ways = ways
    }

    /// Reads another sender as it is written.
    mutating func read(_ sender: UnsafeBufferPointer<UInt8>) {
        text.clear()
        digits.clear()
        ways = NumberWays()
        var plus = false, onlySigns = true, isAfterSpace = false, next = 0
        let table = FoldingTable(simplifiesHan: false)
        while next < sender.count {
            guard let scalar = SenderScalar.plain(decodeScalar(sender, &next), table) else { continue }
            if scalar == 0x20 {
                isAfterSpace = text.count > 0
                continue
            }
            if isAfterSpace { append(0x20) }
            isAfterSpace = false
            append(scalar)
            switch scalar {
            case 0x30...0x39: digits.append(UInt8(scalar))
            case 0x2B where digits.count == 0: plus = true
            // - . ( ) /
            case 0x2D, 0x2E, 0x28, 0x29, 0x2F: break
            default: onlySigns = false
            }
        }
        isNumber = onlySigns
        hasPlus = onlySigns && plus
    }

    /// The sender as a value, if all of it was kept.
    var key: SenderKey {
        SenderKey(bytes: isNumber ? digits.kept : text.kept, text: text.kept, isNumber: isNumber, hasPlus: hasPlus)
    }

    // MARK: Comparing

    /// Equal for senders that are the same: of numbers, for all that end alike.
    var hash: UInt32 {
        guard isNumber else { return SenderText.hash(text.beginning, isNumber: false) }
        var hash = SenderText.firstHash(isNumber: true)
        for i in max(0, digits.count - SenderText.endingCount)..<digits.count { SenderText.add(digits[i], to: &hash) }
        return hash
    }

    static func hash(_ bytes: some Sequence<UInt8>, isNumber: Bool) -> UInt32 {
        var hash = firstHash(isNumber: isNumber)
        for byte in bytes { add(byte, to: &hash) }
        return hash
    }

    /// FNV-1a (Fowler, Noll, Vo 1991).
    private static func firstHash(isNumber: Bool) -> UInt32 { isNumber ? 0x811C_9DC5 : 0x811C_9DC4 }
    private static func add(_ byte: UInt8, to hash: inout UInt32) { hash = (hash ^ UInt32(byte)) &* 0x0100_0193 }

    /// Whether it is written in the same way; the `+` does not count.
    func isSame(as stored: SenderKey.Stored, of keys: [UInt8]) -> Bool {
        guard isNumber == stored.isNumber else { return false }
        return isNumber
            ? digits.count == stored.bytes.count && digits.begins(with: keys, stored.bytes)
            : text.count == stored.bytes.count && text.begins(with: keys, stored.bytes)
    }

    /// Whether the sender begins with a prefix. A number does so in one of the ways to write it:
    /// - A prefix with `+` is compared with the number as dialled from abroad.
    /// - Any other prefix is compared with the number as dialled at home, and as it came if that is
    ///   without `+`. As dialled from abroad too: the system sometimes leaves out the `+`. But `1`
    ///   is a calling code only in a number of 11 digits to a receiver in the North American plan.
    ///   Elsewhere it begins mobile numbers (`138…`) and sender codes (`106…`) of China, and
    ///   company lines (`1588-0000`) in Korea.
    func begins(with prefix: SenderKey.Stored, of keys: [UInt8]) -> Bool {
        guard isNumber else { return text.begins(with: keys, prefix.text) }
        guard prefix.isNumber else { return false }
        let range = prefix.bytes
        if hasPlus == prefix.hasPlus, digits.begins(with: keys, range) { return true }
        let fromAbroad = ways.fromAbroad.begins(with: keys, range)
        if prefix.hasPlus { return fromAbroad }
        return fromAbroad && ways.hasClearCallingCode || ways.atHome.begins(with: keys, range)
            || ways.withTrunk.begins(with: keys, range)
    }

    /// Whether the sender ends with a suffix, as it came or as dialled at home.
    func ends(with suffix: SenderKey.Stored, of keys: [UInt8]) -> Bool {
        guard isNumber else { return text.ends(with: keys, suffix.text) }
        guard suffix.isNumber, !suffix.hasPlus else { return false }
        let range = suffix.bytes
        return digits.ends(with: keys, range) || ways.atHome.ends(with: keys, range) || ways.withTrunk.ends(with: keys, range)
    }

    // MARK: Reading

    private mutating func append(_ scalar: UInt32) {
        if scalar < 0x80 { return push(scalar) }
        switch scalar {
        case 0x80..<0x800: push(0xC0 | scalar >> 6)
        case 0x800..<0x10000:
            push(0xE0 | scalar >> 12)
            push(0x80 | scalar >> 6 & 0x3F)
        default:
            push(0xF0 | scalar >> 18)
            push(0x80 | scalar >> 12 & 0x3F)
            push(0x80 | scalar >> 6 & 0x3F)
        }
        push(0x80 | scalar & 0x3F)
    }

    @inline(__always)
    private mutating func push(_ byte: UInt32) { text.append(UInt8(truncatingIfNeeded: byte)) }
}

/// The beginning and the end of a text. Not private: the metadata of such a type is not found by
/// the files beside it where the library for C is linked.
struct KeptBytes: ~Copyable {
    private let capacity: Int
    /// The beginning, and behind it a ring with what follows.
    private let bytes: UnsafeMutablePointer<UInt8>
    /// All there are, kept or not.
    private(set) var count = 0

    init(capacity: Int) {
        self.capacity = capacity
        bytes = .allocate(capacity: 2 * capacity)
    }

    deinit { bytes.deallocate() }

    var heapBytes: Int { 2 * capacity }
    /// The beginning.
    var beginning: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: bytes, count: min(count, capacity)) }
    var kept: [UInt8] { Array(beginning) }

    mutating func clear() { count = 0 }

    @inline(__always)
    mutating func append(_ byte: UInt8) {
        bytes[count < capacity ? count : capacity + count % capacity] = byte
        count += 1
    }

    /// - Precondition: one of the first or last `capacity`.
    subscript(_ i: Int) -> UInt8 { bytes[i < capacity ? i : capacity + i % capacity] }

    func begins(with keys: [UInt8], _ range: Range<Int>) -> Bool {
        guard range.count <= min(count, capacity) else { return false }
        for i in 0..<range.count where bytes[i] != keys[range.lowerBound + i] { return false }
        return true
    }

    func ends(with keys: [UInt8], _ range: Range<Int>) -> Bool {
        guard range.count <= min(count, capacity) else { return false }
        for i in 1...max(1, range.count) where self[count - i] != keys[range.upperBound - i] { return false }
        return true
    }
}

extension PhoneDigits {
    /// Whether the first 16 digits begin with those of a key.
    fileprivate func begins(with keys: [UInt8], _ range: Range<Int>) -> Bool {
        guard range.count <= min(count, 16) else { return false }
        for i in 0..<range.count where UInt8(ascii: "0") + self[i] != keys[range.lowerBound + i] { return false }
        return true
    }

    /// Whether a number of at most 16 digits ends with those of a key.
    fileprivate func ends(with keys: [UInt8], _ range: Range<Int>) -> Bool {
        guard count <= 16, range.count <= count else { return false }
        for i in 0..<range.count where UInt8(ascii: "0") + self[count - range.count + i] != keys[range.lowerBound + i] {
            return false
        }
        return true
    }
}
