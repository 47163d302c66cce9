// Training: sources and groups of messages as numbers that are the same in every run and on every machine, and as names to be shown.

import Corpus
import Statistics

/// The sources of rows, numbered in the order in which they come: a message needs 4 bytes for its source.
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
    /// The group that the corpus names, if it names one. One name is one group in all sources: a corpus in several files, each of which is taken for a
    /// source, has messages of a template in each. Sources that number their groups alike lose by that some groups that would have counted apart,
    /// and with the other rule a promise of 2 % false junk came out at 6 (the project's corpus divided at random into two files).
    package var namedGroup: UInt64? { group.map { stableHash($0.utf8) } }
}

extension String {
    /// A source's name to be shown: at most 64 characters, none that moves a cursor or turns text around. By mistake it may be a sender or a
    /// message.
    public var visibleName: String {
        let visible = unicodeScalars.lazy.filter { ![.control, .format].contains($0.properties.generalCategory) }.prefix(64)
        return String(String.UnicodeScalarView(visible))
    }
}
