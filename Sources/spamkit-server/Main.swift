// spamkit-server: answers deferred queries over HTTP, or serves the studio.

#if Server
import ArgumentParser
import Hummingbird
import HummingbirdTLS

@main
struct ServerCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "spamkit-server")
    func run() async throws {
        let router = Router()
        router.get("x") { _, _ in "x" }
        try await Application(router: router).runService()
    }
}
#else
@main
struct ServerCommand {
    static func main() {}
}
#endif
