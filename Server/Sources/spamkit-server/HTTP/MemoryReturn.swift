// HTTP: memory of connections that have ended, back to the system.

import DeferralServer
import Foundation
import ServiceLifecycle

/// The C library keeps what many connections took. Once most of them have ended, it gives it back.
struct MemoryReturn: Service {
    let metrics: ServerMetrics

    /// Fewer connections take too little to matter.
    private static let many = 256

    /// glibc's own: Swift's module of it has no such function, and other C libraries have none.
    private static let trim: (@convention(c) (Int) -> CInt)? = dlsym(nil, "malloc_trim").map {
        unsafeBitCast($0, to: (@convention(c) (Int) -> CInt).self)
    }

    func run() async throws {
        await cancelWhenGracefulShutdown {
            var most = 0
            while (try? await Task.sleep(for: .seconds(2))) != nil {
                let open = metrics.connections
                most = max(most, open)
                guard most >= MemoryReturn.many, open <= most / 2 else { continue }
                most = open
                _ = MemoryReturn.trim?(0)
            }
        }
    }
}
