// Text: what a number is for, by its form: money, a share, a time, a date, a phone number, or just
// a number. In: the lengths and joints of its groups, its first digits, and its neighbours. Out:
// its class, which a placeholder such as <PHONE> has too.
// Phone forms: + or 00 and a country's code; national from 0 (KR 010-1234-5678, JP 0120-123-456,
// UK, DE…); CN mobile 1[3-9] in 11 digits; KR 1588-1234; 400/800-… and three groups 3-3-4 (US, CN).

/// What the class of a number is judged by.
struct FoldedNumber {
    /// The lengths of the last 16 groups, a hexadecimal digit each, the last one lowest: 0x344 is
    /// 010-1234-5678.
    var lengths: UInt64 = 0
    /// The last 8 joints, 8 bits each.
    var joints: UInt64 = 0
    var digits = 0
    /// The first four digits; a masked digit counts as 0.
    var lead = 0

    /// `,` `-` `.` `/` `:`
    @inline(__always)
    static func isJoint(_ scalar: UInt32) -> Bool { ","..."/" ~= scalar || scalar == ":" }
}

/// The joints of a number with two groups or three.
private enum NumberJoints {
    static let colon = UInt64(UInt8(ascii: ":")), slash = UInt64(UInt8(ascii: "/"))
    static let hyphen = UInt64(UInt8(ascii: "-")), dot = UInt64(UInt8(ascii: "."))
    static let colons = colon << 8 | colon, slashes = slash << 8 | slash
    static let hyphens = hyphen << 8 | hyphen, dots = dot << 8 | dot
}

enum NumberClass: UInt64 {
    case plain = 1, money, share, time, date, phone

    /// The feature of the class: the most general thing said of a number.
    @inline(__always)
    var feature: UInt64 { FeatureHash.close(rawValue &* FeatureHash.m5, .number) }

    /// The class of a number without a currency.
    ///
    /// - Parameters:
    ///   - before: the symbol in front, 0 where there is none.
    ///   - end: the index behind it.
    @inline(__always)
    init(_ number: FoldedNumber, before: UInt32, end: Int, _ window: Window) {
        if end < window.count, let unit = NumberClass.byUnit(window[end], number) {
            self = unit
        } else if let form = NumberClass.byForm(number) {
            self = form
        } else {
            self = number.digits >= 8 && number.isPhone(before) ? .phone : .plain
        }
    }

    /// By % 点 时 시 時 分 분 年 년 月 월 日 일 behind the number.
    @inline(__always)
    private static func byUnit(_ behind: FoldedScalar, _ number: FoldedNumber) -> NumberClass? {
        if behind.scalar == "%" { return .share }
        guard behind.isCJK, number.digits <= 4 else { return nil }
        switch behind.scalar {
        case "点", "时", "시", "時", "分", "분": return .time
        case "年", "년", "月", "월", "日", "일": return .date
        default: return nil
        }
    }

    @inline(__always)
    private static func byForm(_ number: FoldedNumber) -> NumberClass? {
        switch (number.joints, number.lengths) {
        case (NumberJoints.colon, 0x12), (NumberJoints.colon, 0x22), (NumberJoints.colons, 0x122), (NumberJoints.colons, 0x222):
            return .time
        case (NumberJoints.slash, 0x11), (NumberJoints.slash, 0x12), (NumberJoints.slash, 0x21), (NumberJoints.slash, 0x22):
            return .date
        case (NumberJoints.slashes, _), (NumberJoints.hyphens, _), (NumberJoints.dots, _):
            switch number.lengths {
            case 0x411, 0x412, 0x421, 0x422, 0x222, 0x112, 0x122, 0x212, 0x114, 0x124, 0x214, 0x224: return .date
            default: return nil
            }
        default: return nil
        }
    }
}

extension FoldedNumber {
    fileprivate func isPhone(_ before: UInt32) -> Bool {
        guard digits <= 15 else { return false }
        var joints = joints
        while joints != 0 {
            // - or . between the groups; 1,000,000 and 12/10/2026 are none.
            guard joints & 0xFF == NumberJoints.hyphen || joints & 0xFF == NumberJoints.dot else { return false }
            joints >>= 8
        }
        if before == "+" || lead < 1000 { return true }
        switch lengths {
        case 0xB, 0x344: return lead >= 1300 && lead < 2000
        case 0x44: return lead / 100 == 15 || lead / 100 == 16 || lead / 100 == 18
        case 0x334, 0x1334: return true
        case 0xA, 0x343: return lead / 10 == 400 || lead / 10 == 800
        default: return false
        }
    }
}
