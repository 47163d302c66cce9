// The country of a receiver, as an option.

import ArgumentParser
import Statistics

/// The two letters of a country (ISO 3166-1), such as KR. The reader would ignore another spelling.
struct Country: ExpressibleByArgument {
    let letters: String

    init?(argument: String) {
        guard argument.utf8.count == 2, argument.allSatisfy({ $0.isASCII && $0.isLetter }) else { return nil }
        letters = argument.uppercased()
    }
}

/// A phone tells the country: a model that learns without it finds other features there.
func countryNote(_ file: String, _ messages: Int) -> String {
    "\(file): \(counted(messages, "message")) from a number with + or 00, without the receiver's country: a model takes such numbers for foreign, a phone may not; --country KR says where the phone was"
}
