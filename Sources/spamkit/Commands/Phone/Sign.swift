// spamkit sign: a model with a signature and a sequence number.

import ArgumentParser
import Corpus
import SpamFilter
import SpamFilterIO
import Statistics

struct Sign: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sign",
        abstract: "Sign a model or rules, so that an app takes them from you alone.",
        discussion: """
            The signature covers the whole file and its sequence number. An app that has the public key refuses a file that was \
            altered, and a file with a lower number than its own. So count up with every file that you publish.

            Example: spamkit sign mine.spam --key key --sequence 1 --out signed.spam
            """)

    @Argument(help: "The model or the rules. An older signature is dropped.", completion: .file())
    var file: String

    @Option(help: "The secret key, as keygen wrote it.", completion: .file())
    var key: String

    @Option(help: ArgumentHelp("The file's number, 1 or more. Without it, the number that the file has stays.", valueName: "N"))
    var sequence: UInt64?

    @Option(help: "Where the signed file goes.", completion: .file())
    var out: String

    @OptionGroup var remarks: RemarkArguments

    /// Counting up by one never gets there: 2 to the power of 53.
    private static let mostUsual: UInt64 = 1 << 53

    func validate() throws {
        if sequence == 0 { throw ValidationError("--sequence: expected 1 or more, found 0; 0 means no number") }
    }

    func run() throws {
        try checkApart([("--out", out)], from: [file, key])
        let input = try SignableFile(file)
        try checkOutput(out, as: FileSignature(path: file))
        let signed = try input.signed(by: SecretKey(file: key), sequence: sequence)
        if isOpenToOthers(key) { warn("other users can read \(key) and sign as you; run chmod 600 \(key.quoted)", .result) }
        try writeAtomically(signed.bytes, to: out)
        let size = grouped(signed.bytes.count)
        if !remarks.quiet {
            try result("\(out): \(size) bytes, \(releaseWords(signed.sequence)), signed by key \(signed.signer)")
        }
        if signed.sequence == 0 {
            warn("the file has no sequence number, so an app cannot tell an old one from a new one; give --sequence", .result)
        } else if signed.sequence < input.sequence {
            warn("the number was \(input.sequence) before, and apps refuse a lower one; give a higher --sequence", .result)
        } else if signed.sequence > Sign.mostUsual {
            warn(
                "no later file can have a higher number than \(signed.sequence), so apps would refuse it; count up by one",
                .result)
        }
    }
}

/// What a sequence number is in words.
func releaseWords(_ sequence: UInt64) -> String { sequence == 0 ? "no sequence number" : "sequence number \(sequence)" }
