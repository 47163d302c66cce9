// Drift: what a model's training messages were made of, as its card holds it.

import Foundation
import SpamFilter
import Statistics

/// What may be expected of messages, if they are like those that a model was trained on.
///
/// A message that the model has learned from has known words and a sure score; a new one has not.
/// Messages to come are some of each kind. So there are two counts of the same messages, and
/// what lies between them is no drift.
public struct TrafficProfile: Sendable, Hashable, Codable {
    /// The counts as of messages whose templates are new to the model: by models and features of
    /// other groups.
    public let new: TrafficCounts
    /// The counts as of messages whose templates it has learned from.
    public let seen: TrafficCounts
    /// The features that training saw often, whether the model holds them or not.
    public let familiar: FamiliarFeatures
    /// How messages clump in template groups; see `Clumping`.
    public let clumping: Clumping
    /// Whether scores and verdicts were calibrated anew since, so that only features and templates
    /// can be compared; `nil` where not.
    public private(set) var isRecalibrated: Bool?

    /// The same for a model with another calibration.
    package var recalibrated: TrafficProfile {
        var profile = self
        profile.isRecalibrated = true
        return profile
    }

    package init(new: TrafficCounts, seen: TrafficCounts, familiar: FamiliarFeatures, clumping: Clumping) {
        (self.new, self.seen, self.familiar, self.clumping) = (new, seen, familiar, clumping)
    }
}

/// The probability that two messages are of one template group, beyond chance: messages of one
/// group come or stay away together, so that n messages tell as much as n / (1 + n x clumping)
/// independent ones (the design effect of cluster samples; Kish, Survey Sampling, 1965).
public struct Clumping: Sendable, Hashable, Codable {
    /// The clumping of messages of which each template counts once in a window; in 0...1.
    public let templates: Double
    /// The clumping of new ones among these; not less.
    public let newTemplates: Double

    package init(templates: Double, newTemplates: Double) {
        (self.templates, self.newTemplates) = (templates, max(templates, newTemplates))
    }

    /// The value for groups, from what a sample of `total` messages has of each group:
    /// sum k (k - 1) / (sum k x total). Rounded, since it goes into a card.
    package static func of(_ groups: some Sequence<Int>, total: Int) -> Double {
        var pairs = 0.0, all = 0.0
        for k in groups {
            pairs += Double(k) * Double(k - 1)
            all += Double(k)
        }
        guard all > 0, total > 0 else { return 0 }
        return (pairs / (all * Double(total)) * 1e6).rounded() / 1e6
    }
}

extension Clumping {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        func decode(_ key: CodingKeys) throws -> Double {
            let found = try container.decode(Double.self, forKey: key)
            guard 0...1 ~= found else {
                throw DecodingError.dataCorruptedError(
                    forKey: key, in: container, debugDescription: "expected a probability, found \(found)")
            }
            return found
        }
        self.init(templates: try decode(.templates), newTemplates: try decode(.newTemplates))
    }
}

extension TrafficProfile {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            new: try container.decode(TrafficCounts.self, forKey: .new),
            seen: try container.decode(TrafficCounts.self, forKey: .seen),
            familiar: try container.decode(FamiliarFeatures.self, forKey: .familiar),
            clumping: try container.decode(Clumping.self, forKey: .clumping))
        isRecalibrated = try container.decodeIfPresent(Bool.self, forKey: .isRecalibrated)
        // Shares are told of each.
        guard new.templates > 0, new.unknown.reduce(0, +) > 0 else {
            throw DecodingError.dataCorruptedError(
                forKey: .new, in: container, debugDescription: "expected counts of messages, found none")
        }
    }

    private static let mostBytes = 1 << 20

    /// The profile in a model's card; `nil` where it has none: a model of an earlier version, one
    /// trained on counts, or one without folds. Training anew makes one. Also `nil` for a card
    /// above 1 MiB.
    ///
    /// - Complexity: O(bytes of the card).
    public init?(_ model: ModelView) {
        struct Card: Decodable { let profile: TrafficProfile? }
        guard model.card.count <= TrafficProfile.mostBytes,
            let profile = try? JSONDecoder().decode(Card.self, from: Data(model.card)).profile
        else { return nil }
        self = profile
    }
}
