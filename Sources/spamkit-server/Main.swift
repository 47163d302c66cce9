// spamkit-server: answers deferred queries over HTTP, or serves the studio.

#if Server
import ArgumentParser
import Foundation

@main
struct ServerCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "spamkit-server",
        abstract: "Answer the queries that a message filter extension defers.",
        discussion: """
            Answers POST /query as Apple's systems ask it, by a model of any size. The model is read again when its file changes, \
            or on SIGHUP. SIGTERM ends the server when all requests are answered. The log, in JSON on standard error, holds no text, \
            no sender and no address.

            Also: POST /batch (JSON Lines), GET /healthz, /metrics (Prometheus), /openapi.json, and \
            /.well-known/apple-app-site-association.

            Example: spamkit-server --model mine.spam --app ABCDE12345.com.example.filter
            """)

    @OptionGroup var query: QueryArguments

    func validate() throws { try query.validate() }

    func run() async throws {
        // A client that is gone must not end the process.
        signal(SIGPIPE, SIG_IGN)
        // Nor a signal to load a model that is being loaded.
        signal(SIGHUP, SIG_IGN)
        // Swift's report of a crash shows memory, which may be of messages. Only who asks gets it.
        if getenv("SWIFT_BACKTRACE") == nil {
            for number in [SIGILL, SIGTRAP, SIGABRT, SIGFPE, SIGBUS, SIGSEGV, SIGQUIT] { signal(number, SIG_DFL) }
        }
        do { try await runQueryServer(query) } catch let error as any CustomStringConvertible & Error {
            LogStream.standardError.write("Error: \(error)\n")
            LogStream.standardError.flush()
            throw ExitCode(1)
        }
    }
}
#else
@main
struct ServerCommand {
    static func main() {
        print("spamkit-server was built without its HTTP packages; build it with: swift build -c release --traits Server")
    }
}
#endif
