// Training: the sources of messages as they come in. Sources and groups are numbers, the same in
// every run and on every machine.

import LabeledMessages
import Statistics

/// How many messages of each source are learned from; 0 of one whose messages all have weight 0.
public struct SourceCounts: Sendable, Hashable {
    /// How many messages of the user's own corpus, by source.
    public var corpus: [String: Int]
    /// How many messages of the background, by source.
    public var background: [String: Int]

    /// Numbers of messages by source.
    public init(corpus: [String: Int] = [:], background: [String: Int] = [:]) {
        (self.corpus, self.background) = (corpus, background)
    }

    /// How many messages all sources of the corpus have.
    public var messages: Int { corpus.values.reduce(0, +) }
    /// How many messages all sources of the background have.
    public var backgroundMessages: Int { background.values.reduce(0, +) }

    fileprivate subscript(isBackground: Bool, name: String) -> Int? {
        get { isBackground ? background[name] : corpus[name] }
        set { if isBackground { background[name] = newValue } else { corpus[name] = newValue } }
    }
}

/// The source of every row, and how many messages each source has.
struct CollectedSources {
    /// A number for the source of each row.
    private(set) var ofRow: [UInt32] = []
    /// The name of the source of each number.
    private(set) var names: [String] = []
    private var numbers = SourceNumbers()
    private var messages = SourceCounts()
    /// The number of the source whose messages were written, not received.
    var written: UInt32? { numbers.written }
    /// Messages of one source usually follow each other, so its name is looked up once.
    private var last: (name: String, isBackground: Bool, number: UInt32?, messages: Int)?

    /// The messages of each source that are rows; a source without any has 0.
    var counts: SourceCounts {
        var counts = messages
        if let last { counts[last.isBackground, last.name] = last.messages }
        return counts
    }

    /// - Parameter isRow: whether the message is learned from.
    mutating func add(_ name: String, isBackground: Bool, isRow: Bool) {
        if last?.name != name || last?.isBackground != isBackground {
            if let last { messages[last.isBackground, last.name] = last.messages }
            last = (name, isBackground, nil, messages[isBackground, name] ?? 0)
        }
        guard isRow else { return }
        last!.messages += 1
        let number = last!.number ?? numbers.number(of: stableHash(name.utf8))
        if Int(number) == names.count { names.append(name) }
        last!.number = number
        ofRow.append(number)
    }
}

/// Numbers sources in the order of first occurrence, so that a message needs 4 bytes for it.
struct SourceNumbers {
    private var numbers: [UInt64: UInt32] = [:]
    /// The source of the starter corpus.
    private static let starter = stableHash("starter".utf8)
    var written: UInt32? { numbers[SourceNumbers.starter] }

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
