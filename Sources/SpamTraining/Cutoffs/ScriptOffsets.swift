// Training: what the junk scores of unseen messages lack in one script against the others.
//
// A corpus has fewer templates in one script than in another, and the model is less sure of new
// ones there. One cutoff for all then finds little of its junk. Platt's scaling with an offset for
// the script, shrunk to none, tells how much that is: Benchmarks/decisions/calibration.md.

import Foundation
import SpamFilter

/// Weights of junk for the lengths of messages in scripts whose scores lack something: length is
/// the feature that every message has, and has by its script.
struct ScriptOffsets {
    /// With a smaller gain of log-likelihood, in nats, a script does not differ.
    private static let leastGain = 6.0

    /// The weight of each column that has one.
    private let weightOfColumn: [Int: Double]

    var isEmpty: Bool { weightOfColumn.isEmpty }

    /// No script differs.
    init() { weightOfColumn = [:] }

    /// - Parameters:
    ///   - scores: of messages that the models which scored them had not learned from.
    ///   - matrix: of the rows that were scored; `vocabulary` has its columns.
    ///   - levels: those of the corpus.
    /// - Complexity: O(scores) for each of some 10 steps, at most four times.
    init(_ scores: OutOfFoldScores, _ matrix: FeatureMatrix, _ vocabulary: Vocabulary, _ levels: LabelLevels) {
        let columns = ScriptOffsets.columns(vocabulary)
        let (rows, units) = ScriptOffsets.rows(scores, matrix, columns, levels)
        // The script that differs most comes first: the others are compared with what is then left.
        var scripts: [MessageScript] = [], scaling = ScriptScaling(rows, scripts)
        var others = MessageScript.allCases.filter { ScriptOffsets.isMeasurable($0, rows) }
        while let (script, next) = others.map({ ($0, ScriptScaling(rows, scripts + [$0])) }).min(by: { $0.1.loss < $1.1.loss }),
            scaling.loss - next.loss >= ScriptOffsets.leastGain
        {
            scripts.append(script)
            others.removeAll { $0 == script }
            scaling = next
        }
        let offsets = Dictionary(uniqueKeysWithValues: zip(scripts, scaling.offsets.map { $0 / scaling.slope }))
        weightOfColumn = Dictionary(
            uniqueKeysWithValues: units.compactMap { column, unit in offsets[columns[column]!].map { (column, $0 / unit) } })
    }

    /// The columns of the lengths of scripts that are told apart from all others.
    private static func columns(_ vocabulary: Vocabulary) -> [Int: MessageScript] {
        var scriptOf: [UInt64: MessageScript] = [:]
        for script in MessageScript.allCases where script != .spaced {
            for feature in script.lengthFeatures { scriptOf[feature] = script }
        }
        var columns: [Int: MessageScript] = [:]
        for (column, feature) in vocabulary.features.enumerated() {
            if let script = scriptOf[feature] { columns[column] = script }
        }
        return columns
    }

    /// The scored rows, and for each column of a length its mean value, of which theirs are
    /// multiples. Long messages have small values, and what scores lack is the same for all
    /// lengths.
    private static func rows(
        _ scores: OutOfFoldScores, _ matrix: FeatureMatrix, _ columns: [Int: MessageScript], _ levels: LabelLevels
    ) -> (rows: [ScriptScaling.Row], units: [Int: Double]) {
        guard !columns.isEmpty, scores.actions.count > 1, let junk = scores.actions.firstIndex(of: .junk) else {
            return ([], [:])
        }
        var isLength = [Bool](repeating: false, count: matrix.columnCount)
        for column in columns.keys { isLength[column] = true }
        var sizes: [UInt64: Double] = [:]
        for group in scores.groups { sizes[group, default: 0] += 1 }
        let traffic = levels.wantedActions?.asTraffic(levels.own(RowList(levels.labels.indices))) ?? []
        var weights = scores.rows.indices.map { i in
            (traffic.isEmpty ? 1 : Double(traffic[scores.rows[i]])) / sizes[scores.groups[i]]!
        }
        // As many as there are groups.
        let scale = Double(sizes.count) / max(weights.reduce(0, +), 1e-9)
        for i in weights.indices { weights[i] *= scale }
        var found: [Int: (sum: Double, count: Double)] = [:], columnOf = [Int](repeating: -1, count: scores.count)
        var rows: [ScriptScaling.Row] = []
        rows.reserveCapacity(scores.count)
        matrix.forEachPlace(of: scores.rows) { i in
            let row = scores.rows[i], all = scores.scores(i)
            var script = MessageScript.spaced, value = 0.0
            matrix.forEachEntry(ofRow: row) { entry in
                guard isLength[entry.column] else { return }
                script = columns[entry.column]!
                value = Double(entry.count) * Double(matrix.norms[row])
                columnOf[i] = entry.column
                found[entry.column, default: (0, 0)].sum += value
                found[entry.column]!.count += 1
            }
            rows.append(
                ScriptScaling.Row(
                    score: all[all.startIndex + junk], isJunk: scores.classes[i] == junk, group: scores.groups[i], script: script,
                    value: value, weight: weights[i]))
        }
        let units = found.mapValues { $0.sum / $0.count }
        for i in rows.indices where columnOf[i] >= 0 { rows[i].value /= units[columnOf[i]]! }
        return (rows, units)
    }

    /// Whether there are enough groups of junk and of wanted messages in a script, and in others.
    private static func isMeasurable(_ script: MessageScript, _ rows: [ScriptScaling.Row]) -> Bool {
        guard script != .spaced else { return false }
        return [true, false].allSatisfy { isJunk in
            [true, false].allSatisfy { isIn in
                Set(rows.lazy.filter { $0.isJunk == isJunk && ($0.script == script) == isIn }.map(\.group)).count
                    >= GroupsOfLabels.least
            }
        }
    }

    /// What the score of junk of a row lacks.
    func score(_ row: Int, of matrix: FeatureMatrix) -> Double {
        var score = 0.0
        matrix.forEachEntry(ofRow: row) { entry in
            if let weight = weightOfColumn[entry.column] { score += weight * Double(entry.count) * Double(matrix.norms[row]) }
        }
        return score
    }

    /// Classes whose junk has these weights too.
    ///
    /// - Parameter columns: those that the vectors are of; `nil` for all.
    func added(to classes: [LearnedClass], columns: [Int]? = nil) -> [LearnedClass] {
        guard !isEmpty else { return classes }
        var places: [Int: Double] = weightOfColumn
        if let columns {
            places = [:]
            for (place, column) in columns.enumerated() { places[place] = weightOfColumn[column] }
        }
        return classes.map { entry in
            guard entry.label == .junk else { return entry }
            var entry = entry
            entry.vectors = entry.vectors.map { vector in
                var weights = vector.weights
                for (place, weight) in places { weights[place] += Float(weight) }
                return LearnedVector(bias: vector.bias, weights: weights)
            }
            return entry
        }
    }
}

/// Log-odds of junk = slope x score + offset + offset of the script x value of its length, by
/// Newton's method with step halving; targets as of `Calibration`. Offsets of scripts have a normal
/// prior of deviation 1.
private struct ScriptScaling {
    struct Row {
        let score: Double
        let isJunk: Bool
        let group: UInt64
        let script: MessageScript
        var value: Double
        let weight: Double
    }

    private var parameters: [Double]
    private(set) var loss: Double

    var slope: Double { parameters[0] }
    /// One a script.
    var offsets: [Double] { Array(parameters.dropFirst(2)) }

    init(_ rows: [Row], _ scripts: [MessageScript]) {
        var level = LevelScores(classCount: 2)
        for row in rows { level.add(row.isJunk ? 1 : 0, [0, row.score], weight: row.weight) }
        let common = Calibration(level)
        parameters = [common.slope, common.offsets[1]] + scripts.map { _ in 0 }
        let junk = rows.reduce(0) { $1.isJunk ? $0 + $1.weight : $0 }, wanted = rows.reduce(0) { $1.isJunk ? $0 : $0 + $1.weight }
        let targets = (junk: (junk + 1) / (junk + 2), wanted: 1 / (wanted + 2))
        var here = Derivatives(rows, scripts, parameters, targets)
        for _ in 0..<(scripts.isEmpty ? 0 : 50) {
            let step = Calibration.solve(here.hessian, here.gradient)
            var length = 1.0, next = parameters, there = here
            repeat {
                next = zip(parameters, step).map { $0 - length * $1 }
                there = Derivatives(rows, scripts, next, targets)
                length /= 2
            } while !(there.loss <= here.loss) && length > 1e-6
            let gain = here.loss - there.loss
            guard gain > 0 else { break }
            (parameters, here) = (next, there)
            if gain < 1e-9 * here.loss { break }
        }
        loss = here.loss
    }

    private struct Derivatives {
        var loss = 0.0
        var gradient: [Double]
        var hessian: [[Double]]

        init(_ rows: [Row], _ scripts: [MessageScript], _ parameters: [Double], _ targets: (junk: Double, wanted: Double)) {
            let count = parameters.count
            gradient = Array(repeating: 0, count: count)
            hessian = Array(repeating: gradient, count: count)
            for row in rows {
                let place = scripts.firstIndex(of: row.script).map { $0 + 2 }
                let logOdds =
                    parameters[0] * row.score + parameters[1] + (place.map { parameters[$0] * row.value } ?? 0)
                let p = 1 / (1 + exp(-logOdds)), target = row.isJunk ? targets.junk : targets.wanted
                loss += row.weight * (max(logOdds, 0) + log1p(exp(-abs(logOdds))) - target * logOdds)
                let error = row.weight * (p - target), curvature = row.weight * p * (1 - p)
                func add(_ i: Int, _ x: Double) {
                    gradient[i] += error * x
                    hessian[i][0] += curvature * x * row.score
                    hessian[i][1] += curvature * x
                    if let place { hessian[i][place] += curvature * x * row.value }
                }
                add(0, row.score)
                add(1, 1)
                if let place { add(place, row.value) }
            }
            for i in 0..<count {
                hessian[i][i] += i < 2 ? 1e-9 : 1
                if i >= 2 {
                    gradient[i] += parameters[i]
                    loss += parameters[i] * parameters[i] / 2
                }
            }
        }
    }
}
