// spamkit corpus mask: replaces personal data by surrogates, in place.

import ArgumentParser
import CorpusStore
import Statistics

struct Mask: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mask", abstract: "Replace personal data in a store by surrogates of the same shape, permanently.",
        discussion: """
            Replaces phone and other long numbers, the local parts of e-mail addresses, names after salutations and the paths of \
            links. A model learns the same from masked messages, except for names, which are words. Messages that were masked \
            before are not changed, and neither are the names of files and sources. Make a copy first if you still need the \
            originals.

            Example: spamkit corpus mask mine.sqlite
            """)

    @OptionGroup var arguments: StoreArguments
    @OptionGroup var masking: MaskArguments
    @OptionGroup var output: ReportArguments

    func run() throws {
        let summary = try waiting("masking") { try arguments.open().mask(masking.masking) }
        if masking.maskSeed == nil, summary.changed > 0 {
            note(
                "\(arguments.store): masked with a random seed, now forgotten; later files of its sources with numbers or names are refused; import only new messages, as another source"
            )
        }
        if summary.holdingDigits > 0 { warn(digitsNote(arguments.store, summary.holdingDigits)) }
        try output.report(summary, "\(arguments.store): \(grouped(summary.changed)) messages masked")
    }
}

/// What masking has left.
func digitsNote(_ file: String, _ messages: Int) -> String {
    "\(file): \(grouped(messages)) masked messages still hold five digits or more close together, in a form that is not looked for; look at them with spamkit corpus export"
}
