// HTTP: memory of connections that have ended, back to the system.

import DeferralServer
import Foundation
import ServiceLifecycle

/// The C library keeps what many connections took. Once most of them have ended, it gives it back.
struct MemoryReturn: Service {
    let metrics: ServerMetrics

    /// Fewer connections take too little to matter.
    private static let many = 256

    func run() async throws {
        await cancelWhenGracefulShutdown {
            var most = 0
            while (try? await Task.sleep(for: .seconds(2))) != nil {
                let open = metrics.connections
                most = max(most, open)
                guard most >= MemoryReturn.many, open <= most / 2 else { continue }
                most = open
                #if canImport(Glibc)
                malloc_trim(0)
                #endif
            }
        }
    }
}
