// All words of a file that are no labels, in one error.

import SpamFilter
import Testing

@testable import Corpus

@Suite struct UnknownLabelListTests {
    /// What ends the reading of a file: the rest is read for its labels.
    private func error(_ content: String, name: String = "a.csv", skips: Bool = false) throws -> CorpusError? {
        let file = try CorpusFile(content.utf8, name: name)
        let reader = try CorpusReader(path: file.path, options: CorpusOptions(skipsBadRows: skips))
        do throws(CorpusError) {
            while try reader.next() != nil {}
            return nil
        } catch {
            // The file stays refused.
            #expect(throws: error) { try reader.next() }
            return error
        }
    }

    private static let tables: [(content: String, line: Int, words: [String])] = [
        ("label,text\nham,a\nx,b\ny,c\ny,d\n", 4, ["y 2 4", "x 1 3"]),
        // A word that occurs once may be a message, unless it is a short code or nearly a label.
        ("label,text\nloan,a\nloan,b\nsecret,c\nx,d\nhamm,e\n", 2, ["loan 2 2", "x 1 5", "hamm 1 6"]),
        ("label,text\n2,a\n1,b\n3,c\n3,d\n", 4, ["3 2 4", "2 1 2", "1 1 3"]),
        ("label,text\n1,a\n1,b\n2,c\n0,d\n", 2, ["1 2 2", "2 1 4", "0 1 5"]),
        ("label,text\nx,a\n,b\nham\nz,c\n", 2, ["x 1 2", "z 1 5"]),
        ("ham,a\nspam,b\nx,c\nx,d\nsecret,e\n", 3, ["x 2 3"]),
    ]

    @Test(arguments: tables.indices)
    func allAreCountedWithTheirFirstLines(index: Int) throws {
        let (content, line, words) = Self.tables[index]
        for cut in ["a.csv", "a.tsv"] {
            let content = cut == "a.tsv" ? content.replacing(",", with: "\t") : content
            guard case .unknownLabels(_, line, let unknown) = try error(content, name: cut) else {
                Issue.record("\(try error(content) as Any)")
                continue
            }
            #expect(unknown.words.map { "\($0.text) \($0.rows) \($0.line)" } == words)
        }
    }

    @Test func theMostFrequentAreShownAndTheRestIsANumber() throws {
        let rows = (0..<15).flatMap { n in (0...n).map { _ in "w\(String(UnicodeScalar(UInt8(97 + n)))),text" } }
        let description = try #require(try error("label,text\n\(rows.joined(separator: "\n"))\n")?.description)
        #expect(description.contains("\"wo\" (15 rows, line 107), \"wn\" (14 rows, line 93)"))
        #expect(description.contains("\"wd\" (4 rows, line 8) and 3 more words;") && !description.contains("\"wc\""))
    }

    @Test func aMisspeltWordIsRecognised() throws {
        #expect(try error("label,text\nhamm,a\n")?.description.contains("\"hamm\" (1 row, line 2; did you mean ham?)") == true)
    }

    /// A text in the place of a label is counted, and never shown.
    @Test func textsAreNotShown() throws {
        let texts = try error("label,text\nx,a\nmy code is 4711,ham\n")
        let description = try #require(texts?.description)
        #expect(description.contains("\"x\" (1 row, line 2) and a value that may be a text;"))
        let only = try error("label,text\nham,a\nmeet me at the station,ham\n")
        guard case .unknownLabel(_, 3, nil, 22) = only else {
            Issue.record("\(only as Any)")
            return
        }
    }

    /// Where most values may be texts, the words among them are messages too.
    @Test(arguments: ["a.csv", "a.tsv"])
    func wordsAmongTextsAreNotShown(name: String) throws {
        let texts = ["ok", "later", "later", "see you at nine", "zaphod.beeblebrox", "meet me at the station", "tomorrow"]
        let cut = name == "a.csv" ? "," : "\t"
        let rows = ["label\(cut)text"] + texts.map { "\($0)\(cut)ham" }
        let error = try error(rows.joined(separator: "\n") + "\n", name: name)
        let description = try #require(error?.description)
        #expect(description.contains("found 7 values that may be texts; are the text and the label swapped?"), "\(description)")
        #expect(error?.line == 2 && texts.allSatisfy { !description.contains("\"\($0)\"") })
    }

    /// Rows that are left out are counted too.
    @Test func skippedRowsAreCounted() throws {
        let file = try CorpusFile("label,text\nham,a\nx,b\nx,c\n".utf8, name: "a.csv")
        let reader = try CorpusReader(path: file.path, options: .skipping)
        while try reader.next() != nil {}
        #expect(reader.unknownLabels.words.map(\.rows) == [2] && reader.skippedRows.count == 2)
    }
}
