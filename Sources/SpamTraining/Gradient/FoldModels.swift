// Gradient: the models that score the rows of each fold, as the driver sends them to the workers.

import SpamFilter

/// A model for each fold, of all other folds; `nil` where those lack an action.
public struct FoldModels {
    let models: [CompactWeights?]

    init(_ models: [CompactWeights?]) { self.models = models }

    /// Reads the models that the driver sent.
    ///
    /// - Throws: `GradientError` unless the bytes are models of this plan.
    /// - Complexity: O(bytes).
    public init(_ bytes: UnsafeRawBufferPointer, _ plan: GradientPlan) throws(GradientError) {
        var reader = try GradientReader(bytes, .models, plan: plan.digest)
        var models: [CompactWeights?] = []
        for _ in 0..<plan.foldCount { models.append(try FoldModels.model(&reader, columns: plan.features.count)) }
        try reader.end()
        self.models = models
    }

    private static func model(_ reader: inout GradientReader, columns: Int) throws(GradientError) -> CompactWeights? {
        let classCount = try reader.next(0...Label.all.count, UInt32.self, "a number of classes")
        guard classCount > 0 else { return nil }
        var classes: [ModelContent.Class] = []
        for _ in 0..<classCount {
            let label = try reader.next(0...(Label.all.count - 1), UInt8.self, "a label")
            let start = reader.at
            guard let combination = VectorCombination(rawValue: try reader.next()) else {
                throw .invalid(atByte: start, expected: "how vectors are combined")
            }
            var entry = ModelContent.Class(label: Label.all[label])
            entry.combination = combination
            for _ in 0..<(try reader.next(0...Label.all.count, UInt16.self, "a number of vectors")) {
                let (bias, scale) = (try reader.float(), try reader.float())
                guard bias.isFinite, scale.isFinite else { throw .invalid(atByte: reader.at - 8, expected: "a finite number") }
                entry.vectors.append(.init(bias: bias, scale: scale))
            }
            classes.append(entry)
        }
        let vectors = classes.reduce(0) { $0 + $1.vectors.count }
        let rows = try reader.next(0...MatrixEntry.mostColumns, UInt32.self, "a number of features")
        let start = reader.at
        let rowOfColumn = try reader.array(columns, of: Int32.self)
        guard rowOfColumn.allSatisfy({ (-1..<Int32(rows)).contains($0) }) else {
            throw .invalid(atByte: start, expected: "the row of each column")
        }
        let steps = try reader.array(rows * vectors, of: Int8.self)
        return CompactWeights(scoring: classes, steps: steps, rowOfColumn: rowOfColumn)
    }

    func encoded(_ plan: GradientPlan) -> [UInt8] {
        var writer = GradientWriter(.models, plan: plan.digest)
        for model in models {
            guard let model else {
                writer.add(UInt32(0))
                continue
            }
            writer.add(UInt32(model.classes.count))
            for entry in model.classes {
                writer.add([UInt8(Label.all.firstIndex(of: entry.label) ?? 0), entry.combination.rawValue])
                writer.add(UInt16(entry.vectors.count))
                for vector in entry.vectors {
                    writer.add(vector.bias)
                    writer.add(vector.scale)
                }
            }
            writer.add(UInt32(model.vectors.isEmpty ? 0 : model.steps.count / model.vectors.count))
            writer.add(model.rowOfColumn)
            writer.add(model.steps)
        }
        return writer.finish()
    }
}
