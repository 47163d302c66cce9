// Server: how far the messages that come in are from those the model was trained on.

import Drift
import Synchronization

/// A watch on drift that many queries share. It keeps counts, and no text.
public final class DriftMeter: Sendable {
    public let profile: TrafficProfile
    private let watch: Mutex<DriftWatch>

    init(_ profile: TrafficProfile) {
        self.profile = profile
        watch = Mutex(DriftWatch(profile))
    }

    func add(_ makeup: MessageMakeup) { watch.withLock { $0.add(makeup) } }

    /// Messages that were counted.
    public var messages: Int { watch.withLock { $0.messages } }
    /// The last look; `nil` before the first.
    public var latest: DriftWatch.Look? { watch.withLock { $0.latest } }
    /// The first look with an alarm.
    public var alarm: DriftWatch.Look? { watch.withLock { $0.alarm } }
}
