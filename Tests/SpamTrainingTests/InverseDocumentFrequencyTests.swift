// Weighing by how rare features are, asked for or not, whatever the trainer does by itself.

import SpamFilter
import Testing
import TrainingFixtures

@testable import SpamTraining

@Suite struct InverseDocumentFrequencyTests {
    /// A trainer that says of itself something else than it usually does.
    private struct Turned: Trainer {
        let trainer: any Trainer
        var name: String { trainer.name }
        var settingsByName: [String: String] { trainer.settingsByName }
        var scalesByInverseDocumentFrequency: Bool { !trainer.scalesByInverseDocumentFrequency }
        var weighsFeaturesTogether: Bool { trainer.weighsFeaturesTogether }

        func fit(_ matrix: FeatureMatrix, classes: [UInt8], classCount: Int, rows: RowList, rowWeights: [Float]) -> LinearWeights
        {
            trainer.fit(matrix, classes: classes, classCount: classCount, rows: rows, rowWeights: rowWeights)
        }
    }

    private func content(_ trainer: any Trainer, _ asked: Bool?) throws -> ModelContent {
        try train(InventedMessages.all) {
            $0.trainer = trainer
            $0.inverseDocumentFrequency = asked
            $0.charNgramScale = 1
            $0.folds = 0
        }.content
    }

    @Test(arguments: [NaiveBayes(), LogisticRegression(), BlendedRegression()] as [any Trainer])
    func whatIsAskedForIsWhatTheTrainerCouldSay(trainer: any Trainer) throws {
        let usual = try content(trainer, nil), own = trainer.scalesByInverseDocumentFrequency
        let same = try content(trainer, own), other = try content(trainer, !own),
            turned = try content(Turned(trainer: trainer), nil)
        #expect(same.weights == usual.weights && same.features == usual.features && same.classes == usual.classes)
        #expect(other.weights == turned.weights && other.features == turned.features && other.classes == turned.classes)
        #expect(other.weights != usual.weights)
    }

    /// The scale of n-grams goes with the trainer, not with this.
    @Test func nGramsAreScaledWithoutItToo() throws {
        func weights(_ scale: Float, _ trainer: any Trainer) throws -> [Int8] {
            try train(InventedMessages.all) {
                $0.trainer = trainer
                $0.inverseDocumentFrequency = !trainer.scalesByInverseDocumentFrequency
                $0.charNgramScale = scale
                $0.folds = 0
            }.content.weights
        }
        #expect(try weights(0.2, LogisticRegression()) != weights(1, LogisticRegression()))
        #expect(try weights(0.2, NaiveBayes()) == weights(1, NaiveBayes()))
    }

    /// The card tells what was asked for.
    @Test func itIsASettingByName() {
        var settings = TrainingSettings()
        #expect(settings.byName["inverseDocumentFrequency"] == nil)
        settings.inverseDocumentFrequency = false
        #expect(settings.byName["inverseDocumentFrequency"] == "false")
    }
}
