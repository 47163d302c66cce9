// Text: what kind of sender it is, never which one: no number is a feature, so none can be read out
// of a model.
// Features: the kind, the kind with its length, the kind with the receiver's country. Foreign
// numbers add the calling code, headers what their form says. A number of the receiver's own
// country has the same kind with and without its calling code. In a country without a plan here the
// features of such a number are those of foreign ones, which its code tells apart; rules and
// figures take it for what it is.
// A message without a sender has no such feature: else a corpus without senders would make absence
// a clue.

/// What else is said of some senders. Part of the feature's hash.
enum SenderTrait: UInt64 {
    /// A number of the receiver's country, written with its calling code.
    case ownCountry = 1
    case callingCode, headerClass, headerDigits

    func hash(_ value: UInt64) -> UInt64 {
        FeatureHash.close(value &* FeatureHash.m4 &+ rawValue &* FeatureHash.m1, .sender)
    }
}

extension SenderKind {
    /// That the sender is of this kind.
    var hash: UInt64 { FeatureHash.close(rawValue, .sender) }

    /// That it is of this kind and this long, up to `longest`.
    func hash(length: Int) -> UInt64 {
        FeatureHash.close(rawValue &* FeatureHash.m2 &+ UInt64(min(length, SenderKind.longest)), .sender)
    }

    /// That it is of this kind, and the receiver in this country (`countryCode`).
    func hash(country: UInt16) -> UInt64 { FeatureHash.close(rawValue &* FeatureHash.m3 &+ UInt64(country), .country) }

    static var longest: Int { 15 }
}

/// Makes the features of a sender.
enum SenderTokenizer {
    /// Adds the features of the sender and of the receiver's country, both in UTF-8, empty when
    /// unknown. Returns the sender's kind, `nil` when it is unknown.
    static func read(
        _ sender: UnsafeBufferPointer<UInt8>, receiverCountry: UnsafeBufferPointer<UInt8>, _ emitter: inout TokenEmitter
    ) -> SenderKind? {
        guard !sender.isEmpty else { return nil }
        func add(_ feature: UInt64) { emitter.add(feature, start: outsideBody, end: outsideBody) }
        func add(_ trait: SenderTrait, _ value: UInt64) { add(trait.hash(value)) }

        let country = countryCode(receiverCountry)
        let form = SenderForm(sender)
        var kind = form.kind, length = form.length, isOwn = false
        if let number = form.number {
            let plan = DialingPlan.of(country: country)
            let access = number.prefix(of: plan.access)
            let isInternational = form.hasPlus || access > 0 && number.count > 6
            if isInternational {
                let abroad = form.hasPlus ? number : number.dropFirst(access)
                let own = abroad.prefix(of: plan.calling)
                if own > 0 {
                    (kind, length) = national(abroad.dropFirst(own), plan)
                    add(.ownCountry, 1)
                } else {
                    let code = DialingPlan.callingCode(of: abroad)
                    (kind, length) = (.foreign, abroad.count)
                    add(.callingCode, code)
                    isOwn = CallingCode(country: country)?.number == code
                }
            } else if number.count > 6 {
                kind = plan.kind(of: number) ?? .national
            } else {
                kind = .shortCode
            }
        }
        add(kind.hash)
        add(kind.hash(length: length))
        if form.headerClass != 0 { add(.headerClass, UInt64(form.headerClass)) }
        if kind == .header, form.hasDigits { add(.headerDigits, 1) }
        if country != 0 { add(kind.hash(country: country)) }
        return isOwn ? .national : kind
    }

    /// The kind and length that a number has at home, where a trunk prefix 0 may precede it.
    private static func national(_ number: PhoneDigits, _ plan: DialingPlan) -> (SenderKind, Int) {
        if let kind = plan.kind(of: number) { return (kind, number.count) }
        let longer = number.withTrunkPrefix()
        if let kind = plan.kind(of: longer) { return (kind, longer.count) }
        return (.national, number.count)
    }
}

/// Where the receivers of the messages were that a model was trained on.
package enum ReceiverCountry {
    /// Fewer kinds of senders may be chance: a table takes a few features for others.
    private static let fewestKinds = 3

    /// The countries, as `countryCode` has them, of which several kinds of senders are held.
    ///
    /// - Parameter isHeld: whether a model knows a feature.
    /// - Complexity: some 3,000 calls.
    package static func learned(_ isHeld: (UInt64) -> Bool) -> [UInt16] { all(fewestKinds: fewestKinds, isHeld) }

    /// Whether some country was learned: then a number of the receiver's own is known as such, too.
    package static func isLearned(_ isHeld: (UInt64) -> Bool) -> Bool {
        isHeld(SenderTrait.ownCountry.hash(1)) || !learned(isHeld).isEmpty
    }

    /// All countries of which so many kinds of senders are held, those with most first.
    package static func all(fewestKinds: Int, _ isHeld: (UInt64) -> Bool) -> [UInt16] {
        let found = (0..<CallingCode.rowCount).map { row in
            let country = CallingCode.country(row)
            return (row: row, country: country, kinds: SenderKind.allCases.count { isHeld($0.hash(country: country)) })
        }
        return found.filter { $0.kinds >= fewestKinds }.sorted { ($1.kinds, $0.row) < ($0.kinds, $1.row) }.map { $0.country }
    }
}
