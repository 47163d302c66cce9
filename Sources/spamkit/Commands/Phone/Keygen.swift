// spamkit keygen: a pair of keys to sign models with.

import ArgumentParser
import Foundation
import SpamFilter
import SpamFilterIO

struct Keygen: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "keygen",
        abstract: "Make a secret key that signs models, and the public key that an app checks them with.",
        discussion: """
            Writes two files, KEY and KEY.pub, and replaces none. Whoever has KEY can sign as you: keep it off phones, servers \
            that hand out models, and repositories. KEY.pub is no secret: it goes into the app.

            Example: spamkit keygen --out key
            """)

    @Option(
        help: ArgumentHelp("Where the secret key goes; the public one goes to KEY.pub.", valueName: "KEY"),
        completion: .file())
    var out: String

    @OptionGroup var remarks: RemarkArguments

    func validate() throws {
        if out == "-" { throw ValidationError("--out: expected a file, found `-`; a secret key is not printed") }
    }

    func run() throws {
        let key = try SecretKey()
        guard let publicKey = key.publicKey else { throw ValidationError("the system made no usable key; try again") }
        try writeNewFile(out, key.text, mode: 0o600)
        do {
            try writeNewFile(out + ".pub", publicKey.text, mode: 0o644)
        } catch {
            // No secret key without its public one: the next try would find it in its way.
            unlink(out)
            throw error
        }
        guard !remarks.quiet else { return }
        try result(
            """
            \(out): the secret key; whoever has it can sign as you
            \(out).pub: the public key \(publicKey.id), for the app:
            PublicKey(base64: "\(Base64.encoded(publicKey.bytes))")!
            """)
    }
}

/// Writes a file that must not be there yet. A failure leaves none.
private func writeNewFile(_ path: String, _ text: String, mode: mode_t) throws {
    // Not writeAtomically, which would replace a key.
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
    guard descriptor >= 0 else {
        if errno == EEXIST { throw KeyExists(path: path) }
        throw KeyNotWritten(path: path, reason: String(cString: strerror(errno)))
    }
    let bytes = Array(text.utf8)
    let isWritten = write(descriptor, bytes, bytes.count) == bytes.count && fsync(descriptor) == 0
    let reason = String(cString: strerror(errno))
    guard close(descriptor) == 0, isWritten else {
        unlink(path)
        throw KeyNotWritten(path: path, reason: reason)
    }
}

private struct KeyExists: Error, CustomStringConvertible {
    let path: String
    var description: String {
        "\(path): expected no file, found one: a lost key cannot be made again; give another path, or move it away first"
    }
}

private struct KeyNotWritten: Error, CustomStringConvertible {
    let path: String
    let reason: String
    var description: String { "\(path): cannot create: \(reason); give another path" }
}
