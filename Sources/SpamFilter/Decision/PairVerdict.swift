// Decision: the verdict of a model of two classes, as most are, in less than half the time.
//
// There are two ways to a verdict: this one, and `ModelView.verdict` for any number of classes.
// Both give the same bits. `PairVerdictTests` proves it for every pair of actions.

/// Two actions and what decides between them, in 100 bytes: a call with the whole model would copy
/// 600. See `Benchmarks/decisions/decision-speed.md`.
struct PairVerdict {
    /// Whether the second class has the only weight vector.
    let hasOneVector: Bool
    private let first: Label
    private let second: Label
    private let policy: DecisionPolicy
    /// The calibrated score of the first class without a vector; 0 where the second class is junk,
    /// whose score is log-odds already.
    private let firstScore: Double
    private let bias: Double
    private let scale: Double
    private let slope: Double
    private let offset: Double

    /// `nil` for a model of other than two classes.
    init?(_ model: ModelView) {
        let classes = model.classes
        guard classes.count == 2 else { return nil }
        hasOneVector = classes.isPair
        (first, second) = (classes.label(0), classes.label(1))
        policy = model.policy
        firstScore = second == .junk ? 0 : classes.calibrated(0, class: 0)
        let vector = classes.biasAndScale(0), calibration = classes.calibration(1)
        (bias, scale) = (Double(vector.bias), Double(vector.scale))
        (slope, offset) = (Double(calibration.slope), Double(calibration.offset))
    }

    /// For a model whose second class has the only weight vector.
    ///
    /// - Parameter sum: of the weights of the message's features.
    @inline(__always)
    func verdict(sum: Int32, norm: Double, moved move: JunkMove?) -> Verdict {
        verdict(difference: slope * (bias + scale * Double(sum) * norm) + offset - firstScore + difference(move))
    }

    func verdict(_ scores: ClassScores, moved move: JunkMove?) -> Verdict {
        verdict(difference: difference(scores) + difference(move))
    }

    private func difference(_ scores: ClassScores) -> Double {
        switch scores.junk {
        case 0: -scores.junkLogOdds
        case 1: scores.junkLogOdds
        default: scores[1] - scores[0]
        }
    }

    /// What own examples add to the log-odds of the second class. Without them, or without junk,
    /// -0: it changes no bit of what it is added to.
    @inline(__always)
    private func difference(_ move: JunkMove?) -> Double {
        guard let move, second == .junk || first == .junk else { return -0.0 }
        let junk = policy.protected.contains(second == .junk ? first : second) ? move.ofProtected : move.ofOthers
        return second == .junk ? junk : -junk
    }

    /// - Parameter difference: the log-odds of the second class.
    @inline(__always)
    private func verdict(difference: Double) -> Verdict {
        let less = exponential(-abs(difference))
        let larger = 1 / (1 + less)
        let isSecond = difference > 0
        // Numbers, selected without a branch, as half of a corpus is junk. Vectors would be
        // branched to.
        let exponentials = (isSecond ? less : 1, isSecond ? 1 : less)
        var probabilities = SIMD16<Float>(repeating: 0)
        probabilities[0] = Float(exponentials.0 * larger)
        probabilities[1] = Float(exponentials.1 * larger)
        let junk = logOdds(.junk, difference)
        let isProtected =
            policy.asksForProtection(junk: junk) && policy.protected.contains(first.action == .junk ? second : first)
        return Verdict(
            action: policy.action(
                junk: junk, promotion: logOdds(.promotion, difference), transaction: logOdds(.transaction, difference),
                isProtected: isProtected),
            subAction: .none, label: isSecond ? second : first, junkLogOdds: junk, probabilities: probabilities)
    }

    @inline(__always)
    private func logOdds(_ action: Action, _ difference: Double) -> Double {
        second.action == action ? difference : first.action == action ? -difference : -.infinity
    }
}
