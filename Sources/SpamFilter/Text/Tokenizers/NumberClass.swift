// Text: what a number is for, by its form: money, a share, a time, a date, a phone number, or just a number. In: the lengths and joints of
// its groups, its first digits, and what stands on either side. Out: its class, which a placeholder such as <PHONE> has too.
// Phone forms: + or 00 and a country's code; national from 0 (KR 010-1234-5678, JP 0120-123-456, UK, DE…); CN mobile 1[3-9] in 11 digits;
// KR 1588-1234; 400/800-… and three groups 3-3-4 (US, CN).

/// A number in short: what its class is told from.
struct FoldedNumber {
    /// The lengths of the last 16 groups, 4 bits each, the last one lowest.
    var lengths: UInt64 = 0
    /// The last 8 joints, 8 bits each.
    var joints: UInt64 = 0
    var digits = 0
    /// The first four digits; what stands for a digit counts as 0.
    var lead = 0

    /// `,` `-` `.` `/` `:`
    @inline(__always)
    static func isJoint(_ scalar: UInt32) -> Bool { scalar >= 0x2C && scalar <= 0x2F || scalar == 0x3A }
}

enum NumberClass: UInt64 {
    case plain = 1, money, share, time, date, phone

    /// The feature of the class: the most general thing said of a number.
    @inline(__always)
    var feature: UInt64 { FeatureHash.close(rawValue &* FeatureHash.m5, .number) }
}

extension MessageReader {
    @inline(__always)
    mutating func numberClass(_ number: FoldedNumber, before: UInt32, end: Int) -> NumberClass {
        if end < window.count, let unit = classByUnit(window.scalars[end], number) { return unit }
        switch (number.joints, number.lengths) {
        case (0x3A, 0x12), (0x3A, 0x22), (0x3A3A, 0x122), (0x3A3A, 0x222): return .time
        case (0x2F, 0x11), (0x2F, 0x12), (0x2F, 0x21), (0x2F, 0x22): return .date
        case (0x2F2F, _), (0x2D2D, _), (0x2E2E, _):
            switch number.lengths {
            case 0x411, 0x412, 0x421, 0x422, 0x222, 0x112, 0x122, 0x212, 0x114, 0x124, 0x214, 0x224: return .date
            default: break
            }
        default: break
        }
        return number.digits >= 8 && isPhone(number, before) ? .phone : .plain
    }

    /// % 点 时 시 時 分 분 年 년 月 월 日 일 behind the number.
    @inline(__always)
    private func classByUnit(_ behind: FoldedScalar, _ number: FoldedNumber) -> NumberClass? {
        if behind.scalar == 0x25 { return .share }
        guard behind.isSyllabic, number.digits <= 4 else { return nil }
        switch behind.scalar {
        case 0x70B9, 0x65F6, 0xC2DC, 0x6642, 0x5206, 0xBD84: return .time
        case 0x5E74, 0xB144, 0x6708, 0xC6D4, 0x65E5, 0xC77C: return .date
        default: return nil
        }
    }

    private mutating func isPhone(_ number: FoldedNumber, _ before: UInt32) -> Bool {
        guard number.digits <= 15 else { return false }
        var joints = number.joints
        while joints != 0 {
            // - or . between the groups; 1,000,000 and 12/10/2026 are none.
            guard joints & 0xFF == 0x2D || joints & 0xFF == 0x2E else { return false }
            joints >>= 8
        }
        if before == 0x2B || number.lead < 1000 { return true }
        switch number.lengths {
        case 0xB, 0x344: return number.lead >= 1300 && number.lead < 2000
        case 0x44: return number.lead / 100 == 15 || number.lead / 100 == 16 || number.lead / 100 == 18
        case 0x334, 0x1334: return true
        case 0xA, 0x343: return number.lead / 10 == 400 || number.lead / 10 == 800
        default: return false
        }
    }

    /// The currency of a number, its id and the bytes it spans; id 0 where there is none.
    @inline(__always)
    mutating func currency(of i: Int, _ end: Int) -> (id: UInt32, start: UInt32, end: UInt32) {
        let start = window.starts[i]
        if i > 0, window.scalars[i - 1].kind == .symbol {
            let id = currencySign(window.scalars[i - 1].scalar)
            if id != 0 { return (id, window.starts[i - 1], start) }
        }
        let word = currencyWord(before: i)
        if word.id != 0 { return (word.id, window.starts[word.start], start) }
        var j = end
        if j + 1 < window.count, window.scalars[j].kind == .space { j += 1 }
        guard j < window.count else { return (0, start, start) }
        let behind = window.scalars[j]
        if behind.isSyllabic {
            // 5万元, 3만원: ten thousand of it.
            let unit = behind.scalar == 0x4E07 || behind.scalar == 0xB9CC || behind.scalar == 0x5104 || behind.scalar == 0xC5B5
            let k = unit && j + 1 < window.count ? j + 1 : j
            let id = currencySign(window.scalars[k].scalar)
            return id == 0 ? (0, start, start) : (id, start, window.starts[k + 1])
        }
        if behind.kind == .symbol {
            let id = currencySign(behind.scalar)
            return id == 0 || j > end ? (0, start, start) : (id, start, window.starts[j + 1])
        }
        guard behind.kind == .letter else { return (0, start, start) }
        let length = lengthOfWord(j, atMost: 4)
        guard length == 2 || length == 3 else { return (0, start, start) }
        let id = currencyWord(j, length)
        return id == 0 ? (0, start, start) : (id, start, window.starts[j + length])
    }

    /// Whether Rp, Rs, RM or TL stands at `i` with a digit directly behind: Rp50.000 is a number, not a word.
    @inline(__always)
    mutating func isCurrencyPrefix(at i: Int) -> Bool {
        let first = window.scalars[i].scalar
        guard first == 0x72 || first == 0x74, i + 2 < window.count, window.scalars[i + 2].kind == .digit else { return false }
        return currencyWord(i, 2) != 0 && (i == 0 || !window.scalars[i - 1].isAlphanumeric)
    }

    /// The id of the currency whose two or three letters stand at `i`: tl, kr, rp, rs, rm, usd, eur; else 0.
    private mutating func currencyWord(_ i: Int, _ length: Int) -> UInt32 {
        let second = window.scalars[i + 1].scalar
        switch (window.scalars[i].scalar, second, length) {
        case (0x74, 0x6C, 2): return 0x20BA
        case (0x6B, 0x72, 2), (0x72, 0x70, 2), (0x72, 0x6D, 2): return window.scalars[i].scalar << 8 | second
        case (0x72, 0x73, 2): return 0x20B9
        case (0x75, 0x73, 3): return window.scalars[i + 2].scalar == 0x64 ? 0x24 : 0
        case (0x65, 0x75, 3): return window.scalars[i + 2].scalar == 0x72 ? 0x20AC : 0
        default: return 0
        }
    }

    /// The currency of two letters before `i`, with a dot or a space or both between: Rp50, Rp 50, Rs. 50.
    @inline(__always)
    private mutating func currencyWord(before i: Int) -> (id: UInt32, start: Int) {
        var end = i
        if end > 0, window.scalars[end - 1].kind == .space { end -= 1 }
        if end > 0, window.scalars[end - 1].scalar == 0x2E { end -= 1 }
        guard end >= 2, window.scalars[end - 1].kind == .letter, end == 2 || !window.scalars[end - 3].isAlphanumeric else {
            return (0, 0)
        }
        return (currencyWord(end - 2, 2), end - 2)
    }

    @inline(__always)
    private func lengthOfWord(_ i: Int, atMost: Int) -> Int {
        var end = i
        while end < window.count, end - i < atMost, window.scalars[end].isAlphanumeric { end += 1 }
        return end - i
    }

    /// One id for a currency in sign and letter; 0 for anything else. ¥ 元 円 块 are one: the sign does not tell which.
    @inline(__always)
    func currencySign(_ scalar: UInt32) -> UInt32 {
        switch scalar {
        case 0x24, 0xA3: scalar
        case 0x20A0...0x20BF: scalar
        case 0xA5, 0x5143, 0x5186, 0x5713, 0x5706, 0x5757, 0x584A: 0xA5
        case 0xC6D0: 0x20A9
        default: 0
        }
    }
}
