// Server: a secret that a caller must know.

/// A token, compared in the same time wherever it differs.
public struct SecretToken: Sendable {
    /// The fewest characters of a token.
    public static let fewestCharacters = 16
    private let bytes: [UInt8]

    /// - Parameter text: white space around it is left out.
    /// - Returns: `nil` for fewer characters than a secret needs, or others than visible ASCII.
    public init?(_ text: String) {
        let bytes = Array(text.utf8.drop { $0 <= 0x20 }.reversed().drop { $0 <= 0x20 }.reversed())
        guard bytes.count >= SecretToken.fewestCharacters, bytes.allSatisfy({ (0x21...0x7E).contains($0) }) else { return nil }
        self.bytes = bytes
    }

    /// Whether an `Authorization` header has it: `Bearer TOKEN`.
    public func isIn(authorization: String?) -> Bool {
        guard let authorization else { return false }
        let scheme = "Bearer "
        guard authorization.prefix(scheme.count).lowercased() == scheme.lowercased() else { return false }
        return isEqual(authorization.dropFirst(scheme.count).utf8)
    }

    private func isEqual(_ other: some Collection<UInt8>) -> Bool {
        guard other.count == bytes.count else { return false }
        var difference: UInt8 = 0
        for (a, b) in zip(bytes, other) { difference |= a ^ b }
        return difference == 0
    }
}
