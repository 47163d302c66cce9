// The tiers in which a message is decided, and which of them decides. In: a file of rules, a
// message. Out: lines for a terminal, and JSON.

import MessageFilterExtension
import SpamEvaluation
import SpamFilter
import SpamFilterIO
import Statistics

struct RuleTiers {
    struct Tier: Encodable {
        let tier: String
        /// Rules or lists.
        let count: Int
        let decides: Bool
    }

    let tiers: [Tier]
    /// `deny[3]`, `lists[0]`, `model`.
    let decidedBy: String
    /// That of a rule; `nil` where the model decides.
    let action: String?
    /// The rule in JSON, or the list's name.
    private let found: String?

    /// - Parameter filter: of a model and the rules of the file.
    init(_ view: RuleView, _ filter: inout MessageFilter, deciding message: Message) {
        let rule = filter.decide(message).rule
        var counts: [RuleTier: Int] = [:]
        for tier in RuleTier.allCases { counts[tier] = filter.count(of: tier) }
        let deciding = rule?.place.tier ?? .model
        tiers = RuleTier.allCases.map { Tier(tier: $0.name, count: counts[$0] ?? 0, decides: $0 == deciding) }
        decidedBy = rule?.name ?? RuleTier.model.name
        action = rule?.label.action.name
        found = rule.flatMap { RuleTiers.text(of: $0, view) }
    }

    private static func text(of rule: DecidingRule, _ view: RuleView) -> String? {
        let number = rule.place.number
        guard let rules = try? view.rules() else { return nil }
        return switch rule.place.tier {
        case .allow: rules.allow[number].json(hasLabel: false)
        case .deny: rules.deny[number].json(hasLabel: false)
        case .allowLists, .denyLists: view.lists[number].name
        case .groups: rules.rules[number].json(hasLabel: true)
        case .model: nil
        }
    }

    var lines: [String] {
        var isDecided = false
        return tiers.enumerated().map { number, tier in
            defer { isDecided = isDecided || tier.decides }
            let head = "\(number + 1) \(rightPadded(tier.tier, to: 12))"
            if tier.tier == RuleTier.model.name { return head + (tier.decides ? "decides" : "not asked") }
            guard tier.count > 0 else { return head + "none" }
            guard tier.decides else { return head + "\(grouped(tier.count)), " + (isDecided ? "not asked" : "none met") }
            return head
                + "\(grouped(tier.count)), \(decidedBy) decides: \(action ?? "")\(found.map { ", \(clipped($0, to: 60))" } ?? "")"
        }
    }
}
