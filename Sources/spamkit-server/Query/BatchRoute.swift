// Query: many messages in one request, for a carrier's own systems. JSON Lines in, JSON Lines out;
// or one message as JSON.

#if Server
import DeferralServer
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdCore
import MessageFilterExtension
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
        if request.head.isType("application/json") { return try await answerMessage(request) }
        try request.head.expectType("application/x-ndjson", "application/jsonl")
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
                    BatchLine.error(
                        "expected at most \(BatchLine.mostBytes) bytes a line, found more; send a shorter message", row: row))
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
        guard row > 0 else {
            return .problem(.badRequest, "expected a message on each line, found no line; send one at least")
        }
        return Reply(answers, type: "application/x-ndjson")
    }

    private func answerMessage(_ request: Request) async throws -> Reply {
        let body = try await request.collect(upTo: BatchLine.mostBytes)
        do throws(NetworkJSONError) {
            return Reply(try slot.current.answer(message: Data(body.readableBytesView), count: metrics.add))
        } catch {
            return .problem(.badRequest, error.description)
        }
    }
}
#endif
