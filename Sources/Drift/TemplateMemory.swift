// Drift: which messages repeat a template. A template counts once, however often it comes: a
// thousand parcel notices are one piece of evidence.

/// What near duplicates share: eight keys, each of the least features of four bins.
///
/// One-permutation hashing (Li, Owen & Zhang, 2012) in bands (Leskovec, Rajaraman & Ullman, Mining
/// of Massive Datasets, chapter 3): messages that share nine features in ten agree in a band in 99
/// cases of 100, messages that share one in ten in fewer than one of 1,000.
public struct TemplateKeys: Sendable, Hashable {
    package static let bins = 32
    package static let bands = 8

    package var keys = SIMD8<UInt32>(repeating: 0)

    /// - Parameter least: of each bin of `bin(_:)` the least `value(_:)` of the features; `.max` of
    ///   an empty one.
    package init(_ least: UnsafeMutablePointer<UInt32>) {
        // An empty bin takes the value of the next one that is not.
        var full = UInt32.max
        for bin in 0..<TemplateKeys.bins where full == .max { full = least[bin] }
        for bin in (0..<TemplateKeys.bins).reversed() {
            if least[bin] == .max { least[bin] = full } else { full = least[bin] }
        }
        for band in 0..<TemplateKeys.bands {
            var key = UInt64(band)
            for bin in 4 * band..<4 * band + 4 { key = (key ^ UInt64(least[bin])) &* 0x9E37_79B9_7F4A_7C15 ^ key >> 29 }
            keys[band] = UInt32(truncatingIfNeeded: key >> 32)
        }
    }

    package init() {}

    @inline(__always)
    package static func bin(_ feature: UInt64) -> Int { Int(truncatingIfNeeded: feature >> 59) }
    @inline(__always)
    package static func value(_ feature: UInt64) -> UInt32 { UInt32(truncatingIfNeeded: feature >> 27) }
}

/// The templates of the last messages, at most `window`; then all are forgotten, so that memory is
/// bounded and a long stream is counted as a short one is. 128 KiB.
package struct TemplateMemory: Sendable {
    /// How many messages are remembered.
    package static let window = 2000
    private static let slotBits = 16

    private var slots = [UInt16](repeating: 0, count: 1 << slotBits)
    private var messages = 0

    package init() {}

    /// Notes a message. Returns whether one of its template came before.
    package mutating func isRepeat(_ template: TemplateKeys) -> Bool {
        if messages == TemplateMemory.window { forget() }
        messages += 1
        var isRepeat = false
        for band in 0..<TemplateKeys.bands {
            let key = template.keys[band]
            let slot = Int(key >> (32 - UInt32(TemplateMemory.slotBits))), tag = UInt16(truncatingIfNeeded: key) | 1
            if slots[slot] == tag { isRepeat = true }
            slots[slot] = tag
        }
        return isRepeat
    }

    package mutating func forget() {
        messages = 0
        for i in slots.indices { slots[i] = 0 }
    }
}
