// spamkit-server: answers deferred queries over HTTP, or serves the studio.

import ArgumentParser
import Foundation
import SpamFilter

@main
struct ServerCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "spamkit-server",
        abstract: "Answer the queries that a message filter extension defers, or serve the studio.",
        discussion: """
            Answers POST /query as Apple's systems ask it, by a model of any size. The model is read again when its file changes, \
            or on SIGHUP. SIGTERM ends the server when all requests are answered. The log, in JSON on standard error, holds no text, \
            no sender and no address.

            Also: POST /batch (JSON Lines), GET /healthz, /metrics (Prometheus), /openapi.json, and \
            /.well-known/apple-app-site-association.

            With --studio it serves a page to label and look instead, on this machine alone.

            Example: spamkit-server --model mine.spam --app ABCDE12345.com.example.filter
            """,
        version: "\(releaseVersion)")

    @OptionGroup var query: QueryArguments

    @OptionGroup(title: "Studio") var studio: StudioArguments

    func validate() throws {
        try query.validate()
        if studio.studio == nil, query.model == nil {
            throw ValidationError("expected --model FILE, the model that answers, or --studio STORE, found neither")
        }
        if studio.studio != nil, query.host != "127.0.0.1" {
            throw ValidationError("--host: expected none with --studio, which listens on this machine alone, found \(query.host)")
        }
        if studio.studio != nil, query.terms.isGiven {
            throw ValidationError(
                "--public-key, --minimum-sequence, --allow-rollback, --country: expected none with --studio, found one")
        }
    }

    func run() async throws {
        // A client that is gone must not end the process.
        signal(SIGPIPE, SIG_IGN)
        // Swift's report of a crash shows memory, which may be of messages. Only who asks gets it.
        if getenv("SWIFT_BACKTRACE") == nil {
            for number in [SIGILL, SIGTRAP, SIGABRT, SIGFPE, SIGBUS, SIGSEGV, SIGQUIT] { signal(number, SIG_DFL) }
        }
        do { try await serve() } catch let error as any CustomStringConvertible & Error {
            LogStream.standardError.write("Error: \(error)\n")
            LogStream.standardError.flush()
            throw ExitCode(1)
        }
    }

    private func serve() async throws {
        if let options = studio.options(model: query.model, port: query.port) {
            // It ends with its terminal.
            signal(SIGHUP, SIG_DFL)
            return try await runStudio(options)
        }
        if let model = query.model { try await runQueryServer(query, model: model) }
    }
}
