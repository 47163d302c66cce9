// The options that say what a model must do, which no search may choose.

import ArgumentParser
import SpamFilter
import SpamTraining

struct PurposeArguments: ParsableArguments {
    @OptionGroup(title: HelpSection.basics) var cutoffs: CutoffArguments
    @OptionGroup(title: "Weights and folds") var weights: WeightArguments

    var seed: UInt64 { weights.seed }

    func validate() throws {
        guard weights.folds == 0 else { return }
        let needing = [
            (cutoffs.maxFalseJunk != nil, "--max-false-junk needs --folds: false junk is measured on messages"),
            (cutoffs.cost != nil, "--cost needs --folds: costs are measured on messages"),
            (!cutoffs.protect.isEmpty, "--protect needs --folds: its cutoff comes from messages"),
        ]
        if let words = needing.first(where: { $0.0 })?.1 {
            throw ValidationError("\(words) that the scoring model has not seen")
        }
    }

    func settings(_ learning: LearningArguments) -> TrainingSettings {
        var settings = TrainingSettings()
        learning.apply(to: &settings, seed: seed)
        settings.maxFalseJunk = cutoffs.maxFalseJunk ?? (cutoffs.cost == nil ? settings.maxFalseJunk : 1)
        settings.costs = cutoffs.cost
        settings.traffic = cutoffs.traffic
        settings.protected = cutoffs.protect
        settings.declared = cutoffs.declare.isEmpty ? nil : Array(Set(cutoffs.declare)).sorted()
        settings.folds = weights.folds
        if let threads = weights.threads { settings.threads = threads }
        settings.tellsSourcesApart = weights.tellSourcesApart
        settings.weights = weights.weights
        return settings
    }

    /// The options that were given, as they are typed.
    var options: [String] { cutoffs.options + weights.options }
}
