// HTTP: how many connections there are at once, in all and of one address.

import DeferralServer
import NIOCore
import Synchronization

/// How many connections may be open.
final class ConnectionRoom: Sendable {
    private let all: CountLimit
    private let mostOfOne: Int
    private let addresses: ClientAddresses
    private let ofOne = Mutex<[[UInt8]: Int]>([:])

    /// One address may have a tenth of them, and sixteen at least.
    init(most: Int, _ addresses: ClientAddresses) {
        all = CountLimit(most: most)
        mostOfOne = min(most, max(16, most / 10))
        self.addresses = addresses
    }

    /// - Returns: what leaves again; `nil` where there is no room.
    func enter(_ peer: SocketAddress?) -> (@Sendable () -> Void)? {
        guard all.enter() else { return nil }
        guard let key = addresses.limited(peer) else { return { self.all.leave() } }
        let hasRoom = ofOne.withLock { counts in
            guard counts[key, default: 0] < mostOfOne else { return false }
            counts[key, default: 0] += 1
            return true
        }
        guard hasRoom else {
            all.leave()
            return nil
        }
        return {
            self.all.leave()
            self.ofOne.withLock { counts in
                let left = (counts[key] ?? 1) - 1
                counts[key] = left > 0 ? left : nil
            }
        }
    }
}

/// Closes connections above the limits as they come. One that waited could not be told from a
/// server that is down.
final class ConnectionGate: ChannelInboundHandler {
    typealias InboundIn = any Channel
    typealias InboundOut = any Channel

    private let room: ConnectionRoom
    private let metrics: ServerMetrics

    init(_ room: ConnectionRoom, _ metrics: ServerMetrics) {
        self.room = room
        self.metrics = metrics
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let connection = unwrapInboundIn(data)
        guard let leave = room.enter(connection.remoteAddress) else {
            metrics.addDrop(.crowd)
            return connection.close(promise: nil)
        }
        metrics.beginConnection()
        connection.closeFuture.whenComplete { [metrics] _ in
            leave()
            metrics.endConnection()
        }
        context.fireChannelRead(data)
    }
}
