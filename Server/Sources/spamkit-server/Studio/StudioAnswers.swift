// spamkit-server: what the studio's answers have in common: headers that keep other pages out, and
// errors as JSON. Never with a message's text.

import CorpusStore
import Foundation
import HTTPTypes
import Hummingbird
import Studio

/// The headers of every answer. An answer's own policy stays.
struct StudioHeaders: RouterMiddleware {
    typealias Context = StudioContext

    private static let headers: [(String, String)] = [
        ("Content-Security-Policy", StudioPolicy.page), ("Cache-Control", "no-store"), ("Referrer-Policy", "no-referrer"),
        ("X-Content-Type-Options", "nosniff"), ("X-Frame-Options", "DENY"), ("Cross-Origin-Opener-Policy", "same-origin"),
        ("Cross-Origin-Resource-Policy", "same-origin"), ("X-Robots-Tag", "noindex"),
        ("Permissions-Policy", "camera=(), microphone=(), geolocation=()"),
    ]

    func handle(
        _ request: Request, context: StudioContext, next: (Request, StudioContext) async throws -> Response
    ) async throws -> Response {
        var response = try await next(request, context)
        for (name, value) in Self.headers {
            guard let name = HTTPField.Name(name), response.headers[name] == nil else { continue }
            response.headers[name] = value
        }
        return response
    }
}

/// Errors as answers: `{"problem": "expected …, found …; …"}`.
struct StudioAnswers: RouterMiddleware {
    typealias Context = StudioContext

    let studio: Studio

    func handle(
        _ request: Request, context: StudioContext, next: (Request, StudioContext) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context)
        } catch let refusal as StudioRefusal {
            let status: HTTPResponse.Status =
                switch refusal {
                case .otherHost: .misdirectedRequest
                case .otherPage, .noToken: .forbidden
                case .noSession: .unauthorized
                }
            return request.uri.path.hasPrefix("/api/") ? problem(status, "\(refusal)") : page(status, "\(refusal)")
        } catch let error as StudioError {
            let status: HTTPResponse.Status =
                switch error {
                case .badName, .badLabel, .longSearch: .badRequest
                case .noMessage, .noModel, .nothingFound: .notFound
                case .movedOn, .labelledSince, .busy, .noLabels, .nothingToLearnFrom: .conflict
                }
            return problem(status, "\(error)")
        } catch let error as StoreError {
            return problem(.serviceUnavailable, studio.words(of: error))
        } catch let error as any HTTPResponseError {
            return problem(error.status, "expected a request of the studio's page, found another: \(error.status)")
        } catch is DecodingError {
            return problem(.badRequest, "expected the fields of a request of the studio's page, found others")
        } catch {
            // Its words may hold anything.
            return problem(.internalServerError, "expected to answer, found an error of type \(type(of: error)); try again")
        }
    }

    private func problem(_ status: HTTPResponse.Status, _ words: String) -> Response {
        json(Problem(problem: words), status)
    }

    private func page(_ status: HTTPResponse.Status, _ words: String) -> Response {
        text("\(words)\n", type: "text/plain; charset=utf-8", status)
    }

    private struct Problem: Encodable { let problem: String }
}

/// An answer of JSON.
func json(_ value: any Encodable, _ status: HTTPResponse.Status = .ok) -> Response {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard let data = try? encoder.encode(value) else { return Response(status: .internalServerError) }
    return Response(
        status: status, headers: [.contentType: "application/json; charset=utf-8"],
        body: ResponseBody(byteBuffer: ByteBuffer(bytes: data)))
}

func text(_ text: String, type: String, _ status: HTTPResponse.Status = .ok, headers: HTTPFields = [:]) -> Response {
    bytes(Array(text.utf8), type: type, status, headers: headers)
}

func bytes(_ bytes: [UInt8], type: String, _ status: HTTPResponse.Status = .ok, headers: HTTPFields = [:]) -> Response {
    var headers = headers
    headers[.contentType] = type
    return Response(status: status, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
}
