// The trainers of the tool, one row each. A new trainer is a row here and its file in SpamTraining.
//
// Help, validation, training on counts and the search of `tune` read the rows.

import ArgumentParser
import SpamTraining

/// An option that not every trainer has.
enum TrainerOption: String {
    case regularizationC = "--regularization-c"
    case smoothing = "--smoothing"
    case charNgramScale = "--char-ngram-scale"
}

struct TrainerChoice: Sendable {
    let name: String
    /// A line of help, without the name.
    let summary: String
    /// Its own options with their defaults. Options that all trainers have are not listed.
    let options: [TrainerOption: Double]
    /// Where in a round `tune` tries it, from 0: a new trainer takes the next free number. Changing
    /// one changes what a seed draws.
    let turns: [Int]
    /// What `tune` tries for its options.
    let draws: [TunedDraw]
    let make: @Sendable (TrainerValues) -> any Trainer

    static let all = [
        TrainerChoice(
            name: "blend", summary: "the mean of lr and nblr",
            options: [.regularizationC: 16, .smoothing: 0.3, .charNgramScale: 0.7], turns: [0, 3], draws: [.regression]
        ) { BlendedRegression(.init(cost: $0[.regularizationC], seed: $0.seed), smoothing: $0[.smoothing]) },
        TrainerChoice(
            name: "lr", summary: "logistic regression", options: [.regularizationC: 16, .charNgramScale: 0.7], turns: [1],
            draws: [.regression]
        ) { LogisticRegression(.init(cost: $0[.regularizationC], seed: $0.seed)) },
        TrainerChoice(
            name: "nblr", summary: "logistic regression on features weighted by naive Bayes",
            options: [.regularizationC: 1, .smoothing: 0.1, .charNgramScale: 0.7], turns: [4],
            draws: [
                TunedDraw(option: .regularizationC, values: [0.25, 0.5, 2, 4]),
                TunedDraw(option: .smoothing, values: [0.01, 0.03, 0.3, 1]),
            ]
        ) { NBLogisticRegression(.init(cost: $0[.regularizationC], seed: $0.seed), smoothing: $0[.smoothing]) },
        TrainerChoice(
            name: "nb", summary: "multinomial naive Bayes", options: [.smoothing: 0.1], turns: [2], draws: [.bayes]
        ) { NaiveBayes(.init(smoothing: $0[.smoothing])) },
    ]

    static let usual = all[0]
    static let usualForCounts = all.first(where: \.learnsFromCounts)!

    /// The trainer by its defaults.
    private var byDefault: any Trainer { make(TrainerValues(choice: self, given: [:], seed: 1)) }

    var learnsFromCounts: Bool { byDefault.additive != nil }

    /// The trainers with their summaries, for help.
    static var listForHelp: [String] { all.map { "\($0.name): \($0.summary)" } }

    /// `blend, lr and nblr`: those that have an option.
    static func names(with option: TrainerOption) -> String { list(all.filter { $0.options[option] != nil }, last: "and") }

    /// `nb`: those that learn from counts.
    static var namesLearningFromCounts: String { list(all.filter(\.learnsFromCounts), last: "or") }

    /// `16, of nblr 1`: the defaults of an option, the first trainer's first.
    static func defaults(of option: TrainerOption) -> String {
        let having = all.filter { $0.options[option] != nil }
        guard let usual = having.first?.options[option] else { return "none" }
        let others = having.filter { $0.options[option] != usual }.map { ", of \($0.name) \($0.options[option]!.plain)" }
        return usual.plain + others.joined()
    }

    private static func list(_ choices: [TrainerChoice], last word: String) -> String {
        let names = choices.map(\.name)
        return names.count < 2 ? names.joined() : "\(names.dropLast().joined(separator: ", ")) \(word) \(names.last!)"
    }
}

/// The values of a trainer's options: those that were given, else its defaults.
struct TrainerValues {
    let choice: TrainerChoice
    let given: [TrainerOption: Double]
    let seed: UInt64

    subscript(option: TrainerOption) -> Double { given[option] ?? choice.options[option] ?? 0 }
}

extension TrainerChoice: ExpressibleByArgument {
    init?(argument: String) {
        guard let found = TrainerChoice.all.first(where: { $0.name == argument }) else { return nil }
        self = found
    }

    static var allValueStrings: [String] { all.map(\.name) }
    static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }
    var defaultValueDescription: String { name }
}

/// Values that `tune` tries for an option of a trainer.
struct TunedDraw: Sendable {
    let option: TrainerOption
    let values: [Double]

    static let regression = TunedDraw(option: .regularizationC, values: [1, 4, 8, 32, 64])
    static let bayes = TunedDraw(option: .smoothing, values: [0.001, 0.01, 0.03, 0.3, 1])
}

extension Double {
    /// Without a fraction where there is none: `16`, `0.25`.
    var plain: String { self == rounded() && abs(self) < 1e15 ? String(Int(self)) : "\(self)" }
}
