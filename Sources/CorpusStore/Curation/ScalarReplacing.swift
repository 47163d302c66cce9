// Store: signs that mean something to another program, replaced. By scalars: a quote before a
// combining mark is no Character of its own, and to a program that reads bytes it is a quote.

extension String {
    func replacingScalars(_ sign: String, with other: String) -> String {
        guard utf8.contains(sign.utf8.first!) else { return self }
        return String(unicodeScalars.replacing(sign.unicodeScalars, with: other.unicodeScalars))
    }

    /// Between quotes, those within doubled: a field of CSV, a phrase of SQLite's full-text search.
    var quoted: String { "\"" + replacingScalars("\"", with: "\"\"") + "\"" }
}
