import Foundation
import Signing
import Testing

@testable import SpamFilter

@Suite struct Ed25519Tests {
    @Test func vectorsOfTheStandardAreValid() throws {
        let rows = try ReferenceFile.rows("rfc8032.tsv")
        #expect(rows.count == 5)
        for row in rows { #expect(verdict(bytes(hex: row[2]), bytes(hex: row[3]), bytes(hex: row[4])) == true, "\(row[0])") }
    }

    @Test func keysAndSignaturesAreThoseOfTheStandard() throws {
        for row in try ReferenceFile.rows("rfc8032.tsv") {
            let key = try SigningKey(seed: bytes(hex: row[1])), message = bytes(hex: row[3])
            #expect(key.publicKey == bytes(hex: row[2]), "\(row[0])")
            let signature = try key.signature(of: message)
            #expect(verdict(key.publicKey, message, signature) == true, "\(row[0])")
            // CryptoKit's hold random bits.
            #if !canImport(CryptoKit)
            #expect(signature == bytes(hex: row[4]), "\(row[0])")
            #endif
        }
        for count in [0, 31, 33] {
            #expect(throws: SigningError.self) { try SigningKey(seed: [UInt8](repeating: 1, count: count)) }
        }
    }

    /// Malleable S, other encodings, points of small order and the rest: signatures.py says why.
    @Test func edgeCasesAreDecidedByTheRule() throws {
        let rows = try ReferenceFile.rows("ed25519.tsv")
        #expect(Set(rows.map { $0[0] }) == ["valid", "invalid", "key"] && rows.count > 150)
        for row in rows {
            let found = verdict(bytes(hex: row[2]), bytes(hex: row[3]), bytes(hex: row[4]))
            #expect(found.map { $0 ? "valid" : "invalid" } ?? "key" == row[0], "\(row[1])")
        }
    }

    @Test func noBitOfASignatureOrMessageMayDiffer() throws {
        let row = try #require(ReferenceFile.rows("rfc8032.tsv").last)
        let (key, message, signature) = (bytes(hex: row[2]), bytes(hex: row[3]), bytes(hex: row[4]))
        for bit in 0..<512 where bit % 3 == 0 || bit > 500 {
            var other = signature
            other[bit / 8] ^= 1 << UInt8(bit % 8)
            #expect(verdict(key, message, other) == false, "bit \(bit) of the signature")
        }
        for bit in stride(from: 0, to: message.count * 8, by: 13) {
            var other = message
            other[bit / 8] ^= 1 << UInt8(bit % 8)
            #expect(verdict(key, other, signature) == false, "bit \(bit) of the message")
        }
        // Some are keys of somebody, and some none.
        for bit in 0..<256 where bit % 5 == 0 {
            var other = key
            other[bit / 8] ^= 1 << UInt8(bit % 8)
            #expect(verdict(other, message, signature) != true, "bit \(bit) of the key")
        }
    }
}

@Suite struct PublicKeyTests {
    private let key = bytes(hex: "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a")

    @Test func aKeyHas32Bytes() throws {
        let valid = try #require(PublicKey(key))
        #expect(valid.bytes == key)
        for count in [0, 1, 31, 33, 64] { #expect(PublicKey((key + key).prefix(count)) == nil) }
    }

    /// SHA-512 of the key begins so, by `hashlib`.
    @Test func anIDIsTheBeginningOfTheHash() throws {
        let valid = try #require(PublicKey(key))
        #expect(valid.id.description == "0e02a50225b4baaa" && valid.id.rawValue == 0xAABA_B425_02A5_020E)
    }

    @Test func aKeyIsReadFromItsTextAlone() throws {
        let text = Base64.encoded(key)
        #expect(text == "11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=")
        for whole in [text, text + "\n", "  \(text)\r\n"] { #expect(PublicKey(base64: whole)?.bytes == key) }
        let others = [
            "", "=", "====", "\n", String(text.dropLast()), text + "=", String(text.dropFirst()), text.replacing("/", with: "_"),
            text.replacing("/", with: " "), text.replacing("o=", with: "p="), text + text, "é" + text.dropFirst(2), "A===" + text,
        ]
        for other in others { #expect(PublicKey(base64: other) == nil, "\(other)") }
    }

    @Test func base64IsThatOfFoundation() {
        var random = SeededNumbers(seed: 2)
        for count in 0..<100 {
            let bytes = random.bytes(count)
            let text = Data(bytes).base64EncodedString()
            #expect(Base64.encoded(bytes) == text && Base64.decoded(text) == bytes)
        }
        // Foundation takes other bits in the last digit, and so several texts for one key.
        for text in ["QQ==", "QUI=", "QUJD"] { #expect(Base64.decoded(text) != nil) }
        for text in ["QR==", "QUJ=", "QUJD=", "QQ=Q", "Q===", "QQ", "=QUJ"] { #expect(Base64.decoded(text) == nil, "\(text)") }
    }
}
