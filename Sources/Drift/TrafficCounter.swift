// Drift: messages as they come in, counted. Makeups in, counts out; memory is bounded.

/// Counts a stream of messages, each template once in a window of 2,000. Some 130 KiB, whatever
/// comes.
public struct TrafficCounter: Sendable {
    /// What was counted so far.
    public private(set) var counts = TrafficCounts()
    private var memory = TemplateMemory()

    /// Nothing counted yet.
    public init() {}

    /// Adds a message. Returns whether it repeats a template that came before.
    @discardableResult
    public mutating func add(_ makeup: MessageMakeup) -> Bool {
        let isRepeat = memory.isRepeat(makeup.template)
        counts.add(makeup, isRepeat: isRepeat)
        return isRepeat
    }

    /// Begins anew, as at the end of a day: counts and templates are forgotten.
    public mutating func removeAll() {
        counts = TrafficCounts()
        memory.forget()
    }
}
