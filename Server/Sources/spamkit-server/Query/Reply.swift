// Query: what the server answers: a status and a text.

import DeferralServer
import HTTPTypes
import Hummingbird
import HummingbirdCore
import NIOCore

/// A whole answer. Problems are JSON, and quote nothing of the request:
/// `{"error":"expected at most 65536 bytes, found more; send less at once"}`.
struct Reply: Sendable {
    var head: HTTPResponse
    let body: ByteBuffer

    init(_ body: ByteBuffer, _ status: HTTPResponse.Status = .ok, type: String) {
        head = HTTPResponse(
            status: status,
            headerFields: [.contentType: type, .cacheControl: "no-store", .contentLength: "\(body.readableBytes)"])
        self.body = body
    }

    init(_ text: String, _ status: HTTPResponse.Status = .ok, type: String = "application/json") {
        self.init(ByteBuffer(string: text), status, type: type)
    }

    /// - Parameter reason: of this program's own words.
    static func problem(_ status: HTTPResponse.Status, _ reason: String) -> Reply {
        Reply("{\"error\":\(jsonText(reason))}", status)
    }

    /// The server's token is missing.
    static var unauthorized: Reply {
        var reply = problem(
            .unauthorized, "expected the header Authorization: Bearer TOKEN with the server's token, found another or none")
        reply.head.headerFields[.wwwAuthenticate] = "Bearer"
        return reply
    }

    /// There is no such place, or it takes other methods.
    static func notFound(_ route: ServerRoute) -> Reply {
        guard let methods = route.methods else {
            return problem(.notFound, "expected one of the paths of /openapi.json, found another")
        }
        var reply = problem(.methodNotAllowed, "expected the method \(methods), found another")
        reply.head.headerFields[.allow] = methods
        return reply
    }

    var response: Response {
        Response(status: head.status, headers: head.headerFields, body: ResponseBody(byteBuffer: body))
    }
}

extension Reply: ResponseGenerator {
    func response(from request: Request, context: some RequestContext) -> Response { response }
}
