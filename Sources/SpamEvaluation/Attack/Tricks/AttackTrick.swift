// Evaluation, attack: what a trick is: its scripts, its strength, the form that most have.
// `TrickLibrary` lists them all.

import Statistics

/// A way to write a message so that people still read it and a filter may not.
public protocol AttackTrick: Sendable {
    /// The name in options and reports: small words joined by hyphens, such as `zero-width`.
    var name: String { get }
    /// The scripts whose letters it touches; empty where it touches something else.
    var scripts: [TrickScript] { get }
    /// What it does, in one line for a help text.
    var summary: String { get }
    /// Whether it hides words that stay, as by default; the means and the worst of a report are of
    /// such tricks.
    var hidesWords: Bool { get }

    /// The message after the trick; `nil` where there is nothing in it that the trick can touch,
    /// which strength does not change. Never the same scalars as before.
    ///
    /// The same text, strength and state of `random` give the same bytes.
    func apply(_ text: Plaintext, _ strength: Strength, using random: inout SplitMix) -> String?
}

extension AttackTrick {
    public var hidesWords: Bool { true }
}

/// A trick that touches each of some units of a message, words or characters, by itself.
struct UnitTrick: AttackTrick {
    let name: String
    let scripts: [TrickScript]
    let summary: String
    /// The units that it can touch, in order and apart. Each becomes something else.
    let find: @Sendable (Plaintext) -> [Range<Int>]
    /// Appends what a unit becomes.
    ///
    /// `style` was drawn once a message: one writer hides all words one way.
    let rewrite:
        @Sendable (
            _ unit: ArraySlice<Unicode.Scalar>, _ style: Int, _ random: inout SplitMix, _ out: inout [Unicode.Scalar]
        ) -> Void

    /// Styles are numbers below this, which many small numbers divide.
    static let styles = 27_720

    /// - Complexity: O(scalars of the message).
    func apply(_ text: Plaintext, _ strength: Strength, using random: inout SplitMix) -> String? {
        let units = find(text)
        guard !units.isEmpty else { return nil }
        let style = random.below(UnitTrick.styles)
        var out: [Unicode.Scalar] = []
        out.reserveCapacity(2 * text.scalars.count)
        var next = 0
        for chosen in random.choose(strength.count(of: units.count), of: units.count) {
            let unit = units[chosen]
            out.append(contentsOf: text.scalars[next..<unit.lowerBound])
            rewrite(text.scalars[unit], style, &random, &out)
            next = unit.upperBound
        }
        out.append(contentsOf: text.scalars[next...])
        return String(scalars: out)
    }
}

extension String {
    /// By bytes: a `UnicodeScalarView` asks for room and uniqueness with every scalar.
    init(scalars: some Sequence<Unicode.Scalar>) {
        var utf8: [UInt8] = []
        utf8.reserveCapacity(3 * scalars.underestimatedCount)
        for scalar in scalars {
            let value = scalar.value
            if value < 0x80 {
                utf8.append(UInt8(value))
            } else {
                utf8.append(contentsOf: UTF8.encode(scalar)!)
            }
        }
        self.init(decoding: utf8, as: UTF8.self)
    }
}

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
