// The trainers of the tool, one row each. A new trainer is a row here and its file in SpamTraining.
//
// Help, validation, training on counts and the search of `tune` read the rows.

import ArgumentParser
import SpamTraining

/// An option that not every trainer has.
enum TrainerOption: String {
    case regularizationC = "--regularization-c"
    case smoothing = "--smoothing"
    case beta = "--beta"
    case l1 = "--l1"
    case charNgramScale = "--char-ngram-scale"
}

struct TrainerChoice: Sendable {
    let name: String
    /// A line of help, without the name. `nil` for a trainer that help does not show.
    let summary: String?
    /// Its own options with their defaults. Options that all trainers have are not listed.
    let options: [TrainerOption: Double]
    /// What `tune` tries; empty where it never draws the trainer.
    let tuned: [TunedVariant]
    let make: @Sendable (TrainerValues) -> any Trainer

    static let all = [
        TrainerChoice(
            name: "blend", summary: "the mean of lr and nblr",
            options: [.regularizationC: 16, .smoothing: 0.3, .charNgramScale: 0.7],
            tuned: [TunedVariant(turns: [0, 3], draws: [.regression])]
        ) { BlendedRegression(.init(cost: $0[.regularizationC], seed: $0.seed), smoothing: $0[.smoothing]) },
        TrainerChoice(
            name: "lr", summary: "logistic regression", options: [.regularizationC: 16, .l1: 0, .charNgramScale: 0.7],
            tuned: [
                TunedVariant(turns: [1], draws: [.regression]),
                TunedVariant(
                    turns: [5], draws: [TunedDraw(.l1, [0.01, 0.1, 0.5], isAlways: true), TunedDraw(.regularizationC, [4, 64])]),
            ]
        ) {
            let cost = $0[.regularizationC], share = $0[.l1]
            return share > 0
                ? ElasticNet(.init(cost: cost, share: share)) : LogisticRegression(.init(cost: cost, seed: $0.seed))
        },
        TrainerChoice(
            name: "nblr", summary: "logistic regression on features weighted by naive Bayes",
            options: [.regularizationC: 1, .smoothing: 0.1, .beta: 0.5, .charNgramScale: 0.7],
            tuned: [
                TunedVariant(
                    turns: [4],
                    draws: [
                        TunedDraw(.regularizationC, [0.25, 0.5, 2, 4]), TunedDraw(.smoothing, [0.01, 0.03, 0.3, 1]),
                        TunedDraw(.beta, [0.25, 0.75, 1]),
                    ])
            ]
        ) {
            NBLogisticRegression(
                .init(cost: $0[.regularizationC], seed: $0.seed), smoothing: $0[.smoothing], beta: $0[.beta])
        },
        TrainerChoice(
            name: "nb", summary: "multinomial naive Bayes", options: [.smoothing: 0.1],
            tuned: [TunedVariant(turns: [2], draws: [.bayes])]
        ) { NaiveBayes(.init(smoothing: $0[.smoothing])) },
        TrainerChoice(
            name: "cnb", summary: nil, options: [.smoothing: 0.1],
            tuned: [TunedVariant(turns: [6], draws: [.bayes], needsManyLabels: true)]
        ) { ComplementNaiveBayes(.init(smoothing: $0[.smoothing])) },
    ]

    static let usual = all[0]
    static let usualForCounts = all.first(where: \.learnsFromCounts)!

    /// The trainer by its defaults.
    private var byDefault: any Trainer { make(TrainerValues(choice: self, given: [:], seed: 1)) }

    var learnsFromCounts: Bool { byDefault.additive != nil }

    /// The trainers with their summaries, for help.
    static var listForHelp: [String] {
        all.compactMap { choice in choice.summary.map { "\(choice.name): \($0)" } }
    }

    /// `blend, lr and nblr`: those that have an option.
    static func names(with option: TrainerOption) -> String { list(all.filter { $0.options[option] != nil }, last: "and") }

    /// `nb or cnb`.
    static var namesLearningFromCounts: String { list(all.filter(\.learnsFromCounts), last: "or") }

    /// `blend, lr and nblr`: those that weight features by their rarity unless told otherwise.
    static var namesWeightingByRarity: String {
        list(all.filter { $0.byDefault.scalesByInverseDocumentFrequency }, last: "and")
    }

    /// `16, of nblr 1`: the defaults of an option, the first trainer's first.
    static func defaults(of option: TrainerOption) -> String {
        let having = all.filter { $0.options[option] != nil && $0.summary != nil }
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

    static var allValueStrings: [String] { all.filter { $0.summary != nil }.map(\.name) }
    static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }
    var defaultValueDescription: String { name }
}

/// One way in which `tune` tries a trainer.
struct TunedVariant: Sendable {
    /// Where in a round `tune` tries it, from 0: a new variant takes the next free number. Changing
    /// one changes what a seed draws.
    let turns: [Int]
    let draws: [TunedDraw]
    /// With two labels the model would be that of another trainer.
    var needsManyLabels = false
}

/// Values that `tune` tries for an option of a trainer.
struct TunedDraw: Sendable {
    let option: TrainerOption
    let values: [Double]
    /// Always drawn, instead of one time in three.
    let isAlways: Bool

    init(_ option: TrainerOption, _ values: [Double], isAlways: Bool = false) {
        (self.option, self.values, self.isAlways) = (option, values, isAlways)
    }

    static let regression = TunedDraw(.regularizationC, [1, 4, 8, 32, 64])
    static let bayes = TunedDraw(.smoothing, [0.001, 0.01, 0.03, 0.3, 1])
}

extension Double {
    /// Without a fraction where there is none: `16`, `0.25`.
    var plain: String { self == rounded() && abs(self) < 1e15 ? String(Int(self)) : "\(self)" }
}
