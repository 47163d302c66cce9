// Query: reads the model again when its file changes, or when the process is told to.

import DeferralServer
import Drift
import Logging
import ServiceLifecycle
import SpamFilterIO
import Synchronization
import UnixSignals

/// Looks at the file every second, and at once on SIGHUP. Queries are answered meanwhile, by the
/// model before.
struct ModelWatch: Service {
    let slot: ModelSlot
    let metrics: ServerMetrics
    let logger: Logger
    private let warned = Warnings()
    private let refused = LastRefusal()
    private static let fileChanged = "file changed"

    init(slot: ModelSlot, metrics: ServerMetrics, logger: Logger) {
        (self.slot, self.metrics, self.logger) = (slot, metrics, logger)
    }

    func run() async throws {
        let signals = await UnixSignalsSequence(trapping: .sighup)
        await cancelWhenGracefulShutdown {
            await withDiscardingTaskGroup { tasks in
                tasks.addTask {
                    for await _ in signals { reload(why: "signal") }
                }
                tasks.addTask {
                    while (try? await Task.sleep(for: .seconds(1))) != nil {
                        if slot.hasChanged { reload(why: ModelWatch.fileChanged) }
                        logDrift()
                    }
                }
            }
        }
    }

    /// Once for each model and facet.
    private func logDrift() {
        let model = slot.current
        guard let drift = model.drift else { return }
        let news = warned.add(drift.alarms, of: model.name)
        guard !news.isEmpty else { return }
        logger.warning(
            "drift",
            metadata: [
                "model": "\(model.name)", "messages": .stringConvertible(drift.messages),
                "facets": "\(news.map(\.rawValue).sorted().joined(separator: ", "))",
            ])
    }

    private func reload(why: String) {
        refused.withLock { refused in
            if why == ModelWatch.fileChanged, !slot.hasChanged { return }
            do throws(ModelRefusal) {
                let model = try slot.reload()
                refused = nil
                metrics.addReload(failed: false)
                logger.info("model loaded", metadata: ["model": "\(model.name)", "why": "\(why)"])
            } catch {
                let isNews = error.isLasting || refused != "\(error)" || why != ModelWatch.fileChanged
                refused = "\(error)"
                guard isNews else { return }
                metrics.addReload(failed: true)
                logger.error(
                    "model refused, the one before stays",
                    metadata: ["model": "\(slot.current.name)", "why": "\(why)", "error": "\(error)"])
            }
        }
    }
}

/// Why the file was refused last: what is tried again each second is said once. The signal and the
/// look at the file wait for each other here.
private final class LastRefusal: Sendable {
    private let words = Mutex<String?>(nil)

    func withLock(_ body: (inout String?) -> Void) { words.withLock { body(&$0) } }
}

/// What was warned of.
private final class Warnings: Sendable {
    private let given = Mutex<(model: String, facets: Set<DriftFacet>)>(("", []))

    /// - Returns: the facets that are new.
    func add(_ facets: Set<DriftFacet>, of model: String) -> Set<DriftFacet> {
        given.withLock { given in
            if given.model != model { given = (model, []) }
            defer { given.facets.formUnion(facets) }
            return facets.subtracting(given.facets)
        }
    }
}
