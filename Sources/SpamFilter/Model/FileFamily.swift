// Model: files that share a head and a section table, and the bytes of such a file.

/// A kind of file.
struct FileFamily {
    let magic: UInt64
    let formatVersion: UInt16
    /// What the head must say; 0 where the file depends on no tokenizer.
    let tokenizerVersion: UInt16
    /// The sections that it may have: a bit for each raw value.
    let kinds: UInt16

    static var model: FileFamily {
        FileFamily(
            magic: ModelLayout.magic, formatVersion: ModelLayout.formatVersion, tokenizerVersion: TokenizerSettings.version,
            kinds: bits([.tokenizer, .classes, .features, .calibration, .policy, .card, .signature, .release]))
    }

    static func bits(_ kinds: [SectionKind]) -> UInt16 { kinds.reduce(0) { $0 | 1 << $1.rawValue } }

    /// The bytes of a file of these sections.
    func assemble(_ sections: [(kind: SectionKind, bytes: [UInt8])]) -> [UInt8] {
        let tableEnd = ModelLayout.Header.size + sections.count * ModelLayout.SectionEntry.size
        var offset = tableEnd
        var table = ByteBuilder()
        for section in sections {
            offset = ModelLayout.aligned(offset)
            table.add(section.kind.rawValue)
            table.add(section.kind.flags)
            table.add(UInt32(offset))
            table.add(UInt32(section.bytes.count))
            table.add(section.bytes.withUnsafeBytes { Checksum.of($0) })
            offset += section.bytes.count
        }
        var file = ByteBuilder()
        file.add(magic)
        file.add(formatVersion)
        file.add(tokenizerVersion)
        file.add(UInt32(sections.count))
        file.add(UInt64(ModelLayout.aligned(offset)))
        file.add(UInt32(0))
        file.add(UInt32(0))
        file.bytes += table.bytes
        let checksum = file.bytes.withUnsafeBytes {
            Checksum.of(UnsafeRawBufferPointer(rebasing: $0[..<tableEnd]), besides: ModelLayout.Header.checksum)
        }
        withUnsafeBytes(of: checksum.littleEndian) { bytes in
            for i in 0..<4 { file.bytes[ModelLayout.Header.checksum + i] = bytes[i] }
        }
        for section in sections {
            file.pad(to: ModelLayout.aligned(file.bytes.count))
            file.bytes += section.bytes
        }
        file.pad(to: ModelLayout.aligned(file.bytes.count))
        return file.bytes
    }
}

/// Bytes under construction, numbers little-endian.
struct ByteBuilder {
    var bytes: [UInt8] = []

    mutating func add(_ number: some FixedWidthInteger) {
        withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
    }

    mutating func add(_ numbers: [some FixedWidthInteger]) {
        numbers.map { $0.littleEndian }.withUnsafeBytes { bytes += $0 }
    }

    mutating func pad(to size: Int) {
        while bytes.count < size { bytes.append(0) }
    }
}
