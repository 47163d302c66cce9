// HTTP: what the system's limit of open files means for connections.

import Foundation
import Logging
import NIOCore

enum Descriptors {
    /// Raises the limit as far as the system allows.
    ///
    /// - Returns: how many files and connections this process may have open.
    static func raiseLimit() -> Int {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return 1024 }
        limit.rlim_cur = limit.rlim_max
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        return Int(min(limit.rlim_cur, 1 << 30))
    }

    /// How many of the connections that were asked for find room: a model must still be read, and
    /// each core has a thread with descriptors of its own.
    static func room(for asked: Int, ofLimit limit: Int) -> Int {
        min(asked, max(16, limit - 64 - 4 * ProcessInfo.processInfo.activeProcessorCount))
    }

    /// Waits where the system has no descriptor for a connection. Asking at once again would take
    /// a whole core, and get none.
    ///
    /// - Parameter paused: called at each pause.
    static func pause(_ logger: Logger, _ paused: @escaping () -> Void) -> AcceptBackoffHandler {
        var nextLine = NIODeadline.now()
        return AcceptBackoffHandler(shouldForwardIOErrorCaught: false) { error in
            guard [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(error.errnoCode) else { return nil }
            paused()
            if nextLine <= .now() {
                nextLine = .now() + .minutes(1)
                logger.warning(
                    "no connection can be accepted, waiting for others to end",
                    metadata: ["error": "\(String(cString: strerror(error.errnoCode)))"])
            }
            return .milliseconds(100)
        }
    }
}
