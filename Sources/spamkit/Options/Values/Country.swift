// The country of a receiver, as an option.

import ArgumentParser

/// The two letters of a country (ISO 3166-1), such as KR. The reader would ignore another spelling.
struct Country: ExpressibleByArgument {
    let letters: String

    init?(argument: String) {
        guard argument.utf8.count == 2, argument.allSatisfy({ $0.isASCII && $0.isLetter }) else { return nil }
        letters = argument
    }
}
