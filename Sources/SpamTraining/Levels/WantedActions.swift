// Training: junk is told from each wanted action by a weight vector of its own.
//
// A model with one vector learns what tells a corpus' junk from its own wanted messages, and flags
// wanted messages unlike any that it saw. With a vector for each wanted action, junk must look
// unlike all of them. The odds against them add up: multinomial logistic regression with junk as
// the reference class, each logit fitted on its own pair of classes (Begg & Gray, Calculation of
// polychotomous logistic regression parameters using individualized regressions, Biometrika 71,
// 1984).
//
// It won on sources never trained on: Benchmarks/decisions/sources.md.

import Foundation
import SpamFilter

/// The wanted actions of a corpus that has junk, and how its junk is told from each.
struct WantedActions {
    /// With fewer junk messages from an action's own sources, junk of all sources counts alike:
    /// nothing can be learned from so few.
    static let leastJunk = 60
    /// A wanted action or a source with fewer messages has a lower C, in proportion: its messages
    /// are of a few templates or persons. 2,000 won over 500: Benchmarks/decisions/sources.md.
    static let closelyFitted = 2000
    /// Above this many junk or wanted messages of a source, each counts less: n messages count as
    /// the root of 1,000 n. So one large source does not decide alone what is wanted:
    /// Benchmarks/decisions/sources.md.
    static let largeSource = 1000
    /// The weight of all junk of other sources in an action's vector, over that of the action's own
    /// sources. Low, because what tells sources apart would else pass for what tells junk apart; a
    /// tenth won on balance: Benchmarks/decisions/sources.md.
    static let foreignShare: Float = 0.1
    /// The same of an action's messages from sources without junk, over those from sources with
    /// junk: Benchmarks/decisions/traffic.md.
    static let lonelyShare: Float = 0.3

    /// The place of every row's action in `actions`; -1 for junk.
    let placeOfRow: [Int8]
    let count: Int
    /// The source of every row; empty if sources do not matter.
    private let sourceOfRow: [UInt32]
    private let sourceCount: Int
    /// How many messages every row sums; empty for 1.
    private let messages: [Int]
    /// The wanted actions that the corpus has.
    private let actions: [Action]
    /// What was asked for; `nil` for the shares of sources with several wanted actions.
    let asked: Traffic?

    /// - Parameters:
    ///   - sources: the source of every row (`SourceNumbers`); empty if sources do not matter.
    ///   - messages: how many messages every row sums; empty for 1.
    ///   - traffic: the shares of actions on a phone; `nil` for those of the corpus.
    init(_ labels: [Label], sources: [UInt32], messages: [Int] = [], traffic: Traffic? = nil) {
        let wanted = Action.allCases.filter { action in action != .junk && labels.contains { $0.action == action } }
        var placeOfAction = Array(repeating: Int8(-1), count: Action.allCases.count)
        for (place, action) in wanted.enumerated() { placeOfAction[action.rawValue] = Int8(place) }
        placeOfRow = labels.map { placeOfAction[$0.action.rawValue] }
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

    /// Learns junk against each wanted action, from some rows. A wanted action without rows has no
    /// vector.
    ///
    /// - Parameter rowWeights: as of `Trainer.fit`.
    func fit(_ rows: RowList, _ rowWeights: [Float], by fit: RowFit) -> LearnedClass {
        junk(vectors(rows, rowWeights, by: fit))
    }

    /// The class of junk with the vectors of wanted actions that have one.
    func junk(_ vectorOfAction: [LearnedVector?]) -> LearnedClass {
        let vectors = vectorOfAction.compactMap { $0 }
        return LearnedClass(label: .junk, vectors: vectors, combination: vectors.count > 1 ? .softMinimum : .sum)
    }

    /// Junk against each wanted action; `nil` for a wanted action without rows. Without junk there
    /// is no vector.
    ///
    /// - Parameter pooled: wanted actions that, if they have no rows, are told by all wanted
    ///   messages.
    func vectors(_ rows: RowList, _ rowWeights: [Float], pooled: [Bool] = [], by fit: RowFit) -> [LearnedVector?] {
        let isJunk: [UInt8] = placeOfRow.map { $0 < 0 ? 1 : 0 }
        let factors = sourceFactors(of: rows)
        let junk = rows.filter { placeOfRow[$0] < 0 }
        guard !junk.isEmpty, junk.count < rows.count else { return Array(repeating: nil, count: count) }
        var isThere = pooled.isEmpty ? Array(repeating: false, count: count) : pooled
        for row in rows where placeOfRow[row] >= 0 { isThere[Int(placeOfRow[row])] = true }
        let traffic = traffic(of: rows, present: isThere).wanted
        let several = isThere.count { $0 } > 1
        return (0..<count).map { place in
            guard isThere[place] else { return nil }
            guard several else { return LearnedVector(fit(isJunk, 2, rows, weighed(rowWeights, factors)), class: 1) }
            var own = rows.filter { placeOfRow[$0] == place }, both = rows
            if own.isEmpty {
                own = rows.filter { placeOfRow[$0] >= 0 }
            } else {
                both = rows.filter { placeOfRow[$0] < 0 || placeOfRow[$0] == place }
            }
            let weights = weighed(rowWeights, balanced(factors, junk: junk, own: own))
            let learned = LearnedVector(fit(isJunk, 2, both, weights), class: 1)
            return LearnedVector(bias: learned.bias - log(traffic[place]), weights: learned.weights)
        }
    }
}

// What a row counts. Weights that a person gives come last: balance must not undo them.
extension WantedActions {
    private func weighed(_ rowWeights: [Float], _ factors: [Float]) -> [Float] {
        guard !rowWeights.isEmpty, !factors.isEmpty else { return rowWeights + factors }
        return zip(rowWeights, factors).map { max($0 * $1, .leastNormalMagnitude) }
    }

    /// The factors of rows, lower if their source is small or large; empty for 1.
    private func sourceFactors(of rows: RowList) -> [Float] {
        guard hasSeveralSources(rows) else { return [] }
        var junk = Array(repeating: 0, count: sourceCount), wanted = junk
        for row in rows {
            if placeOfRow[row] < 0 { junk[source(row)] += messages(row) } else { wanted[source(row)] += messages(row) }
        }
        func factors(_ sizes: [Int]) -> [Float] {
            sizes.indices.map { source in
                min(1, Float(junk[source] + wanted[source]) / Float(WantedActions.closelyFitted))
                    * min(1, (Float(WantedActions.largeSource) / Float(max(1, sizes[source]))).squareRoot())
            }
        }
        let ofJunk = factors(junk), ofWanted = factors(wanted)
        var all = [Float](repeating: 1, count: placeOfRow.count)
        for row in rows { all[row] = placeOfRow[row] < 0 ? ofJunk[source(row)] : ofWanted[source(row)] }
        return all
    }

    /// The factors of rows for the vector of one of several actions. All are lower if the action is
    /// small. Junk of other sources is lower still, if there is enough of the action's own sources,
    /// and so are the action's messages of sources without junk. In all, junk weighs what the
    /// action does.
    private func balanced(_ factors: [Float], junk: RowList, own: RowList) -> [Float] {
        var factors = factors.isEmpty ? [Float](repeating: 1, count: placeOfRow.count) : factors
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
            if !far.isEmpty, size(near) >= WantedActions.leastJunk {
                multiply(far, by: min(1, WantedActions.foreignShare * sum(near, factors) / sum(far, factors)))
            }
            let (paired, lonely) = divided(own, bySourcesOf: junk, atLeast: WantedActions.leastJunk)
            if !lonely.isEmpty, !paired.isEmpty {
                multiply(lonely, by: min(1, WantedActions.lonelyShare * sum(paired, factors) / sum(lonely, factors)))
            }
            let closeness = min(1, Float(size(own)) / Float(WantedActions.closelyFitted))
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

    /// What each row of the matrix counts if wanted actions have the shares that they have on a
    /// phone, 0 for others than these; empty where these are those of the corpus.
    func asTraffic(_ rows: RowList) -> [Float] {
        var sizes = Array(repeating: 0.0, count: count + 1)
        for row in rows { sizes[Int(placeOfRow[row]) + 1] += Double(messages(row)) }
        guard asked != nil || hasSeveralSources(rows), sizes.dropFirst().count(where: { $0 > 0 }) > 1 else { return [] }
        let traffic = traffic(of: rows, present: sizes.dropFirst().map { $0 > 0 }), shares = [traffic.junk] + traffic.wanted
        var all = Array(repeating: Float(0), count: placeOfRow.count)
        for row in rows { all[row] = Float(shares[Int(placeOfRow[row]) + 1] / sizes[Int(placeOfRow[row]) + 1]) }
        return all
    }

    /// The shares of junk and of each wanted action that a model of these rows assumes; `nil` with
    /// one wanted action.
    func assumedTraffic(_ rows: RowList) -> Traffic? {
        let present = (0..<count).map { place in rows.contains { placeOfRow[$0] == place } }
        guard present.count(where: { $0 }) > 1 else { return nil }
        let found = traffic(of: rows, present: present)
        return Traffic(Dictionary(uniqueKeysWithValues: [(.junk, found.junk)] + zip(actions, found.wanted)))
    }

    /// The share of each wanted action in the wanted messages of a phone, above 0 if some of the
    /// rows are of the wanted action, and junk over wanted messages: as in the sources that have
    /// several wanted actions. A collection of chats tells nothing of it, but would decide by its
    /// mass: Benchmarks/decisions/traffic.md.
    ///
    /// - Parameter present: which there are.
    private func traffic(of rows: RowList, present: [Bool]) -> (wanted: [Double], junk: Double) {
        if let asked {
            let shares = zip(actions, present).map { $1 ? asked[$0] : 0 }, wanted = shares.reduce(0, +)
            return (shares.map { $0 / wanted }, asked[.junk] / wanted)
        }
        // For each source its messages: junk, then each wanted action.
        var sizes = Array(repeating: Array(repeating: 0, count: count + 1), count: max(1, sourceCount))
        for row in rows { sizes[sourceOfRow.isEmpty ? 0 : source(row)][Int(placeOfRow[row]) + 1] += messages(row) }
        let telling = sizes.filter { $0.dropFirst().count { $0 > 0 } > 1 }
        // One more of each, so that a wanted action that these sources lack is possible.
        let all = ([true] + present).enumerated().map { place, isThere in
            isThere ? telling.reduce(1.0) { $0 + Double($1[place]) } : 0
        }
        let wanted = all.dropFirst().reduce(0, +)
        return (all.dropFirst().map { $0 / wanted }, all[0] / wanted)
    }
}
