// Query: what holds for every request: limits, metrics, the log, and errors as JSON.

import DeferralServer
import Dispatch
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import Synchronization

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
    let logger: Logger
    /// Whether the log has a line for each request.
    let logsRequests: Bool
    private let warned = Once()

    init(metrics: ServerMetrics, limit: RateLimit?, addresses: ClientAddresses, logger: Logger, logsRequests: Bool) {
        self.metrics = metrics
        self.limit = limit
        self.addresses = addresses
        self.logger = logger
        self.logsRequests = logsRequests
    }

    func handle(
        _ request: Request, context: ServerContext, next: (Request, ServerContext) async throws -> Response
    ) async throws -> Response {
        let route = ServerRoute(path: request.uri.path), start = begin()
        var response = await respond(request, context, route, at: start, next)
        // A body would be read as the next answer.
        if request.method == .head { response = response.createHeadResponse() }
        end(route, response.status, since: start)
        return response
    }

    /// - Returns: the nanoseconds of a clock.
    func begin() -> UInt64 {
        metrics.begin()
        return DispatchTime.now().uptimeNanoseconds
    }

    func end(_ route: ServerRoute, _ status: HTTPResponse.Status, since start: UInt64) {
        let nanoseconds = DispatchTime.now().uptimeNanoseconds - start
        metrics.end(route, status: status.code, seconds: Double(nanoseconds) / 1e9)
        guard logsRequests else { return }
        logger.info(
            "request",
            metadata: [
                "route": "\(route.rawValue)", "status": .stringConvertible(status.code),
                "microseconds": .stringConvertible(Int(nanoseconds / 1000)),
            ])
    }

    /// The answer to one that asks too much; `nil` for all others.
    func refusal(_ peer: @autoclosure () -> SocketAddress?, _ headers: HTTPFields, at now: UInt64) -> Reply? {
        guard let limit, let address = peer() else { return nil }
        guard let key = addresses.limited(address, headers) else {
            if addresses.isUnnamedProxy(address, headers), warned.isFirst() {
                logger.warning("a proxy on this machine is not named, so its clients are not limited; give --trusted-proxy")
            }
            return nil
        }
        guard let seconds = limit.wait(key, now: now) else { return nil }
        var reply = Reply.problem(.tooManyRequests, "expected fewer requests from one address; wait \(seconds) s")
        reply.head.headerFields[.retryAfter] = "\(seconds)"
        return reply
    }

    private func respond(
        _ request: Request, _ context: ServerContext, _ route: ServerRoute, at now: UInt64,
        _ next: (Request, ServerContext) async throws -> Response
    ) async -> Response {
        if let refusal = refusal(context.peer, request.headers, at: now) { return refusal.response }
        // The router would skip empty parts, which rules of a proxy for a path do not see.
        guard route != .other else { return Reply.notFound(route).response }
        guard request.head.authority != nil else {
            return Reply.problem(.badRequest, "expected one Host header, found none or several; send one").response
        }
        do {
            return try await next(request, context)
        } catch let error as RequestProblem {
            return Reply.problem(error.status, error.reason).response
        } catch let error as HTTPError where error.status == .notFound {
            return Reply.notFound(route).response
        } catch let error as HTTPError {
            return Reply.problem(error.status, error.status.reasonPhrase).response
        } catch {
            // A body that broke off, or a head that cannot be: nobody listens any more.
            return Reply.problem(.badRequest, "expected a whole request, found a broken one; send it again").response
        }
    }
}

/// What is said once.
private final class Once: Sendable {
    private let isSaid = Atomic<Bool>(false)

    func isFirst() -> Bool { !isSaid.load(ordering: .relaxed) && !isSaid.exchange(true, ordering: .relaxed) }
}
