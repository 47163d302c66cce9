// Evaluation, attack: how much of a message a trick touches.

/// The share of the words or characters of a message, of those that a trick can touch at all, that it does touch.
public enum Strength: String, CaseIterable, Codable, Sendable {
    case light, medium, full

    /// 0.1, 0.3, 1.
    public var share: Double {
        switch self {
        case .light: 0.1
        case .medium: 0.3
        case .full: 1
        }
    }

    /// How many of so many: the share, rounded, and one at least, so that a message that can be touched is touched at every strength.
    public func count(of total: Int) -> Int {
        min(total, max(1, Int((share * Double(total)).rounded())))
    }
}
