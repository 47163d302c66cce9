// Corpus: UTF-16 bytes in, UTF-8 bytes out.

struct UTF16Transcoder: Transcoder {
    let isBigEndian: Bool
    private var firstByte: UInt8?
    private var highSurrogate: UInt16?

    /// Never part of UTF-8.
    private static let invalid: UInt8 = 0xFF

    init(isBigEndian: Bool) {
        self.isBigEndian = isBigEndian
    }

    /// A unit or surrogate pair that is cut at the end waits for the next call.
    mutating func transcode(_ bytes: ArraySlice<UInt8>, into target: inout [UInt8]) {
        for byte in bytes {
            guard let first = firstByte else {
                firstByte = byte
                continue
            }
            firstByte = nil
            let unit = isBigEndian ? UInt16(first) << 8 | UInt16(byte) : UInt16(byte) << 8 | UInt16(first)
            add(unit, to: &target)
        }
    }

    /// A unit or pair that is still cut at the end of the file is invalid.
    mutating func finish(into target: inout [UInt8]) {
        if firstByte != nil || highSurrogate != nil { target.append(Self.invalid) }
        firstByte = nil
        highSurrogate = nil
    }

    private mutating func add(_ unit: UInt16, to target: inout [UInt8]) {
        let isLow = UTF16.isTrailSurrogate(unit)
        if let high = highSurrogate {
            highSurrogate = nil
            if isLow {
                let value = 0x10000 + (UInt32(high - 0xD800) << 10 | UInt32(unit - 0xDC00))
                Self.append(Unicode.Scalar(value)!, to: &target)
                return
            }
            target.append(Self.invalid)
        }
        if UTF16.isLeadSurrogate(unit) {
            highSurrogate = unit
        } else if isLow {
            target.append(Self.invalid)
        } else {
            Self.append(Unicode.Scalar(unit)!, to: &target)
        }
    }

    private static func append(_ scalar: Unicode.Scalar, to target: inout [UInt8]) {
        target.append(contentsOf: UTF8.encode(scalar)!)
    }
}
