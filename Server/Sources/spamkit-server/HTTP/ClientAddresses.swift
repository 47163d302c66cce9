// Query: whose requests count together. A connection and its headers in, a key out.

import HTTPTypes
import NIOCore

/// Tells clients apart, also behind a proxy. Addresses are bytes: four of IPv4, sixteen of IPv6. An
/// IPv4 address in IPv6 (RFC 4291, 2.5.5.2) is itself.
struct ClientAddresses: Sendable {
    /// Proxies whose word about the client is taken.
    private let proxies: Set<[UInt8]>
    /// Whether requests of this machine count too.
    private let limitsLoopback: Bool

    /// - Parameter proxies: their addresses; what is none is left out.
    init(proxies: [String], limitsLoopback: Bool) {
        self.proxies = Set(proxies.compactMap(ClientAddresses.bytes))
        self.limitsLoopback = limitsLoopback
    }

    /// What is counted: an IPv4 address, or the network of 64 bits that one subscriber has in IPv6.
    /// `nil` where nothing is.
    func limited(_ peer: SocketAddress?, _ headers: HTTPFields) -> [UInt8]? {
        peer.flatMap { key(client($0, headers)) }
    }

    /// The connection's address, or that which a proxy names.
    private func client(_ peer: SocketAddress, _ headers: HTTPFields) -> [UInt8] {
        let bytes = ClientAddresses.bytes(peer)
        return proxies.contains(bytes) ? ClientAddresses.named(headers) ?? bytes : bytes
    }

    /// The client that the last proxy names: what stands before it, the client may have written.
    private static func named(_ headers: HTTPFields) -> [UInt8]? {
        let last = headers[values: .forwardedFor].last?.split(separator: ",").last.map { String($0.filter { $0 != " " }) }
        return last.flatMap(forwarded)
    }

    /// Whether a request is this machine's own. One that a proxy passed on is its client's, and
    /// nobody's where the proxy does not name him.
    func isLocal(_ peer: SocketAddress?, _ headers: HTTPFields) -> Bool {
        guard let peer, !isUnnamedProxy(peer, headers) else { return false }
        guard ClientAddresses.isProxied(headers) else { return ClientAddresses.isLoopback(ClientAddresses.bytes(peer)) }
        return ClientAddresses.named(headers).map(ClientAddresses.isLoopback) ?? false
    }

    /// Whether a request came by a proxy that was not named: all its clients would count as one.
    func isUnnamedProxy(_ peer: SocketAddress, _ headers: HTTPFields) -> Bool {
        ClientAddresses.isProxied(headers) && !proxies.contains(ClientAddresses.bytes(peer))
    }

    private static func isProxied(_ headers: HTTPFields) -> Bool {
        HTTPField.Name.ofProxies.contains { headers[$0] != nil }
    }

    /// Whose connections count together; `nil` for those of a proxy.
    func limited(_ peer: SocketAddress?) -> [UInt8]? {
        guard let bytes = peer.map(ClientAddresses.bytes), !proxies.contains(bytes) else { return nil }
        return key(bytes)
    }

    private func key(_ bytes: [UInt8]) -> [UInt8]? {
        if !limitsLoopback, ClientAddresses.isLoopback(bytes) { return nil }
        return bytes.count == 16 ? Array(bytes.prefix(8)) : bytes
    }

    /// `nil` for what is no address.
    static func bytes(_ text: String) -> [UInt8]? { (try? SocketAddress(ipAddress: text, port: 0)).map { bytes($0) } }

    /// Some proxies write a port too: `192.0.2.7:4711`, `[2001:db8::7]:4711`.
    private static func forwarded(_ text: String) -> [UInt8]? {
        if let bytes = bytes(text) { return bytes }
        if text.hasPrefix("["), let end = text.firstIndex(of: "]") { return bytes(String(text[..<end].dropFirst())) }
        return text.firstIndex(of: ":").flatMap { bytes(String(text[..<$0])) }
    }

    private static func bytes(_ address: SocketAddress) -> [UInt8] {
        switch address {
        case .v4(let address): withUnsafeBytes(of: address.address.sin_addr) { Array($0) }
        case .v6(let address): unmapped(withUnsafeBytes(of: address.address.sin6_addr) { Array($0) })
        case .unixDomainSocket: [127, 0, 0, 1]
        }
    }

    private static func unmapped(_ bytes: [UInt8]) -> [UInt8] {
        bytes.prefix(12) == [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF] ? Array(bytes.suffix(4)) : bytes
    }

    private static func isLoopback(_ bytes: [UInt8]) -> Bool {
        bytes.count == 4 ? bytes[0] == 127 : bytes == [UInt8](repeating: 0, count: 15) + [1]
    }
}

extension HTTPField.Name {
    static let forwardedFor = HTTPField.Name("X-Forwarded-For")!
    /// What proxies add, each its own choice. Only the first is read.
    static let ofProxies = [
        forwardedFor, HTTPField.Name("Forwarded")!, HTTPField.Name("Via")!, HTTPField.Name("X-Real-IP")!,
        HTTPField.Name("X-Forwarded-Host")!, HTTPField.Name("X-Forwarded-Proto")!, HTTPField.Name("X-Client-IP")!,
        HTTPField.Name("True-Client-IP")!, HTTPField.Name("CF-Connecting-IP")!, HTTPField.Name("Fastly-Client-IP")!,
    ]
}
