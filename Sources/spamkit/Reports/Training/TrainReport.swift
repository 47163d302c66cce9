// spamkit train: what it says of a trained model, and the table of its features.

import Foundation
import SpamEvaluation
import SpamFilter
import SpamTraining
import Statistics

extension FalseJunkPromise {
    /// What the cutoff does to wanted messages, in sentences without a stop.
    var sentences: [String] {
        guard wanted > 0 else { return [] }
        let caught = junk > 0 ? "\(grouped(found)) of \(grouped(junk)) junk caught; " : ""
        return ["measured unseen: \(caught)\(falseJunkWords)"] + [limitsOfActions].compactMap { $0 }
            + (meanCost.map { ["a message costs \(decimal($0, places: 4)) on average"] } ?? [])
            + (protectedLabels ?? []).filter { $0.wanted > 0 }.map { $0.sentence(besides: bound) }
    }

    /// The upper limit of each wanted action where it is above the bound, the highest first: few
    /// groups say little, however few are lost.
    private var limitsOfActions: String? {
        let above = (actions ?? []).filter { $0.upperLimit ?? 0 > bound }
        let limits = above.sorted { ($1.upperLimit ?? 0, $0.name) < ($0.upperLimit ?? 0, $1.name) }.enumerated().map { i, part in
            // As many digits as so few groups tell.
            let limit = part.upperLimit ?? 1, steps = limit >= 0.1 ? 100.0 : limit >= 0.01 ? 1000 : 10_000
            return "\(grouped(part.groups ?? 0)) \(part.name)\(i == 0 ? " groups: at most" : ":") "
                + percentage((limit * steps).rounded(.up) / steps)
        }
        return limits.isEmpty ? nil : limits.joined(separator: "; ")
    }

    /// What keeps the corpus from a promise.
    private var shortages: [String] {
        var lines: [String] = []
        if unscored > 0 {
            lines.append(
                "\(grouped(unscored)) messages are not scored: without their groups, an action would have no messages left to learn from"
            )
        }
        guard wanted > 0 else {
            return lines + [
                "no wanted message could be scored by a model that had not seen its group, so nothing is called junk; "
                    + "add messages of other kinds, or take even odds with --folds 0"
            ]
        }
        if junk == 0 {
            lines.append(
                "no junk message could be scored by a model that had not seen its group, so how much of it is found is unknown, and the "
                    + "cutoff means little; add junk of other kinds")
        }
        let unknown = (protectedLabels ?? []).filter { $0.wanted == 0 }.map(\.label)
        if !unknown.isEmpty {
            lines.append(
                "no message of \(unknown.joined(separator: ", ")) could be scored, so --protect promises nothing of such: "
                    + "the model may put them in Junk; label some, or give a --background that has them"
            )
        }
        if !isKept {
            lines.append(
                "the corpus is too small to promise at most \(percentage(bound)): "
                    + "\(shortageWords(wantedNeeded, groups: independentWanted)); the cutoff lies above every wanted message seen, "
                    + "and the higher the fewer they are; add messages, or allow more with --max-false-junk")
        }
        return lines
    }
}

extension FalseJunkPromise {
    /// What the promise lacks, and which wanted messages lose more than was asked: an action, or a
    /// source by a model of the others.
    private var lacks: [String] {
        func words(_ part: PartFalseJunk) -> String {
            "\(grouped(part.falseJunk)) of \(grouped(part.wanted)) (\(percentage(part.rate))), more than the \(percentage(bound)) asked"
        }
        let ofActions = (actions ?? []).filter { $0.rate > bound }.map {
            "of \($0.name) the cutoff calls junk \(words($0)); --protect \($0.name) keeps such out of Junk"
        }
        let advice = "label some of yours, or give the background as a corpus beside them"
        let ofProtected = (protectedLabels ?? []).filter { $0.wanted > 0 && $0.rate > max(bound, $0.bound ?? 0) }.map {
            "--protect does not keep \(grouped($0.falseJunk)) of \(grouped($0.wanted)) of \($0.label) out of Junk (\(percentage($0.rate))): "
                + "the model takes them for messages of other labels" + ($0.background == nil ? "" : "; \(advice)")
        }
        let ofLacking = (lackingActions ?? []).filter { $0.rate > bound }.map {
            "your messages have none or few of \($0.name); of the background's the cutoff calls junk \(words($0)); \(advice)"
        }
        let ofSources = (sourcesLeftOut ?? []).filter { $0.rate > bound }.map {
            "of wanted messages of \($0.name.visibleName), by a model of the other sources, the cutoff calls junk \(words($0))"
        }
        let ofParts = ofActions + ofProtected + ofLacking
        guard !ofSources.isEmpty else { return shortages + ofParts }
        return shortages + ofParts + ofSources
            + ["on phones unlike these sources expect the same; messages of the phones that the model is for mend it"]
    }

    /// What it lacks, and what keeps the cutoff high.
    func warnings(_ looser: LooserBound?, _ deciding: DecidingAction?, _ doubtful: DoubtfulLabels?) -> [String] {
        lacks
            + [looser?.sentence(self), deciding?.sentence(junk: junk), doubtful?.sentence(junk: junk)].compactMap { $0 }
    }

    /// The rate of false junk, and what its upper limit counts.
    var falseJunkWords: String {
        limitWords(
            falseJunk, of: wanted, "wanted", groups: independentFalseJunk, of: independentWanted, upperLimit,
            spelled: percentage)
    }
}

/// `1,235 groups of messages unlike each other, that takes 1,497, 262 more`
private func shortageWords(_ needed: Int?, groups: Int) -> String {
    let found = "\(grouped(groups)) \(groups == 1 ? "group" : "groups") of messages unlike each other"
    guard let needed else { return "\(found), and no corpus is large enough for that" }
    return "\(found), that takes \(grouped(needed)), \(grouped(needed - groups)) more"
}

extension ProtectedPromise {
    /// The bound to compare a rate with where none was asked for. A higher limit says nothing.
    private static let leastTelling = 0.1

    /// - Parameter boundOfAll: the bound on all wanted messages.
    func sentence(besides boundOfAll: Double) -> String {
        guard wanted > 0 else { return "no message of \(label), which is protected, could be scored: nothing is known of such" }
        let source =
            background.map { $0 == wanted ? " of the background" : " (\(grouped($0)) of the background)" } ?? ""
        let text =
            limitWords(
                falseJunk, of: wanted, "of \(label)\(source)", groups: independentFalseJunk, of: independentWanted, upperLimit,
                spelled: percentage)
        let wish = bound ?? min(boundOfAll, ProtectedPromise.leastTelling)
        // No larger corpus would mend that.
        if bound == nil, rate > boundOfAll { return text }
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
        wanted messages that look more like junk than half of the junk does: \(grouped(count)); if their labels are wrong, the cutoff could find \
        \(grouped(foundWithout)) of \(grouped(junk)) without them; spamkit corpus suspects lists such labels of a store
        """
    }
}

extension LooserBound {
    /// - Parameter promise: of the cutoff chosen.
    func sentence(_ promise: FalseJunkPromise) -> String {
        let little = promise.found == 0 ? "the cutoff puts nothing in Junk" : "the cutoff finds little junk"
        return
            "\(little); with --max-false-junk \(percentage(bound).filter { $0 != " " }) it would find \(grouped(found)) of \(grouped(promise.junk))"
    }
}

extension DecidingAction {
    /// - Parameter junk: how many junk messages were scored.
    func sentence(junk: Int) -> String {
        """
        one wanted action decides the cutoff: of its \(grouped(messages)) \(action.name) messages few may go to Junk; without its limit the cutoff could \
        find \(grouped(foundWithout)) of \(grouped(junk)) within the bound of all; a higher --max-false-junk allows more of each wanted action
        """
    }
}

extension TrainedModel {
    /// The card as it is written into the model.
    var card: ModelCard? { try? JSONDecoder().decode(ModelCard.self, from: Data(content.card)) }

    /// What may make the model wrong for its purpose, the worst first.
    var warnings: [String] {
        var lines: [String] = []
        if heldFeatures == 0 {
            lines.append(
                "the model has no features and says the same of every message: with these settings none distinguishes labels")
        }
        if !content.classes.contains(where: { $0.label == .junk }) {
            lines.append(
                """
                no message is labelled junk, so the model never says junk, even with --max-false-junk, --cost or \
                --protect; map the corpus's word for it with --label-map WORD=junk
                """)
        }
        if content.tellsJunkFromAllowedAlone { lines.append(allowedAloneSentence) }
        lines += promise?.warnings(looserBound, decidingAction, doubtfulLabels) ?? []
        if let contradictoryLabels { lines.append(contradictoryLabels.sentence) }
        return lines
    }
}

extension TrainedModel {
    /// That messages without labels changed nothing; `nil` where they did, or there were none.
    func nothingLearnedSentence(unlabelled: Int) -> String? {
        guard unlabelled > 0, self.unlabelled == nil else { return nil }
        return
            "nothing was learned from the \(grouped(unlabelled)) messages without labels: too few of them are unlike each other, "
            + "or no labelled message is junk; the model is that of the labelled messages alone"
    }
}

extension UnlabelledFindings {
    /// What was learned, without a stop.
    var sentence: String {
        let junk = Int((junkShare * Double(messages)).rounded())
        return
            "no promise, since nothing can be measured without labels: of \(grouped(messages)) messages some \(grouped(junk)) seem junk, "
            + "and \(grouped(inJunk)) would go to Junk"
    }
}

extension SourceCounts {
    /// Why own messages do not overrule the background; `nil` where they do, or there is none.
    ///
    /// - Parameter own: how many messages besides those of the background are junk and wanted.
    func oneCorpusSentence(own: (junk: Int, wanted: Int)) -> String? {
        guard backgroundMessages > 0, (own.junk > 0) != (own.wanted > 0) else { return nil }
        let (lacking, remedy) = own.junk > 0 ? ("wanted", "some that were wanted") : ("junk", "some junk")
        return "none of your messages is \(lacking), so they and the background are one corpus, and yours do not decide; "
            + "add \(remedy)"
    }
}

extension ContradictoryLabels {
    var sentence: String {
        """
        \(grouped(messages.count)) of \(grouped(messages.of)) messages that were looked at read the same as one on the other side of junk: of each such pair one label is wrong, and no model can be \
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
