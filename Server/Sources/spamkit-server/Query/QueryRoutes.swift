// Query: the places of the server, and what each of them answers. Requests in, responses out.

import DeferralServer
import Foundation
import Hummingbird
import HummingbirdCore
import MessageFilterExtension
import NIOCore

/// What the routes share.
struct QueryService: Sendable {
    let slot: ModelSlot
    let metrics: ServerMetrics
    /// The apps whose queries are answered; `nil` where none are named.
    let association: AppSiteAssociation?
    /// Of batches, and of metrics for other machines; without one nobody may have these.
    let token: SecretToken?
    let addresses: ClientAddresses
    let batches = CountLimit(most: 4)
    let state: ServerState

    /// The most bytes of a query.
    static let mostQueryBytes = 1 << 16

    /// - Parameter accounting: of every request, also one to no place.
    func router(behind accounting: Accounting) -> Router<ServerContext> {
        let router = Router(context: ServerContext.self, options: .autoGenerateHeadEndpoints)
        router.add(middleware: accounting)
        router.post("query") { request, _ in try await answerQuery(request) }
        router.post("batch") { request, _ in try await answerBatch(request) }
        router.get(".well-known/apple-app-site-association") { _, _ in associationFile() }
        router.get("healthz") { _, _ in health() }
        router.get("metrics") { request, context in metricsPage(request, context.peer) }
        router.get("openapi.json") { _, _ in Reply(OpenAPIDocument.json) }
        return router
    }

    private func answerQuery(_ request: Request) async throws -> Reply {
        try request.head.expectType("application/json")
        return answerQuery(try await request.collect(upTo: QueryService.mostQueryBytes))
    }

    /// - Parameter body: a query in JSON.
    func answerQuery(_ body: ByteBuffer) -> Reply {
        let model = slot.current
        let result = body.withUnsafeReadableBytes { bytes in
            Result { () throws(NetworkJSONError) in try model.answer(bytes.bindMemory(to: UInt8.self)) }
        }
        switch result {
        case .success(let answer):
            metrics.add(answer)
            return Reply(answer.json)
        case .failure(let error): return .problem(.badRequest, error.description)
        }
    }

    private func associationFile() -> Reply {
        guard let association else {
            return .problem(
                .notFound, "expected an app to answer for, found none; start the server with --app TEAMID.bundle.identifier")
        }
        // Apple's systems want this type, without more.
        return Reply(ByteBuffer(data: association.json()), type: "application/json")
    }

    private func metricsPage(_ request: Request, _ peer: SocketAddress?) -> Reply {
        guard addresses.isLocal(peer, request.headers) || token?.isIn(authorization: request.headers[.authorization]) == true
        else {
            return .unauthorized
        }
        return Reply(metrics.text(slot.current), type: "text/plain; version=0.0.4; charset=utf-8")
    }

    private func health() -> Reply {
        state.isEnding
            ? .problem(.serviceUnavailable, "the server is shutting down")
            : Reply("{\"status\":\"ok\",\"model\":\"\(slot.current.name)\"}")
    }
}
