// Training: the kinds of wanted messages. Junk is told from each by a weight vector of its own, and the odds against all kinds add up.
//
// A model of one vector learns what tells a corpus' junk from its own ham, and flags a kind of ham that it never saw. A kind is what is wanted
// for one reason (an action) and comes from one source: chat of one collection, transactions of another. So junk must look unlike each of
// them. That is multinomial logistic regression with junk as the reference class, each logit fitted on its own pair of classes (Begg & Gray,
// Calculation of polychotomous logistic regression parameters using individualized regressions, Biometrika 71, 1984).
//
// Figures on sources never trained on, the project's own corpus of the language among the sources of training (ROC-AUC, recall at 1 % false
// junk; English, and two pairs of Chinese; 2026-11-21): junk against all wanted messages together .9915 .920, .842 .116, .954 .540; one kind a
// source and action, the lowest score deciding .9966 .949, .837 .167, .967 .640; the odds adding up .9972 .952, .838 .199, .968 .652. The mean
// of all scores, and of the two lowest, lost. One softmax over allow, promotion, transaction and junk: .9966 .946, .864 .184, .964 .592, in
// eight to ten times the time. Cost 0.25 to 16 tied.
//
// How much of that each part gives, by `spamkit train` itself: kinds by action alone .9960 .939, .842 .245, .966 .627; by action and file, which is
// all that is known of a corpus without names of sources, .9964 .949, .858 .197, .964 .619; by action and named source .9962 .942, .851 .208,
// .967 .647. So most of it comes of corpora that name transactions and promotions, as the project's own does; named sources tie to win.
//
// Junk that came with other sources counts no more in a kind's vector than the junk that came with its own, where there is some: what tells
// the sources apart would else tell the classes apart. Second pair .838 .199 to .851 .194, the others tied; of Korean parcel messages of a
// source never trained on 22 to 19 % were junk. Lost: leaving it out altogether (.9966, .837, .928).

import SpamFilter

/// The kinds of wanted messages of a corpus that has junk.
struct WantedKinds {
    /// A kind of fewer messages joins the other small ones of its action: from so few nothing can be learned.
    static let leastMessages = 60

    /// Of every row; -1 for junk.
    let kindOfRow: [Int]
    let count: Int
    /// The source of every row, as a number.
    private let sources: [UInt64]
    /// How many messages every row stands for.
    private let messages: [Int]

    /// - Parameters:
    ///   - most: how many kinds there may be, at least one for each action; the smallest sources of an action are one.
    ///   - sources: of every row, as a number; empty to have one kind an action.
    ///   - messages: how many every row stands for; empty for 1 everywhere.
    init(_ labels: [Label], sources: [UInt64], messages: [Int] = [], most: Int) {
        struct Key: Hashable {
            let action: Action
            let source: UInt64
        }
        func key(_ row: Int) -> Key { Key(action: labels[row].action, source: sources.isEmpty ? 0 : sources[row]) }
        var sizes: [Key: Int] = [:]
        let messages = messages.orOnes(labels.count)
        // Of rows of one kind in a row the key is looked up once.
        var run: (key: Key, messages: Int)?
        for row in labels.indices where labels[row].action != .junk {
            let key = key(row)
            if let last = run, last.key != key { sizes[last.key, default: 0] += last.messages }
            run = (key, messages[row] + (run?.key == key ? run!.messages : 0))
        }
        if let run { sizes[run.key, default: 0] += run.messages }
        let found = Set(sizes.keys.map(\.action))
        // Beside each action's own one for all that is small.
        let large = sizes.filter { $0.value >= WantedKinds.leastMessages }
            .sorted {
                $0.value != $1.value
                    ? $0.value > $1.value : ($0.key.action.rawValue, $0.key.source) < ($1.key.action.rawValue, $1.key.source)
            }
            .prefix(max(0, most - found.count)).map(\.key)
        let isLarge = Set(large)
        let names = Set(sizes.keys.map { isLarge.contains($0) ? $0 : Key(action: $0.action, source: .max) })
            .sorted { (Label($0.action)!, $0.source) < (Label($1.action)!, $1.source) }
        let indexOf = Dictionary(uniqueKeysWithValues: names.enumerated().map { ($1, $0) })
        var last: (key: Key, kind: Int)?
        kindOfRow = labels.indices.map { row in
            if labels[row].action == .junk { return -1 }
            let key = key(row)
            if let last, last.key == key { return last.kind }
            let kind = indexOf[key] ?? indexOf[Key(action: key.action, source: .max)] ?? -1
            last = (key, kind)
            return kind
        }
        count = names.count
        self.sources = sources
        self.messages = messages
    }

    /// Learns junk against each kind, from some rows. Of a kind without a row among them there is no vector.
    ///
    /// - Parameter rowWeights: as of `Trainer.fit`.
    func fit(_ rows: [Int], _ rowWeights: [Float], by fit: RowFit) -> LearnedClass {
        let isJunk = kindOfRow.map { $0 < 0 ? 1 : 0 }
        let junk = rows.filter { kindOfRow[$0] < 0 }
        var vectors: [LearnedVector] = []
        for kind in 0..<count {
            let own = rows.filter { kindOfRow[$0] == kind }
            guard !own.isEmpty else { continue }
            let learned = fit(isJunk, 2, count == 1 ? rows : (junk + own).sorted(), weights(of: junk, against: own, rowWeights))
            vectors.append(LearnedVector(learned, class: 1))
        }
        return LearnedClass(label: .junk, vectors: vectors, combination: vectors.count > 1 ? .softMinimum : .sum)
    }

    /// The weights of rows, those of junk of other sources lowered until it counts as much as that of the kind's own sources, where there is
    /// enough of it; empty for 1.
    private func weights(of junk: [Int], against own: [Int], _ rowWeights: [Float]) -> [Float] {
        guard !sources.isEmpty else { return rowWeights }
        let home = Set(own.map { sources[$0] })
        let near = junk.filter { home.contains(sources[$0]) }, far = junk.filter { !home.contains(sources[$0]) }
        func sum(_ rows: [Int]) -> Double {
            rows.reduce(0) { $0 + Double(messages[$1]) * (rowWeights.isEmpty ? 1 : Double(rowWeights[$1])) }
        }
        let share = Float(sum(near)) / Float(sum(far))
        guard near.reduce(0, { $0 + messages[$1] }) >= WantedKinds.leastMessages, share < 1 else { return rowWeights }
        var weights = rowWeights.isEmpty ? [Float](repeating: 1, count: kindOfRow.count) : rowWeights
        for row in far { weights[row] = max(weights[row] * share, .leastNormalMagnitude) }
        return weights
    }
}
