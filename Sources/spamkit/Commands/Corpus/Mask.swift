// spamkit corpus mask: replaces personal data by surrogates, in place.

import ArgumentParser
import CorpusStore

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

    func run() throws {
        let changed = try arguments.open().mask(masking.masking)
        try result("\(arguments.store): \(changed) messages masked")
    }
}
