// Text: how each country dials: its calling code (ITU-T E.164), what precedes a number at home, and
// what begins a call abroad (ITU Operational Bulletin, dialling procedures). DialingPlan has the
// kinds of numbers of a few countries; this table has all countries.

/// How the people of a country write their numbers.
struct CallingCode {
    /// The code's digits, four bits each, the last one lowest.
    let packed: UInt64
    /// How many digits it has, 1 to 3.
    let length: Int
    /// What precedes a number at home: see `trunkPrefix(of:)`.
    private let trunk: UInt8
    private let access: UInt8

    /// The code of the country of two capital letters (`countryCode`); `nil` where it has none.
    init?(country: UInt16) {
        var low = 0, high = CallingCode.rowCount
        while low < high {
            let middle = (low + high) / 2
            let found = CallingCode.country(middle)
            if found == country {
                self.init(row: middle)
                return
            }
            if found < country { low = middle + 1 } else { high = middle }
        }
        return nil
    }

    /// The first country with a calling code; `nil` where no country has it.
    init?(number: UInt64) {
        for row in 0..<CallingCode.rowCount {
            let found = CallingCode(row: row)
            if found.number == number {
                self = found
                return
            }
        }
        return nil
    }

    private init(row: Int) {
        let bytes = CallingCode.rows.utf8Start + row * CallingCode.rowSize
        var packed: UInt64 = 0, length = 0
        while length < 3, bytes[2 + length] != UInt8(ascii: " ") {
            packed = packed << 4 | UInt64(bytes[2 + length] & 0xF)
            length += 1
        }
        self.packed = packed
        self.length = length
        trunk = bytes[5]
        access = bytes[6]
    }

    /// The code as a number.
    var number: UInt64 { (packed >> 8) * 100 + (packed >> 4 & 0xF) * 10 + packed & 0xF }

    /// Whether the country is in the North American Numbering Plan.
    var isNorthAmerican: Bool { packed == 1 }
    /// Whether national numbers begin with 8 and have 11 digits, as in Russia.
    var hasTrunkEight: Bool { trunk == UInt8(ascii: "8") || trunk == UInt8(ascii: "B") }

    /// How many digits of a national number precede what follows the calling code abroad.
    func trunkPrefix(of number: PhoneDigits) -> Int {
        let first = number[0]
        switch trunk {
        case UInt8(ascii: "0"): return first == 0 ? 1 : 0
        case UInt8(ascii: "1"): return first == 1 && number.count == 11 ? 1 : 0
        case UInt8(ascii: "8"): return first == 8 && number.count == 11 ? 1 : 0
        // Belarus: 8, a second tone, 0.
        case UInt8(ascii: "B"): return first == 8 && number[1] == 0 && number.count == 11 ? 2 : 0
        case UInt8(ascii: "H"): return first == 0 && number[1] == 6 ? 2 : 0
        // Lithuania: 8, and 0 in its place.
        case UInt8(ascii: "L"): return first == 0 || first == 8 && number.count == 9 ? 1 : 0
        case UInt8(ascii: "T"): return first == 8 && number.count == 9 ? 1 : 0
        default: return 0
        }
    }

    /// A number at home, by what follows its calling code abroad. Without a prefix where the plan
    /// has none, or where people leave it out.
    func withTrunk(_ number: PhoneDigits) -> PhoneDigits {
        switch trunk {
        case UInt8(ascii: "0"), UInt8(ascii: "L"): number.withTrunkPrefix()
        case UInt8(ascii: "8"), UInt8(ascii: "T"): number.withTrunkPrefix(8)
        case UInt8(ascii: "B"): number.withTrunkPrefix().withTrunkPrefix(8)
        case UInt8(ascii: "H"): number.withTrunkPrefix(6).withTrunkPrefix()
        default: number
        }
    }

    /// Whether a 0 behind the calling code is the prefix of national numbers, which many leave
    /// there: `+82 (0)10…`. In Italy and others it is part of the number.
    var dropsZeroAbroad: Bool { trunk == UInt8(ascii: "0") || trunk == UInt8(ascii: "L") }

    /// Whether some call abroad begins with other digits than 00.
    var hasOddAccess: Bool {
        switch access {
        case UInt8(ascii: "N"), UInt8(ascii: "J"), UInt8(ascii: "R"), UInt8(ascii: "U"), UInt8(ascii: "F"), UInt8(ascii: "L"):
            true
        default: false
        }
    }

    /// The digits that begin a call abroad, longest first, between spaces.
    var accessCodes: StaticString {
        switch access {
        case UInt8(ascii: "N"): " 011 00 "
        case UInt8(ascii: "K"): " 00700 00727 00755 001 002 005 006 008 009 00 "
        case UInt8(ascii: "J"): " 010 00 "
        case UInt8(ascii: "A"): " 0011 00 "
        case UInt8(ascii: "S"): " 001 002 008 00 "
        case UInt8(ascii: "H"): " 001 00 "
        case UInt8(ascii: "I"): " 001 007 008 009 00 "
        case UInt8(ascii: "W"): " 002 00 "
        case UInt8(ascii: "G"): " 009 00 "
        case UInt8(ascii: "E"): " 000 00 "
        case UInt8(ascii: "R"): " 810 00 "
        case UInt8(ascii: "U"): " 119 00 "
        case UInt8(ascii: "F"): " 00 990 994 999 "
        case UInt8(ascii: "L"): " 00 012 013 014 015 016 017 018 019 "
        default: " 00 "
        }
    }

    // MARK: The table

    private static let rowSize = 8
    static var rowCount: Int { (rows.utf8CodeUnitCount + 1) / rowSize }

    static func country(_ row: Int) -> UInt16 {
        let bytes = rows.utf8Start + row * rowSize
        return UInt16(bytes[0]) << 8 | UInt16(bytes[1])
    }

    /// Rows in the order of their countries: two letters, three places for the code, the prefix at
    /// home, the codes that begin a call abroad; a space between rows.
    private static var rows: StaticString {
        """
        AC247-0 AD376-0 AE97100 AF93 00 AG1  1N AI1  1N AL35500 AM37400 AO244-0 AQ672-0 AR54 00 AS1  1N \
        AT43 00 AU61 0A AW297-0 AX3580F AZ99400 BA38700 BB1  1N BD88000 BE32 00 BF226-0 BG35900 BH973-0 \
        BI257-0 BJ229-0 BL59000 BM1  1N BN673-0 BO59100 BQ599-0 BR55 00 BS1  1N BT975-0 BV47 -0 BW267-0 \
        BY375BR BZ501-0 CA1  1N CC61 0A CD24300 CF236-0 CG242-0 CH41 00 CI225-0 CK682-0 CL56 -0 CM237-0 \
        CN86 00 CO57 00 CR506-0 CU53 0U CV238-0 CW599-0 CX61 0A CY357-0 CZ420-0 DE49 00 DJ253-0 DK45 -0 \
        DM1  1N DO1  1N DZ21300 EC59300 EE372-0 EG20 00 EH21200 ER29100 ES34 -0 ET25100 FI3580F FJ679-0 \
        FK500-0 FM691-N FO298-0 FR33 00 GA241-0 GB44 00 GD1  1N GE99500 GF59400 GG44 00 GH23300 GI350-0 \
        GL299-0 GM220-0 GN224-0 GP59000 GQ240-0 GR30 -0 GS500-0 GT502-0 GU1  1N GW245-0 GY592-H HK852-H \
        HM672-0 HN504-0 HR38500 HT509-0 HU36 H0 ID62 0I IE35300 IL9720L IM44 00 IN91 00 IO246-0 IQ96400 \
        IR98 00 IS354-0 IT39 -0 JE44 00 JM1  1N JO96200 JP81 0J KE2540E KG99600 KH8550I KI68600 KM269-0 \
        KN1  1N KP85000 KR82 0K KW965-0 KY1  1N KZ7  8R LA85600 LB96100 LC1  1N LI42300 LK94 00 LR23100 \
        LS266-0 LT370L0 LU352-0 LV371-0 LY21800 MA21200 MC37700 MD37300 ME38200 MF59000 MG26100 MH6921N \
        MK38900 ML223-0 MM95 00 MN9760H MO853-0 MP1  1N MQ59600 MR222-0 MS1  1N MT356-0 MU230-0 MV960-0 \
        MW26500 MX52 -0 MY60 00 MZ258-0 NA26400 NC687-0 NE227-0 NF672-0 NG2340G NI505-0 NL31 00 NO47 -0 \
        NP97700 NR674-0 NU683-0 NZ64 00 OM968-0 PA507-0 PE51 00 PF689-0 PG675-0 PH63 00 PK92 00 PL48 -0 \
        PM50800 PN64 00 PR1  1N PS97000 PT351-0 PW680-N PY59500 QA974-0 RE26200 RO40 00 RS38100 RU7  8R \
        RW25000 SA96600 SB677-0 SC248-J SD24900 SE46 00 SG65 -S SH290-0 SI38600 SJ47 -0 SK42100 SL23200 \
        SM378-0 SN221-0 SO25200 SR597-0 SS21100 ST239-0 SV503-0 SX1  1N SY96300 SZ268-0 TA290-0 TC1  1N \
        TD235-0 TF26200 TG228-0 TH66 0H TJ992-R TK690-0 TL670-0 TM993TR TN216-0 TO676-0 TR90 00 TT1  1N \
        TV688-0 TW8860W TZ2550E UA38000 UG2560E UM1  1N US1  1N UY59800 UZ998-0 VA39 -0 VC1  1N VE58 00 \
        VG1  1N VI1  1N VN84 00 VU678-0 WF681-0 WS685-0 XK38300 YE96700 YT26200 ZA27 00 ZM26000 ZW26300
        """
    }
}
