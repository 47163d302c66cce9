// The options that say what the features of a message are, and which of them a model learns.

import ArgumentParser
import SpamFilter
import SpamTraining

/// All are rarely needed, so help shows them with `--help-all` alone.
struct FeatureArguments: ParsableArguments {
    @Option(help: ArgumentHelp("The longest word n-grams: 1 for words, 2 for pairs too.", visibility: .rare))
    var wordNgrams: UInt8 = TokenizerSettings().wordNgrams

    @Option(
        help: ArgumentHelp(
            "The lengths of character n-grams inside words, such as 3 or 2-4, from 2 to 5; or none.", visibility: .rare))
    var charNgrams = NgramLengths(argument: "3")!

    @Option(
        help: ArgumentHelp("The longest n-grams of Chinese, Japanese and Korean characters: 1 to 3.", visibility: .rare))
    var cjkNgrams: UInt8 = TokenizerSettings().cjkNgrams

    @Option(
        help: ArgumentHelp(
            """
            Drop features of fewer messages than this. Above 1, features of a single group of near duplicates go too, so that \
            the model does not memorize templates.
            """,
            visibility: .rare))
    var minDf = 2

    func validate() throws {
        try expect("--word-ngrams", wordNgrams, in: 1...2, "1 or 2")
        try expect("--cjk-ngrams", cjkNgrams, in: 1...3, "1 to 3")
        try expect("--min-df", minDf, in: 1...Int.max, "1 or more")
    }

    func apply(to settings: inout TrainingSettings) {
        settings.tokenizer.wordNgrams = wordNgrams
        settings.tokenizer.cjkNgrams = cjkNgrams
        (settings.tokenizer.shortestNgram, settings.tokenizer.longestNgram) = (charNgrams.shortest, charNgrams.longest)
        settings.minDocumentFrequency = minDf
    }
}

/// The lengths of character n-grams: `3`, `2-4`, or `none`.
struct NgramLengths: ExpressibleByArgument, CustomStringConvertible {
    let shortest: UInt8
    let longest: UInt8

    /// `nil` for lengths that the tokenizer does not support.
    init?(argument: String) {
        let ends =
            argument == "none" ? [0] : argument.split(separator: "-", omittingEmptySubsequences: false).map { UInt8($0) ?? 1 }
        guard let first = ends.first, let last = ends.last, ends.count <= 2,
            TokenizerSettings(shortestNgram: first, longestNgram: last).isValid
        else { return nil }
        (shortest, longest) = (first, last)
    }

    var description: String { longest == 0 ? "none" : shortest == longest ? "\(longest)" : "\(shortest)-\(longest)" }
    var defaultValueDescription: String { description }
}
