// Counts: the head of a counts file, checked and written.

import SpamFilter

/// How messages were read, as the head of a counts file says it.
struct CountsHead {
    let settings: TokenizerSettings
    let cellCount: UInt64

    /// Checks all that the head tells of the file, with its length and checksum.
    init(_ bytes: UnsafeRawBufferPointer) throws(CountsError) {
        typealias Header = CountsLayout.Header
        guard bytes.starts(with: CountsLayout.magic) else { throw .notCounts }
        guard bytes.count >= Header.size else { throw .truncated(expected: Header.size, found: bytes.count) }
        let version = bytes.number(at: Header.formatVersion, UInt16.self)
        guard version == CountsLayout.formatVersion else {
            throw .formatVersion(expected: CountsLayout.formatVersion, found: version)
        }
        let length = Int(clamping: bytes.number(at: Header.fileLength, UInt64.self))
        guard length <= bytes.count else { throw .truncated(expected: length, found: bytes.count) }
        guard length == bytes.count else { throw .leftoverBytes(expected: length, found: bytes.count) }
        let expected = bytes.number(at: Header.checksum, UInt32.self), sum = Checksum.of(bytes, besides: Header.checksum)
        guard expected == sum else { throw .checksum(expected: expected, found: sum) }
        let tokenizer = bytes.number(at: Header.tokenizerVersion, UInt16.self)
        guard tokenizer == TokenizerSettings.version else {
            throw .tokenizerVersion(expected: TokenizerSettings.version, found: tokenizer)
        }
        settings = TokenizerSettings(
            wordNgrams: bytes[Header.wordNgrams], shortestNgram: bytes[Header.shortestNgram],
            longestNgram: bytes[Header.longestNgram],
            cjkNgrams: bytes[Header.cjkNgrams], simplifiesHan: bytes[Header.simplifiesHan] == 1)
        guard settings.isValid, bytes[Header.simplifiesHan] <= 1 else {
            throw .invalid(atByte: Header.wordNgrams, expected: "settings of a tokenizer")
        }
        guard bytes[Header.weighting] == FeatureWeighting.lengthNormalized.rawValue else {
            throw .invalid(atByte: Header.weighting, expected: "values over the root of the message's length")
        }
        guard bytes.number(at: Header.reserved, UInt16.self) == 0 else {
            throw .invalid(atByte: Header.reserved, expected: "two zero bytes")
        }
        cellCount = bytes.number(at: Header.cellCount, UInt64.self)
    }

    /// A head whose length, checksum and number of cells `seal` fills in.
    static func bytes(_ settings: TokenizerSettings) -> [UInt8] {
        typealias Header = CountsLayout.Header
        var bytes = CountsLayout.magic
        bytes += [UInt8](repeating: 0, count: Header.size - bytes.count)
        bytes.put(CountsLayout.formatVersion, at: Header.formatVersion)
        bytes.put(TokenizerSettings.version, at: Header.tokenizerVersion)
        bytes[Header.wordNgrams] = settings.wordNgrams
        bytes[Header.shortestNgram] = settings.shortestNgram
        bytes[Header.longestNgram] = settings.longestNgram
        bytes[Header.cjkNgrams] = settings.cjkNgrams
        bytes[Header.weighting] = FeatureWeighting.lengthNormalized.rawValue
        bytes[Header.simplifiesHan] = settings.simplifiesHan ? 1 : 0
        return bytes
    }

    /// Fills in what is known at the end.
    static func seal(_ bytes: inout [UInt8], cellCount: UInt64) {
        bytes.put(UInt64(bytes.count), at: CountsLayout.Header.fileLength)
        bytes.put(cellCount, at: CountsLayout.Header.cellCount)
        let checksum = bytes.withUnsafeBytes { Checksum.of($0, besides: CountsLayout.Header.checksum) }
        bytes.put(checksum, at: CountsLayout.Header.checksum)
    }
}

extension [UInt8] {
    mutating func put(_ number: some FixedWidthInteger, at offset: Int) {
        Swift.withUnsafeBytes(of: number.littleEndian) { source in
            for i in source.indices { self[offset + i] = source[i] }
        }
    }

    mutating func appendWord(_ number: UInt64) {
        Swift.withUnsafeBytes(of: number.littleEndian) { append(contentsOf: $0) }
    }

    /// LEB128.
    mutating func appendVarint(_ number: UInt64) {
        var rest = number
        while rest > 0x7F {
            append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        append(UInt8(rest))
    }
}
