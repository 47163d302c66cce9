// Lists: what can be wrong with the bytes of a list. Each case has what was expected and what was
// found.

/// Why some bytes are not a usable list.
public enum ListError: Error, Equatable, CustomStringConvertible {
    /// The list is shorter than its head says, in bytes.
    case truncated(expected: Int, found: Int)
    /// The list is longer than its head says, in bytes.
    case leftoverBytes(expected: Int, found: Int)
    /// Entries of a kind that this build does not know, by the kind's byte.
    case kind(found: UInt8)
    /// A form that this build does not know, by the form's byte.
    case form(found: UInt8)
    /// Bytes that must be zero are not: the offset of the first.
    case reserved(atByte: Int)
    /// The range of numbers does not suit the form and the kind of the keys.
    case range
    /// The partition of this index, from 0, begins at or below the one before, or its bytes lie
    /// outside of the list.
    case partition(Int)

    public var description: String {
        switch self {
        case .truncated(let expected, let found):
            "the list is cut off: expected \(expected) bytes, found \(found); compile it again"
        case .leftoverBytes(let expected, let found):
            "the list has bytes behind its end: expected \(expected), found \(found); compile it again"
        case .kind(let found):
            "the list has keys of kind \(found), expected 1 (senders) or 2 (hosts); update the program"
        case .form(let found):
            "the list has form \(found), expected 1 (exact) or 2 (compact); update the program"
        case .reserved(let byte):
            "the list has something other than zero in the reserved bytes from byte \(byte) on; update the program"
        case .range:
            "the list's range of numbers does not suit its kind and form; compile it again"
        case .partition(let index):
            "the list's partition \(index) is out of order or outside of the list; compile it again"
        }
    }
}
