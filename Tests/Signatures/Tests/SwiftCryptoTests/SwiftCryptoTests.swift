import Crypto
import Foundation
import Testing

@testable import SpamFilter

/// The verifier of the core against swift-crypto (BoringSSL, on Apple's systems CryptoKit).
@Suite struct SwiftCryptoTests {
    @Test func signaturesOfSwiftCryptoAreValid() throws {
        var random = SeededNumbers(seed: 3)
        for round in 0..<100 {
            let secret = try Curve25519.Signing.PrivateKey(rawRepresentation: random.bytes(32))
            let key = Array(secret.publicKey.rawRepresentation)
            let message = random.bytes(round)
            let signature = try Array(secret.signature(for: message))
            #expect(verdict(key, message, signature) == true)
        }
    }

    /// Bits of anything may be wrong, or whole numbers: both say the same of what is left.
    @Test func damageIsJudgedAsBySwiftCrypto() throws {
        var random = SeededNumbers(seed: 4), refused = 0
        for _ in 0..<200 {
            let secret = try Curve25519.Signing.PrivateKey(rawRepresentation: random.bytes(32))
            var key = Array(secret.publicKey.rawRepresentation), message = random.bytes(20)
            var signature = try Array(secret.signature(for: message))
            switch Int.random(in: 0..<6, using: &random) {
            case 0: flip(&signature, &random)
            case 1: flip(&key, &random)
            case 2: flip(&message, &random)
            case 3: signature.replaceSubrange(32..., with: random.bytes(32))
            case 4: signature.replaceSubrange(..<32, with: random.bytes(32))
            default: break
            }
            let expected = try Curve25519.Signing.PublicKey(rawRepresentation: key).isValidSignature(signature, for: message)
            #expect((verdict(key, message, signature) ?? false) == expected)
            if !expected { refused += 1 }
        }
        #expect((100..<200).contains(refused))
    }

    private func flip(_ bytes: inout [UInt8], _ random: inout SeededNumbers) {
        bytes[Int.random(in: bytes.indices, using: &random)] ^= 1 << UInt8.random(in: 0..<8, using: &random)
    }
}
