// Query: the options that say which models are taken.

import ArgumentParser
import Corpus
import DeferralServer
import SpamFilter
import SpamFilterIO

struct TermsArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "A public key, as spamkit keygen wrote it: only models that it signed are taken. Repeat it for several.",
            valueName: "file"),
        completion: .file())
    var publicKey: [String] = []

    @Option(help: ArgumentHelp("The lowest sequence number of a model that is taken.", valueName: "N"))
    var minimumSequence: UInt64 = 0

    @Flag(help: "Take models of a lower sequence number than that of the one before.")
    var allowRollback = false

    @Option(
        help: ArgumentHelp(
            "The country of the phones that ask, such as KR, for queries, which name none, and lines without one. Give the one that training had.",
            valueName: "country"),
        transform: { word in
            guard let letters = CountryWord.letters(of: word) else {
                throw ValidationError("expected a country such as KR, KOR or Korea, found \(word)")
            }
            return letters
        })
    var country: String?

    var isGiven: Bool { !publicKey.isEmpty || minimumSequence > 0 || allowRollback || country != nil }

    func terms() throws -> ModelTerms {
        let keys = try publicKey.map { try PublicKey(file: $0) }
        return ModelTerms(
            signedBy: keys.isEmpty ? nil : keys, leastSequence: minimumSequence, allowsRollback: allowRollback, country: country)
    }
}

extension PublicKey {
    /// Far more than a key has.
    private static let mostBytes = 4096

    fileprivate init(file path: String) throws {
        let file = try FileBytes(path, .copied, most: PublicKey.mostBytes)
        guard let key = PublicKey(base64: String(decoding: file.bytes, as: UTF8.self)) else { throw KeyFileError(path: path) }
        self = key
    }
}

/// The file holds no public key. What it holds is not shown: it may be a secret.
private struct KeyFileError: Error, CustomStringConvertible {
    let path: String
    var description: String { "\(path): expected a public key of spamkit keygen, such as key.pub, found none; give another file" }
}
