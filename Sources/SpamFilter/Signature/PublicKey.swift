// Signature: the key that a file's signature is checked with, and the check, by Ed25519. There is
// no signing here: secrets need code whose time does not depend on them
// (Benchmarks/decisions/own-verifier.md).

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

enum Ed25519 {
    static let signatureSize = 64

    /// Whether `signature`, 64 bytes R and S, is the key's for this message. RFC 8032 section 5.1.7
    /// in its strictest reading:
    ///
    /// - S is below the order of the base point.
    /// - R is compared as bytes with S B - k A, without the cofactor. So only the canonical
    ///   encoding of R is taken.
    /// - The key is canonical and of no small order: `PublicKey` holds no other.
    ///
    /// - Precondition: 64 bytes.
    static func isValid(_ signature: UnsafeRawBufferPointer, of message: UnsafeRawBufferPointer, by key: PublicKey) -> Bool {
        precondition(signature.count == signatureSize, "a signature has 64 bytes")
        let r = signature.loadUnaligned(fromByteOffset: 0, as: SIMD32<UInt8>.self)
        let half = signature.loadUnaligned(fromByteOffset: 32, as: SIMD32<UInt8>.self)
        guard let s = CurveScalar(canonical: half), let a = CurvePoint(key.encoded) else { return false }
        var hash = SHA512()
        withUnsafeBytes(of: r) { hash.add($0) }
        withUnsafeBytes(of: key.encoded) { hash.add($0) }
        hash.add(message)
        let k = CurveScalar(reducing: hash.finish())
        return CurvePoint.base.times(s, plus: -a, times: k).bytes == r
    }
}
