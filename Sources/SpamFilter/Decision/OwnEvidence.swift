// Decision: what a person's own examples add to a model's log-odds of junk.
//
// A feature's evidence is naive Bayes': how much more often junk examples have it than messages at
// large do, less the same for wanted examples. A kind without examples says nothing.
//
//     evidence(c of n) = max(ln((c + m b) / (n + m) / b), -u)    b the rate in messages at large
//     weight = evidence(junk) - evidence(wanted)
//     move = k x sum over features (weight - mean weight of all slots) / sqrt(features)
//
// A message that has nothing in common with the examples has features in any slots, so its mean
// weight is that of all slots. Less that mean, it stays where it is, whichever kind is rarer and
// however long the examples are. With examples of one kind only, nothing is taken off: the mean
// then points to the other kind, towards which no message moves.
//
// The sum over the root is that of the model's own weights; model and own examples make a
// logarithmic opinion pool. The numbers, and what lost: Benchmarks/decisions/personal-overlay.md.

/// The evidence of own examples, a byte a slot, and how far it may move a message.
struct OwnEvidence {
    /// b, at least: how many messages have a feature of which nothing is known. Where examples fill
    /// more of the slots, so many messages have one by chance.
    private static let lowestRate = 1.0 / 32
    /// m: as many examples are taken to be messages at large.
    private static let priorExamples = 0.5
    /// u: what a feature that the examples lack can tell, at most.
    private static let mostAgainst = 1.5
    /// k: own examples' say beside the model's.
    private static let strength = 0.4
    /// Natural log-odds that infinitely many examples of a kind could move a message towards it.
    private static let mostMove = 10.0
    /// With as many examples of the kind, half of that.
    private static let halfwayExamples = 2.0
    /// The most that a protected message moves towards junk.
    private static let mostProtectedMove = 2.0
    /// Steps of a natural logarithm in `weights`: 24 times the highest evidence, ln 32 and 1.5,
    /// fits a byte.
    private static let steps = 24.0

    /// For each slot, in steps. The classifier's to deallocate.
    let weights: UnsafeMutablePointer<Int8>
    /// What a feature of an unlike message weighs on average, in steps.
    private let drift: Double
    private let towardsJunk: Double
    private let towardsWanted: Double

    init(_ overlay: OverlayView) {
        self.init(examples: (overlay.junkExamples, overlay.wantedExamples)) { overlay.counts(slot: $0) }
    }

    init(_ overlay: PersonalOverlay) {
        self.init(examples: (overlay.junkExamples, overlay.wantedExamples)) { overlay.counts(slot: $0) }
    }

    /// Inlined, as `counts` is asked twice for each of thousands of slots.
    ///
    /// - Parameter counts: of a slot, not above the examples.
    @inline(__always)
    private init(examples: (junk: Int, wanted: Int), counts: (Int) -> (junk: Int, wanted: Int)) {
        towardsJunk = OwnEvidence.most(examples.junk)
        towardsWanted = OwnEvidence.most(examples.wanted)
        weights = .allocate(capacity: OverlayLayout.slots)
        var filled = (junk: 0, wanted: 0)
        for slot in 0..<OverlayLayout.slots {
            let counts = counts(slot)
            filled.junk += counts.junk
            filled.wanted += counts.wanted
        }
        // Of every count there can be: logarithms take longer than all else.
        let junk = OwnEvidence.evidence(of: examples.junk, filled: filled.junk)
        let wanted = OwnEvidence.evidence(of: examples.wanted, filled: filled.wanted)
        var total = 0
        for slot in 0..<OverlayLayout.slots {
            let counts = counts(slot)
            let steps = (junk[counts.junk] - wanted[counts.wanted]) * OwnEvidence.steps
            // To the nearest, without the C library's rounding.
            weights[slot] = Int8(steps + (steps < 0 ? -0.5 : 0.5))
            total += Int(weights[slot])
        }
        let hasBothKinds = examples.junk > 0 && examples.wanted > 0
        drift = hasBothKinds ? Double(total) / Double(OverlayLayout.slots) : 0
    }

    /// The evidence of a slot for every count of examples it can have.
    ///
    /// - Parameter filled: the sum of the counts of all slots.
    private static func evidence(of examples: Int, filled: Int) -> [Double] {
        if examples == 0 { return [0] }
        let rate = max(lowestRate, Double(filled) / Double(examples * OverlayLayout.slots))
        return (0...examples).map { count in
            let share = (Double(count) + priorExamples * rate) / (Double(examples) + priorExamples)
            return max(logarithm(share / rate), -mostAgainst)
        }
    }

    private static func most(_ examples: Int) -> Double {
        mostMove * Double(examples) / (Double(examples) + halfwayExamples)
    }

    /// The evidence of features in steps.
    ///
    /// - Complexity: O(features), a load and an addition each.
    @inline(__always)
    static func sum(_ features: UnsafeBufferPointer<Feature>, _ weights: UnsafePointer<Int8>) -> Int32 {
        var sum: Int32 = 0
        for feature in features { sum = sum &+ Int32(weights[OverlayLayout.slot(of: feature.hash)]) }
        return sum
    }

    /// How far a message moves.
    @inline(__always)
    func move(_ sum: borrowing WeightSum) -> JunkMove {
        let norm = featureNorm(.lengthNormalized, sum.featureCount)
        let excess = Double(sum.ownSum) - drift * Double(sum.featureCount)
        let move = OwnEvidence.strength / OwnEvidence.steps * excess * norm
        let bounded = min(max(move, -towardsWanted), towardsJunk)
        return JunkMove(ofProtected: min(bounded, OwnEvidence.mostProtectedMove), ofOthers: bounded)
    }
}

/// What is added to a message's log-odds of junk.
struct JunkMove {
    /// The move of a message whose most probable label except junk is protected.
    let ofProtected: Double
    let ofOthers: Double
}
