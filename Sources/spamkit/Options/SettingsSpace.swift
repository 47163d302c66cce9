// spamkit tune: what it may try. Candidates are options of `spamkit train`, so that what is found can be typed.

import Corpus
import SpamEvaluation
import Statistics

/// The defaults, then settings drawn at random (Bergstra & Bengio, Random Search for Hyper-Parameter Optimization, Journal of Machine Learning
/// Research 13, 2012): a grid over ten settings would spend itself on those that do not matter.
struct SettingsSpace {
    /// The size that no model may exceed.
    let maxBytes: ByteSize
    /// Whether there are Han, kana or Hangul, and labels enough for the complement of naive Bayes to be something else.
    let isSyllabic: Bool
    let hasManyLabels: Bool

    init(of messages: [LabeledMessage], maxBytes: ByteSize) {
        self.maxBytes = maxBytes
        isSyllabic = messages.contains { [.han, .hangul, .kana].contains(Script(of: $0.message.body)) }
        hasManyLabels = Set(messages.map(\.label)).count > 2
    }

    /// Options for so many candidates, all different, the defaults first; the same seed draws the same.
    func candidates(_ count: Int, seed: UInt64) -> [[String]] {
        var random = SplitMix(seed: seed)
        var found = [["--max-bytes", maxBytes.description]]
        var seen = Set(found)
        let trainers = ["blend", "lr", "nb", "blend", "nblr", "l1"] + (hasManyLabels ? ["cnb"] : [])
        var next = 0
        // A space that is nearly used up draws what it has drawn.
        for _ in 0..<count * 20 where found.count < count {
            let options = draw(trainers[next % trainers.count], &random)
            guard seen.insert(options).inserted else { continue }
            found.append(options)
            next += 1
        }
        return found
    }

    /// Each setting is what it is by default two times in three: near the defaults most settings are good ones.
    private func draw(_ trainer: String, _ random: inout SplitMix) -> [String] {
        var options = trainer == "blend" ? [] : ["--trainer", trainer == "l1" ? "lr" : trainer]
        func choose(_ option: String, _ values: [String]) {
            guard random.below(3) == 0 else { return }
            options += [option, values[random.below(values.count)]]
        }
        switch trainer {
        case "blend", "lr": choose("--fit-cost", ["1", "4", "8", "32", "64"])
        case "l1":
            options += ["--l1", ["0.01", "0.1", "0.5"][random.below(3)]]
            choose("--fit-cost", ["4", "64"])
        case "nblr":
            choose("--fit-cost", ["0.25", "0.5", "2", "4"])
            choose("--smoothing", ["0.01", "0.03", "0.3", "1"])
            choose("--beta", ["0.25", "0.75", "1"])
        default: choose("--smoothing", ["0.001", "0.01", "0.03", "0.3", "1"])
        }
        choose("--grams", ["none", "2-3", "2-4", "3-4", "3-5"])
        if trainer != "nb", trainer != "cnb", !options.contains("none") { choose("--gram-scale", ["0.3", "0.5", "1"]) }
        choose("--word-order", ["1"])
        if isSyllabic { choose("--syllabic-order", ["1", "3"]) }
        choose("--min-df", ["1", "3", "5"])
        choose("--weighting", ["count"])
        // What fits a quarter as well is the better model.
        let size = [1, 1, 1, 2, 4][random.below(5)]
        return options + ["--max-bytes", ByteSize(bytes: max(1, maxBytes.bytes / size)).description]
    }
}
