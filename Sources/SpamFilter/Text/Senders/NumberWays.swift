// Text: the ways to write a number. In: its digits and the receiver's country. Out: the number as
// it is dialled from abroad, which `SenderNumber` takes for its key, and at home.

/// A number as it is dialled; no digits where that is not known.
struct NumberWays {
    /// The calling code first.
    private(set) var fromAbroad = PhoneDigits()
    /// A number of the receiver's country, as people there write it.
    private(set) var atHome = PhoneDigits()
    /// The same behind the prefix of national numbers, where no list says which of both it is.
    private(set) var withTrunk = PhoneDigits()
    /// Whether `fromAbroad` without its `+` can be nothing else: see `SenderText.begins`.
    private(set) var hasClearCallingCode = false

    init() {}

    /// - Parameters:
    ///   - country: `countryCode` of the receiver's.
    ///   - own: how it dials.
    init(_ form: SenderDigits, _ country: UInt16, _ own: CallingCode?) {
        fromAbroad = SenderNumber.fromAbroad(form, country, own)
        guard fromAbroad.count > 0 else { return }
        hasClearCallingCode = fromAbroad[0] != 1 || fromAbroad.count == 11 && own?.isNorthAmerican ?? false
        guard let own, fromAbroad.packed >> UInt64(64 - 4 * own.length) == own.packed else { return }
        let number = fromAbroad.dropFirst(own.length), plan = DialingPlan.of(country: country)
        // Short codes have no prefix, and some numbers of companies and mobiles have none either.
        let isWhole = number.count <= 6 || plan.kind(of: number) != nil
        atHome = isWhole || !plan.isKnown ? number : own.withTrunk(number)
        if !isWhole, !plan.isKnown { withTrunk = own.withTrunk(number) }
    }
}
