// Weighing by how rare features are, as the trainer says.

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

    private func content(_ trainer: any Trainer, charNgramScale: Float = 1) throws -> ModelContent {
        try train(InventedMessages.all) {
            $0.trainer = trainer
            $0.charNgramScale = charNgramScale
            $0.folds = 0
        }.content
    }

    @Test(arguments: [NaiveBayes(), LogisticRegression(), BlendedRegression()] as [any Trainer])
    func featuresAreWeighedAsTheTrainerSays(trainer: any Trainer) throws {
        let usual = try content(trainer), turned = try content(Turned(trainer: trainer))
        #expect(turned.weights != usual.weights)
    }

    /// The scale of n-grams goes with it.
    @Test(arguments: [NaiveBayes(), LogisticRegression()] as [any Trainer])
    func nGramsAreScaledWhereFeaturesAreWeighed(trainer: any Trainer) throws {
        for trainer in [trainer, Turned(trainer: trainer)] {
            let isScaled = try content(trainer, charNgramScale: 0.2).weights != content(trainer).weights
            #expect(isScaled == trainer.scalesByInverseDocumentFrequency)
        }
    }
}
