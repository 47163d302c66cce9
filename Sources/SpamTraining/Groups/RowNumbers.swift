// Training: sources and groups as numbers, the same in every run and on every machine.

import Corpus
import Statistics

/// Numbers sources in the order of first occurrence, so that a message needs 4 bytes for it.
struct SourceNumbers {
    private var numbers: [UInt64: UInt32] = [:]

    /// - Parameter hash: the stable hash of a source's name.
    mutating func number(of hash: UInt64) -> UInt32 {
        let number = numbers[hash] ?? UInt32(numbers.count)
        numbers[hash] = number
        return number
    }
}

extension LabeledMessage {
    /// The hash of the group that the corpus names, if any. A name is one group in all sources,
    /// because the files of one corpus share templates: Benchmarks/decisions/groups.md.
    package var namedGroup: UInt64? { row.group.map { stableHash($0.utf8) } }
}

extension String {
    /// The name of a source, safe to display: at most 64 scalars of the string, without control and
    /// format characters. By mistake it may be a sender or a message.
    public var visibleName: String {
        let shown = unicodeScalars.lazy.filter { ![.control, .format].contains($0.properties.generalCategory) }.prefix(64)
        return String(String.UnicodeScalarView(shown))
    }
}
