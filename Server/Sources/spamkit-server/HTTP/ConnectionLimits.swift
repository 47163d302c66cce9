// HTTP: what one connection may take. Parts of requests and answers pass; a connection that is too
// slow, or not wanted any more, is closed.

import DeferralServer
import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOHTTPTypes

/// How long a connection may take.
struct ConnectionTimes: Sendable {
    /// To the end of a request, from its head or from the connection's start. A body gets a second
    /// more for each 64 KiB that came.
    var request = TimeAmount.seconds(10)
    /// Between an answer and the head of the next request, and for the client to read an answer.
    var idle = TimeAmount.seconds(60)
    /// For a next request when the server shuts down, and for the client to end its side.
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

    /// The most bytes that are read of a request behind its answer.
    private static let mostUnread = 1 << 25

    private let times: ConnectionTimes
    private let metrics: ServerMetrics
    private lazy var alarm = Alarm { [unowned self] in deadlineIsOver($0) }
    /// Requests whose answer is not written, and answers that the system has not taken.
    private var unanswered = 0
    private var unflushed = 0
    private var isReading = false
    private var bytesOfRequest = 0
    private var start = NIODeadline.now()
    /// No request but those that came is answered.
    private var isLast = false
    /// The last answer is written.
    private var isOver = false
    /// A request that came after the last one is not read.
    private var isDeaf = false
    /// The client has ended its side. Hummingbird hears of it when all answers are sent: it drops
    /// what waits.
    private var isHalfClosed = false
    private var hasToldSo = false
    /// No head has come yet.
    private var isNew = true
    private var isLate = false
    private var isDropped = false

    init(_ times: ConnectionTimes, _ metrics: ServerMetrics) {
        self.times = times
        self.metrics = metrics
    }

    // MARK: Requests

    func handlerAdded(context: ChannelHandlerContext) {
        if context.channel.isActive { close(context, in: times.request) }
    }

    func channelActive(context: ChannelHandlerContext) {
        close(context, in: times.request)
        context.fireChannelActive()
    }

    func channelInactive(context: ChannelHandlerContext) {
        alarm.stop()
        context.fireChannelInactive()
    }

    func handlerRemoved(context: ChannelHandlerContext) { alarm.stop() }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head):
            isDeaf = isDeaf || isOver || isLast && unanswered > 0
            if isDeaf { return }
            if head.headerFields[.connection]?.lowercased().contains("close") == true { isLast = true }
            unanswered += 1
            isNew = false
            isReading = true
            bytesOfRequest = 0
            start = .now()
            close(context, in: times.request)
            if unanswered == 1, head.headerFields[.expect]?.lowercased() == "100-continue" {
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
            if isOver { return leave(context) }
            // An answer takes what it takes.
            alarm.deadline = nil
        }
        context.fireChannelRead(data)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        // The deadline cut off what had come of a head.
        if error is HTTPParserError { drop(isLate ? .slow : .broken) }
        context.fireErrorCaught(error)
    }

    // MARK: Answers

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
            unflushed += 1
            isOver = isLast && unanswered == 0
            if unanswered == 0 { close(context, in: times.idle) }
            let written = promise ?? context.eventLoop.makePromise()
            let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
            written.futureResult.whenComplete { _ in
                let (limits, context) = bound.value
                limits.unflushed -= 1
                limits.leave(context)
            }
            context.write(data, promise: written)
        }
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        let isWritable = context.channel.isWritable
        alarm.readingDeadline = isWritable ? nil : .now() + times.idle
        alarm.set(context)
        context.fireChannelWritabilityChanged()
    }

    // MARK: The end

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        switch event {
        case is ChannelShouldQuiesceEvent: isLast = true
        case ChannelEvent.inputClosed: isHalfClosed = true
        default: return context.fireUserInboundEventTriggered(event)
        }
        leave(context)
    }

    /// Takes the next step to the end, where there is one and all answers are sent.
    private func leave(_ context: ChannelHandlerContext) {
        guard unflushed == 0 else { return }
        if isOver, !isReading {
            if isHalfClosed { return context.close(promise: nil) }
            // Closing both sides would reset the connection if the client sends more, and take from
            // it what it has not read.
            close(context, in: times.farewell)
            let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
            context.close(mode: .output).whenFailure { _ in bound.value.close(promise: nil) }
        } else if isHalfClosed, !hasToldSo, unanswered == 0 || isReading {
            hasToldSo = true
            context.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
        } else if isLast, unanswered == 0 {
            close(context, in: times.farewell)
        }
    }

    private func close(_ context: ChannelHandlerContext, in time: TimeAmount) {
        alarm.deadline = .now() + time
        alarm.set(context)
    }

    private func deadlineIsOver(_ context: ChannelHandlerContext) {
        if isReading, !isOver, unflushed == 0 {
            let due = start + times.request + .seconds(Int64(bytesOfRequest >> 16))
            if due > .now() {
                alarm.deadline = due
                return alarm.set(context)
            }
        }
        isLate = true
        // The end of a long answer is written when the client has read most of it.
        if unflushed > 0 || !context.channel.isWritable { drop(.unread) } else if isNew || isReading && !isOver { drop(.slow) }
        context.close(promise: nil)
    }

    private func drop(_ reason: DropReason) {
        guard !isDropped else { return }
        isDropped = true
        metrics.addDrop(reason)
    }
}
