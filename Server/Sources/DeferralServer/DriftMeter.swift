// Server: how far the messages that come in are from those the model was trained on.

import Drift
import Synchronization

/// A watch on drift that many queries share. It keeps counts, and no text.
public final class DriftMeter: Sendable {
    public let profile: TrafficProfile
    private let state: Mutex<State>

    private struct State {
        var watch: DriftWatch
        var alarms: Set<DriftFacet> = []
    }

    init(_ profile: TrafficProfile) {
        self.profile = profile
        state = Mutex(State(watch: DriftWatch(profile)))
    }

    func add(_ makeup: MessageMakeup) {
        state.withLock { state in
            state.watch.add(makeup)
            guard state.watch.messages % DriftWatch.messagesBetweenLooks == 0, let look = state.watch.latest else { return }
            state.alarms.formUnion(look.comparison.alarms.map(\.facet))
        }
    }

    /// Messages that were counted.
    public var messages: Int { state.withLock { $0.watch.messages } }
    /// The last look; `nil` before the first.
    public var latest: DriftWatch.Look? { state.withLock { $0.watch.latest } }
    /// The facets that were in alarm at any look.
    public var alarms: Set<DriftFacet> { state.withLock { $0.alarms } }
}
