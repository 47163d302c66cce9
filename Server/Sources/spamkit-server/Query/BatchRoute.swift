// Query: many messages in one request, for a carrier's own systems. JSON Lines in, JSON Lines out;
// or one message as JSON.

import DeferralServer
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdCore
import MessageFilterExtension
import NIOCore

extension QueryService {
    /// The most bytes of a batch, and the most lines.
    static let mostBatchBytes = 1 << 24
    static let mostBatchLines = 200_000

    func answerBatch(_ request: Request) async throws -> Response {
        guard let token, token.isIn(authorization: request.headers[.authorization]) else {
            return Reply.unauthorized.response
        }
        if request.head.isType("application/json") { return try await answerMessage(request).response }
        try request.head.expectType("application/x-ndjson", "application/jsonl")
        try request.head.expectLength(upTo: QueryService.mostBatchBytes)
        guard batches.enter() else {
            var reply = Reply.problem(.serviceUnavailable, "too many batches at once; try again later")
            reply.head.headerFields[.retryAfter] = "1"
            return reply.response
        }
        do {
            // Not on the connection's thread, where queries wait.
            let answers = try await withTaskExecutorPreference(globalConcurrentExecutor) { try await answerLines(request.body) }
            return Response(
                status: .ok, headers: [.contentType: "application/x-ndjson", .cacheControl: "no-store"],
                body: ResponseBody(contentLength: answers.readableBytes) { [batches] writer in
                    // Until then they take memory.
                    defer { batches.leave() }
                    try await writer.write(answers)
                    try await writer.finish(nil)
                })
        } catch {
            batches.leave()
            throw error
        }
    }

    /// Answers are held until all are there: many clients read nothing before they have sent
    /// everything.
    private func answerLines(_ body: RequestBody) async throws -> ByteBuffer {
        let model = slot.current
        var lines = LineSplitter(mostLineBytes: BatchLine.mostBytes), answers = ByteBuffer(), row = 0, bytes = 0
        func answer(_ line: LineSplitter.Line) {
            row += 1
            guard row <= QueryService.mostBatchLines else { return }
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
        for try await buffer in body {
            bytes += buffer.readableBytes
            guard bytes <= QueryService.mostBatchBytes else { throw RequestProblem.tooLarge(QueryService.mostBatchBytes) }
            buffer.withUnsafeReadableBytes { lines.add($0, answer) }
            guard row <= QueryService.mostBatchLines else { throw tooManyLines }
        }
        lines.finish(answer)
        guard row <= QueryService.mostBatchLines else { throw tooManyLines }
        guard answers.readableBytes > 0 else {
            throw RequestProblem(status: .badRequest, reason: "expected a message on each line, found none; send one at least")
        }
        return answers
    }

    private var tooManyLines: RequestProblem {
        RequestProblem(
            status: .contentTooLarge,
            reason: "expected at most \(QueryService.mostBatchLines) lines, found more; send less at once")
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
