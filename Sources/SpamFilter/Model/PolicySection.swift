// Model: the decision policy out of its section.

extension DecisionPolicy {
    /// Reads and checks the section.
    init(_ section: UnsafeRawBufferPointer, classes: LabelSet) throws(ModelError) {
        typealias Policy = ModelLayout.Policy
        junkCutoff = section.float(at: Policy.junk)
        unsureCutoff = section.float(at: Policy.unsure)
        promotionCutoff = section.float(at: Policy.promotion)
        transactionCutoff = section.float(at: Policy.transaction)
        protectedJunkCutoff = section.float(at: Policy.protectedJunk)
        protected = LabelSet(rawValue: section.uint16(at: Policy.protectedLabels))
        declared = LabelSet(rawValue: section.uint16(at: Policy.declaredLabels))
        if let problem = problem(classes: classes) { throw .section(.policy, reason: problem) }
    }
}
