// Page: the words that weigh most for each label, as they are given.

import SpamFilter

/// The features that speak most for each label.
public struct TopFeatures: Sendable {
    /// One feature of a label.
    public struct Feature: Hashable, Sendable {
        /// What it is of, such as `word`.
        public let kind: String
        /// As it stood in the first message that had it.
        public let text: String
        /// Messages of the training corpus that have it.
        public let messages: Int
        /// What one occurrence adds at least to the score of the label, over its weight vectors.
        /// Natural log-odds, before the norm of a message.
        public let weight: Float

        /// All of it.
        public init(kind: String, text: String, messages: Int, weight: Float) {
            self.kind = kind
            self.text = text
            self.messages = messages
            self.weight = weight
        }
    }

    /// The heaviest features of each label, heaviest first.
    public let byLabel: [(label: Label, features: [Feature])]

    /// Features in their order.
    public init(byLabel: [(label: Label, features: [Feature])]) {
        self.byLabel = byLabel
    }
}
