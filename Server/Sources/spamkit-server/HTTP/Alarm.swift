// HTTP: rings when the first of a connection's deadlines is over.

import NIOCore

final class Alarm {
    /// `nil` while nothing is waited for.
    var deadline: NIODeadline?
    /// For the client to read what waits for it; `nil` where little does.
    var readingDeadline: NIODeadline?
    private var ringing: Scheduled<Void>?
    private var ringsAt = NIODeadline.now()

    private var earliest: NIODeadline? {
        guard let deadline, let readingDeadline else { return deadline ?? readingDeadline }
        return min(deadline, readingDeadline)
    }

    private let isOver: (ChannelHandlerContext) -> Void

    /// - Parameter isOver: is called when a deadline is over.
    init(_ isOver: @escaping (ChannelHandlerContext) -> Void) { self.isOver = isOver }

    /// Takes note of deadlines that were set. An alarm that is set stays: most deadlines are moved
    /// before it rings.
    func set(_ context: ChannelHandlerContext) {
        guard let first = earliest, ringing == nil || ringsAt > first else { return }
        ringing?.cancel()
        ringsAt = first
        let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        ringing = context.eventLoop.scheduleTask(deadline: first) {
            let (alarm, context) = bound.value
            alarm.ring(context)
        }
    }

    func stop() {
        ringing?.cancel()
        ringing = nil
    }

    private func ring(_ context: ChannelHandlerContext) {
        ringing = nil
        if let earliest, earliest <= .now() { isOver(context) } else { set(context) }
    }
}
