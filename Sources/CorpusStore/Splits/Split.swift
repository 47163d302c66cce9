// Store: which messages are for training and which for testing. A split is a rule: a unit (group,
// source, text) is test if its hash is below a threshold. Later units follow the same rule, and no
// unit ever changes sides, even when it is labelled again.

import Corpus
import Foundation
import GRDB
import SpamFilter

/// The unit that is never divided.
public enum SplitUnit: String, Sendable, CaseIterable {
    /// A template group, of which all messages are in one part. Messages without one are grouped
    /// before a part is made or read.
    case template
    /// A source, of which all messages are in one part.
    case source
    /// Each message by itself: the newest ones are test. Those without a time are for training.
    case time
    /// All messages with one text. Which text is test is random, by its hash and the seed.
    case random
}

/// A part of a split.
public struct SplitPart: Sendable, Equatable {
    /// Which part of a split.
    enum Side: Sendable, Equatable {
        /// The part to train on.
        case train
        /// The part to report on, once.
        case test
        /// A fold of the training part, from 1.
        case fold(Int)
        /// The training part without a fold.
        case trainWithout(fold: Int)
    }

    /// The name of the split.
    let split: String
    /// Which part of it.
    let side: Side

    /// The part of a name: `train`, `test`, `fold2` or `train-fold2`. `nil` for any other.
    public init?(_ name: String, of split: String = Split.defaultName) {
        self.split = split
        switch name {
        case "train": side = .train
        case "test": side = .test
        default:
            if name.hasPrefix("fold"), let fold = Int(name.dropFirst(4)), fold > 0 {
                side = .fold(fold)
            } else if name.hasPrefix("train-fold"), let fold = Int(name.dropFirst(10)), fold > 0 {
                side = .trainWithout(fold: fold)
            } else {
                return nil
            }
        }
    }

    var fold: Int? {
        switch side {
        case .train, .test: nil
        case .fold(let fold), .trainWithout(let fold): fold
        }
    }
}

/// Which messages train and which test, stored with the corpus.
public struct Split: Sendable, Equatable {
    /// The name of a split that nobody named.
    public static let defaultName = "main"

    /// The name that the split is asked for by.
    let name: String
    /// The unit that is never divided.
    let by: SplitUnit
    /// The share of the messages of every label that is test, in 0...1.
    let testShare: Double
    /// By time: the first second of the test part, since 1970; `nil` where the share tells it.
    let testFrom: Int?
    /// How many folds the training part has; 0 for none.
    let folds: Int
    /// The seed of the hash by which units are drawn: another seed, other parts.
    let seed: UInt64
    var thresholds: [String: Double] = [:]

    /// A split that is not made yet: `Splits.make` looks at the messages. That numbers are in
    /// range is not checked. By time, `testFrom` is the first second of the test part, since 1970;
    /// `nil` takes the newest messages by `testShare`.
    public init(
        name: String = Split.defaultName, by: SplitUnit, testShare: Double, testFrom: Int? = nil, folds: Int = 0,
        seed: UInt64 = 1
    ) {
        self.name = name
        self.by = by
        self.testShare = testShare
        self.testFrom = testFrom
        self.folds = folds
        self.seed = seed
    }

    /// The place of a unit among all, in 0..<1.
    func place(of unit: UInt64, salt: UInt64) -> Double {
        var hash = SipHash(key: (seed, salt))
        hash.add(unit)
        return Double(hash.value >> 11) / Double(1 << 53)
    }

    func fold(of unit: UInt64) -> Int { Int(place(of: unit, salt: 5) * Double(folds)) + 1 }
}

/// Whether messages, in the order of their ids, are of a part.
///
/// A message's stratum is the label it had when the split was made, or, if it was added later, the
/// label it came with. So no later label moves a message from one side to the other. Where the
/// first of a unit is removed, the next one inherits the stratum: `Splits.keepSides`.
struct SplitRule {
    let split: Split
    /// The part asked for; `nil` when only places are wanted.
    let side: SplitPart.Side?
    /// By the number of the group, which counts from 1.
    private let keys: [UInt64]
    /// The strata of messages that are of another than the label they came with.
    private let givenLabels: [Int64: Label?]
    /// The stratum of the unit's first message, so that one threshold holds for the unit: by group,
    /// and by hash of the text.
    private var stratumOfGroup: [UInt8]
    private var stratumOfText: [UInt64: UInt8] = [:]
    /// A stratum is an index of this list, in the order of first messages.
    private(set) var strata: [Label?] = []
    private var thresholds: [Double] = []

    private static let none = UInt8.max

    init(_ split: Split, side: SplitPart.Side?, groupKeys: [UInt64], givenLabels: [Int64: Label?]) {
        self.split = split
        self.side = side
        self.givenLabels = givenLabels
        keys = groupKeys
        stratumOfGroup = Array(repeating: SplitRule.none, count: groupKeys.count)
    }

    mutating func holds(_ stored: StoredMessage) -> Bool {
        let (unit, stratum) = unit(of: stored)
        let isTest = isTest(stored, unit, stratum)
        switch side {
        case .test: return isTest
        case .train, nil: return !isTest
        case .fold(let fold): return !isTest && split.fold(of: unit) == fold
        case .trainWithout(let fold): return !isTest && split.fold(of: unit) != fold
        }
    }

    private func isTest(_ stored: StoredMessage, _ unit: UInt64, _ stratum: UInt8) -> Bool {
        guard split.by == .time else { return split.place(of: unit, salt: 4) < thresholds[Int(stratum)] }
        guard let time = stored.receivedAt else { return false }
        return Double(time) >= split.thresholds[""] ?? .infinity
    }

    mutating func unit(of stored: StoredMessage) -> (key: UInt64, stratum: UInt8) {
        switch split.by {
        case .template:
            guard let group = stored.groupNumber.map({ Int($0) }), keys.indices.contains(group) else {
                return (SplitRule.hash(stored.message.body), stratum(of: stored))
            }
            if stratumOfGroup[group] == SplitRule.none { stratumOfGroup[group] = stratum(of: stored) }
            return (keys[group], stratumOfGroup[group])
        case .source: return (SplitRule.hash(stored.source), index(of: nil))
        case .time: return (UInt64(bitPattern: stored.number), index(of: nil))
        case .random:
            let key = SplitRule.hash(stored.message.body)
            if let known = stratumOfText[key] { return (key, known) }
            let stratum = stratum(of: stored)
            stratumOfText[key] = stratum
            return (key, stratum)
        }
    }

    private mutating func stratum(of stored: StoredMessage) -> UInt8 { index(of: ownStratum(of: stored)) }

    /// The stratum of a message, were it the first of its unit.
    func ownStratum(of stored: StoredMessage) -> Label? {
        givenLabels.isEmpty ? stored.importedLabel : givenLabels[stored.number] ?? stored.importedLabel
    }

    private mutating func index(of label: Label?) -> UInt8 {
        if let known = strata.firstIndex(of: label) { return UInt8(known) }
        strata.append(label)
        thresholds.append(split.thresholds[label?.description ?? ""] ?? split.testShare)
        return UInt8(strata.count - 1)
    }

    private static func hash(_ text: String) -> UInt64 {
        var hash = SipHash(key: (6, 0))
        hash.add(text)
        return hash.value
    }
}
