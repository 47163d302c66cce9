// Model: how each kind of file begins.

/// The first eight bytes of a file, as a little-endian number: 0x93, which is no text in any
/// encoding that a mail or a browser would guess, and a name.
package enum FileMagic: UInt64 {
    /// `\x93SPAMKIT`
    case model = 0x5449_4B4D_4150_5393
    /// `\x93SPAMOWN`
    case overlay = 0x4E57_4F4D_4150_5393
    /// `\x93SPAMRUL`
    case rules = 0x4C55_524D_4150_5393
    /// `\x93SPAMCNT`. Training reads counts, and corpora do not take them for messages.
    case counts = 0x544E_434D_4150_5393

    /// As they stand in the file.
    package var bytes: [UInt8] { (0..<8).map { UInt8(truncatingIfNeeded: rawValue >> (8 * $0)) } }
}
