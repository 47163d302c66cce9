// Counts: what can be wrong with a counts file, or with adding up several. No text of a message is
// shown.

import SpamFilter

/// Why some bytes are no usable counts, or counts cannot be added up or taken away.
public enum CountsError: Error, Equatable, CustomStringConvertible {
    /// The first bytes are not those of counts.
    case notCounts
    /// The file is shorter than its head says, in bytes.
    case truncated(expected: Int, found: Int)
    /// The file is longer than its head says, in bytes.
    case leftoverBytes(expected: Int, found: Int)
    /// A file of another format version.
    case formatVersion(expected: UInt16, found: UInt16)
    /// Counts that another version of the tokenizer read.
    case tokenizerVersion(expected: UInt16, found: UInt16)
    /// The file was altered or damaged; CRC-32.
    case checksum(expected: UInt32, found: UInt32)
    /// The checksum is right, but the contents are impossible; `expected` is a part of a sentence.
    case invalid(atByte: Int, expected: String)
    /// Some of the messages were read with other settings.
    case otherSettings
    /// More sources than counts may have.
    case tooManySources(most: Int)
    /// The name of a source is too long, in bytes of UTF-8.
    case longSource(bytes: Int, most: Int)
    /// The features are chosen so that looking them up takes long.
    case notHashes
    /// Sums that do not fit 64 bits.
    case tooLarge
    /// What is to be taken away from a cell was not added to it.
    case notContained(source: String, label: Label, reason: String)

    public var description: String {
        switch self {
        case .notCounts:
            "no counts: expected the magic bytes of a counts file at its beginning, found others; give a file of counts"
        case .truncated(let expected, let found):
            "the counts are cut off: expected \(expected) bytes, found \(found); copy or count them again"
        case .leftoverBytes(let expected, let found):
            "the counts have bytes behind their end: expected \(expected), found \(found); copy or count them again"
        case .formatVersion(let expected, let found):
            "the counts have format version \(found), this program reads version \(expected); "
                + (found > expected ? "update the program or count again" : "count again")
        case .tokenizerVersion(let expected, let found):
            "the counts were made with tokenizer version \(found), this program reads messages with version \(expected); "
                + (found > expected ? "update the program or count again" : "count again")
        case .checksum(let expected, let found):
            "the counts were altered: expected checksum \(String(expected, radix: 16)), found \(String(found, radix: 16)); "
                + "copy or count them again"
        case .invalid(let byte, let expected):
            "the counts are not usable: expected \(expected) at byte \(byte), found something else; count again"
        case .otherSettings:
            "expected counts of messages read with one tokenizer, found different settings; count all with one version of the program"
        case .tooManySources(let most):
            "expected at most \(most) sources, found more: senders or files of shards are no sources; give all messages one source"
        case .longSource(let bytes, let most):
            "expected a source with a name of at most \(most) bytes, found \(bytes) bytes; give it a shorter one"
        case .notHashes:
            "expected features that are spread as hashes are, found others; count the messages again"
        case .tooLarge:
            "expected sums that fit 64 bits, found larger ones, which no messages have; count again"
        case .notContained(let source, let label, let reason):
            "expected counts that were added before, found others to take away: of '\(source.visibleName)', \(label), \(reason); "
                + "take away only what was merged"
        }
    }
}
