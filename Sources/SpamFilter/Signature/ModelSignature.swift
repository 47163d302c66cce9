// Signature: a model's.

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
