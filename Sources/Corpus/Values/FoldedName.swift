// Corpus: names of columns and words of values in the form that is compared, and lists of them.

extension String {
    /// In lower case, without spaces, punctuation and signs: `Sender_Address` is `senderaddress`.
    var foldedName: String {
        // Most names are of ASCII, where what is left are letters and digits.
        if let ascii = foldedASCII { return ascii }
        return String(
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

    /// The same in one pass; `nil` with other letters.
    private var foldedASCII: String? {
        var bytes: [UInt8] = []
        for byte in utf8 {
            switch byte {
            case 0x30...0x39, 0x61...0x7A: bytes.append(byte)
            case 0x41...0x5A: bytes.append(byte | 0x20)
            case 0x80...: return nil
            default: break
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The words of a list between spaces.
    var words: [String] { split(separator: " ").map(String.init) }
    var setOfWords: Set<String> { Set(words) }
}
