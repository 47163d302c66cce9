// Query: what a request must be: its place, type and length. Requests in, problems out.

import DeferralServer
import HTTPTypes
import Hummingbird
import HummingbirdCore
import NIOCore

struct RequestProblem: Error {
    let status: HTTPResponse.Status
    let reason: String
}

extension ServerRoute {
    private static let paths: [String: ServerRoute] = [
        "/query": .query, "/batch": .batch, "/.well-known/apple-app-site-association": .association, "/healthz": .health,
        "/metrics": .metrics, "/openapi.json": .openapi,
    ]

    /// Only the very path: of another spelling, a rule of a proxy may think otherwise.
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

extension HTTPRequest {
    func isType(_ type: StaticString) -> Bool { headerFields[.contentType]?.isMediaType(type) ?? false }

    /// A request without a type is taken for one of the right type.
    func expectType(_ types: StaticString...) throws(RequestProblem) {
        guard let found = headerFields[.contentType], !types.contains(where: { found.isMediaType($0) }) else { return }
        throw RequestProblem(
            status: .unsupportedMediaType, reason: "expected the content type \(types[0]), found another; send JSON")
    }

    /// By its head alone. One that says no length is counted as it comes.
    func expectLength(upTo most: Int) throws(RequestProblem) {
        guard let length = headerFields[.contentLength].flatMap({ Int($0) }), length > most else { return }
        throw RequestProblem.tooLarge(most)
    }
}

extension Request {
    func collect(upTo most: Int) async throws -> ByteBuffer {
        try head.expectLength(upTo: most)
        do {
            return try await body.collect(upTo: most)
        } catch is NIOTooManyBytesError {
            throw RequestProblem.tooLarge(most)
        }
    }
}

extension String {
    /// Whether a `Content-Type` header is of this type, whatever its parameters.
    fileprivate func isMediaType(_ type: StaticString) -> Bool {
        let (own, other) = (utf8, UnsafeBufferPointer(start: type.utf8Start, count: type.utf8CodeUnitCount))
        guard own.count >= other.count, zip(own, other).allSatisfy({ $0 == $1 || $0 | 0x20 == $1 }) else { return false }
        return own.dropFirst(other.count).first.map { [UInt8(ascii: ";"), UInt8(ascii: " ")].contains($0) } ?? true
    }
}

extension RequestProblem {
    static func tooLarge(_ most: Int) -> RequestProblem {
        RequestProblem(status: .contentTooLarge, reason: "expected at most \(most) bytes, found more; send less at once")
    }
}
