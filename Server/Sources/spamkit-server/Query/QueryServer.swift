// Query: the server from its options, until it is told to end.

import DeferralServer
import Foundation
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import NIOHTTPTypes
import ServiceLifecycle
import SpamFilterIO

#if TLS
import HummingbirdTLS
import NIOSSL
#endif

func runQueryServer(_ options: QueryArguments, model: String) async throws {
    // It loads a model, also while the server starts.
    signal(SIGHUP, SIG_IGN)
    LoggingSystem.bootstrap(JSONLog.init)
    let logger = Logger(label: JSONLog.label), state = ServerState(), metrics = ServerMetrics()
    let slot = try ModelSlot(model, try options.terms.terms())
    let service = QueryService(
        slot: slot, metrics: metrics, association: options.association, token: try options.token(), addresses: options.addresses,
        state: state)
    let accounting = Accounting(
        metrics: metrics, limit: options.limit, addresses: options.addresses, logger: logger, logsRequests: options.logRequests)
    let channel = try httpChannel(options, service, accounting, logger)
    warnOfOpenSecrets(options, logger)
    let room = ConnectionRoom(most: connectionsThatFit(options, logger), options.addresses)
    let address = ListenAddress.inherited() ?? .host(options.host, port: options.port)
    try await serve(channel, at: address, room, options, slot, metrics, state, logger)
}

/// As many connections as were asked for, or as there can be.
private func connectionsThatFit(_ options: QueryArguments, _ logger: Logger) -> Int {
    let files = Descriptors.raiseLimit(), room = Descriptors.room(for: options.connections, ofLimit: files)
    if room < options.connections {
        logger.warning(
            "fewer connections than --connections; raise the limit of open files",
            metadata: [
                "connections": .stringConvertible(room), "asked": .stringConvertible(options.connections),
                "files": .stringConvertible(files),
            ])
    }
    return room
}

private func warnOfOpenSecrets(_ options: QueryArguments, _ logger: Logger) {
    for (option, path) in [("--batch-token-file", options.batchTokenFile), ("--tls-key", options.tlsKey)] {
        guard let path, isOpenToOthers(path) else { continue }
        logger.warning("others can read a secret; run chmod 600 on its file", metadata: ["option": "\(option)"])
    }
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
    _ channel: some ServerChildChannel, at address: ListenAddress, _ room: ConnectionRoom, _ options: QueryArguments,
    _ slot: ModelSlot, _ metrics: ServerMetrics, _ state: ServerState, _ logger: Logger
) async throws {
    let scheme = options.tlsKey == nil ? "http" : "https"
    let listener = Listener(channel: channel, address: address, logger: logger, room: room, metrics: metrics) { bound in
        let place = bound.flatMap { bound in bound.ipAddress.map { $0.contains(":") ? "[\($0)]" : $0 } } ?? options.host
        logger.info(
            "listening",
            metadata: ["url": "\(scheme)://\(place):\(bound?.port ?? options.port)", "model": "\(slot.current.name)"])
    }
    let services: [any Service] = [
        listener, ModelWatch(slot: slot, metrics: metrics, logger: logger), MemoryReturn(metrics: metrics),
        EndingWatch(state: state, logger: logger),
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
