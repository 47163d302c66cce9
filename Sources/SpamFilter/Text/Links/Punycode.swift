// Text: labels of international hosts. In: what follows `xn--`, folded. Out: the scalars that it
// encodes, unfolded.

enum Punycode {
    /// Decodes a label by RFC 3492, section 6.2, and returns how many scalars it has; -1 where it
    /// is none, or has more than `capacity`.
    ///
    /// - Complexity: O(capacity^2), as each scalar is inserted among those before.
    static func decode(
        _ input: UnsafePointer<FoldedScalar>, _ length: Int, into output: UnsafeMutablePointer<UInt32>, capacity: Int
    ) -> Int {
        var next = 0, count = 0
        var delimiter = length - 1
        while delimiter >= 0, input[delimiter].scalar != "-" { delimiter -= 1 }
        if delimiter >= 0 {
            guard delimiter <= capacity else { return -1 }
            while count < delimiter {
                guard input[count].scalar < 0x80 else { return -1 }
                output[count] = input[count].scalar
                count += 1
            }
            next = delimiter + 1
        }
        guard next < length else { return -1 }
        var scalar: UInt32 = 128, place: UInt32 = 0, bias: UInt32 = 72
        while next < length {
            guard count < capacity else { return -1 }
            let before = place
            guard let moved = readInteger(input, length, &next, place, bias) else { return -1 }
            place = moved
            let slots = UInt32(count + 1)
            bias = adapt(place - before, slots, isFirst: before == 0)
            let (sum, overflow) = scalar.addingReportingOverflow(place / slots)
            guard !overflow, sum < 0x11_0000, sum & 0xFFFF_F800 != 0xD800 else { return -1 }
            scalar = sum
            place %= slots
            var i = count
            while i > Int(place) {
                output[i] = output[i - 1]
                i -= 1
            }
            output[i] = scalar
            count += 1
            place += 1
        }
        return count
    }

    /// `start` plus a generalised variable-length integer.
    private static func readInteger(
        _ input: UnsafePointer<FoldedScalar>, _ length: Int, _ next: inout Int, _ start: UInt32, _ bias: UInt32
    ) -> UInt32? {
        var result = start, weight: UInt32 = 1, k: UInt32 = 36
        while next < length {
            let digit: UInt32
            switch input[next].scalar {
            case "a"..."z": digit = input[next].scalar - scalarValue("a")
            case "0"..."9": digit = input[next].scalar - scalarValue("0") + 26
            default: return nil
            }
            next += 1
            let (step, tooLong) = digit.multipliedReportingOverflow(by: weight)
            let (sum, overflow) = result.addingReportingOverflow(step)
            guard !tooLong, !overflow else { return nil }
            result = sum
            let threshold = k <= bias ? 1 : min(k - bias, 26)
            if digit < threshold { return result }
            let (heavier, tooHeavy) = weight.multipliedReportingOverflow(by: 36 - threshold)
            guard !tooHeavy else { return nil }
            weight = heavier
            k += 36
        }
        return nil
    }

    private static func adapt(_ distance: UInt32, _ slots: UInt32, isFirst: Bool) -> UInt32 {
        var delta = isFirst ? distance / 700 : distance / 2
        delta += delta / slots
        var k: UInt32 = 0
        while delta > 455 {
            delta /= 35
            k += 36
        }
        return k + 36 * delta / (delta + 38)
    }
}
