import Experiments
import Foundation
import SpamFilter
import SpamTraining
import Testing
import TrainingFixtures

/// A trainer of somebody else's package: written with what is public, so without `@testable`.
///
/// Rocchio's classifier: the mean of a class's rows is its weights (Rocchio 1971; Manning, Raghavan
/// & Schütze 2008, chapter 14).
private struct NearestMean: Trainer {
    let name = "mean"
    let settingsByName: [String: String] = [:]
    let scalesByInverseDocumentFrequency = true
    let weighsFeaturesTogether = false

    func fit(_ matrix: FeatureMatrix, classes: [UInt8], classCount: Int, rows: RowList, rowWeights: [Float]) -> LinearWeights {
        var learned = LinearWeights(featureCount: matrix.columnCount, classCount: classCount)
        let scales = matrix.scales
        var sizes = [Float](repeating: 0, count: classCount)
        for row in rows { sizes[Int(classes[row])] += rowWeights.isEmpty ? 1 : rowWeights[row] }
        for row in rows {
            let share = (rowWeights.isEmpty ? 1 : rowWeights[row]) / sizes[Int(classes[row])]
            matrix.forEachValue(ofRow: row) { column, value in
                learned.weights[column * classCount + Int(classes[row])] += share * value * scales[column] * scales[column]
            }
        }
        return learned
    }
}

/// The same for a trainer of sums: every label as probable as it is frequent, whatever a message
/// says.
private struct Frequencies: AdditiveTrainer {
    let name = "frequencies"
    let settingsByName: [String: String] = [:]
    let scalesByInverseDocumentFrequency = false
    let weighsFeaturesTogether = false

    func fit(_ sums: FeatureSums) -> LinearWeights {
        var learned = LinearWeights(featureCount: sums.featureCount, classCount: sums.classCount)
        for c in 0..<sums.classCount {
            learned.bias[c] = log(sums.rows[c] / sums.allRows)
            // Something must stay in the file.
            for f in 0..<sums.featureCount {
                learned.weights[f * sums.classCount + c] = Float(sums.of(f, class: c) / sums.total[c])
            }
        }
        return learned
    }
}

@Suite struct OwnTrainerTests {
    /// It learns from messages and sums alike.
    @Test func aTrainerOfSumsOfAnotherPackageMakesModels() throws {
        #expect(Frequencies().additive != nil && NearestMean().additive == nil)
        for folds in [0, 3] {
            var settings = TrainingSettings()
            (settings.trainer, settings.folds, settings.minDocumentFrequency) = (Frequencies(), folds, 1)
            let model = try TrainedModel(training: InventedMessages.many, settings)
            #expect(model.content.problem == nil && model.heldFeatures > 0)
        }
    }

    /// It gets folds, calibration, cutoffs and a model file as any other.
    @Test func aTrainerOfAnotherPackageMakesModels() throws {
        var settings = TrainingSettings()
        settings.trainer = NearestMean()
        settings.minDocumentFrequency = 1
        let model = try TrainedModel(training: InventedMessages.many, settings)
        let outcomes = model.evaluation(on: InventedMessages.many).outcomes
        func meanLogOdds(_ isJunk: Bool) -> Double {
            let those = outcomes.filter { ($0.truth == .junk) == isJunk }
            return those.reduce(0) { $0 + $1.junkLogOdds } / Double(those.count)
        }
        #expect(meanLogOdds(true) > meanLogOdds(false) + 1)
        #expect(model.promise != nil && model.content.problem == nil)
    }
}
