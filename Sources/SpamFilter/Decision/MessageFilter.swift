// Decision: the whole of a filter: the user's rules and lists, then the model.

/// Decides about messages by rules and a model, one at a time. Either may be missing. Allocates
/// when it is made, and nothing for a message.
///
/// ```swift
/// let rules = RuleMatcher([Rule(.allow, sender: "MYBANK")!])
/// var filter = MessageFilter(Classifier(model.view), rules: rules)
/// let decision = filter.decide(Message(body: "Your parcel waits", sender: "+15550100"))
/// ```
public struct MessageFilter: ~Copyable {
    private var classifier: Classifier?
    private var search: RuleSearch
    private var hasModel = false
    /// The sub-actions that the model's verdicts may have, at most five; none without a model.
    public private(set) var declared = LabelSet(rawValue: 0)
    /// Reads for rules where there is no model.
    private var reader: MessageReader?

    /// A filter of a model, rules or both; without a model, messages that no rule meets have no
    /// verdict.
    public init(_ classifier: consuming Classifier? = nil, rules: consuming RuleMatcher = RuleMatcher([])) {
        search = RuleSearch(rules)
        self.classifier = classifier
        prepare()
    }

    /// Takes another model, or none. The old one goes before `make` is called, so that there is
    /// never memory for two.
    public mutating func replaceClassifier(_ make: () -> Classifier?) {
        classifier = nil
        classifier = make()
        prepare()
    }

    /// Takes other rules from now on; the model stays.
    public mutating func replaceRules(_ rules: consuming RuleMatcher) {
        search = RuleSearch(rules)
        prepare()
    }

    private mutating func prepare() {
        reader = nil
        let model = classifier?.model
        hasModel = model != nil
        declared = model?.policy.declared ?? LabelSet(rawValue: 0)
        if !hasModel, search.rules.asksReader { reader = MessageReader(TokenizerSettings()) }
        if search.rules.asksHosts {
            classifier?.keepHosts()
            reader?.keepHosts()
        }
    }

    /// How many rules or lists of a tier there are; of the model's tier, how many models.
    public func count(of tier: RuleTier) -> Int {
        guard tier == .model else { return search.rules.count(of: tier) }
        return hasModel ? 1 : 0
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
        var verdict = classifier?.classify(message)
        // A model knows nothing about an empty body.
        if message.body.isEmpty { verdict = nil }
        if !hasModel {
            var sink = NoSink()
            reader?.read(message, into: &sink)
        }
        search.finish(message.body, classifier?.facts() ?? reader?.facts() ?? BodyFacts())
        return Decision(rule: search.decision, verdict: verdict)
    }

    /// The verdict of the model alone for a message in bytes, an empty one included; `nil` without
    /// a model.
    public mutating func classify(_ message: MessageBytes) -> Verdict? { classifier?.classify(message) }

    /// The log-odds of each class, as `Classifier.logOdds(_:)` says them; `nil` without a model.
    package mutating func logOdds(_ message: MessageBytes) -> SIMD16<Double>? { classifier?.logOdds(message) }

    /// Adds every feature of a message to `sink`, as the model reads it; nothing without one.
    package mutating func read<S: FeatureSink & ~Copyable>(_ message: MessageBytes, into sink: inout S) {
        classifier?.read(message, into: &sink)
    }

    /// Why the model decides as it does, as `Classifier.explain(_:)` says it; `nil` without a
    /// model.
    public mutating func explain(_ message: MessageBytes) -> Explanation? { classifier?.explain(message) }

    /// Why the model says junk or not, as `Classifier.explainJunk(_:)` says it; `nil` without a
    /// model, or where it has no junk.
    public mutating func explainJunk(_ message: MessageBytes) -> Explanation? { classifier?.explainJunk(message) }

    /// The same, clue by clue: `clues` is empty, and no memory grows with the message.
    package mutating func explain(_ message: MessageBytes, _ take: @escaping (Clue) -> Void) -> Explanation? {
        classifier?.explain(message, take)
    }

    /// The same, clue by clue.
    package mutating func explainJunk(_ message: MessageBytes, _ take: @escaping (Clue) -> Void) -> Explanation? {
        classifier?.explainJunk(message, take)
    }

    /// The verdict of the model alone, for an empty message too; `nil` without a model.
    public mutating func classify(_ message: Message) -> Verdict? { classifier?.classify(message) }
}

/// Reading for its facts alone.
private struct NoSink: FeatureSink {
    mutating func add(_ features: UnsafeBufferPointer<Feature>) {}
}

extension MessageReader {
    /// What rules ask of the message that was read last.
    mutating func facts() -> BodyFacts {
        BodyFacts(
            window: simplifiesHan ? wholeBody : nil, length: length, hasLink: emitter.hasLink, hasImage: pictures.count > 0,
            senderKind: senderKind, hosts: linkHosts)
    }
}
