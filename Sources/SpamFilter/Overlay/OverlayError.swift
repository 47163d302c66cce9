// Overlay: what can be wrong with own examples. No text and no sender of a message is shown.

/// Why some bytes are no usable overlay, or an example cannot be added or taken away.
public enum OverlayError: Error, Equatable, CustomStringConvertible {
    /// The first bytes are not those of a file of own examples.
    case notAnOverlay
    /// The file has not the one length that there is, in bytes.
    case length(expected: Int, found: Int)
    /// A file of another format version.
    case formatVersion(expected: UInt16, found: UInt16)
    /// Examples that another version of the tokenizer read.
    case tokenizerVersion(expected: UInt16, found: UInt16)
    /// The file was altered or damaged.
    case checksum(expected: UInt32, found: UInt32)
    /// The checksum is right, but the contents are impossible; `expected` is a part of a sentence.
    case invalid(atByte: Int, expected: String)
    /// The examples were read with other settings than the model reads with.
    case otherSettings
    /// There is no room for another example of the kind.
    case full(isJunk: Bool, most: Int)
    /// The message to take away was not added as this kind.
    case notLearned(isJunk: Bool)

    public var description: String {
        switch self {
        case .notAnOverlay:
            "no overlay: expected the magic bytes of own examples at the beginning, found others; give an overlay file"
        case .length(let expected, let found):
            "the overlay has the wrong length: expected \(expected) bytes, found \(found); copy it or learn the examples again"
        case .formatVersion(let expected, let found):
            "the overlay has format version \(found), this program reads version \(expected); "
                + (found > expected ? "update the program or learn the examples again" : "learn the examples again")
        case .tokenizerVersion(let expected, let found):
            "the overlay was made for tokenizer version \(found), this program reads messages with version \(expected); "
                + (found > expected ? "update the program or learn the examples again" : "learn the examples again")
        case .checksum(let expected, let found):
            "the overlay was altered: expected checksum \(String(expected, radix: 16)), found \(String(found, radix: 16)); "
                + "copy it or learn the examples again"
        case .invalid(let byte, let expected):
            "the overlay is not usable: expected \(expected) at byte \(byte), found something else; learn the examples again"
        case .otherSettings:
            "expected examples read with the model's settings, found other settings; learn the examples again for this model"
        case .full(let isJunk, let most):
            "expected at most \(most) \(OverlayError.name(isJunk)) examples, found one more; take some away, or train a model on them"
        case .notLearned(let isJunk):
            "expected a message that was learned as \(OverlayError.name(isJunk)), found one that was not; take away what was learned"
        }
    }

    private static func name(_ isJunk: Bool) -> String { isJunk ? "junk" : "wanted" }
}
