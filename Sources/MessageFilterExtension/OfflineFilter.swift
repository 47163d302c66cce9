// Extension: the answer to a message without a network: the user's rules first, then the model.

import SpamFilter
import SpamFilterIO

/// Answers messages on the phone, one at a time.
public struct OfflineFilter: ~Copyable {
    /// An open model with its classifier, which needs it.
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
    ///   - model: with `nil`, only rules answer.
    ///   - rules: the first that a message meets decides.
    public init(model: consuming ModelFile? = nil, rules: [Rule] = []) {
        self.rules = RuleMatcher(rules)
        replaceModel(model)
    }

    public mutating func replaceModel(_ model: consuming ModelFile?) {
        // The old classifier goes first: an extension has no room for both.
        loaded = nil
        if let model { loaded = Loaded(model) }
    }

    public mutating func replaceRules(_ new: [Rule]) { rules = RuleMatcher(new) }

    /// The answer to a message: that of the first rule it meets, else the model's. `none` without
    /// either, and for an empty body, about which a model knows nothing.
    ///
    /// - Complexity: O(bytes of the message).
    public mutating func answer(_ message: Message) -> FilterAnswer {
        if let label = rules.label(for: message) { return FilterAnswer(label) }
        guard !message.body.isEmpty, loaded != nil else { return .none }
        return FilterAnswer(loaded!.classifier.classify(message))
    }

    /// The sub-actions that the model's verdicts may have, at most five.
    public var declared: [SubAction] {
        switch loaded {
        case .some(let loaded): loaded.classifier.model.policy.declared.labels.map(\.subAction)
        case .none: []
        }
    }
}
