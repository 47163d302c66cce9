// Signature: what is signed of a file, and by whom. In: the bytes of any file that has the head and
// the section table of Models/FORMAT.md. Nothing of it is trusted.

/// A file with a signature section. The bytes must outlive the value.
///
/// Whether the sections themselves are sound is for the one who opens the file.
package struct SignedFile {
    private let bytes: UnsafeRawBufferPointer
    /// Where the entry of the signature section and the section itself begin.
    private let entry: Int
    private let section: Int
    /// Which of two files is newer: the higher number; 0 without a release section.
    package let sequence: UInt64
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
        sequence = try sections.sequence()
        self.bytes = bytes
        entry = sections.entry(place)
        section = range.lowerBound
        keyID = KeyID(rawValue: bytes.uint64(at: section + Signature.keyID))
    }

    /// Throws unless every checksum is right and one of the keys signed the file as it is.
    ///
    /// - Throws: `headerChecksum`, `sectionChecksum`, `otherSigner` where none of the keys has the
    ///   file's key id, `wrongSignature`.
    /// - Complexity: O(bytes + keys).
    package func verify(signedBy keys: [PublicKey]) throws(ModelError) {
        // First, so that plain damage is named as such. The signature does not cover two checksums.
        try FileSections(bytes).checkSums()
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

extension ModelView {
    /// The key that signed the model, as the file says; `nil` when the model has no signature that
    /// this program knows. It proves nothing: see `verify(signedBy:)`.
    public var signer: KeyID? { try? SignedFile(bytes).keyID }

    /// Reads the whole file, compares the checksum of every section, and throws unless one of the
    /// keys signed the file as it is. No key is no trust: with no keys every model is refused.
    ///
    /// It says what the bytes were while it read them. If a file may be overwritten afterwards,
    /// open a copy: `FileLoading.copied`.
    ///
    /// - Throws: `unsigned`, `signatureScheme`, `otherSigner`, `wrongSignature`, or what `verify()`
    ///   throws.
    /// - Complexity: O(bytes + keys), about twice the time of `verify()`.
    public func verify(signedBy keys: [PublicKey]) throws(ModelError) {
        // The head again: the file may have changed since it was opened.
        _ = try SectionTable(bytes)
        try SignedFile(bytes).verify(signedBy: keys)
    }
}
