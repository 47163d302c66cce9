// Rules: the sender of a message. In: its bytes. Out: what rules compare, in room that is allocated
// once.

/// A sender that is read to be compared. Of one that is longer than every sender of the rules only
/// the beginning is kept.
struct SenderText: ~Copyable {
    private let capacity: Int
    private let digits: UnsafeMutablePointer<UInt8>
    private let text: UnsafeMutablePointer<UInt8>
    /// All there are, beyond the capacity too.
    private var digitCount = 0
    private var textCount = 0
    private(set) var isNumber = false
    private var hasPlus = false

    init(capacity: Int) {
        self.capacity = max(1, capacity)
        digits = .allocate(capacity: max(1, capacity))
        text = .allocate(capacity: max(1, capacity))
    }

    deinit {
        digits.deallocate()
        text.deallocate()
    }

    var heapBytes: Int { 2 * capacity }

    /// What is compared: the digits of a number, the text of anything else.
    private var bytes: UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(start: isNumber ? digits : text, count: min(count, capacity))
    }
    private var count: Int { isNumber ? digitCount : textCount }

    /// Whether there is anything to compare.
    var isUsable: Bool { count > 0 }

    /// Reads another sender to compare it, of a number the digits alone.
    ///
    /// - Parameter form: its digits, if it is a number.
    mutating func read(_ sender: UnsafeBufferPointer<UInt8>, _ form: SenderDigits?) {
        guard let form, form.count <= min(16, capacity) else { return read(sender) }
        let first = form.first
        for i in 0..<form.count { digits[i] = UInt8(ascii: "0") + first[i] }
        (digitCount, textCount, isNumber, hasPlus) = (form.count, 0, true, form.hasPlus)
    }

    /// Reads another sender.
    mutating func read(_ sender: UnsafeBufferPointer<UInt8>) {
        (digitCount, textCount) = (0, 0)
        var plus = false, onlySigns = true, isAfterSpace = false, next = 0
        let table = FoldingTable(simplifiesHan: false)
        while next < sender.count {
            guard let scalar = SenderScalar.plain(decodeScalar(sender, &next), table) else { continue }
            if scalar == 0x20 {
                isAfterSpace = textCount > 0
                continue
            }
            if isAfterSpace { append(0x20) }
            isAfterSpace = false
            append(scalar)
            switch scalar {
            case 0x30...0x39:
                if digitCount < capacity { digits[digitCount] = UInt8(scalar) }
                digitCount += 1
            case 0x2B where digitCount == 0: plus = true
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
        SenderKey(
            bytes: Array(bytes), text: Array(UnsafeBufferPointer(start: text, count: min(textCount, capacity))),
            isNumber: isNumber, hasPlus: hasPlus)
    }

    // MARK: Comparing

    /// Equal for senders that are the same.
    var hash: UInt32 { SenderText.hash(bytes, isNumber: isNumber) }

    /// FNV-1a (Fowler, Noll, Vo 1991).
    static func hash(_ bytes: some Sequence<UInt8>, isNumber: Bool) -> UInt32 {
        var hash: UInt32 = isNumber ? 0x811C_9DC5 : 0x811C_9DC4
        for byte in bytes { hash = (hash ^ UInt32(byte)) &* 0x0100_0193 }
        return hash
    }

    func isSame(as stored: SenderKey.Stored, of keys: [UInt8]) -> Bool {
        let range = stored.bytes
        guard isNumber == stored.isNumber, count == range.count, count <= capacity else { return false }
        return SenderText.begins(bytes, with: keys, range)
    }

    /// Whether the sender begins with a prefix: a number by its digits, anything else by its text.
    ///
    /// Where only one of them has a `+`, they still meet if the other is surely written with a
    /// country code:
    /// - A sender without `+` must have 11 digits or more and no 0 in front. National numbers are
    ///   shorter, except those of `isNational`.
    /// - A sender with `+` is international, and meets a prefix without it.
    /// - In both cases `1` is a country code only in a number of 11 digits to a receiver in the
    ///   North American plan. Elsewhere it begins mobile numbers (`138…`) and sender codes
    ///   (`106…`) of China, and company lines (`1588-0000`) in Korea.
    ///
    /// - Parameters:
    ///   - country: `countryCode` of the receiver's. With 0, `+1` meets only senders with `+`.
    ///   - code: how it dials.
    func begins(with prefix: SenderKey.Stored, of keys: [UInt8], country: UInt16, _ code: CallingCode?) -> Bool {
        guard isNumber else {
            let text = UnsafeBufferPointer(start: text, count: min(textCount, capacity))
            return SenderText.begins(text, with: keys, prefix.text)
        }
        guard prefix.isNumber, SenderText.begins(bytes, with: keys, prefix.bytes) else { return false }
        guard hasPlus != prefix.hasPlus, let first = bytes.first else { return true }
        if first == 0x31 { return count == 11 && code?.isNorthAmerican ?? false }
        return hasPlus || count >= 11 && first != 0x30 && !isNational(to: country)
    }

    /// Whether a number of 11 digits without a 0 in front is national in the receiver's country: 8
    /// and ten digits in Russia and Kazakhstan, an area code and nine digits in Brazil.
    private func isNational(to country: UInt16) -> Bool {
        switch country {
        case 0x5255, 0x4B5A: count == 11 && bytes[0] == 0x38
        case 0x4252: count == 11
        default: false
        }
    }

    private static func begins(_ bytes: UnsafeBufferPointer<UInt8>, with keys: [UInt8], _ range: Range<Int>) -> Bool {
        guard bytes.count >= range.count else { return false }
        for i in 0..<range.count where bytes[i] != keys[range.lowerBound + i] { return false }
        return true
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
    private mutating func push(_ byte: UInt32) {
        if textCount < capacity { text[textCount] = UInt8(truncatingIfNeeded: byte) }
        textCount += 1
    }
}
