// Text: the number that a sender has in lists. In: a sender as the system, an address book or a
// list writes it, and the receiver's country. Out: 50 bits, the same for all ways to write a
// sender. Part of the format of lists: Models/LISTS.md.
// - A phone number: its digits in international form (ITU-T E.164), below 10^15.
// - A short code, of 1 to 6 digits: 10^15 and more, with its length and the calling code of the
//   receiver's country, or the one in front of it.
// - All else: a hash, from 10^15 + 2 x 10^10 to 2^50.
// `SenderKey` knows no country, and takes national and international numbers for different ones.

/// Senders as numbers.
public enum SenderNumber {
    /// All keys of senders are below: 2^50.
    public static let end: UInt64 = 1 << 50
    private static let firstShortCode: UInt64 = 1_000_000_000_000_000
    private static let firstHash: UInt64 = 1_000_020_000_000_000

    /// The number of a sender; `nil` where there is nothing to compare.
    ///
    /// Spaces, the signs `- . ( ) /`, a `+` in front, full-width forms, the digits of other scripts
    /// and invisible scalars do not tell numbers apart. Of other senders, ASCII case, width and
    /// white space around do not count, and a run of spaces is one.
    ///
    /// A number without `+` is international where it begins with an access code of the receiver's
    /// country. It is also where it has 11 digits and more and no 0 in front, except numbers of 11
    /// that begin with 1 outside the North American plan, or are national in Russia, Kazakhstan or
    /// Brazil. Else it is national, and needs the country; without one it is hashed as
    /// text.
    ///
    /// - Parameters:
    ///   - sender: UTF-8, whole or damaged.
    ///   - receiverCountry: ISO 3166 code of two letters, empty when unknown.
    /// - Complexity: O(bytes), no allocation.
    public static func key(
        of sender: UnsafeBufferPointer<UInt8>, receiverCountry: UnsafeBufferPointer<UInt8>
    ) -> UInt64? {
        key(of: sender, country: countryCode(receiverCountry))
    }

    /// - Parameter country: `countryCode` of the receiver's.
    static func key(of sender: UnsafeBufferPointer<UInt8>, country: UInt16) -> UInt64? {
        key(of: sender, country, CallingCode(country: country))
    }

    static func key(of sender: UnsafeBufferPointer<UInt8>, _ country: UInt16, _ own: CallingCode?) -> UInt64? {
        key(of: sender, SenderDigits(sender), country, own)
    }

    /// - Parameters:
    ///   - form: the sender's digits, if it is a number.
    ///   - own: the country's calling code.
    static func key(
        of sender: UnsafeBufferPointer<UInt8>, _ form: SenderDigits?, _ country: UInt16, _ own: CallingCode?
    ) -> UInt64? {
        guard let form else { return hash(sender, digitsOnly: false) }
        guard form.count > 0 else { return nil }
        return number(form, country, own) ?? hash(sender, digitsOnly: true, from: form.portStart(own))
    }

    /// Whether a sender is a short code or a national number: its key is another for receivers of
    /// other countries.
    ///
    /// - Complexity: O(bytes), no allocation.
    public static func dependsOnCountry(_ sender: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let form = SenderDigits(sender), (1...15).contains(form.count) else { return false }
        return form.count <= 6 || number(form, 0, nil) == nil
    }

    /// Whether a text looks like a number with something else beside it: `+` and a digit at its
    /// beginning, more than six digits, or digits and a comma, a semicolon or a tab. E-mail
    /// addresses do not.
    public static func isDoubtful(_ sender: UnsafeBufferPointer<UInt8>) -> Bool {
        guard SenderDigits(sender) == nil else { return false }
        let table = FoldingTable(simplifiesHan: false)
        var next = 0, seen = 0, digits = 0, beginsWithPlus = false, isDivided = false
        while next < sender.count {
            let isTab = sender[next] == 0x09
            guard let scalar = SenderScalar.plain(decodeScalar(sender, &next), table) else { continue }
            if scalar == scalarValue("@") { return false }
            if scalar == scalarValue("+"), seen == 0 { beginsWithPlus = true }
            if (scalarValue("0")...scalarValue("9")).contains(scalar) { digits += 1 }
            isDivided = isDivided || isTab || scalar == scalarValue(",") || scalar == scalarValue(";")
            if scalar != 0x20 { seen += 1 }
        }
        return digits > 6 || digits > 0 && (beginsWithPlus || isDivided)
    }

    private static func number(_ form: SenderDigits, _ country: UInt16, _ own: CallingCode?) -> UInt64? {
        let count = form.count
        if count <= 6 { return shortCode(form, count, own?.number ?? 0) }
        let digits = form.first
        if form.hasPlus { return international(form, from: 0, own) }
        let access = accessCode(of: form, own)
        if access > 0 { return international(form, from: access, own) }
        if isInternational(digits, country, own) { return international(form, from: 0, own) }
        guard let own else { return nil }
        let rest = count - own.trunkPrefix(of: digits)
        guard rest + own.length <= 15 else { return nil }
        return form.value(last: rest, behind: own.packed)
    }

    private static func shortCode(_ form: SenderDigits, _ count: Int, _ calling: UInt64) -> UInt64 {
        firstShortCode + (calling * 10 + UInt64(count)) * 1_000_000 + form.value(last: count)
    }

    /// How many digits begin a call abroad; 0 where none do.
    fileprivate static func accessCode(of form: SenderDigits, _ own: CallingCode?) -> Int {
        let digits = form.first
        guard digits[0] == 0 && digits[1] == 0 || own?.hasOddAccess ?? false else { return 0 }
        let access = digits.prefix(of: own?.accessCodes ?? " 00 ")
        return form.count - access > 6 ? access : 0
    }

    /// The key of the digits behind an access code: calling code, number.
    private static func international(_ form: SenderDigits, from start: Int, _ own: CallingCode?) -> UInt64? {
        let count = form.count - start
        guard count <= 15 else { return nil }
        let digits = form.first.dropFirst(start)
        let calling = DialingPlan.callingCode(of: digits)
        let length = calling < 10 ? 1 : calling < 100 ? 2 : 3
        // At home it has no calling code, as 10086 of +86 10086.
        if count - length <= 6, digits[0] != 0 { return shortCode(form, count - length, calling) }
        // A 0 may be in the way behind the calling code.
        guard digits[length] == 0,
            let code = own?.number == calling ? own : CallingCode(number: calling), code.dropsZeroAbroad
        else { return form.value(last: count) }
        return form.value(last: count - length - 1, behind: code.packed)
    }

    /// The first digits of a number as it is dialled from abroad, as `number` takes it; none where
    /// that is not known, and for short codes without `+`.
    static func fromAbroad(_ form: SenderDigits, _ country: UInt16, _ own: CallingCode?) -> PhoneDigits {
        let digits = form.first
        guard form.hasPlus || form.count > 6 else { return PhoneDigits() }
        let access = form.hasPlus ? 0 : accessCode(of: form, own)
        guard form.hasPlus || access > 0 || isInternational(digits, country, own) else {
            guard let own else { return PhoneDigits() }
            let number = digits.dropFirst(own.trunkPrefix(of: digits))
            // All numbers of the North American plan have ten digits.
            return own.isNorthAmerican && number.count != 10 ? PhoneDigits() : number.behind(own)
        }
        let number = digits.dropFirst(access), calling = DialingPlan.callingCode(of: number)
        let length = calling < 10 ? 1 : calling < 100 ? 2 : 3
        guard number.count > length + 6, number[length] == 0,
            let code = own?.number == calling ? own : CallingCode(number: calling), code.dropsZeroAbroad
        else { return number }
        return number.dropping(at: length)
    }

    /// Whether a number without `+` and access code is surely written with a calling code.
    private static func isInternational(_ digits: PhoneDigits, _ country: UInt16, _ own: CallingCode?) -> Bool {
        switch digits[0] {
        case 0: return false
        case 1: return digits.count == 11 && own?.isNorthAmerican ?? false
        case 8 where digits.count == 11 && own?.hasTrunkEight ?? false: return false
        default: return digits.count > 11 || digits.count == 11 && country != brazil
        }
    }

    /// National numbers of Brazil have 11 digits: an area code and nine.
    private static let brazil: UInt16 = 0x4252

    /// The hash of a sender as text, or of its digits alone from one of them on.
    @inline(never)
    private static func hash(_ sender: UnsafeBufferPointer<UInt8>, digitsOnly: Bool, from firstDigit: Int = 0) -> UInt64? {
        let table = FoldingTable(simplifiesHan: false)
        var hash = ScalarHash(.sender)
        var next = 0, isAfterSpace = false, isEmpty = true, digitsToSkip = firstDigit
        while next < sender.count {
            guard let scalar = SenderScalar.plain(decodeScalar(sender, &next), table) else { continue }
            if scalar == scalarValue(" ") {
                isAfterSpace = !isEmpty
                continue
            }
            if digitsOnly {
                guard (scalarValue("0")...scalarValue("9")).contains(scalar) else { continue }
                digitsToSkip -= 1
                if digitsToSkip >= 0 { continue }
            }
            if isAfterSpace, !digitsOnly { hash.add(scalarValue(" ")) }
            isAfterSpace = false
            isEmpty = false
            hash.add(scalar)
        }
        return isEmpty ? nil : firstHash + hash.value.multipliedFullWidth(by: end - firstHash).high
    }
}

/// A scalar of a sender as it is compared.
enum SenderScalar {
    /// ASCII in lower case for full-width forms, dashes and digits of all scripts; space for white
    /// space; `nil` for an invisible scalar; all else is itself.
    @inline(__always)
    static func plain(_ scalar: UInt32, _ table: FoldingTable) -> UInt32? {
        if scalar &- 0x20 < 0x5F { return scalar &- 0x41 < 26 ? scalar | 0x20 : scalar }
        return beyondASCII(scalar, table)
    }

    /// The plain form of any scalar but U+0020 to U+007E; `nil` where it is ignored.
    @inline(never)
    private static func beyondASCII(_ scalar: UInt32, _ table: FoldingTable) -> UInt32? {
        switch scalar {
        // Dashes and the minus sign.
        case 0x2010...0x2015, 0x2212, 0xFE58, 0xFE63, 0xFF0D: return 0x2D
        case 0xFF01...0xFF5E: return plain(scalar - 0xFEE0, table)
        default: break
        }
        let folded = table.fold(scalar)
        switch folded.kind {
        case .ignorable: return nil
        case .space: return 0x20
        case .digit: return folded.scalar
        default: return scalar
        }
    }
}

/// The digits of a sender that is a number.
struct SenderDigits {
    /// The last 16, four bits each, the last one lowest.
    private var last: UInt64 = 0
    /// The first 16, if there are so many.
    private var head: UInt64 = 0
    private(set) var count = 0
    private(set) var hasPlus = false

    /// `nil` where something else than digits, spaces and the signs of numbers is in it.
    init?(_ sender: UnsafeBufferPointer<UInt8>) {
        let table = FoldingTable(simplifiesHan: false)
        var next = 0
        while next < sender.count {
            var byte = UInt32(sender[next])
            if byte < 0x80, byte >= 0x20 {
                next += 1
            } else {
                guard let scalar = SenderScalar.plain(decodeScalar(sender, &next), table) else { continue }
                byte = scalar
            }
            switch byte {
            case 0x30...0x39: append(UInt64(byte & 0xF))
            // + where no digit came before.
            case 0x2B where count == 0: hasPlus = true
            // Space and ( ) - . /
            case 0x20, 0x28, 0x29, 0x2D, 0x2E, 0x2F: break
            default: return nil
            }
        }
    }

    @inline(__always)
    private mutating func append(_ digit: UInt64) {
        last = last << 4 | digit
        count += 1
        if count == 16 { head = last }
    }

    /// The first 16 digits.
    var first: PhoneDigits { PhoneDigits(packed: count < 16 ? last &<< UInt64(64 - 4 * count) : head, count: count) }

    /// Where a Chinese port that only sends text begins (106 and 11 digits and more: too many for a
    /// number with its calling code), behind `86` and what begins a call abroad; 0 in all other
    /// senders.
    func portStart(_ own: CallingCode?) -> Int {
        let start = hasPlus ? 0 : SenderNumber.accessCode(of: self, own)
        return count - start > 15 && first.dropFirst(start).prefix(of: " 86106 ") > 0 ? start + 2 : 0
    }

    /// The last `n` digits as a number, behind those of a calling code.
    ///
    /// - Precondition: `n` is at most 15, together with the code's.
    func value(last n: Int, behind code: UInt64 = 0) -> UInt64 {
        let digits = code &<< UInt64(4 * n) | last & (1 &<< UInt64(4 * n) - 1)
        // Two digits in a byte, four in two bytes, eight in four, sixteen.
        var x = digits - 6 * (digits >> 4 & 0x0F0F_0F0F_0F0F_0F0F)
        x -= (256 - 100) * (x >> 8 & 0x00FF_00FF_00FF_00FF)
        x -= (65_536 - 10_000) * (x >> 16 & 0x0000_FFFF_0000_FFFF)
        return x - (4_294_967_296 - 100_000_000) * (x >> 32)
    }
}
