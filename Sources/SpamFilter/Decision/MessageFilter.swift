// Decision: the whole of a filter: the user's rules and lists, then the model.

/// Decides about messages by rules and a model, one at a time. Either may be missing. Allocates
/// nothing for a message, except for the first after rules or model changed.
///
/// ```swift
/// let rules = RuleMatcher([Rule(.allow, sender: "MYBANK")!])
/// var filter = MessageFilter(Classifier(model.view), rules: rules)
/// let decision = filter.decide(Message(body: "Your parcel waits", sender: "+15550100"))
/// ```
public struct MessageFilter: ~Copyable {
    private var classifier: Classifier?
    private var search: RuleSearch
    /// Reads for rules while there is no model.
    private var reader: MessageReader?

    /// A filter of a model, rules or both; without a model, messages that no rule meets have no
    /// verdict.
    public init(_ classifier: consuming Classifier? = nil, rules: consuming RuleMatcher = RuleMatcher([])) {
        search = RuleSearch(rules)
        self.classifier = classifier
    }

    /// Takes other rules from now on; the model stays.
    public mutating func replaceRules(_ rules: consuming RuleMatcher) {
        search = RuleSearch(rules)
        reader = nil
    }

    /// Takes another model from now on, or none; the rules stay. For never two in memory, `nil`
    /// first.
    public mutating func replaceClassifier(_ classifier: consuming Classifier?) { self.classifier = classifier }

    /// Asks the model alone; `nil` without one.
    public mutating func withClassifier<Result>(_ body: (inout Classifier) -> Result) -> Result? {
        if classifier == nil { return nil }
        return body(&classifier!)
    }

    /// How many rules or lists of a tier there are; of the model's tier, how many models.
    public func count(of tier: RuleTier) -> Int {
        guard tier == .model else { return search.rules.count(of: tier) }
        return classifier == nil ? 0 : 1
    }

    /// The sub-actions that the model's verdicts may have, at most five; none without a model.
    public var declared: [SubAction] {
        switch classifier {
        case .some(let classifier): return classifier.model.policy.declared.labels.map { $0.subAction }
        case .none: return []
        }
    }

    /// The decision about a message. Every message has one: empty, damaged, of any length.
    ///
    /// The sender's rules and lists come first, and where they decide nothing is read. Else model
    /// and rules share one reading. A body of more than a window, some 370 characters, is folded
    /// once more for its phrases.
    ///
    /// - Complexity: O(bytes of the message + rules without sender, phrase and host).
    public mutating func decide(_ message: Message) -> Decision { message.withBytes { decide($0) } }

    /// The decision about a message in bytes, whole or damaged: the same as for its text.
    public mutating func decide(_ message: MessageBytes) -> Decision {
        guard search.begin(message) else {
            if let rule = search.decision { return Decision(rule: rule, verdict: nil) }
            if message.body.isEmpty { return Decision(rule: nil, verdict: nil) }
            return Decision(rule: nil, verdict: classifier?.classify(message))
        }
        if search.rules.asksHosts { classifier?.keepHosts() }
        var verdict = classifier?.classify(message)
        // Setting it costs more than looking at it.
        if reader != nil, verdict != nil { reader = nil }
        search.finish(message.body, classifier?.facts() ?? factsWithoutModel(message))
        // A model knows nothing about an empty body.
        if message.body.isEmpty { verdict = nil }
        return Decision(rule: search.decision, verdict: verdict)
    }

    /// What rules ask of a message that no model reads.
    private mutating func factsWithoutModel(_ message: MessageBytes) -> BodyFacts {
        guard search.rules.asksReader else { return BodyFacts() }
        if reader == nil {
            reader = MessageReader(TokenizerSettings())
            if search.rules.asksHosts { reader?.keepHosts() }
        }
        var sink = NoFeatures()
        reader?.read(message, into: &sink)
        return reader?.facts() ?? BodyFacts()
    }
}

extension MessageReader {
    /// What rules ask of the message that was read last.
    mutating func facts() -> BodyFacts {
        BodyFacts(
            window: simplifiesHan ? wholeBody : nil, length: length, hasLink: emitter.hasLink, hasImage: pictures.count > 0,
            senderKind: senderKind, hosts: linkHosts)
    }
}
