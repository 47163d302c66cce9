// How surrogates are drawn when personal data is masked.

import ArgumentParser
import CorpusStore

/// How surrogates are drawn.
struct MaskArguments: ParsableArguments {
    @Option(
        help:
            "For the same surrogates in another run: a long number, such as of 12 digits. Keep it away from the store: with it, numbers can be found by trying. Default: drawn and forgotten."
    )
    var maskSeed: UInt64?

    var masking: Masking { Masking(seed: maskSeed) }
}
