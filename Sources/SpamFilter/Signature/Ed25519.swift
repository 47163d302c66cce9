// Signature: whether a signature of Ed25519 is good. There is no signing here: secrets need code
// whose time does not depend on them (Benchmarks/decisions/own-verifier.md).

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
