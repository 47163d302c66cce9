// Gradient: scores of the rows of a partition by models that have not seen their groups.

import SpamFilter

/// Out-of-fold scores of some rows.
public struct FoldScores: Equatable {
    struct Row: Equatable {
        let group: UInt64
        let kind: Int
        /// Of each action, and its best sub-action.
        let scores: [Double]
        let labels: [Label]
    }

    /// All rows that were read, scored or not.
    private(set) var read: RowsDigest
    /// Of the models; empty where there is none.
    let actions: [Label]
    private(set) var rows: [Row] = []
    private(set) var unscored = 0

    /// Scores prepared rows, or the share of them that the plan asks for.
    ///
    /// - Throws: `GradientError` for bytes that are no prepared rows of the plan.
    public init(of prepared: PreparedRows, by models: FoldModels, _ plan: GradientPlan) throws(GradientError) {
        let model = models.models.lazy.compactMap { $0 }.first
        actions = model?.labels.filter { $0.subAction == .none } ?? []
        var waiting = plan.kinds.map(\.fold).reduce(into: [Int: Waiting]()) { $0[$1] = Waiting() }
        var found: [Row] = [], unscored = 0
        read = try prepared.forEach { row in
            let fold = plan.kinds[row.kind].fold
            guard let model = models.models[fold] else { return unscored += 1 }
            guard FoldScores.isDrawn(row, plan.scoredShare) else { return }
            waiting[fold]!.add(row)
            if waiting[fold]!.groups.count >= FoldScores.batch { found += waiting[fold]!.scored(by: model, plan) }
        }
        for fold in waiting.keys.sorted() {
            if let model = models.models[fold] { found += waiting[fold]!.scored(by: model, plan) }
        }
        (rows, self.unscored) = (found, unscored)
    }

    private static let batch = 8192

    /// Rows of one fold that are scored together.
    private struct Waiting {
        var matrix = FeatureMatrix()
        var groups: [UInt64] = []
        var kinds: [Int] = []

        mutating func add(_ row: PreparedRow) {
            matrix.add(norm: row.norm, (0..<row.entryCount).map { row.entry($0) })
            groups.append(row.group)
            kinds.append(row.kind)
        }

        mutating func scored(by model: CompactWeights, _ plan: GradientPlan) -> [Row] {
            let scores = OutOfFoldScores(
                matrix, labels: kinds.map { plan.kinds[$0].cell.label }, groups: groups, by: model)
            let rows = (0..<scores.count).map { i in
                Row(
                    group: scores.groups[i], kind: kinds[scores.rows[i]], scores: Array(scores.scores(i)),
                    labels: scores.actions.indices.map { scores.label(i, action: $0) })
            }
            self = Waiting()
            return rows
        }
    }

    /// Whether a row is scored: by a hash of its group and features, so that neither partitions nor
    /// their order decide.
    private static func isDrawn(_ row: PreparedRow, _ share: Double) -> Bool {
        guard share < 1 else { return true }
        var checksum = WordChecksum()
        checksum.add(row.group)
        checksum.add(row.entries)
        return Double(checksum.value >> 11) * 0x1p-53 < share
    }

    /// Reads the scores that a worker wrote.
    ///
    /// - Throws: `GradientError` unless the bytes are scores of this plan.
    /// - Complexity: O(bytes).
    public init(_ bytes: UnsafeRawBufferPointer, _ plan: GradientPlan) throws(GradientError) {
        var reader = try GradientReader(bytes, .scores, plan: plan.digest)
        read = try reader.digest()
        let actionCount = try reader.next(0...Label.all.count, UInt32.self, "a number of actions")
        actions = try FoldScores.labels(&reader, actionCount)
        unscored = Int(try reader.next(UInt32.self))
        let count = Int(try reader.next(UInt32.self))
        // Each takes more than that, so that no room is made for what is not there.
        guard count <= reader.left / 12 else { throw .truncated(expected: bytes.count + 1, found: bytes.count) }
        for _ in 0..<count {
            let group = try reader.next(UInt64.self)
            let kind = Int(try reader.next(UInt32.self))
            guard kind < plan.kinds.count else { throw .invalid(atByte: reader.at - 4, expected: "a kind of rows") }
            let start = reader.at, scores = try reader.doubles(actionCount)
            guard scores.allSatisfy(\.isFinite) else { throw .invalid(atByte: start, expected: "finite scores") }
            rows.append(Row(group: group, kind: kind, scores: scores, labels: try FoldScores.labels(&reader, actionCount)))
        }
        try reader.end()
    }

    private static func labels(_ reader: inout GradientReader, _ count: Int) throws(GradientError) -> [Label] {
        let start = reader.at
        return try reader.array(count, of: UInt8.self).map { number throws(GradientError) in
            guard number < Label.all.count else { throw .invalid(atByte: start, expected: "labels") }
            return Label.all[Int(number)]
        }
    }

    /// The bytes of a worker's file, for the driver.
    public func encoded(_ plan: GradientPlan) -> [UInt8] {
        func numbers(_ labels: [Label]) -> [UInt8] { labels.map { UInt8(Label.all.firstIndex(of: $0) ?? 0) } }
        var writer = GradientWriter(.scores, plan: plan.digest, capacity: rows.count * (12 + 9 * actions.count))
        writer.add(read)
        writer.add(UInt32(actions.count))
        writer.add(numbers(actions))
        writer.add(UInt32(clamping: unscored))
        writer.add(UInt32(rows.count))
        for row in rows {
            writer.add(row.group)
            writer.add(UInt32(row.kind))
            writer.add(row.scores)
            writer.add(numbers(row.labels))
        }
        return writer.finish()
    }

    /// - Throws: `GradientError.otherModels` for scores of other actions.
    mutating func add(_ other: FoldScores) throws(GradientError) {
        guard actions == other.actions else { throw .otherModels }
        read.add(other.read)
        rows += other.rows
        unscored += other.unscored
    }

    /// The rows in an order of their own, by fold first, so that sums of floats over them do not
    /// depend on partitions.
    func sorted(_ plan: GradientPlan) -> [Row] {
        func key(_ row: Row) -> (Int, UInt64, Int) { (plan.kinds[row.kind].fold, row.group, row.kind) }
        return rows.sorted {
            key($0) != key($1) ? key($0) < key($1) : $0.scores.lexicographicallyPrecedes($1.scores)
        }
    }
}
