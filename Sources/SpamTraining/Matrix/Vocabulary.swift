// Training: gives features numbers as they come by.

import Foundation
import Prefetch

/// The features of a corpus: 64-bit hashes to column numbers, in the order of first occurrence. Open addressing, linear probing.
///
/// A slot is eight bytes: the lower half of the feature, and its column + 1, or 0 where it is free. The home of a feature is made of its upper
/// bits, so that two features are taken for one only where they agree in both: by chance two of 12 million in one corpus of a thousand. Who looks
/// for such features finds some; they share a column, which a row of both has twice. Slots of 16 bytes, with the whole feature and the number of its messages to be counted up, took twice as long: 1.5 and .75 us
/// a message of five languages (880,000 features; x86-64, 2026-11).
struct Vocabulary {
    /// The feature of every column.
    private(set) var features: [UInt64] = []
    /// In how many messages each feature occurs; known once the vocabulary is pruned.
    private(set) var documentFrequency: [UInt32] = []
    /// Never more than two thirds full.
    private var slots: [UInt64] = .zeros(1 << 12)
    /// From so many features on the rare ones are forgotten, to stay below `MatrixEntry.mostColumns` and half a gigabyte.
    private let mostFeatures: Int

    private static let columnBits = 32
    private static let columnMask: UInt64 = 1 << 32 - 1

    var count: Int { features.count }
    /// Whether so many features can be added; else the rare ones must be forgotten before.
    func hasRoom(for more: Int) -> Bool { count + more <= mostFeatures }

    /// - Precondition: `mostFeatures` is below `MatrixEntry.mostColumns`.
    init(mostFeatures: Int = 12 << 20) {
        precondition(mostFeatures < MatrixEntry.mostColumns)
        self.mostFeatures = mostFeatures
    }

    /// Asks for where features stand that are looked up next but for other work: .75 to .6 us a message of five languages, with sketches made in
    /// the meantime (x86-64, 2026-11).
    func prefetch(_ features: UnsafeBufferPointer<UInt64>) {
        slots.withUnsafeBufferPointer { slots in
            for feature in features { Prefetch.prefetch(slots.baseAddress! + (Vocabulary.home(feature) & (slots.count &- 1))) }
        }
    }

    /// The columns of the features of one message more, new or known ones.
    ///
    /// - Parameter message: each feature once.
    mutating func addMessage(_ message: UnsafeBufferPointer<UInt64>, into columns: inout [UInt32]) {
        while (count + message.count) * 3 > slots.count * 2 { grow() }
        if columns.count < message.count { columns += Array(repeating: 0, count: message.count - columns.count) }
        var next = count
        columns.withUnsafeMutableBufferPointer { columns in
            slots.withUnsafeMutableBufferPointer { slots in
                let mask = slots.count &- 1
                // Most features stand in their home. Without a branch on what is found there, the misses of many look-ups overlap.
                for (i, feature) in message.enumerated() {
                    let home = slots[Vocabulary.home(feature) & mask]
                    let isFeature = home >> Vocabulary.columnBits == Vocabulary.tag(feature)
                    columns[i] = isFeature ? UInt32(truncatingIfNeeded: home & Vocabulary.columnMask) &- 1 : .max
                }
                for (i, feature) in message.enumerated() where columns[i] == .max {
                    let slot = Vocabulary.slot(of: feature, in: slots)
                    if slots[slot] == 0 {
                        slots[slot] = Vocabulary.entry(feature, column: next)
                        next &+= 1
                    }
                    columns[i] = UInt32(truncatingIfNeeded: slots[slot] & Vocabulary.columnMask) &- 1
                }
            }
        }
        guard next > count else { return }
        // Of two that are taken for one the first.
        for (i, feature) in message.enumerated() where columns[i] == features.count { features.append(feature) }
    }

    /// The column of a feature, new or known.
    mutating func add(_ feature: UInt64) -> UInt32 {
        if (count + 1) * 3 > slots.count * 2 { grow() }
        let slot = slots.withUnsafeMutableBufferPointer { Vocabulary.slot(of: feature, in: $0) }
        if slots[slot] == 0 {
            slots[slot] = Vocabulary.entry(feature, column: count)
            features.append(feature)
        }
        return UInt32(slots[slot] & Vocabulary.columnMask) - 1
    }

    @inline(__always)
    private static func home(_ feature: UInt64) -> Int { Int(truncatingIfNeeded: feature >> 32) }

    @inline(__always)
    private static func tag(_ feature: UInt64) -> UInt64 { feature & (1 << 32 - 1) }

    @inline(__always)
    private static func entry(_ feature: UInt64, column: Int) -> UInt64 {
        tag(feature) << UInt64(columnBits) | UInt64(truncatingIfNeeded: column &+ 1)
    }

    /// Where a feature stands, or would stand.
    @inline(__always)
    private static func slot(of feature: UInt64, in slots: UnsafeMutableBufferPointer<UInt64>) -> Int {
        let mask = slots.count &- 1
        var slot = home(feature) & mask
        while slots[slot] != 0, slots[slot] >> columnBits != tag(feature) { slot = (slot &+ 1) & mask }
        return slot
    }

    private mutating func grow() { rehash(count: slots.count * 2) }

    /// Makes the slots anew, of the features there are.
    private mutating func rehash(count: Int) {
        // Not two tables at a time.
        slots = []
        slots = .zeros(count)
        slots.withUnsafeMutableBufferPointer { slots in
            let mask = slots.count &- 1
            for (column, feature) in features.enumerated() {
                var slot = Vocabulary.home(feature) & mask
                while slots[slot] != 0 { slot = (slot &+ 1) & mask }
                slots[slot] = Vocabulary.entry(feature, column: column)
            }
        }
    }

    /// Forgets the features of the fewest messages until at most half of the most remain, and so many can be added: those of one message, then
    /// of two, and so on.
    /// Returns the new column of each old one, `UInt32.max` where it is forgotten.
    ///
    /// One that comes again is counted from anew, so that of all features those are missed at most that are in fewer messages than were
    /// forgotten together, with each time: lossy counting (Manku & Motwani, Approximate frequency counts over data streams, VLDB 2002).
    ///
    /// - Parameter messages: in how many messages each feature occurs.
    mutating func forgetRare(before more: Int, messages: [UInt32]) -> [UInt32] {
        precondition(messages.count == count, "expected the messages of each feature")
        var countOf: [UInt32: Int] = [:]
        for messages in messages { countOf[messages, default: 0] += 1 }
        var left = count, least: UInt32 = 1
        while left > max(0, min(mostFeatures / 2, mostFeatures - more)) {
            left -= countOf[least] ?? 0
            least += 1
        }
        let newIndex = keep { messages[$0] >= least }
        rehash(count: slots.count)
        return newIndex
    }

    /// Keeps some columns, in their order. Returns the new column of each old one, `UInt32.max` where it is dropped.
    private mutating func keep(_ isKept: (Int) -> Bool) -> [UInt32] {
        var newIndex = [UInt32](repeating: .max, count: features.count)
        var kept = 0
        for column in features.indices where isKept(column) {
            newIndex[column] = UInt32(kept)
            features[kept] = features[column]
            kept += 1
        }
        features.removeLast(features.count - kept)
        return newIndex
    }

    /// Ends the collecting: frees the slots. No feature can be added afterwards.
    mutating func close() { slots = [] }

    /// Drops features of fewer than `minimum` messages, and those not in enough groups where that is told. Returns the new column of
    /// each old one, `UInt32.max` where it is dropped. Ends the collecting.
    ///
    /// - Parameter messages: in how many messages each feature occurs.
    mutating func prune(minimumDocumentFrequency minimum: Int, messages: [UInt32], isInEnoughGroups: [Bool]? = nil) -> [UInt32] {
        close()
        let newIndex = keep { messages[$0] >= minimum && isInEnoughGroups?[$0] ?? true }
        documentFrequency = zip(messages, newIndex).filter { $1 != .max }.map(\.0)
        return newIndex
    }

    /// ln((1 + n) / (1 + df)) of each feature: the rarer, the more its value counts (Spärck Jones 1972).
    ///
    /// Folded into the weights, so a phone computes none. Logistic regression, cross-validated by group on the training parts of UCI, a
    /// third of message80W and the Indonesian corpus, average precision: none .9811 .9950 .9923, this one .9857 .9963 .9952 (won),
    /// with 1 added as scikit-learn does .9839 .9962 .9950 (lost), to the power 1.5 .9834 .9969 .9958 (mixed), 2 lost.
    func inverseDocumentFrequencies(messages n: Int) -> [Float] {
        documentFrequency.map { Float(log(Double(1 + n) / Double(1 + $0))) }
    }
}
