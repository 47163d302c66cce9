// Page: in which language's look a text is drawn. A text in, a tag of HTML out.

/// The language to draw a text in, as `lang` of HTML: Han characters differ in Japanese, Korean and
/// Chinese fonts.
///
/// - Parameter text: any text.
/// - Parameter said: a language tag; if it is valid, it wins over the script.
public func languageTag(of text: String, said: String?) -> String? {
    if let said, (2...35).contains(said.utf8.count),
        said.utf8.allSatisfy({ UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 | 0x20 || $0 == UInt8(ascii: "-") })
    {
        return said
    }
    var hasHan = false
    for scalar in text.unicodeScalars.prefix(2000) {
        switch scalar.value {
        case 0x1100...0x11FF, 0x3130...0x318F, 0xAC00...0xD7AF: return "ko"
        case 0x3041...0x30FF: return "ja"
        case 0x3400...0x9FFF, 0x20000...0x3134F: hasHan = true
        default: break
        }
    }
    return hasHan ? "zh" : nil
}
