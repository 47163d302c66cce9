// Store: who gave a label: a file or a person.

/// The names under which labels are kept: `file` for the file that a message came from, `file NAME`
/// for a later one, and any other for a person.
public enum LabelGiver {
    /// The condition in SQL, of a column with such names.
    static func isFile(_ column: String) -> String { "(\(column) = 'file' OR \(column) GLOB 'file *')" }

    /// Whether labels under this name are a person's.
    public static func isPerson(_ name: String) -> Bool { name != "file" && !name.utf8.starts(with: "file ".utf8) }
}
