// HTTP: what one connection may take. Parts of requests and answers pass; a connection that is too
// slow, or not wanted any more, is closed.

#if Server
import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// How long a connection may take.
struct ConnectionTimes: Sendable {
    /// To the end of a request, from its head or from the connection's start. A body gets a second
    /// more for each 64 KiB that came.
    var request = TimeAmount.seconds(10)
    /// Between an answer and the head of the next request, and for the client to read an answer.
    var idle = TimeAmount.seconds(60)
    /// For a next request, when the server shuts down.
    var farewell = TimeAmount.seconds(1)
}

/// Deadlines of one connection, and its end.
///
/// A deadline is absolute: a client that sends a byte now and then does not move it. A request that
/// is answered before it was read ends its connection: what is left of it is read for a while, so
/// that the client sees the answer. When the server shuts down, the answers in progress are the
/// last ones, and the very last one says so. A client without one may send one more request.
final class ConnectionLimits: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private let times: ConnectionTimes
    /// `nil` while an answer is made, which takes what it takes.
    private var deadline: NIODeadline?
    /// For the client to read what waits for it; `nil` where little does.
    private var readingDeadline: NIODeadline?
    private var alarm: Scheduled<Void>?
    private var alarmTime = NIODeadline.now()
    /// Requests whose answer is not written.
    private var unanswered = 0
    private var isReading = false
    private var bytesOfRequest = 0
    private var start = NIODeadline.now()
    /// No request but those that came is answered.
    private var isLast = false
    /// The last answer is written.
    private var isOver = false
    /// A request that came after the last one is not read.
    private var isDeaf = false

    init(_ times: ConnectionTimes) { self.times = times }

    func handlerAdded(context: ChannelHandlerContext) {
        if context.channel.isActive { close(context, in: times.request) }
    }

    func channelActive(context: ChannelHandlerContext) {
        close(context, in: times.request)
        context.fireChannelActive()
    }

    func channelInactive(context: ChannelHandlerContext) {
        alarm?.cancel()
        context.fireChannelInactive()
    }

    func handlerRemoved(context: ChannelHandlerContext) { alarm?.cancel() }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head):
            isDeaf = isDeaf || isLast && unanswered > 0
            if isDeaf { return }
            if head.headerFields[.connection]?.lowercased().contains("close") == true { isLast = true }
            unanswered += 1
            isReading = true
            bytesOfRequest = 0
            start = .now()
            close(context, in: times.request)
            if head.headerFields[.expect]?.lowercased() == "100-continue" {
                context.writeAndFlush(wrapOutboundOut(.head(HTTPResponse(status: .continue))), promise: nil)
            }
        case .body(let buffer):
            if isDeaf { return }
            bytesOfRequest += buffer.readableBytes
            if isOver {
                if bytesOfRequest > ConnectionLimits.mostUnread { context.close(promise: nil) }
                return
            }
        case .end:
            if isDeaf { return }
            isReading = false
            if isOver { return context.close(promise: nil) }
            deadline = nil
        }
        context.fireChannelRead(data)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch unwrapOutboundIn(data) {
        case .head(var head):
            // Of several requests, the one that is being read is the last.
            if isReading, unanswered == 1, head.status.kind != .informational { isLast = true }
            guard isLast, unanswered == 1 else { return context.write(data, promise: promise) }
            head.headerFields[.connection] = "close"
            context.write(wrapOutboundOut(.head(head)), promise: promise)
        case .body: context.write(data, promise: promise)
        case .end:
            unanswered -= 1
            guard isLast, unanswered == 0 else {
                if unanswered == 0 { close(context, in: times.idle) }
                return context.write(data, promise: promise)
            }
            isOver = true
            let isReading = isReading
            let written = promise ?? context.eventLoop.makePromise()
            let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
            written.futureResult.whenComplete { _ in if !isReading { bound.value.close(promise: nil) } }
            context.writeAndFlush(data, promise: written)
        }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        guard event is ChannelShouldQuiesceEvent else { return context.fireUserInboundEventTriggered(event) }
        isLast = true
        if unanswered == 0 { close(context, in: times.farewell) }
    }

    /// The most bytes that are read of a request behind its answer.
    private static let mostUnread = 1 << 25

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        readingDeadline = context.channel.isWritable ? nil : .now() + times.idle
        if let readingDeadline { ring(context, at: readingDeadline) }
        context.fireChannelWritabilityChanged()
    }

    private func close(_ context: ChannelHandlerContext, in time: TimeAmount) {
        let deadline = NIODeadline.now() + time
        self.deadline = deadline
        ring(context, at: deadline)
    }

    /// An alarm that is set stays: most deadlines are moved before it rings.
    private func ring(_ context: ChannelHandlerContext, at time: NIODeadline) {
        if alarm != nil, alarmTime <= time { return }
        alarm?.cancel()
        alarmTime = time
        let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        alarm = context.eventLoop.scheduleTask(deadline: time) {
            let (limits, context) = bound.value
            limits.alarmRang(context)
        }
    }

    private func alarmRang(_ context: ChannelHandlerContext) {
        alarm = nil
        if isReading, !isOver, let due = deadline {
            deadline = max(due, start + times.request + .seconds(Int64(bytesOfRequest >> 16)))
        }
        guard let due = [deadline, readingDeadline].compactMap(\.self).min() else { return }
        if due > .now() { ring(context, at: due) } else { context.close(promise: nil) }
    }
}
#endif
