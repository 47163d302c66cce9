// Store: when it is time for a model to learn from new labels.

/// When a model learns from the labels of a session: after each 10, and each fifth more.
public struct LabelingPace: Sendable {
    private var next = 10

    /// No label was given yet.
    public init() {}

    /// Whether it is time again, with so many labels. If so, it counts as done, and the next time
    /// is set.
    public mutating func isTime(_ labels: Int) -> Bool {
        guard isDue(labels) else { return false }
        learned(labels)
        return true
    }

    /// Whether it is time again; changes nothing.
    public func isDue(_ labels: Int) -> Bool { labels >= next }

    /// A model has learned from so many labels.
    public mutating func learned(_ labels: Int) { next = labels + max(10, labels / 5) }
}
