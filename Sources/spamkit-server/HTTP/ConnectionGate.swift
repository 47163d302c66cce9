// HTTP: how many connections there are at once.

#if Server
import NIOCore
import Synchronization

final class ConnectionCount: Sendable {
    private let most: Int
    private let open = Atomic<Int>(0)

    init(most: Int) { self.most = most }

    func enter() -> Bool {
        if open.add(1, ordering: .relaxed).newValue <= most { return true }
        leave()
        return false
    }

    func leave() { open.subtract(1, ordering: .relaxed) }
}

/// Closes connections above the limit as they come. One that waited could not be told from a server
/// that is down.
final class ConnectionGate: ChannelInboundHandler {
    typealias InboundIn = any Channel
    typealias InboundOut = any Channel

    private let count: ConnectionCount

    init(_ count: ConnectionCount) { self.count = count }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let connection = unwrapInboundIn(data)
        guard count.enter() else { return connection.close(promise: nil) }
        connection.closeFuture.whenComplete { [count] _ in count.leave() }
        context.fireChannelRead(data)
    }
}
#endif
