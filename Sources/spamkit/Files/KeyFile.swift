// Keys of signatures as files: one line of text each.

import Foundation
import Signing
import SpamFilter
import SpamFilterIO

/// A secret key, and the file it is in. The file says what it is, so that it is not given where a
/// public key belongs: both are 32 bytes.
struct SecretKey {
    private static let title = "spamkit-secret-key "
    /// Far more than a key has.
    static let mostBytes = 4096

    private let key: SigningKey

    init() throws(SigningError) { key = try SigningKey() }

    init(file: String) throws {
        let text = try keyText(of: file)
        guard text.hasPrefix(SecretKey.title) else { throw noKey(file, "a secret key of spamkit keygen") }
        guard let seed = Base64.decoded(String(text.dropFirst(SecretKey.title.count))), seed.count == SigningKey.size else {
            throw noKey(file, "32 bytes in base64 behind the words")
        }
        key = try SigningKey(seed: seed)
    }

    /// What the file holds.
    var text: String { SecretKey.title + Base64.encoded(key.seed) + "\n" }

    /// `nil` never happens: each secret key has a usable public one.
    var publicKey: PublicKey? { PublicKey(key.publicKey) }

    func signature(of message: [UInt8]) throws(SigningError) -> [UInt8] { try key.signature(of: message) }
}

extension PublicKey {
    init(file: String) throws {
        let text = try keyText(of: file)
        guard let key = PublicKey(base64: text) else {
            throw noKey(file, "a public key of spamkit keygen, such as key.pub")
        }
        self = key
    }

    /// What the file holds.
    var text: String { Base64.encoded(bytes) + "\n" }
}

private func keyText(of path: String) throws -> String {
    let file = try FileBytes(path, .copied, most: SecretKey.mostBytes)
    return String(decoding: file.bytes, as: UTF8.self)
}

/// A file that holds no key. What it holds is not shown: it may be a secret.
private func noKey(_ path: String, _ expected: String) -> UnfitFile {
    UnfitFile(path: path, expected: expected, next: "give another file")
}
