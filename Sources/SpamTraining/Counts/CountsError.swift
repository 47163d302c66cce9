// Counts: what can be wrong with a counts file, or with what is asked of several. No message's text is in any of it.

import SpamFilter

/// Why some bytes are no usable counts, or counts cannot be added up or taken away.
public enum CountsError: Error, Equatable, CustomStringConvertible {
    case notCounts
    case truncated(expected: Int, found: Int)
    case leftoverBytes(expected: Int, found: Int)
    case formatVersion(expected: UInt16, found: UInt16)
    case tokenizerVersion(expected: UInt16, found: UInt16)
    case checksum(expected: UInt32, found: UInt32)
    /// The checksum is right, and what it is of cannot be.
    case invalid(atByte: Int, expected: String)
    /// Some of the counts are of messages that were read with other settings.
    case otherSettings
    case tooManySources(most: Int)
    /// In UTF-8.
    case longSource(bytes: Int, most: Int)
    /// Sums that do not fit 64 bits.
    case tooLarge
    /// What is to be taken away from a cell is not part of it.
    case notContained(source: String, label: Label, reason: String)
    case unknownSource(String, known: [String])

    public var description: String {
        switch self {
        case .notCounts:
            "no counts: the file does not begin with their magic bytes; give a file written by `spamkit counts` or `spamkit merge`"
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
            "expected at most \(most) sources, found more: senders or files of shards are no sources; give all one name with --source"
        case .longSource(let bytes, let most):
            "expected a source with a name of at most \(most) bytes, found \(bytes) bytes; give a shorter one with --source"
        case .tooLarge:
            "expected sums that fit 64 bits, found larger ones; these counts are of no messages: count again"
        case .notContained(let source, let label, let reason):
            "what is to be taken away was not added: of \(visible(source)), \(label), \(reason); take away only counts that were merged before"
        case .unknownSource(let source, let known):
            "expected a source of the counts to forget, found \(visible(source)), which is none of them; there are "
                + known.prefix(8).map(visible).joined(separator: ", ") + (known.count > 8 ? ", …" : "")
        }
    }
}

private func visible(_ source: String) -> String {
    "'\(source.visibleName)'"
}
