// Store: replaces strings that have a meaning to another program. By scalars: a quote before a
// combining mark is part of a Character, but a program that reads bytes sees a quote.

extension String {
    func replacingScalars(_ sign: String, with other: String) -> String {
        guard utf8.contains(sign.utf8.first!) else { return self }
        return String(unicodeScalars.replacing(sign.unicodeScalars, with: other.unicodeScalars))
    }

    /// In quotes, with inner quotes doubled: a field of CSV, a phrase of SQLite's full-text search.
    var quoted: String { "\"" + replacingScalars("\"", with: "\"\"") + "\"" }
}
