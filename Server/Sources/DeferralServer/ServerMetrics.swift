// Server: what happened since the start, as numbers. Requests in, Prometheus' text format out.

import Drift
import SpamFilter
import Synchronization

/// What a request asked for.
public enum ServerRoute: String, Sendable, CaseIterable {
    case query, batch, association, health, metrics, openapi
    /// No such place.
    case other
}

/// Why a connection was dropped.
public enum DropReason: String, Sendable, CaseIterable {
    /// What came is no HTTP, or too much of it.
    case broken
    /// A request did not arrive in time.
    case slow
    /// An answer was not read in time.
    case unread
    /// There were too many connections.
    case crowd
    /// The system had no descriptor for one: it waits until others end.
    case descriptors
}

/// Counts requests, answers and reloads. Holds no text, sender or address.
public final class ServerMetrics: Sendable {
    /// The upper bounds of the histogram of times, in seconds; above the last there is no bound.
    static let bounds = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5]

    private let counts = Mutex(Counts())

    private struct Counts {
        var requests: [Request: Int] = [:]
        var answers = [Int](repeating: 0, count: Action.allCases.count)
        var times = [Times](repeating: Times(), count: ServerRoute.allCases.count)
        var inFlight = 0
        var reloads = 0
        var failedReloads = 0
        var connections = 0
        var drops: [DropReason: Int] = [:]
    }

    private struct Request: Hashable {
        let route: ServerRoute
        let status: Int
    }

    private struct Times {
        var buckets = [Int](repeating: 0, count: ServerMetrics.bounds.count + 1)
        var sum = 0.0
        var count = 0
    }

    public init() {}

    public func begin() { counts.withLock { $0.inFlight += 1 } }

    /// - Parameter seconds: from the head of the request to the answer.
    public func end(_ route: ServerRoute, status: Int, seconds: Double) {
        let bucket = ServerMetrics.bounds.firstIndex { seconds <= $0 } ?? ServerMetrics.bounds.count
        let place = ServerRoute.allCases.firstIndex(of: route)!
        counts.withLock { counts in
            counts.inFlight -= 1
            counts.requests[Request(route: route, status: status), default: 0] += 1
            counts.times[place].buckets[bucket] += 1
            counts.times[place].sum += seconds
            counts.times[place].count += 1
        }
    }

    public func add(_ given: QueryAnswer) { counts.withLock { $0.answers[given.answer.action.rawValue] += 1 } }

    public func addReload(failed: Bool) {
        counts.withLock { counts in
            if failed { counts.failedReloads += 1 } else { counts.reloads += 1 }
        }
    }

    /// Open ones.
    public var connections: Int { counts.withLock { $0.connections } }

    public func beginConnection() { counts.withLock { $0.connections += 1 } }

    public func endConnection() { counts.withLock { $0.connections -= 1 } }

    public func addDrop(_ reason: DropReason) { counts.withLock { $0.drops[reason, default: 0] += 1 } }

    /// All of it, in version 0.0.4 of the text format.
    ///
    /// - Parameter model: the one that answers now.
    public func text(_ model: ServedModel) -> String {
        let counts = counts.withLock { $0 }
        var page = PrometheusPage()
        page.family("spamkit_requests", .counter, "Requests answered.") { samples in
            let order = counts.requests.sorted { ($0.key.route.rawValue, $0.key.status) < ($1.key.route.rawValue, $1.key.status) }
            for (request, count) in order {
                samples.add([("route", request.route.rawValue), ("status", "\(request.status)")], Double(count))
            }
        }
        page.family("spamkit_answers", .counter, "Messages answered, by action; none is unsure.") { samples in
            for action in Action.allCases { samples.add([("action", action.name)], Double(counts.answers[action.rawValue])) }
        }
        page.histogram("spamkit_request_seconds", "Time from a request's head to its answer.", bounds: ServerMetrics.bounds) {
            samples in
            for (route, times) in zip(ServerRoute.allCases, counts.times) where times.count > 0 {
                samples.add([("route", route.rawValue)], buckets: times.buckets, sum: times.sum, count: times.count)
            }
        }
        page.value("spamkit_requests_in_flight", .gauge, "Requests being answered.", Double(counts.inFlight))
        page.value("spamkit_connections", .gauge, "Open connections.", Double(counts.connections))
        page.family("spamkit_connections_dropped", .counter, "Connections dropped without an answer to what came last.") {
            samples in
            for reason in DropReason.allCases { samples.add([("reason", reason.rawValue)], Double(counts.drops[reason] ?? 0)) }
        }
        page.family("spamkit_model_info", .gauge, "The model that answers.") { $0.add([("model", model.name)], 1) }
        page.value("spamkit_model_bytes", .gauge, "The size of its file.", Double(model.byteCount))
        page.family("spamkit_model_reloads", .counter, "Times that the model's file was read again.") { samples in
            samples.add([("result", "loaded")], Double(counts.reloads))
            samples.add([("result", "refused")], Double(counts.failedReloads))
        }
        if let drift = model.drift { page.add(drift) }
        page.processValues()
        return page.text
    }
}

extension PrometheusPage {
    /// What the last look found, facet by facet. Before the first there is only the count.
    fileprivate mutating func add(_ drift: DriftMeter) {
        value(
            "spamkit_drift_messages", .counter, "Messages compared with those the model was trained on.", Double(drift.messages))
        let alarms = drift.alarms
        family("spamkit_drift_alarm", .gauge, "Whether a facet has drifted since the model was loaded.") { samples in
            for facet in DriftFacet.allCases { samples.add([("facet", facet.rawValue)], alarms.contains(facet) ? 1 : 0) }
        }
        let findings = drift.latest?.comparison.findings ?? []
        family("spamkit_drift_value", .gauge, "A share or population stability index of the last messages.") { samples in
            for finding in findings { samples.add([("facet", finding.facet.rawValue)], finding.value) }
        }
        family("spamkit_drift_bound", .gauge, "The interval of the value. In an alarm its lower end is above the limit.") {
            samples in
            for finding in findings {
                let ends = [
                    ("expected", finding.expected), ("limit", finding.limit), ("lower", finding.lower), ("upper", finding.upper),
                ]
                for case (let name, let end?) in ends { samples.add([("facet", finding.facet.rawValue), ("bound", name)], end) }
            }
        }
    }
}
