// The options that say how a model learns. `spamkit tune` chooses among these.

import ArgumentParser
import SpamFilter
import SpamTraining

struct LearningArguments: ParsableArguments {
    struct Basics: ParsableArguments {
        @Option(help: "How weights are learned: spamkit help trainers.")
        var trainer: TrainerChoice?

        @Option(help: ArgumentHelp("The largest size of the model file: 64K, 200KB, 1M.", valueName: "size"))
        var maxBytes = ByteSize(bytes: 1 << 20)
    }

    @OptionGroup(title: HelpSection.basics) var basics: Basics
    @OptionGroup(title: "Features") var features: FeatureArguments
    @OptionGroup(title: "Trainers") var solver: SolverArguments

    var trainer: TrainerChoice { basics.trainer ?? .usual }

    func validate() throws {
        for option in solver.given.keys.sorted(by: { $0.rawValue < $1.rawValue }) where trainer.options[option] == nil {
            throw ValidationError(
                "\(option.rawValue) is for --trainer \(TrainerChoice.names(with: option)), found \(trainer.name)")
        }
        if solver.charNgramScale != nil, features.charNgrams.longest == 0 {
            throw ValidationError("--char-ngram-scale: expected character n-grams, found --char-ngrams none; give one of both")
        }
    }

    /// Sets what is chosen here, and the seed.
    func apply(to settings: inout TrainingSettings, seed: UInt64) {
        settings.seed = seed
        settings.trainer = trainer.make(TrainerValues(choice: trainer, given: solver.given, seed: seed))
        settings.maxBytes = basics.maxBytes.bytes
        features.apply(to: &settings)
        if let scale = solver.charNgramScale { settings.charNgramScale = scale }
    }
}

/// Titles of help under which several groups of options stand together.
enum HelpSection {
    static let basics = "Basics"
}
