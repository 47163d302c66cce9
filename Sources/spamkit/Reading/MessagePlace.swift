// Where a message is found again: in a store by its number, in a file by its row, and by its own
// id.

struct MessagePlace {
    /// The file or store, as reports call it.
    let file: String
    /// From 1, in the order of reading. Rows left out count too.
    let row: Int
    /// The store's number of it.
    var number: Int64?
    /// The id that it has in its corpus.
    var id: String?

    /// `mine.sqlite #40295 (id a7)`, `test.jsonl, row 12`.
    var shown: String { onOneLine(file) + (number.map { " #\($0)" } ?? ", row \(row)") + MessagePlace.shown(id: id) }

    /// An id behind another name of its message; empty without one.
    static func shown(id: String?) -> String {
        id.map { " (id \(onOneLine($0.count > 64 ? $0.prefix(64) + "…" : $0)))" } ?? ""
    }
}
