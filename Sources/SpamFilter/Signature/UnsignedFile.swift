// Signature: a file made ready for a signature, and the signature put in. Who holds the secret key
// signs `message`; this code never sees it.

/// A file of the family with room for a signature, which is zero so far.
package struct UnsignedFile: Sendable {
    /// The file: sections as they were, then release, then signature.
    package let bytes: [UInt8]
    /// What the secret key has to sign: see `SignedFile.message`.
    package let message: [UInt8]

    /// Lays a file out again. An older signature is dropped. Without a sequence number, the file's
    /// release section stays, if it has one.
    ///
    /// - Throws: what is wrong with the file: it must be whole, its sections one behind the other.
    /// - Complexity: O(bytes).
    package init(_ file: [UInt8], sequence: UInt64?, key: KeyID) throws(ModelError) {
        var sections = try UnsignedFile.sections(file)
        sections.removeAll { $0.kind == SectionKind.signature.rawValue }
        if let sequence {
            sections.removeAll { $0.kind == SectionKind.release.rawValue }
            var release = [UInt8](repeating: 0, count: ModelLayout.Release.size)
            release.store(sequence, at: ModelLayout.Release.sequence)
            sections.append(Section(kind: SectionKind.release.rawValue, flags: SectionKind.release.flags, bytes: release))
        }
        guard sections.count < ModelLayout.maxSections else {
            throw .tooManySections(most: ModelLayout.maxSections, found: sections.count + 1)
        }
        var signature = [UInt8](repeating: 0, count: ModelLayout.Signature.size)
        signature[ModelLayout.Signature.scheme] = SignatureScheme.ed25519.rawValue
        signature.store(key.rawValue, at: ModelLayout.Signature.keyID)
        sections.append(Section(kind: SectionKind.signature.rawValue, flags: SectionKind.signature.flags, bytes: signature))
        _ = try UnsignedFile.byteCount(ofSections: sections.map { $0.bytes.count })
        let bytes = UnsignedFile.file(head: file[..<ModelLayout.Header.size], sections)
        self.bytes = bytes
        message = try bytes.withUnsafeBytes { bytes in
            Result { () throws(ModelError) in try SignedFile(bytes).message }
        }.get()
    }

    /// How many bytes a file with sections of these lengths has. A section says in 32 bits where it
    /// begins.
    package static func byteCount(ofSections lengths: [Int]) throws(ModelError) -> Int {
        let head = ModelLayout.Header.size + lengths.count * ModelLayout.SectionEntry.size
        let total = lengths.reduce(head) { ModelLayout.aligned($0) + $1 }
        guard total <= Int64(UInt32.max) else {
            throw .section(.signature, reason: "with it the file would have \(total) bytes, at most \(UInt32.max) are allowed")
        }
        return total
    }

    /// The signed file.
    ///
    /// - Precondition: a signature of 64 bytes.
    package func signed(_ signature: [UInt8]) -> [UInt8] {
        precondition(signature.count == Ed25519.signatureSize, "a signature has 64 bytes")
        var file = bytes
        let start = file.count - ModelLayout.Signature.size
        file.replaceSubrange(start + ModelLayout.Signature.signature..<file.count, with: signature)
        UnsignedFile.seal(&file)
        return file
    }

    private struct Section {
        let kind: UInt16
        let flags: UInt16
        let bytes: [UInt8]
    }

    private static func sections(_ file: [UInt8]) throws(ModelError) -> [Section] {
        // A closure would make the error an untyped one.
        var sections: [Section] = [], problem: ModelError?
        file.withUnsafeBytes { bytes in
            do throws(ModelError) {
                let found = try FileSections(bytes)
                // Before a byte of a section is read: many that share bytes would take memory and
                // time without end.
                var end = found.tableEnd
                for i in 0..<found.count {
                    let range = try found.range(i)
                    guard range.lowerBound >= end else { throw .hole(atByte: range.lowerBound) }
                    end = range.upperBound
                }
                try found.checkSums()
                for i in 0..<found.count {
                    sections.append(try Section(kind: found.kind(i), flags: found.flags(i), bytes: Array(bytes[found.range(i)])))
                }
            } catch {
                problem = error
            }
        }
        if let problem { throw problem }
        return sections
    }

    /// - Parameter head: of the file before: its magic and versions stay.
    private static func file(head: ArraySlice<UInt8>, _ sections: [Section]) -> [UInt8] {
        let tableEnd = ModelLayout.Header.size + sections.count * ModelLayout.SectionEntry.size
        var file = Array(head) + [UInt8](repeating: 0, count: tableEnd - ModelLayout.Header.size)
        for (i, section) in sections.enumerated() {
            file += [UInt8](repeating: 0, count: ModelLayout.aligned(file.count) - file.count)
            let entry = ModelLayout.Header.size + i * ModelLayout.SectionEntry.size
            file.store(section.kind, at: entry + ModelLayout.SectionEntry.kind)
            file.store(section.flags, at: entry + ModelLayout.SectionEntry.flags)
            file.store(UInt32(file.count), at: entry + ModelLayout.SectionEntry.offset)
            file.store(UInt32(section.bytes.count), at: entry + ModelLayout.SectionEntry.length)
            file.store(section.bytes.withUnsafeBytes { Checksum.of($0) }, at: entry + ModelLayout.SectionEntry.checksum)
            file += section.bytes
        }
        // The signature, the last section, ends at a multiple of 16.
        file.store(UInt32(sections.count), at: ModelLayout.Header.sectionCount)
        file.store(UInt64(file.count), at: ModelLayout.Header.fileLength)
        seal(&file)
        return file
    }

    /// Makes the checksums of the last section and of the head right.
    private static func seal(_ file: inout [UInt8]) {
        let count = Int(file.withUnsafeBytes { $0.uint32(at: ModelLayout.Header.sectionCount) })
        let tableEnd = ModelLayout.Header.size + count * ModelLayout.SectionEntry.size
        let section = file.withUnsafeBytes { bytes in
            Checksum.of(UnsafeRawBufferPointer(rebasing: bytes[(bytes.count - ModelLayout.Signature.size)...]))
        }
        file.store(section, at: tableEnd - ModelLayout.SectionEntry.size + ModelLayout.SectionEntry.checksum)
        let head = file.withUnsafeBytes { bytes in
            Checksum.of(UnsafeRawBufferPointer(rebasing: bytes[..<tableEnd]), besides: ModelLayout.Header.checksum)
        }
        file.store(head, at: ModelLayout.Header.checksum)
    }
}

extension [UInt8] {
    /// Little-endian.
    fileprivate mutating func store(_ number: some FixedWidthInteger, at offset: Int) {
        for i in 0..<number.bitWidth / 8 { self[offset + i] = UInt8(truncatingIfNeeded: number >> (8 * i)) }
    }
}
