// Training: the groups of messages as they come in: names that the corpus gives, sketches of the
// features where it gives none.

/// What tells which messages are of one group.
struct CollectedGroups {
    /// The group that the corpus names, as a number; 0 where it names none, empty where it never
    /// does.
    private var named: [UInt64] = []
    /// The sketch of every message until the first one with a name. Once all have one, near
    /// duplicates are not looked for.
    private var sketches: MessageSketches
    private var count = 0
    private let memoryLimit: Int
    private let folder: String

    /// `errno` of when a sketch found no room.
    var spillFailure: Int32? { sketches.spillFailure }

    /// - Parameters: as of `MessageSketches`.
    init(memoryLimit: Int, folder: String) {
        (self.memoryLimit, self.folder) = (memoryLimit, folder)
        sketches = MessageSketches(memoryLimit: memoryLimit, folder: folder)
    }

    /// - Parameters:
    ///   - name: the group that the corpus names.
    ///   - features: of the message.
    mutating func add(_ name: UInt64?, _ features: UnsafeBufferPointer<UInt64>) {
        if named.isEmpty, name != nil { named = Array(repeating: 0, count: count) }
        if name != nil || !named.isEmpty { named.append(name ?? 0) }
        if named.isEmpty { sketches.add(features) }
        count += 1
    }

    /// The group of every row: the one that the corpus names, else that of its near duplicates.
    /// Named ones come first among these.
    ///
    /// The number of a group without a name is the least sum of features of any of its messages.
    /// So the order of the corpus does not decide which fold it is in. Which messages are of it may
    /// depend on the order for one group in a hundred (`NearDuplicates`).
    ///
    /// - Parameters:
    ///   - matrix: of all messages.
    ///   - features: of its columns.
    /// - Throws: `TrainingError.noRoom`.
    /// - Complexity: that of `NearDuplicates`.
    func ofRows(_ matrix: FeatureMatrix, _ features: [UInt64]) throws(TrainingError) -> [UInt64] {
        guard !named.isEmpty else {
            return CollectedGroups.groups(Array(repeating: 0, count: count), sketches, matrix)
        }
        guard named.contains(0) else { return named }
        // Messages with a name may be like some without.
        var all = MessageSketches(memoryLimit: memoryLimit, folder: folder)
        var ofRow: [UInt64] = []
        for row in 0..<count {
            ofRow.removeAll(keepingCapacity: true)
            matrix.forEachEntry(ofRow: row) { ofRow.append(features[$0.column]) }
            ofRow.withUnsafeBufferPointer { all.add($0) }
        }
        if let code = all.spillFailure { throw .noRoom(folder: folder, code: code) }
        return CollectedGroups.groups(named, all, matrix)
    }

    /// The groups of rows whose group is 0, the others as they are.
    private static func groups(_ named: [UInt64], _ sketches: MessageSketches, _ matrix: FeatureMatrix) -> [UInt64] {
        let first = NearDuplicates.representatives(of: sketches, rows: (0..<UInt32(named.count)).map { $0 }, in: matrix)
        // For each group, at its first message: a name that the corpus gives, else that of its
        // least message.
        var given = [UInt64](repeating: .max, count: named.count), made = given
        for row in first.indices {
            let group = Int(first[row])
            if named[row] == 0 {
                made[group] = min(made[group], sketches.sum(row))
            } else {
                given[group] = min(given[group], named[row])
            }
        }
        return named.indices.map { row in
            if named[row] != 0 { return named[row] }
            let group = Int(first[row])
            return given[group] != .max ? given[group] : made[group]
        }
    }
}
