// Evaluation, attack: how much of a message a trick touches.

/// The share of the words or characters that a trick touches, of those that it can touch.
public enum Strength: String, CaseIterable, Codable, Sendable {
    /// A tenth.
    case light
    /// Three tenths.
    case medium
    /// All.
    case full

    /// The share that is touched, before rounding: 0.1, 0.3 or 1.
    public var share: Double {
        switch self {
        case .light: 0.1
        case .medium: 0.3
        case .full: 1
        }
    }

    /// How many of so many words or characters are touched: the share, rounded, and at least one if
    /// there is any, so that every strength touches the same messages.
    public func count(of total: Int) -> Int {
        min(total, max(1, Int((share * Double(total)).rounded())))
    }
}
