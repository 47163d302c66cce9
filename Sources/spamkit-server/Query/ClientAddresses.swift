// Query: whose requests count together. A connection and its headers in, a key out.

#if Server
import HTTPTypes
import NIOCore

/// Tells clients apart, also behind a proxy.
struct ClientAddresses: Sendable {
    /// Proxies whose word about the client is taken.
    let proxies: Set<String>
    /// Whether requests of this machine count too.
    let limitsLoopback: Bool

    /// What is counted: an IPv4 address, or the network of 64 bits that one subscriber has in IPv6.
    /// `nil` where nothing is.
    func limited(_ peer: SocketAddress?, _ headers: HTTPFields) -> [UInt8]? {
        guard let peer else { return nil }
        var bytes = ClientAddresses.bytes(peer)
        if let address = peer.ipAddress, proxies.contains(address) {
            // The last proxy's word: what stands before it, the client may have written.
            let last = headers[values: .forwardedFor].last?.split(separator: ",").last.map { $0.filter { $0 != " " } }
            guard let last, let client = try? SocketAddress(ipAddress: last, port: 0) else { return bytes }
            bytes = ClientAddresses.bytes(client)
        }
        if !limitsLoopback, ClientAddresses.isLoopback(bytes) { return nil }
        return bytes.count == 16 ? Array(bytes.prefix(8)) : bytes
    }

    private static func bytes(_ address: SocketAddress) -> [UInt8] {
        switch address {
        case .v4(let address): withUnsafeBytes(of: address.address.sin_addr) { Array($0) }
        case .v6(let address): unmapped(withUnsafeBytes(of: address.address.sin6_addr) { Array($0) })
        case .unixDomainSocket: [127, 0, 0, 1]
        }
    }

    /// An IPv4 address in IPv6 (RFC 4291, 2.5.5.2) as itself.
    private static func unmapped(_ bytes: [UInt8]) -> [UInt8] {
        bytes.prefix(12) == [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF] ? Array(bytes.suffix(4)) : bytes
    }

    private static func isLoopback(_ bytes: [UInt8]) -> Bool {
        bytes.count == 4 ? bytes[0] == 127 : bytes == [UInt8](repeating: 0, count: 15) + [1]
    }
}

extension HTTPField.Name {
    static let forwardedFor = HTTPField.Name("X-Forwarded-For")!
}
#endif
