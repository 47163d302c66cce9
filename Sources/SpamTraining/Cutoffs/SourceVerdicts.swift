// Training: what the cutoff does to each source's messages, where there are several.

import SpamFilter

/// What the cutoff does to the messages of one source, by models that had not seen their groups.
package struct SourceVerdicts: Sendable, Hashable, Encodable {
    /// The name of the source.
    package let name: String
    /// How many of its junk messages were scored.
    package private(set) var junk = 0
    /// How many of these are called junk.
    package private(set) var found = 0
    /// How many of its wanted messages were scored.
    package private(set) var wanted = 0
    /// How many of these are called junk.
    package private(set) var falseJunk = 0

    init(name: String) { self.name = name }

    /// How many messages were scored.
    package var messages: Int { junk + wanted }

    fileprivate mutating func add(isJunk: Bool, isCalledJunk: Bool) {
        if isJunk { junk += 1 } else { wanted += 1 }
        guard isCalledJunk else { return }
        if isJunk { found += 1 } else { falseJunk += 1 }
    }
}

extension OutOfFoldScores {
    /// The figures of each source, that of most messages first; empty where there is only one.
    ///
    /// - Parameters:
    ///   - junk, wanted: these scores as messages, in their order.
    ///   - source: that of a row.
    /// - Complexity: O(messages).
    func figures(
        _ junk: [ScoredMessage], _ wanted: [ScoredMessage], _ policy: DecisionPolicy, bySource source: (_ row: Int) -> String
    ) -> [SourceVerdicts] {
        var figures: [String: SourceVerdicts] = [:], (junk, wanted) = (junk[...], wanted[...])
        for i in 0..<count {
            let isJunk = actions[classes[i]] == .junk, name = source(rows[i])
            guard let message = isJunk ? junk.popFirst() : wanted.popFirst() else { break }
            figures[name, default: SourceVerdicts(name: name)].add(isJunk: isJunk, isCalledJunk: policy.callsJunk(message))
        }
        guard figures.count > 1 else { return [] }
        return figures.values.sorted { ($1.messages, $0.name) < ($0.messages, $1.name) }
    }
}
