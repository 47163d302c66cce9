// Drift: what a comparison found, in a sentence. Findings in, English out.

import Statistics

extension DriftComparison {
    /// How far the strongest alarm is above its limit, as a ratio; 0 without one.
    var strength: Double { alarms.map { $0.lower / max($0.limit, 1e-6) }.max() ?? 0 }

    /// What to think of it and what to do, in English. It has no capital at its beginning, so that
    /// a time may come before it.
    public var sentence: String {
        guard counts.messages > 0 else { return "there are no messages to compare." }
        let finding = findings.first { $0.answer == answer } ?? findings[0]
        func words(_ value: Double) -> String { finding.facet.words(value) }
        let found: String
        switch answer {
        case .like:
            let new = self[.newTemplates].map { $0.facet.words($0.upper) } ?? ""
            return "what comes in is like what the model was trained on. At most \(new) of templates are new."
        case .cannotTell:
            found =
                "\(counted(counts.messages, "message")) cannot tell whether what comes in is like training: \(finding.facet.title) may be \(words(finding.lower)) to \(words(finding.upper))"
        case .differs:
            let expected = "where \(words(finding.expected ?? 0)) was expected"
            switch finding.facet {
            case .unknown: found = "a message has on average \(words(finding.value)) unknown features, \(expected)"
            case .newTemplates: found = "new templates are \(words(finding.value)), \(expected)"
            case .unsure: found = "the model is unsure about \(words(finding.value)) of templates, \(expected)"
            case .scores: found = "junk scores are not spread as in training (stability index \(words(finding.value)))"
            }
        }
        return "\(found). \(capitalized(finding.advice ?? ""))."
    }
}

func capitalized(_ sentence: String) -> String { sentence.prefix(1).uppercased() + sentence.dropFirst() }
