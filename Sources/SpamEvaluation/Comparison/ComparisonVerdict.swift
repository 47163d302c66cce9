// Evaluation: which of two models is better. Tests and rates in, one of four words out.

import Statistics

/// What can be said of the second model against the first.
public enum ComparisonVerdict: String, Hashable, Sendable, Codable {
    /// It catches more junk, puts fewer wanted messages in Junk or more in their folders, and
    /// nothing that counts is worse.
    case better
    /// It catches less junk, more wanted messages are in Junk or in a wrong folder, and nothing is
    /// better.
    case worse
    /// Something is better, and something that counts is worse.
    case mixed
    /// Chance may explain what differs.
    case noClearDifference = "no clear difference"
}

/// What a model did with wanted messages and with junk.
public struct JunkRates: Hashable, Sendable, Codable {
    /// Wanted messages in Junk, of all wanted messages.
    public let falseJunk: Rate
    /// Junk in Junk, of all junk.
    public let recall: Rate

    init(_ confusion: ConfusionTable) {
        falseJunk = confusion.falseJunk
        recall = confusion.figures(of: .junk).recall
    }
}

extension ComparisonVerdict {
    /// The tests by group decide; false junk above the limit is never better, however few groups it
    /// is of. Below the limit more false junk is a price that was agreed to.
    ///
    /// - Parameters:
    ///   - all: the sign test by group, junk or not junk.
    ///   - caught, caughtByGroup: the tests of junk alone, by message and by group.
    ///   - wanted, wantedByGroup: those of wanted messages alone.
    ///   - foldersByGroup: that of wanted messages which both keep out of Junk, by folder.
    ///   - exceedsLimit: more wanted messages are in Junk than before, and more than the limit
    ///     allows.
    ///   - isAboveLimit: more wanted messages are in Junk than the limit allows.
    init(
        all: PairedCounts, caught: PairedCounts, caughtByGroup: PairedCounts, wanted: PairedCounts, wantedByGroup: PairedCounts,
        foldersByGroup: PairedCounts, exceedsLimit: Bool, isAboveLimit: Bool
    ) {
        let gains = [all, caughtByGroup, wantedByGroup, foldersByGroup].contains { $0.result == .won }
        let loses = [all, caughtByGroup, foldersByGroup].contains { $0.result == .lost }
        // False junk is a price for junk that is caught, never for folders.
        let foldersAlone = ![all, caughtByGroup, wantedByGroup].contains { $0.result == .won }
        // Fewer messages may be of more groups, where one large template comes back.
        let losesGroups = (foldersAlone || isAboveLimit) && wantedByGroup.result == .lost
        // A single template proves nothing of others, but its messages are lost all the same.
        let losesTemplate = exceedsLimit && wanted.result == .lost
        self =
            if gains {
                loses || exceedsLimit || losesGroups ? .mixed : .better
            } else if losesTemplate, caught.result == .won {
                .mixed
            } else {
                loses || wantedByGroup.result == .lost || losesTemplate ? .worse : .noClearDifference
            }
    }
}

extension Comparison {
    /// Whether more wanted messages are in Junk than before, and more than the limit allows.
    public var exceedsLimit: Bool { Comparison.exceeds(maxFalseJunk, first, second) }

    /// Whether more wanted messages are in Junk than the limit allows.
    var isAboveLimit: Bool { second.falseJunk.value ?? 0 > maxFalseJunk }

    static func exceeds(_ limit: Double, _ first: JunkRates, _ second: JunkRates) -> Bool {
        second.falseJunk.count > first.falseJunk.count && second.falseJunk.value ?? 0 > limit
    }
}
