// spamkit corpus mask: replaces personal data by surrogates, in place.

import ArgumentParser
import CorpusStore

struct Mask: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mask", abstract: "Replace what tells of persons by surrogates of the same shape, for good.",
        discussion: """
            Phone and other long numbers, the local parts of e-mail addresses, names after salutations and the paths of links. A model learns \
            the same from the masked messages, but for names, which are words. Messages that were masked before stay as they are, and so do the \
            names of files and sources. Make a copy first if the originals are still needed.

            Example: spamkit corpus mask mine.sqlite
            """)

    @OptionGroup var arguments: StoreArguments
    @OptionGroup var masking: MaskArguments

    func run() throws {
        let changed = try arguments.open().mask(masking.masking)
        try result("\(arguments.store): \(changed) messages masked")
    }
}
