// spamkit train: what it says of a trained model: what to expect of messages, of each
// part of the wanted ones, and of the folders.

import Foundation
import SpamEvaluation
import SpamFilter
import SpamTraining
import Statistics

extension FalseJunkPromise {
    /// What the cutoff does to messages, in sentences without a stop.
    var sentences: [String] {
        guard wanted > 0 else { return [] }
        let caught = junk > 0 ? "\(grouped(found)) of \(grouped(junk)) junk caught; " : ""
        return ["measured unseen: \(caught)\(falseJunkWords)"]
            + (meanCost.map { ["a message costs \(decimal($0, places: 4)) on average"] } ?? [])
    }

    /// The rate of false junk, and its upper limit, for which near duplicates count once.
    var falseJunkWords: String {
        let found =
            "\(grouped(falseJunk)) of \(grouped(wanted)) wanted in Junk (\(percentage(Double(falseJunk) / Double(wanted))))"
        let limit = "at most \(percentage(upperLimit)) (95 % confidence)"
        // The limit is of groups; where a large one is lost, it says nothing of messages.
        if Double(falseJunk) / Double(wanted) > upperLimit {
            return "\(found), near duplicates in \(grouped(independentFalseJunk)) of \(counted(independentWanted, "group"))"
        }
        return independentWanted == wanted
            ? "\(found), \(limit)"
            : "\(found); near duplicates counted once, \(grouped(independentFalseJunk)) of \(grouped(independentWanted)): \(limit)"
    }
}

extension PartFalseJunk {
    /// What is known of this part: its messages, groups and limit. Without a stop.
    var sentence: String {
        let groups = groups ?? 0
        guard groups > 0 else { return "nothing is known of \(name): none of \(counted(wanted, "message")) could be tested" }
        guard groups >= WantedParts.leastGroups else {
            return "nothing is known of \(name): \(counted(wanted, "message")), \(counted(groups, "group"))"
        }
        let limit = (upperLimit ?? 1) < rate ? "" : ": at most \(percentage(rounded(limit: upperLimit ?? 1)))"
        return "\(name): \(grouped(falseJunk)) of \(grouped(wanted)) in Junk, \(counted(groups, "group"))\(limit)"
    }
}

/// A limit with as many digits as so few groups tell, rounded up.
private func rounded(limit: Double) -> Double {
    let steps = limit >= 0.1 ? 100.0 : limit >= 0.01 ? 1000 : 10_000
    return (limit * steps - 1e-9).rounded(.up) / steps
}

extension ProtectedPromise {
    /// What is known of the label, and how many groups a bound takes. Without a stop.
    var sentence: String {
        let part = PartFalseJunk(
            name: "\(label) (protected)", wanted: wanted, falseJunk: falseJunk, groups: independentWanted, upperLimit: upperLimit)
        let source = background.map { $0 == wanted ? "; all of the background" : "; \(grouped($0)) of the background" } ?? ""
        guard wanted > 0 else { return "nothing is known of \(label) (protected): no message could be tested" }
        guard let bound else { return part.sentence + source }
        let needed = ProtectedPromise.wantedNeeded(within: bound)
        let lack = needed.map { $0 > independentWanted ? ", which takes \(grouped($0)) groups" : "" } ?? ""
        return "\(part.sentence)\(source); asked: \(percentage(bound))\(lack)"
    }
}

extension WantedParts {
    /// At most so many sub-actions are named of which nothing is known.
    private static let mostSubActions = 3

    /// What limits are, and a line for each action and protected label of which more is to say than
    /// of all wanted messages.
    func sentences(protected: [ProtectedPromise]) -> [String] {
        let named = Set(protected.map(\.label))
        let actions = actions.count == 1 && actions[0].groups ?? 0 >= WantedParts.leastGroups ? [] : actions
        let lines =
            actions.filter { !named.contains($0.name) }.map(\.sentence) + protected.map(\.sentence)
            + unknownSubActions.filter { !named.contains($0.name) }.prefix(Self.mostSubActions).map(\.sentence)
        return lines.isEmpty ? [] : ["95 % confidence, near duplicates counted once"] + lines
    }

    /// `transactions 68 % found, right sub-folder 13 of 13; promotions not tested`; empty without
    /// folders.
    var folderSentence: String {
        let untested = actions.filter { $0.groups == 0 && ["promotion", "transaction"].contains($0.name) }.map {
            "\($0.name)s not tested"
        }
        let tested = folders.map { folder in
            "\(folder.name)s \(share(folder.found, of: folder.messages)) found"
                + (folder.withSubAction > 0
                    ? ", right sub-folder \(grouped(folder.rightSubAction)) of \(grouped(folder.withSubAction))" : "")
        }
        return (tested + untested).joined(separator: "; ")
    }
}

extension UnlabelledFindings {
    /// What was learned, without a stop.
    var sentence: String {
        let junk = Int((junkShare * Double(messages)).rounded())
        return
            "\(grouped(inJunk)) of \(counted(messages, "message")) without a label in Junk, where some \(grouped(junk)) seem junk; "
            + "only labels can measure it"
    }
}

extension TrainedModel {
    /// The card as it is written into the model.
    var card: ModelCard? { try? JSONDecoder().decode(ModelCard.self, from: Data(content.card)) }

}
