// The lengths of character n-grams, as an option.

import ArgumentParser
import SpamFilter

/// `3`, `2-4`, or `none`.
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
