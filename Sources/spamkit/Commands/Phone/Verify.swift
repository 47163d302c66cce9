// spamkit verify: whether a file is whole, and from whom it is.

import ArgumentParser
import SpamFilter
import SpamFilterIO

struct Verify: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify",
        abstract: "Check that a model or rules are as the owner of a key signed them.",
        discussion: """
            Reads the whole file. The exit code is 1 if it has no signature, was altered, or none of the keys signed it.

            Example: spamkit verify signed.spam --key key.pub
            """)

    @Argument(help: "The model or the rules.", completion: .file())
    var file: String

    @Option(help: "A public key, as keygen wrote it. Repeat it for several: one must have signed.", completion: .file())
    var key: [String]

    func run() throws {
        let keys = try key.map { try PublicKey(file: $0) }
        let (sequence, signer) = try SignableFile(file).verify(signedBy: keys)
        try result("\(file): signed by key \(signer), \(releaseWords(sequence))")
    }
}
