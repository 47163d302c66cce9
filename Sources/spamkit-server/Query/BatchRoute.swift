// Query: many messages in one request, for a carrier's own systems. JSON Lines in, JSON Lines out.

#if Server
import DeferralServer
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdCore
import NIOCore
import Synchronization

/// How many batches there are at once. Their answers are held in memory until all are there, since
/// many clients read nothing before they have sent everything.
final class BatchCount: Sendable {
    private static let most = 4
    private let running = Atomic<Int>(0)

    func enter() -> Bool {
        if running.add(1, ordering: .relaxed).newValue <= BatchCount.most { return true }
        leave()
        return false
    }

    func leave() { running.subtract(1, ordering: .relaxed) }
}

extension QueryService {
    /// The most bytes of a batch.
    static let mostBatchBytes = 1 << 24

    func answerBatch(_ request: Request) async throws -> Reply {
        guard let token, token.isIn(authorization: request.headers[.authorization]) else {
            var reply = Reply.problem(
                .unauthorized,
                "expected the header Authorization: Bearer TOKEN with the server's token, found another or none")
            reply.head.headerFields[.wwwAuthenticate] = "Bearer"
            return reply
        }
        try request.head.expectType("application/x-ndjson", "application/jsonl", "application/json")
        guard batches.enter() else {
            var reply = Reply.problem(.serviceUnavailable, "too many batches at once; try again later")
            reply.head.headerFields[.retryAfter] = "1"
            return reply
        }
        defer { batches.leave() }
        let model = slot.current
        var lines = LineSplitter(mostLineBytes: BatchLine.mostBytes), answers = ByteBuffer(), row = 0, bytes = 0
        func answer(_ line: LineSplitter.Line) {
            row += 1
            switch line {
            case .blank: return
            case .tooLong:
                answers.writeString(
                    BatchLine.error("expected at most \(BatchLine.mostBytes) bytes a line, found more; send a shorter message", row: row))
            case .line(let data): answers.writeString(model.answer(line: data, row: row, count: metrics.add))
            }
            answers.writeString("\n")
        }
        try request.head.expectLength(upTo: QueryService.mostBatchBytes)
        for try await buffer in request.body {
            bytes += buffer.readableBytes
            guard bytes <= QueryService.mostBatchBytes else { throw HTTPError(.contentTooLarge) }
            buffer.withUnsafeReadableBytes { lines.add($0, answer) }
        }
        lines.finish(answer)
        return Reply(answers, type: "application/x-ndjson")
    }
}
#endif
