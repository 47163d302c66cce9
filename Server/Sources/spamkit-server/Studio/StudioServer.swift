// spamkit-server: the studio over HTTP. A store and models in; a page on loopback out, until the
// process is told to end.

import DeferralServer
import Dispatch
import Foundation
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import Studio

/// Opens the store and serves its page on 127.0.0.1. Prints the address, with the token, when it
/// listens.
func runStudio(_ options: StudioOptions) async throws {
    let studio = try await blocking { try Studio(store: options.store, models: options.models) }
    let gate = StudioGate(person: options.person)
    let router = Router(context: StudioContext.self)
    router.add(middleware: StudioHeaders())
    router.add(middleware: StudioAnswers(studio: studio))
    StudioPages(studio: studio, gate: gate).add(to: router)
    StudioRoutes(studio: studio, gate: gate).add(to: router)
    var logger = Logger(label: "studio")
    logger.logLevel = .warning
    let metrics = ServerMetrics(), times = ConnectionTimes(idle: .seconds(30))
    let application = Application(
        router: router,
        server: HTTPServerBuilder { LimitedChannel(responder: $0, handlers: { [ConnectionLimits(times, metrics)] }) },
        configuration: ApplicationConfiguration(
            address: .hostname("127.0.0.1", port: options.port),
            availableConnectionsDelegate: MaximumAvailableConnections(mostConnections)),
        onServerRunning: { channel in
            let port = channel.localAddress?.port ?? options.port
            gate.listens(onPort: port)
            print("studio of \(options.store): http://127.0.0.1:\(port)/open/\(gate.token)")
            print("Open this address in a browser on this machine. Whoever has it can read and label; Ctrl-C ends.")
            try? FileHandle.standardOutput.synchronize()
            fflush(nil)
        }, logger: logger)
    do {
        try await application.runService()
    } catch let error as IOError where !gate.isListening {
        throw StudioPortError(port: options.port, reason: String(cString: strerror(error.errnoCode)))
    }
}

/// Far more than the browsers of a few people open.
private let mostConnections = 256

/// The port cannot be listened at.
struct StudioPortError: Error, CustomStringConvertible {
    let port: Int
    /// In the system's words.
    let reason: String

    var description: String {
        "127.0.0.1:\(port): expected a free port, found \"\(reason)\"; give another by --port, or end what listens there"
    }
}

/// Requests of the studio are small.
struct StudioContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    var maxUploadSize: Int { 64 << 10 }

    init(source: ApplicationRequestContextSource) { coreContext = .init(source: source) }
}

/// Threads that may wait for the store's file, or compute: the server's own may not.
private let waitingThreads = DispatchQueue(label: "studio.calls", qos: .userInitiated, attributes: .concurrent)

func blocking<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
        waitingThreads.async { continuation.resume(with: Result(catching: body)) }
    }
}
