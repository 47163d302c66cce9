// spamkit train: what it says of a trained model, and the table of its features.

import SpamFilter
import SpamTraining
import Statistics

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
        // Recall of junk that was not scored is unknown, not 0.
        let foundWords = junk > 0 ? "junk found \(found) of \(junk), " : ""
        lines.append("on messages of unseen groups: \(foundWords)wanted called junk \(falseJunkWords)")
        if junk == 0 {
            lines.append(
                "no junk message could be scored by a model that had not seen its group, so how much of it is found is unknown, and the "
                    + "cutoff means little; add junk of other kinds")
        }
        if let meanCost { lines.append("a message costs \((meanCost * 10_000).rounded() / 10_000) on average") }
        for label in protectedLabels ?? [] { lines.append(label.sentence(besides: bound)) }
        if let protectedLabels, protectedLabels.allSatisfy({ $0.wanted == 0 }) {
            lines.append("so none that the model takes for a protected message is ever called junk")
        }
        if !isKept {
            lines.append(
                "the corpus is too small to promise at most \(percentage(bound)): "
                    + "\(shortageWords(wantedNeeded, groups: independentWanted)); the cutoff lies above every wanted message seen, "
                    + "and the higher the fewer they are; add messages, or allow more with --max-false-junk")
        }
        return lines.joined(separator: "\n")
    }
}

extension FalseJunkPromise {
    /// What of wanted messages loses more than was asked: an action, or a source by a model of the
    /// others.
    var warnings: [String] {
        func words(_ part: PartFalseJunk) -> String {
            "\(part.falseJunk) of \(part.wanted) (\(percentage(part.rate))), more than the \(percentage(bound)) asked"
        }
        let ofActions = (actions ?? []).filter { $0.rate > bound }.map { "of \($0.name) the cutoff calls junk \(words($0))" }
        let ofSources = (sourcesLeftOut ?? []).filter { $0.rate > bound }.map {
            "of wanted messages of \($0.name.visibleName), by a model of the other sources, the cutoff calls junk \(words($0))"
        }
        guard !ofSources.isEmpty else { return ofActions }
        return ofActions + ofSources
            + ["on phones unlike these sources expect the same; messages of the phones that the model is for mend it"]
    }

    /// The rate of false junk, and what its upper limit counts.
    var falseJunkWords: String {
        limitWords(falseJunk, of: wanted, groups: independentFalseJunk, of: independentWanted, upperLimit)
    }
}

/// `218 of 15419 (1.414 %); worth 54 of 6969 groups, at most 0.987 % of them with 95 % confidence`
private func limitWords(_ count: Int, of messages: Int, groups: Int, of allGroups: Int, _ limit: Double) -> String {
    let share = "\(count) of \(messages) (\(percentage(Double(count) / Double(messages))))"
    return allGroups == messages
        ? "\(share), at most \(percentage(limit)) with 95 % confidence"
        : "\(share); worth \(groups) of \(allGroups) groups, at most \(percentage(limit)) of them with 95 % confidence"
}

/// `1235 groups of messages unlike each other, that takes 1497, 262 more`
private func shortageWords(_ needed: Int?, groups: Int) -> String {
    let found = "\(groups) \(groups == 1 ? "group" : "groups") of messages unlike each other"
    guard let needed else { return "\(found), and no corpus is large enough for that" }
    return "\(found), that takes \(needed), \(needed - groups) more"
}

extension ProtectedPromise {
    /// The bound to compare a rate with where none was asked for. A higher limit says nothing.
    private static let leastTelling = 0.1

    /// - Parameter boundOfAll: the bound on all wanted messages.
    func sentence(besides boundOfAll: Double) -> String {
        guard wanted > 0 else { return "no message of \(label), which is protected, could be scored: nothing is known of such" }
        let text =
            "of \(label) called junk "
            + limitWords(falseJunk, of: wanted, groups: independentFalseJunk, of: independentWanted, upperLimit)
        let wish = bound ?? min(boundOfAll, ProtectedPromise.leastTelling)
        let needed = ProtectedPromise.wantedNeeded(within: wish)
        if needed.map({ $0 > independentWanted }) ?? true {
            let few = ProtectedPromise.wantedNeeded(within: ProtectedPromise.leastTelling).map { $0 > independentWanted } ?? false
            return "\(text); too few to \(few ? "say anything, or " : "")promise at most \(percentage(wish)): "
                + shortageWords(needed, groups: independentWanted)
                + (bound == nil ? "" : "; as without a share, the cutoff lies above every one that the model takes for protected")
        }
        guard let bound else { return text }
        return upperLimit <= bound
            ? "\(text); asked: \(percentage(bound))"
            : "\(text); more than the \(percentage(bound)) asked: those that the model takes for messages of other labels have the cutoff of all"
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

extension LooserBound {
    /// - Parameter promise: of the cutoff chosen.
    func sentence(_ promise: FalseJunkPromise) -> String {
        let little = promise.found == 0 ? "the cutoff puts nothing in Junk" : "the cutoff finds little junk"
        return
            "\(little); with --max-false-junk \(percentage(bound).filter { $0 != " " }) it would find \(found) of \(promise.junk)"
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

extension ContradictoryLabels {
    var sentence: String {
        """
        \(messages.count) of \(messages.of) messages that were looked at read the same as one on the other side of junk: of each such pair one label is wrong, and no model can be \
        right about both. spamkit corpus conflicts STORE lists them
        """
    }
}

extension ModelContent {
    /// Whether no wanted message had another label than allow.
    var tellsJunkFromAllowedAlone: Bool {
        Set(classes.map(\.label.action)) == [.allow, .junk]
    }
}

let allowedAloneSentence =
    "no message is labelled transaction or promotion: parcel notices, codes and offers, which phones get, may look like junk to this model; add some, such as those of Datasets/starter/train.jsonl"
