// Model: the head of the file and its section table, checked before anything else is read.

/// A section as the table at the head of the file describes it.
public struct ModelSection {
    /// The kind; `nil` for one that this build does not know.
    public let kind: SectionKind?
    /// The kind as the file has it.
    public let rawKind: UInt16
    /// Where the section begins, in bytes from the file's first.
    public let offset: Int
    /// How long it is, in bytes.
    public let length: Int
    let checksum: UInt32
}

/// A checked section table: sections lie inside the file, in order, without holes or leftovers.
struct SectionTable {
    private let bytes: UnsafeRawBufferPointer
    let count: Int
    /// The offset and length of each known section, by the number of its kind, as they were
    /// checked: the file is not read twice. Vectors of sixteen, as known kinds are below 16; arrays
    /// would cost a process that opens one model 50 us.
    private var offsets = SIMD16<UInt32>(repeating: 0)
    private var lengths = SIMD16<UInt32>(repeating: 0)
    private var known: UInt16 = 0

    init(_ bytes: UnsafeRawBufferPointer, _ family: FileFamily = .model) throws(ModelError) {
        typealias Header = ModelLayout.Header
        guard !bytes.isEmpty else { throw .empty }
        guard bytes.count >= 8, bytes.uint64(at: Header.magic) == family.magic else { throw .notAModel }
        guard bytes.count >= Header.size else { throw .truncated(expected: Header.size, found: bytes.count) }
        let version = bytes.uint16(at: Header.formatVersion)
        guard version == family.formatVersion else {
            throw .formatVersion(expected: family.formatVersion, found: version)
        }
        let length = bytes.uint64(at: Header.fileLength)
        guard length >= UInt64(Header.size), length <= UInt64(UInt32.max) else {
            throw .truncated(expected: Int(truncatingIfNeeded: length & 0x7FFF_FFFF_FFFF_FFFF), found: bytes.count)
        }
        guard bytes.count >= Int(length) else { throw .truncated(expected: Int(length), found: bytes.count) }
        guard bytes.count == Int(length) else { throw .leftoverBytes(expected: Int(length), found: bytes.count) }
        let count = bytes.uint32(at: Header.sectionCount)
        guard count <= ModelLayout.maxSections else {
            throw .tooManySections(most: ModelLayout.maxSections, found: Int(count))
        }
        let tableEnd = Header.size + Int(count) * ModelLayout.SectionEntry.size
        guard tableEnd <= bytes.count else { throw .truncated(expected: tableEnd, found: bytes.count) }
        let expected = bytes.uint32(at: Header.checksum)
        let found = Checksum.of(UnsafeRawBufferPointer(rebasing: bytes[..<tableEnd]), besides: Header.checksum)
        guard expected == found else { throw .headerChecksum(expected: expected, found: found) }
        // After the checksum, so that damage is not reported as another version.
        let tokenizer = bytes.uint16(at: Header.tokenizerVersion)
        guard tokenizer == family.tokenizerVersion else {
            throw .tokenizerVersion(expected: family.tokenizerVersion, found: tokenizer)
        }
        guard bytes.uint32(at: Header.reserved) == 0 else { throw .reserved(atByte: Header.reserved) }
        self.bytes = bytes
        self.count = Int(count)

        var end = tableEnd
        for i in 0..<Int(count) {
            let entry = SectionTable.entry(i, in: bytes)
            guard entry.offset == ModelLayout.aligned(end), entry.offset + entry.length <= bytes.count else {
                throw .hole(atByte: end)
            }
            for padding in end..<entry.offset where bytes[padding] != 0 { throw .hole(atByte: padding) }
            end = entry.offset + entry.length
            let flags = bytes.uint16(at: SectionTable.position(i) + ModelLayout.SectionEntry.flags)
            if let kind = entry.kind, family.kinds >> kind.rawValue & 1 == 1 {
                guard flags == kind.flags else { throw .flags(kind: entry.rawKind, expected: kind.flags, found: flags) }
                guard known >> kind.rawValue & 1 == 0 else { throw .repeatedSection(kind) }
                known |= 1 << kind.rawValue
                offsets.set(Int(kind.rawValue), UInt32(entry.offset))
                lengths.set(Int(kind.rawValue), UInt32(entry.length))
            } else if flags & ModelLayout.required != 0 {
                throw .unknownSection(kind: entry.rawKind)
            } else if flags != 0 {
                throw .flags(kind: entry.rawKind, expected: 0, found: flags)
            }
        }
        guard ModelLayout.aligned(end) == bytes.count else { throw .hole(atByte: end) }
        for padding in end..<bytes.count where bytes[padding] != 0 { throw .hole(atByte: padding) }
    }

    /// The bytes of a section that must be there, of this size where one is given.
    func section(_ kind: SectionKind, size: Int? = nil) throws(ModelError) -> UnsafeRawBufferPointer {
        guard let section = optionalSection(kind) else { throw .missingSection(kind) }
        if let size, section.count != size { throw .section(kind, reason: "expected \(size) bytes, found \(section.count)") }
        return section
    }

    /// The bytes of a section that may be missing.
    func optionalSection(_ kind: SectionKind) -> UnsafeRawBufferPointer? {
        let i = Int(kind.rawValue)
        guard known >> kind.rawValue & 1 == 1 else { return nil }
        return UnsafeRawBufferPointer(rebasing: bytes[Int(offsets.lane(i))..<Int(offsets.lane(i)) + Int(lengths.lane(i))])
    }

    /// The sequence number, 0 without a release section.
    func sequence() throws(ModelError) -> UInt64 {
        guard optionalSection(.release) != nil else { return 0 }
        let release = try section(.release, size: ModelLayout.Release.size)
        try SectionTable.check(reserved: ModelLayout.Release.reserved, of: release, .release)
        return release.uint64(at: ModelLayout.Release.sequence)
    }

    /// Throws where a section has a byte other than zero from `reserved` on.
    static func check(reserved: Int, of section: UnsafeRawBufferPointer, _ kind: SectionKind) throws(ModelError) {
        for i in reserved..<section.count where section[i] != 0 {
            throw .section(kind, reason: "its reserved byte \(i) is not zero")
        }
    }

    /// The entries of an open file as they are now, without those that no longer lie in it.
    static func entries(_ bytes: UnsafeRawBufferPointer, count: Int) -> [ModelSection] {
        (0..<count).map { entry($0, in: bytes) }.filter { $0.offset + $0.length <= bytes.count }
    }

    private static func position(_ i: Int) -> Int { ModelLayout.Header.size + i * ModelLayout.SectionEntry.size }

    private static func entry(_ i: Int, in bytes: UnsafeRawBufferPointer) -> ModelSection {
        let at = position(i)
        let kind = bytes.uint16(at: at + ModelLayout.SectionEntry.kind)
        return ModelSection(
            kind: SectionKind(rawValue: kind), rawKind: kind,
            offset: Int(bytes.uint32(at: at + ModelLayout.SectionEntry.offset)),
            length: Int(bytes.uint32(at: at + ModelLayout.SectionEntry.length)),
            checksum: bytes.uint32(at: at + ModelLayout.SectionEntry.checksum))
    }
}
