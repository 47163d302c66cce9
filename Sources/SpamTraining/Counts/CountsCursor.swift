// Counts: numbers of a counts file, one after the other. The bytes are not trusted: any give an
// error or a number.

/// A place in the bytes of a file.
struct CountsCursor {
    private let file: UnsafeRawBufferPointer
    private(set) var at: Int
    let end: Int

    init(_ file: UnsafeRawBufferPointer, _ range: Range<Int>) {
        self.file = file
        (at, end) = (range.lowerBound, range.upperBound)
    }

    /// Throws unless all was read.
    ///
    /// - Parameter what: what ends here.
    func finish(_ what: String) throws(CountsError) {
        guard at == end else { throw .invalid(atByte: at, expected: "the end of \(what)") }
    }

    /// LEB128, in as few bytes as it takes.
    @inline(__always)
    mutating func varint() throws(CountsError) -> UInt64 {
        let start = at
        var number: UInt64 = 0, shift: UInt64 = 0
        while at < end {
            let byte = UInt64(file[at])
            at += 1
            // The tenth byte holds one bit.
            if shift == 63, byte > 1 { break }
            number |= (byte & 0x7F) << shift
            if byte < 0x80 {
                if byte == 0, shift > 0 { break }
                return number
            }
            shift += 7
        }
        throw .invalid(atByte: start, expected: "a number in as few bytes as it takes")
    }

    /// The next eight bytes as a number.
    @inline(__always)
    mutating func word() throws(CountsError) -> UInt64 {
        guard end - at >= 8 else { throw .invalid(atByte: at, expected: "eight bytes") }
        defer { at += 8 }
        return file.number(at: at, UInt64.self)
    }
}

extension UnsafeRawBufferPointer {
    @inline(__always)
    func number<Number: FixedWidthInteger & BitwiseCopyable>(at offset: Int, _: Number.Type) -> Number {
        Number(littleEndian: loadUnaligned(fromByteOffset: offset, as: Number.self))
    }
}
