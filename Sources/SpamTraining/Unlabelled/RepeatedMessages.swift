// Training: messages that the background has again.

import SpamFilter

extension TrainingRun {
    /// For each of some messages whether one that was added is its near duplicate. One that is so
    /// only through a third, as in `NearDuplicates`, is not.
    ///
    /// - Parameter messages: the features of each; one without any is none.
    /// - Throws: `TrainingError.noRoom`.
    /// - Complexity: reads all that was added once, with 16 look-ups for each message.
    func areRepeated(_ messages: [[UInt64]]) throws(TrainingError) -> [Bool] {
        var sketches = MessageSketches(memoryLimit: settings.memoryLimit, folder: settings.temporaryFolder)
        /// The key of each band, or none where there is no room.
        func keys(_ features: [UInt64]) -> [UInt32] {
            features.withUnsafeBufferPointer { sketches.add($0) }
            guard sketches.spillFailure == nil else { return [] }
            return (0..<MessageSketches.bands).map { sketches.key(sketches.count - 1, band: $0) }
        }
        var ofKey = [[UInt32: [Int]]](repeating: [:], count: MessageSketches.bands)
        for (message, features) in messages.enumerated() where !features.isEmpty {
            for (band, key) in keys(features).enumerated() { ofKey[band][key, default: []].append(message) }
        }
        let sets = messages.map(Set.init)
        var areRepeated = messages.map { _ in false }
        forEachMessage { features in
            for (band, key) in keys(features).enumerated() {
                for message in ofKey[band][key] ?? [] where !areRepeated[message] {
                    let shared = features.count { sets[message].contains($0) }
                    areRepeated[message] = NearDuplicates.isAlike(shared, of: features.count, sets[message].count)
                }
            }
        }
        if let code = sketches.spillFailure { throw .noRoom(folder: settings.temporaryFolder, code: code) }
        return areRepeated
    }
}
