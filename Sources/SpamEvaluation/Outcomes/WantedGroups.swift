// Evaluation: wanted messages in groups of near duplicates. Outcomes and their groups in; what the
// groups allow to say of false junk out.

import SpamFilter
import Statistics

/// The wanted messages of a test set, as independent as their groups are.
///
/// As JSON `{"groups": 3, "inJunk": 0, "upperLimit": 0.63, "ofLabel": {"transaction/orders": 3}}`.
public struct WantedGroups: Hashable, Sendable {
    /// How many groups of wanted messages there are.
    public let groups: Int
    /// How many of these are in Junk. Each counts the share of it that is there; the sum is rounded
    /// up.
    public let inJunk: Int
    /// The sum of these shares.
    let sharesInJunk: Double
    /// The one-sided upper 95 % limit (Clopper-Pearson) on the share of groups in Junk, in 0...1; 1
    /// without any.
    public let upperLimit: Double
    /// The same limit for the messages of each action.
    let limitOfAction: [Action: Double]
    /// How many groups have messages of a label, for each label of a wanted message.
    public let ofLabel: [Label: Int]

    /// With fewer groups, an interval that takes messages as independent is too short to tell much.
    static let fewest = 30

    /// Counts the groups of the wanted messages.
    ///
    /// - Parameter evaluation: the outcomes, with their scores.
    /// - Parameter groups: of each wanted message, in the order of the outcomes.
    /// - Precondition: there is a group for each wanted message.
    public init(of evaluation: Evaluation, groups: [UInt64]) {
        let wanted = evaluation.outcomes.filter { $0.truth.action != .junk }
        precondition(groups.count == wanted.count, "expected a group for each of \(wanted.count), found \(groups.count)")
        let sample = GroupedSample(groups: groups)
        let lost = sample.weight { wanted[$0].action == .junk }
        self.groups = sample.independentCount
        inJunk = GroupedSample.wholeGroups(lost)
        sharesInJunk = lost
        upperLimit = sample.upperLimit(lost)
        limitOfAction = Dictionary(grouping: groups.indices) { wanted[$0].truth.action }.mapValues { places in
            let sample = GroupedSample(groups: places.map { groups[$0] })
            return sample.upperLimit(sample.weight { wanted[places[$0]].action == .junk })
        }
        ofLabel = Dictionary(grouping: groups.indices) { wanted[$0].truth }.mapValues { Set($0.map { groups[$0] }).count }
    }

    /// Whether the messages of some labels are of few groups, and more than these.
    func areFew(_ labels: [Label], messages: Int) -> Bool {
        let groups = labels.reduce(0) { $0 + (ofLabel[$1] ?? 0) }
        return groups < min(WantedGroups.fewest, messages)
    }
}

extension WantedGroups: Encodable {
    private enum Key: CodingKey { case groups, inJunk, upperLimit, ofLabel }

    public func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: Key.self)
        try fields.encode(groups, forKey: .groups)
        try fields.encode(inJunk, forKey: .inJunk)
        try fields.encode(upperLimit, forKey: .upperLimit)
        try fields.encode(Dictionary(uniqueKeysWithValues: ofLabel.map { ($0.description, $1) }), forKey: .ofLabel)
    }
}
