// Training: what all but the feature table takes in a model file, so how large that table can be.

import SpamFilter

/// The size of a model as a number of buckets.
struct TableRoom {
    let classes: Int
    /// Weight vectors of all classes.
    let vectors: Int

    /// The buckets for so many features in a file of at most this size; 0 where it has no room for
    /// one.
    func buckets(features: Int, maxBytes: Int, cardBytes: Int) -> Int {
        var low = 0, high = FeatureBuckets.count(features: features)
        while low < high {
            let middle = (low + high + 1) / 2
            if bytes(buckets: middle, cardBytes: cardBytes) <= maxBytes { low = middle } else { high = middle - 1 }
        }
        return low
    }

    private func bytes(buckets: Int, cardBytes: Int) -> Int {
        ModelContent.fileSize(buckets: buckets, classes: classes, vectors: vectors, cardBytes: cardBytes)
    }

    /// The size of a model of one bucket whose card says that this size was asked for.
    ///
    /// More digits make a longer card and a larger file, so the number is raised from 0 until it
    /// fits itself.
    ///
    /// - Parameter spare: further bytes that the card may need.
    func smallestSize(_ card: ModelCard, spare: Int) -> Int {
        var card = card
        var asked = 0, size = 0
        repeat {
            asked = size
            card.settings["maxBytes"] = String(asked)
            size = bytes(buckets: 1, cardBytes: card.encoded().count + spare)
        } while size != asked
        return size
    }
}

extension LabelLevels {
    /// What a model of these labels takes.
    var room: TableRoom { TableRoom(classes: classes.count, vectors: (wantedActions?.count ?? 0) + otherVectors) }
}
