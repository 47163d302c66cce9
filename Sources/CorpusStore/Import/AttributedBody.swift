// Store: the text of a message with attributes, as an iPhone keeps it. In: the bytes of a
// typedstream, NeXT's archive of objects. Out: the first string in it. Attributes are not read.

/// A message's text in the column `attributedBody` of an sms.db.
package enum AttributedBody {
    /// Version 4, and the name that its little-endian form has, after its length.
    private static let head = [4, 11] + Array("streamtyped".utf8)
    /// A value of a type of its own, whose name has one letter: `+`, bytes with their length.
    private static let type: [UInt8] = [0x84, 1, UInt8(ascii: "+")]

    /// The text; `nil` where the bytes are no typedstream that begins with one, or are cut.
    ///
    /// ```
    /// 04 0B streamtyped 81 E8 03  84 01 @  84 84 84 12 NSAttributedString 00
    /// 84 84 08 NSObject 00 85  92  84 84 84 08 NSString 01 94  84 01 +  05 hello  86 …
    /// ```
    ///
    /// - Complexity: O(bytes).
    package static func text(of bytes: UnsafeRawBufferPointer) -> String? {
        guard bytes.starts(with: head) else { return nil }
        // Before the text are only names of classes, and numbers.
        var at = head.count
        while at + type.count < bytes.count, !bytes[at..<at + type.count].elementsEqual(type) { at += 1 }
        guard at + type.count < bytes.count else { return nil }
        at += type.count
        // A length of one byte, or one that tells how many follow, low first.
        let first = bytes[at]
        at += 1
        var length = Int(first)
        if first >= 0x80 {
            guard let size = [0x81: 2, 0x82: 4][first], bytes.count - at >= size else { return nil }
            length = (0..<size).reduce(0) { $0 | Int(bytes[at + $1]) << (8 * $1) }
            at += size
        }
        guard length <= bytes.count - at else { return nil }
        return String(validating: bytes[at..<at + length], as: UTF8.self)
    }
}
