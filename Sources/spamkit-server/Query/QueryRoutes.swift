// Query: the places of the server, and what each of them answers. Requests in, responses out.

#if Server
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
    /// Of the batch endpoint; without one nobody may use it.
    let token: SecretToken?
    let batches = BatchCount()
    let state: ServerState

    /// The most bytes of a query.
    static let mostQueryBytes = 1 << 16

    func router() -> Router<ServerContext> {
        let router = Router(context: ServerContext.self, options: .autoGenerateHeadEndpoints)
        router.post("query") { request, _ in try await answerQuery(request) }
        router.post("batch") { request, _ in try await answerBatch(request) }
        router.get(".well-known/apple-app-site-association") { _, _ in try associationFile() }
        router.get("healthz") { _, _ in health() }
        router.get("metrics") { _, _ in Response.text(metrics.text(slot.current), type: "text/plain; version=0.0.4; charset=utf-8") }
        router.get("openapi.json") { _, _ in Response.text(OpenAPIDocument.json, type: "application/json") }
        return router
    }

    private func answerQuery(_ request: Request) async throws -> Response {
        try request.expectType(["application/json"])
        let body = try await request.collect(upTo: QueryService.mostQueryBytes)
        let model = slot.current
        let result = body.withUnsafeReadableBytes { bytes in
            Result { () throws(NetworkJSONError) in try model.answer(bytes.assumingMemoryBound(to: UInt8.self)) }
        }
        switch result {
        case .success(let answer):
            metrics.add(answer)
            return .text(answer.json, type: "application/json")
        case .failure(let error): return .problem(.badRequest, error.description)
        }
    }

    private func associationFile() throws -> Response {
        guard let association else {
            return .problem(
                .notFound, "expected an app to answer for, found none; start the server with --app TEAMID.bundle.identifier")
        }
        return Response(
            status: .ok, headers: [.contentType: "application/json"], body: ResponseBody(byteBuffer: ByteBuffer(data: association.json())))
    }

    private func health() -> Response {
        state.isEnding
            ? .problem(.serviceUnavailable, "the server is shutting down")
            : .text("{\"status\":\"ok\",\"model\":\"\(slot.current.name)\"}", type: "application/json")
    }
}
#endif
