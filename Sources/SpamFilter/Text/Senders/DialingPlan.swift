// Text: the little that is needed of a country's numbering plan (ITU-T E.164 and the national
// plans): only which kind a number is of.

/// The two capital letters of a country (ISO 3166-1) as one number, the first in the higher byte; 0
/// for anything else.
func countryCode(_ country: UnsafeBufferPointer<UInt8>) -> UInt16 {
    guard country.count == 2 else { return 0 }
    // Without the bit of small letters.
    let a = country[0] & 0xDF, b = country[1] & 0xDF
    let letters = UInt8(ascii: "A")...UInt8(ascii: "Z")
    return letters.contains(a) && letters.contains(b) ? UInt16(a) << 8 | UInt16(b) : 0
}

/// Prefixes of national numbers, each list between spaces; `?` is any digit. The first class that
/// matches counts, in the order of `kind(of:)`.
struct DialingPlan {
    /// The country's calling code.
    var calling: StaticString = " "
    /// The digits that begin a call abroad, longest first.
    var access: StaticString = " 00 "
    var premium: StaticString = " "
    var tollFree: StaticString = " "
    var voip: StaticString = " "
    /// Lines of companies: Korean 15xx, Chinese 400 and 95xxx, Japanese 0570.
    var business: StaticString = " "
    var mobile: StaticString = " "
    var landline: StaticString = " "

    var isKnown: Bool { calling.utf8CodeUnitCount > 1 }

    /// The kind of a national number; `nil` where no list has it.
    func kind(of number: PhoneDigits) -> SenderKind? {
        if number.prefix(of: premium) > 0 { return .premium }
        if number.prefix(of: tollFree) > 0 { return .tollFree }
        if number.prefix(of: voip) > 0 { return .voip }
        if number.prefix(of: business) > 0 { return .business }
        if number.prefix(of: mobile) > 0 { return .mobile }
        return number.prefix(of: landline) > 0 ? .landline : nil
    }

    /// The calling code that an international number begins with, by the lengths of E.164.
    static func callingCode(of number: PhoneDigits) -> UInt64 {
        let (a, b, c) = (UInt64(number[0]), UInt64(number[1]), UInt64(number[2]))
        if a == 1 || a == 7 { return a }
        let isShort =
            switch a * 10 + b {
            case 20, 27, 30...34, 36, 39...41, 43...49, 51...58, 60...66, 81, 82, 84, 86, 90...95, 98: true
            default: false
            }
        return isShort ? a * 10 + b : a * 100 + b * 10 + c
    }
}

// MARK: The plans

extension DialingPlan {
    private typealias Plan = DialingPlan

    // A switch and not an array of rows: it makes only the plan asked for, which is handed on
    // without a copy.

    /// The plan of the country of two capital letters; an empty one where it is unknown here.
    static func of(country: UInt16) -> DialingPlan { asian(country) }

    private static func asian(_ country: UInt16) -> DialingPlan {
        switch country {
        case code("KR"):  // 050 are numbers that hide another
            Plan(
                calling: " 82 ", access: " 00700 001 002 00 ", premium: " 060 ", tollFree: " 080 ", voip: " 070 ",
                business: " 15 16 18 050 ", mobile: " 010 011 016 017 018 019 ", landline: " 02 03 04 05 06 ")
        case code("CN"):  // 106 are ports that only send text
            Plan(
                calling: " 86 ", tollFree: " 800 ", business: " 106 400 95 96 12 100 ", mobile: " 13 14 15 16 17 18 19 ",
                landline: " 0 ")
        case code("TW"):
            Plan(
                calling: " 886 ", access: " 002 00 ", premium: " 0203 0204 0209 ", tollFree: " 0800 0809 ", voip: " 070 ",
                business: " 412 ", mobile: " 09 ", landline: " 02 03 04 05 06 07 08 ")
        case code("HK"):
            Plan(calling: " 852 ", access: " 001 00 ", tollFree: " 800 ", mobile: " 4 5 6 7 9 ", landline: " 2 3 ")
        case code("JP"):
            Plan(
                calling: " 81 ", access: " 010 00 ", premium: " 0990 ", tollFree: " 0120 0800 ", voip: " 050 ",
                business: " 0570 020 ", mobile: " 090 080 070 060 ", landline: " 0 ")
        case code("IN"):  // 140 are advertisers, 160 banks and offices
            Plan(
                calling: " 91 ", premium: " 1900 ", tollFree: " 1800 ", business: " 140 160 1860 ", mobile: " 6 7 8 9 ",
                landline: " 0 ")
        case code("SG"):
            Plan(
                calling: " 65 ", access: " 001 002 008 00 ", premium: " 1900 ", tollFree: " 1800 ", voip: " 3 ",
                mobile: " 8 9 ", landline: " 6 ")
        case code("PH"):
            Plan(calling: " 63 ", tollFree: " 1800 ", mobile: " 09 ", landline: " 0 ")
        case code("ID"):
            Plan(
                calling: " 62 ", access: " 001 007 008 00 ", premium: " 0809 ", tollFree: " 0800 ", business: " 1500 14 ",
                mobile: " 08 ", landline: " 0 ")
        case code("VN"):
            Plan(calling: " 84 ", premium: " 1900 ", tollFree: " 1800 ", mobile: " 03 05 07 08 09 ", landline: " 02 ")
        case code("TH"):
            Plan(
                calling: " 66 ", access: " 001 00 ", premium: " 1900 ", tollFree: " 1800 ", mobile: " 06 08 09 ",
                landline: " 02 03 04 05 07 ")
        case code("MY"):
            Plan(
                calling: " 60 ", premium: " 600 1600 ", tollFree: " 1800 ", voip: " 015 ", business: " 1300 ", mobile: " 01 ",
                landline: " 0 ")
        default: other(country)
        }
    }

    private static func other(_ country: UInt16) -> DialingPlan {
        switch country {
        case code("US"), code("CA"):  // mobiles and landlines look alike
            Plan(
                calling: " 1 ", access: " 011 00 ", premium: " 900 1900 ",
                tollFree: " 800 888 877 866 855 844 833 1800 1888 1877 1866 1855 1844 1833 ")
        case code("GB"):
            Plan(
                calling: " 44 ", premium: " 09 087 070 ", tollFree: " 0800 0808 ", voip: " 056 ", business: " 03 084 ",
                mobile: " 07 ", landline: " 01 02 ")
        case code("NG"):
            Plan(
                calling: " 234 ", access: " 009 00 ", premium: " 0900 ", tollFree: " 0800 ", mobile: " 070 080 081 090 091 ",
                landline: " 0 ")
        case code("TR"):
            Plan(
                calling: " 90 ", premium: " 0900 0888 ", tollFree: " 0800 ", business: " 0850 444 ", mobile: " 05 ",
                landline: " 02 03 04 ")
        case code("BR"):  // an area of two digits first
            Plan(
                calling: " 55 ", premium: " 0900 0500 ", tollFree: " 0800 ", business: " 0300 4004 4003 3003 ",
                mobile: " ??9 0??9 ", landline: " ??2 ??3 ??4 ??5 0??2 0??3 0??4 0??5 ")
        case code("ES"):
            Plan(
                calling: " 34 ", premium: " 803 806 807 905 ", tollFree: " 900 800 ", business: " 901 902 ", mobile: " 6 7 ",
                landline: " 8 9 ")
        case code("PT"):
            Plan(
                calling: " 351 ", premium: " 76 6 ", tollFree: " 800 ", voip: " 30 ", business: " 707 808 ", mobile: " 9 ",
                landline: " 2 ")
        case code("FR"):
            Plan(
                calling: " 33 ", premium: " 089 ", tollFree: " 080 ", voip: " 09 ", business: " 081 082 ", mobile: " 06 07 ",
                landline: " 01 02 03 04 05 ")
        case code("DE"):
            Plan(
                calling: " 49 ", premium: " 0900 0137 ", tollFree: " 0800 ", voip: " 032 ", business: " 0180 0700 ",
                mobile: " 015 016 017 ", landline: " 0 ")
        case code("AU"):
            Plan(
                calling: " 61 ", access: " 0011 00 ", premium: " 190 ", tollFree: " 1800 ", business: " 13 ",
                mobile: " 04 05 ", landline: " 02 03 07 08 ")
        case code("NZ"):
            Plan(calling: " 64 ", premium: " 0900 ", tollFree: " 0800 0508 ", mobile: " 02 ", landline: " 03 04 06 07 09 ")
        case code("ZA"):
            Plan(
                calling: " 27 ", tollFree: " 0800 ", voip: " 087 ", business: " 086 ", mobile: " 06 07 08 ",
                landline: " 01 02 03 04 05 ")
        default: Plan()
        }
    }

    @inline(__always)
    private static func code(_ letters: StaticString) -> UInt16 {
        UInt16(letters.utf8Start[0]) << 8 | UInt16(letters.utf8Start[1])
    }
}
