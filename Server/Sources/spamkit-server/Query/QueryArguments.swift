// Query: the options of the server.

import ArgumentParser
import DeferralServer
import Foundation
import MessageFilterExtension

struct QueryArguments: ParsableArguments {
    @Option(help: "The model that answers; with --studio, one that asks and marks clues.", completion: .file())
    var model: String?

    @OptionGroup var terms: TermsArguments

    @Option(help: "The address to listen at.")
    var host = "127.0.0.1"

    @Option(help: "The port to listen at; 0 for any that is free.")
    var port = 8080

    @Option(
        help: ArgumentHelp(
            "An app or extension whose queries are answered, such as ABCDE12345.com.example.filter.", valueName: "id"))
    var app: [String] = []

    @Option(help: ArgumentHelp("An app or extension whose reports are taken, for the associated-domain file.", valueName: "id"))
    var reportApp: [String] = []

    @Option(
        help: ArgumentHelp(
            "Requests a second that one address may send; 0 for any number. By default 100, but for this machine any number.",
            valueName: "requests"))
    var rate: Double?

    @Option(help: ArgumentHelp("Requests that one address may send at once.", valueName: "requests"))
    var burst = 200

    @Option(
        help: ArgumentHelp(
            "The address of a proxy, whose X-Forwarded-For names the client.", valueName: "address"))
    var trustedProxy: [String] = []

    @Option(
        help: "A file with the token that POST /batch asks for, and GET /metrics of other machines, of 16 characters or more.",
        completion: .file())
    var batchTokenFile: String?

    @Option(
        help: "A file of certificates in PEM. With --tls-key the server speaks HTTPS, where it was built with the trait TLS.",
        completion: .file())
    var tlsCertificate: String?

    @Option(help: "The file of the private key in PEM.", completion: .file())
    var tlsKey: String?

    @Option(help: ArgumentHelp("The time that a request may take to arrive.", valueName: "seconds"))
    var requestTimeout = 10

    @Option(help: ArgumentHelp("The time that a connection may be without a request, or an answer unread.", valueName: "seconds"))
    var idleTimeout = 60

    @Option(help: "The most connections at once, as far as the limit of open files allows; one address may have a tenth of them.")
    var connections = 10_000

    @Flag(help: "Write a line to the log for each request.")
    var logRequests = false

    func validate() throws {
        #if !TLS
        if tlsCertificate != nil || tlsKey != nil {
            throw ValidationError(
                "--tls-certificate, --tls-key: expected a server built with the trait TLS, found one without; build it by make install-server TLS=1, or let a proxy speak HTTPS"
            )
        }
        #endif
        if (tlsCertificate == nil) != (tlsKey == nil) {
            throw ValidationError("--tls-certificate and --tls-key: expected both or none; give the other one too")
        }
        guard (0...65_535).contains(port) else { throw ValidationError("--port: expected 0 to 65535, found \(port)") }
        if let rate, rate != 0, !(0.001...1e6).contains(rate) {
            throw ValidationError("--rate: expected 0, or 0.001 to 1000000, found \(rate)")
        }
        for address in trustedProxy where ClientAddresses.bytes(address) == nil {
            throw ValidationError("--trusted-proxy: expected an IPv4 or IPv6 address, found \(address)")
        }
        for (name, value) in [
            ("--burst", burst), ("--request-timeout", requestTimeout), ("--idle-timeout", idleTimeout),
            ("--connections", connections),
        ] where !(1...1_000_000).contains(value) {
            throw ValidationError("\(name): expected 1 to 1000000, found \(value)")
        }
        for id in app + reportApp where AppIdentifier(id) == nil {
            throw ValidationError(
                "--app, --report-app: expected a team of ten capitals and digits, a dot and a bundle identifier, found \(id)")
        }
    }

    var association: AppSiteAssociation? {
        let found = AppSiteAssociation(
            messageFilter: app.compactMap(AppIdentifier.init), classificationReport: reportApp.compactMap(AppIdentifier.init))
        return app.isEmpty && reportApp.isEmpty ? nil : found
    }

    var addresses: ClientAddresses { ClientAddresses(proxies: trustedProxy, limitsLoopback: rate != nil) }

    var limit: RateLimit? {
        let rate = rate ?? 100
        return rate == 0 ? nil : RateLimit(rate: rate, burst: burst)
    }

    func token() throws(TokenFileError) -> SecretToken? {
        guard let batchTokenFile else { return nil }
        guard let text = try? String(contentsOfFile: batchTokenFile, encoding: .utf8), let token = SecretToken(text) else {
            throw TokenFileError(path: batchTokenFile)
        }
        return token
    }
}

/// The file holds no token.
struct TokenFileError: Error, CustomStringConvertible {
    let path: String
    var description: String {
        "\(path): expected a token of \(SecretToken.fewestCharacters) visible characters or more, found none; write one: openssl rand -hex 32 > FILE"
    }
}
