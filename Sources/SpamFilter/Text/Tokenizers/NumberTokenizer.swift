// Text: numbers, as shapes. A number says little, its form much: 1,000,000 and 2,500,000 are both 1,3,3 digits.
// Rules: digits in groups joined by single . , : / - signs; what stands for a digit (NumberMask.swift) is one.
// Features: what kind of number it is (NumberClass.swift), the number of digits, the shape and its pair, the shape with the sign before
// it (+, -, #), and the number of digits with its currency.

extension MessageReader {
    /// The index behind the number that begins at `i`, or `nil` where none does.
    @inline(__always)
    mutating func endOfNumber(at i: Int) -> Int? {
        i >= numberlessUntil && canBeginNumber(i) ? endOfPossibleNumber(at: i) : nil
    }

    @inline(never)
    private mutating func endOfPossibleNumber(at i: Int) -> Int? {
        let first = endOfGroup(i, behindJoint: false)
        guard first > i else {
            numberlessUntil = max(i, -first)
            return nil
        }
        var end = first
        while end + 1 < window.count, FoldedNumber.isJoint(window.scalars[end].scalar) {
            let next = endOfGroup(end + 1, behindJoint: true)
            guard next > end else { break }
            end = next
        }
        return end
    }

    @inline(__always)
    mutating func readNumber(at i: Int, end: Int) -> Int {
        var shape: UInt64 = 0
        var number = FoldedNumber()
        var j = i
        while j < end {
            let scalar = window.scalars[j].scalar
            if FoldedNumber.isJoint(scalar) {
                let joint = FeatureHash.sign(scalar, times: 1, left: FoldedScalar.digitSide, right: FoldedScalar.digitSide)
                addCounted(joint, start: window.starts[j], end: window.starts[j &+ 1])
                shape = FeatureHash.roll(shape, scalar)
                number.joints = number.joints << 8 | UInt64(scalar)
                j &+= 1
            } else {
                let from = j
                while j < end, !FoldedNumber.isJoint(window.scalars[j].scalar) {
                    if number.digits < 4 {
                        let folded = window.scalars[j]
                        number.lead = number.lead &* 10 &+ (folded.kind == .digit ? Int(folded.scalar & 15) : 0)
                    }
                    number.digits &+= 1
                    j &+= 1
                }
                shape = FeatureHash.roll(shape, UInt32(min(j - from, 12)))
                number.lengths = number.lengths << 4 | UInt64(min(j - from, 12))
            }
        }
        // A masked 010-1234-5678 or 138… is a phone number still, a masked 1588-1234 is not told from others.
        if window.scalars[i].kind != .digit { number.lead = 1700 }
        let start = window.starts[i], stop = window.starts[end]
        let digits = UInt64(min(number.digits, 16))
        let before: UInt32 = i > 0 && window.scalars[i - 1].kind == .symbol ? window.scalars[i - 1].scalar : 0
        let currency = currency(of: i, end)
        let kind = currency.id != 0 ? NumberClass.money : numberClass(number, before: before, end: end)
        addCounted(FeatureHash.close(digits &* FeatureHash.m2, .number), start: start, end: stop)
        addCounted(kind.feature, start: start, end: stop)
        if currency.id != 0 {
            let amount = min(digits, 9) &* FeatureHash.m1 &+ UInt64(currency.id) &* FeatureHash.m3
            addCounted(FeatureHash.close(amount, .number), start: currency.start, end: max(stop, currency.end))
        } else if before != 0 {
            let sign = FeatureHash.roll(shape, before)
            addCounted(FeatureHash.close(sign &* FeatureHash.m4, .number), start: window.starts[i - 1], end: stop)
        }
        let unit = FeatureHash.close(shape, .number)
        addCounted(unit, start: start, end: stop)
        addPair(unit, start: start, end: stop)
        forgetSyllabic()
        return end
    }
}
