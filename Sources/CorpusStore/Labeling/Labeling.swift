// Store: what a terminal or a page needs of a session, whoever labels, first or second, and when a
// model learns from it.

import SpamFilter

/// A queue of messages, of which one person labels one after another.
public protocol Labeling {
    /// How many messages were shown and labelled in this session.
    var labelledCount: Int { get }
    /// How many messages are still to come, without the skipped ones.
    var leftCount: Int { get }

    /// The message to be labelled now; `nil` when there is none.
    mutating func current() throws(StoreError) -> StoredMessage?

    /// Labels the current message, skips it, or takes the last step back. `quit` does nothing.
    ///
    /// - Parameter action: what a key means.
    /// - Parameter seen: the mark of the text that the person has read, where it may have changed
    ///   since: then nothing is labelled, and the message comes again. `nil` asks nothing.
    /// - Returns: how many other messages were labelled with it, or had their label taken back.
    @discardableResult
    mutating func apply(_ action: LabelingAction, seen: String?) throws(StoreError) -> Int
}

extension Labeling {
    /// Does what a key means, whatever the text is by now. Returns how many other messages it
    /// labelled, or took the label back from.
    @discardableResult
    public mutating func apply(_ action: LabelingAction) throws(StoreError) -> Int { try apply(action, seen: nil) }
}

/// When a model learns from the labels of a session: after each 10, and each fifth more.
public struct LabelingPace: Sendable {
    private var next = 10

    /// No label was given yet.
    public init() {}

    /// Whether it is time again, with so many labels.
    public func isDue(_ labels: Int) -> Bool { labels >= next }

    /// A model learns from so many labels, which sets the next time.
    public mutating func learned(_ labels: Int) { next = labels + max(10, labels / 5) }
}
