// Evaluation, attack: labelled messages in, each classified as it is and after every trick; an
// `AttackReport` out.

import SpamFilter
import Statistics

/// Plays tricks on messages and counts what a model makes of them.
///
///     var run = AttackRun(model.view, tricks: TrickLibrary.all, seed: 1)
///     for (message, label) in corpus { run.add(message, label) }
///     print(run.report(goodWords: 0, namesWords: false).text)
///
/// What a trick makes of a message depends on the text, the trick and the seed alone. One run
/// serves one thread.
public struct AttackRun: ~Copyable {
    /// `mostWords`: how many words a row of the report names at most. `mostExplained`: the first
    /// messages of a row that fell, in which these words are looked for.
    public static let mostWords = 12, mostExplained = 2000
    /// Longer messages are not searched for these words, since each fall is explained anew. The
    /// longest SMS has a tenth of so many letters.
    public static let mostExplainedLetters = 16_000

    private let tricks: [any AttackTrick]
    private let seed: UInt64
    private var classifier: Classifier
    /// By trick, then strength.
    private var counts: [TrickCounts]
    private var junk = AttackedCount()
    private var wanted = AttackedCount()

    /// A run without a message yet.
    ///
    /// - Parameter tricks: what is played.
    /// - Parameter seed: of all draws that tricks make.
    /// - Parameter model: its bytes must stay valid as long as the run is used.
    public init(_ model: ModelView, tricks: [any AttackTrick], seed: UInt64) {
        self.tricks = tricks
        self.seed = seed
        classifier = Classifier(model)
        counts = Array(repeating: TrickCounts(), count: tricks.count * Strength.allCases.count)
    }

    /// Adds a message: classifies it as it is, and after each trick at each strength.
    ///
    /// - Complexity: O(bytes of the message) a trick and strength, for `TwoTricks` up to all
    ///   tricks, until two of them change something; more for junk that falls, of 16,000 letters
    ///   at most.
    ///   Memory: 8 bytes a trick and strength that touches the message.
    public mutating func add(_ message: Message, _ label: Label) { add(message, label) { _, _, _ in } }

    /// Adds a message, and hands on each message that a trick makes of it.
    ///
    /// - Parameters:
    ///   - message: as it was, before any trick.
    ///   - label: what it is.
    ///   - told: is given each message that a trick made of this one, with the trick's name and
    ///     strength. `GoodWords` aside, the model has no part in it. What it throws ends the
    ///     message, which is counted in part then.
    public mutating func add(
        _ message: Message, _ label: Label, attacked told: (Message, String, Strength) throws -> Void
    ) rethrows {
        let text = Plaintext(message.body)
        let textHash = stableHash(message.body.utf8, from: seed &* 0x9E37_79B9_7F4A_7C15)
        let isJunk = label.action == .junk
        let before = classifier.classify(message)
        if isJunk { junk.add(before) } else { wanted.add(before) }
        var clues: [String: WordClue]?
        for (t, trick) in tricks.enumerated() {
            let own = stableHash(trick.name.utf8, from: textHash)
            for (s, strength) in Strength.allCases.enumerated() {
                var random = SplitMix(seed: own)
                guard let body = trick.apply(text, strength, using: &random) else { break }
                let attacked = Message(body: body, sender: message.sender, receiverCountry: message.receiverCountry)
                try told(attacked, trick.name, strength)
                let after = classifier.classify(attacked)
                let i = t * Strength.allCases.count + s
                counts[i].add(before: before, after: after, isJunk: isJunk)
                guard isJunk, before.action == .junk, after.action != .junk, counts[i].fell <= AttackRun.mostExplained,
                    text.scalars.count <= AttackRun.mostExplainedLetters
                else { continue }
                if clues == nil { clues = classifier.wordClues(message) }
                counts[i].addFall(from: clues ?? [:], to: classifier.wordClues(attacked))
            }
        }
    }

    /// The figures of all messages that were added. More may be added afterwards.
    ///
    /// - Parameters:
    ///   - goodWords: how many words `GoodWords` had.
    ///   - namesWords: whether words of messages are in it.
    /// - Complexity: one sort of the scores for each trick and strength.
    public func report(goodWords: Int, namesWords: Bool) -> AttackReport {
        let hiding = Set(tricks.filter(\.hidesWords).map(\.name))
        var figures: [TrickFigures] = []
        for (t, trick) in tricks.enumerated() {
            for (s, strength) in Strength.allCases.enumerated() {
                figures.append(counts[t * Strength.allCases.count + s].figures(trick, strength, namesWords: namesWords))
            }
        }
        return AttackReport(
            seed: seed, junk: junk.messages, wanted: wanted.messages,
            clean: AttackedRates(recall: junk.rate, falseJunk: wanted.rate), goodWords: goodWords, tricks: figures,
            strengths: Strength.allCases.map { strength in
                StrengthFigures(strength, figures.filter { $0.strength == strength && hiding.contains($0.trick) })
            },
            poisoning: [])
    }
}

/// Messages, and those of them put in Junk.
private struct AttackedCount {
    var messages = 0
    var called = 0

    mutating func add(_ verdict: Verdict) {
        messages += 1
        if verdict.action == .junk { called += 1 }
    }

    var rate: Rate { Rate(called, of: messages) }
}

/// What one trick at one strength did so far.
private struct TrickCounts {
    private var junkBefore = AttackedCount()
    private var junkAfter = AttackedCount()
    private var wantedBefore = AttackedCount()
    private var wantedAfter = AttackedCount()
    private var junkScores: [Double] = []
    private var wantedScores: [Double] = []
    private(set) var fell = 0
    private var sumOfFalls = 0.0
    private var words: [String: WordFall] = [:]
    private var kinds: [String: WordFall] = [:]

    /// What a word, or all words of a kind, add to the fall of all messages.
    private struct WordFall {
        let kind: String
        var fall = 0.0
        var messages = 0

        mutating func add(_ fall: Double) {
            self.fall += fall
            messages += 1
        }

        func named(_ text: String?) -> FallOfWords { FallOfWords(kind: kind, text: text, fall: fall, messages: messages) }
    }

    mutating func add(before: Verdict, after: Verdict, isJunk: Bool) {
        if isJunk {
            junkBefore.add(before)
            junkAfter.add(after)
            junkScores.append(after.junkLogOdds)
            if before.action == .junk, after.action != .junk {
                fell += 1
                sumOfFalls += before.junkLogOdds - after.junkLogOdds
            }
        } else {
            wantedBefore.add(before)
            wantedAfter.add(after)
            wantedScores.append(after.junkLogOdds)
        }
    }

    /// Adds what the words of one message do to its fall.
    mutating func addFall(from before: [String: WordClue], to after: [String: WordClue]) {
        var own: [(word: String, kind: String, fall: Double)] = []
        for (word, clue) in before { own.append((word, clue.kind, clue.logOdds - (after[word]?.logOdds ?? 0))) }
        for (word, clue) in after where before[word] == nil { own.append((word, clue.kind, -clue.logOdds)) }
        // In one order, as the last bits of a sum depend on it.
        var ownKinds: [String: Double] = [:]
        for (word, kind, fall) in own.sorted(by: { $0.word.unicodeScalars.lexicographicallyPrecedes($1.word.unicodeScalars) })
        where fall != 0 {
            words[word, default: WordFall(kind: kind)].add(fall)
            ownKinds[kind, default: 0] += fall
        }
        for (kind, fall) in ownKinds { kinds[kind, default: WordFall(kind: kind)].add(fall) }
    }

    private var recallAtHalfAPercent: Rate {
        var evaluation = Evaluation()
        for (label, scores) in [(Label.junk, junkScores), (.allow, wantedScores)] {
            for score in scores {
                evaluation.add(Outcome(truth: label, predicted: label, action: label.action, junkLogOdds: score))
            }
        }
        return evaluation.junkRanking().recall(at: .halfAPercent)
    }

    func figures(_ trick: any AttackTrick, _ strength: Strength, namesWords: Bool) -> TrickFigures {
        let named = namesWords ? words.map { $0.value.named($0.key) }.sorted(by: FallOfWords.isLarger) : []
        return TrickFigures(
            trick: trick.name, scripts: trick.scripts, strength: strength, recall: junkAfter.rate, cleanRecall: junkBefore.rate,
            falseJunk: wantedAfter.rate, cleanFalseJunk: wantedBefore.rate,
            recallAtHalfAPercent: recallAtHalfAPercent,
            fell: fell, meanFall: fell > 0 ? sumOfFalls / Double(fell) : nil,
            falls: kinds.values.map { $0.named(nil) }.sorted(by: FallOfWords.isLarger),
            words: Array(named.prefix(AttackRun.mostWords)))
    }
}

extension FallOfWords {
    fileprivate static func isLarger(_ a: FallOfWords, _ b: FallOfWords) -> Bool {
        a.fall != b.fall ? a.fall > b.fall : (a.kind, a.text ?? "") < (b.kind, b.text ?? "")
    }
}

extension StrengthFigures {
    /// - Parameter figures: all of this strength.
    fileprivate init(_ strength: Strength, _ figures: [TrickFigures]) {
        let touched = figures.filter { $0.recall.of > 0 }
        func mean(_ values: [Double]) -> Double? { values.isEmpty ? nil : values.reduce(0, +) / Double(values.count) }
        func kept(_ figures: TrickFigures) -> Double {
            Double(figures.recall.count) / Double(max(1, figures.cleanRecall.count))
        }
        // Where nothing was caught before there is nothing to lose.
        let worst = touched.filter { $0.cleanRecall.count > 0 }.min { kept($0) < kept($1) }
        func added(_ figures: TrickFigures) -> Double {
            Double(figures.falseJunk.count - figures.cleanFalseJunk.count) / Double(max(1, figures.falseJunk.of))
        }
        let falsest = figures.filter { added($0) > 0 }.max { added($0) < added($1) }
        self.init(
            strength: strength, tricks: touched.count, meanRecall: mean(touched.compactMap(\.recall.value)),
            meanCleanRecall: mean(touched.compactMap(\.cleanRecall.value)), worstTrick: worst?.trick, worstRecall: worst?.recall,
            worstFalseJunkTrick: falsest?.trick, worstFalseJunk: falsest?.falseJunk)
    }
}
