// Extension: the answer to a message without a network: the user's rules first, then the model.

import SpamFilter
import SpamFilterIO

/// Answers messages on the phone, one at a time.
public struct OfflineFilter: ~Copyable {
    private var filter = MessageFilter()
    /// The filter reads them in place.
    private var model: ModelFile?
    private var file: RuleFile?
    private var settings: RuleContent
    private var overlay: PersonalOverlay?

    /// A filter of a model alone.
    ///
    /// - Parameter model: with `nil`, nothing answers until there are rules.
    public init(model: consuming ModelFile? = nil) {
        settings = RuleContent()
        replaceModel(model)
    }

    /// A filter of a model and rules of any label.
    ///
    /// - Parameters:
    ///   - model: with `nil`, only rules answer.
    ///   - rules: the first that a message meets decides.
    /// - Throws: as of `RuleMatcher.init(settings:)`.
    public init(model: consuming ModelFile? = nil, rules: [Rule]) throws(RuleFileError) {
        try self.init(model: model, settings: RuleContent(rules: rules))
    }

    /// A filter of a model and the user's rules of all tiers.
    ///
    /// - Parameters:
    ///   - model: with `nil`, only rules answer.
    ///   - settings: the user's rules, without lists.
    /// - Throws: as of `RuleMatcher.init(settings:)`.
    public init(model: consuming ModelFile? = nil, settings: RuleContent) throws(RuleFileError) {
        self.init(model: model)
        try replaceSettings(settings)
    }

    /// Takes another model from now on; `nil` for none. Rules and own examples stay.
    public mutating func replaceModel(_ new: consuming ModelFile?) {
        // The old classifier goes first: an extension has no room for both.
        filter.replaceClassifier { nil }
        model = new
        openClassifier()
    }

    /// Takes a person's own examples, or none. Where they were read with other settings than the
    /// model's, the model answers alone.
    public mutating func replaceOverlay(_ new: PersonalOverlay?) {
        guard new != nil || overlay != nil else { return }
        filter.replaceClassifier { nil }
        overlay = new
        openClassifier()
    }

    private mutating func openClassifier() {
        guard let view = model?.view else { return }
        filter.replaceClassifier { [overlay] in
            if let overlay, let own = try? Classifier(view, overlay: overlay) { return own }
            return Classifier(view)
        }
    }

    /// Takes these rules alone in place of all of the user's, what is allowed and denied included.
    ///
    /// - Throws: as of `replaceSettings(_:)`.
    public mutating func replaceRules(_ new: [Rule]) throws(RuleFileError) {
        try replaceSettings(RuleContent(rules: new))
    }

    /// Takes other rules of the user. A file of rules stays. If the new ones cannot be used, or are
    /// too large beside the file, the ones before stay.
    ///
    /// - Throws: as of `RuleMatcher.init(settings:file:)`.
    public mutating func replaceSettings(_ new: RuleContent) throws(RuleFileError) {
        let rules: RuleMatcher
        if let view = file?.view {
            rules = try RuleMatcher(settings: new, file: view)
        } else {
            rules = try RuleMatcher(settings: new)
        }
        filter.replaceRules(rules)
        settings = new
    }

    /// Takes a file of rules, or none. If it cannot be used, the one before stays.
    ///
    /// - Throws: as of `RuleMatcher.init(settings:file:)`.
    public mutating func replaceFile(_ new: consuming RuleFile?) throws(RuleFileError) {
        let rules: RuleMatcher
        if let view = new?.view {
            rules = try RuleMatcher(settings: settings, file: view)
        } else {
            rules = try RuleMatcher(settings: settings)
        }
        filter.replaceRules(rules)
        file = new
    }

    /// The answer to a message: that of the first rule or list it meets, else the model's. `none`
    /// without either, and for an empty body, about which a model knows nothing.
    ///
    /// - Complexity: O(bytes of the message).
    public mutating func answer(_ message: Message) -> FilterAnswer { FilterAnswer(decide(message)) }

    /// What is decided of a message, and who decides; see `MessageFilter.decide(_:)`.
    public mutating func decide(_ message: Message) -> Decision { filter.decide(message) }

    /// The sub-actions that the model's verdicts may have, at most five; none without a model.
    public var declared: [SubAction] { filter.declared.labels.map(\.subAction) }
}
