// Training: what a person must know before using a model: JSON inside the file, without text of
// messages or senders.

import Drift
import Foundation
import SpamFilter

/// The card of a model. What is `nil` is not known or was not done.
public struct ModelCard: Codable, Sendable, Hashable {
    /// What its author calls it.
    public var name: String?
    /// Who trained it.
    public var author: String?
    /// What it is for.
    public var intendedUse: String?
    /// When not to use it, which is as important.
    public var notFor: String?
    /// The sources it was trained on, the largest first: file names, or what the corpus names. See
    /// `name(sources:)`.
    public var trainedOn: [String]
    /// The part of its store that it was trained on, such as `train` or `train-fold1`; `nil` for
    /// all of it, and for files.
    public var part: String?
    /// The name of the split that divides the store; `nil` without a part.
    public var split: String?
    /// The time of the latest message of the phone, labelled or not, in seconds since 1970; `nil`
    /// where a source has messages with and without times, or none has one.
    public var trainedUntil: Int?
    /// The sources of the background beside them, named in the same way; `nil` without.
    public var background: [String]?
    /// How much the background is listened to: 0 not at all, 1 as much as own messages.
    public var backgroundStrength: Double?
    /// What was learned of messages without labels; `nil` where none were given, or nothing was.
    public var unlabelled: UnlabelledFindings?
    /// The sources whose messages set cutoffs and calibration after training, named in the same
    /// way; `nil` where training set them.
    public var calibratedOn: [String]?
    /// What is expected of cutoffs that messages without labels set; `nil` for other cutoffs.
    public var estimate: FalseJunkEstimate?
    /// The shares of actions that the model assumes; `nil` with one wanted action.
    public var traffic: Traffic?
    /// The name of the tool and its version.
    public var trainedWith: String?
    /// The settings that make it again, by name; see `TrainingSettings.byName`.
    public var settings: [String: String] = [:]
    /// How many messages each label has, by its spelling.
    public var messages: [String: Int] = [:]
    /// Some of the own messages it was trained on, with labels or without, for those who measure
    /// it; `nil` without folds. In older cards some of the background are among them.
    public var sample: TrainedSample?
    /// Some of the background's messages, which are so many that they would displace own ones;
    /// `nil` without.
    public var backgroundSample: TrainedSample?
    /// How many messages counted more or less than one in learning; `nil` where none did.
    public var weighted: Int?
    /// How many features training kept before the size was cut.
    public var learnedFeatures: Int?
    /// What the out-of-fold scores allow to promise; `nil` where there are none.
    public var falseJunk: FalseJunkPromise?
    /// The limit on false junk that cutoffs were made for; `nil` where costs made them, or none.
    public var maxFalseJunk: Double? {
        let isSetWithoutLabels = unlabelled != nil || estimate != nil
        let bound = falseJunk?.bound ?? (isSetWithoutLabels ? settings["maxFalseJunk"].flatMap { Double($0) } : nil)
        return bound.flatMap { $0 >= 0 && $0 < 0.5 ? $0 : nil }
    }
    /// The shares of actions of the phone that the model is for, where they were asked for or
    /// follow from messages without labels: labels of chosen messages tell less of them.
    var trafficOfPhone: Traffic? { unlabelled != nil || estimate != nil || settings["traffic"] != nil ? traffic : nil }
    /// What the messages were made of; `nil` where no out-of-fold scores were made.
    public var profile: TrafficProfile?

    /// The words of a card; training fills in the figures.
    public init(
        name: String? = nil, author: String? = nil, intendedUse: String? = nil, notFor: String? = nil, trainedOn: [String] = [],
        background: [String]? = nil, trainedWith: String? = nil
    ) {
        self.name = name
        self.author = author
        self.intendedUse = intendedUse
        self.notFor = notFor
        self.trainedOn = trainedOn
        self.background = background
        self.trainedWith = trainedWith
    }

    /// The sources of a corpus as the card names them: at most 16, of at most 64 visible characters
    /// each.
    ///
    /// A corpus may by mistake name senders as sources; a file that is given away must not hold
    /// them all.
    public static func name(sources: [String: Int]) -> [String] {
        let largest = sources.sorted { $0.value != $1.value ? $0.value > $1.value : $0.key < $1.key }
        let named = largest.prefix(16).map { source, count in
            "\(source.visibleName) (\(count) messages)"
        }
        let others = largest.dropFirst(16)
        return named + (others.isEmpty ? [] : ["\(others.count) other sources (\(others.reduce(0) { $0 + $1.value }) messages)"])
    }

    /// - Parameters:
    ///   - messages: how many of each label.
    ///   - weighted: how many of them did not count as one.
    mutating func describe(_ training: TrainingSettings, messages: [Label: Int], weighted: Int, featureCount: Int) {
        settings.merge(training.byName) { $1 }
        if weighted > 0 { self.weighted = weighted }
        self.messages = Dictionary(uniqueKeysWithValues: messages.map { ($0.description, $1) })
        learnedFeatures = featureCount
    }

    /// JSON with sorted keys: the same card, the same bytes.
    func encoded() -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // Strings and finite numbers always encode.
        return (try? encoder.encode(self)).map { [UInt8]($0) } ?? []
    }

    /// Reads the card of a model; `nil` when it has none, an unreadable one, or one that no
    /// training writes: of more than 1 MiB, or with a promise that cannot be
    /// (`FalseJunkPromise.isPlausible`).
    public init?(_ model: ModelView) {
        guard model.card.count <= ModelCard.mostBytes,
            let card = try? JSONDecoder().decode(ModelCard.self, from: Data(model.card)),
            card.falseJunk?.isPlausible ?? true
        else { return nil }
        self = card
    }

    private static let mostBytes = 1 << 20
}
