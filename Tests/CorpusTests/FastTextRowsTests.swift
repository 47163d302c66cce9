import SpamFilter
import Testing

@testable import Corpus

@Suite struct FastTextRowsTests {
    /// Told by its first line, whatever the file is called.
    @Test(arguments: ["a.txt", "a", "train.ft"])
    func rowsAreALabelAndAText(name: String) throws {
        let rows = "__label__ham see you\tat home\n\n__label__transaction/orders your parcel\r\n__label__spam \n"
        let found = try read(rows, name: name)
        #expect(found.error == nil && found.format == .fasttext)
        #expect(found.texts == ["see you\tat home", "your parcel"])
        #expect(found.labels == ["allow", "transaction/orders"] && found.lines == [1, 3])
        #expect(try read(rows, name: name, options: .unlabeled).texts.count == 3)
    }

    @Test(arguments: ["see you", "__label__ham", " __label__ham see you"])
    func otherLinesAreBadRows(line: String) throws {
        let rows = "__label__ham a\n\(line)\n__label__spam b\n"
        let found = try read(rows, name: "a.txt")
        guard case .badRecord(_, 2, _, "something else") = found.error else {
            Issue.record("\(found.error as Any)")
            return
        }
        #expect(try read(rows, name: "a.txt", options: .skipping).texts == ["a", "b"])
    }

    /// No label is read as a text.
    @Test func severalLabelsAreTakenOffTheText() throws {
        let rows = "__label__spam __label__spam\twin a prize\n__label__ham __label__ham\n__label__ham __label__spam a\n"
        let found = try read(rows, name: "a.txt")
        #expect(found.texts == ["win a prize"] && found.labels == ["junk"])
        guard case .badRecord(_, 3, "one label", "a second one") = found.error else {
            Issue.record("\(found.error as Any)")
            return
        }
        #expect(try read(rows, name: "a.txt", options: .unlabeled).texts == ["win a prize", "", "a"])
    }

    /// The first label tells the prefix. A label without a text is none, and text with another
    /// prefix is a bad row.
    @Test(arguments: [
        ("__label__ham see you\nwin a prize __label__spam\n", ["see you", "win a prize"]),
        ("see you __label__ham\nwin __now__\t__label__spam\n__label__spam a prize\n", ["see you", "win __now__", "a prize"]),
        ("__class__ham see you\n__class__spam win __label__x\n", ["see you", "win __label__x"]),
        ("__label__ham , see you\n__label__spam __label__spam , win, a prize\n", ["see you", "win, a prize"]),
        ("see you\t__label__ham\nwin a prize\t__label__spam\n", ["see you", "win a prize"]),
        ("see you __Kind__ham __Kind__ham\n__Kind__spam win __Kind__spam\n", ["see you", "win"]),
    ])
    func labelsStandBeforeOrBehindAndHaveAnyPrefix(rows: String, texts: [String]) throws {
        let found = try read(rows, name: "a.txt")
        #expect(found.error == nil && found.format == .fasttext && found.texts == texts)
        #expect(found.labels.first == "allow" && found.labels.last == "junk")
    }

    @Test(arguments: [
        "__init__ is a method", "see __init__", "see you __label__", "____ham see", "__a1__ham see", "_label__ham a",
    ])
    func otherUnderscoresAreText(line: String) throws {
        #expect(try read(line + "\n", name: "a.txt", options: .unlabeled).format != .fasttext)
    }

    @Test func itHasNoColumnsToChoose() throws {
        var options = CorpusOptions()
        options.columns = ColumnChoice([.text: "body"])
        let found = try read("__label__ham a\n", name: "a.txt", options: options)
        #expect(found.error == .noColumn(file: found.path, line: 1, role: .text, asked: "body", found: []))
    }
}
