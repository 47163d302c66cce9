// Labels: from log-odds to an action. Cutoffs are natural log-odds, where differences near the
// probabilities 0 and 1 stay visible.

/// When a class is sure enough to act on. Stored in the model.
public struct DecisionPolicy: Sendable, Hashable {
    /// Calibrated natural log-odds of junk from which a message is junk; infinite: never.
    public var junkCutoff: Float
    /// Log-odds of junk from which a message that is not junk is *unsure* (`Action.none`) instead
    /// of allowed; not above `junkCutoff`.
    public var unsureCutoff: Float
    /// Log-odds of promotion, against all else, from which a message that is neither junk nor
    /// unsure is filed there.
    public var promotionCutoff: Float
    /// Log-odds of transaction, against all else, from which a message that is neither junk nor
    /// unsure is filed there. Where promotion is above its cutoff too, the higher log-odds decide.
    public var transactionCutoff: Float
    /// Labels whose loss hurts most, such as one-time codes. Where the most probable label except
    /// junk is one of them, a message is junk only from `protectedJunkCutoff` on, and unsure below
    /// that from `junkCutoff` on.
    public var protected: LabelSet = []
    /// Calibrated log-odds of junk from which a message of a protected label is junk; infinite:
    /// never. Not below `junkCutoff`.
    public var protectedJunkCutoff: Float = .infinity
    /// Labels whose sub-actions verdicts may have, at most `mostDeclared`: what the extension
    /// declares to the system. A message of another sub-action is filed under its action.
    public var declared: LabelSet = []

    /// How many sub-actions a policy may declare: the system shows no sub-folder if there are more
    /// (WWDC22, session 110341).
    public static let mostDeclared = 5

    /// Every action from even odds on; nothing is unsure, protected or declared.
    public static let evenOdds = DecisionPolicy(junkCutoff: 0, unsureCutoff: 0, promotionCutoff: 0, transactionCutoff: 0)

    /// A policy of these cutoffs in natural log-odds, which protects and declares nothing.
    public init(junkCutoff: Float, unsureCutoff: Float, promotionCutoff: Float, transactionCutoff: Float) {
        self.junkCutoff = junkCutoff
        self.unsureCutoff = unsureCutoff
        self.promotionCutoff = promotionCutoff
        self.transactionCutoff = transactionCutoff
    }

    /// What is wrong with the policy for a model of these classes, as a sentence for people; `nil`
    /// where nothing is.
    public func problem(classes: LabelSet) -> String? {
        let cutoffs = [junkCutoff, unsureCutoff, promotionCutoff, transactionCutoff, protectedJunkCutoff]
        if cutoffs.contains(where: { $0.isNaN }) { return "a cutoff is not a number" }
        if unsureCutoff > junkCutoff { return "the unsure band begins above junk" }
        if protectedJunkCutoff < junkCutoff { return "protected messages are junk below the cutoff for all" }
        if !classes.isSuperset(of: protected) { return "a protected label is no class of the model" }
        if !classes.isSuperset(of: declared) { return "a declared sub-action is no class of the model" }
        if !LabelSet.withSubAction.isSuperset(of: declared) { return "a declared label has no sub-action" }
        if declared.count > DecisionPolicy.mostDeclared {
            return "expected at most \(DecisionPolicy.mostDeclared) declared sub-actions, found \(declared.count)"
        }
        return nil
    }

    /// Whether it matters for the action if the message is protected.
    @inline(__always)
    func asksForProtection(junk: Double) -> Bool {
        !protected.isEmpty && junk >= Double(junkCutoff) && junk < Double(protectedJunkCutoff)
    }

    /// The action for the log-odds of each action against all others.
    @inline(__always)
    package func action(junk: Double, promotion: Double, transaction: Double, isProtected: Bool = false) -> Action {
        // Selected without a branch, as half of a corpus is junk.
        let isPromotion = promotion >= Double(promotionCutoff), isTransaction = transaction >= Double(transactionCutoff)
        let folder: Action = isTransaction ? .transaction : .allow
        let wanted: Action = isPromotion && (!isTransaction || promotion >= transaction) ? .promotion : folder
        let unsure: Action = junk >= Double(unsureCutoff) ? .none : wanted
        return junk >= Double(isProtected ? protectedJunkCutoff : junkCutoff) ? .junk : unsure
    }
}
