// Evaluation, attack: the scripts that people hide words of.

/// A script whose letters tricks know. Letters of others are left as they are.
public enum TrickScript: String, CaseIterable, Codable, Sendable {
    /// Latin letters.
    case latin
    /// Korean syllables.
    case hangul
    /// Chinese characters.
    case han
    /// Japanese syllables.
    case kana
}
