// Query: the server from its options, until it is told to end.

import DeferralServer
import Foundation
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import NIOHTTPTypes
import ServiceLifecycle

#if TLS
import HummingbirdTLS
import NIOSSL
#endif

func runQueryServer(_ options: QueryArguments, model: String) async throws {
    // It loads a model, also while the server starts.
    signal(SIGHUP, SIG_IGN)
    raiseFileLimit()
    LoggingSystem.bootstrap(JSONLog.init)
    let logger = Logger(label: JSONLog.label), state = ServerState(), metrics = ServerMetrics()
    let slot = try ModelSlot(model)
    let service = QueryService(
        slot: slot, metrics: metrics, association: options.association, token: try options.token(), state: state)
    let accounting = Accounting(
        metrics: metrics, limit: options.limit,
        addresses: options.addresses,
        log: options.logRequests ? logger : nil)
    let channel = try httpChannel(options, service, accounting, logger)
    let address = ListenAddress.inherited() ?? .host(options.host, port: options.port)
    try await serve(channel, at: address, options, slot, metrics, state, logger)
}

/// Every descriptor is a connection: as many as the system allows.
private func raiseFileLimit() {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return }
    limit.rlim_cur = limit.rlim_max
    setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
}

private func httpChannel(
    _ options: QueryArguments, _ service: QueryService, _ accounting: Accounting, _ logger: Logger
) throws -> any ServerChildChannel {
    let times = ConnectionTimes(
        request: .seconds(Int64(options.requestTimeout)), idle: .seconds(Int64(options.idleTimeout)))
    let responder = service.router(behind: accounting).buildResponder()
    let http = LimitedChannel(
        responder: { request, writer, channel in
            let context = ServerContext(source: ApplicationRequestContextSource(channel: channel, logger: logger))
            // The middleware turns all errors into responses.
            let response = try await responder.respond(to: request, context: context)
            try await writer.write(response: response.head, body: response.body)
        },
        handlers: { [ConnectionLimits(times, service.metrics), QueryShortcut(service, accounting)] })
    #if TLS
    if let chain = options.tlsCertificate, let key = options.tlsKey {
        return try TLSChannel(http, tlsConfiguration: .server(chain: chain, key: key))
    }
    #endif
    return http
}

private func serve(
    _ channel: some ServerChildChannel, at address: ListenAddress, _ options: QueryArguments, _ slot: ModelSlot,
    _ metrics: ServerMetrics, _ state: ServerState, _ logger: Logger
) async throws {
    let scheme = options.tlsKey == nil ? "http" : "https"
    let room = ConnectionRoom(most: options.connections, options.addresses)
    let listener = Listener(channel: channel, address: address, logger: logger, room: room, metrics: metrics) { bound in
        let place = bound.flatMap { bound in bound.ipAddress.map { $0.contains(":") ? "[\($0)]" : $0 } } ?? options.host
        logger.info(
            "listening",
            metadata: ["url": "\(scheme)://\(place):\(bound?.port ?? options.port)", "model": "\(slot.current.name)"])
    }
    let services: [any Service] = [
        listener, ModelWatch(slot: slot, metrics: metrics, logger: logger), EndingWatch(state: state, logger: logger),
    ]
    var configuration = ServiceGroupConfiguration(
        services: services, gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
    configuration.maximumGracefulShutdownDuration = .seconds(30)
    try await ServiceGroup(configuration: configuration).run()
    logger.info("ended")
    LogStream.standardError.flush()
}

/// Tells whoever asks that the server is about to end.
private struct EndingWatch: Service {
    let state: ServerState
    let logger: Logger

    func run() async throws {
        // Cancelled where another service fails: then there is no server to end.
        guard (try? await gracefulShutdown()) != nil else { return }
        state.end()
        logger.info("ending, requests in progress are answered")
    }
}
