// spamkit train: what it says of a trained model: what to expect of messages, of each
// part of the wanted ones, and of the folders.

import Foundation
import SpamEvaluation
import SpamFilter
import SpamTraining
import Statistics

extension FalseJunkPromise {
    /// What the cutoff does to messages, in sentences without a stop.
    ///
    /// - Parameter messages: that were trained on, own ones if there are any.
    func sentences(of messages: Int = 0) -> [String] {
        guard wanted > 0 else { return [] }
        let scored = junk + wanted, isDrawn = messages > FalseJunkPromise.mostScored && scored + unscored < messages
        let basis = isDrawn ? "\(basis), \(grouped(scored)) drawn of \(grouped(messages))" : basis
        let caught = junk > 0 && tellsOfJunk ? "\(grouped(found)) of \(grouped(junk)) junk caught; " : ""
        return ["\(basis): \(caught)\(falseJunkWords)"]
            + (!caught.isEmpty && isOfTooFew && isOfTraining == nil
                ? ["junk caught depends on how few they are: to compare models, take ROC-AUC"] : [])
            + (junk > 0 && !tellsOfJunk ? ["so few cannot tell how much junk is caught: spamkit crossval does"] : [])
            + (meanCost.map { ["a message costs \(decimal($0, places: 4)) on average"] } ?? [])
            + ["worse on other phones or new kinds of text, better where texts repeat"]
    }

    /// Whether the count of junk caught is of the model: of fewer wanted messages it follows from
    /// the strict cutoff, and later messages were caught twice as often (cutoffs.md).
    var tellsOfJunk: Bool { isOfTraining != nil || !isOfTooFew || independentWanted >= FalseJunkPromise.fewestToTellOfJunk }

    private static let fewestToTellOfJunk = 150

    /// That junk caught depends on which messages trained, where a model's cutoff comes of so few;
    /// `nil` elsewhere.
    var cutoffOfFew: String? {
        guard isOfTooFew, isOfTraining == nil else { return nil }
        return "the cutoff comes of \(counted(independentWanted, "different wanted message")), too few for \(percentage(bound)); "
            + "a model trained on others may catch far more or less than the brackets say, so judge by ROC-AUC"
    }

    /// What the figures were measured on.
    var basis: String {
        switch isOfTraining {
        case nil: "measured unseen"
        case true?: "measured on texts that taught the model, so expect worse on others"
        case false?: "measured on these messages"
        }
    }

    /// From so many messages of a group in Junk on, these are called copies.
    private static let manyCopies = 10

    /// The rate of false junk, and its upper limit, for which near duplicates count once.
    var falseJunkWords: String {
        let count = "\(grouped(falseJunk)) of \(grouped(wanted)) wanted in Junk"
        let found = "\(count) (\(share(falseJunk, of: wanted)))"
        let limit = "at most \(limitWords(upperLimit, of: wanted)) (95 % confidence)"
        // The limit is of groups; where large ones are lost, it says nothing of messages.
        let isAbove = Double(falseJunk) / Double(wanted) > upperLimit
        if isAbove, falseJunk >= FalseJunkPromise.manyCopies * independentFalseJunk {
            let way = actions?.count ?? 0 > 1 ? "; to keep a label out of Junk: --protect" : ""
            return "\(found), most of them copies of a few texts; a limit is known of different texts alone: \(limit)\(way)"
        }
        if isOfTooFew, !isAbove {
            return
                "\(count); \(counted(independentWanted, "different message")) \(independentWanted == 1 ? "is" : "are") too few "
                + "to say how many others go there: \(limit)"
        }
        guard independentWanted < wanted else { return "\(found), \(limit)" }
        let isNear = isNearLimitOfGroups(Double(falseJunk) / Double(wanted), upperLimit)
        let most = isNear ? "at most \(limitWords(upperLimit, of: wanted)) of groups (95 % confidence)" : limit
        return
            "\(found); near duplicates counted once, \(grouped(independentFalseJunk)) of \(grouped(independentWanted)): \(most)"
    }
}

extension PartFalseJunk {
    fileprivate static let above = " (!)", few = " (few)"

    /// What is known of this part: its messages, groups and limit. Without a stop.
    ///
    /// - Parameter bound: false junk surely above this is marked, and so are groups too few to show
    ///   it even if none is lost; `nil` marks none.
    func sentence(bound: Double?) -> String {
        let groups = groups ?? 0
        guard groups > 0 else { return "nothing is known of \(name): none of \(counted(wanted, "message")) could be tested" }
        guard groups >= WantedParts.leastGroups else {
            return "too few groups for a limit: \(name), \(counted(wanted, "message")), \(counted(groups, "group"))"
        }
        let upper = upperLimit ?? 1
        let mark =
            bound.map { bound in
                let isTooFew = ProtectedPromise.wantedNeeded(within: bound).map { groups < $0 } ?? true
                return isSurelyAbove(bound) ? PartFalseJunk.above : isTooFew ? PartFalseJunk.few : ""
            } ?? ""
        // Copies of a few texts are a larger share of messages than of groups.
        let most = limitWords(upper, of: groups)
        let limit = upper < rate ? ": at most \(most) of groups\(mark)" : ": at most \(most)\(mark)"
        return "\(name): \(grouped(falseJunk)) of \(grouped(wanted)) in Junk, \(counted(groups, "group"))\(limit)"
    }
}

extension ProtectedPromise {
    /// Of the label's messages: the protected cutoff is above those that were seen.
    private static let others = "only others that score above all of these go to Junk"

    /// What is known of the label, beside the bound that was asked for. Without a stop.
    var sentence: String {
        let part = PartFalseJunk(
            name: "\(label) (protected)", wanted: wanted, falseJunk: falseJunk, groups: independentWanted, upperLimit: upperLimit)
        let source = background.map { $0 == wanted ? "; all of the background" : "; \(grouped($0)) of the background" } ?? ""
        guard wanted > 0 else { return "nothing is known of \(label) (protected): no message could be tested" }
        let rest =
            falseJunk > 0 ? "the model takes \(falseJunk == 1 ? "it" : "these") for other labels" : ProtectedPromise.others
        guard let bound else { return "\(part.sentence(bound: nil))\(source); \(rest)" }
        let needed = ProtectedPromise.wantedNeeded(within: bound)
        if let needed, needed <= independentWanted {
            return "\(part.sentence(bound: bound))\(source); asked: \(percentage(bound))"
        }
        let until = falseJunk > 0 ? "" : "until then "
        let takes = needed.map { "showing \(percentage(bound)) takes \(grouped($0)) groups; \(until)" } ?? ""
        return "\(part.sentence(bound: nil))\(source); \(takes)\(rest)"
    }
}

extension WantedParts {
    /// At most so many sub-actions are named of which nothing is known.
    private static let mostSubActions = 3

    /// What limits are, and a line for each action and protected label of which more is to say than
    /// of all wanted messages.
    ///
    /// - Parameter bound: what was asked for; limits above it are marked.
    func sentences(protected: [ProtectedPromise], bound: Double) -> [String] {
        let named = Set(protected.map(\.label))
        let actions = actions.count == 1 && actions[0].groups ?? 0 >= WantedParts.leastGroups ? [] : actions
        let lines =
            actions.filter { !named.contains($0.name) }.map { $0.sentence(bound: bound) } + protected.map(\.sentence)
            + unknownSubActions.filter { !named.contains($0.name) }.prefix(Self.mostSubActions).map { $0.sentence(bound: bound) }
        func has(_ mark: String) -> Bool { lines.contains { $0.contains(mark) } }
        let above = has(PartFalseJunk.above) ? "; (!): more than \(percentage(bound)) of messages" : ""
        let few = has(PartFalseJunk.few) ? "; (few): too few groups" : ""
        return lines.isEmpty ? [] : ["95 % confidence, near duplicates counted once\(above)\(few)"] + lines
    }

    /// `transactions 68 % found, right sub-folder 13 of 13; wrongly there: 3.1 % of 1,000 inbox
    /// messages`, a line for each folder, then all sub-folders; empty without folders.
    var folderSentence: String {
        let untested = actions.filter { $0.groups == 0 && ["promotion", "transaction"].contains($0.name) }.map {
            "\($0.name)s not tested"
        }
        let tested = folders.map { folder in
            "\(folder.name)s \(share(folder.found, of: folder.messages)) found"
                + (folder.withSubAction > 0
                    ? ", right sub-folder \(grouped(folder.rightSubAction)) of \(grouped(folder.withSubAction))" : "")
                + (folder.withoutSubFolder > 0 ? ", \(counted(folder.withoutSubFolder, "other")) in no sub-folder" : "")
                + (folder.inbox.messages > 0 ? "; wrongly there: \(folder.inbox.words) inbox messages" : "")
                + (folder.worstSource.map { ", of \($0.source?.visibleName ?? "") \($0.words)" } ?? "")
        }
        let all = subFolders.isEmpty || folders.isEmpty ? [] : ["sub-folders: \(subFolders.joined(separator: ", "))"]
        return (tested + untested + all).joined(separator: "\n")
    }
}

extension SourceVerdicts {
    static let mostShown = 6

    /// `inbox.csv: 40 of 50 junk caught, 0 of 200 wanted in Junk`
    var words: String {
        let caught = junk > 0 ? "\(grouped(found)) of \(grouped(junk)) junk caught" : "no junk"
        let lost = wanted > 0 ? "\(grouped(falseJunk)) of \(grouped(wanted)) wanted in Junk" : "no wanted message"
        return "\(name.visibleName): \(caught), \(lost)"
    }
}

extension FiledInbox {
    /// `3.1 % of 1,000`
    fileprivate var words: String { "\(share(filed, of: messages)) of \(grouped(messages))" }
}

extension UnlabelledFindings {
    /// On phones that were measured fewer were promotions.
    private static let manyPromotions = 0.3

    private var seemingJunk: Int { Int((junkShare * Double(messages)).rounded()) }
    private var seemingShare: String { share(seemingJunk, of: messages) }
    private var shareInJunk: String { share(inJunk, of: messages) }

    /// What to expect of unseen messages, by models that learned from fewer of these, which call
    /// less junk (Benchmarks/decisions/unlabelled.md), and where it differs, what the file does
    /// with these. Without a stop.
    ///
    /// - Parameters:
    ///   - known: how many of these messages the file puts in Junk.
    ///   - promotions: the share of messages that seem promotions; `nil` for a model without.
    func sentence(inJunkOfFile known: Int?, promotions: Double?) -> String {
        let unseen =
            (inJunk == 0
                ? "none to a few in a hundred messages with unseen texts go to Junk"
                : "at least \(shareInJunk) of messages with unseen texts go to Junk")
            + (labelledWanted.map { ", by a cutoff that \(grouped($0)) different wanted messages with labels set" }
                ?? "; only labels tell whether these are junk")
        var lines = [unseen]
        if let known, known != inJunk {
            lines.append(
                "\(grouped(known)) of these \(grouped(messages)) messages go to Junk, and later ones with their texts")
        }
        if let promotions, promotions >= Self.manyPromotions {
            lines.append("promotions, which may be junk too, are estimated at \(share(Int(promotions * 1000), of: 1000))")
        }
        return lines.joined(separator: "\n")
    }

    /// That next to nothing goes to Junk, which says as much of the model as of the messages; `nil`
    /// elsewhere.
    ///
    /// - Parameters:
    ///   - known: how many of these messages the file puts in Junk.
    ///   - promotions: the share of messages that seem promotions; `nil` for a model without.
    func hardlyAnyInJunk(ofFile known: Int?, promotions: Double?) -> String? {
        guard labelledWanted == nil, messages >= 50, 100 * max(inJunk, known ?? 0) < messages else { return nil }
        let many = promotions.flatMap {
            $0 >= 0.1 ? ", and promotions, which may be junk too, at \(share(Int($0 * 1000), of: 1000))" : nil
        }
        return
            "hardly any message with unseen texts may go to Junk, which is right if hardly any is junk; junk is estimated, often "
            + "too low, at \(seemingShare)\(many ?? ""); read some, and if junk is among them, label fifty: spamkit label"
    }

    /// That more messages go to Junk than seem junk by more than chance and a half; `nil` where
    /// they do not.
    var tooManyInJunk: String? {
        let expected = Double(seemingJunk)
        guard labelledWanted == nil, Double(inJunk) > 1.5 * expected + 2 * expected.squareRoot() + 1 else { return nil }
        return
            "\(shareInJunk) of messages with unseen texts go to Junk, and junk is estimated, often too low, at \(seemingShare); "
            + "read ten of them (spamkit label), and if wanted ones are among them, train again with a lower --max-false-junk"
    }
}

extension TrainedModel {
    /// The card as it is written into the model.
    var card: ModelCard? { try? JSONDecoder().decode(ModelCard.self, from: Data(content.card)) }

}
