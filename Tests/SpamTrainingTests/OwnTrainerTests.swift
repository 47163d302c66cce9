import Experiments
import SpamFilter
import SpamTraining
import Testing
import TrainingFixtures

/// A trainer of somebody else's package: written with what is public, so without `@testable`.
///
/// Rocchio's classifier: the mean of a class's rows is its weights (Rocchio 1971; Manning, Raghavan & Schütze 2008, chapter 14).
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

@Suite struct OwnTrainerTests {
    /// It gets folds, calibration, cutoffs and a model file as any other.
    @Test func aTrainerOfAnotherPackageMakesModels() throws {
        var settings = TrainingSettings()
        settings.trainer = NearestMean()
        settings.minDocumentFrequency = 1
        var run = TrainingRun(settings)
        for message in InventedMessages.many { run.add(message) }
        let model = try run.finish()
        let outcomes = model.evaluation(on: InventedMessages.many).outcomes
        func meanLogOdds(_ isJunk: Bool) -> Double {
            let those = outcomes.filter { ($0.truth == .junk) == isJunk }
            return those.reduce(0) { $0 + $1.junkLogOdds } / Double(those.count)
        }
        #expect(meanLogOdds(true) > meanLogOdds(false) + 1)
        #expect(model.promise != nil && model.content.problem == nil)
    }
}
