// spamkit train: what it says of a trained model, and the table of its features.

import SpamFilter
import SpamTraining

extension FalseJunkPromise {
    /// What the cutoff does, and whether the corpus is large enough to promise it.
    var sentence: String {
        var lines: [String] = []
        if unscored > 0 {
            lines.append(
                "\(unscored) messages are not scored: without their groups, an action would have no messages left to learn from")
        }
        guard wanted > 0 else {
            lines.append(
                "no wanted message could be scored by a model that had not seen its group, so nothing is called junk; "
                    + "add messages of other kinds, or take even odds with --folds 0")
            return lines.joined(separator: "\n")
        }
        lines.append("on messages of unseen groups: junk found \(found) of \(junk), wanted called junk \(falseJunkWords)")
        if let meanCost { lines.append("a message costs \((meanCost * 10_000).rounded() / 10_000) on average") }
        if let protected {
            lines.append(protected.sentence)
        }
        if !isKept {
            let needed = wantedNeeded.map { " (that takes \($0) wanted messages unlike each other)" } ?? ""
            lines.append(
                "the corpus is too small to promise at most \(percent(bound))\(needed): the cutoff lies above every wanted message seen; "
                    + "add messages, or allow more with --max-false-junk")
        }
        return lines.joined(separator: "\n")
    }
}

extension FalseJunkPromise {
    /// Beside its rate, what the limit is of.
    var falseJunkWords: String {
        limitWords(falseJunk, of: wanted, groups: independentFalseJunk, of: independentWanted, upperLimit)
    }
}

/// `218 of 15419 (1.414 %); worth 54 of 6969 groups, at most 0.987 % of them with 95 % confidence`
private func limitWords(_ count: Int, of messages: Int, groups: Int, of allGroups: Int, _ limit: Double) -> String {
    let share = "\(count) of \(messages) (\(percent(Double(count) / Double(messages))))"
    return allGroups == messages
        ? "\(share), at most \(percent(limit)) with 95 % confidence"
        : "\(share); worth \(groups) of \(allGroups) groups, at most \(percent(limit)) of them with 95 % confidence"
}

extension ProtectedPromise {
    var sentence: String {
        wanted == 0
            ? "no message of a protected label could be scored, so none that the model takes for one is ever called junk"
            : "of protected labels called junk "
                + limitWords(falseJunk, of: wanted, groups: independentFalseJunk, of: independentWanted, upperLimit)
    }
}

extension DoubtfulLabels {
    /// - Parameter junk: how many junk messages were scored.
    func sentence(junk: Int) -> String {
        """
        wanted messages that look more like junk than half of the junk does: \(count); if their labels are wrong, the cutoff could find \(foundWithout) of \
        \(junk) without them; spamkit corpus suspects lists such labels of a store
        """
    }
}

extension HoldingKind {
    /// - Parameter junk: how many junk messages were scored.
    func sentence(junk: Int) -> String {
        """
        the cutoff is held by one kind of wanted messages, the \(messages) of \(action.name), of which few may be junk; without it the cutoff could \
        find \(foundWithout) of \(junk) within the bound of all; a higher --max-false-junk allows more of each kind
        """
    }
}

extension TrainedModel {
    /// A line a feature: messages that have it, its weight for each class, its text.
    var readableTable: String {
        var lines = ["feature\tmessages\t" + vectorLabels.map(\.description).joined(separator: "\t") + "\ttext"]
        for feature in readableFeatures {
            let hash = String(feature.hash, radix: 16)
            let text = String(String.UnicodeScalarView(feature.text.unicodeScalars.map { isVisible($0) ? $0 : " " }))
            lines.append(
                String(repeating: "0", count: 16 - hash.count) + hash + "\t\(feature.messages)\t"
                    + feature.weights.map { "\($0)" }.joined(separator: "\t") + "\t" + text)
        }
        return lines.joined(separator: "\n") + "\n"
    }
}

extension ContradictoryLabels {
    var sentence: String {
        """
        \(messages.count) of \(messages.of) messages read the same as one on the other side of junk: of each such pair one label is wrong, and no model can be \
        right about both. spamkit corpus conflicts STORE lists them
        """
    }
}
