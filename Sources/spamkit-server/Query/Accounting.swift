// Query: what holds for every request: limits, metrics, the log, and errors as JSON.

#if Server
import DeferralServer
import Dispatch
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore

/// Who sent a request.
struct ServerContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    let peer: SocketAddress?

    init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        peer = source.channel.remoteAddress
    }
}

struct Accounting: RouterMiddleware {
    let metrics: ServerMetrics
    let limit: RateLimit?
    let addresses: ClientAddresses
    /// Writes a line for each request, where it is given.
    let log: Logger?

    func handle(
        _ request: Request, context: ServerContext, next: (Request, ServerContext) async throws -> Response
    ) async throws -> Response {
        let start = DispatchTime.now().uptimeNanoseconds, route = ServerRoute(path: request.uri.path)
        metrics.begin()
        let response = await respond(request, context, route, at: start, next)
        let nanoseconds = DispatchTime.now().uptimeNanoseconds - start
        metrics.end(route, status: response.status.code, seconds: Double(nanoseconds) / 1e9)
        log?.info(
            "request",
            metadata: [
                "route": "\(route.rawValue)", "status": .stringConvertible(response.status.code),
                "microseconds": .stringConvertible(Int(nanoseconds / 1000)),
            ])
        return response
    }

    private func respond(
        _ request: Request, _ context: ServerContext, _ route: ServerRoute, at now: UInt64,
        _ next: (Request, ServerContext) async throws -> Response
    ) async -> Response {
        if let limit, let key = addresses.limited(context.peer, request.headers), let seconds = limit.wait(key, now: now) {
            var response = Response.problem(.tooManyRequests, "expected fewer requests from one address; wait \(seconds) s")
            response.headers[.retryAfter] = "\(seconds)"
            return response
        }
        do {
            return try await next(request, context)
        } catch let error as RequestProblem {
            return .problem(error.status, error.reason)
        } catch let error as HTTPError where error.status == .notFound {
            return .notFound(route)
        } catch let error as HTTPError {
            return .problem(error.status, error.status.reasonPhrase)
        } catch {
            // A body that broke off, or a head that cannot be: nobody listens any more.
            return .problem(.badRequest, "expected a whole request, found a broken one; send it again")
        }
    }
}
#endif
