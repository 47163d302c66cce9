// spamkit train: what may make a model wrong for its purpose. Each warning says what was found,
// what it means, and one way out.

import Foundation
import SpamEvaluation
import SpamFilter
import SpamTraining
import Statistics

extension TrainedModel {
    /// What may make the model wrong for its purpose, the worst first.
    var warnings: [String] {
        var lines: [String] = []
        if heldFeatures == 0 {
            lines.append("the model has no features, so it says the same about every message; keep rare ones with --min-df 1")
        }
        if !content.classes.contains(where: { $0.label == .junk }) {
            lines.append(
                "no message is labelled junk, so the model never says junk; name the corpus's word for it: --label-map WORD=junk")
        }
        if let lacking = content.withoutAFolder(besideUnlabelled: unlabelled != nil) { lines.append(lacking) }
        let promotions = card?.traffic?[.promotion]
        if let odd = unlabelled?.tooManyInJunk
            ?? unlabelled?.hardlyAnyInJunk(ofFile: unlabelledInJunk, promotions: promotions)
        {
            lines.append(odd)
        }
        if let few = unlabelled?.tooFewWanted { lines.append(few.sentence) }
        // A cause comes before what it costs: wrong labels make a cutoff strict.
        if let contradictoryLabels { lines.append(contradictoryLabels.sentence) }
        lines += promise?.warnings(parts, looserBound, decidingAction, doubtfulLabels) ?? []
        if let filed = unlabelled == nil ? parts?.filedInboxSentence : nil { lines.append(filed) }
        return lines
    }
}

extension FalseJunkPromise {
    /// What it lacks, and what keeps the cutoff high.
    func warnings(
        _ parts: WantedParts?, _ looser: LooserBound?, _ deciding: DecidingAction?, _ doubtful: DoubtfulLabels?
    ) -> [String] {
        guard wanted > 0 else {
            return [
                "no wanted message could be tested, so nothing goes to Junk; add different wanted messages, "
                    + "or take even odds with --folds 0"
            ]
        }
        return untested + lostOfProtected + lostOfActions(deciding)
            + [doubtful?.sentence(junk: tellsOfJunk ? junk : nil), deciding?.looser == nil || !isKept ? shortage(looser) : nil]
            .compactMap { $0 }
            + lostOfLacking + lostOfSources
            + notScored(parts)
    }

    /// What could not be tested at all.
    private var untested: [String] {
        var lines: [String] = []
        if junk == 0 {
            lines.append("no junk could be tested, so nobody knows how much is caught; add different junk messages")
        }
        let unknown = (protectedLabels ?? []).filter { $0.wanted == 0 }.map(\.label)
        if !unknown.isEmpty {
            lines.append(
                "no message of \(unknown.joined(separator: ", ")) could be tested, so --protect cannot keep them out of Junk; "
                    + "label some, or give a --background that has them")
        }
        return lines
    }

    private var lostOfProtected: [String] {
        (protectedLabels ?? []).filter { $0.isSurelyAbove(max(bound, $0.bound ?? 0)) }.map {
            "\(lostWords($0.falseJunk, of: $0.wanted, $0.label)) go to Junk in spite of --protect, "
                + "since the model takes them for other labels; if they are junk, label them so, else label more of them"
        }
    }

    /// Actions that lose more than the bound. Where a bound also costs junk, to keep them and to
    /// catch more are one choice.
    private func lostOfActions(_ deciding: DecidingAction?) -> [String] {
        let protected = Set((protectedLabels ?? []).map(\.label))
        let lost = (actions ?? []).filter { $0.isSurelyAbove(bound) && !protected.contains($0.name) }
        guard let worst = lost.max(by: { $0.rate < $1.rate }) else {
            return deciding.map {
                [
                    "\(grouped($0.messages)) \($0.action.name) messages keep the cutoff high: \(grouped(found)) of \(grouped(junk)) junk "
                        + "are caught; \(grouped($0.foundWithout)) would be if these might go to Junk"
                        + ($0.looser.map { ", \(grouped($0.found)) with \($0.option)" } ?? "; \(withoutHigherBound)")
                ]
            } ?? []
        }
        func sentence(_ part: PartFalseJunk) -> String {
            "\(lostWords(part.falseJunk, of: part.wanted, part.name)) go to Junk, above your limit of \(percentage(bound))"
        }
        func wayOut(_ part: PartFalseJunk) -> String {
            "if they are junk, label them so, else keep them out: --protect \(part.name)"
        }
        let others = lost.filter { $0 != worst }.map { "\(sentence($0)); \(wayOut($0))" }
        let choice = deciding.map { deciding in
            guard let looser = deciding.looser else {
                return
                    "; they keep the cutoff high: \(grouped(found)) of \(grouped(junk)) junk are caught; "
                    + "\(grouped(deciding.foundWithout)) would be if these might go to Junk; \(withoutHigherBound)"
            }
            return "; to catch more junk (\(grouped(looser.found)) of \(grouped(junk)), not \(grouped(found))): \(looser.option)"
        }
        return ["\(sentence(worst)); \(wayOut(worst))\(choice ?? "")"] + others
    }

    /// What is left where no higher bound catches much more.
    private var withoutHigherBound: String {
        let highest = LooserBound.highest
        return (bound < highest ? "a limit of \(percentage(highest)) gains little; " : "")
            + "read them, and correct wrong labels or add others"
    }

    /// That too few different messages show the bound, or a strict bound costs most junk.
    private func shortage(_ looser: LooserBound?) -> String? {
        let more = looser.map { "with \($0.option) it would catch \(tellsOfJunk ? grouped($0.found) : "more")" }
        let caught = junk > 0 && tellsOfJunk ? ", and catches \(grouped(found)) of \(grouped(junk)) junk" : ""
        // Wrong labels make a cutoff strict too.
        let isFarLess = looser.map { $0.found > 2 * found } ?? false
        guard !isKept else {
            return more.map {
                "the cutoff is strict\(caught); \($0)\(isFarLess ? "; wrong labels can be the cause too: spamkit corpus suspects STORE" : "")"
            }
        }
        guard let needed = wantedNeeded else {
            return
                "no corpus can show \(percentage(bound)) false junk, so the cutoff is stricter\(caught); raise --max-false-junk"
        }
        let caughtSoFar = caught.isEmpty ? ", and" : ", catches \(grouped(found)) of \(grouped(junk)) junk and"
        let before =
            independentWanted < WantedParts.leastGroups
            ? "nobody knows how many go to Junk"
            : "the cutoff is strict\(caughtSoFar) may still put up to \(limitWords(upperLimit, of: wanted)) in Junk"
        return "you have wanted messages of \(counted(independentWanted, "template")), \(grouped(needed)) needed to show "
            + "\(percentage(bound)) false junk; until then \(before); " + (more ?? "add wanted messages of other templates")
    }

    /// Parts of which own messages are too few, on the background's messages.
    private var lostOfLacking: [String] {
        let lost = (lacking ?? []).filter { $0.isSurelyAbove(bound) }
        guard let worst = lost.first else { return [] }
        let others = lost.count > 1 ? ", and some of \(lost.dropFirst().map(\.name).joined(separator: ", "))" : ""
        return [
            "\(lostWords(worst.falseJunk, of: worst.wanted, worst.name)) of the background go to Junk\(others); you have too few "
                + "different ones of these labels, and others are not measured there; label some, or, for a general model, give all "
                + "files without --background"
        ]
    }

    private var lostOfSources: [String] {
        let lost = (sourcesLeftOut ?? []).filter { $0.isSurelyAbove(bound) }
        guard let worst = lost.first else { return [] }
        let others = lost.count > 1 ? " (\(counted(lost.count - 1, "other source")) too)" : ""
        let drawn = worst.drawnFrom.map { ", drawn from \(grouped($0))," } ?? ""
        return [
            "\(lostWords(worst.falseJunk, of: worst.wanted, "wanted")) of \(worst.name.visibleName)\(drawn) go to Junk at this cutoff "
                + "by a model of the other sources\(others); a new phone may lose as many or more; label some of its messages: spamkit label"
        ]
    }

    private func notScored(_ parts: WantedParts?) -> [String] {
        guard unscored > 0 else { return [] }
        let actions = parts?.actions.filter { $0.groups == 0 }.map(\.name) ?? []
        let lacking = actions.isEmpty ? "an action" : actions.joined(separator: " and ")
        return [
            "\(counted(unscored, "message")) could not be tested, since \(lacking) has too few different messages; add some of it"
        ]
    }
}

extension LooserBound {
    /// `--max-false-junk 2%`
    fileprivate var option: String { "--max-false-junk \(percentage(bound).filter { $0 != " " })" }
}

extension TooFewWanted {
    fileprivate var sentence: String {
        let others = repeated.map { ", without \(grouped($0)) that the background has too" } ?? ""
        return
            "\(grouped(found)) different wanted messages have labels\(others), \(grouped(needed)) needed to set the cutoff with messages without; "
            + "until then it is estimated, and often stricter than your limit; label more: spamkit label"
    }
}

/// `72 of 2,781 allow messages (2.6 %)`
private func lostWords(_ count: Int, of all: Int, _ kind: String) -> String {
    "\(grouped(count)) of \(grouped(all)) \(kind) messages (\(share(count, of: all)))"
}

extension WantedParts {
    /// A larger share of the inbox in a folder is more than a few unlabelled messages.
    private static let mostFiled = 0.1

    /// That much of an inbox goes to a folder; `nil` where it does not.
    fileprivate var filedInboxSentence: String? {
        let filed = folders.flatMap { folder in [folder.inbox, folder.worstSource].compactMap { $0.map { (folder.name, $0) } } }
            .filter { $0.1.rate.interval95?.lower ?? 0 > Self.mostFiled }
        guard let (folder, inbox) = filed.max(by: { $0.1.rate.value ?? 0 < $1.1.rate.value ?? 0 }) else { return nil }
        let source = inbox.source.map { " from \($0.visibleName)" } ?? ""
        return "\(lostWords(inbox.filed, of: inbox.messages, "allow"))\(source) go to the folder of \(folder)s; "
            + "label the \(folder)s among them, or if none is one, more such allow messages"
    }
}

extension DoubtfulLabels {
    /// - Parameter junk: how many junk messages were scored; `nil` where these are too few to say
    ///   how many are caught.
    func sentence(junk: Int?) -> String {
        let more = junk.map { "\(grouped(foundWithout)) of \(grouped($0)) junk" } ?? "more junk"
        return
            "\(counted(count, "wanted message")) \(count == 1 ? "looks" : "look") like junk; if \(count == 1 ? "its label is" : "their labels are") "
            + "wrong, \(more) could be caught; check labels: spamkit corpus suspects, or where templates are few: crossval --predictions FILE"
    }
}

extension ContradictoryLabels {
    var sentence: String {
        "\(counted(messages.count, "message")) of \(grouped(messages.of)) \(messages.count == 1 ? "reads" : "read") the same as ones on the other side of junk, "
            + "which are as many or more, so \(messages.count == 1 ? "its label is" : "their labels are") likely wrong; rank them: spamkit corpus suspects STORE"
    }
}

extension TrainedModel {
    /// That messages without labels changed nothing; `nil` where they did, or there were none.
    func nothingLearnedSentence(unlabelled: Int) -> String? {
        guard unlabelled > 0, self.unlabelled == nil else { return nil }
        return
            "\(counted(unlabelled, "message")) without labels taught nothing, since too few are different or no label is junk; "
            + "the labelled messages alone made the model; add different ones"
    }
}

extension SourceCounts {
    /// A smaller share of one source leaves room for the others in what is expected.
    private static let leastOfMain = 0.6

    /// That figures are mostly those of one source of several, such as a general corpus.
    var mainSourceSentence: String? {
        let all = corpus.values.reduce(0, +)
        guard corpus.count > 1, let main = corpus.max(by: { ($0.value, $1.key) < ($1.value, $0.key) }),
            Double(main.value) >= SourceCounts.leastOfMain * Double(all)
        else { return nil }
        return "\(share(main.value, of: all)) of these messages are of \(main.key.visibleName)"
    }

    /// Why own messages do not overrule the background; `nil` where they do, or there is none.
    ///
    /// - Parameter own: how many messages besides those of the background are junk and wanted.
    func oneCorpusSentence(own: (junk: Int, wanted: Int)) -> String? {
        guard backgroundMessages > 0, (own.junk > 0) != (own.wanted > 0) else { return nil }
        let lacking = own.junk > 0 ? "wanted" : "junk"
        return "none of your messages is \(lacking), so they count no more than the background's; add some \(lacking) messages"
    }
}

extension ModelContent {
    /// That no message is labelled transaction, or none promotion; `nil` where both are there, and
    /// without junk.
    fileprivate func withoutAFolder(besideUnlabelled: Bool) -> String? {
        let actions = Set(classes.map(\.label.action))
        let lacking = [Action.transaction, .promotion].filter { !actions.contains($0) }
        guard actions.contains(.junk), actions.contains(.allow), !lacking.isEmpty else { return nil }
        let found =
            switch lacking {
            case [.transaction]: "half or more of the parcel notices and codes"
            case [.promotion]: "many offers of shops"
            default: "half or more of the parcel notices, codes and offers"
            }
        let way =
            besideUnlabelled
            ? "give a background that has some, which may lower junk recall"
            : "add some, or give Datasets/starter/train.jsonl as one more file, which lowers junk recall"
        let names = lacking.map(\.name).joined(separator: " or ")
        return "no message is labelled \(names), so \(found) may go to Junk unless allow holds such; \(way)"
    }

    /// Labels of own messages that the background does not have, so that they teach nothing but
    /// that messages are wanted; `nil` where it has all.
    ///
    /// - Parameter own: how many own messages each action has.
    func onlyWantedSentence(own: [Action: Int]) -> String? {
        let known = Set(classes.map(\.label.action))
        let lost = own.filter { $0.key != .junk && !known.contains($0.key) }.sorted { $0.key.name < $1.key.name }
        guard !lost.isEmpty else { return nil }
        let names = lost.map { "\($0.key.name) (\(counted($0.value, "message")))" }.joined(separator: ", ")
        return
            "the background has no \(names), so the model does not know \(lost.count == 1 ? "it" : "them"): with --unlabelled it has the "
            + "background's labels alone; give the files that have \(lost.count == 1 ? "it" : "them") behind --background"
    }
}
