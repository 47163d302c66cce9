// Signature: what is signed of a file, and by whom. In: the bytes of any file that has the head and
// the section table of Models/FORMAT.md. Nothing of it is trusted.

/// A file with a signature section. The bytes must outlive the value.
///
/// Looks for the signature alone. Whether the rest is sound is for the one who opens the file.
package struct SignedFile {
    private let bytes: UnsafeRawBufferPointer
    /// Where the entry of the signature section and the section itself begin.
    private let entry: Int
    private let section: Int
    /// The key that signed, as the file says.
    package let keyID: KeyID

    /// - Throws: `unsigned`, `signatureScheme`, or what is wrong with head and section.
    /// - Complexity: O(1).
    package init(_ bytes: UnsafeRawBufferPointer) throws(ModelError) {
        typealias Signature = ModelLayout.Signature
        let sections = try FileSections(bytes)
        guard let place = sections.place(of: .signature) else { throw .unsigned }
        guard place == sections.count - 1 else {
            throw .section(.signature, reason: "it is not the last one; sign the file again")
        }
        let range = try sections.range(place)
        guard !range.isEmpty else { throw .section(.signature, reason: "it has no byte") }
        let scheme = bytes[range.lowerBound + Signature.scheme]
        guard scheme == SignatureScheme.ed25519.rawValue else {
            throw .signatureScheme(expected: SignatureScheme.ed25519.rawValue, found: scheme)
        }
        guard range.count == Signature.size else {
            throw .section(.signature, reason: "expected \(Signature.size) bytes, found \(range.count)")
        }
        for i in Signature.reserved..<Signature.keyID where bytes[range.lowerBound + i] != 0 {
            throw .section(.signature, reason: "its reserved byte \(i) is not zero")
        }
        self.bytes = bytes
        entry = sections.entry(place)
        section = range.lowerBound
        keyID = KeyID(rawValue: bytes.uint64(at: section + Signature.keyID))
    }

    /// Throws unless one of the keys signed the file as it is.
    ///
    /// - Throws: `otherSigner` where none of the keys has the file's key id, `wrongSignature`.
    /// - Complexity: O(bytes + keys).
    package func verify(signedBy keys: [PublicKey]) throws(ModelError) {
        // Ids are short, so that two keys may share one: each of them is tried.
        let signers = keys.filter { $0.id == keyID }
        guard !signers.isEmpty else { throw .otherSigner(expected: keys.map { $0.id }, found: keyID) }
        let start = section + ModelLayout.Signature.signature
        let signature = UnsafeRawBufferPointer(rebasing: bytes[start..<start + Ed25519.signatureSize])
        let isValid = message.withUnsafeBytes { message in
            signers.contains { Ed25519.isValid(signature, of: message, by: $0) }
        }
        guard isValid else { throw .wrongSignature(keyID) }
    }

    /// What the key signs, 96 bytes: a text that no other use of the key begins with, and the
    /// SHA-512 of the file with its signature, the signature's checksum and the head's taken as
    /// zero. So a key may live in a device that never sees the file.
    package var message: [UInt8] {
        let holes = [
            (ModelLayout.Header.checksum, 4), (entry + ModelLayout.SectionEntry.checksum, 4),
            (section + ModelLayout.Signature.signature, Ed25519.signatureSize),
        ]
        var hash = SHA512()
        var at = 0
        for (hole, size) in holes {
            hash.add(UnsafeRawBufferPointer(rebasing: bytes[at..<hole]))
            hash.addZeros(size)
            at = hole + size
        }
        hash.add(UnsafeRawBufferPointer(rebasing: bytes[at...]))
        return Array("spamkit file signature, scheme 1".utf8) + withUnsafeBytes(of: hash.finish()) { Array($0) }
    }
}

/// Where the sections of a file of the family lie. What else may be wrong with them is not asked.
struct FileSections {
    private let bytes: UnsafeRawBufferPointer
    let count: Int

    init(_ bytes: UnsafeRawBufferPointer) throws(ModelError) {
        typealias Header = ModelLayout.Header
        guard !bytes.isEmpty else { throw .empty }
        guard bytes.count >= 8, bytes.uint32(at: Header.magic) == FileSections.family else { throw .notAModel }
        guard bytes.count >= Header.size else { throw .truncated(expected: Header.size, found: bytes.count) }
        let count = bytes.uint32(at: Header.sectionCount)
        guard count <= ModelLayout.maxSections else {
            throw .tooManySections(most: ModelLayout.maxSections, found: Int(count))
        }
        self.bytes = bytes
        self.count = Int(count)
        guard bytes.count >= tableEnd else { throw .truncated(expected: tableEnd, found: bytes.count) }
    }

    /// `\x93SPA`: how the magic of every file of the family begins.
    private static let family = UInt32(truncatingIfNeeded: ModelLayout.magic)

    var tableEnd: Int { entry(count) }

    /// Where an entry begins.
    func entry(_ i: Int) -> Int { ModelLayout.Header.size + i * ModelLayout.SectionEntry.size }

    func kind(_ i: Int) -> UInt16 { bytes.uint16(at: entry(i) + ModelLayout.SectionEntry.kind) }

    func flags(_ i: Int) -> UInt16 { bytes.uint16(at: entry(i) + ModelLayout.SectionEntry.flags) }

    /// The first section of a kind.
    func place(of kind: SectionKind) -> Int? { (0..<count).first { self.kind($0) == kind.rawValue } }

    /// Where the bytes of a section lie: behind the table and inside the file.
    func range(_ i: Int) throws(ModelError) -> Range<Int> {
        let start = Int(bytes.uint32(at: entry(i) + ModelLayout.SectionEntry.offset))
        let end = start + Int(bytes.uint32(at: entry(i) + ModelLayout.SectionEntry.length))
        guard start >= tableEnd, end <= bytes.count else { throw .hole(atByte: start) }
        return start..<end
    }

    /// Throws where a checksum is not that of its bytes.
    ///
    /// - Complexity: O(bytes).
    func checkSums() throws(ModelError) {
        let head = UnsafeRawBufferPointer(rebasing: bytes[..<tableEnd])
        try FileSections.compare(Checksum.of(head, besides: ModelLayout.Header.checksum), bytes.uint32(at: ModelLayout.Header.checksum)) {
            .headerChecksum(expected: $0, found: $1)
        }
        for i in 0..<count {
            let found = try Checksum.of(UnsafeRawBufferPointer(rebasing: bytes[range(i)]))
            try FileSections.compare(found, bytes.uint32(at: entry(i) + ModelLayout.SectionEntry.checksum)) {
                .sectionChecksum(kind: kind(i), expected: $0, found: $1)
            }
        }
    }

    private static func compare(
        _ found: UInt32, _ expected: UInt32, _ error: (_ expected: UInt32, _ found: UInt32) -> ModelError
    ) throws(ModelError) {
        if found != expected { throw error(expected, found) }
    }
}
