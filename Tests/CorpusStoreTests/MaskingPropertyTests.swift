// Random numbers in nine scripts with twenty joints: what must hold of every surrogate. And of all
// messages, whatever the threads.

import SpamFilter
import Testing

@testable import CorpusStore

@Suite struct MaskingPropertyTests {
    private static let joints = [
        "", " ", "-", ".", "/", ":", "  ", "\u{202F}", "\u{2009}", "\u{200B}", "\u{AD}", "\u{2060}", "_", "*", "~", ",", "=",
        "-\n", " - ",
        ") ",
    ]
    private static let zeros: [UInt32] = [0x30, 0x660, 0x6F0, 0x966, 0xE50, 0xFF10, 0x1D7CE]
    private static let han = Array("〇一二三四五六七八九")

    /// Script 7 has Han numerals, 8 keycaps.
    private static func digit(_ digit: Int, script: Int) -> String {
        switch script {
        case 7: String(han[digit])
        case 8: "\(digit)\u{FE0F}\u{20E3}"
        default: String(Unicode.Scalar(zeros[script] + UInt32(digit))!)
        }
    }

    /// Numbers of 7 to 16 digits, in groups of two to four.
    private static func numbers(_ count: Int, script: Int) -> [Message] {
        var random = Invented(seed: UInt64(script + 1))
        return (0..<count).compactMap { i in
            let joint = joints[i % joints.count], length = 7 + random.next(10)
            var groups: [Int] = []
            while groups.reduce(0, +) < length { groups.append(min(2 + random.next(3), length - groups.reduce(0, +))) }
            // 2030 28 3 may be a date, and 12,345,678 is a sum.
            if groups.count == 3, groups[1] == 2, groups[0] == 4 || groups[2] == 4 { return nil }
            if joint == ",", groups.dropFirst().allSatisfy({ $0 == 3 }), groups[0] <= 3 { return nil }
            let number = groups.map { (0..<$0).map { _ in digit(random.next(10), script: script) }.joined() }.joined(
                separator: joint)
            return Message(body: "call \(number) now")
        }
    }

    @Test(arguments: 0..<9) func halfOfTheDigitsChangeAndNoFiveStay(script: Int) {
        let messages = Self.numbers(500, script: script)
        let masked = MaskingThreads(Masking(seed: UInt64(script))).masked(messages.map { ($0, nil) })
        for (message, result) in zip(messages, masked) {
            let before = Self.digits(message.body), after = Self.digits(result.message.body)
            let same = zip(before, after).count { $0 == $1 }
            let isFree = Self.runs(before).isDisjoint(with: Self.runs(after))
            let holds = before.count == after.count && 2 * same <= before.count && isFree && !result.holdsDigits
            if !holds { Issue.record("\(message.body) -> \(result.message.body)") }
        }
    }

    private static func digits(_ text: String) -> [Int] { text.unicodeScalars.compactMap(Digits.valueWithHan) }

    private static func runs(_ digits: [Int]) -> Set<Int> {
        var runs: Set<Int> = [], run = 0
        for (i, digit) in digits.enumerated() {
            run = (10 * run + digit) % 100_000
            if i >= 4 { runs.insert(run) }
        }
        return runs
    }

    @Test func threadsChangeNoSurrogate() {
        let messages = (0..<9).flatMap { Self.numbers(40, script: $0) }.map { (message: $0, group: Optional("t 010-2345-6789")) }
        let one = MaskingThreads(Masking(seed: 3), threads: 1), alone = one.masked(messages)
        for threads in [2, 3, 16, 1000] {
            let many = MaskingThreads(Masking(seed: 3), threads: threads), masked = many.masked(messages)
            #expect(masked.map(\.message) == alone.map(\.message) && masked.map(\.group) == alone.map(\.group))
            #expect(masked.map(\.holdsDigits) == alone.map(\.holdsDigits) && many.holdingDigits == one.holdingDigits)
        }
        #expect(one.masked([]).isEmpty)
    }
}
