// Training: how much false junk a model will have, with the confidence that the data allow.

import SpamFilter
import Statistics

/// The bound on false junk that was asked for, and the upper confidence limit that out-of-fold
/// scores give for the chosen cutoff.
public struct FalseJunkPromise: Sendable, Hashable, Codable {
    /// The bound asked for: a share of wanted messages, in 0...1.
    public let bound: Double
    /// How many wanted messages were scored out of fold.
    public let wanted: Int
    /// How many groups of near duplicates these are.
    public let independentWanted: Int
    /// How many of these messages the cutoff calls junk.
    public let falseJunk: Int
    /// The one-sided upper 95 % limit (Clopper-Pearson) on the rate of false junk in groups, in
    /// 0...1.
    public let upperLimit: Double
    /// How many junk messages were scored out of fold.
    public let junk: Int
    /// How many of them the cutoff finds.
    public let found: Int
    /// How many messages have no score: all other messages of their action are in the same fold.
    public let unscored: Int
    /// The mean cost of a message, at the costs asked for; `nil` without costs.
    public let meanCost: Double?
    /// The upper limit for each protected label; `nil` if no label is protected.
    public let protectedLabels: [ProtectedPromise]?
    /// False junk of each action of wanted messages; `nil` where they have one.
    public let actions: [PartFalseJunk]?
    /// False junk of the actions and labels of which own messages have too few groups, of the
    /// background's messages; the worst first. `nil` where there is none, or where that was not
    /// measured.
    public let lacking: [PartFalseJunk]?
    /// False junk of each source, by a model of all other sources; the worst first. `nil` where
    /// that was not measured.
    public var sourcesLeftOut: [PartFalseJunk]?
    /// Whether most of the texts that set new cutoffs taught the model, as far as its card says,
    /// so that the figures are too good; `nil` for a model's own, which are measured unseen.
    public var isOfTraining: Bool?

    /// The false junk in groups, each counting the share of it that is called junk, rounded up.
    /// Derived: `upperLimit` is the limit for this number out of `independentWanted`.
    public var independentFalseJunk: Int { GroupedSample.groups(ofLimit: upperLimit, of: independentWanted) }

    /// Whether the upper confidence limit is within the bound.
    public var isKept: Bool { upperLimit <= bound }

    /// Whether the wanted messages are fewer than can show the bound, even if none is lost.
    public var isOfTooFew: Bool { wantedNeeded.map { independentWanted < $0 } ?? false }

    /// About how many messages are scored, drawn by group; fewer are scored all.
    package static let mostScored = OutOfFoldScores.enoughForCutoffs
    /// How many sources left out are named, the worst.
    static let mostSourcesLeftOut = 4
    /// How many parts that own messages lack are named, the worst.
    static let mostLacking = 4

    /// How many groups of wanted messages, none called junk, bring the limit within the bound;
    /// `nil` if no number does, as for a bound of 0.
    public var wantedNeeded: Int? { GroupedSample.groupsNeeded(within: bound) }

    /// The effect of a policy on messages scored out of fold.
    init(_ asked: JunkCutoffs, _ policy: DecisionPolicy, junk: [ScoredMessage], wanted: [ScoredMessage], unscored: Int) {
        let sample = GroupedSample(groups: wanted.map(\.group))
        bound = asked.maxFalseJunk
        (self.wanted, independentWanted) = (wanted.count, sample.independentCount)
        falseJunk = wanted.count(where: policy.callsJunk)
        upperLimit = sample.upperLimit(sample.weight { policy.callsJunk(wanted[$0]) })
        self.junk = junk.count
        found = junk.count(where: policy.callsJunk)
        self.unscored = unscored
        meanCost = asked.costs.map { policy.meanCost($0, junk: junk, wanted: wanted) }
        actions = PartFalseJunk.ofActions(wanted, policy)
        lacking = PartFalseJunk.ofLacking(asked.background, beside: wanted, policy)
        protectedLabels =
            asked.protected.isEmpty
            ? nil
            : asked.protected.map { ProtectedPromise($0, policy, wanted, background: asked.background) }
    }
}

extension DecisionPolicy {
    /// The mean cost of a message.
    fileprivate func meanCost(_ costs: MistakeCosts, junk: [ScoredMessage], wanted: [ScoredMessage]) -> Double {
        func cost(_ message: ScoredMessage, asJunk: Double, asWanted: Double) -> Double {
            if callsJunk(message) { return asJunk }
            return message.logOdds >= Double(unsureCutoff) ? costs.unsure : asWanted
        }
        var sum = junk.reduce(0) { $0 + cost($1, asJunk: 0, asWanted: costs.missedJunk) }
        sum += wanted.reduce(0) { $0 + cost($1, asJunk: costs.falseJunk, asWanted: 0) }
        return sum / Double(max(1, junk.count + wanted.count))
    }
}

/// The upper limit on the rate of false junk for the messages of a protected label.
///
/// The model protects a message if its best label other than junk is a protected one. A message of
/// the label that the model does not recognise has the cutoff of all.
public struct ProtectedPromise: Sendable, Hashable, Codable {
    /// The name of the label.
    public let label: String
    /// The bound asked for, in 0...1; `nil` if there is none.
    public let bound: Double?
    /// How many messages of the label were scored out of fold.
    public let wanted: Int
    /// How many groups of near duplicates these are.
    public let independentWanted: Int
    /// How many of these messages are called junk.
    public let falseJunk: Int
    /// The one-sided upper 95 % limit (Clopper-Pearson) on the rate of false junk among them, in
    /// groups; in 0...1.
    public let upperLimit: Double
    /// How many of the messages are the background's; `nil` for none.
    public let background: Int?

    /// `falseJunk` out of `wanted`, in 0...1; 0 without messages.
    public var rate: Double { Double(falseJunk) / Double(max(1, wanted)) }

    /// As of `PartFalseJunk`.
    public func isSurelyAbove(_ bound: Double) -> Bool {
        Rate(falseJunk, of: wanted).interval95.map { $0.lower > bound } ?? false
    }

    /// The false junk in groups, as `FalseJunkPromise.independentFalseJunk`.
    public var independentFalseJunk: Int { GroupedSample.groups(ofLimit: upperLimit, of: independentWanted) }

    /// - Parameters:
    ///   - wanted: messages of any label.
    ///   - background: the background's messages of labels that these lack.
    init(_ asked: ProtectedLabel, _ policy: DecisionPolicy, _ wanted: [ScoredMessage], background: [ScoredMessage] = []) {
        let own = wanted.filter { asked.protects($0.label) }, others = background.filter { asked.protects($0.label) }
        let messages = own + others
        self.background = others.isEmpty ? nil : others.count
        let sample = GroupedSample(groups: messages.map(\.group))
        (label, bound) = (asked.label.description, asked.maxFalseJunk)
        (self.wanted, independentWanted) = (sample.count, sample.independentCount)
        falseJunk = messages.count(where: policy.callsJunk)
        upperLimit = sample.upperLimit(sample.weight { policy.callsJunk(messages[$0]) })
    }

    /// How many groups, none called junk, bring the limit within a bound; `nil` if no number does.
    public static func wantedNeeded(within bound: Double) -> Int? { GroupedSample.groupsNeeded(within: bound) }
}

/// The wanted messages of an action or of a source, and how many of them the cutoff calls junk.
public struct PartFalseJunk: Sendable, Hashable, Codable {
    /// The name of the action or the source.
    public let name: String
    /// How many of its wanted messages were scored.
    public let wanted: Int
    /// How many it has, where only some were scored; else `nil`.
    public var drawnFrom: Int?
    /// How many of them are called junk.
    public let falseJunk: Int
    /// How many groups of near duplicates these are; `nil` for a source.
    public var groups: Int?
    /// The one-sided upper 95 % limit on the rate of false junk in groups, rounded up, in 0...1;
    /// `nil` for a source.
    public var upperLimit: Double?

    package init(name: String, wanted: Int, falseJunk: Int, groups: Int? = nil, upperLimit: Double? = nil) {
        (self.name, self.wanted, self.falseJunk) = (name, wanted, falseJunk)
        (self.groups, self.upperLimit) = (groups, upperLimit)
    }

    /// `falseJunk` out of `wanted`, in 0...1; 0 without messages.
    public var rate: Double { Double(falseJunk) / Double(max(1, wanted)) }

    /// Whether the rate is above a bound by more than chance: the lower end of its 95 % interval
    /// is.
    public func isSurelyAbove(_ bound: Double) -> Bool {
        Rate(falseJunk, of: wanted).interval95.map { $0.lower > bound } ?? false
    }

    /// The false junk of each action; `nil` where there are fewer actions than `least`.
    static func ofActions(_ wanted: [ScoredMessage], _ policy: DecisionPolicy, least: Int = 2) -> [PartFalseJunk]? {
        let found = Dictionary(grouping: wanted, by: \.label.action)
        guard found.count >= least else { return nil }
        let sorted = found.sorted { $0.key.rawValue < $1.key.rawValue }
        return sorted.flatMap { of([$0.key.name: $0.value], policy) }
    }

    /// The false junk of the background's actions and labels of which own messages have too few
    /// groups, the worst first; `nil` where they lack none.
    static func ofLacking(
        _ background: [ScoredMessage], beside own: [ScoredMessage], _ policy: DecisionPolicy
    ) -> [PartFalseJunk]? {
        guard !background.isEmpty else { return nil }
        var groups = GroupsOfLabels()
        for message in own { groups.add(message.group, of: message.label) }
        let lacking = background.filter { groups.lack($0.label) }
        guard !lacking.isEmpty else { return nil }
        let parts = Dictionary(grouping: lacking) { message in
            let action = message.label.action
            return groups.areFew(ofAction: action) ? action.name : message.label.description
        }
        let worst = of(parts, policy).sorted { ($1.rate, $0.name) < ($0.rate, $1.name) }
        return Array(worst.prefix(FalseJunkPromise.mostLacking))
    }

    /// The false junk of each part, by its name.
    static func of(_ parts: [String: [ScoredMessage]], _ policy: DecisionPolicy) -> [PartFalseJunk] {
        parts.map { name, messages in
            let sample = GroupedSample(groups: messages.map(\.group))
            let limit = sample.upperLimit(sample.weight { policy.callsJunk(messages[$0]) })
            return PartFalseJunk(
                name: name, wanted: messages.count, falseJunk: messages.count(where: policy.callsJunk),
                groups: sample.independentCount, upperLimit: min(1, (limit * 1e5).rounded(.up) / 1e5))
        }
    }
}

extension FalseJunkPromise {
    /// Whether these are counts and rates of some corpus. A card comes from anywhere, and figures
    /// are derived from it: counts beyond a hundred million would take minutes, or trap.
    var isPlausible: Bool {
        let parts = protectedLabels ?? []
        return parts.count <= 16 && (0...1).contains(bound)
            && isSample(wanted, independentWanted, falseJunk, upperLimit) && isSample(junk, 0, found, 0)
            && (0...mostMessages).contains(unscored) && (meanCost ?? 0).isFinite
            && parts.allSatisfy {
                (0...1).contains($0.bound ?? 0) && isSample($0.wanted, $0.independentWanted, $0.falseJunk, $0.upperLimit)
                    && (0...$0.wanted).contains($0.background ?? 0)
            }
            && ((actions ?? []) + (lacking ?? []) + (sourcesLeftOut ?? [])).allSatisfy {
                isSample($0.wanted, $0.groups ?? 0, $0.falseJunk, $0.upperLimit ?? 0)
                    && (0...mostMessages).contains($0.drawnFrom ?? 0)
            }
    }
}

private let mostMessages = 100_000_000

private func isSample(_ messages: Int, _ groups: Int, _ calledJunk: Int, _ limit: Double) -> Bool {
    (0...mostMessages).contains(messages) && (0...messages).contains(groups) && (0...messages).contains(calledJunk)
        && (0...1).contains(limit)
}
