// How surrogates are drawn when personal data is masked.

import ArgumentParser
import CorpusStore

struct MaskArguments: ParsableArguments {
    @Option(
        help: """
            Makes masking repeatable. Use a long number (12 digits). Keep it apart from the store: \
            with it, masked numbers can be guessed. Default: random, and not kept.
            """)
    var maskSeed: UInt64?

    var masking: Masking { Masking(seed: maskSeed) }
}
