// Drift: what a comparison found, in one or two sentences for people.

import Statistics

extension DriftReport {
    /// What to think of it, and what to do.
    public var sentence: String {
        let sentence = [beginning, finding, undecided].compactMap(\.self).joined(separator: " ")
        guard let caveat, answer == .differs else { return sentence }
        return "\(sentence) \(caveat)"
    }

    /// `In 2026-11-08 26 texts begin, 3.9 % of its messages (before: 0.1 %).`
    private var beginning: String? {
        func share(_ share: Double) -> String { "\(decimal(100 * share, places: 1)) %" }
        let alarmed = periods.filter { $0.beginning?.isAlarm == true }
        guard let most = alarmed.max(by: { $0.beginning!.share < $1.beginning!.share }), let found = most.beginning else {
            return nil
        }
        let usual = found.usual.map { " (before: \(share($0)))" } ?? ""
        let others = alarmed.filter { $0.name != most.name }.map(\.name)
        let also = others.isEmpty ? "" : ", and more than before also in \(others.joined(separator: ", "))"
        return
            "In \(most.name) \(counted(found.texts, "text")) \(found.texts == 1 ? "begins" : "begin"), "
            + "\(share(found.share)) of its messages\(usual)\(also). They come ten times in a period for the first time. "
            + "Label some of them and train again."
    }

    /// Of the second period nobody knows how many texts usually begin.
    private var undecided: String? {
        guard let second = periods.firstIndex(where: { $0.beginning != nil }), let found = periods[second].beginning,
            found.usual == nil, found.share >= BeginningTexts.leastShare,
            periods[(second + 1)...].allSatisfy({ BeginningTexts.ratio * ($0.beginning?.share ?? 0) < found.share })
        else { return nil }
        return
            "In \(periods[second].name) \(counted(found.texts, "text")) \(found.texts == 1 ? "begins" : "begin"), "
            + "\(decimal(100 * found.share, places: 1)) % of its messages; two periods before it would tell whether that is usual."
    }

    private var finding: String {
        if let since {
            let latest = periods.suffix(from: periods.firstIndex { $0.name == since.name }!)
            let worst = latest.max { $0.comparison.strength < $1.comparison.strength } ?? since
            let when = worst.name == since.name ? "" : ", most in \(worst.name):"
            return "Since \(since.name)\(when) \(worst.comparison.sentence)"
        }
        if whole.isAlarm { return capitalized(whole.sentence) }
        let alarmed = periods.filter { $0.comparison.isAlarm }
        guard let worst = alarmed.max(by: { $0.comparison.strength < $1.comparison.strength }) else {
            guard beginning == nil else { return "Otherwise \(whole.sentence)" }
            let isHidden = whole.answer == .like && !periods.contains { $0.beginning != nil }
            return capitalized(whole.sentence) + (isHidden ? " One changed template is too little to show." : "")
        }
        return "In \(worst.name) \(worst.comparison.sentence)"
    }
}

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
            return "what comes in is like what the model was trained on. At most \(new) of templates are newly worded."
        case .cannotTell:
            found =
                "\(counted(counts.messages, "message")) cannot tell whether what comes in is like training: \(finding.facet.subject) may be \(words(finding.lower)) to \(words(finding.upper))"
        case .differs:
            let expected = "where \(words(finding.expected ?? 0)) was expected"
            switch finding.facet {
            case .unknown: found = "a message has on average \(words(finding.value)) unknown features, \(expected)"
            case .newTemplates: found = "newly worded templates are \(words(finding.value)), \(expected)"
            case .unsure: found = "the model is unsure about \(words(finding.value)) of templates, \(expected)"
            case .scores:
                found =
                    "junk scores are not spread as in training (shift \(words(finding.value)); the limit is \(words(finding.limit)))"
            }
        }
        let advice = finding.advice ?? ""
        guard answer == .differs, sources > 1 else { return "\(found). \(capitalized(advice))." }
        // One phone differs from training on several though nothing has changed.
        return
            "\(found). Training had \(sources) sources, and one phone is rarely like their mix: watch it by a model of "
            + "its messages alone. If that differs too, \(advice)."
    }
}

func capitalized(_ sentence: String) -> String { sentence.prefix(1).uppercased() + sentence.dropFirst() }
