// Training: sources and groups of messages as numbers that are the same in every run and on every machine, and as names to be shown.

import Corpus

/// FNV-1a of 64 bits (Fowler, Noll & Vo).
func stableHash(_ bytes: some Sequence<UInt8>) -> UInt64 {
    bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
}

extension LabeledMessage {
    /// The group that the corpus names, if it names one: groups of different sources are different.
    var namedGroup: UInt64? { group.map { stableHash((source + "\0" + $0).utf8) } }
}

extension String {
    /// A source's name to be shown: at most 64 characters, none that moves a cursor or turns text around. By mistake it may be a sender or a
    /// message.
    public var visibleName: String {
        let visible = unicodeScalars.lazy.filter { ![.control, .format].contains($0.properties.generalCategory) }.prefix(64)
        return String(String.UnicodeScalarView(visible))
    }
}
