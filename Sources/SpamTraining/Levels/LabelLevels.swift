// Training: three levels of labels, each with its own weights. Junk or not (`WantedActions`), then
// which wanted action, then which sub-action. One softmax over all labels lost: it scatters the
// probability of an action over its sub-actions. Benchmarks/decisions/classes.md.

import SpamFilter

/// The rows of a corpus by action and by sub-action. A row is a message, or the sum of several of
/// one label and source.
package struct LabelLevels {
    /// The actions that occur, as labels without a sub-action, in order.
    package let actions: [Label]
    /// What junk is told from; `nil` without junk.
    let wantedActions: WantedActions?
    /// The actions that occur, without junk.
    let wanted: [Label]
    /// For every row whether its source has wanted messages of several actions. A source of allowed
    /// messages alone may hold unlabelled transactions.
    let tellsWantedApart: [Bool]
    /// Whether these rows are of all wanted actions.
    private let areAllTold: Bool
    /// How many messages every row sums; empty for 1.
    private let messages: [Int]
    /// The number of messages of each label.
    let messagesOfLabel: [Label: Int]
    /// The same without the background.
    let ownMessagesOfLabel: [Label: Int]
    /// The label of every row.
    let labels: [Label]
    /// The source of every row; empty where it does not matter.
    private let sources: [UInt32]
    /// Whether each row is of the background; empty unless there are own rows of both sides too.
    let isBackground: [Bool]
    /// Whether no row is of a phone: all are of the background, or of the starter corpus.
    let isForUnknownPhones: Bool
    /// The weight vectors of wanted actions and of sub-actions.
    let otherVectors: Int

    /// - Parameters:
    ///   - sources: of every row (`SourceNumbers`); empty if sources do not matter.
    ///   - messages: how many every row sums; empty for 1 everywhere.
    ///   - isBackground: of every row; empty where there is no background.
    ///   - written: the number of the source whose messages were written, not received.
    ///   - traffic: the shares of actions on a phone; `nil` for those of the corpus, or of unknown
    ///     senders where rows are general and no source tells them.
    package init(
        _ labels: [Label], sources: [UInt32] = [], messages: [Int] = [], isBackground: [Bool] = [], written: UInt32? = nil,
        traffic: Traffic? = nil
    ) {
        (self.labels, self.sources, self.messages) = (labels, sources, messages)
        func isGeneral(_ row: Int) -> Bool {
            !isBackground.isEmpty && isBackground[row] || written != nil && !sources.isEmpty && sources[row] == written
        }
        isForUnknownPhones = !labels.isEmpty && labels.indices.allSatisfy(isGeneral)
        let hasGeneral = isForUnknownPhones || labels.indices.contains(where: isGeneral)
        let isBackground = LabelLevels.hasOwnAndBackground(labels, isBackground) ? isBackground : []
        self.isBackground = isBackground
        var found: [(label: Label, messages: Int, own: Int)] = []
        for (row, label) in labels.enumerated() {
            // At most a dozen: a search is faster than a hash for each of millions of rows.
            let place = found.firstIndex { $0.label == label } ?? found.count
            if place == found.count { found.append((label, 0, 0)) }
            let count = messages.isEmpty ? 1 : messages[row]
            found[place].messages += count
            if isBackground.isEmpty || !isBackground[row] { found[place].own += count }
        }
        messagesOfLabel = Dictionary(uniqueKeysWithValues: found.map { ($0.label, $0.messages) })
        ownMessagesOfLabel = Dictionary(uniqueKeysWithValues: found.filter { $0.own > 0 }.map { ($0.label, $0.own) })
        let tells = LabelLevels.tellWantedApart(labels, sources)
        let actions = Set(found.map { Label($0.label.action)! }).sorted()
        (self.actions, wanted, tellsWantedApart) = (actions, actions.filter { $0 != .junk }, tells)
        areAllTold = wanted.allSatisfy { action in zip(labels, tells).contains { $1 && $0.action == action.action } }
        otherVectors = max(0, wanted.count - 1) + LabelLevels.subVectors(found.map { $0.label })
        // The make-up of a written corpus is its writers', that of a background another's.
        var shares = traffic
        if traffic == nil, hasGeneral, isBackground.isEmpty {
            let received = labels.indices.lazy.filter { tells[$0] && !isGeneral($0) }
            let rows = received.map {
                (sources.isEmpty ? 0 : sources[$0], labels[$0].action, messages.isEmpty ? 1 : messages[$0])
            }
            if !Traffic.isTold(byReceived: rows) { shares = .unknownSenders }
        }
        wantedActions =
            actions.contains(.junk) && actions.count > 1
            ? WantedActions(labels, sources: sources, messages: messages, traffic: shares) : nil
    }

    /// How many weight vectors tell sub-actions apart.
    ///
    /// - Parameter labels: each once.
    private static func subVectors(_ labels: [Label]) -> Int {
        let divided = Dictionary(grouping: labels.filter { $0.subAction != .none }, by: \.action)
        return divided.values.reduce(0) { $0 + $1.count - 1 }
    }

    /// For every row whether its source has wanted messages of several actions.
    private static func tellWantedApart(_ labels: [Label], _ sources: [UInt32]) -> [Bool] {
        guard let last = sources.max() else { return labels.map { _ in true } }
        // For each source the action of its first wanted message, until one of another action
        // comes.
        var action = Array(repeating: Action.junk, count: Int(last) + 1), tells = Array(repeating: false, count: Int(last) + 1)
        for (label, source) in zip(labels, sources) where label.action != .junk {
            if action[Int(source)] == .junk { action[Int(source)] = label.action }
            if action[Int(source)] != label.action { tells[Int(source)] = true }
        }
        return sources.map { tells[Int($0)] }
    }

    /// The place of each action among these, by its raw value; 0 for the others.
    private static func places(of actions: [Label]) -> [UInt8] {
        var places = Array(repeating: UInt8(0), count: Action.allCases.count)
        for (place, label) in actions.enumerated() { places[label.action.rawValue] = UInt8(place) }
        return places
    }

    /// For every row the index of its action in `actions`. Made anew each time: for millions of
    /// rows it is much to keep.
    var actionOfRow: [UInt8] {
        let places = LabelLevels.places(of: actions)
        return labels.map { places[$0.action.rawValue] }
    }

    /// The sub-actions that a model declares: those asked for, else those of most own messages,
    /// then of the background's.
    func declared(_ asked: [Label]?) -> LabelSet {
        if let asked { return LabelSet(asked) }
        let most = messagesOfLabel.filter { $0.key.subAction != .none }
            .sorted { first, second in
                func count(_ label: Label) -> [Int] { [ownMessagesOfLabel[label] ?? 0, messagesOfLabel[label] ?? 0] }
                let (a, b) = (count(first.key), count(second.key))
                return a != b ? b.lexicographicallyPrecedes(a) : first.key < second.key
            }
        return LabelSet(most.prefix(DecisionPolicy.mostDeclared).map(\.key))
    }

    /// The classes of a model, of all levels.
    var classes: LabelSet { LabelSet(actions).union(LabelSet(messagesOfLabel.keys)) }

    /// Throws where there is nothing to tell apart.
    package func requireSeveralActions() throws(TrainingError) {
        guard let first = actions.first else { throw .emptyCorpus }
        guard actions.count > 1 else { throw .oneClass(first, rows: messagesOfLabel.values.reduce(0, +)) }
    }

    /// The rows that no fit tells apart; `nil` where there are too many kinds of them.
    func cells(_ rowWeights: [Float]) -> RowCells? {
        RowCells(labels: labels, sources: sources, weights: rowWeights, traffic: wantedActions?.asked)
    }

    /// Whether own messages tell junk from others, and there is a background beside them. Else
    /// all messages are learned from alike.
    private static func hasOwnAndBackground(_ labels: [Label], _ isBackground: [Bool]) -> Bool {
        guard isBackground.contains(true) else { return false }
        let own = zip(labels, isBackground).lazy.filter { !$1 }
        return own.contains { $0.0.action == .junk } && own.contains { $0.0.action != .junk }
    }

    /// Rows that are not of the background, and those that are.
    func own(_ rows: RowList) -> RowList { isBackground.isEmpty ? rows : rows.filter { !isBackground[$0] } }
    func background(_ rows: RowList) -> RowList { isBackground.isEmpty ? [] : rows.filter { isBackground[$0] } }

    /// How many rows are no background.
    var ownCount: Int { isBackground.isEmpty ? labels.count : isBackground.count { !$0 } }

    /// The background's messages of protected labels of which own messages have too few groups. Of
    /// a whole action that is protected, own messages without a sub-action may be of any.
    ///
    /// - Parameters:
    ///   - groups: of every row.
    ///   - withLacking: also that of all wanted labels of which own messages have too few groups.
    func background(of protected: [ProtectedLabel], groups: [UInt64], withLacking: Bool = false) -> RowList {
        guard !isBackground.isEmpty else { return [] }
        var own = GroupsOfLabels()
        for (row, label) in labels.enumerated() where !isBackground[row] { own.add(groups[row], of: label) }
        func isLacking(_ label: Label) -> Bool {
            if withLacking, label != .junk, own.lack(label) { return true }
            return own.areFew(of: label)
                && protected.contains { $0.label == label || $0.protects(label) && own.areFew(of: $0.label) }
        }
        let lacking = LabelSet(messagesOfLabel.keys.filter(isLacking))
        return lacking.isEmpty ? [] : background(RowList(labels.indices)).filter { lacking.contains(labels[$0]) }
    }

    /// The shares of actions that a model assumes; `nil` with one wanted action.
    var assumedTraffic: Traffic? { wantedActions?.assumedTraffic(own(RowList(labels.indices))) }

    /// Learns all levels from some rows. Rows without a sub-action teach the first two levels only.
    func fit(_ rows: RowList, _ rowWeights: [Float], by fit: RowFit) -> [LearnedClass] {
        self.fit(rows, rowWeights, junk: wantedActions?.fit(rows, rowWeights, by: fit), by: fit)
    }

    /// Learns the other levels.
    ///
    /// - Parameters:
    ///   - junk: the first level; `nil` without junk.
    ///   - subActions: the last level, where it is learned already.
    func fit(
        _ rows: RowList, _ rowWeights: [Float], junk: LearnedClass?, subActions: [LearnedClass]? = nil, by fit: RowFit
    ) -> [LearnedClass] {
        var learned = junk.map { [$0] } ?? []
        learned += fitWanted(rows, rowWeights, by: fit)
        learned += subActions ?? fitSubActions(rows, rowWeights, by: fit)
        return learned.sorted { $0.label < $1.label }
    }

    /// For every row whether the calibration of wanted actions counts it; empty for all. An inbox
    /// of many sources is not that of the few which have folders:
    /// Benchmarks/decisions/folders.md.
    var calibratesWanted: [Bool] { areAllTold ? [] : tellsWantedApart }

    /// The weight of an action's messages from sources that have no other wanted action, over those
    /// from sources that do. Some are unlabelled transactions, but without them all that is unlike
    /// the few sources with folders may be filed there: Benchmarks/decisions/folders.md.
    private static let oneActionShare: Float = 0.1

    /// Learns the wanted actions, mostly from sources that tell them apart.
    private func fitWanted(_ rows: RowList, _ rowWeights: [Float], by fit: RowFit) -> [LearnedClass] {
        guard wanted.count > 1 else { return wanted.map { LearnedClass(label: $0, vectors: []) } }
        let rows = rows.filter { labels[$0].action != .junk }
        let places = LabelLevels.places(of: wanted)
        let classes = labels.map { places[$0.action.rawValue] }
        let weights = fit(classes, wanted.count, rows, weighed(rowWeights, rows, classes))
        return LabelLevels.classes(weights, labels: wanted)
    }

    /// Less weight for rows of sources with one wanted action, where those of other sources have
    /// all of them.
    ///
    /// - Parameters:
    ///   - rows: the wanted ones that are learned from.
    ///   - classes: the place of each row's action.
    private func weighed(_ rowWeights: [Float], _ rows: RowList, _ classes: [UInt8]) -> [Float] {
        var near = Array(repeating: 0, count: wanted.count), far = near
        for row in rows {
            let place = Int(classes[row]), count = messages.isEmpty ? 1 : messages[row]
            if tellsWantedApart[row] { near[place] += count } else { far[place] += count }
        }
        guard !near.contains(0), far.contains(where: { $0 > 0 }) else { return rowWeights }
        let factors = zip(near, far).map { min(1, LabelLevels.oneActionShare * Float($0) / Float(max(1, $1))) }
        var weights = rowWeights.isEmpty ? Array(repeating: 1, count: labels.count) : rowWeights
        for row in rows where !tellsWantedApart[row] {
            weights[row] = max(weights[row] * factors[Int(classes[row])], .leastNormalMagnitude)
        }
        return weights
    }

    static func classes(_ learned: LinearWeights, labels: [Label]) -> [LearnedClass] {
        labels.indices.map { c in
            LearnedClass(label: labels[c], vectors: c == 0 ? [] : [LearnedVector(learned, class: c)])
        }
    }
}

extension LabelLevels {
    /// The sums of all rows; `nil` where the trainer needs more, or they would take much memory.
    /// Two labels are one fit, which reads each message once anyway.
    func sums(_ matrix: FeatureMatrix, trainer: any Trainer, rowWeights: [Float]) -> RowSums? {
        guard messagesOfLabel.count > 2, trainer.additive != nil else { return nil }
        return RowSums(matrix, cells: cells(rowWeights))
    }

    /// Learns all levels from some rows of a matrix.
    ///
    /// - Parameters:
    ///   - sums: of all rows of the matrix.
    ///   - rowWeights: as of `Trainer.fit`.
    ///   - background: what is known beside own rows; `nil` without.
    ///   - subActions: the last level, where it is learned already.
    ///   - isDone: told of every fit.
    func fit(
        _ matrix: FeatureMatrix, trainer: any Trainer, rows: RowList, rowWeights: [Float] = [], sums: RowSums? = nil,
        background: Background? = nil, subActions: [LearnedClass]? = nil,
        isDone: (_ rows: Int, _ classes: Int) -> Void = { _, _ in }
    ) -> [LearnedClass] {
        if let sums, let trainer = trainer.additive { return sums.keeping(rows, of: matrix).fit(by: trainer) }
        func learn(
            _ matrix: FeatureMatrix, _ classes: [UInt8], _ classCount: Int, _ rows: RowList, _ rowWeights: [Float]
        ) -> LinearWeights {
            defer { isDone(rows.count, classCount) }
            return trainer.fit(matrix, classes: classes, classCount: classCount, rows: rows, rowWeights: rowWeights)
        }
        guard let background, let wantedActions else { return fit(rows, rowWeights) { learn(matrix, $0, $1, $2, $3) } }
        let ownMatrix = matrix.scaled(by: background.ownScales)
        let own = own(rows)
        let junk = wantedActions.fit(
            own, rowWeights, over: background, spread: { ownMatrix.spread(of: $0, rows: own) }
        ) { learn(ownMatrix, $0, $1, $2, $3) }
        return fit(rows, rowWeights, junk: junk, subActions: subActions) { learn(matrix, $0, $1, $2, $3) }
    }
}
