// HTTP: accepts connections until the process is to end. A socket in, connections to the channel's
// responder out.

import DeferralServer
import Foundation
import HummingbirdCore
import Logging
import NIOCore
import NIOExtras
import NIOPosix
import ServiceLifecycle

/// Where to listen.
enum ListenAddress: Sendable {
    case host(String, port: Int)
    /// A socket that systemd, or another parent, holds open: connections wait in it while the
    /// server is restarted.
    case inherited(CInt)

    /// The first socket that systemd passes (sd_listen_fds(3)); `nil` where it passes none.
    static func inherited(_ environment: [String: String] = ProcessInfo.processInfo.environment) -> ListenAddress? {
        guard environment["LISTEN_PID"].flatMap({ Int32($0) }) == getpid(),
            let count = environment["LISTEN_FDS"].flatMap({ Int($0) }), count >= 1
        else { return nil }
        return .inherited(3)
    }
}

/// The address cannot be listened at.
struct ListenError: Error, CustomStringConvertible {
    let host: String
    let port: Int
    /// In the system's words; `nil` where it knows no such host.
    let reason: String?

    var description: String {
        "\(host):\(port): expected an address of this machine and a free port, found \(reason.map { "\"\($0)\"" } ?? "none"); give others by --host and --port"
    }
}

/// Hummingbird's own server cannot take an inherited socket.
struct Listener<Channel: ServerChildChannel>: Service {
    let channel: Channel
    let address: ListenAddress
    let logger: Logger
    let room: ConnectionRoom
    let metrics: ServerMetrics
    /// Called with the address, once connections are accepted.
    let didStart: @Sendable (SocketAddress?) -> Void

    func run() async throws {
        let group = MultiThreadedEventLoopGroup.singleton
        let quiescing = ServerQuiescingHelper(group: group)
        let server = try await bind(bootstrap(group, quiescing))
        didStart(server.channel.localAddress)
        await withGracefulShutdownHandler {
            await withDiscardingTaskGroup { tasks in
                do {
                    try await server.executeThenClose { connections in
                        for try await connection in connections {
                            tasks.addTask(executorPreference: EventLoopExecutor(connection.channel.eventLoop)) {
                                await channel.handle(value: connection, logger: logger)
                            }
                        }
                    }
                } catch {
                    logger.error("no more connections are accepted")
                }
            }
        } onGracefulShutdown: {
            quiescing.initiateShutdown(promise: nil)
        }
    }

    private func bootstrap(_ group: any EventLoopGroup, _ quiescing: ServerQuiescingHelper) -> ServerBootstrap {
        let (room, metrics, logger) = (room, metrics, logger)
        return ServerBootstrap(group: group)
            .serverChannelOption(.backlog, value: 1024)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelOption(.allowRemoteHalfClosure, value: true)
            .serverChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(AcceptPause(logger, metrics))
                    try channel.pipeline.syncOperations.addHandler(ConnectionGate(room, metrics))
                    try channel.pipeline.syncOperations.addHandler(quiescing.makeServerChannelHandler(channel: channel))
                }
            }
    }

    private func bind(_ bootstrap: ServerBootstrap) async throws -> NIOAsyncChannel<Channel.Value, Never> {
        let setUp: @Sendable (any NIOCore.Channel) -> EventLoopFuture<Channel.Value> = { [channel, logger] in
            channel.setup(channel: $0, logger: logger)
        }
        switch address {
        case .host(let host, let port):
            do {
                return try await bootstrap.bind(host: host, port: port, childChannelInitializer: setUp)
            } catch {
                throw ListenError(
                    host: host, port: port, reason: (error as? IOError).map { String(cString: strerror($0.errnoCode)) })
            }
        case .inherited(let socket): return try await bootstrap.bind(socket, childChannelInitializer: setUp)
        }
    }
}

/// Runs the tasks of a connection on its event loop, so that a request never changes its thread:
/// `Benchmarks/decisions/server.md`.
private final class EventLoopExecutor: TaskExecutor {
    private let loop: any EventLoop

    init(_ loop: any EventLoop) { self.loop = loop }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        loop.execute { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
