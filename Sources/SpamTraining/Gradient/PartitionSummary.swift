// Gradient: what the driver must know of a partition's rows before the first pass.

import SpamFilter

/// What was found while rows were prepared. Summaries of partitions add up.
public struct PartitionSummary: Equatable {
    private(set) var read = RowsDigest()
    private(set) var messagesOfKind: [UInt64]
    /// Whether each column is an n-gram inside a word.
    private(set) var isCharNgram: [Bool]
    private(set) var sample = TrainedSample()

    init(_ plan: GradientPlan) {
        messagesOfKind = Array(repeating: 0, count: plan.kinds.count)
        isCharNgram = Array(repeating: false, count: plan.features.count)
    }

    /// Reads the summary that a worker wrote.
    ///
    /// - Throws: `GradientError` unless the bytes are a summary of rows of this plan.
    /// - Complexity: O(bytes).
    public init(_ bytes: UnsafeRawBufferPointer, _ plan: GradientPlan) throws(GradientError) {
        var reader = try GradientReader(bytes, .summary, plan: plan.digest)
        read = try reader.digest()
        messagesOfKind = try reader.array(plan.kinds.count)
        let words = try reader.array((plan.features.count + 63) / 64, of: UInt64.self)
        isCharNgram = plan.features.indices.map { words[$0 / 64] >> UInt64($0 % 64) & 1 == 1 }
        sample = TrainedSample(try reader.array(try reader.next(0...TrainedSample.size, UInt32.self, "a number of hashes")))
        try reader.end()
    }

    func encoded(_ plan: GradientPlan) -> [UInt8] {
        var writer = GradientWriter(.summary, plan: plan.digest, capacity: isCharNgram.count / 8)
        writer.add(read)
        writer.add(messagesOfKind)
        var words = [UInt64](repeating: 0, count: (isCharNgram.count + 63) / 64)
        for (column, isCharNgram) in isCharNgram.enumerated() where isCharNgram {
            words[column / 64] |= 1 << UInt64(column % 64)
        }
        writer.add(words)
        writer.add(UInt32(sample.hashes.count))
        writer.add(sample.hashes)
        return writer.finish()
    }

    mutating func add(_ other: PartitionSummary) {
        read.add(other.read)
        for kind in messagesOfKind.indices { messagesOfKind[kind] &+= other.messagesOfKind[kind] }
        for column in isCharNgram.indices where other.isCharNgram[column] { isCharNgram[column] = true }
        sample.add(other.sample)
    }

    mutating func addRow(kind: Int) { messagesOfKind[kind] += 1 }

    mutating func addCharNgram(_ column: Int) { isCharNgram[column] = true }

    mutating func add(_ features: UnsafeBufferPointer<UInt64>, _ counts: UnsafeBufferPointer<UInt32>) {
        sample.add(features, counts)
    }

    mutating func close(_ read: RowsDigest) { self.read = read }
}
