// Numbers again, from the comments of NumberTokenizer, DigitGroup, NumberClass and Currency alone.

@testable import SpamFilter

struct ReferenceNumber {
    private let text: [Character]
    private let begin: Int
    let end: Int

    /// The number that begins at `begin`, or `nil` where none does.
    init?(_ text: [Character], at begin: Int) {
        guard let first = ReferenceNumber.group(text, begin, behindJoint: false) else { return nil }
        var end = first
        while end + 1 < text.count, isJoint(text[end]), let next = ReferenceNumber.group(text, end + 1, behindJoint: true) {
            end = next
        }
        (self.text, self.begin, self.end) = (text, begin, end)
    }

    /// Where no number begins, none begins in the rest of the run of figures and masks either,
    /// unless # or _ is one of them.
    static func endOfFailed(_ text: [Character], at i: Int) -> Int {
        let run = text[i...].prefix { isDigit($0) || "*○●#_x×oli".contains($0) }
        guard let c = run.first, isDigit(c) || "*○●x×".contains(c) || c == "o" && i + 1 < text.count && isDigit(text[i + 1])
        else {
            return i
        }
        return run.contains { "#_×".contains($0) } ? i : run.endIndex
    }

    /// The index behind the group of digits at `i`.
    private static func group(_ text: [Character], _ i: Int, behindJoint: Bool) -> Int? {
        func isCJKNear(_ from: Int, _ step: Int, _ length: Int) -> Bool {
            var j = from
            for _ in 0..<(length > 1 ? 3 : 1) where text.indices.contains(j) {
                if isCJK(text[j]) { return true }
                if !isSymbol(text[j]), !text[j].isWhitespace { return false }
                j += step
            }
            return false
        }
        let digits = text[i...].prefix(while: isDigit).count
        // A word that only begins like a number is none; of signs only masks go on.
        let run = text[i...].prefix { isDigit($0) || "*○●#_x×".contains($0) || $0 == "o" || $0 == "l" || $0 == "i" }
        guard let c = run.first, isDigit(c) || "*○●#_x×".contains(c) || c == "o" else { return nil }
        if !behindJoint, c == "o", !(i + 1 < text.count && isDigit(text[i + 1])) { return nil }
        let end = run.endIndex
        // A multiplication sign that masks nothing is a sign; an x is part of a word.
        let digitsAlone = digits > 0 && i + digits < text.count && !isAlphabetic(text[i + digits]) ? i + digits : nil
        if run.contains("×"), run.count > 20 || end < text.count && isAlphabetic(text[end]) { return digitsAlone }
        let isShort = run.count <= 8 || !run.contains { "#_".contains($0) }
        if isShort, end < text.count, isAlphabetic(text[end]) { return nil }
        let letters = run.filter { "oli".contains($0) }.count, crosses = run.filter { "x×".contains($0) }.count
        let lines = run.filter { "#_".contains($0) }.count, stars = run.filter { "*○●".contains($0) }.count
        let figures = run.filter(isDigit).count
        if lines > 0 {
            if isShort, lines > 1, crosses + letters == 0, i == 0 || !isAlphabetic(text[i - 1]) { return end }
            return digitsAlone
        }
        if letters > 0, run.contains("×") { return digitsAlone }
        if letters > 0 {
            guard crosses + stars == 0 else { return nil }
            if behindJoint, figures == 0 { return run.count > 1 && run.allSatisfy { $0 == "o" } ? end : nil }
            let begins = isDigit(c) || c == "o" && (behindJoint || run.count > 2)
            let ends = isDigit(run.last!) || end + 1 < text.count && isJoint(text[end]) && isDigit(text[end + 1])
            return figures > 0 && begins && ends ? end : nil
        }
        guard crosses > 0 else { return run.count == 1 && figures == 0 && !behindJoint ? nil : end }
        if behindJoint && run.count > 1 || isCJKNear(i - 1, -1, run.count) || isCJKNear(end, 1, run.count) {
            return end
        }
        let otherwise = run.contains("×") ? digitsAlone : nil
        guard run.count > 1 else { return otherwise }
        if figures + stars > 0 && crosses > 2 || i > 0 && currency(text[i - 1]) != 0 { return end }
        let behind = text[end...].prefix(3)
        return behind.count == 3 && "-/:".contains(behind.first!)
            && behind.dropFirst().allSatisfy { isDigit($0) || "x×".contains($0) }
            ? end : otherwise
    }

    private static func currency(_ c: Character) -> UInt32 {
        switch c {
        case "¥", "元", "円", "圓", "圆", "块", "塊": 0xA5
        case "원": 0x20A9
        case "$", "£", "\u{20A0}"..."\u{20BF}": scalar(c)
        default: 0
        }
    }

    /// The lengths of the groups and the joints between them.
    private var parts: [(joint: Character?, length: Int)] {
        var parts: [(joint: Character?, length: Int)] = []
        for c in text[begin..<end] {
            if isJoint(c) {
                parts.append((c, 0))
            } else if let last = parts.last, last.joint == nil {
                parts[parts.count - 1].length += 1
            } else {
                parts.append((nil, 1))
            }
        }
        return parts
    }

    /// Where its joints stand.
    var joints: [Int] { (begin..<end).filter { isJoint(text[$0]) } }

    var name: String { "number " + parts.map { $0.joint.map(String.init) ?? "\(min($0.length, 12)) digits" }.joined() }
    private var shape: UInt64 {
        parts.reduce(0) { FeatureHash.roll($0, $1.joint.map(scalar) ?? UInt32(min($1.length, 12))) }
    }
    var hash: UInt64 { FeatureHash.close(shape, .number) }

    func features() -> [(String, UInt64)] {
        let digits = parts.reduce(0) { $0 + $1.length }
        let money = moneyId()
        let kind = money != 0 ? .money : kind(digits)
        var found = [
            ("digits \(min(digits, 16))", FeatureHash.close(UInt64(min(digits, 16)) &* FeatureHash.m2, .number)),
            ("class \(kind)", FeatureHash.close(kind.rawValue &* FeatureHash.m5, .number)),
        ]
        if money != 0 {
            let amount = UInt64(min(digits, 9)) &* FeatureHash.m1 &+ UInt64(money) &* FeatureHash.m3
            found.append(("\(min(digits, 9)) digits of currency \(money)", FeatureHash.close(amount, .number)))
        } else if begin > 0, isSymbol(text[begin - 1]) {
            let signed = FeatureHash.roll(shape, scalar(text[begin - 1])) &* FeatureHash.m4
            found.append(("\(text[begin - 1]) before \(name)", FeatureHash.close(signed, .number)))
        }
        return found
    }

    private func moneyId() -> UInt32 {
        let words: [String: UInt32] = [
            "tl": 0x20BA, "kr": 0x6B << 8 | 0x72, "rp": 0x72 << 8 | 0x70, "rm": 0x72 << 8 | 0x6D, "rs": 0x20B9, "usd": 0x24,
            "eur": 0x20AC,
        ]
        if begin > 0, isSymbol(text[begin - 1]), ReferenceNumber.currency(text[begin - 1]) != 0 {
            return ReferenceNumber.currency(text[begin - 1])
        }
        var before = text[..<begin]
        if before.last?.isWhitespace == true { before.removeLast() }
        if before.last == "." { before.removeLast() }
        let word = before.reversed().prefix { isAlphabetic($0) || isDigit($0) }.reversed()
        if word.count == 2, let id = words[String(word)] { return id }
        var behind = text[end...]
        let isApart = behind.count > 1 && behind.first!.isWhitespace
        if isApart { behind.removeFirst() }
        guard let next = behind.first else { return 0 }
        if isCJK(next) {
            if "万만億억".contains(next), behind.count > 1 { return ReferenceNumber.currency(behind.dropFirst().first!) }
            return ReferenceNumber.currency(next)
        }
        if isSymbol(next) { return isApart ? 0 : ReferenceNumber.currency(next) }
        return isAlphabetic(next) ? words[String(behind.prefix { isAlphabetic($0) || isDigit($0) })] ?? 0 : 0
    }

    private func kind(_ digits: Int) -> NumberClass {
        let lengths = parts.filter { $0.joint == nil }.map { min($0.length, 12) }
        let joints = parts.compactMap(\.joint)
        if end < text.count {
            if text[end] == "%" { return .share }
            if digits <= 4, "点时時시分분".contains(text[end]) { return .time }
            if digits <= 4, "年년月월日일".contains(text[end]) { return .date }
        }
        let isClock = [[1, 2], [2, 2], [1, 2, 2], [2, 2, 2]].contains(lengths)
        if isClock, joints.allSatisfy({ $0 == ":" }) { return .time }
        if joints == ["/"], lengths.allSatisfy({ $0 <= 2 }) { return .date }
        let dates = [
            [4, 1, 1], [4, 1, 2], [4, 2, 1], [4, 2, 2], [2, 2, 2], [1, 1, 2], [1, 2, 2], [2, 1, 2], [1, 1, 4], [1, 2, 4],
            [2, 1, 4],
            [2, 2, 4],
        ]
        if [["/", "/"], ["-", "-"], [".", "."]].contains(joints), dates.contains(lengths) { return .date }
        guard (8...15).contains(digits), joints.suffix(8).allSatisfy({ "-.".contains($0) }) else { return .plain }
        let lead =
            !isDigit(text[begin])
            ? 1700
            : text[begin..<end].filter { !isJoint($0) }.prefix(4).reduce(0) { $0 * 10 + (isDigit($1) ? Int(String($1))! : 0) }
        if lead < 1000 || begin > 0 && text[begin - 1] == "+" { return .phone }
        switch lengths {
        case [11], [3, 4, 4]: return (1300..<2000).contains(lead) ? .phone : .plain
        case [4, 4]: return [15, 16, 18].contains(lead / 100) ? .phone : .plain
        case [3, 3, 4], [1, 3, 3, 4]: return .phone
        case [10], [3, 4, 3]: return [400, 800].contains(lead / 10) ? .phone : .plain
        default: return .plain
        }
    }
}

private func isJoint(_ c: Character) -> Bool { ".,:/-".contains(c) }
