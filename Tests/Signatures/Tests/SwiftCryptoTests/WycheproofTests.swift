import Foundation
import Testing

@testable import SpamFilter

/// The cases of Project Wycheproof, from the checkout of swift-crypto.
@Suite struct WycheproofTests {
    private static let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: ".build/checkouts/swift-crypto/Tests/Test Vectors/ed25519_test.json")

    private struct Wycheproof: Decodable {
        struct Group: Decodable {
            struct Key: Decodable { let pk: String }
            struct Test: Decodable {
                let tcId: Int
                let msg, sig, result: String
            }
            let publicKey: Key
            let tests: [Test]
        }
        let testGroups: [Group]
    }

    @Test func verdictsAreThoseOfWycheproof() throws {
        let file = try JSONDecoder().decode(Wycheproof.self, from: Data(contentsOf: WycheproofTests.file))
        var count = 0
        for group in file.testGroups {
            let key = bytes(hex: group.publicKey.pk)
            for test in group.tests {
                let signature = bytes(hex: test.sig)
                // A section of a file has room for 64 bytes alone.
                let found =
                    signature.count == Ed25519.signatureSize ? verdict(key, bytes(hex: test.msg), signature) : false
                #expect((found ?? false) == (test.result == "valid"), "case \(test.tcId)")
                count += 1
            }
        }
        #expect(count >= 100)
    }
}
