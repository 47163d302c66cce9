// Extension: a message's answer without a network: the user's rules first, then the model.

import SpamFilter
import SpamFilterIO

/// What answers a message on the phone. One message at a time.
public struct OfflineFilter: ~Copyable {
    /// An open model with its scratch, which live and end together.
    private struct Loaded: ~Copyable {
        let file: ModelFile
        var classifier: Classifier

        init(_ file: consuming ModelFile) {
            classifier = Classifier(file.view)
            self.file = file
        }
    }

    private var loaded: Loaded?
    private var rules: RuleMatcher

    /// - Parameters:
    ///   - model: `nil` where there is none: then only rules answer.
    ///   - rules: the first that a message meets decides.
    public init(model: consuming ModelFile? = nil, rules: [Rule] = []) {
        self.rules = RuleMatcher(rules)
        replaceModel(model)
    }

    public mutating func replaceModel(_ model: consuming ModelFile?) {
        // The old scratch goes before the new one comes: an extension has no room for both.
        loaded = nil
        if let model { loaded = Loaded(model) }
    }

    public mutating func replaceRules(_ new: [Rule]) { rules = RuleMatcher(new) }

    /// The answer for a message: that of the first rule that it meets, else the model's; `none` without either, and for an empty body, of
    /// which a model knows nothing.
    ///
    /// - Complexity: O(bytes of the message).
    public mutating func answer(_ message: Message) -> FilterAnswer {
        if let label = rules.label(for: message) { return FilterAnswer(label) }
        guard !message.body.isEmpty, loaded != nil else { return .none }
        return FilterAnswer(loaded!.classifier.classify(message))
    }

    /// The sub-actions that the model's verdicts may have, five at most.
    public var declared: [SubAction] {
        switch loaded {
        case .some(let loaded): loaded.classifier.model.policy.declared.labels.map(\.subAction)
        case .none: []
        }
    }
}
