// Training: numbers features in the order of first occurrence.

import Foundation
import Prefetch

/// The features of a corpus: a hash table from 64-bit hashes to columns, in the order of first
/// occurrence. Open addressing with linear probing.
///
/// A slot has 8 bytes: the lower half of the feature, and its column + 1, or 0 if it is free. Slots
/// of 16 bytes took twice as long: Benchmarks/decisions/training-speed.md.
///
/// The upper half of a feature gives its home slot, so two features collide only if they agree in
/// the lower half and nearly in the upper. By chance that happens to two of 12 million features in
/// one corpus of a thousand. Collisions can also be constructed. Colliding features share a column,
/// which a row with both has twice.
struct Vocabulary {
    /// The feature of every column.
    private(set) var features: [UInt64] = []
    /// In how many messages each feature occurs; empty before `prune`.
    private(set) var documentFrequency: [UInt32] = []
    /// At most two thirds full.
    private var slots: [UInt64] = .zeros(1 << 12)
    /// Beyond this many features the rare ones are forgotten, to stay below
    /// `MatrixEntry.mostColumns` and half a gigabyte.
    private let mostFeatures: Int

    /// What `add` was asked, and the slots that it looked at beyond the first.
    private var additions = 0, steps = 0
    /// Whether the features are no hashes: of those a few slots are looked at, in a table two
    /// thirds full. A table of twice the size would be crowded too.
    var isCrowded: Bool { steps > 64 * (additions + 4096) }

    private static let columnBits = 32
    private static let columnMask: UInt64 = 1 << 32 - 1

    var count: Int { features.count }
    /// Whether this many features can be added before rare ones must be forgotten.
    func hasRoom(for more: Int) -> Bool { count + more <= mostFeatures }

    /// - Precondition: `mostFeatures` is below `MatrixEntry.mostColumns`.
    init(mostFeatures: Int = 12 << 20) {
        precondition(mostFeatures < MatrixEntry.mostColumns)
        self.mostFeatures = mostFeatures
    }

    /// Prefetches the slots of features that are looked up after some other work.
    func prefetch(_ features: UnsafeBufferPointer<UInt64>) {
        slots.withUnsafeBufferPointer { slots in
            for feature in features { Prefetch.prefetch(slots.baseAddress! + (Vocabulary.home(feature) & (slots.count &- 1))) }
        }
    }

    /// Adds the features of a message, and writes the column of each.
    ///
    /// - Parameter message: each feature once.
    mutating func addMessage(_ message: UnsafeBufferPointer<UInt64>, into columns: inout [UInt32]) {
        while (count + message.count) * 3 > slots.count * 2 { grow() }
        if columns.count < message.count { columns += Array(repeating: 0, count: message.count - columns.count) }
        let known = count
        withUnsafeTemporaryAllocation(of: UInt64.self, capacity: message.count) { new in
            var found = 0
            columns.withUnsafeMutableBufferPointer { columns in
                slots.withUnsafeMutableBufferPointer { slots in
                    let mask = slots.count &- 1
                    // Most features are in their home slot. Without a branch, cache misses overlap.
                    for (i, feature) in message.enumerated() {
                        let home = slots[Vocabulary.home(feature) & mask]
                        let isFeature = home >> Vocabulary.columnBits == Vocabulary.tag(feature)
                        columns[i] = isFeature ? UInt32(truncatingIfNeeded: home & Vocabulary.columnMask) &- 1 : .max
                    }
                    for (i, feature) in message.enumerated() where columns[i] == .max {
                        let slot = Vocabulary.slot(of: feature, in: slots)
                        if slots[slot] == 0 {
                            slots[slot] = Vocabulary.entry(feature, column: known &+ found)
                            new[found] = feature
                            found &+= 1
                        }
                        columns[i] = UInt32(truncatingIfNeeded: slots[slot] & Vocabulary.columnMask) &- 1
                    }
                }
            }
            features.append(contentsOf: new[..<found])
        }
    }

    /// The column of a feature, new or known.
    mutating func add(_ feature: UInt64) -> UInt32 {
        if (count + 1) * 3 > slots.count * 2 { grow() }
        let slot = slots.withUnsafeMutableBufferPointer { Vocabulary.slot(of: feature, in: $0) }
        additions += 1
        steps += (slot &- Vocabulary.home(feature)) & (slots.count - 1)
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

    /// The slot that a feature has or would have.
    @inline(__always)
    private static func slot(of feature: UInt64, in slots: UnsafeMutableBufferPointer<UInt64>) -> Int {
        let mask = slots.count &- 1
        var slot = home(feature) & mask
        while slots[slot] != 0, slots[slot] >> columnBits != tag(feature) { slot = (slot &+ 1) & mask }
        return slot
    }

    private mutating func grow() { rehash(count: slots.count * 2) }

    /// Builds the slots anew.
    private mutating func rehash(count: Int) {
        // Frees the old table first.
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

    /// Forgets the rarest features, those of one message first, then of two, and so on, until at
    /// most half of `mostFeatures` remain and `more` can be added.
    ///
    /// A forgotten feature that comes again is counted from 1: lossy counting (Manku & Motwani,
    /// Approximate frequency counts over data streams, VLDB 2002).
    ///
    /// - Parameter messages: in how many messages each feature occurs.
    /// - Returns: the new column of each old one, `UInt32.max` if it is forgotten.
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

    /// Keeps some columns, in their order. Returns the new column of each old one, `UInt32.max` if
    /// it is dropped.
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

    /// These features and others behind them, with the columns of the others.
    ///
    /// - Parameter messages: in how many further messages each of the others occurs.
    func joined(_ others: [UInt64], messages: [UInt32]) -> (vocabulary: Vocabulary, columns: [UInt32]) {
        var joined = self
        var slotCount = 1 << 12
        while (count + others.count) * 3 > slotCount * 2 { slotCount *= 2 }
        joined.rehash(count: slotCount)
        let columns = others.map { joined.add($0) }
        joined.documentFrequency += Array(repeating: 0, count: joined.count - documentFrequency.count)
        for (column, messages) in zip(columns, messages) { joined.documentFrequency[Int(column)] += messages }
        joined.close()
        return (joined, columns)
    }

    /// Frees the slots. No feature can be added afterwards.
    mutating func close() { slots = [] }

    /// Drops features of fewer than `minimum` messages, and those not in enough groups. No feature
    /// can be added afterwards.
    ///
    /// - Parameters:
    ///   - messages: in how many messages each feature occurs.
    ///   - isInSeveralGroups: for each feature; `nil` if groups do not matter.
    /// - Returns: the new column of each old one, `UInt32.max` if it is dropped.
    mutating func prune(
        minimumDocumentFrequency minimum: Int, messages: [UInt32], isInSeveralGroups: [Bool]? = nil, isOwn: [Bool] = []
    ) -> [UInt32] {
        close()
        let newIndex = keep { messages[$0] >= minimum && isInSeveralGroups?[$0] ?? true || !isOwn.isEmpty && isOwn[$0] }
        documentFrequency = zip(messages, newIndex).filter { $1 != .max }.map(\.0)
        return newIndex
    }

    /// ln((1 + n) / (1 + df)) of each feature: rarer counts more (Spärck Jones 1972).
    ///
    /// Training multiplies it into the weights, so a phone does not compute it. It won over none
    /// and over scikit-learn's form: Benchmarks/decisions/feature-weights.md.
    func inverseDocumentFrequencies(messages n: Int) -> [Float] {
        Vocabulary.inverseDocumentFrequencies(documentFrequency.map(Double.init), messages: n)
    }

    /// The same of document frequencies that need not be whole.
    static func inverseDocumentFrequencies(_ frequencies: [Double], messages n: Int) -> [Float] {
        frequencies.map { Float(log(Double(1 + n) / (1 + $0))) }
    }
}
