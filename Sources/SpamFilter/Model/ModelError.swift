// Model: what can be wrong with a model file. Each case has what was expected and what was found.

/// Why some bytes are not a usable model.
public enum ModelError: Error, Equatable, CustomStringConvertible {
    /// The file has no bytes.
    case empty
    /// The first bytes are not those of a model.
    case notAModel
    /// The file is shorter than its head says, in bytes.
    case truncated(expected: Int, found: Int)
    /// The file is longer than its head says, in bytes.
    case leftoverBytes(expected: Int, found: Int)
    /// A file of another format version.
    case formatVersion(expected: UInt16, found: UInt16)
    /// A model for another version of the tokenizer.
    case tokenizerVersion(expected: UInt16, found: UInt16)
    /// Head or section table were altered or damaged; CRC-32.
    case headerChecksum(expected: UInt32, found: UInt32)
    /// A section was altered or damaged; CRC-32. Only `verify` finds it.
    case sectionChecksum(kind: UInt16, expected: UInt32, found: UInt32)
    /// A required section that this build does not know.
    case unknownSection(kind: UInt16)
    /// A section that every model has is not there.
    case missingSection(SectionKind)
    /// A section is there twice.
    case repeatedSection(SectionKind)
    /// Bytes between sections that belong to none.
    case hole(atByte: Int)
    /// More sections than a file may have.
    case tooManySections(most: Int, found: Int)
    /// A reserved byte is not 0.
    case reserved(atByte: Int)
    /// Flags of a section that its kind does not have.
    case flags(kind: UInt16, expected: UInt16, found: UInt16)
    /// The content of a section breaks a rule of the format; the reason is a part of a sentence.
    case section(SectionKind, reason: String)
    /// Keys were asked for, and nobody signed the file.
    case unsigned
    /// The file is signed in a way that this build does not know.
    case signatureScheme(expected: UInt8, found: UInt8)
    /// The file was signed, but by none of the keys.
    case otherSigner(expected: [KeyID], found: KeyID)
    /// The signature of this key is not right: the file was altered.
    case wrongSignature(KeyID)

    public var description: String {
        switch self {
        case .empty:
            "the model is empty: it has no byte; copy or train it again"
        case .notAModel:
            "not a spamkit model: the file does not begin with the model's magic bytes; give a trained model"
        case .truncated(let expected, let found):
            "the model is cut off: expected \(expected) bytes, found \(found); copy or train it again"
        case .leftoverBytes(let expected, let found):
            "the model has bytes behind its end: expected \(expected), found \(found); copy or train it again"
        case .formatVersion(let expected, let found):
            "the model has format version \(found), this program reads version \(expected); "
                + (found > expected ? "update the program or train the model again" : "train the model again")
        case .tokenizerVersion(let expected, let found):
            "the model was made for tokenizer version \(found), this program reads messages with version \(expected); "
                + (found > expected ? "update the program or train the model again" : "train the model again")
        case .headerChecksum(let expected, let found):
            "the head of the model was altered: expected checksum \(hexadecimal(expected)), found \(hexadecimal(found)); copy or train it again"
        case .sectionChecksum(let kind, let expected, let found):
            "the section \(SectionKind(rawValue: kind)?.name ?? "of kind \(kind)") of the model was altered: expected checksum \(hexadecimal(expected)), found \(hexadecimal(found)); "
                + "copy or train it again"
        case .unknownSection(let kind):
            "the model needs a section of kind \(kind) that this program does not know; update the program"
        case .missingSection(let kind):
            "the model has no section \(kind.name); train it again"
        case .repeatedSection(let kind):
            "the model has two sections \(kind.name); train it again"
        case .hole(let byte):
            "the model has bytes that belong to no section, or sections out of order, at byte \(byte); copy or train it again"
        case .tooManySections(let most, let found):
            "the model has too many sections: expected at most \(most), found \(found); copy or train it again"
        case .reserved(let byte):
            "the model has something other than zero in the reserved bytes from byte \(byte) on; update the program or train the model again"
        case .flags(let kind, let expected, let found):
            "the section of kind \(kind) of the model has the flags \(found), expected \(expected); update the program or train the model again"
        case .section(let kind, let reason):
            "the section \(kind.name) of the model is not usable: \(reason); train it again"
        case .unsigned:
            "the file has no signature; take a signed one, or sign it"
        case .signatureScheme(let expected, let found):
            "the file's signature has scheme \(found), this program knows scheme \(expected); "
                + "update the program or sign it again"
        case .otherSigner(let expected, let found):
            "the file says that key \(found) signed it, expected "
                + (expected.isEmpty ? "none, as no key was given" : listed(expected))
                + "; take the file from its owner again, or give the right public key"
        case .wrongSignature(let key):
            "the file was altered, or key \(key) did not sign it: expected a valid signature, found another one; "
                + "take the file from its owner again"
        }
    }
}

/// In any number, without an array's brackets.
private func listed(_ keys: [KeyID]) -> String {
    keys.dropFirst().reduce(keys[0].description) { "\($0) or \($1.description)" }
}

/// Eight hexadecimal digits: the standard library's radix initialiser does not pad.
private func hexadecimal(_ n: UInt32) -> String {
    let digits = String(n, radix: 16)
    return String(repeating: "0", count: 8 - digits.count) + digits
}
