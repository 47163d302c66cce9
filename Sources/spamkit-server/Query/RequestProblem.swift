// Query: what is wrong with a request, as a status and JSON. Quotes nothing of it.
//
//     {"error":"expected at most 65536 bytes, found more; send a shorter message"}

#if Server
import DeferralServer
import HTTPTypes
import Hummingbird
import HummingbirdCore
import NIOCore

struct RequestProblem: Error {
    let status: HTTPResponse.Status
    let reason: String
}

extension Response {
    static func text(_ text: String, status: HTTPResponse.Status = .ok, type: String) -> Response {
        Response(
            status: status, headers: [.contentType: type, .cacheControl: "no-store"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
    }

    /// - Parameter reason: of this program's own words.
    static func problem(_ status: HTTPResponse.Status, _ reason: String) -> Response {
        text("{\"error\":\(jsonText(reason))}", status: status, type: "application/json")
    }

    /// There is no such place, or it takes other methods.
    static func notFound(_ route: ServerRoute) -> Response {
        guard let methods = route.methods else {
            return problem(.notFound, "expected one of the paths of /openapi.json, found another")
        }
        var response = problem(.methodNotAllowed, "expected the method \(methods), found another")
        response.headers[.allow] = methods
        return response
    }
}

extension ServerRoute {
    private static let paths: [String: ServerRoute] = [
        "/query": .query, "/batch": .batch, "/.well-known/apple-app-site-association": .association, "/healthz": .health,
        "/metrics": .metrics, "/openapi.json": .openapi,
    ]

    init(path: String) { self = ServerRoute.paths[path] ?? .other }

    /// The methods that it takes, as an `Allow` header names them.
    var methods: String? {
        switch self {
        case .query, .batch: "POST"
        case .association, .health, .metrics, .openapi: "GET, HEAD"
        case .other: nil
        }
    }
}

extension Request {
    /// A request without a type is taken for one of the right type.
    func expectType(_ types: [String]) throws(RequestProblem) {
        guard let found = headers[.contentType] else { return }
        let type = found.prefix { $0 != ";" }.trimmingPrefix(" ").lowercased()
        guard types.contains(String(type.reversed().drop { $0 == " " }.reversed())) else {
            throw RequestProblem(
                status: .unsupportedMediaType, reason: "expected the content type \(types[0]), found another; send JSON")
        }
    }

    /// By its head alone. One that says no length is counted as it comes.
    func expectLength(upTo most: Int) throws(RequestProblem) {
        guard let length = headers[.contentLength].flatMap({ Int($0) }), length > most else { return }
        throw RequestProblem.tooLarge(most)
    }

    func collect(upTo most: Int) async throws -> ByteBuffer {
        try expectLength(upTo: most)
        do {
            return try await body.collect(upTo: most)
        } catch is NIOTooManyBytesError {
            throw RequestProblem.tooLarge(most)
        }
    }
}

extension RequestProblem {
    static func tooLarge(_ most: Int) -> RequestProblem {
        RequestProblem(status: .contentTooLarge, reason: "expected at most \(most) bytes, found more; send less at once")
    }
}
#endif
