// Drift: a watch on a stream that never ends. Makeups in, an alarm out as soon as there is reason.

/// Watches messages for drift, in windows of 2,000, each looked at four times.
///
/// However long it watches, and however often it is asked, the probability of any false alarm is at
/// most `level`: the k-th window has the part 1 / (k (k + 1)) of it, of which the last look has
/// half (alpha spending: Lan & DeMets, Discrete sequential boundaries for clinical trials, 1983).
///
/// It holds counts and, for one window, keys of templates; no text.
///
/// ```swift
/// var watch = DriftWatch(profile)
/// watch.add(reader.read(message, verdict))
/// if let alarm = watch.alarm { print(alarm.comparison.sentence) }
/// ```
public struct DriftWatch: Sendable {
    /// What a look found.
    public struct Look: Sendable {
        /// How many messages came since the watch began.
        public let messages: Int
        /// The messages of the window so far, compared at this look's part of the level.
        public let comparison: DriftComparison
    }

    /// How many messages a window has: 2,000.
    public static let window = TemplateMemory.window
    /// How many messages come between two looks: 500.
    public static let messagesBetweenLooks = window / 4

    /// What the model was trained on.
    public let profile: TrafficProfile
    /// The probability of any false alarm, however long it watches; between 0 and 1.
    public let level: Double
    /// How many messages came since the watch began.
    public private(set) var messages = 0
    /// What the last look found; `nil` before the first.
    public private(set) var latest: Look?
    /// The first look with an alarm; `nil` while there was none.
    public private(set) var alarm: Look?
    private var counter = TrafficCounter()

    /// Watches from now on.
    ///
    /// - Parameter profile: what the model was trained on.
    /// - Parameter level: the probability of any false alarm, in 0...1, both ends left out; else
    ///   the first look traps.
    public init(_ profile: TrafficProfile, level: Double = DriftComparison.usualLevel) {
        (self.profile, self.level) = (profile, level)
    }

    /// Counts a message. A look takes some 0.25 ms, once in 500 messages.
    public mutating func add(_ makeup: MessageMakeup) {
        counter.add(makeup)
        messages += 1
        guard messages % DriftWatch.messagesBetweenLooks == 0 else { return }
        look()
        if messages % DriftWatch.window == 0 { counter.removeAll() }
    }

    private mutating func look() {
        let window = Double((messages - 1) / DriftWatch.window + 1)
        let part = messages % DriftWatch.window == 0 ? 1.0 / 2 : 1.0 / 6
        let comparison = DriftComparison(counter.counts, profile, level: level * part / (window * (window + 1)))
        latest = Look(messages: messages, comparison: comparison)
        if alarm == nil, comparison.isAlarm { alarm = latest }
    }
}
