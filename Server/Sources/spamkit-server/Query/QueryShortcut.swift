// Query: answers plain queries on the connection's own thread, before they reach the router. Parts
// of requests in; answers out, or the parts as they came.

import DeferralServer
import HTTPTypes
import Hummingbird
import HummingbirdCore
import NIOCore
import NIOHTTPTypes

/// A query of known length, on a connection that waits for no other answer, needs no task and no
/// router: that is most of a request's time (`Benchmarks/decisions/server.md`). The router
/// answers all other queries, in the same words.
final class QueryShortcut: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private let service: QueryService
    private let accounting: Accounting
    /// Requests that the router has not answered yet.
    private var routed = 0
    /// The query that is being read here.
    private var query: Query?

    private struct Query {
        let head: HTTPRequest
        let start: UInt64
        var body: ByteBuffer?
    }

    init(_ service: QueryService, _ accounting: Accounting) {
        self.service = service
        self.accounting = accounting
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head):
            if routed == 0, isPlainQuery(head) {
                query = Query(head: head, start: accounting.begin())
                return
            }
            routed += 1
        case .body(var part):
            guard query != nil else { break }
            // The first part is most often the only one.
            if query?.body?.writeBuffer(&part) == nil { query?.body = part }
            return
        case .end:
            guard let query else { break }
            self.query = nil
            return answer(query, context)
        }
        context.fireChannelRead(data)
    }

    private func isPlainQuery(_ head: HTTPRequest) -> Bool {
        head.method == .post && head.path == "/query" && head.authority != nil && head.headerFields[.connection] == nil
            && head.headerFields[.contentLength].flatMap { Int($0) }.map { $0 <= QueryService.mostQueryBytes } == true
            && (try? head.expectType("application/json")) != nil
    }

    private func answer(_ query: Query, _ context: ChannelHandlerContext) {
        let reply =
            accounting.refusal(context.channel.remoteAddress, query.head.headerFields, at: query.start)
            ?? service.answerQuery(query.body ?? ByteBuffer())
        accounting.end(.query, reply.head.status, since: query.start)
        context.write(wrapOutboundOut(.head(reply.head)), promise: nil)
        context.write(wrapOutboundOut(.body(reply.body)), promise: nil)
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        if case .end = unwrapOutboundIn(data) { routed -= 1 }
        context.write(data, promise: promise)
    }

    func channelInactive(context: ChannelHandlerContext) {
        // A connection that broke off in the middle.
        if let query { accounting.end(.query, .badRequest, since: query.start) }
        query = nil
        context.fireChannelInactive()
    }
}
