// spamkit corpus mask: replaces personal data by surrogates, in place.

import ArgumentParser
import CorpusStore
import Statistics

struct Mask: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mask", abstract: "Replace personal data in a store by surrogates of the same shape, permanently.",
        discussion: """
            Replaces phone and other long numbers, passwords behind their words, the local parts of e-mail addresses, handles, \
            names after salutations and the paths of links. A model learns the same from masked messages, except for names, \
            passwords and handles, which are words. Messages that were masked before stay as they are. So do the names of files \
            and sources. Make a copy first if you still need the originals.

            Example: spamkit corpus mask mine.sqlite
            """)

    @OptionGroup var arguments: StoreArguments
    @OptionGroup var masking: MaskArguments
    @OptionGroup var output: ReportArguments

    func run() throws {
        try output.check(apartFrom: [arguments.store])
        let summary = try waiting("masking") { try masking.masking.mask(arguments.open()) }
        if masking.maskSeed == nil, summary.changed > 0 {
            note(
                "\(arguments.store): masked with a random seed that was not kept, so messages of later files cannot be recognised; import new messages as another source"
            )
        }
        if summary.holdingDigits > 0 {
            warn(digitsNote(arguments.store, summary.holdingDigits, store: arguments.store, first: summary.firstHoldingDigits))
        }
        try output.report(summary, "\(arguments.store): \(grouped(summary.changed)) messages masked")
    }
}

/// What masking has left.
///
/// - Parameter first: numbers of such messages in the store; none where the store had them before.
func digitsNote(_ file: String, _ messages: Int, store: String, first: [Int64]) -> String {
    let numbers = first.map { " \($0)" }.joined()
    let look =
        first.isEmpty
        ? "read them: spamkit corpus export \(store.quoted)"
        : "read \(messages > first.count ? "the first" : "them"): spamkit corpus show \(store.quoted)\(numbers) --show-text"
    return
        "\(file): \(counted(messages, "masked message")) still \(messages == 1 ? "has" : "have") five digits or more close together; \(look)"
}
