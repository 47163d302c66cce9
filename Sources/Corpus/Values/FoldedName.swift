// Corpus: names of columns and words of values in the form that is compared, and lists of them.

extension String {
    /// In lower case, without spaces, punctuation and signs: `Sender_Address` is `senderaddress`.
    var foldedName: String {
        String(
            String.UnicodeScalarView(
                lowercased().unicodeScalars.filter { scalar in
                    // The capital İ of Turkish keeps its dot.
                    guard scalar != "\u{307}" else { return false }
                    return switch scalar.properties.generalCategory {
                    case .control, .format, .spaceSeparator, .lineSeparator, .paragraphSeparator, .connectorPunctuation,
                        .dashPunctuation, .openPunctuation, .closePunctuation, .initialPunctuation, .finalPunctuation,
                        .otherPunctuation, .mathSymbol, .currencySymbol, .modifierSymbol, .otherSymbol:
                        false
                    default: true
                    }
                }))
    }

    /// The words of a list between spaces.
    var words: [String] { split(separator: " ").map(String.init) }
    var setOfWords: Set<String> { Set(words) }
}
