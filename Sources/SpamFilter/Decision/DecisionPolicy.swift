// Decision: from probabilities to an action. Cutoffs are natural log-odds, where differences near 0 and 1 stay visible.

/// When a class is sure enough to act on. Stored in the model.
public struct DecisionPolicy: Sendable, Hashable {
    /// Calibrated log-odds of junk from which a message is junk; infinite: never.
    public var junkCutoff: Float
    /// Log-odds of junk from which a message that is not junk is *unsure* (`Action.none`) instead of allowed; not above `junkCutoff`.
    public var unsureCutoff: Float
    /// Log-odds of promotion, against all else, from which a message that is neither junk nor unsure is filed there.
    public var promotionCutoff: Float
    /// The same for transaction.
    public var transactionCutoff: Float

    /// More likely than not, for every action; nothing is unsure.
    public static let evenOdds = DecisionPolicy(junkCutoff: 0, unsureCutoff: 0, promotionCutoff: 0, transactionCutoff: 0)

    public init(junkCutoff: Float, unsureCutoff: Float, promotionCutoff: Float, transactionCutoff: Float) {
        self.junkCutoff = junkCutoff
        self.unsureCutoff = unsureCutoff
        self.promotionCutoff = promotionCutoff
        self.transactionCutoff = transactionCutoff
    }

    /// Whether no cutoff is NaN and the unsure band does not begin above junk.
    public var isValid: Bool {
        !junkCutoff.isNaN && !unsureCutoff.isNaN && !promotionCutoff.isNaN && !transactionCutoff.isNaN
            && unsureCutoff <= junkCutoff
    }

    init(_ section: UnsafeRawBufferPointer) throws(ModelError) {
        junkCutoff = section.float(at: ModelLayout.Policy.junk)
        unsureCutoff = section.float(at: ModelLayout.Policy.unsure)
        promotionCutoff = section.float(at: ModelLayout.Policy.promotion)
        transactionCutoff = section.float(at: ModelLayout.Policy.transaction)
        guard isValid else { throw .section(.policy, reason: "a cutoff is not a number, or unsure begins above junk") }
    }

    /// The action for the log-odds of each action against all others.
    @inline(__always)
    func action(junk: Double, promotion: Double, transaction: Double) -> Action {
        if junk >= Double(junkCutoff) { return .junk }
        if junk >= Double(unsureCutoff) { return .none }
        let isPromotion = promotion >= Double(promotionCutoff), isTransaction = transaction >= Double(transactionCutoff)
        if isPromotion, !isTransaction || promotion >= transaction { return .promotion }
        return isTransaction ? .transaction : .allow
    }
}
