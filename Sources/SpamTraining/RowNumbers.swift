// Training: sources and groups of messages as numbers that are the same in every run and on every machine.

import Corpus

/// FNV-1a of 64 bits (Fowler, Noll & Vo).
func stableHash(_ bytes: some Sequence<UInt8>) -> UInt64 {
    bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
}

extension LabeledMessage {
    /// The group that the corpus names, if it names one: groups of different sources are different.
    var namedGroup: UInt64? { group.map { stableHash((source + "\0" + $0).utf8) } }
}
