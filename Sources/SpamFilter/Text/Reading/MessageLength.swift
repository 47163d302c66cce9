// Text: how long a message is. Feature: floor(log2(n + 1)) of its n folded scalars, all windows together. A body without any scalar, empty or
// of invisible ones alone, has none: nothing is known of a message of which the sender alone is read.
// Figures as in SignTokenizer.swift, without and with: UCI .9867/.8869 .9876/.8928, message80W .9971/.9781 .9983/.9773, five languages
// .9946/.9578 .9948/.9599, Indonesian .9956 .9958, Turkish tied. Tied: counting no signs that pull characters apart.

extension MessageReader {
    /// At the message's end.
    mutating func addLength() {
        if length == 0 { return }
        let log2 = UInt64(truncatingIfNeeded: Int.bitWidth &- 1 &- (length &+ 1).leadingZeroBitCount)
        features.add(FeatureHash.length(log2), start: wholeMessage, end: wholeMessage)
    }
}

extension FeatureHash {
    @inline(__always)
    static func length(_ log2: UInt64) -> UInt64 { close(log2 &* m1, .length) }
}
