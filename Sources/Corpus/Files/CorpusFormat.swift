// Corpus: the name of a format. Each format's own file says how it is recognised and read.

/// The shape of a file of messages, by its name, such as `csv`.
public struct CorpusFormat: Sendable, Hashable, CustomStringConvertible {
    /// The name in options and summaries, such as `csv`.
    public let name: String

    /// The format of this name, whether there is a reader for it or not.
    public init(_ name: String) { self.name = name }

    public var description: String { name }

    /// The names of formats for a sentence: `tsv, csv or text`; empty for none.
    public static func list(_ formats: [CorpusFormat]) -> String {
        let names = formats.map(\.name), first = names.dropLast().joined(separator: ", ")
        return first.isEmpty ? names.joined() : "\(first) or \(names[names.count - 1])"
    }
}
