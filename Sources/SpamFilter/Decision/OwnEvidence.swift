// Decision: what a person's own examples add to a model's log-odds of junk.
//
// A feature's evidence is naive Bayes': how much more often junk examples have it than messages at
// large do, less the same for wanted examples. A kind without examples says nothing.
//
//     evidence(c of n) = max(ln((c + m b) / (n + m) / b), -u)    b the rate in messages at large
//     move = k x sum over features (evidence(junk) - evidence(wanted)) / sqrt(features)
//
// The sum over the root is that of the model's own weights; model and own examples make a
// logarithmic opinion pool. The numbers, and what lost: Benchmarks/decisions/personal-overlay.md.

/// The evidence of own examples, a byte a slot, and how far it may move a message.
struct OwnEvidence {
    /// b: how many messages have a feature of which nothing is known.
    private static let rate = 1.0 / 32
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
    /// Of a byte of `weights`: 24 times the highest evidence, ln 32 and 1.5, fits one.
    private static let steps = 24.0

    static let heapBytes = OverlayLayout.slots

    /// For each slot, in steps. The classifier's to deallocate.
    let weights: UnsafeMutablePointer<Int8>
    private let towardsJunk: Double
    private let towardsWanted: Double

    init(_ overlay: OverlayView) {
        let examples = (junk: overlay.junkExamples, wanted: overlay.wantedExamples)
        towardsJunk = OwnEvidence.most(examples.junk)
        towardsWanted = OwnEvidence.most(examples.wanted)
        weights = .allocate(capacity: OverlayLayout.slots)
        // Of every count there can be: logarithms take longer than all else.
        let junk = (0...examples.junk).map { OwnEvidence.evidence($0, of: examples.junk) }
        let wanted = (0...examples.wanted).map { OwnEvidence.evidence($0, of: examples.wanted) }
        for slot in 0..<OverlayLayout.slots {
            let counts = overlay.counts(slot: slot)
            let steps = (junk[counts.junk] - wanted[counts.wanted]) * OwnEvidence.steps
            // To the nearest, without the C library's rounding.
            weights[slot] = Int8(steps + (steps < 0 ? -0.5 : 0.5))
        }
    }

    private static func evidence(_ count: Int, of examples: Int) -> Double {
        if examples == 0 { return 0 }
        let share = (Double(count) + priorExamples * rate) / (Double(examples) + priorExamples)
        return max(logarithm(share / rate), -mostAgainst)
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
    ///
    /// - Parameters:
    ///   - sum: of its features, in steps.
    ///   - features: their number.
    @inline(__always)
    func move(sum: Int32, features: Int) -> JunkMove {
        let norm = featureNorm(.lengthNormalized, features)
        let move = OwnEvidence.strength / OwnEvidence.steps * Double(sum) * norm
        let bounded = min(max(move, -towardsWanted), towardsJunk)
        return JunkMove(ofProtected: min(bounded, OwnEvidence.mostProtectedMove), ofOthers: bounded)
    }
}

/// What is added to a message's log-odds of junk.
struct JunkMove {
    /// Of a message whose most probable label except junk is protected.
    let ofProtected: Double
    let ofOthers: Double
}
