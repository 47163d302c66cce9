// Query: reads the model again when its file changes, or when the process is told to.

#if Server
import DeferralServer
import Logging
import ServiceLifecycle
import SpamFilterIO
import UnixSignals

/// Looks at the file every second, and at once on SIGHUP. Queries are answered meanwhile, by the
/// model before.
struct ModelWatch: Service {
    let slot: ModelSlot
    let metrics: ServerMetrics
    let logger: Logger

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
                    }
                }
            }
        }
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
#endif
