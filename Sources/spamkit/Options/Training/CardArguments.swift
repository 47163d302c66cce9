// The options of a model's card, and the card as the tool fills it in.

import ArgumentParser
import SpamTraining

struct CardArguments: ParsableArguments {
    @Option(help: ArgumentHelp("The model's name.", visibility: .rare))
    var name: String?

    @Option(help: ArgumentHelp("Who trains the model.", visibility: .rare))
    var author: String?

    @Option(help: ArgumentHelp("What the model is for.", visibility: .rare))
    var intendedUse = CardArguments.usualUse

    @Option(help: ArgumentHelp("When not to use the model.", visibility: .rare))
    var notFor = CardArguments.usualLimits

    fileprivate static let usualUse = "sorting SMS from unknown senders in a message filter"
    fileprivate static let usualLimits =
        "languages and countries that the corpus does not hold; deleting messages or blocking senders without a person's look"

    /// - Parameter sources: how many messages of each were learned from.
    /// - Parameter reading: which part of a store they are; `nil` without stores.
    func card(sources: SourceCounts, of reading: CorpusArguments? = nil) -> ModelCard {
        var card = ModelCard(name: name, author: author, intendedUse: intendedUse, notFor: notFor, sources: sources)
        if let reading, let part = reading.part { (card.part, card.split) = (part, reading.split) }
        return card
    }
}

extension ModelCard {
    /// What only the tool knows of a model.
    ///
    /// - Parameter sources: how many messages of each were learned from.
    init(
        name: String? = nil, author: String? = nil, intendedUse: String = CardArguments.usualUse,
        notFor: String = CardArguments.usualLimits, sources: SourceCounts
    ) {
        self.init(
            name: name, author: author, intendedUse: intendedUse, notFor: notFor,
            trainedOn: ModelCard.name(sources: sources.corpus),
            background: sources.background.isEmpty ? nil : ModelCard.name(sources: sources.background),
            trainedWith: "spamkit \(toolVersion)")
    }
}
