// HTTP: the handlers of one connection, in their order. Bytes in, requests to Hummingbird out.

import HTTPTypes
import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1
import NIOHTTPTypes
import NIOHTTPTypesHTTP1

/// HTTP/1.1 with limits. Hummingbird's own channel hides the version of a request, and has an
/// idle timeout that a client can push ahead of itself.
struct LimitedChannel: ServerChildChannel, HTTPChannelHandler {
    typealias Value = NIOAsyncChannel<HTTPRequestPart, HTTPResponsePart>

    let responder: HTTPChannelHandler.Responder
    /// Behind the codec, in front of the responder.
    let handlers: @Sendable () -> [any RemovableChannelHandler]

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        channel.eventLoop.makeCompletedFuture {
            var heads = NIOHTTPDecoderLimitConfiguration()
            heads.maxHeaderFieldSize = 1 << 14
            heads.maxHeaderListSize = 1 << 15
            heads.maxHeaderFieldCount = 100
            let pipeline = channel.pipeline.syncOperations
            // Who does not read answers is not read either.
            try pipeline.addHandler(BackPressureHandler())
            try pipeline.configureHTTPServerPipeline(
                withPipeliningAssistance: false, withErrorHandling: false, withOutboundHeaderValidation: false,
                withEncoderConfiguration: .init(), withDecoderLimitConfiguration: heads)
            try pipeline.addHandler(HeadChecks())
            try pipeline.addHandler(HTTP1ToHTTPServerCodec(secure: false))
            try pipeline.addHandlers(handlers())
            return try NIOAsyncChannel(
                wrappingChannelSynchronously: channel, configuration: .init(isOutboundHalfClosureEnabled: true))
        }
    }

    func handle(value: Value, logger: Logger) async { await handleHTTP(asyncChannel: value, logger: logger) }
}

/// What the codec behind it forgets: the version, and whether there is one host.
private final class HeadChecks: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard case .head(var head) = unwrapInboundIn(data) else { return context.fireChannelRead(data) }
        let hosts = head.headers[canonicalForm: "Host"].count
        if head.version == .http1_0 {
            // Such a client waits for the end of the connection, and knows no 100.
            head.headers.replaceOrAdd(name: "Connection", value: "close")
            head.headers.remove(name: "Expect")
            if hosts == 0 { head.headers.add(name: "Host", value: "unknown") }
        } else if hosts == 1 {
            return context.fireChannelRead(data)
        }
        // Refused by whoever answers (RFC 9112, 3.2).
        if hosts > 1 { head.headers.remove(name: "Host") }
        context.fireChannelRead(wrapInboundOut(.head(head)))
    }
}
