// Counts: several counts files in, one out: the sum of some, less others. Knows nothing of
// messages.

import SpamFilter

/// Adds counts up and takes counts away. Neither the order of files nor how they were merged before
/// changes a byte.
public enum CountsSum {
    /// The bytes of the file that counts what all of `added` count, less what `taken` counts.
    ///
    /// - Parameters:
    ///   - taken: counts to take away again, each of them in `added`.
    ///   - added: one or more.
    /// - Throws: `CountsError.notContained` where impossible counts would be left: fewer than none,
    ///   or sums that so many messages cannot have. This finds counts that were never added, unless
    ///   all their features are common ones. Also `otherSettings`, `tooManySources` and `tooLarge`.
    /// - Precondition: `added` or `taken` has a file.
    /// - Complexity: O(features x files) in time. The new file is held in memory, the others are
    ///   not.
    public static func bytes(of added: [CountsView], minus taken: [CountsView] = []) throws(CountsError) -> [UInt8] {
        let all = added + taken
        for view in all.dropFirst() where view.settings != all[0].settings { throw .otherSettings }
        guard Set(added.lazy.flatMap(\.cells).map(\.name.source)).count <= CountsLayout.mostSources else {
            throw .tooManySources(most: CountsLayout.mostSources)
        }
        var parts: [CellName: (added: [CountsCell], taken: [CountsCell])] = [:]
        for cell in added.lazy.flatMap(\.cells) { parts[cell.name, default: ([], [])].added.append(cell) }
        for cell in taken.lazy.flatMap(\.cells) { parts[cell.name, default: ([], [])].taken.append(cell) }
        var writer = CountsWriter(all[0].settings, capacity: added.map(\.byteCount).max() ?? 0)
        for (name, parts) in parts.sorted(by: { $0.key < $1.key }) {
            try write(name, parts.added, minus: parts.taken, to: &writer)
        }
        return writer.finish()
    }

    /// An empty cell is not written.
    private static func write(
        _ name: CellName, _ added: [CountsCell], minus taken: [CountsCell], to writer: inout CountsWriter
    ) throws(CountsError) {
        func notContained(_ reason: String) -> CountsError {
            .notContained(source: name.sourceName, label: name.label, reason: reason)
        }
        let there = added.reduce(0) { $0 + $1.messages }, less = taken.reduce(0) { $0 + $1.messages }
        guard there <= CountsLayout.mostMessages else { throw .tooLarge }
        guard less <= there else { throw notContained("expected at most \(there) messages, found \(less)") }
        let messages = there - less
        if messages > 0 { writer.beginCell(name, messages: messages) }
        var cursors = (added + taken).map(\.features)
        var heads: [(feature: UInt64, tally: FeatureTally)?] = []
        for i in cursors.indices { heads.append(try cursors[i].next()) }
        while let feature = heads.lazy.compactMap({ $0?.feature }).min() {
            var tally = FeatureTally.none
            for i in heads.indices {
                guard let head = heads[i], head.feature == feature else { continue }
                if i < added.count {
                    guard tally.add(head.tally) else { throw .tooLarge }
                } else if !tally.subtract(head.tally) {
                    throw notContained("a feature would occur less often than never")
                }
                heads[i] = try cursors[i].next()
            }
            guard tally.isPossible, tally.messages <= messages else {
                throw notContained("a feature would be left with sums that no \(messages) messages have")
            }
            if tally.messages > 0 { writer.add(feature, tally) }
        }
        if messages > 0 { writer.endCell() }
    }
}
