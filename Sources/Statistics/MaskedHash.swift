// Statistics: a hash that texts share which differ in numbers and links alone.

/// FNV-1a of 64 bits of a text in UTF-8, for which all words of ASCII with a digit or a link in
/// them are one: `code 4821` is `code 77`.
///
/// - Complexity: O(bytes).
package func maskedHash(_ text: String) -> UInt64 {
    var text = text
    return text.withUTF8 { bytes in
        var hash = stableHash(EmptyCollection()), beforeWord = hash
        var isInWord = false, isMasked = false, isAfterLetter = false, isAfterDot = false
        func adding(_ byte: UInt8, to hash: UInt64) -> UInt64 { (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        for byte in bytes {
            if (0x21...0x7E).contains(byte) {
                if !isInWord { (isInWord, isMasked, isAfterLetter, isAfterDot, beforeWord) = (true, false, false, false, hash) }
                let isLetter = (0x61...0x7A).contains(byte | 0x20)
                // A slash, or a dot between letters: win.example.
                if (0x2F...0x39).contains(byte) || isLetter && isAfterDot { isMasked = true }
                (isAfterDot, isAfterLetter) = (byte == 0x2E && isAfterLetter, isLetter)
            } else {
                if isInWord, isMasked { hash = adding(0, to: beforeWord) }
                isInWord = false
            }
            hash = adding(byte, to: hash)
        }
        return isInWord && isMasked ? adding(0, to: beforeWord) : hash
    }
}
