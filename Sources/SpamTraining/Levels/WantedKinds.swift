// Training: the kinds of wanted messages. Junk has a weight vector against each kind.
//
// A kind is the messages that are wanted for one reason: those of one action. A model with one
// vector learns what tells a corpus' junk from its own wanted messages, and flags wanted messages
// of a kind that it never saw. With a vector for each kind, junk must look unlike every kind. The
// odds against the kinds add up: multinomial logistic regression with junk as the reference class,
// each logit fitted on its own pair of classes (Begg & Gray, Calculation of polychotomous logistic
// regression parameters using individualized regressions, Biometrika 71, 1984).
//
// It won on sources never trained on: Benchmarks/decisions/sources.md.

import Foundation
import SpamFilter

/// The kinds of wanted messages of a corpus that has junk.
struct WantedKinds {
    /// With fewer junk messages from a kind's own sources, junk of all sources counts alike:
    /// nothing can be learned from so few.
    static let leastJunk = 60
    /// A kind or a source with fewer messages has a lower C, in proportion: its messages are of a
    /// few templates or persons. 2,000 won over 500: Benchmarks/decisions/sources.md.
    static let closelyFitted = 2000
    /// Above this many junk or wanted messages of a source, each counts less: n messages count as
    /// the root of 1,000 n. So one large source does not decide alone what is wanted:
    /// Benchmarks/decisions/sources.md.
    static let largeSource = 1000
    /// The weight of all junk of other sources in a kind's vector, over that of the kind's own
    /// sources. Low, because what tells sources apart would else pass for what tells junk apart; a
    /// tenth won on balance: Benchmarks/decisions/sources.md.
    static let foreignShare: Float = 0.1
    /// The same of a kind's messages from sources without junk, over those from sources with junk:
    /// Benchmarks/decisions/traffic.md.
    static let lonelyShare: Float = 0.3

    /// The kind of every row; -1 for junk.
    let kindOfRow: [Int8]
    let count: Int
    /// The source of every row; empty if sources do not matter.
    private let sourceOfRow: [UInt32]
    private let sourceCount: Int
    /// How many messages every row sums; empty for 1.
    private let messages: [Int]
    /// The actions of the kinds.
    private let actions: [Action]
    /// What was asked for; `nil` for the shares of sources with several kinds.
    let asked: Traffic?

    /// - Parameters:
    ///   - sources: the source of every row (`SourceNumbers`); empty if sources do not matter.
    ///   - messages: how many messages every row sums; empty for 1.
    ///   - traffic: the shares of actions on a phone; `nil` for those of the corpus.
    init(_ labels: [Label], sources: [UInt32], messages: [Int] = [], traffic: Traffic? = nil) {
        let wanted = Action.allCases.filter { action in action != .junk && labels.contains { $0.action == action } }
        var kindOfAction = Array(repeating: Int8(-1), count: Action.allCases.count)
        for (kind, action) in wanted.enumerated() { kindOfAction[action.rawValue] = Int8(kind) }
        kindOfRow = labels.map { kindOfAction[$0.action.rawValue] }
        count = wanted.count
        actions = wanted
        asked = traffic
        sourceOfRow = sources
        sourceCount = sources.max().map { Int($0) + 1 } ?? 0
        self.messages = messages
    }

    @inline(__always)
    private func source(_ row: Int) -> Int { Int(sourceOfRow[row]) }

    @inline(__always)
    private func messages(_ row: Int) -> Int { messages.isEmpty ? 1 : messages[row] }

    /// Learns junk against each kind, from some rows. A kind without rows has no vector.
    ///
    /// - Parameter rowWeights: as of `Trainer.fit`.
    func fit(_ rows: RowList, _ rowWeights: [Float], by fit: RowFit) -> LearnedClass {
        junk(vectors(rows, rowWeights, by: fit))
    }

    /// The class of junk with the vectors of kinds that have one.
    func junk(_ vectorOfKind: [LearnedVector?]) -> LearnedClass {
        let vectors = vectorOfKind.compactMap { $0 }
        return LearnedClass(label: .junk, vectors: vectors, combination: vectors.count > 1 ? .softMinimum : .sum)
    }

    /// Junk against each kind; `nil` for a kind without rows. Without junk there is no vector.
    ///
    /// - Parameter pooled: kinds that, if they have no rows, are told by all wanted messages.
    func vectors(_ rows: RowList, _ rowWeights: [Float], pooled: [Bool] = [], by fit: RowFit) -> [LearnedVector?] {
        let isJunk: [UInt8] = kindOfRow.map { $0 < 0 ? 1 : 0 }
        let factors = sourceFactors(of: rows)
        let junk = rows.filter { kindOfRow[$0] < 0 }
        guard !junk.isEmpty, junk.count < rows.count else { return Array(repeating: nil, count: count) }
        var isThere = pooled.isEmpty ? Array(repeating: false, count: count) : pooled
        for row in rows where kindOfRow[row] >= 0 { isThere[Int(kindOfRow[row])] = true }
        let traffic = traffic(of: rows, kinds: isThere).wanted
        let several = isThere.count { $0 } > 1
        return (0..<count).map { kind in
            guard isThere[kind] else { return nil }
            guard several else { return LearnedVector(fit(isJunk, 2, rows, weighed(rowWeights, factors)), class: 1) }
            var own = rows.filter { kindOfRow[$0] == kind }, both = rows
            if own.isEmpty {
                own = rows.filter { kindOfRow[$0] >= 0 }
            } else {
                both = rows.filter { kindOfRow[$0] < 0 || kindOfRow[$0] == kind }
            }
            let weights = weighed(rowWeights, balanced(factors, junk: junk, own: own))
            let learned = LearnedVector(fit(isJunk, 2, both, weights), class: 1)
            return LearnedVector(bias: learned.bias - log(traffic[kind]), weights: learned.weights)
        }
    }
}

// What a row counts. Weights that a person gives come last: balance must not undo them.
extension WantedKinds {
    private func weighed(_ rowWeights: [Float], _ factors: [Float]) -> [Float] {
        guard !rowWeights.isEmpty, !factors.isEmpty else { return rowWeights + factors }
        return zip(rowWeights, factors).map { max($0 * $1, .leastNormalMagnitude) }
    }

    /// The factors of rows, lower if their source is small or large; empty for 1.
    private func sourceFactors(of rows: RowList) -> [Float] {
        guard hasSeveralSources(rows) else { return [] }
        var junk = Array(repeating: 0, count: sourceCount), wanted = junk
        for row in rows {
            if kindOfRow[row] < 0 { junk[source(row)] += messages(row) } else { wanted[source(row)] += messages(row) }
        }
        func factors(_ sizes: [Int]) -> [Float] {
            sizes.indices.map { source in
                min(1, Float(junk[source] + wanted[source]) / Float(WantedKinds.closelyFitted))
                    * min(1, (Float(WantedKinds.largeSource) / Float(max(1, sizes[source]))).squareRoot())
            }
        }
        let ofJunk = factors(junk), ofWanted = factors(wanted)
        var all = [Float](repeating: 1, count: kindOfRow.count)
        for row in rows { all[row] = kindOfRow[row] < 0 ? ofJunk[source(row)] : ofWanted[source(row)] }
        return all
    }

    /// The factors of rows for one of several kinds' vector. All are lower if the kind is small.
    /// Junk of other sources is lower still, if there is enough of the kind's own sources, and so
    /// are the kind's messages of sources without junk. In all, junk weighs what the kind does.
    private func balanced(_ factors: [Float], junk: RowList, own: RowList) -> [Float] {
        var factors = factors.isEmpty ? [Float](repeating: 1, count: kindOfRow.count) : factors
        func size(_ rows: RowList) -> Int { rows.reduce(0) { $0 + messages($1) } }
        func multiply(_ rows: RowList, by factor: Float) {
            for row in rows { factors[row] = max(factors[row] * factor, .leastNormalMagnitude) }
        }
        /// Rows of sources that have enough of the others, and the rest.
        func divided(_ rows: RowList, bySourcesOf others: RowList, atLeast least: Int) -> (near: RowList, far: RowList) {
            var found = Array(repeating: 0, count: sourceCount)
            for row in others { found[source(row)] += messages(row) }
            return (rows.filter { found[source($0)] >= least }, rows.filter { found[source($0)] < least })
        }
        if !sourceOfRow.isEmpty {
            let (near, far) = divided(junk, bySourcesOf: own, atLeast: 1)
            if !far.isEmpty, size(near) >= WantedKinds.leastJunk {
                multiply(far, by: min(1, WantedKinds.foreignShare * sum(near, factors) / sum(far, factors)))
            }
            let (paired, lonely) = divided(own, bySourcesOf: junk, atLeast: WantedKinds.leastJunk)
            if !lonely.isEmpty, !paired.isEmpty {
                multiply(lonely, by: min(1, WantedKinds.lonelyShare * sum(paired, factors) / sum(lonely, factors)))
            }
            let closeness = min(1, Float(size(own)) / Float(WantedKinds.closelyFitted))
            multiply(own, by: closeness)
            multiply(junk, by: closeness)
        }
        let ratio = (sum(own, factors) / sum(junk, factors)).squareRoot()
        multiply(junk, by: ratio)
        multiply(own, by: 1 / ratio)
        return factors
    }

    /// The sum of the factors of all messages: the same, to the bit, of messages and of sums of
    /// messages, since those of one factor are counted first.
    private func sum(_ rows: RowList, _ factors: [Float]) -> Float {
        var found: [(factor: Float, messages: Int)] = []
        var last = 0
        for row in rows {
            if found.isEmpty || found[last].factor != factors[row] {
                last = found.firstIndex { $0.factor == factors[row] } ?? found.count
                if last == found.count { found.append((factors[row], 0)) }
            }
            found[last].messages += messages(row)
        }
        return Float(found.sorted { $0.factor < $1.factor }.reduce(0) { $0 + Double($1.factor) * Double($1.messages) })
    }

    private func hasSeveralSources(_ rows: RowList) -> Bool {
        sourceCount > 1 && rows.contains { source($0) != source(rows[0]) }
    }

    /// What each row of the matrix counts if kinds have the shares that they have on a phone, 0 for
    /// others than these; empty where these are those of the corpus.
    func asTraffic(_ rows: RowList) -> [Float] {
        var sizes = Array(repeating: 0.0, count: count + 1)
        for row in rows { sizes[Int(kindOfRow[row]) + 1] += Double(messages(row)) }
        guard asked != nil || hasSeveralSources(rows), sizes.dropFirst().count(where: { $0 > 0 }) > 1 else { return [] }
        let traffic = traffic(of: rows, kinds: sizes.dropFirst().map { $0 > 0 }), shares = [traffic.junk] + traffic.wanted
        var all = Array(repeating: Float(0), count: kindOfRow.count)
        for row in rows { all[row] = Float(shares[Int(kindOfRow[row]) + 1] / sizes[Int(kindOfRow[row]) + 1]) }
        return all
    }

    /// The shares of junk and of each kind that a model of these rows assumes; `nil` with one kind.
    func assumedTraffic(_ rows: RowList) -> Traffic? {
        let kinds = (0..<count).map { kind in rows.contains { kindOfRow[$0] == kind } }
        guard kinds.count(where: { $0 }) > 1 else { return nil }
        let found = traffic(of: rows, kinds: kinds)
        return Traffic(Dictionary(uniqueKeysWithValues: [(.junk, found.junk)] + zip(actions, found.wanted)))
    }

    /// The share of each kind in the wanted messages of a phone, above 0 if some of the rows are of
    /// the kind, and junk over wanted messages: as in the sources that have several kinds. A
    /// collection of chats tells nothing of it, but would decide by its mass:
    /// Benchmarks/decisions/traffic.md.
    ///
    /// - Parameter kinds: which there are.
    private func traffic(of rows: RowList, kinds: [Bool]) -> (wanted: [Double], junk: Double) {
        if let asked {
            let shares = zip(actions, kinds).map { $1 ? asked[$0] : 0 }, wanted = shares.reduce(0, +)
            return (shares.map { $0 / wanted }, asked[.junk] / wanted)
        }
        // For each source its messages: junk, then each kind.
        var sizes = Array(repeating: Array(repeating: 0, count: count + 1), count: max(1, sourceCount))
        for row in rows { sizes[sourceOfRow.isEmpty ? 0 : source(row)][Int(kindOfRow[row]) + 1] += messages(row) }
        let telling = sizes.filter { $0.dropFirst().count { $0 > 0 } > 1 }
        // One more of each, so that a kind that these sources lack is possible.
        let all = ([true] + kinds).enumerated().map { kind, isThere in
            isThere ? telling.reduce(1.0) { $0 + Double($1[kind]) } : 0
        }
        let wanted = all.dropFirst().reduce(0, +)
        return (all.dropFirst().map { $0 / wanted }, all[0] / wanted)
    }
}
