// Rules: the country of a sender, by the calling code of its number.

extension SenderNumber {
    /// The calling code of a phone number (ITU-T E.164), by its key; 0 for all other senders.
    static func callingCode(of key: UInt64) -> UInt64 {
        // Keys of phone numbers are their digits.
        guard key < 1_000_000_000_000_000 else { return 0 }
        var digits = Digits(), scale: UInt64 = 100_000_000_000_000
        while scale > key, scale > 1 { scale /= 10 }
        while scale > 0, digits.count < 3 {
            digits.append(UInt32(key / scale % 10))
            scale /= 10
        }
        return DialingPlan.callingCode(of: digits)
    }
}
