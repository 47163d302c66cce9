// Text: numbers, as shapes. A number says little, its form much: 1,000,000 and 2,500,000 are both
// 1,3,3 digits.
// Rules: digits in groups joined by single . , : / -. A masked or look-alike digit (DigitGroup)
// counts as a digit.
// Features: what kind of number it is (NumberClass), the number of digits, the shape and its pair,
// the shape with the mark before it (+, -, #), and the number of digits with its currency.

struct NumberTokenizer {
    let window: Window
    /// No number begins before this index: a run that was searched in vain is not searched again
    /// from each of its words, which would take quadratic time
    /// (Benchmarks/decisions/decision-speed.md).
    private var numberlessUntil = 0

    init(_ window: Window) { self.window = window }

    @inline(__always)
    mutating func beginWindow() { numberlessUntil = 0 }

    /// The index behind the number that begins at `i`, or `nil` where none does.
    @inline(__always)
    mutating func end(at i: Int) -> Int? {
        i >= numberlessUntil && DigitGroup.canBegin(at: i, window) ? endOfPossibleNumber(at: i) : nil
    }

    @inline(never)
    private mutating func endOfPossibleNumber(at i: Int) -> Int? {
        let first = DigitGroup.end(from: i, behindJoint: false, window)
        guard first > i else {
            numberlessUntil = max(i, -first)
            return nil
        }
        let window = window, count = window.count
        var end = first
        while end + 1 < count, FoldedNumber.isJoint(window[end].scalar) {
            let next = DigitGroup.end(from: end + 1, behindJoint: true, window)
            guard next > end else { break }
            end = next
        }
        return end
    }

    /// Reads the number from `i` to `end`. Returns `end`.
    @inline(__always)
    mutating func read(at i: Int, end: Int, _ emitter: inout TokenEmitter) -> Int {
        let (number, shape) = scan(i, end, &emitter)
        let start = window.starts[i], stop = window.starts[end]
        let digits = UInt64(min(number.digits, 16))
        let before: UInt32 = i > 0 && window[i - 1].kind == .symbol ? window[i - 1].scalar : 0
        let currency = Currency.of(i, end, window)
        let kind = currency.id != 0 ? NumberClass.money : NumberClass(number, before: before, end: end, window)
        guard var place = emitter.features.place(forMost: 4) else { return end }
        let size = FeatureHash.close(digits &* FeatureHash.m2, .number)
        emitter.writeCounted(size, start: start, end: stop, to: &place)
        emitter.writeCounted(kind.feature, start: start, end: stop, to: &place)
        if currency.id != 0 {
            let amount = FeatureHash.close(
                min(digits, 9) &* FeatureHash.m1 &+ UInt64(currency.id) &* FeatureHash.m3, .number)
            emitter.writeCounted(amount, start: currency.start, end: max(stop, currency.end), to: &place)
        } else if before != 0 {
            let sign = FeatureHash.close(FeatureHash.roll(shape, before) &* FeatureHash.m4, .number)
            emitter.writeCounted(sign, start: window.starts[i - 1], end: stop, to: &place)
        }
        let unit = FeatureHash.close(shape, .number)
        emitter.writeCounted(unit, start: start, end: stop, to: &place)
        emitter.features.take(upTo: place)
        emitter.addPair(unit, start: start, end: stop)
        emitter.forgetCJK()
        return end
    }

    /// The groups and joints of a number, and its shape. Adds the joints.
    @inline(__always)
    private func scan(_ i: Int, _ end: Int, _ emitter: inout TokenEmitter) -> (FoldedNumber, shape: UInt64) {
        var shape: UInt64 = 0
        var number = FoldedNumber()
        var j = i
        while j < end {
            let scalar = window[j].scalar
            if FoldedNumber.isJoint(scalar) {
                let joint = FeatureHash.run(scalar, times: 1, left: FoldedScalar.digitSide, right: FoldedScalar.digitSide)
                emitter.addCounted(joint, start: window.starts[j], end: window.starts[j &+ 1])
                shape = FeatureHash.roll(shape, scalar)
                number.joints = number.joints << 8 | UInt64(scalar)
                j &+= 1
            } else {
                let from = j
                while j < end, !FoldedNumber.isJoint(window[j].scalar) {
                    if number.digits < 4 {
                        let folded = window[j]
                        number.lead = number.lead &* 10 &+ (folded.kind == .digit ? Int(folded.scalar & 15) : 0)
                    }
                    number.digits &+= 1
                    j &+= 1
                }
                shape = FeatureHash.roll(shape, UInt32(min(j - from, 12)))
                number.lengths = number.lengths << 4 | UInt64(min(j - from, 12))
            }
        }
        // A masked 010-1234-5678 or 138… is a phone number still, a masked 1588-1234 is not told
        // from others.
        if window[i].kind != .digit { number.lead = 1700 }
        return (number, shape)
    }
}
