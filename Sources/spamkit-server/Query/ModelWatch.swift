// Query: reads the model again when its file changes, or when the process is told to.

#if Server
import DeferralServer
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
    private let warned = LastName()

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
                        if slot.hasChanged { reload(why: "file changed") }
                        logDrift()
                    }
                }
            }
        }
    }

    /// Once for each model.
    private func logDrift() {
        let model = slot.current
        guard let alarm = model.drift?.alarm, warned.exchange(model.name) != model.name else { return }
        logger.warning(
            "drift",
            metadata: [
                "model": "\(model.name)", "messages": .stringConvertible(alarm.messages),
                "facets": "\(alarm.comparison.alarms.map(\.facet.rawValue).joined(separator: ", "))",
            ])
    }

    private func reload(why: String) {
        do throws(ModelFileError) {
            let model = try slot.reload()
            metrics.addReload(failed: false)
            logger.info("model loaded", metadata: ["model": "\(model.name)", "why": "\(why)"])
        } catch {
            metrics.addReload(failed: true)
            logger.error(
                "model refused, the one before stays",
                metadata: ["model": "\(slot.current.name)", "why": "\(why)", "error": "\(error)"])
        }
    }
}

/// The model that was warned of.
private final class LastName: Sendable {
    private let name = Mutex<String?>(nil)

    func exchange(_ new: String) -> String? {
        name.withLock { name in
            defer { name = new }
            return name
        }
    }
}
#endif
