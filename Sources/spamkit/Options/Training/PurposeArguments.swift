// The options that say what a model must do, which no search may choose.

import ArgumentParser
import SpamFilter
import SpamTraining

struct PurposeArguments: ParsableArguments {
    @OptionGroup(title: HelpSection.basics) var cutoffs: CutoffArguments
    @OptionGroup(title: "Weights and folds") var weights: WeightArguments

    var seed: UInt64 { weights.seed }

    /// - Parameter folds: that score the corpus; 0 for none, `nil` for the usual number.
    func settings(_ learning: LearningArguments, folds: Int? = nil) -> TrainingSettings {
        var settings = TrainingSettings()
        learning.apply(to: &settings, seed: seed)
        cutoffs.apply(to: &settings)
        settings.folds = folds
        if let threads = weights.threads { settings.threads = threads }
        settings.weights = weights.weights
        return settings
    }

    /// The options that were given, as they are typed.
    var options: [String] { cutoffs.options + weights.options }
}
