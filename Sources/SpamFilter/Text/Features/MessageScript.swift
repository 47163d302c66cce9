// Text: the script of a message, by how much a scalar of it says.

/// The script of a message.
package enum MessageScript: UInt64, Sendable, CaseIterable {
    /// An alphabet, whose words have spaces between them; and a message without letters.
    case spaced
    /// Han or kana, without Hangul.
    case hanOrKana
    /// Hangul, even a little.
    case hangul

    /// The features of all lengths that a message in this script can have.
    package var lengthFeatures: [UInt64] { (0..<64).map { FeatureHash.length($0, self) } }
}
