// Store: labels that messages are given after their import, and by whom. Earlier ones are kept.

/// A label given to a message after others.
enum LabelRevision {
    /// Arguments: message, label, person, time, confidence.
    static let insert = """
        INSERT INTO label
        SELECT ?1, coalesce((SELECT max(revision) FROM label WHERE messageID = ?1), 0) + 1, ?2, ?3, ?4, ?5
        """

    /// The label that counts, in SQL: NULL for none.
    static func current(of message: String) -> String {
        "(SELECT label FROM label WHERE label.messageID = \(message) ORDER BY revision DESC LIMIT 1)"
    }
}

/// The names under which labels are kept: `file` for the file that a message came from, `file NAME`
/// for a later one, and any other for a person.
public enum LabelGiver {
    /// The condition in SQL, of a column with such names.
    static func isFile(_ column: String) -> String { "(\(column) = 'file' OR \(column) GLOB 'file *')" }

    /// Whether labels under this name are a person's.
    public static func isPerson(_ name: String) -> Bool { name != "file" && !name.utf8.starts(with: "file ".utf8) }
}
