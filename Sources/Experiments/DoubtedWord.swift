// Experiments: the word that many doubted messages share. Texts in, one word out.

import Statistics

/// A word of many doubted messages, and of few others. Where a whole sort of messages is labelled
/// wrongly, models learn the mistake, and then its right labels are the doubted ones.
package struct DoubtedWord: Sendable, Equatable {
    /// In lower case.
    package let word: String
    /// How many of the doubted messages have it.
    package let doubted: Rate
    /// How many of all judged messages have it.
    package let all: Rate

    /// What the word of a whole sort must have: messages, a share of the doubted ones, and so many
    /// times its share of all.
    private static let (least, leastShare, ratio) = (10, 0.2, 5.0)
    /// A word of one language, or of one label, is frequent there: by so many standard deviations
    /// more doubted messages must have it than others of their stratum do.
    private static let deviations = 3.0

    /// The word that most doubted messages have among those that fit; `nil` where none does.
    ///
    /// - Parameters:
    ///   - doubted: the doubted messages; a stratum has one language and one given label.
    ///   - all: all messages judged, these too.
    /// - Complexity: O(characters) of both.
    package static func most(
        of doubted: some Sequence<(stratum: String, text: String)>, among all: some Sequence<(stratum: String, text: String)>
    ) -> DoubtedWord? {
        var inDoubted = Tally(), inAll = Tally()
        for one in doubted { inDoubted.add(words(of: one.text), of: one.stratum) }
        let count = inDoubted.messages.values.reduce(0, +), fewest = max(least, Int((leastShare * Double(count)).rounded(.up)))
        let frequent = Set(inDoubted.having.keys.filter { inDoubted.count(of: $0) >= fewest })
        guard !frequent.isEmpty else { return nil }
        for one in all { inAll.add(words(of: one.text).intersection(frequent), of: one.stratum) }
        let messages = max(count, inAll.messages.values.reduce(0, +))
        return frequent.filter { inDoubted.isMore(than: inAll, $0) }.map { word in
            let found = inDoubted.count(of: word)
            return DoubtedWord(
                word: word, doubted: Rate(found, of: count), all: Rate(max(found, inAll.count(of: word)), of: messages))
        }
        .filter { ($0.doubted.value ?? 0) >= ratio * ($0.all.value ?? 1) }
        .max { ($0.doubted.count, -$0.all.count, $1.word) < ($1.doubted.count, -$1.all.count, $0.word) }
    }

    /// How many messages of each stratum there are, and how many have each word.
    private struct Tally {
        var messages: [String: Int] = [:], having: [String: [String: Int]] = [:]

        /// Fewer messages without a doubt tell nothing of their stratum.
        private static let leastOthers = 30

        mutating func add(_ words: Set<String>, of stratum: String) {
            messages[stratum, default: 0] += 1
            for word in words { having[word, default: [:]][stratum, default: 0] += 1 }
        }

        func count(of word: String) -> Int { having[word]?.values.reduce(0, +) ?? 0 }

        /// Whether clearly more of these, doubted, have a word than others of their strata: by
        /// mean and variance of a sum of binomials, one for each stratum.
        func isMore(than all: Tally, _ word: String) -> Bool {
            var expected = 0.0, variance = 0.0
            let others = all.messages.values.reduce(0, +) - messages.values.reduce(0, +)
            let usual = Double(max(0, all.count(of: word) - count(of: word))) / Double(max(1, others))
            for (stratum, doubts) in messages {
                let left = (all.messages[stratum] ?? 0) - doubts
                let have = (all.having[word]?[stratum] ?? 0) - (having[word]?[stratum] ?? 0)
                let share = left < Tally.leastOthers ? usual : Double(max(0, have)) / Double(left)
                expected += Double(doubts) * share
                variance += Double(doubts) * share * (1 - share)
            }
            return Double(count(of: word)) > expected + deviations * variance.squareRoot()
        }
    }

    /// The words of letters, each once. Scripts without spaces give pairs of characters.
    private static func words(of text: String) -> Set<String> {
        var found: Set<String> = []
        for run in text.lowercased().split(whereSeparator: { !$0.isLetter }) {
            guard let first = run.unicodeScalars.first else { continue }
            let hasNoSpaces = (0x0E00...0x0EFF).contains(first.value) || (0x3040...0x9FFF).contains(first.value)
            guard hasNoSpaces else {
                if run.count > 1 { found.insert(String(run)) }
                continue
            }
            for (one, next) in zip(run, run.dropFirst()) { found.insert(String([one, next])) }
        }
        return found
    }
}
