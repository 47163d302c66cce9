// Files of the family for the tests: made, taken apart and put together with changes.

import Signing
import SpamFilter

/// The head's magic and versions, and the sections. `file` has every length and checksum right.
struct FileParts {
    struct Section: Equatable {
        var kind: UInt16
        var flags: UInt16
        var bytes: [UInt8]
    }

    /// Magic and versions, twelve bytes.
    var head: [UInt8]
    var sections: [Section]

    init(magic: String, sections: [Section]) {
        head = [0x93] + Array(magic.utf8) + [1, 0, 0, 0]
        self.sections = sections
    }

    init(_ file: [UInt8]) {
        head = Array(file[..<12])
        sections = (0..<number(file, 12, 4)).map { i in
            let at = 32 + 16 * i
            let offset = number(file, at + 4, 4)
            return Section(
                kind: UInt16(number(file, at, 2)), flags: UInt16(number(file, at + 2, 2)),
                bytes: Array(file[offset..<offset + number(file, at + 8, 4)]))
        }
    }

    subscript(kind: Int) -> [UInt8] {
        get { sections.first { $0.kind == UInt16(kind) }?.bytes ?? [] }
        set { sections[sections.firstIndex { $0.kind == UInt16(kind) }!].bytes = newValue }
    }

    var file: [UInt8] {
        var table: [UInt8] = [], rest: [UInt8] = []
        let start = 32 + 16 * sections.count
        for section in sections {
            table += little(Int(section.kind), 2) + little(Int(section.flags), 2) + little(start + rest.count, 4)
            table += little(section.bytes.count, 4) + little(checksum(section.bytes), 4)
            rest += section.bytes
            while rest.count % 16 != 0 { rest.append(0) }
        }
        let counts = little(sections.count, 4) + little(start + rest.count, 8) + little(0, 8)
        return sealed(head + counts + table + rest)
    }

    /// Three features of two classes.
    static let model: [UInt8] = ModelContent(
        settings: TokenizerSettings(), weighting: .count,
        classes: [.init(label: .allow), .init(label: .junk, bias: 1, scale: 0.5)], features: [1, 2, 3], weights: [5, -3, 7],
        card: Array("{}".utf8)
    ).encoded()
}

/// With the checksum of the head made right.
func sealed(_ file: [UInt8]) -> [UInt8] {
    var file = file
    file.replaceSubrange(24..<28, with: little(0, 4))
    let end = min(file.count, 32 + 16 * number(file, 12, 4))
    file.replaceSubrange(24..<28, with: little(checksum(Array(file[..<end])), 4))
    return file
}

func checksum(_ bytes: [UInt8]) -> Int { Int(bytes.withUnsafeBytes { Checksum.of($0) }) }

func number(_ bytes: [UInt8], _ offset: Int, _ size: Int) -> Int {
    bytes[offset..<offset + size].reversed().reduce(0) { $0 << 8 | Int($1) }
}

func little(_ number: Int, _ size: Int) -> [UInt8] { (0..<size).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) } }

/// A person who signs.
struct Signer {
    let secret: SigningKey
    let key: PublicKey

    init(seed: UInt64) throws {
        var random = SeededNumbers(seed: seed)
        secret = try SigningKey(seed: random.bytes(SigningKey.size))
        key = PublicKey(secret.publicKey)!
    }

    func sign(_ file: [UInt8], sequence: UInt64? = nil) throws -> [UInt8] {
        let unsigned = try UnsignedFile(file, sequence: sequence, key: key.id)
        return unsigned.signed(try secret.signature(of: unsigned.message))
    }
}

/// What is wrong with a model's signature; `nil` where nothing is.
func signatureError(_ file: [UInt8], _ keys: [PublicKey]) -> ModelError? {
    file.withUnsafeBytes { bytes in
        do throws(ModelError) {
            try ModelView(bytes).verify(signedBy: keys)
            return nil
        } catch {
            return error
        }
    }
}
