// Gradient: reading and writing the bodies of files. What is read is not trusted: any bytes give a
// typed error or numbers.

import SpamFilter

/// Reads a file from its body on.
struct GradientReader {
    private let bytes: UnsafeRawBufferPointer
    private(set) var at: Int

    /// Opens a file and checks its head and checksum.
    ///
    /// - Parameter plan: the digest that it must have; `nil` for any.
    /// - Complexity: O(bytes).
    init(_ bytes: UnsafeRawBufferPointer, _ kind: GradientLayout.Kind, plan: UInt64?) throws(GradientError) {
        let length = try GradientReader.checkHead(bytes, kind, plan: plan)
        guard length == bytes.count else { throw .leftoverBytes(expected: length, found: bytes.count) }
        let found = WordChecksum.of(file: bytes)
        let expected = GradientReader.number(bytes, GradientLayout.Header.checksum, UInt64.self)
        guard expected == found else { throw .checksum(expected: expected, found: found) }
        self.init(bytes, at: GradientLayout.Header.size)
    }

    /// Bytes that were checked before.
    init(_ bytes: UnsafeRawBufferPointer, at: Int) {
        self.bytes = bytes
        self.at = at
    }

    /// Checks all but the checksum. Returns the length that the head names, at most that of the
    /// bytes.
    static func checkHead(
        _ bytes: UnsafeRawBufferPointer, _ kind: GradientLayout.Kind, plan: UInt64?
    ) throws(GradientError) -> Int {
        typealias Header = GradientLayout.Header
        guard bytes.starts(with: GradientLayout.magic) else { throw .notGradient }
        guard bytes.count >= Header.size else { throw .truncated(expected: Header.size, found: bytes.count) }
        let version = number(bytes, Header.formatVersion, UInt16.self)
        guard version == GradientLayout.formatVersion else {
            throw .formatVersion(expected: GradientLayout.formatVersion, found: version)
        }
        let tokenizer = number(bytes, Header.tokenizerVersion, UInt16.self)
        guard tokenizer == TokenizerSettings.version else {
            throw .tokenizerVersion(expected: TokenizerSettings.version, found: tokenizer)
        }
        let found = try GradientReader.kind(of: bytes)
        guard number(bytes, Header.reserved, UInt16.self) == 0 else {
            throw .invalid(atByte: Header.reserved, expected: "zero")
        }
        guard found == kind else { throw .kind(expected: kind.name, found: found.name) }
        let digest = number(bytes, Header.plan, UInt64.self)
        guard plan == nil || plan == digest else { throw .otherPlan(expected: plan!, found: digest) }
        let length = Int(clamping: number(bytes, Header.length, UInt64.self))
        guard length >= Header.size else { throw .invalid(atByte: Header.length, expected: "the length of a file") }
        guard length <= bytes.count else { throw .truncated(expected: length, found: bytes.count) }
        return length
    }

    /// The kind that a file says it is of.
    static func kind(of bytes: UnsafeRawBufferPointer) throws(GradientError) -> GradientLayout.Kind {
        typealias Header = GradientLayout.Header
        guard bytes.starts(with: GradientLayout.magic) else { throw .notGradient }
        guard bytes.count >= Header.size else { throw .truncated(expected: Header.size, found: bytes.count) }
        guard let kind = GradientLayout.Kind(rawValue: number(bytes, Header.kind, UInt16.self)) else {
            throw .invalid(atByte: Header.kind, expected: "a kind of file")
        }
        return kind
    }

    private static func number<N: FixedWidthInteger & BitwiseCopyable>(
        _ bytes: UnsafeRawBufferPointer, _ at: Int, _: N.Type
    ) -> N {
        N(littleEndian: bytes.loadUnaligned(fromByteOffset: at, as: N.self))
    }

    /// How many bytes are left.
    var left: Int { bytes.count - at }

    mutating func next<N: FixedWidthInteger & BitwiseCopyable>(_: N.Type = N.self) throws(GradientError) -> N {
        let size = MemoryLayout<N>.size
        guard left >= size else { throw .truncated(expected: at + size, found: bytes.count) }
        defer { at += size }
        return GradientReader.number(bytes, at, N.self)
    }

    mutating func float() throws(GradientError) -> Float { Float(bitPattern: try next()) }

    mutating func double() throws(GradientError) -> Double { Double(bitPattern: try next()) }

    /// - Throws: also where so many cannot be in the file, before room is made for them.
    mutating func array<N: FixedWidthInteger & BitwiseCopyable>(_ count: Int, of _: N.Type = N.self) throws(GradientError) -> [N]
    {
        let size = MemoryLayout<N>.size
        guard count >= 0, count <= left / size else { throw .truncated(expected: at, found: bytes.count) }
        let start = at
        at += count * size
        return [N](unsafeUninitializedCapacity: count) { room, written in
            for i in 0..<count { room.initializeElement(at: i, to: GradientReader.number(bytes, start + i * size, N.self)) }
            written = count
        }
    }

    mutating func digest() throws(GradientError) -> RowsDigest {
        RowsDigest(rows: try next(), content: try next())
    }

    mutating func floats(_ count: Int) throws(GradientError) -> [Float] {
        try array(count, of: UInt32.self).map(Float.init(bitPattern:))
    }

    mutating func doubles(_ count: Int) throws(GradientError) -> [Double] {
        try array(count, of: UInt64.self).map(Double.init(bitPattern:))
    }

    /// A number that must be in a range.
    mutating func next<N: FixedWidthInteger & BitwiseCopyable>(
        _ range: ClosedRange<Int>, _: N.Type, _ expected: String
    ) throws(GradientError) -> Int {
        let start = at
        guard let found = Int(exactly: try next(N.self)), range.contains(found) else {
            throw .invalid(atByte: start, expected: expected)
        }
        return found
    }

    /// Throws where bytes are left.
    func end() throws(GradientError) {
        guard left == 0 else { throw .leftoverBytes(expected: at, found: bytes.count) }
    }
}

/// Writes a file: its head first, then what is added.
struct GradientWriter {
    private(set) var bytes: [UInt8]

    /// - Parameter plan: the digest of the plan that the file belongs to.
    init(_ kind: GradientLayout.Kind, plan: UInt64, capacity: Int = 0) {
        typealias Header = GradientLayout.Header
        bytes = GradientLayout.magic
        bytes.reserveCapacity(Header.size + capacity)
        add(GradientLayout.formatVersion)
        add(TokenizerSettings.version)
        add(kind.rawValue)
        add(UInt16(0))
        add(plan)
        add(UInt64(0))
        add(UInt64(0))
    }

    mutating func add(_ number: some FixedWidthInteger) {
        withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
    }

    mutating func add(_ read: RowsDigest) {
        add(read.rows)
        add(read.content)
    }

    mutating func add(_ number: Float) { add(number.bitPattern) }

    mutating func add(_ number: Double) { add(number.bitPattern) }

    mutating func add(_ more: some Collection<UInt8>) { bytes += more }

    mutating func add(_ numbers: [some FixedWidthInteger & BitwiseCopyable]) {
        #if _endian(little)
        numbers.withUnsafeBytes { bytes.append(contentsOf: $0) }
        #else
        for number in numbers { add(number) }
        #endif
    }

    mutating func add(_ numbers: [Float]) { add(numbers.map(\.bitPattern)) }

    mutating func add(_ numbers: [Double]) { add(numbers.map(\.bitPattern)) }

    consuming func finish() -> [UInt8] {
        typealias Header = GradientLayout.Header
        put(UInt64(bytes.count), at: Header.length)
        put(bytes.withUnsafeBytes { WordChecksum.of(file: $0) }, at: Header.checksum)
        return bytes
    }

    private mutating func put(_ number: UInt64, at offset: Int) {
        withUnsafeBytes(of: number.littleEndian) { source in
            for i in source.indices { bytes[offset + i] = source[i] }
        }
    }
}
