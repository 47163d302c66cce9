// Text: the little that is needed of a country's numbering plan (ITU-T E.164 and the national plans). Only which kind a number is of.

/// The two capital letters of a country (ISO 3166-1) as one number, the first in the higher byte; 0 for anything else.
func countryCode(_ country: UnsafeBufferPointer<UInt8>) -> UInt16 {
    guard country.count == 2 else { return 0 }
    let a = country[0] & 0xDF, b = country[1] & 0xDF
    guard (0x41...0x5A).contains(a), (0x41...0x5A).contains(b) else { return 0 }
    return UInt16(a) << 8 | UInt16(b)
}

/// The first 16 digits of a number, four bits each.
struct Digits {
    private var packed: UInt64 = 0
    /// How many there are, also beyond the 16th.
    private(set) var count = 0

    mutating func append(_ digit: UInt32) {
        if count < 16 { packed |= UInt64(digit & 0xF) << UInt64(60 - 4 * count) }
        count += 1
    }

    subscript(_ i: Int) -> UInt8 { i < 16 ? UInt8(packed >> UInt64(60 - 4 * i) & 0xF) : 0 }

    func dropFirst(_ n: Int) -> Digits {
        var rest = self
        rest.packed = n < 16 ? packed << UInt64(4 * n) : 0
        rest.count = max(0, count - n)
        return rest
    }

    /// The number behind a trunk prefix 0.
    func withTrunkPrefix() -> Digits {
        var longer = self
        longer.packed = packed >> 4
        longer.count += 1
        return longer
    }

    /// The length of the prefix in `list`, between spaces, that the number begins with; 0 where there is none. `?` is any digit.
    func prefix(of list: StaticString) -> Int {
        let bytes = list.utf8Start
        var i = 1
        while i < list.utf8CodeUnitCount {
            var length = 0, matches = true
            while bytes[i + length] != 0x20 {
                let wanted = bytes[i + length]
                matches = matches && length < count && (wanted == 0x3F || wanted == 0x30 + self[length])
                length += 1
            }
            if matches, length > 0 { return length }
            i += length + 1
        }
        return 0
    }
}

/// Prefixes of national numbers, each list between spaces. The first class that matches counts, in this order.
struct DialingPlan {
    /// The country's calling code.
    var calling: StaticString = " "
    var premium: StaticString = " "
    var tollFree: StaticString = " "
    var voip: StaticString = " "
    /// Lines of companies: Korean 15xx, Chinese 400 and 95xxx, Japanese 0570.
    var business: StaticString = " "
    var mobile: StaticString = " "
    var landline: StaticString = " "
    /// What a call abroad begins with, longest first.
    var access: StaticString = " 00 "

    /// The plan of the country of two capital letters; an empty one where it is unknown here.
    init(country: UInt16) {
        switch country {
        case 0x4B52:  // KR; 050 are numbers that hide another
            (calling, access, premium, tollFree, voip) = (" 82 ", " 00700 001 002 00 ", " 060 ", " 080 ", " 070 ")
            (business, mobile) = (" 15 16 18 050 ", " 010 011 016 017 018 019 ")
            landline = " 02 03 04 05 06 "
        case 0x434E:  // CN; 106 are ports that only send text
            (calling, tollFree, business) = (" 86 ", " 800 ", " 106 400 95 96 12 100 ")
            (mobile, landline) = (" 13 14 15 16 17 18 19 ", " 0 ")
        case 0x5457:  // TW
            (calling, access, premium, tollFree, voip) = (" 886 ", " 002 00 ", " 0203 0204 0209 ", " 0800 0809 ", " 070 ")
            (business, mobile, landline) = (" 412 ", " 09 ", " 02 03 04 05 06 07 08 ")
        case 0x484B:  // HK
            (calling, access, tollFree, mobile, landline) = (" 852 ", " 001 00 ", " 800 ", " 4 5 6 7 9 ", " 2 3 ")
        case 0x4A50:  // JP
            (calling, access, premium, tollFree, voip) = (" 81 ", " 010 00 ", " 0990 ", " 0120 0800 ", " 050 ")
            (business, mobile, landline) = (" 0570 020 ", " 090 080 070 060 ", " 0 ")
        case 0x5553, 0x4341:  // US CA: mobiles and landlines look alike
            (calling, access) = (" 1 ", " 011 00 ")
            (premium, tollFree) = (" 900 1900 ", " 800 888 877 866 855 844 833 1800 1888 1877 1866 1855 1844 1833 ")
        case 0x4742:  // GB
            (calling, premium, tollFree, voip) = (" 44 ", " 09 087 070 ", " 0800 0808 ", " 056 ")
            (business, mobile, landline) = (" 03 084 ", " 07 ", " 01 02 ")
        case 0x494E:  // IN; 140 are advertisers, 160 banks and offices
            (calling, premium, tollFree, business) = (" 91 ", " 1900 ", " 1800 ", " 140 160 1860 ")
            (mobile, landline) = (" 6 7 8 9 ", " 0 ")
        case 0x4E47:  // NG
            (calling, access, premium, tollFree) = (" 234 ", " 009 00 ", " 0900 ", " 0800 ")
            (mobile, landline) = (" 070 080 081 090 091 ", " 0 ")
        case 0x5347:  // SG
            (calling, access, premium, tollFree) = (" 65 ", " 001 002 008 00 ", " 1900 ", " 1800 ")
            (voip, mobile, landline) = (" 3 ", " 8 9 ", " 6 ")
        case 0x5048:  // PH
            (calling, tollFree, mobile, landline) = (" 63 ", " 1800 ", " 09 ", " 0 ")
        case 0x4944:  // ID
            (calling, access, premium, tollFree) = (" 62 ", " 001 007 008 00 ", " 0809 ", " 0800 ")
            (business, mobile, landline) = (" 1500 14 ", " 08 ", " 0 ")
        case 0x5452:  // TR
            (calling, premium, tollFree, business) = (" 90 ", " 0900 0888 ", " 0800 ", " 0850 444 ")
            (mobile, landline) = (" 05 ", " 02 03 04 ")
        case 0x564E:  // VN
            (calling, premium, tollFree) = (" 84 ", " 1900 ", " 1800 ")
            (mobile, landline) = (" 03 05 07 08 09 ", " 02 ")
        case 0x5448:  // TH
            (calling, access, premium, tollFree) = (" 66 ", " 001 00 ", " 1900 ", " 1800 ")
            (mobile, landline) = (" 06 08 09 ", " 02 03 04 05 07 ")
        case 0x4D59:  // MY
            (calling, premium, tollFree, business) = (" 60 ", " 600 1600 ", " 1800 ", " 1300 ")
            (voip, mobile, landline) = (" 015 ", " 01 ", " 0 ")
        case 0x4252:  // BR: an area of two digits first
            (calling, premium, tollFree) = (" 55 ", " 0900 0500 ", " 0800 ")
            (business, mobile) = (" 0300 4004 4003 3003 ", " ??9 0??9 ")
            landline = " ??2 ??3 ??4 ??5 0??2 0??3 0??4 0??5 "
        case 0x4553:  // ES
            (calling, premium, tollFree) = (" 34 ", " 803 806 807 905 ", " 900 800 ")
            (business, mobile, landline) = (" 901 902 ", " 6 7 ", " 8 9 ")
        case 0x5054:  // PT
            (calling, premium, tollFree, voip) = (" 351 ", " 76 6 ", " 800 ", " 30 ")
            (business, mobile, landline) = (" 707 808 ", " 9 ", " 2 ")
        case 0x4652:  // FR
            (calling, premium, tollFree, voip) = (" 33 ", " 089 ", " 080 ", " 09 ")
            (business, mobile, landline) = (" 081 082 ", " 06 07 ", " 01 02 03 04 05 ")
        case 0x4445:  // DE
            (calling, premium, tollFree, voip) = (" 49 ", " 0900 0137 ", " 0800 ", " 032 ")
            (business, mobile, landline) = (" 0180 0700 ", " 015 016 017 ", " 0 ")
        case 0x4155:  // AU
            (calling, access, premium, tollFree) = (" 61 ", " 0011 00 ", " 190 ", " 1800 ")
            (business, mobile, landline) = (" 13 ", " 04 05 ", " 02 03 07 08 ")
        case 0x4E5A:  // NZ
            (calling, premium, tollFree) = (" 64 ", " 0900 ", " 0800 0508 ")
            (mobile, landline) = (" 02 ", " 03 04 06 07 09 ")
        case 0x5A41:  // ZA
            (calling, tollFree, voip, business) = (" 27 ", " 0800 ", " 087 ", " 086 ")
            (mobile, landline) = (" 06 07 08 ", " 01 02 03 04 05 ")
        default: break
        }
    }

    /// The kind of a national number; `nil` where no list knows it.
    func kind(of number: Digits) -> SenderKind? {
        if number.prefix(of: premium) > 0 { return .premium }
        if number.prefix(of: tollFree) > 0 { return .tollFree }
        if number.prefix(of: voip) > 0 { return .voip }
        if number.prefix(of: business) > 0 { return .business }
        if number.prefix(of: mobile) > 0 { return .mobile }
        return number.prefix(of: landline) > 0 ? .landline : nil
    }

    /// The calling code that an international number begins with, by the lengths of E.164.
    static func callingCode(of number: Digits) -> UInt64 {
        let (a, b, c) = (UInt64(number[0]), UInt64(number[1]), UInt64(number[2]))
        if a == 1 || a == 7 { return a }
        let isShort =
            number.prefix(of: " 20 27 30 31 32 33 34 36 39 40 41 43 44 45 46 47 48 49 51 52 53 54 55 56 57 58 ") > 0
            || number.prefix(of: " 60 61 62 63 64 65 66 81 82 84 86 90 91 92 93 94 95 98 ") > 0
        return isShort ? a * 10 + b : a * 100 + b * 10 + c
    }
}
