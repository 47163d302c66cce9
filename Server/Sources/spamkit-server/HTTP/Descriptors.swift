// HTTP: what the system's limit of open files means for connections.

import DeferralServer
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
}

/// Stops accepting for a while where the system has no descriptor for a connection. Asking at once
/// again would take a whole core, and get none.
///
/// NIO's `AcceptBackoffHandler` does not: it delays the next read of the channel, but the one that
/// failed is still pending, and the system goes on telling of the connection that waits.
final class AcceptPause: ChannelDuplexHandler {
    typealias InboundIn = any Channel
    typealias OutboundIn = any Channel

    private let logger: Logger
    private let metrics: ServerMetrics
    private var isPaused = false
    private var nextLine = NIODeadline.now()

    init(_ logger: Logger, _ metrics: ServerMetrics) {
        self.logger = logger
        self.metrics = metrics
    }

    func read(context: ChannelHandlerContext) {
        if !isPaused { context.read() }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard let error = error as? IOError else { return context.fireErrorCaught(error) }
        guard !isPaused, [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(error.errnoCode) else { return }
        metrics.addDrop(.descriptors)
        if nextLine <= .now() {
            nextLine = .now() + .minutes(1)
            logger.warning(
                "no connection can be accepted, waiting for others to end",
                metadata: ["error": "\(String(cString: strerror(error.errnoCode)))"])
        }
        pause(true, context.channel)
        context.eventLoop.assumeIsolated().scheduleTask(in: .milliseconds(100)) { [channel = context.channel] in
            self.pause(false, channel)
        }
    }

    /// The option, as it alone takes the socket from those that the loop waits for.
    private func pause(_ isPaused: Bool, _ channel: any Channel) {
        self.isPaused = isPaused
        // A channel that was closed meanwhile has no options.
        try? channel.syncOptions?.setOption(.autoRead, value: !isPaused)
    }
}
