// Keys and signatures of Ed25519. Secrets are left to the system: CryptoKit, elsewhere OpenSSL.

#if canImport(CryptoKit)
import CryptoKit
import Foundation
#else
import OpenSSL
#endif

/// A secret key of Ed25519 (RFC 8032, section 5.1).
///
/// It signs in constant time. Whether a signature is right, the decision core says by itself.
public struct SigningKey: Sendable {
    /// Bytes of a seed, and of a public key.
    public static let size = 32

    /// What RFC 8032 calls the private key: 32 random bytes. Whoever has them can sign.
    public let seed: [UInt8]
    /// 32 bytes.
    public let publicKey: [UInt8]

    /// A new key, from the system's random numbers for secrets.
    ///
    /// - Throws: `SigningError` if the system has none, or no Ed25519.
    public init() throws(SigningError) { try self.init(seed: SigningKey.randomSeed()) }

    /// - Parameter seed: 32 bytes, all of which make a key.
    /// - Throws: `SigningError` if there are more or fewer, or the system has no Ed25519.
    public init(seed: [UInt8]) throws(SigningError) {
        guard seed.count == SigningKey.size else { throw SigningError(call: "a key of \(seed.count) bytes") }
        self.seed = seed
        publicKey = try SigningKey.publicKey(of: seed)
    }

    #if canImport(CryptoKit)
    private static func randomSeed() -> [UInt8] { Array(Curve25519.Signing.PrivateKey().rawRepresentation) }

    private static func publicKey(of seed: [UInt8]) throws(SigningError) -> [UInt8] {
        try Array(secret(seed).publicKey.rawRepresentation)
    }

    /// 64 bytes. CryptoKit adds random bits, so that two signatures of a message may differ.
    public func signature(of message: [UInt8]) throws(SigningError) -> [UInt8] {
        do {
            return try Array(SigningKey.secret(seed).signature(for: message))
        } catch {
            throw SigningError(call: "CryptoKit's signature(for:)")
        }
    }

    private static func secret(_ seed: [UInt8]) throws(SigningError) -> Curve25519.Signing.PrivateKey {
        do {
            return try Curve25519.Signing.PrivateKey(rawRepresentation: seed)
        } catch {
            throw SigningError(call: "CryptoKit's PrivateKey(rawRepresentation:)")
        }
    }
    #else
    private static func randomSeed() throws(SigningError) -> [UInt8] {
        var seed = [UInt8](repeating: 0, count: size)
        guard RAND_priv_bytes(&seed, Int32(size)) == 1 else { throw SigningError(call: "RAND_priv_bytes") }
        return seed
    }

    private static func publicKey(of seed: [UInt8]) throws(SigningError) -> [UInt8] {
        let key = try secret(seed)
        defer { EVP_PKEY_free(key) }
        var bytes = [UInt8](repeating: 0, count: size), count = size
        guard EVP_PKEY_get_raw_public_key(key, &bytes, &count) == 1, count == size else {
            throw SigningError(call: "EVP_PKEY_get_raw_public_key")
        }
        return bytes
    }

    /// 64 bytes, the same each time.
    public func signature(of message: [UInt8]) throws(SigningError) -> [UInt8] {
        let key = try SigningKey.secret(seed), context = EVP_MD_CTX_new()
        defer {
            EVP_MD_CTX_free(context)
            EVP_PKEY_free(key)
        }
        var signature = [UInt8](repeating: 0, count: 64), count = signature.count
        guard EVP_DigestSignInit(context, nil, nil, nil, key) == 1,
            EVP_DigestSign(context, &signature, &count, message, message.count) == 1, count == signature.count
        else { throw SigningError(call: "EVP_DigestSign") }
        return signature
    }

    /// The caller frees it.
    private static func secret(_ seed: [UInt8]) throws(SigningError) -> OpaquePointer {
        guard let key = EVP_PKEY_new_raw_private_key(EVP_PKEY_ED25519, nil, seed, seed.count) else {
            throw SigningError(call: "EVP_PKEY_new_raw_private_key")
        }
        return key
    }
    #endif
}

/// The system's cryptography refused.
public struct SigningError: Error, CustomStringConvertible {
    let call: String

    public var description: String {
        "\(call) failed: expected a key of 32 bytes and a system with Ed25519, such as OpenSSL 1.1.1 or newer; "
            + "a system in FIPS mode may have none"
    }
}
