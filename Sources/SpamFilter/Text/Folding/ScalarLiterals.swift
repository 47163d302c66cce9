// Text: scalars are plain numbers here; these let the code compare them with letters and symbols.
// A literal compiles to the same constant as its number.

extension UInt32 {
    @inline(__always)
    static func == (scalar: UInt32, literal: Unicode.Scalar) -> Bool { scalar == literal.value }

    @inline(__always)
    static func != (scalar: UInt32, literal: Unicode.Scalar) -> Bool { scalar != literal.value }
}

@inline(__always)
func ~= (literal: Unicode.Scalar, scalar: UInt32) -> Bool { scalar == literal.value }

@inline(__always)
func ~= (range: ClosedRange<Unicode.Scalar>, scalar: UInt32) -> Bool {
    scalar >= range.lowerBound.value && scalar <= range.upperBound.value
}

/// The number of a letter or symbol.
@inline(__always)
func scalarValue(_ literal: Unicode.Scalar) -> UInt32 { literal.value }

/// A table of small numbers as constant data of the program.
struct StaticBytes: ExpressibleByStringLiteral {
    private let bytes: StaticString
    init(stringLiteral: StaticString) { bytes = stringLiteral }
    subscript(i: Int) -> UInt8 {
        precondition(i < bytes.utf8CodeUnitCount)
        return bytes.utf8Start[i]
    }
}
