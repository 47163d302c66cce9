// spamkit tune: what it may try. Candidates are options of `spamkit train`, so that an answer can
// be typed.

import Corpus
import SpamEvaluation
import Statistics

/// The defaults, then settings drawn at random: of ten settings few matter, and a grid would spend
/// its time on the others.
///
/// Bergstra and Bengio, Random Search for Hyper-Parameter Optimization, JMLR 13, 2012.
struct SettingsSpace {
    /// The size that no model may exceed.
    let maxBytes: ByteSize
    /// Whether any message has Chinese, Japanese or Korean characters.
    let hasCJK: Bool

    init(of messages: [LabeledMessage], maxBytes: ByteSize) {
        self.maxBytes = maxBytes
        hasCJK = messages.contains { [.han, .hangul, .kana].contains(Script(of: $0.message.body)) }
    }

    /// The trainers of one round, in turn.
    private var round: [TrainerChoice] {
        TrainerChoice.all.flatMap { trainer in trainer.turns.map { (turn: $0, trainer: trainer) } }
            .sorted { $0.turn < $1.turn }.map(\.trainer)
    }

    /// Options of `count` different candidates, the defaults first. The same seed draws the same.
    func candidates(_ count: Int, seed: UInt64) -> [[String]] {
        var random = SplitMix(seed: seed)
        var found = [["--max-bytes", maxBytes.description]]
        var seen = Set(found)
        let round = round
        var next = 0
        // A space that is nearly used up draws the same candidates again: give up after many draws.
        for _ in 0..<count * 20 where found.count < count {
            let options = draw(round[next % round.count], &random)
            guard seen.insert(options).inserted else { continue }
            found.append(options)
            next += 1
        }
        return found
    }

    /// Each setting keeps its default two times in three: near the defaults most settings are good.
    private func draw(_ trainer: TrainerChoice, _ random: inout SplitMix) -> [String] {
        var options = trainer.name == TrainerChoice.usual.name ? [] : ["--trainer", trainer.name]
        func choose(_ option: String, _ values: [String]) {
            guard random.below(3) == 0 else { return }
            options += [option, values[random.below(values.count)]]
        }
        for draw in trainer.draws { choose(draw.option.rawValue, draw.values.map(\.plain)) }
        choose("--char-ngrams", ["none", "2-3", "2-4", "3-4", "3-5"])
        if trainer.options[.charNgramScale] != nil, !options.contains("none") {
            choose(TrainerOption.charNgramScale.rawValue, ["0.3", "0.5", "1"])
        }
        choose("--word-ngrams", ["1"])
        if hasCJK { choose("--cjk-ngrams", ["1", "3"]) }
        choose("--min-df", ["1", "3", "5"])
        // A model of a quarter of the size that is as good is the better one.
        let size = [1, 1, 1, 2, 4][random.below(5)]
        return options + ["--max-bytes", ByteSize(bytes: max(1, maxBytes.bytes / size)).description]
    }
}
