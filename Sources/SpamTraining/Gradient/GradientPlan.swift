// Gradient: all that a worker needs to know. The driver makes it of counts; it names no message.

import Corpus
import SpamFilter
import Statistics

/// Messages of one source, label and fold: no problem tells them apart.
struct RowKind: Hashable, Sendable {
    let cell: CellName
    /// From 0.
    let fold: Int
    let messages: UInt64
}

/// One regression: which kinds of rows it learns from, as what, and what each row counts.
struct RegressionProblem: Hashable, Sendable {
    /// 0 for all rows, f for those outside of fold f - 1.
    let model: Int
    /// 2 or more.
    let classCount: Int
    /// Sums are kept as whole numbers of 2^-bits.
    let bits: Int
    /// For each kind of rows its class; `GradientLayout.noClass` where it is not learned from.
    let classes: [UInt8]
    /// For each kind of rows what a row counts, in `weights`.
    let weights: [Float]

    static let weightRange: ClosedRange<Float> = 0...1e6

    /// Weight vectors: one against the other class, or one for each of several.
    var vectorCount: Int { classCount == 2 ? 1 : classCount }
}

/// The plan of a training on a cluster.
///
/// Workers and driver name it by its digest, so that no file of another run is taken for one of
/// this.
public struct GradientPlan: Sendable {
    /// How messages are read.
    public let tokenizer: TokenizerSettings
    /// How the count of a feature becomes its value.
    public let weighting: FeatureWeighting
    /// How many folds there are, 1 to 100; 1 without folds.
    public let foldCount: Int
    let seed: UInt64
    /// Of the settings that the driver trains with.
    let settingsDigest: UInt64
    /// The share of rows that is scored out of fold, in 0...1.
    let scoredShare: Double
    let kinds: [RowKind]
    /// The feature of every column.
    let features: [UInt64]
    let problems: [RegressionProblem]
    /// The checksum of the plan's bytes, by which other files of the run name it.
    public let digest: UInt64
    /// The plan as a file, for workers.
    public let bytes: [UInt8]

    /// How many messages the partitions have together.
    public var messageCount: UInt64 { kinds.reduce(0) { $0 &+ $1.messages } }
    /// How many features are learned.
    public var featureCount: Int { features.count }
    /// How many regressions are solved together.
    public var problemCount: Int { problems.count }
    /// The format version of the files of a run.
    public static let fileVersion = GradientLayout.formatVersion

    init(
        tokenizer: TokenizerSettings, weighting: FeatureWeighting, foldCount: Int, seed: UInt64, settingsDigest: UInt64,
        scoredShare: Double, kinds: [RowKind], features: [UInt64], problems: [RegressionProblem]
    ) {
        (self.tokenizer, self.weighting, self.foldCount) = (tokenizer, weighting, foldCount)
        (self.seed, self.settingsDigest, self.scoredShare) = (seed, settingsDigest, scoredShare)
        (self.kinds, self.features, self.problems) = (kinds, features, problems)
        var writer = GradientWriter(.plan, plan: 0, capacity: features.count * 8)
        writer.add([tokenizer.wordNgrams, tokenizer.shortestNgram, tokenizer.longestNgram, tokenizer.cjkNgrams])
        writer.add([weighting.rawValue, tokenizer.simplifiesHan ? 1 : 0, UInt8(foldCount), 0])
        writer.add(seed)
        writer.add(settingsDigest)
        writer.add(scoredShare)
        writer.add(UInt32(kinds.count))
        writer.add(UInt32(features.count))
        writer.add(UInt32(problems.count))
        for kind in kinds {
            writer.add([UInt8(Label.all.firstIndex(of: kind.cell.label) ?? 0), UInt8(kind.fold)])
            writer.add(UInt16(kind.cell.source.count))
            writer.add(kind.messages)
            writer.add(kind.cell.source)
        }
        writer.add(features)
        for problem in problems {
            writer.add([UInt8(problem.model), UInt8(problem.classCount), UInt8(problem.bits), 0])
            writer.add(problem.classes)
            writer.add(problem.weights)
        }
        bytes = writer.finish()
        digest = bytes.withUnsafeBytes { WordChecksum.of(file: $0) }
    }

    /// Reads a plan.
    ///
    /// - Throws: `GradientError` unless the bytes are a plan of this version, whole and unaltered.
    /// - Complexity: O(bytes).
    public init(_ file: UnsafeRawBufferPointer) throws(GradientError) {
        var reader = try GradientReader(file, .plan, plan: 0)
        let start = reader.at
        let settings = try reader.array(8, of: UInt8.self)
        tokenizer = TokenizerSettings(
            wordNgrams: settings[0], shortestNgram: settings[1], longestNgram: settings[2], cjkNgrams: settings[3],
            simplifiesHan: settings[5] == 1)
        guard tokenizer.isValid, settings[5] <= 1, settings[7] == 0, let weighting = FeatureWeighting(rawValue: settings[4]),
            1...GradientLayout.mostFolds ~= Int(settings[6])
        else { throw .invalid(atByte: start, expected: "settings of a tokenizer, and a number of folds") }
        self.weighting = weighting
        foldCount = Int(settings[6])
        seed = try reader.next()
        settingsDigest = try reader.next()
        scoredShare = try reader.double()
        guard 0...1 ~= scoredShare else { throw .invalid(atByte: reader.at - 8, expected: "a share of rows") }
        let kindCount = try reader.next(0...GradientLayout.mostKinds, UInt32.self, "a number of kinds of rows")
        let featureCount = try reader.next(0...(MatrixEntry.mostColumns - 1), UInt32.self, "a number of features")
        let problemCount = try reader.next(0...Int(UInt16.max), UInt32.self, "a number of problems")
        kinds = try GradientPlan.kinds(&reader, kindCount, folds: foldCount)
        features = try reader.array(featureCount)
        problems = try GradientPlan.problems(&reader, problemCount, kinds: kinds, folds: foldCount)
        try reader.end()
        digest = WordChecksum.of(file: file)
        bytes = Array(file)
    }

    private static func kinds(_ reader: inout GradientReader, _ count: Int, folds: Int) throws(GradientError) -> [RowKind] {
        var kinds: [RowKind] = []
        for _ in 0..<count {
            let start = reader.at
            let label = try reader.next(0...(Label.all.count - 1), UInt8.self, "a label")
            let fold = try reader.next(0...(folds - 1), UInt8.self, "a fold")
            let length = try reader.next(0...CountsLayout.longestSource, UInt16.self, "the length of a source's name")
            let messages = try reader.next(UInt64.self)
            guard 1...CountsLayout.mostMessages ~= messages else {
                throw .invalid(atByte: start + 4, expected: "a number of messages")
            }
            let source = try reader.array(length, of: UInt8.self)
            guard String(validating: source, as: UTF8.self) != nil else {
                throw .invalid(atByte: start + 12, expected: "a source in UTF-8")
            }
            kinds.append(RowKind(cell: CellName(source: source, label: Label.all[label]), fold: fold, messages: messages))
        }
        return kinds
    }

    private static func problems(
        _ reader: inout GradientReader, _ count: Int, kinds: [RowKind], folds: Int
    ) throws(GradientError) -> [RegressionProblem] {
        var problems: [RegressionProblem] = []
        for _ in 0..<count {
            let start = reader.at
            let model = try reader.next(0...folds, UInt8.self, "the number of a model")
            let classCount = try reader.next(2...Label.all.count, UInt8.self, "a number of classes")
            let bits = try reader.next(0...RegressionProblem.mostBits, UInt8.self, "a number of bits")
            _ = try reader.next(0...0, UInt8.self, "a zero byte")
            let classes = try reader.array(kinds.count, of: UInt8.self)
            let weights = try reader.floats(kinds.count)
            guard classes.allSatisfy({ $0 == GradientLayout.noClass || $0 < classCount }),
                weights.allSatisfy({ RegressionProblem.weightRange.contains($0) }),
                bits <= RegressionProblem.bits(classes, weights, kinds)
            else { throw .invalid(atByte: start, expected: "classes, weights and bits of a problem") }
            problems.append(
                RegressionProblem(model: model, classCount: classCount, bits: bits, classes: classes, weights: weights))
        }
        return problems
    }
}

extension RegressionProblem {
    static let mostBits = 40
    /// Above every value of a feature in a message, and above the loss of a message that still
    /// tells one point from another.
    static let mostValue = 256.0

    /// The most bits with which no sum leaves 62 bits: a row adds at most its weight times
    /// `mostValue`.
    static func bits(_ classes: [UInt8], _ weights: [Float], _ kinds: [RowKind]) -> Int {
        var most = 1.0
        for (kind, weight) in zip(kinds, weights) { most += Double(weight) * Double(kind.messages) * mostValue }
        return max(0, min(mostBits, 61 - Int(most.exponent)))
    }
}
