// Signature: the key that a file's signature is checked with.

/// A public key of Ed25519 (RFC 8032), 32 bytes.
///
/// A key that any signature could be made for is none: a key MUST be a canonical point of the curve
/// whose order is more than 8.
public struct PublicKey: Hashable, Sendable {
    /// How many bytes a key has.
    public static let byteCount = 32

    let encoded: SIMD32<UInt8>
    /// Which key it is, as signed files name it.
    public let id: KeyID

    /// `nil` unless these are 32 bytes of a usable key.
    ///
    /// - Complexity: O(1), some microseconds.
    public init?(_ bytes: some Collection<UInt8>) {
        guard bytes.count == PublicKey.byteCount else { return nil }
        var encoded = SIMD32<UInt8>()
        for (i, byte) in bytes.enumerated() { encoded.set(i, byte) }
        guard let point = CurvePoint(encoded), !point.hasSmallOrder else { return nil }
        self.encoded = encoded
        let digest = withUnsafeBytes(of: encoded) { SHA512.of($0) }
        id = KeyID(rawValue: withUnsafeBytes(of: digest) { $0.uint64(at: 0) })
    }

    /// `nil` unless the text is the key in base64 (RFC 4648) with its padding, as `spamkit keygen`
    /// writes it. White space around it is no part of it.
    public init?(base64 text: String) {
        guard let bytes = Base64.decoded(text) else { return nil }
        self.init(bytes)
    }

    /// The key as its 32 bytes.
    public var bytes: [UInt8] { withUnsafeBytes(of: encoded) { Array($0) } }
}
