// Training: one weight vector against each source of wanted messages. Junk must look unlike every kind of ham: the lowest score counts.
//
// A model of one vector learns what tells a corpus' junk from its own ham, and flags a kind of ham that it never saw. With a vector for each
// source each kind of ham has a veto. One vector -> one a source on sources never trained on, the project's own corpus of the language among
// the sources (ROC-AUC, recall at 1 % false junk; 2026-11): English .982 .862 -> .988 .853, Chinese .955 .537 -> .963 .581 and .778 .039 ->
// .790 .222. Without the corpus, whose ham is the one kind that is like a phone's, it tied: .984 -> .982, .954 -> .958, .682 -> .657,
// Indonesian .940 -> .948, Turkish .985 -> .988. So it is asked for, not the default.

import SpamFilter

/// The sources of wanted messages that get a weight vector of their own.
struct SourceVectors {
    /// A source with fewer wanted messages shares a vector with the other small ones: from so few nothing can be learned.
    static let leastMessages = 60

    /// For every row the vector of its source; -1 for junk.
    private let vectorOfRow: [Int]
    let count: Int

    /// - Parameters:
    ///   - sources: of every row, as a number.
    ///   - isJunk: of every row.
    init(sources: [UInt64], isJunk: [Bool]) {
        var sizes: [UInt64: Int] = [:]
        for (source, isJunk) in zip(sources, isJunk) where !isJunk { sizes[source, default: 0] += 1 }
        let large = sizes.filter { $0.value >= SourceVectors.leastMessages }
            .sorted { $0.value != $1.value ? $0.value > $1.value : $0.key < $1.key }
            .prefix(ModelContent.mostVectors - 1)
        let own = Dictionary(uniqueKeysWithValues: large.enumerated().map { ($1.key, $0) })
        vectorOfRow = zip(sources, isJunk).map { source, isJunk in isJunk ? -1 : own[source] ?? own.count }
        count = own.count + (own.count < sizes.count ? 1 : 0)
    }

    /// Learns junk against the wanted messages of each source, from some rows. Of a source without a row among them there is no vector.
    func fit(_ matrix: FeatureMatrix, trainer: any Trainer, rows: [Int]) -> [LearnedClass] {
        let classes = vectorOfRow.map { $0 < 0 ? 1 : 0 }
        var vectors: [LearnedVector] = []
        for vector in 0..<count {
            let own = rows.filter { vectorOfRow[$0] < 0 || vectorOfRow[$0] == vector }
            guard own.contains(where: { vectorOfRow[$0] == vector }) else { continue }
            let learned = trainer.fit(matrix, classes: classes, classCount: 2, rows: own)
            vectors.append(LearnedVector(learned, class: 1))
        }
        return [
            LearnedClass(label: .allow, vectors: []),
            LearnedClass(label: .junk, vectors: vectors, combination: vectors.count > 1 ? .minimum : .sum),
        ]
    }
}
