// Evaluation: what a thousand messages of a phone would meet. A test set has its own mix of junk,
// codes and chats; a phone has another.

import SpamFilter
import Statistics

/// The rates of a test set at the shares of actions that a model assumes of phones.
public struct PhoneForecast: Hashable, Sendable {
    /// The share of each action that occurs, above 0; they sum to 1.
    public let shares: [Action: Double]
    /// Actions of small shares that the test set lacks. The others stand for them.
    private let leftOut: [Action: Double]
    /// The share of each action that is called junk.
    private let rate: [Action: Double]
    /// How many of 1,000 messages are junk that is caught.
    public let junkFound: Double
    /// How many of 1,000 messages are junk that is missed.
    public let junkMissed: Double
    /// How many of 1,000 messages are wanted and put in Junk.
    public let falseJunk: Double

    /// An action of a smaller share is not missed.
    private static let smallShare = 0.01

    /// `nil` where the test set lacks an action that occurs on phones, or none does.
    init?(_ confusion: ConfusionTable, shares: [Action: Double]) {
        let leftOut = shares.filter { $0.value > 0 && $0.value < Self.smallShare && confusion.count(of: $0.key) == 0 }
        self.leftOut = leftOut
        let kept = shares.filter { $0.value > 0 && leftOut[$0.key] == nil }
        let shares = kept.mapValues { leftOut.isEmpty ? $0 : $0 / kept.values.reduce(0, +) }
        self.shares = shares
        guard !self.shares.isEmpty, PhoneForecast.lacking(confusion, shares: shares).isEmpty else { return nil }
        var lost = 0.0, found = 0.0, rate: [Action: Double] = [:]
        for (action, share) in self.shares.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            let called = Double(confusion[action, .junk]) / Double(confusion.count(of: action))
            rate[action] = called
            if action == .junk { found = 1000 * share * called } else { lost += 1000 * share * called }
        }
        self.rate = rate
        (junkFound, junkMissed, falseJunk) = (found, 1000 * (shares[.junk] ?? 0) - found, lost)
    }

    /// The actions that occur on phones, not just now and then, and that the test set lacks.
    fileprivate static func lacking(_ confusion: ConfusionTable, shares: [Action: Double]) -> [Action] {
        Outcome.actions.filter { shares[$0] ?? 0 >= smallShare && confusion.count(of: $0) == 0 }
    }

    /// `57.9 % transaction, 20.8 % junk`: the largest share first.
    fileprivate static func mix(_ shares: [Action: Double]) -> String {
        let ordered = shares.filter { $0.value > 0 }.sorted { ($1.value, $0.key.rawValue) < ($0.value, $1.key.rawValue) }
        return ordered.map { "\(decimal(100 * $0.value, places: 1)) % \($0.key.name)" }.joined(separator: ", ")
    }

    /// - Parameter limits: the upper limit of each wanted action on the share of it in Junk.
    func sentence(limits: [Action: Double] = [:]) -> String {
        let wanted = shares.filter { $0.key != .junk }
        // Each action at its limit: a sum that is rather too high.
        let most = wanted.compactMap { action, share in limits[action].map { 1000 * share * max($0, rate[action] ?? 0) } }
        let isKnown = !wanted.isEmpty && most.count == wanted.count
        let limit = isKnown ? " (at most \(estimated(most.reduce(0, +))))" : ""
        let junk = "\(estimated(junkFound)) junk caught, \(estimated(junkMissed)) junk missed"
        return "1,000 messages in the mix that the model assumes: \(estimated(falseJunk)) wanted in Junk\(limit), "
            + "\(junk). The mix: \(PhoneForecast.mix(shares))"
            + (leftOut.isEmpty ? "." : "; left out, since the test set has none: \(PhoneForecast.mix(leftOut)).")
    }
}

extension PhoneForecast: Encodable {
    private enum Key: String, CodingKey { case shares, junkFound, junkMissed, falseJunk }

    public func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: Key.self)
        try fields.encode(Dictionary(uniqueKeysWithValues: shares.map { ($0.name, $1) }), forKey: .shares)
        try fields.encode(junkFound, forKey: .junkFound)
        try fields.encode(junkMissed, forKey: .junkMissed)
        try fields.encode(falseJunk, forKey: .falseJunk)
    }
}

extension EvaluationReport {
    /// What 1,000 messages of a phone would meet; `nil` where the model assumes nothing of phones,
    /// or the test set lacks an action.
    public var phone: PhoneForecast? { PhoneForecast(measured.confusion, shares: traffic) }

    /// Of which messages nothing is known, and what 1,000 messages would meet, if that can be said;
    /// `nil` where the test set has all actions, and the model assumes nothing of phones.
    package var phoneSentence: String? {
        guard n > 0 else { return nil }
        let assumed = PhoneForecast.lacking(measured.confusion, shares: traffic)
        let lacking = assumed.map(\.name).filter { !untested.contains($0) } + untested
        let limits = wantedGroups?.limitOfAction ?? measured.confusion.limitsOfActions
        let forecast = phone?.sentence(limits: limits)
        guard !lacking.isEmpty else { return forecast }
        let unknown = untestedSentence(lacking)
        if let forecast { return "\(unknown). \(forecast)" }
        return "\(unknown)\(traffic.isEmpty ? "" : ", so there is no forecast for a phone")."
    }
}

extension ConfusionTable {
    /// The upper limit of each action that occurs on the share of it in Junk, each message by
    /// itself.
    fileprivate var limitsOfActions: [Action: Double] {
        let limits = Outcome.actions.map { ($0, Rate(self[$0, .junk], of: count(of: $0)).interval95?.upper) }
        return Dictionary(uniqueKeysWithValues: limits.compactMap { action, limit in limit.map { (action, $0) } })
    }
}

/// `No test message is labelled transaction or promotion: nothing is known of these`
func untestedSentence(_ labels: [String]) -> String {
    let most = 4, isLong = labels.count > most
    let named = isLong ? labels.prefix(most - 1) + ["\(labels.count - most + 1) others"] : labels[...]
    let words = [named.dropLast().joined(separator: ", "), named.last ?? ""].filter { !$0.isEmpty }.joined(separator: " or ")
    return "No test message is labelled \(words): nothing is known of these"
}
