// Corpus: fields as files of rows hold them. What is written here is read by the formats.

/// A field on its way into a file.
public enum WrittenField {
    /// A field of CSV (RFC 4180), in quotes where it needs them.
    public static func csv(_ field: String) -> String {
        guard field.utf8.contains(where: { [0x22, 0x2C, 0x0A, 0x0D].contains($0) }) else { return field }
        // By scalars: a quote before a combining mark is part of a Character.
        return "\"" + String(field.unicodeScalars.replacing("\"".unicodeScalars, with: "\"\"".unicodeScalars)) + "\""
    }

    /// A string of JSON (RFC 8259), with its quotes.
    public static func json(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            case "\t": result += "\\t"
            case _ where scalar.value < 0x20:
                let digits = String(scalar.value, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }
}
