// Model: what can be wrong with a model file, and with the head, the sections and the signature of
// any file of its family. Each case has what was expected and what was found.

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

    public var description: String { words(for: .model) }

    /// What is wrong and what to do, in words for a file of this kind.
    func words(for file: FileWords) -> String {
        let name = file.name, again = file.again
        return switch self {
        case .empty: "\(name) is empty: it has no byte; copy or \(again)"
        case .notAModel: "not \(file.kind): the file does not begin with the magic bytes of one; give \(file.source)"
        case .truncated(let expected, let found):
            "\(name) is cut off: expected \(expected) bytes, found \(found); copy or \(again)"
        case .leftoverBytes(let expected, let found):
            "\(name) has bytes behind its end: expected \(expected), found \(found); copy or \(again)"
        case .formatVersion(let expected, let found):
            "\(name) has format version \(found), this program reads version \(expected); "
                + (found > expected ? "update the program or \(again)" : again)
        case .tokenizerVersion(0, let found): "\(name) has tokenizer version \(found), expected none; copy or \(again)"
        case .tokenizerVersion(let expected, let found):
            "\(name) was made for tokenizer version \(found), this program reads messages with version \(expected); "
                + (found > expected ? "update the program or \(again)" : again)
        case .headerChecksum(let expected, let found):
            "the head of \(name) was altered: expected checksum \(hexadecimal(expected)), found \(hexadecimal(found)); copy or \(again)"
        case .sectionChecksum(let kind, let expected, let found):
            "the section \(SectionKind(rawValue: kind)?.name ?? "number \(kind)") of \(name) was altered: expected checksum \(hexadecimal(expected)), found \(hexadecimal(found)); copy or \(again)"
        case .unknownSection(let kind):
            "\(name) needs a section of kind \(kind) that this program does not know; update the program"
        case .missingSection(let kind): "\(name) has no section \(kind.name); \(again)"
        case .repeatedSection(let kind): "\(name) has two sections \(kind.name); \(again)"
        case .hole(let byte):
            "\(name) has bytes that belong to no section, or sections out of order, at byte \(byte); copy or \(again)"
        case .tooManySections(let most, let found):
            "\(name) has too many sections: expected at most \(most), found \(found); copy or \(again)"
        case .reserved(let byte):
            "\(name) has something other than zero in the reserved bytes from byte \(byte) on; update the program or \(again)"
        case .flags(let kind, let expected, let found):
            "the section of kind \(kind) of \(name) has the flags \(found), expected \(expected); update the program or \(again)"
        case .section(let kind, let reason): "the section \(kind.name) of \(name) is not usable: \(reason); \(again)"
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

/// The words of an error for one kind of file.
struct FileWords {
    /// As a sentence names it.
    let name: String
    /// What it is one of.
    let kind: String
    /// Where another one comes from.
    let source: String
    /// How it is made once more.
    let again: String

    static var model: FileWords {
        FileWords(name: "the model", kind: "a spamkit model", source: "a trained model", again: "train it again")
    }
    static var rules: FileWords {
        FileWords(
            name: "the file of rules", kind: "a file of rules", source: "a file that `spamkit rules compile` wrote",
            again: "compile it again")
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
