// Signature: where the sections of any file of the family lie, a model or rules.

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

    /// The sequence number, 0 without a release section.
    func sequence() throws(ModelError) -> UInt64 {
        guard let place = place(of: .release) else { return 0 }
        let release = try range(place)
        guard release.count == ModelLayout.Release.size else {
            throw .section(.release, reason: "expected \(ModelLayout.Release.size) bytes, found \(release.count)")
        }
        return bytes.uint64(at: release.lowerBound + ModelLayout.Release.sequence)
    }

    /// Throws where a checksum is not that of its bytes.
    ///
    /// - Complexity: O(bytes).
    func checkSums() throws(ModelError) {
        let ofHead = bytes.uint32(at: ModelLayout.Header.checksum)
        let head = Checksum.of(UnsafeRawBufferPointer(rebasing: bytes[..<tableEnd]), besides: ModelLayout.Header.checksum)
        guard head == ofHead else { throw .headerChecksum(expected: ofHead, found: head) }
        for i in 0..<count {
            let expected = bytes.uint32(at: entry(i) + ModelLayout.SectionEntry.checksum)
            let found = try Checksum.of(UnsafeRawBufferPointer(rebasing: bytes[range(i)]))
            guard found == expected else { throw .sectionChecksum(kind: kind(i), expected: expected, found: found) }
        }
    }
}
