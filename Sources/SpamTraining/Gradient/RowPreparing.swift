// Gradient: labelled messages of a partition in, prepared rows out. Each is tokenized once, by the
// phone's reader.

import Corpus
import SpamFilter

/// Prepares the rows of a partition.
///
/// ```swift
/// var preparing = try RowPreparing(plan) { try file.write($0) }
/// for message in partition { try preparing.add(message) }
/// let summary = try preparing.finish()
/// ```
public struct RowPreparing: ~Copyable {
    private let plan: GradientPlan
    private let table: ColumnTable
    private let kindOf: [CellName: [Int: Int]]
    private let fold: FoldOfGroup
    private var reader: MessageReader
    private var counter = FeatureCounter()
    private var writer: PreparedRowsWriter
    private var summary: PartitionSummary
    private var entries: [UInt32] = []

    /// Begins the file of a partition, and writes its head.
    ///
    /// - Parameter plan: the plan of the run.
    /// - Parameter write: takes the next bytes of the file.
    /// - Throws: what writing throws.
    public init(_ plan: GradientPlan, write: @escaping ([UInt8]) throws -> Void) throws {
        self.plan = plan
        table = ColumnTable(plan.features)
        var kindOf: [CellName: [Int: Int]] = [:]
        for (number, kind) in plan.kinds.enumerated() { kindOf[kind.cell, default: [:]][kind.fold] = number }
        self.kindOf = kindOf
        fold = FoldOfGroup(count: plan.foldCount, seed: plan.seed)
        reader = MessageReader(plan.tokenizer)
        writer = try PreparedRowsWriter(plan, write: write)
        summary = PartitionSummary(plan)
    }

    /// Prepares one message.
    ///
    /// - Throws: `GradientError.notCounted`, and what writing throws.
    public mutating func add(_ row: LabeledMessage) throws {
        counter.startMessage()
        reader.read(row.message, into: &counter)
        let group = CountingRun.group(of: row, counter.features)
        guard let kind = kindOf[CellName(source: Array(row.source.utf8), label: row.label)]?[fold(group)] else {
            throw GradientError.notCounted
        }
        let areCharNgrams = counter.areCharNgrams
        entries.removeAll(keepingCapacity: true)
        for i in counter.features.indices {
            guard let column = table.column(of: counter.features[i]) else { continue }
            entries.append(MatrixEntry(column: column, count: Int(counter.counts[i])).bits)
            if areCharNgrams[i] { summary.addCharNgram(column) }
        }
        summary.add(counter.features, counter.counts)
        summary.addRow(kind: kind)
        let norm = Float(featureNorm(plan.weighting, counter.total))
        try writer.add(group: group, norm: norm, kind: kind, entries: entries)
    }

    /// Ends the file. Returns the bytes of its summary, a file of its own.
    ///
    /// - Throws: what writing throws.
    public consuming func finish() throws -> [UInt8] {
        try writer.finish()
        summary.close(writer.written)
        return summary.encoded(plan)
    }
}
