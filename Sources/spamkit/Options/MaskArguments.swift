// How surrogates are drawn when personal data is masked.

import ArgumentParser
import CorpusStore

struct MaskArguments: ParsableArguments {
    @Option(
        help: """
            For the same surrogates in another run: a long number, such as one of 12 digits. Keep it apart from the store: \
            with it, masked numbers can be guessed. Default: random, and forgotten.
            """)
    var maskSeed: UInt64?

    var masking: Masking { Masking(seed: maskSeed) }
}
